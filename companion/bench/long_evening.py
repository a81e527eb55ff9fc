"""Ten thousand commands in one evening: the last ones are to be as fast as the first, and so is a new start."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from companion import packs
from companion.bench import evening
from companion.bench.commits import place
from companion.bench.figure import Failed, Figure, Ticks, median
from companion.chance import Dice
from companion.clock import FakeTime
from companion.games import TITLES
from companion.journal import Journal
from companion.shelf import Shelf
from companion.table import Table

WARM_UP = 200
"""Commands before the first that count: imports, caches and the file's first pages."""


class LongEvening:
    """The measurement: ``count`` commands of bots at a table for seven, game after game, then a new start.

    While the last tenth is played, a second evening begins beside it and plays its first tenth by turns with it:
    whatever the machine does meanwhile, it does to both.
    """

    title = "long evening"

    def __init__(self, count: int = 10_000) -> None:
        self.count = count
        self._tenth = count // 10

    def samples(self) -> int:
        """Return the number of commands, those of the second evening too."""
        return self.count + self._tenth

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        with place() as folder:
            path = folder / "evening.sqlite3"
            table, played = _evening(path, self.count, min(WARM_UP, self._tenth))
            took: list[float] = []
            for spent in islice(played, self.count - self._tenth):
                took.append(spent)
                tick()
            fresh_table, fresh_played = _evening(folder / "fresh.sqlite3", self._tenth, min(WARM_UP, self._tenth))
            last: list[float] = []
            fresh: list[float] = []
            for old, new in zip(played, fresh_played, strict=True):
                last.append(old)
                fresh.append(new)
                tick()
                tick()
            rows = table.now().row
            restart = _restart(path, folder / "cut", rows)
            for each in (table, fresh_table):
                each.journal.close()
            size = path.stat().st_size
        named = f"one command, last {self._tenth} of {self.count}"
        return [
            Figure(
                name="evening_command_ms",
                label=f"{named}, median (base: first {self._tenth}, by turns)",
                value=1000 * median(last),
                unit="ms",
                base=1000 * median(fresh),
                aim=1.2,
            ),
            Figure(
                name="evening_command_mean_ms",
                label="the same, mean: with new games and their back-ups",
                value=1000 * sum(last) / len(last),
                unit="ms",
                base=1000 * sum(fresh) / len(fresh),
            ),
            Figure(
                name="evening_command_same_ms",
                label=f"{named}, median (base: first {self._tenth} of the same evening)",
                value=1000 * median(last),
                unit="ms",
                base=1000 * median(took[: self._tenth]),
            ),
            Figure(name="evening_restart_s", label=f"restart from {rows} rows", value=restart, unit="s", aim=1.0),
            Figure(name="evening_journal_mb", label="the evening's file", value=size / 1e6, unit="MB"),
        ]


def _evening(path: Path, count: int, warm_up: int) -> tuple[Table, Iterator[float]]:
    """Return a table, warmed up, and its next ``count`` commands, to be played by whoever asks for their times."""
    clock = FakeTime()
    table = evening.open_table(Journal(path), 7, clock)
    rng = Random(1)
    for _ in evening.commands(table, clock, warm_up, rng):
        pass
    return table, evening.commands(table, clock, count, rng)


def _restart(path: Path, cut: Path, rows: int) -> float:
    """Return how many seconds a new start takes, as after a power cut: from the file and its log as they lie there.

    Raises Failed when it does not find all ``rows``.
    """
    cut.mkdir()
    for left in path.parent.glob(f"{path.name}*"):
        shutil.copyfile(left, cut / left.name)
    began = time.perf_counter()
    shelf = Shelf(*packs.open_library(TITLES, None).boxes())
    again = Table(shelf, Journal(cut / path.name), Dice(), FakeTime())
    spent = time.perf_counter() - began
    found = again.now().row
    again.journal.close()
    if found != rows:
        raise Failed(f"of {rows} rows the new start found {found}")
    return spent
