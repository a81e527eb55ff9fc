"""A game of Free Radicals as one viewer may know it: what pages, big screen and little screen are drawn from."""

from __future__ import annotations

import msgspec

from companion.game import Text, View


class CardView(msgspec.Struct, frozen=True):
    """A Data card that this viewer may see: in one line, what it costs and scores, and who can use it.

    ``short`` is what it costs and scores for the little screen.
    """

    card: str
    name: Text
    line: Text
    short: Text
    building: str
    colours: tuple[str, ...]
    points: int


class CounterView(msgspec.Struct, frozen=True):
    """A named counter of a faction; ``turn``: it goes back at the start of each turn."""

    key: str
    name: str
    n: int
    most: int
    turn: bool


class ThingView(msgspec.Struct, frozen=True):
    """How many of an item (hydrogen, carbon, titanium, credit) somebody holds."""

    thing: str
    n: int


class FavorView(msgspec.Struct, frozen=True):
    """Favor earned of one colour."""

    colour: str
    n: int


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player, in public. ``items`` is empty where people keep them; ``cards`` is the size of the hand."""

    seat: int
    faction: str
    name: str
    colour: str
    points: int
    items: tuple[ThingView, ...]
    cards: int
    favor: tuple[FavorView, ...]
    favor_total: int
    sets: int
    knowledge: int
    level: int
    prestige: bool
    counters: tuple[CounterView, ...]
    clock: str


class StepView(msgspec.Struct, frozen=True):
    """A line of the turn's checklist: its text, whether it is done; ``auto``: the box does it."""

    text: Text
    done: bool
    auto: bool = False


class BuildingView(msgspec.Struct, frozen=True, kw_only=True):
    """A building of the city. ``slots`` are the colours of its two slots ("" = empty), ``seats`` who has them."""

    key: str
    name: str
    digit: int
    slots: tuple[str, str]
    seats: tuple[int, int]
    power: Text
    reward: Text
    bonus_of: str
    bonus: str
    visited: bool


class TrackView(msgspec.Struct, frozen=True, kw_only=True):
    """A colour's knowledge. ``seat`` 0: a non-player colour. ``levels`` are the steps of each level."""

    colour: str
    seat: int
    steps: int
    level: int
    length: int
    levels: tuple[int, ...]
    points: tuple[int, ...]
    costs: tuple[Text, ...]


class LineView(msgspec.Struct, frozen=True):
    """A line of the score sheet: in which round, on whose turn, who, how much, and where it came from."""

    round: int
    turn: int
    seat: int
    points: int
    why: str
    text: Text


class SumView(msgspec.Struct, frozen=True):
    """A seat's points by where they came from, for the score sheet, and after each round, for the plot."""

    seat: int
    parts: tuple[tuple[str, int], ...]
    rounds: tuple[int, ...]


class TakeView(msgspec.Struct, frozen=True):
    """What somebody takes, pays or does by hand because of the last act; ``short`` for the little screen."""

    seat: int
    what: Text
    short: Text


class Private(msgspec.Struct, frozen=True):
    """What this seat alone may know: its hand."""

    hand: tuple[CardView, ...]


class FreeRadicalsView(View, frozen=True, kw_only=True):
    """A game as one viewer may know it.

    ``phase`` is setup, turn, final or end. ``turn`` and ``first`` are seats; ``doing`` is the act under way, ``need``
    the kind of pick that it waits for and ``asking`` whose. ``picked`` are its picks so far. ``checklist`` is the
    turn's, ``by_hand`` what people take themselves because of the act that is over. ``display`` are the open Data
    cards, ``deck`` and ``discard`` how many are in these piles. ``sheet`` is every point with where it came from,
    ``sums`` the same for score sheet and plot. ``todo`` is the guided set-up.
    """

    seats: tuple[int, ...]
    turn: int
    first: int
    round: int
    rounds: int
    prestige: int
    players: tuple[PlayerView, ...]
    buildings: tuple[BuildingView, ...]
    tracks: tuple[TrackView, ...]
    items_in_box: bool
    cards_in_box: bool
    aids_in_box: bool
    clock: bool
    doing: str = ""
    need: str = ""
    asking: int = 0
    picked: tuple[str, ...] = ()
    checklist: tuple[StepView, ...] = ()
    by_hand: tuple[TakeView, ...] = ()
    display: tuple[CardView, ...] = ()
    deck: int = 0
    discard: int = 0
    sheet: tuple[LineView, ...] = ()
    sums: tuple[SumView, ...] = ()
    todo: tuple[Text, ...] = ()
    winners: tuple[int, ...] = ()
    ties: str
    holo: str
    ranks: str
    private: Private | None = None
