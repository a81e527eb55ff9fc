"""What can lie over the game's own page on the little screen, and what the console wants done."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.console.entry import Fill
from companion.console.menus import Place
from companion.game import Actor, Seat, Text
from companion.panel import Button


class Join(msgspec.Struct, frozen=True):
    """How phones get here: the link in the QR, the address to type and the typed code (all empty: no network).

    ``wifi`` is the code of the box's own network while that is open, ``network`` and ``password`` what is typed.
    """

    link: str = ""
    address: str = ""
    code: str = ""
    wifi: str = ""
    network: str = ""
    password: str = ""


class Down(msgspec.Struct, frozen=True):
    """A button that is down ``since``; ``known``: held for at least so many seconds.

    ``done``: its hold has come true; ``paired``: another was down at the same time, so alone it means nothing.
    """

    button: Button
    since: float
    known: float = 0.0
    done: bool = False
    paired: bool = False


SAID_FOR = 3.0
"""Seconds for which a sentence stands, if no key is pressed."""

Source = Literal["main", "seat", "secret", "star", "people", "fix", "keep", "sound", "display"]


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """A list to pick from. ``questions`` are those it was opened for: once none is open any more it goes."""

    source: Source
    seat: int = 0
    place: Place = Place()
    questions: tuple[str, ...] = ()


class Sure(msgspec.Struct, frozen=True, tag="sure"):
    """Shall we really? ``about``: what undo would take back, in words; ``question``: that and nothing else."""

    kind: Literal["undo", "off", "finish"]
    place: Place = Place()
    about: Text | None = None
    question: str = ""


class Which(msgspec.Struct, frozen=True, tag="which"):
    """A seat's digit is awaited."""


class Count(msgspec.Struct, frozen=True, tag="count"):
    """How many people sit here, being typed in the lobby."""

    typed: str = ""


class Leaf(msgspec.Struct, frozen=True, tag="leaf"):
    """Pages to read: what now, scores, the QR."""

    kind: Literal["now", "scores", "join"]
    sheet: int = 0


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """The QR by which a phone takes over a seat; ``phone`` is the digest of the one that has it now."""

    seat: int
    link: str
    phone: str = ""


class Look(msgspec.Struct, frozen=True, tag="look"):
    """A seat looks at its secret, shown ``since``, for as long as select is held; ``sheet``: its pages turned on."""

    seat: int
    since: float
    sheet: int = 0


Layer = Listing | Sure | Which | Count | Leaf | Pass | Look | Fill


def secret(layer: Layer) -> bool:
    """Tell whether ``layer`` holds what one seat alone may see."""
    if isinstance(layer, Fill):
        return isinstance(layer.actor, Seat)
    return isinstance(layer, Look) or (isinstance(layer, Listing) and layer.source == "secret")


class Send(msgspec.Struct, frozen=True):
    """Send an offered choice to the table.

    ``staged``: what it leads to is asked at once. ``aside``: it answers nothing that is on the screen.
    """

    actor: Actor
    question: str
    choice: str
    answers: tuple[tuple[str, Any], ...] = ()
    staged: bool = False
    aside: bool = False


class ShowSeat(msgspec.Struct, frozen=True):
    """Make the QR by which a phone takes over ``seat``."""

    seat: int


class Sound(msgspec.Struct, frozen=True):
    """Make this much noise: all, tones without voice, none; or say the last line once more."""

    level: Literal["all", "tones", "none", "again"]


class Light(msgspec.Struct, frozen=True):
    """Brighten, dim or turn the display."""

    how: Literal["full", "dim", "turn"]


class SwitchOff(msgspec.Struct, frozen=True):
    """Save and switch off."""


Effect = Send | ShowSeat | Sound | Light | SwitchOff


class Console(msgspec.Struct, frozen=True):
    """What the box's little screen and keys are at.

    ``layers`` lie on the game's own page, the last one on top; ``sheet`` is which of the game's pages is shown.
    ``aside`` is what lay there when a break began, None while there is none: it comes back after it.
    ``said`` is a sentence shown until ``until``; ``shown`` the key of the page that stands there since ``since``;
    ``mine``: the hand's own stroke brought it.
    """

    layers: tuple[Layer, ...] = ()
    aside: tuple[Layer, ...] | None = None
    sheet: int = 0
    said: Text | None = None
    until: float = 0.0
    shown: str = ""
    since: float = -1000.0
    mine: bool = False
    touched: float = 0.0
    down: tuple[Down, ...] = ()
    join: Join = Join()

    @property
    def private(self) -> bool:
        """Whether the page holds what one seat alone may see."""
        return bool(self.layers) and secret(self.layers[-1])

    def having(self, **changes: Any) -> Console:
        """Return this console with ``changes``."""
        changed: Console = msgspec.structs.replace(self, **changes)
        return changed

    def push(self, layer: Layer) -> Console:
        """Return it with ``layer`` on top."""
        return self.having(layers=(*self.layers, layer))

    def swap(self, layer: Layer) -> Console:
        """Return it with ``layer`` in place of the top one."""
        return self.having(layers=(*self.layers[:-1], layer))

    def pop(self) -> Console:
        """Return it without the top layer."""
        return self.having(layers=self.layers[:-1])

    def tell(self, sentence: Text, at: float) -> Console:
        """Return it showing ``sentence`` for three seconds or until a key."""
        return self.having(said=sentence, until=at + SAID_FOR)


Step = tuple[Console, tuple[Effect, ...]]
