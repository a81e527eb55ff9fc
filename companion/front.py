"""The thread between panel and table: inputs to the console, its commands to the table, its page to the display."""

from __future__ import annotations

import logging
import threading
import time as system_time
from collections.abc import Callable
from queue import Empty
from typing import Any

import msgspec
from PIL import Image

from companion import console as desk
from companion.clock import Time
from companion.console import Console, Join
from companion.game import Face as FaceWidget
from companion.game import Page, Public, Text, Tone, say, sees
from companion.panel import Button, Hold, Input, Lamp, Light, Mirror, Panel, Press, Release, Ring
from companion.published import Published
from companion.screens import SIZE, draw_and_say, to_text
from companion.table import Envelope, Table
from companion.words import Words

SLEEP_AFTER = 600.0
"""Seconds without a key or anything new after which the display dims."""
WAKING_MOST = 5.0
"""Seconds for which the button that woke the display keeps the others quiet: a browser may go away and never let go."""
SHIFT_EVERY = 60.0
"""Seconds after which a sleeping display's picture moves a pixel, so that nothing burns in."""
TROUBLE_FOR = 20.0
"""Seconds for which the display says what went wrong, unless a key comes first."""
RED_AT = 10
_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_LOG = logging.getLogger(__name__)


class Front:
    """The table's front panel at work. Started it has a thread of its own; not started, ``feed`` and ``step`` do.

    ``join`` is how phones get here (it may be set anew at any time); ``links`` makes the one-use link by which a
    phone takes over a seat; ``switch_off`` is called when people at the box have said so; ``mirror`` is the panel
    that browsers may watch and touch (``panel`` itself, if it can be). After ``sleep_after`` seconds without
    a key or news the display dims; 0: never.
    """

    def __init__(
        self,
        panel: Panel,
        table: Table,
        words: Words,
        time: Time,
        *,
        join: Join | None = None,
        links: Callable[[int], str] | None = None,
        switch_off: Callable[[], None] | None = None,
        mirror: Mirror | None = None,
        sleep_after: float = SLEEP_AFTER,
    ) -> None:
        self.mirror = mirror or (panel if isinstance(panel, Mirror) else None)
        self.panel, self.table, self.words, self.time = panel, table, words, time
        self.links, self.switch_off = links, switch_off
        self.said: list[str] = []
        self.tones: list[Tone] = []
        self.lamp: Lamp = "off"
        self.light: Light = "full"
        self.rings: tuple[Ring, ...] = ()
        self.sound = "all"
        self.alive = time.monotonic()
        """When this last came round, for whoever watches over threads."""
        self._join = join or Join()
        self._console = Console(join=self._join)
        self._now = table.now()
        self._heard = max((n.n for n in self._now.notices), default=0)
        self._troubles: tuple[Text, ...] = ()
        self._saving = True
        self._dimmed = self._turned = False
        self._sleep_after = sleep_after
        self._active = time.monotonic()
        self._asleep = False
        self._waking: tuple[Button, float] | None = None
        self._drawn: object = None
        self._picture = Image.new("1", SIZE)
        self._ids = 0
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._turn = threading.Lock()

    # for whoever looks on

    @property
    def join(self) -> Join:
        """How phones get here."""
        return self._join

    @join.setter
    def join(self, join: Join) -> None:
        self._join = join  # any thread may say so; the panel's own takes it up
        self.panel.inputs.put(None)

    def page(self) -> Page:
        """Return the page that stands on the display now."""
        return desk.page(self._console, self._now, self.time.monotonic())

    def text(self) -> str:
        """Return what stands on the display now, line by line."""
        return to_text(self.page(), self._naming(), self._faces(self.time.monotonic()))

    def picture(self) -> Image.Image:
        """Return the picture that was drawn last."""
        return self._picture

    @property
    def private(self) -> bool:
        """Whether the display shows what one seat alone may see."""
        return self._console.private

    # at work

    def start(self) -> None:
        """Start the thread that serves the panel, and the one that waits for news of the table."""
        self._thread = threading.Thread(target=self._run, name="front", daemon=True)
        self._thread.start()
        threading.Thread(target=self._follow, name="front-news", daemon=True).start()

    def stop(self) -> None:
        """Stop; the display goes dark and the lamp out, so that nothing secret stays behind."""
        self._stopping.set()
        self.panel.inputs.put(None)
        if self._thread is not None:
            self._thread.join(2)
        last = self._turn.acquire(timeout=2)  # a browser's hand may be at it
        self._picture = Image.new("1", SIZE)
        self.panel.show(self._picture)
        self.panel.light("dark")
        self.panel.lamp("off")
        self.panel.dials(())
        self.panel.hush()
        if last:
            self._turn.release()

    def _follow(self) -> None:
        news = self.table.subscribe()
        while not self._stopping.is_set() and not news.closed:
            if news.wait(2.0) is not None:
                self.panel.inputs.put(None)
        news.close()

    def _run(self) -> None:
        item: Input | None = None
        while not self._stopping.is_set():
            self._round(item)
            try:
                item = self.panel.inputs.get(timeout=self._wait())
            except Empty:
                item = None

    def touch(self, item: Input) -> None:
        """Take in what a hand did in a browser, on the caller's own thread; come back when the display shows it.

        Any thread may call it. No other is waited for or has to wake, and what the caller does next is in nobody's way.
        """
        self._round(item)
        self.panel.inputs.put(None)  # for how long nothing changes by itself may be another time now

    def _round(self, item: Input | None) -> None:
        """Take ``item`` in and show what stands there then: one thread at a time, and nothing once it is to stop."""
        with self._turn:
            if self._stopping.is_set():
                return
            try:
                if item is not None:
                    self._take(item)
                self.step()
            except Exception:  # noqa: BLE001 - whatever one page or command does wrong, keys and display go on
                _LOG.exception("the front panel stumbled")
                self._console = Console(join=self.join)
                system_time.sleep(0.1)

    def _wait(self) -> float:
        """Return how long nothing will change by itself: until the next second of a clock shown, a hold, a sentence."""
        at = self.time.monotonic()
        waits = [1.0]
        wakes = desk.wakes(self._console, at)
        if wakes is not None:
            waits.append(wakes)
        for face in self._faces(at).values():
            if face.running:
                spent = face.spent + 1e-4
                waits.append(1.0 - spent % 1.0)
        return max(0.005, min(waits) + 0.002)

    def feed(self, *inputs: Input) -> None:
        """Put inputs in, as the devices do."""
        for each in inputs:
            self.panel.inputs.put(each)

    def step(self, at: float | None = None) -> None:
        """Take in what came, let time pass, show what stands there now. Called by the thread; by hand without one."""
        while True:
            try:
                item = self.panel.inputs.get_nowait()
            except Empty:
                break
            if item is not None:
                self._take(item)
        at = self.time.monotonic() if at is None else at
        self.alive = at
        if self._console.join != self._join:
            self._console = self._console.having(join=self._join)
        self._news(at)
        self._console = desk.tick(self._console, self._now, at)
        self._sleep(at)
        self._hear()
        self._dial()
        if self._dim:
            self._glow("dim")  # before a secret stands there, and until it is gone
        self._show(at)
        self._glow("dim" if self._dim else "full")

    def _take(self, item: Input) -> None:
        at = self.time.monotonic()
        self._news(at)
        asleep, self._asleep, self._active = self._asleep, False, at
        if asleep:
            self._waking = (item.name, at) if isinstance(item, Press) else None
            return
        if self._waking is not None and isinstance(item, Press | Hold | Release):
            # The hand that woke it still holds that button: what else it presses meanwhile is part of waking it.
            name, since = self._waking
            if at - since >= WAKING_MOST or (isinstance(item, Release) and item.name == name):
                self._waking = None
            if at - since < WAKING_MOST:
                return
        # A hold that came true meanwhile comes before what the button does now.
        self._console = desk.tick(self._console, self._now, at)
        self._console, effects = desk.press(self._console, item, self._now, at)
        for effect in effects:
            self._do(effect)
        self._hear()

    def _news(self, at: float) -> None:
        if self._latest(at):
            self._console = desk.moved(self._console, self._now, at)

    def _latest(self, at: float) -> bool:
        """Take up the table's latest moment. Tells whether it is a new one."""
        latest = self.table.now()
        self._tell(latest, at)
        if latest is self._now:
            return False
        if latest.row != self._now.row:
            self._active, self._asleep = at, False
        self._now = latest
        return True

    def _tell(self, latest: Published, at: float) -> None:
        """Say what went wrong, at the start as well: a saved evening that was damaged, a disk that takes no more."""
        for trouble in latest.troubles[len(self._troubles) :]:
            self._console = self._console.having(said=trouble, until=at + TROUBLE_FOR)
        self._troubles = latest.troubles
        if latest.saving != self._saving:
            said = say("trouble.saving" if latest.saving else "trouble.not_saving")
            self._console = self._console.having(said=said, until=at + TROUBLE_FOR)
            self._saving = latest.saving

    def _do(self, effect: desk.Effect) -> None:
        at = self.time.monotonic()
        match effect:
            case desk.Send():
                self._ids += 1
                answers: dict[str, Any] = msgspec.to_builtins(dict(effect.answers))
                envelope = Envelope(f"panel-{self._now.epoch}-{self._ids}", effect.question, effect.choice, answers)
                reply = self.table.submit(effect.actor, envelope, "panel")
                self._latest(at)
                self._console = desk.answered(self._console, effect, reply.ok, reply.reason, self._now, at)
                if not reply.ok:
                    self._tone("no")
            case desk.ShowSeat(seat):
                if self.links is None:
                    self._console = self._console.tell(say("console.no_phones"), at)
                else:
                    self._console = desk.linked(self._console, seat, self.links(seat), self._now, at)
            case desk.Sound("again"):
                if self.said:
                    self._speak(self.said[-1])
            case desk.Sound(level):
                self.sound = level
                if level != "all":
                    self.panel.hush()
            case desk.Light("turn"):
                self._turned = not self._turned
            case desk.Light(how):
                self._dimmed = how == "dim"
            case desk.SwitchOff():
                self._console = self._console.having(layers=()).tell(say("console.bye"), at)
                if self.switch_off is not None:
                    self.switch_off()

    def _sleep(self, at: float) -> None:
        if self._now.evening.paused or not any(f.running for f in self._now.faces.values()):
            tired = 0 < self._sleep_after <= at - self._active
            self._asleep = self._asleep or tired

    @property
    def _dim(self) -> bool:
        return self._asleep or self._dimmed or self._console.private

    def _glow(self, light: Light) -> None:
        if light != self.light:
            self.light = light
            self.panel.light(light)

    # lamp and sound

    def _hear(self) -> None:
        """Sound and say what is new and public, each once; light the lamp."""
        for numbered in self._now.notices:
            notice = numbered.notice
            if numbered.n <= self._heard:
                continue
            self._heard = numbered.n
            if not sees(notice.seen, Public()):
                continue
            if notice.tone is not None:
                self._tone(notice.tone)
            if notice.aloud and notice.text is not None:
                line = self.words(notice.text, numbered.names)
                self.said.append(line)
                self._speak(line)
        lamp = lamp_of(self._now, self.time.monotonic())
        if lamp != self.lamp:
            self.lamp = lamp
            self.panel.lamp(lamp)

    def _speak(self, line: str) -> None:
        if self.sound == "all" and not self._now.evening.muted:
            self.panel.say(line)

    def _tone(self, tone: Tone) -> None:
        self.tones.append(tone)
        if self.sound != "none" and not self._now.evening.muted:
            self.panel.tone(tone)

    def _dial(self) -> None:
        """Let real dials show those of the page, if they have changed."""
        dials = desk.rings(self._console, self._now)
        words = self._naming() if dials else str
        rings = tuple(Ring(d.key, words(d.label), d.value, d.low, d.high) for d in dials)
        if rings != self.rings:
            self.rings = rings
            self.panel.dials(rings)

    # the display

    def _naming(self) -> Callable[[Text], str]:
        return self.words.naming(self._now.names())

    def _faces(self, at: float) -> dict[str, Any]:
        return {key: face.by(at) for key, face in self._now.faces.items()}

    def _show(self, at: float) -> None:
        """Draw and show, if anything that can be seen has changed."""
        page = desk.page(self._console, self._now, at)
        faces = self._faces(at)
        read = tuple(
            (key, face.shown, face.running)
            for key, face in faces.items()
            if any(isinstance(w, FaceWidget) and w.clock == key for w in page.widgets)
        )
        shift = _SHIFTS[int((at - self._active) / SHIFT_EVERY) % len(_SHIFTS)] if self._asleep else (0, 0)
        what = (page, read, self._now.names(), self._turned, shift, self._console.private)
        if what == self._drawn:
            return
        try:
            picture, text = draw_and_say(page, self._naming(), faces)
        except ValueError:
            # A link too long for the QR on this display: the address beside it still stands there.
            page = msgspec.structs.replace(page, widgets=desk.without_code(page.widgets))
            picture, text = draw_and_say(page, self._naming(), faces)
        if shift != (0, 0):
            moved = Image.new("1", SIZE)
            moved.paste(picture, shift)
            picture = moved
        if self._turned:
            picture = picture.transpose(Image.Transpose.ROTATE_180)
        self._drawn, self._picture = what, picture
        self.panel.show(picture, self._console.private, text)


def lamp_of(now: Published, at: float) -> Lamp:
    """Return the lamp's colour: green at a result, amber while a clock runs, red for its last ten seconds."""
    if now.result() is not None:
        return "green"
    if now.evening.paused:
        return "off"
    running = [face.by(at) for face in now.faces.values() if face.running]
    if any(face.length is not None and face.shown <= RED_AT for face in running):
        return "red"
    return "amber" if running else "off"
