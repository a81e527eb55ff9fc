"""A game of Rolling Freight as a viewer may know it: what pages, big screen and little screen are drawn from."""

from __future__ import annotations

import msgspec

from companion.game import Text, View

from .chart import MapView


class DieView(msgspec.Struct, frozen=True):
    """A die of a pool: its kind, the face up ("" = in the hand), its colours, a symbol, whether it is spent.

    ``coin`` is the name under which it is picked to pay.
    """

    kind: str
    face: str
    colours: tuple[str, ...]
    symbol: str
    spent: bool
    coin: str
    name: Text


class WorkView(msgspec.Struct, frozen=True):
    """A contract under construction; ``length`` 0: the box does not know the map; ``cubes`` -1: people keep them."""

    contract: str
    colour: str
    number: int
    name: Text
    cubes: int
    length: int
    where: Text | None


class CardView(msgspec.Struct, frozen=True):
    """An improvement that somebody holds: ``acts`` from the turn after the one in which it was bought."""

    kind: str
    name: Text
    acts: bool


class CountView(msgspec.Struct, frozen=True):
    """How many of something of one colour."""

    colour: str
    n: int


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """One player. ``dice`` and ``stock`` are empty where people keep them. ``station`` is the next one's price."""

    seat: int
    colour: str
    points: int
    dice: tuple[DieView, ...]
    unspent: int
    works: tuple[WorkView, ...]
    improvements: tuple[CardView, ...]
    stations: int
    station: int
    stock: tuple[CountView, ...]
    cargo: tuple[CountView, ...]
    markers: int
    links: int
    squares: int


class SlotView(msgspec.Struct, frozen=True):
    """A place of the contract track, the lowest first; ``contract`` "" = a gap."""

    place: int
    contract: str
    colour: str
    number: int
    name: Text
    price: int
    length: int
    where: Text | None


class MarketView(msgspec.Struct, frozen=True):
    """A place of the improvement track, the lowest first; ``kind`` "" = a gap. ``gives`` is what it is good for."""

    place: int
    kind: str
    name: Text
    price: int
    gives: Text | None


class LineView(msgspec.Struct, frozen=True):
    """A line of the score sheet: in which phase, on whose turn, who, how much, and where it came from."""

    period: str
    turn: int
    seat: int
    points: int
    why: str
    text: Text


class SumView(msgspec.Struct, frozen=True):
    """A seat's points by where they came from, and in all."""

    seat: int
    parts: tuple[tuple[str, int], ...]
    total: int


class RowView(msgspec.Struct, frozen=True):
    """A row of a printed table."""

    name: Text
    numbers: tuple[int, ...]


class RollingFreightView(View, frozen=True, kw_only=True):
    """A game as anybody may know it: nothing in it is secret.

    ``phase`` is lay, draft, turn, final or end; ``period`` the game's own phase, A to C, of ``periods``. ``ender``
    has the end-of-phase card, ``last`` turns are left then. ``doing`` is the act under way, ``need`` the kind of pick
    it waits for; ``waits`` is the component of which people have to tell what came ("struck": of a disaster), ``asks``
    what of it. ``route`` are the contracts of the delivery under way, between ``from_city`` and ``to_city``; ``gain``
    what it brings. ``can`` are the acts that could be begun now ("build": of the first contract).
    """

    seats: tuple[int, ...]
    turn: int
    first: int
    period: str
    periods: int
    ender: int
    last: int
    map: str
    map_name: str
    players: tuple[PlayerView, ...]
    slots: tuple[SlotView, ...]
    market: tuple[MarketView, ...]
    deck: int
    supply: int
    bag: tuple[CountView, ...]
    draft: tuple[int, ...] = ()
    doing: str = ""
    need: str = ""
    waits: str = ""
    asks: Text | None = None
    picked: tuple[str, ...] = ()
    gain: Text | None = None
    route: tuple[str, ...] = ()
    from_city: str = ""
    to_city: str = ""
    deliveries: int = 0
    can: tuple[str, ...] = ()
    board: MapView | None = None
    dice_in_box: bool
    deck_in_box: bool
    market_in_box: bool
    map_in_box: bool
    cubes_in_box: bool
    stock_in_box: bool
    payout: tuple[RowView, ...] = ()
    bonus: tuple[RowView, ...] = ()
    stations: tuple[int, ...] = ()
    sheet: tuple[LineView, ...] = ()
    sums: tuple[SumView, ...] = ()
    winners: tuple[int, ...] = ()
