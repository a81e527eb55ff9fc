"""A table without a room around it: toys on the shelf, faked time, a seeded fate."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chance import Dice, Fate
from companion.clock import FakeTime
from companion.game import Title
from companion.journal import Journal
from companion.shelf import Shelf
from companion.table import Table
from tests.toys import auction, pig, tictactoe

TITLES: tuple[Title, ...] = (tictactoe.TITLE, pig.TITLE, auction.TITLE)


class House:
    """A table that can be closed and opened again on the same journal."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = FakeTime()
        self.fate = Fate(Dice(random.Random(7)))
        self.table = self.open()

    def open(self) -> Table:
        """Open the journal where it lies."""
        shelf = Shelf(*((title, {}) for title in TITLES))
        self.table = Table(shelf, Journal(self.path), self.fate, self.time)
        return self.table

    def restart(self) -> Table:
        """Switch off tidily, and on again."""
        self.table.stop()
        return self.open()

    def seat(self, *names: str) -> None:
        """Seat people with phones called after them."""
        for name in names:
            assert self.table.sit(None, name, f"phone of {name}").ok

    def wait(self, seconds: float) -> None:
        """Let time pass in small steps, as the writer's thread would see it."""
        for _ in range(round(seconds * 4)):
            self.time.advance(0.25)
            self.table.tick()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return an empty table."""
    house = House(tmp_path / "evening.db")
    yield house
    house.table.stop()
