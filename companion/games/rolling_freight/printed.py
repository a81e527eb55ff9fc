"""What a publisher prints, checked: the tables, the dice, the cards, the maps."""

from __future__ import annotations

import msgspec

from companion.game import Packed

from .atlas import Atlas
from .terms import COLOURS, FAST, IMPROVEMENTS, Period, die_of


class Limits(Packed, frozen=True):
    """How much of something a player, or the table, can have; ``cubes`` are those for links."""

    contracts: int
    improvements: int
    cubes: int
    sticks: int
    stock: int


class Cargo(Packed, frozen=True):
    """How many markers of each colour the bag begins with."""

    blue: int
    gray: int
    red: int
    yellow: int

    def items(self) -> tuple[str, ...]:
        """Return all markers."""
        return tuple(colour for colour in COLOURS for _ in range(getattr(self, colour)))


class Markers(Packed, frozen=True, rename={"b": "B", "c": "C"}):
    """How many markers there are to cover circles: of phases B and C, and of saturated cities."""

    b: int
    c: int
    saturation: int


class Pays(Packed, frozen=True, rename={"a": "A", "b": "B", "c": "C"}):
    """Points for each cargo marker at the end of a phase."""

    a: int
    b: int
    c: int

    def of(self, phase: Period) -> int:
        """Return the points of a marker in ``phase``."""
        return {"A": self.a, "B": self.b, "C": self.c}[phase]


class Symbols(Packed, frozen=True):
    """What the symbols are worth."""

    cubes: int
    points: int
    double: int


class Prices(Packed, frozen=True):
    """Generic dice by place or step."""

    price: tuple[int, ...]
    verified: bool = True


class Payout(Packed, frozen=True):
    """Points for a finished link: a row a length, a column a number of contracts held."""

    rows: tuple[tuple[int, ...], ...]
    verified: bool = True

    def points(self, length: int, held: int) -> int:
        """Return the points for a link of ``length`` squares finished while holding ``held`` contracts."""
        row = self.rows[min(length, len(self.rows)) - 1]
        return row[min(held, len(row)) - 1]


class Bonus(Packed, frozen=True):
    """Points for a delivery by the number of its links."""

    slow: tuple[int, ...]
    fast: tuple[int, ...]
    verified: bool = True

    def row(self, colour: str) -> tuple[int, ...]:
        """Return the row that holds for cargo of ``colour``."""
        return self.fast if colour in FAST else self.slow

    def points(self, colour: str, links: int) -> int:
        """Return the bonus for cargo of ``colour`` over so many links."""
        row = self.row(colour)
        return row[min(links, len(row)) - 1]


class DieKind(Packed, frozen=True):
    """Dice of one kind: how many there are, and the six faces of each."""

    count: int
    faces: tuple[str, ...]
    verified: bool = True


class Cards(Packed, frozen=True):
    """How many cards there are of the improvements that bring no die."""

    acquisition: int
    planner: int
    storage: int
    friendly: int
    builder: int
    verified: bool = True


class Tables(Packed, frozen=True):
    """The file of tables. Without ``markers`` maps are not held to any."""

    limits: Limits
    cargo: Cargo
    pays: Pays
    symbols: Symbols
    slots: Prices
    improvements: Prices
    stations: Prices
    payout: Payout
    bonus: Bonus
    dice: dict[str, DieKind]
    cards: Cards
    without: dict[str, dict[str, int]]
    two: dict[str, int]
    markers: Markers | None = None


class Printed(msgspec.Struct, frozen=True):
    """The checked packs: tables, and maps by their key."""

    tables: Tables
    maps: dict[str, Atlas]

    def count(self, improvement: str) -> int:
        """Return how many cards of an improvement there are in the box."""
        die = die_of(improvement)
        number: int = self.tables.dice[die].count if die else getattr(self.tables.cards, improvement)
        return number

    def improvement_deck(self, map_key: str, players: int) -> tuple[str, ...]:
        """Return the improvement cards of a game (rulebook, "Create the Improvement Deck" and the two-player rules)."""
        if players == 2:
            return tuple(kind for kind in IMPROVEMENTS for _ in range(self.tables.two.get(kind, 0)))
        without = self.tables.without.get(map_key, {})
        return tuple(kind for kind in IMPROVEMENTS for _ in range(self.count(kind) - without.get(kind, 0)))
