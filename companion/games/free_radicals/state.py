"""Where a game of Free Radicals stands."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.effects import Do
from companion.game import Draw, State, Step
from companion.pile import Bag, Pile

from .commands import FreeRadicalsSetup
from .verbs import BUILDINGS, COLOURS

Stage = Literal["setup", "turn", "final", "end"]


class Lay(Step, frozen=True, tag="lay"):
    """The display is to be filled up from the deck."""


class Card(msgspec.Struct, frozen=True, array_like=True):
    """A Data card in a hand: which, the draw that brought it ("" = taken from the display), and who else knows."""

    card: str
    draw: str = ""
    open: bool = False


class Point(msgspec.Struct, frozen=True, array_like=True):
    """One line of the score sheet: in which round and on whose turn who scored how much, why, and of what."""

    round: int
    turn: int
    seat: int
    points: int
    why: str
    what: str = ""


class Picked(msgspec.Struct, frozen=True, array_like=True):
    """A pick of the act under way."""

    what: str
    n: int = 1


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A number that a seat told at the end."""

    seat: int
    n: int


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One player: faction and colour, points, items, earned favor by colour (in the order of COLOURS).

    ``counters`` go with the faction's counters of the pack, ``done`` are the steps ticked this turn. ``learned`` names
    the secret picks of others that this player knows the answer to: Data cards that came in exchange.
    """

    seat: int
    faction: str
    colour: str
    points: int = 0
    hydrogen: int = 0
    carbon: int = 0
    titanium: int = 0
    credit: int = 0
    hand: tuple[Card, ...] = ()
    favor: tuple[int, ...] = (0, 0, 0, 0, 0)
    counters: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    learned: tuple[str, ...] = ()

    def has(self, what: str) -> int:
        """Return how many the player holds of a thing, of "any" resource, or of "data"."""
        if what == "any":
            return self.hydrogen + self.carbon + self.titanium
        if what == "data":
            return len(self.hand)
        number: int = getattr(self, what)
        return number

    def favor_of(self, colour: str) -> int:
        """Return the favor earned of one colour."""
        return self.favor[COLOURS.index(colour)]

    @property
    def items(self) -> int:
        """How many items the box knows of: resources, Credits and Data cards."""
        return self.has("any") + self.credit + len(self.hand)


class FreeRadicalsState(State, frozen=True, kw_only=True):
    """One game.

    ``players`` go with the seats; ``knowledge`` (steps) with COLOURS, ``slots`` (seats) with BUILDINGS. ``first`` is
    the first player, 0 until drawn. ``visited`` are this turn's buildings. ``discard`` are the Data cards laid off,
    ``barren``: the deck is known to hold nothing that anyone here could use. ``drawn`` and ``moves`` count draws and
    secret picks, for their names; ``shown`` names those that everybody has learned since.

    ``doing`` is the act under way ("" = none), ``agenda`` what is left of it, ``picks`` what was picked since the
    agenda stood as it does: they are not in the numbers yet. ``fresh``: the act can still be left. ``by_hand``
    are the steps of it, or of the act before in this turn, that people do themselves. ``counted``: the
    points at the end are given. ``log`` is the score sheet; a player's points are always its sum.
    """

    agenda: tuple[Draw | Do | Lay, ...] = ()
    options: FreeRadicalsSetup
    stage: Stage = "setup"
    players: tuple[Player, ...]
    knowledge: tuple[int, ...] = (0, 0, 0, 0, 0)
    first: int = 0
    turn: int = 0
    round: int = 0
    prestige: int = 0
    slots: tuple[tuple[int, ...], ...] = ((),) * len(BUILDINGS)
    visited: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    deck: Pile = Pile()
    discard: Bag = Bag()
    barren: bool = False
    drawn: int = 0
    moves: int = 0
    shown: tuple[str, ...] = ()
    doing: str = ""
    picks: tuple[Picked, ...] = ()
    fresh: bool = True
    by_hand: tuple[Do, ...] = ()
    counted: bool = False
    left: tuple[Told, ...] = ()
    splits: tuple[Told, ...] = ()
    log: tuple[Point, ...] = ()

    @property
    def items_in_box(self) -> bool:
        """Whether the box keeps resources and Credits."""
        return self.keeper("items") == "app"

    @property
    def cards_in_box(self) -> bool:
        """Whether the box deals the Data cards."""
        return self.keeper("data") == "app"

    @property
    def aids_in_box(self) -> bool:
        """Whether the box keeps the factions' checklists and counters."""
        return self.keeper("aids") == "app"

    def player(self, seat: int) -> Player:
        """Return the player at ``seat``."""
        return self.players[self.seats.index(seat)]

    def with_player(self, player: Player) -> FreeRadicalsState:
        """Return the state with ``player`` in place of the one at that seat."""
        at = self.seats.index(player.seat)
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def owner(self, colour: str) -> int:
        """Return the seat that plays ``colour``, 0 for a non-player colour."""
        return next((player.seat for player in self.players if player.colour == colour), 0)

    def steps(self, colour: str) -> int:
        """Return how far the knowledge of ``colour`` has come."""
        return self.knowledge[COLOURS.index(colour)]

    def controllers(self, building: str) -> tuple[int, ...]:
        """Return who controls a building, in the order of its slots."""
        return self.slots[BUILDINGS.index(building)]

    def scored(self, seat: int, points: int, why: str, what: str = "") -> FreeRadicalsState:
        """Return the state after ``seat`` scored, with its line on the score sheet (none for no points)."""
        if not points:
            return self
        player = self.player(seat)
        line = Point(self.round, self.turn, seat, points, why, what)
        after = replace(self, log=(*self.log, line))
        return after.with_player(replace(player, points=player.points + points))

    def in_turn(self, seat: int) -> tuple[int, ...]:
        """Return all seats, from ``seat`` on clockwise."""
        at = self.seats.index(seat)
        return (*self.seats[at:], *self.seats[:at])
