"""Plays a table script on the box in the virtual machine and, beside it, on a table without hardware.

Both get the same keys at the same time. After every line the pixels on the box's display, decoded from its bus, must
be those that the table beside it draws.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

import web
from companion import packs
from companion.console import Join
from companion.panel import Hold, Input, Key, Press, Release
from companion.script import Script, ScriptError
from companion.script import lines as l
from companion.script.run import Player
from companion.script.stage import Stage
from tests.appliance.guest import Guest, Trouble
from tests.appliance.hands import Hands

PATIENCE = 12.0
"""Seconds that the box may take to show what it has to; emulated, everything takes ten times as long or more."""
BACK = 90.0
"""Seconds that a killed table may take to be back."""
REPLUGGED = 3.0
"""Seconds that a keypad may take to be at work again, once the system has it back (hazard 9)."""
PAD = "/dev/input/by-id/usb-stage_Fake_Keypad_PAD1-event-if00"

REMARKS = ("killed in mid-command", "power cut in mid-command", "without the display")
"""What a remark in a script may ask for."""
_REMARK = re.compile(r"#\s*stage:\s*(.*?)\s*$")


def remarks(file: Path) -> dict[int, str]:
    """Return what the script's remarks say is to happen besides, by line."""
    found = ((n, _REMARK.search(line)) for n, line in enumerate(file.read_text("utf-8").splitlines(), 1))
    return {n: match[1] for n, match in found if match}


class Box(Stage):
    """A stage whose inputs go to the guest as well, whose time is real, and whose pictures the guest has to show."""

    def __init__(self, guest: Guest, hands: Hands, tell: Callable[[str], None], *stage: Any) -> None:
        self.guest, self.hands, self.tell = guest, hands, tell
        self.join = Join()
        self.blind = False
        """Whether the display is out: nothing can be compared."""
        self.deaf = False
        """Whether inputs are kept from the guest, for the table beside it alone."""
        self.compared = 0
        self._touched = False
        self._plugged = True
        self._moving = False
        self._at = time.monotonic()
        self._acted = self._at
        self._drawn: list[bytes] = []
        super().__init__(*stage)

    def open(self) -> None:
        """Open the table beside the box; what is put into its panel goes to the box first."""
        super().open()
        self.front.join = self.join
        put = self.panel.put

        def both(given: Input) -> None:
            if not self.deaf and not self.hands.put(given) and self._plugged:
                raise ValueError("nobody took the key")
            if not isinstance(given, Release):
                self._acted = time.monotonic()
                self._drawn.clear()
            put(given)
            self._touched = not isinstance(given, Press | Hold)  # a button that is down must come up in time

        self.panel.put = both  # type: ignore[method-assign]  # it listens in

    def wait(self, seconds: float) -> None:
        """Let time pass, once the box has shown what the last key did."""
        if self._touched:
            self.compare()
        time.sleep(seconds)
        self.settle()

    def settle(self) -> None:
        """Let the table beside the box catch up with the real time."""
        if self._moving:
            super().settle()
            return
        if self.panel.plugged != self._plugged:
            self._plugged = self.panel.plugged
            self.hands.plug("keypad", on=self._plugged)
            if self._plugged:
                self.guest.until(f"[ -e {PAD} ]", 20)
                time.sleep(REPLUGGED)
        self._moving = True
        try:
            passed = time.monotonic() - self._at
            self._at += passed
            super().wait(passed)
            super().settle()
        finally:
            self._moving = False
        drawn = self.front.picture().tobytes()
        if not self._drawn or self._drawn[-1] != drawn:
            self._drawn.append(drawn)

    def compare(self, patience: float = PATIENCE) -> None:
        """See that the box shows what it has to. Raises ValueError with both pictures if it does not in time."""
        self._touched = False
        if self.blind:
            return
        until = time.monotonic() + patience
        while True:
            self.settle()
            if self._same():
                self.compared += 1
                return
            if time.monotonic() > until or not self.guest.running:
                raise ValueError(
                    f"the display shows something else:\n{both(self._wanted(), self.guest.display.picture())}"
                )
            time.sleep(0.05)

    def _wanted(self) -> Image.Image:
        return self.front.picture()

    def _same(self) -> bool:
        """Tell whether the box shows what is drawn here; a clock that runs on both may be some seconds apart."""
        shown = self.guest.display.picture().tobytes()
        if shown == self._wanted().tobytes():
            return True
        running = any(face.running for face in self.table.now().faces.values())
        return running and (shown in self._drawn or self._wanted().tobytes() in self.guest.display.since(self._acted))

    # what happens to boxes

    def ask_owner(self) -> None:
        """Let the table beside the box ask for unverified values too: every box does, until its owner has answered."""
        self._library = packs.open_library(self._titles, self._folder)
        super().restart()
        self._drawn.clear()

    def restart(self) -> None:
        """Stop the service and start it, here and there."""
        self.guest.must("systemctl restart tablehand", BACK)
        super().restart()
        self._again()

    def mirror_restart(self) -> None:
        """Open the table beside the box anew: the box has been by itself."""
        super().restart()
        self._again()

    def power_cut(self) -> None:
        """Pull the plug and put it in again."""
        self.guest.cut()
        self.guest.start()
        super().power_cut()
        self._again()

    def _again(self) -> None:
        self._acted = time.monotonic()
        self._drawn.clear()
        self._touched = False
        self.settle()
        self.compare(BACK)
        self._open()

    def _open(self) -> None:
        """Wait until the table has told systemd that it is open, and for as long as Enter is ignored after that."""
        self.guest.until("systemctl is-active -q tablehand", BACK)
        time.sleep(0.6)

    def blow(self, how: str, key: Input, delay: float) -> bool:
        """Type ``key``, and ``delay`` seconds later kill the table or cut the power. Tells whether the key counted.

        The box may come back as it was before the key or as it is after it; nothing else will do.
        """
        if self._touched:
            self.compare()
        time.sleep(0.5)
        pid = self.guest.must("systemctl show -p MainPID --value tablehand")
        struck = threading.Thread(target=self._strike, args=(key,), daemon=True)
        struck.start()
        time.sleep(delay)
        if how == "cut":
            self.guest.cut()
            struck.join(20)
            self.guest.start()
        else:
            self.guest.must(f"kill -9 {pid}")
            struck.join(20)
            if not self.guest.display.wait(_dark, BACK):
                raise ValueError("the display was not blanked after the table was killed")
        with self.deafened():
            super().restart()
            time.sleep(0.5)
            self.settle()
            before = self.front.picture().tobytes()
            self.panel.put(key)
            self.settle()
            super().restart()
        self._touched = False
        self.settle()
        after = self._wanted().tobytes()
        if not self.guest.display.wait(lambda picture: picture.tobytes() in (before, after), BACK):
            raise ValueError(
                f"it came back as neither before nor after the key:\n{_drawing(self.guest.display.picture())}"
            )
        counted = self.guest.display.picture().tobytes() == after
        self._open()
        if not counted:
            self.hands.put(key)
        self.compare(BACK)
        return counted

    def _strike(self, key: Input) -> None:
        try:
            self.hands.put(key)
        except Trouble:
            return  # the machine went while it was told to

    @contextmanager
    def deafened(self) -> Iterator[None]:
        """Keep inputs to the table beside the box for a while."""
        self.deaf = True
        try:
            yield
        finally:
            self.deaf = False


