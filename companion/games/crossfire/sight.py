"""What phones, big screen and box may know of a game of Crossfire."""

from __future__ import annotations

import msgspec

from companion.game import Text, View

from .verdict import Ending


class InPlay(msgspec.Struct, frozen=True):
    """A kind of card that is in this game, explained to everyone alike."""

    role: str
    name: Text
    count: int
    armed: bool
    protects: bool
    special: bool
    win: Text
    short: tuple[Text, ...] = ()
    """How it is armed and when it wins, a line of the little screen each."""


class ClaimView(msgspec.Struct, frozen=True):
    """Who a seat says it is: agent, bystander, vip or undeclared."""

    seat: int
    claim: str


class Pair(msgspec.Struct, frozen=True):
    """Whom a seat points at: nobody, one, or two."""

    seat: int
    targets: tuple[int, ...]


class ShotView(msgspec.Struct, frozen=True):
    """A shot that counts, once everything is known; ``by`` is the seat that blocked it, 0 for nobody."""

    shooter: int
    target: int
    volley: int
    by: int


class Shown(msgspec.Struct, frozen=True):
    """A card that lies face up, and whether its player is out."""

    seat: int
    role: str
    out: bool


class Frame(msgspec.Struct, frozen=True):
    """One row of the film: after ``key`` (deal, pass, trio.1, ...) the cards lay so, in the order of the ring.

    ``moved`` are the seats whose card changed hands.
    """

    key: str
    moved: tuple[int, ...]
    cards: tuple[str, ...]


class Private(msgspec.Struct, frozen=True):
    """What this seat alone may know: the card before it now ("" where the box does not know it).

    Also whom it points at in secret and, with notes, the cards it saw and what it wrote.
    """

    role: str
    aim: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    note: str = ""


class CrossfireView(View, frozen=True, kw_only=True):
    """A game as one viewer may know it.

    ``seats`` are clockwise, ``ring`` are those with a card, the dealer first. ``trios`` have who shuffles in the
    middle; ``swap`` is the one that is swapping. ``waiting`` are those who have still to look or point (empty
    where pointing is secret), ``still`` how many they are. ``step`` of ``steps`` of the closing script.
    ``out`` are those declared shot by now, whether their card is known or not.
    ``asked``: with the real cards, what the box waits to be told, in short lines.
    ``team`` is "", "red" or "blue".
    """

    mode: str
    pointing: str
    cards_in_box: bool
    notes: bool
    literal: bool
    seats: tuple[int, ...]
    ring: tuple[int, ...]
    dealer: int
    sniper: int
    roles: tuple[InPlay, ...]
    trios: tuple[tuple[int, int, int], ...]
    swap: tuple[int, ...] = ()
    shuffler: int = 0
    waiting: tuple[int, ...] = ()
    still: int = 0
    looking: int = 0
    claims: tuple[ClaimView, ...] = ()
    timer: str = ""
    paused: bool = False
    shots: tuple[int, ...] = ()
    shots_left: int = 0
    pointers: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()
    step: int = 0
    steps: int = 0
    revealed: tuple[Shown, ...] = ()
    out: tuple[int, ...] = ()
    asked: tuple[Text, ...] = ()
    team: str = ""
    verdict: Text | None = None
    hits: tuple[ShotView, ...] = ()
    results: tuple[Ending, ...] = ()
    film: tuple[Frame, ...] = ()
    private: Private | None = None
