"""Hands at a box: a table with toys on the shelf, keys half a second apart, a display that can be read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from companion.chance import Dice, Fate
from companion.clock import FakeTime
from companion.console import Join
from companion.front import Front
from companion.game import Title
from companion.journal import Journal
from companion.panel import Hold, Press, Release
from companion.shelf import Shelf
from companion.table import Table
from companion.words import Words, of_the_house
from firmware_bridge.simulated import SimulatedPanel, button, key
from tests.toys import auction, pig, tictactoe

TITLES: tuple[Title, ...] = (tictactoe.TITLE, pig.TITLE, auction.TITLE)
TOYS = Path(__file__).parents[1] / "toys"
JOIN = Join("HTTP://10.41.0.1/#ABCDEFGHIJKLMNO", "10.41.0.1", "4719")


class Hands:
    """Everything at one box, by hand. ``keys`` counts the strokes and holds since the last ``count()``."""

    def __init__(
        self,
        folder: Path,
        titles: tuple[Title, ...] = TITLES,
        words: Words | None = None,
        packs: Mapping[str, Mapping[str, bytes]] | None = None,
    ) -> None:
        self.time = FakeTime()
        self.fate = Fate(Dice(random.Random(7)))
        shelf = Shelf(*((title, (packs or {}).get(title.meta.key, {})) for title in titles))
        self.table = Table(shelf, Journal(folder / "evening.db"), self.fate, self.time)
        self.panel = SimulatedPanel()
        self.words = words or _words()
        self.switched_off = 0
        self.front = Front(
            self.panel,
            self.table,
            self.words,
            self.time,
            join=JOIN,
            links=lambda seat: f"HTTP://10.41.0.1/#SEAT{seat}",
            switch_off=self._off,
        )
        self.front.step()

    def _off(self) -> None:
        self.switched_off += 1

    def wait(self, seconds: float) -> None:
        """Let time pass in quarters of a second, as the threads would see it."""
        for _ in range(max(1, round(seconds * 4))):
            self.time.advance(min(0.25, seconds))
            self.table.tick()
            self.front.step()

    def type(self, strokes: str, apart: float = 0.5) -> str:
        """Type keys, ``apart`` seconds between them. Returns what stands on the display then."""
        for stroke in strokes.split():
            self.wait(apart)
            self.front.feed(key(stroke))
            self.front.step()
        return self.front.text()

    def press(self, name: str) -> str:
        """Press a button shortly."""
        self.wait(0.5)
        self.front.feed(Press(button(name)), Release(button(name)))
        self.front.step()
        return self.front.text()

    def down(self, *names: str, seconds: float) -> str:
        """Hold buttons for so long, and go on holding."""
        self.wait(0.5)
        self.front.feed(*(Press(button(name)) for name in names))
        self.front.step()
        self.wait(seconds)
        return self.front.text()

    def up(self, *names: str) -> str:
        """Let buttons go."""
        self.front.feed(*(Release(button(name)) for name in names))
        self.front.step()
        return self.front.text()

    def hold(self, name: str, seconds: float) -> str:
        """Hold as a script does it: all at one moment."""
        self.wait(0.5)
        self.front.feed(Press(button(name)), Hold(button(name), seconds), Release(button(name)))
        self.front.step()
        return self.front.text()

    def do(self, actor: object, tag: str, **answers: object) -> None:
        """Do something from elsewhere: a phone, a script."""
        reply = self.table.do(actor, tag, answers)  # type: ignore[arg-type]  # one of its words
        assert reply.ok, reply
        self.front.step()

    def text(self) -> str:
        return self.front.text()

    def rows(self) -> int:
        """How many rows the journal has."""
        return self.table.now().row


def _words() -> Words:
    house = of_the_house()
    toys = Words.load(*(file.read_bytes() for file in sorted(TOYS.glob("*.toml"))))
    return Words(house._lists | toys._lists)
