"""What stands on the box's little screen, as values. ``companion.screens`` draws it on 128 x 64 pixels."""

from __future__ import annotations

import msgspec

from .text import Text


class Widget(msgspec.Struct, frozen=True, tag_field="widget"):
    """Base of what a page is made of. Widgets share the rows above the key hints from top to bottom."""


class Big(Widget, frozen=True, tag="big"):
    """One big fact, and at most one smaller line under it."""

    text: Text
    under: Text | None = None


class Lines(Widget, frozen=True, tag="lines"):
    """At most four lines of 16 characters. ``lit`` counts from 0 and is drawn inverted."""

    lines: tuple[Text, ...]
    lit: int | None = None


class Face(Widget, frozen=True, tag="face"):
    """The face of the clock ``clock``: alone it fills the screen, with ``beside`` it leaves room for two lines."""

    clock: str
    beside: tuple[Text, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """One line of a menu: its digit (0 = tenth; none = only by highlight), its label, whether it is ticked."""

    digit: int | None
    label: Text
    on: bool = False


class Menu(Widget, frozen=True, tag="menu"):
    """At most ten items, drawn four to a screen around the ``lit`` one; ``title`` is the question."""

    title: Text
    items: tuple[Item, ...]
    lit: int | None = None


class Entry(Widget, frozen=True, tag="entry"):
    """A number being typed: the question, what has been typed (masked for a PIN), the most digits it takes."""

    title: Text
    typed: str
    most: int
    masked: bool = False


class Sequence(Widget, frozen=True, tag="sequence"):
    """One digit a seat being typed: each pair is a seat and what stands for it so far ("3", "3+5", "-", "")."""

    title: Text
    pairs: tuple[tuple[int, str], ...]


class Chair(msgspec.Struct, frozen=True):
    """One seat's numbered box: a letter or shape for its state, lit (inverted) or not."""

    number: int
    mark: str = ""
    lit: bool = False


class Chairs(Widget, frozen=True, tag="chairs"):
    """A row of numbered boxes, one a seat, at most ten."""

    chairs: tuple[Chair, ...]


class Dial(msgspec.Struct, frozen=True):
    """A dial as an arc with its number inside, from ``low`` to ``high``.

    ``key``: the id of the choice whose number sets it, so that a real knob can turn it; "" where none does.
    """

    label: Text
    value: int
    low: int
    high: int
    key: str = ""


class Dials(Widget, frozen=True, tag="dials"):
    """One to three dials side by side."""

    dials: tuple[Dial, ...]


class Track(Widget, frozen=True, tag="track"):
    """A track of ``spaces`` with ``filled`` of them marked."""

    label: Text
    spaces: int
    filled: int


class Code(Widget, frozen=True, tag="code"):
    """A QR code for ``content`` with up to three short lines beside it."""

    content: str
    beside: tuple[Text, ...] = ()


AnyWidget = Big | Lines | Face | Menu | Entry | Sequence | Chairs | Dials | Track | Code


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One screen: a key that tells whether it is still the same page, widgets, and what the keys do (bottom row).

    ``more``: what is to be read goes on on the next page, which the bottom row then says beside what Enter does.
    """

    key: str
    widgets: tuple[AnyWidget, ...]
    hints: Text | None = None
    more: bool = False
