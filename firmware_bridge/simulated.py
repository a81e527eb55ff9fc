"""A front panel without hardware: it keeps what it is given, for a browser to show and for tests to read."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import get_args

import msgspec
from PIL import Image

from companion.game import Tone
from companion.panel import (
    BUTTONS,
    KEYS,
    Button,
    Hold,
    Input,
    Inputs,
    Key,
    KeyName,
    Lamp,
    Light,
    Press,
    Release,
    Ring,
    Shown,
)

KEPT = 8
"""So many of the latest tones and lines are kept for whoever looks on."""
_SIZE = (128, 64)


class SimulatedPanel:
    """Keys, buttons, display, lamp and sound in one, with verbs for tests.

    ``alone``: there is no other display, so this one shows even what one seat alone may see. Beside a real display
    it stays blank meanwhile. ``wait`` and ``latest`` serve whoever mirrors it.
    """

    def __init__(self, alone: bool = True) -> None:
        self.inputs: Inputs = SimpleQueue()
        self.alone = alone
        self.rings: tuple[Ring, ...] = ()
        self._changed = threading.Condition()
        self._shown = Shown()
        self._numbers = 0

    # the panel

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        if private and not self.alone:
            picture, caption = Image.new("1", _SIZE), ""
        self._change(picture=picture.tobytes(), caption=caption)

    def light(self, light: Light) -> None:
        self._change(light=light)

    def lamp(self, colour: Lamp) -> None:
        self._change(lamp=colour)

    def dials(self, rings: tuple[Ring, ...]) -> None:
        self.rings = rings

    def tone(self, tone: Tone) -> None:
        with self._changed:
            self._numbers += 1
            self._change(tones=(*self._shown.tones, (self._numbers, tone))[-KEPT:])

    def say(self, line: str) -> None:
        with self._changed:
            self._numbers += 1
            self._change(lines=(*self._shown.lines, (self._numbers, line))[-KEPT:])

    def hush(self) -> None:
        with self._changed:
            self._change(hushed=self._numbers)

    def _change(self, **changes: object) -> None:
        with self._changed:
            new = msgspec.structs.replace(self._shown, **changes)
            if new != self._shown:
                self._shown = msgspec.structs.replace(new, serial=new.serial + 1)
                self._changed.notify_all()

    # whoever looks on

    def latest(self) -> Shown:
        return self._shown

    def wait(self, serial: int, timeout: float) -> Shown | None:
        with self._changed:
            changed = self._changed.wait_for(lambda: self._shown.serial != serial, timeout)
            return self._shown if changed else None

    @property
    def picture(self) -> Image.Image:
        """The picture as it is shown: black while the display is dark."""
        shown = self._shown
        return Image.frombytes("1", _SIZE, bytes(1024) if shown.light == "dark" else shown.picture)

    @property
    def text(self) -> str:
        return self._shown.caption

    @property
    def lamp_colour(self) -> Lamp:
        return self._shown.lamp

    # hands

    def feed(self, *inputs: Input) -> None:
        for each in inputs:
            self.inputs.put(each)

    def type(self, keys: str) -> None:
        """Press keys of the keypad one after another: ``type("/ 3 1 enter")``."""
        for name in keys.split():
            self.feed(key(name))

    def press(self, name: str) -> None:
        """Press a button shortly."""
        self.hold(name, 0.0)

    def hold(self, *names_and_seconds: str | float) -> None:
        """Hold buttons together and let go: ``hold("back", 1.5)``, ``hold("back", "select", 3)``."""
        *names, seconds = names_and_seconds
        held = [button(str(name)) for name in names]
        self.feed(*(Press(name) for name in held))
        if float(seconds):
            self.feed(*(Hold(name, float(seconds)) for name in held))
        self.feed(*(Release(name) for name in held))


def key(name: str) -> Key:
    """Return a key by its name. Raises ValueError for one that no keypad has."""
    if name not in KEYS:
        raise ValueError(f"no key of that name: {name!r}; there are {' '.join(get_args(KeyName))}")
    return Key(name)


def button(name: str) -> Button:
    """Return a button by its name. Raises ValueError for one that the box has not."""
    if name not in BUTTONS:
        raise ValueError(f"no button of that name: {name!r}; there are {' '.join(BUTTONS)}")
    return name