class Hand(Player):
    """Plays the lines, does what remarks say besides, and sees after each that the box shows what it has to."""

    def __init__(self, box: Box, extras: dict[int, str], done: Callable[[str], None]) -> None:
        super().__init__(box, {})
        self._box, self._extras, self._done = box, extras, done
        self._chance = random.Random(7)

    def play_script(self, script: Script) -> None:
        """Play it all. Raises ScriptError at the first line that does not hold."""
        self.play(script.lines)

    def _line(self, line: l.Line) -> None:
        extra = self._extras.get(line.at.number, "")
        match extra:
            case "" if isinstance(line, l.Press) and line.seconds is None:
                self._tap(line)
            case "":
                super()._line(line)
            case "killed in mid-command" | "power cut in mid-command":
                self._blown(line, "cut" if extra.startswith("power") else "kill")
            case "without the display":
                self._blind(line)
            case _:
                raise ScriptError(str(line.at), f"{line.at.written}: the stage knows nothing of “{extra}”")
        if isinstance(line, l.ExpectText) and line.where == "lamp":
            self._lamp(line.text)
        self._box.compare()

    def _blown(self, line: l.Line, how: str) -> None:
        assert isinstance(line, l.Keys)
        delay = self._chance.uniform(0.0, 0.25)
        counted = self._box.blow(how, Key(line.names[-1]), delay)
        what = "the power cut" if how == "cut" else "killed"
        came = "as after the key" if counted else "as before the key"
        self._done(f"{what} {delay * 1000:.0f} ms after a key: back {came}")

    def _tap(self, line: l.Press) -> None:
        """Press a button shortly: in one go, or a slow machine makes it a long one."""
        self._box.hands.tap(line.button)
        with self._box.deafened():
            super()._line(line)

    def _blind(self, line: l.Line) -> None:
        box = self._box
        box.hands.plug("display", on=False)
        box.blind = True
        super()._line(line)
        time.sleep(1.5)
        box.hands.plug("display", on=True)
        box.blind = False
        began = time.monotonic()
        box.compare(30)
        self._done(f"played on without the display; whole again {time.monotonic() - began:.1f} s after it was back")

    def _lamp(self, colour: str) -> None:
        """See that the lamp shines so, soon: on a busy machine its thread can be late."""
        until = time.monotonic() + PATIENCE
        while True:
            red, green, blue = self._box.hands.lamp()
            seen = "off" if red + green < 0.02 else "green" if red < 0.02 else "red" if green < 0.02 else "amber"
            if seen == colour and blue <= 0.02:
                return
            if time.monotonic() > until:
                raise ValueError(f"the lamp's pins say {seen}: red {red:.2f}, green {green:.2f}, blue {blue:.2f}")


def _dark(picture: Image.Image) -> bool:
    return picture.getbbox() is None


def joining(address: str, room: str, code: str) -> Join:
    """Return what the lobby shows of how to join."""
    return Join(link=web.link(address, room), address=address.removeprefix("http://"), code=code)


def both(wanted: Image.Image, seen: Image.Image) -> str:
    """Return two pictures as text, the wanted one and the one that is seen."""
    return f"wanted\n{_drawing(wanted)}\nseen\n{_drawing(seen)}"


def _drawing(picture: Image.Image) -> str:
    """Return a picture as text, two rows of pixels a line."""
    pixels = picture.convert("1")
    marks = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    rows = []
    for y in range(0, pixels.height, 2):
        pairs = ((bool(pixels.getpixel((x, y))), bool(pixels.getpixel((x, y + 1)))) for x in range(pixels.width))
        rows.append("".join(marks[int(a), int(b)] for a, b in pairs).rstrip())
    return "\n".join(f"  |{row}" for row in rows)
