"""The front panel: what hands put in, what it shows and sounds. Real and simulated ones keep to it."""

from __future__ import annotations

from queue import SimpleQueue
from typing import Literal, Protocol, get_args, runtime_checkable

import msgspec
from PIL import Image

from companion.game import Tone

KeyName = Literal[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "00",
    "000",
    ".",
    "+",
    "-",
    "*",
    "/",
    "enter",
    "backspace",
    "numlock",
]
Button = Literal["back", "up", "down", "select"]
Lamp = Literal["off", "amber", "red", "green"]
Light = Literal["full", "dim", "dark"]

KEYS: tuple[KeyName, ...] = get_args(KeyName)
BUTTONS: tuple[Button, ...] = get_args(Button)


class Key(msgspec.Struct, frozen=True, tag="key", tag_field="kind"):
    """One stroke of the keypad. A held key is one stroke; ``00`` and ``000`` are one key each, for so many zeros."""

    name: KeyName


class Press(msgspec.Struct, frozen=True, tag="press", tag_field="kind"):
    """A button went down. What a short press does is done when it comes up again."""

    name: Button


class Hold(msgspec.Struct, frozen=True, tag="hold", tag_field="kind"):
    """A button has been down for ``seconds`` now. Devices need not send it: whoever has the time can tell."""

    name: Button
    seconds: float


class Release(msgspec.Struct, frozen=True, tag="release", tag_field="kind"):
    """A button came up. One that was never seen to go down means nothing."""

    name: Button


class Turn(msgspec.Struct, frozen=True, tag="turn", tag_field="kind"):
    """A knob was turned by so many clicks (up is right, above 0) while it stood for ``dial`` (``Ring.key``)."""

    dial: str
    steps: int


Input = Key | Press | Hold | Release | Turn
Inputs = SimpleQueue[Input | None]
"""What devices put their inputs into, and all that they do: deciding is done elsewhere. None = look again."""


class Ring(msgspec.Struct, frozen=True):
    """What a real dial shows: ``key`` of the dial it stands for ("" = only to look at), its value in its range."""

    key: str
    label: str
    value: int
    low: int
    high: int


class Shown(msgspec.Struct, frozen=True):
    """What a panel shows and sounds at one moment: the picture's 1024 bytes, its text, light and lamp.

    ``tones`` and ``lines`` are the latest few, each with a number that only grows.
    """

    serial: int = 0
    picture: bytes = bytes(1024)
    caption: str = ""
    light: Light = "full"
    lamp: Lamp = "off"
    tones: tuple[tuple[int, Tone], ...] = ()
    lines: tuple[tuple[int, str], ...] = ()
    hushed: int = 0


@runtime_checkable
class Mirror(Protocol):
    """A panel that can be watched from elsewhere: from a browser."""

    def latest(self) -> Shown:
        """Return what it shows now."""
        ...

    def wait(self, serial: int, timeout: float) -> Shown | None:
        """Return what it shows as soon as that is not ``serial`` any more; None after ``timeout`` seconds."""
        ...


class Panel(Protocol):
    """A front panel. None of its methods ever waits for a device or raises for one that is gone."""

    inputs: Inputs

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        """Show a 128 x 64 picture of mode "1"; a later one replaces one not yet shown.

        ``caption`` is the same in plain text. ``private``: it holds what one seat alone may see; only the display
        in that seat's hands may show it.
        """
        ...

    def light(self, light: Light) -> None:
        """Set how bright the display is; ``dark`` shows nothing."""
        ...

    def lamp(self, colour: Lamp) -> None:
        """Set the lamp."""
        ...

    def dials(self, rings: tuple[Ring, ...]) -> None:
        """Let real dials show these, the first on the first; those left over go dark."""
        ...

    def tone(self, tone: Tone) -> None:
        """Sound one tone."""
        ...

    def say(self, line: str) -> None:
        """Speak a line aloud."""
        ...

    def hush(self) -> None:
        """Stop sounding and speaking at once."""
        ...


class Panels:
    """Several panels that show the same: the real one and its picture in a browser."""

    def __init__(self, first: Panel, *others: Panel) -> None:
        self._all = (first, *others)
        self.inputs = first.inputs
        for other in others:
            other.inputs = first.inputs

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        """Show ``picture`` on all; each keeps to itself what is private and not its own to show."""
        for panel in self._all:
            panel.show(picture, private, caption)

    def light(self, light: Light) -> None:
        """Set the brightness of all."""
        for panel in self._all:
            panel.light(light)

    def lamp(self, colour: Lamp) -> None:
        """Set the lamp of all."""
        for panel in self._all:
            panel.lamp(colour)

    def dials(self, rings: tuple[Ring, ...]) -> None:
        """Let the dials of all show these."""
        for panel in self._all:
            panel.dials(rings)

    def tone(self, tone: Tone) -> None:
        """Sound one tone on all."""
        for panel in self._all:
            panel.tone(tone)

    def say(self, line: str) -> None:
        """Speak a line on all."""
        for panel in self._all:
            panel.say(line)

    def hush(self) -> None:
        """Silence all."""
        for panel in self._all:
            panel.hush()
