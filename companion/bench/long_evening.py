"""Ten thousand commands in one evening: the last ones are to be as fast as the first, and so is a new start."""

from __future__ import annotations

import shutil
import time
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
    """The measurement: ``count`` commands of bots at a table for seven, game after game, then a new start."""

    title = "long evening"

    def __init__(self, count: int = 10_000) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of commands."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        tenth = self.count // 10
        with place() as folder:
            path = folder / "evening.sqlite3"
            clock = FakeTime()
            table = evening.open_table(Journal(path), 7, clock)
            rng = Random(1)
            for _ in evening.commands(table, clock, min(WARM_UP, tenth), rng):
                pass
            took: list[float] = []
            for spent in evening.commands(table, clock, self.count, rng):
                took.append(spent)
                tick()
            rows = table.now().row
            # As after a power cut: nothing is tidied up, the next start finds the file and its log as they lie there.
            cut = folder / "cut"
            cut.mkdir()
            for left in folder.glob("evening.sqlite3*"):
                if left.suffix != ".copy":
                    shutil.copyfile(left, cut / left.name)
            table.journal.close()
            size = path.stat().st_size
            began = time.perf_counter()
            shelf = Shelf(*packs.open_library(TITLES, None).boxes())
            again = Table(shelf, Journal(cut / path.name), Dice(), FakeTime())
            restart = time.perf_counter() - began
            if again.now().row != rows:
                raise Failed(f"of {rows} rows the new start found {again.now().row}")
            again.journal.close()
        first, last = took[:tenth], took[-tenth:]
        return [
            Figure(
                name="evening_command_ms",
                label=f"one command, last {tenth} of {self.count} (base: first {tenth}), median",
                value=1000 * median(last),
                unit="ms",
                base=1000 * median(first),
                aim=1.2,
            ),
            Figure(
                name="evening_command_mean_ms",
                label="the same, mean (with the new games and their back-ups)",
                value=1000 * sum(last) / tenth,
                unit="ms",
                base=1000 * sum(first) / tenth,
            ),
            Figure(name="evening_restart_s", label=f"restart from {rows} rows", value=restart, unit="s", aim=1.0),
            Figure(name="evening_journal_mb", label="the evening's file", value=size / 1e6, unit="MB"),
        ]
