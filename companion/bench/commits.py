"""The journal: what a commit costs, beside the bare insert of as many bytes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.bench import evening
from companion.bench.baseline_insert import Bare
from companion.bench.figure import Figure, Ticks, spread
from companion.clock import FakeTime
from companion.journal import Entry, Journal

WARM_UP = 200
"""Commits before the first that count: until the file's log has its full size."""
_DISKS = ("/var/tmp", "/tmp")


@contextlib.contextmanager
def place() -> Iterator[Path]:
    """Yield a new folder on a real disk where there is one: /tmp may be memory, where a commit costs nothing."""
    disk = next((d for d in _DISKS if Path(d).is_dir()), None)
    with TemporaryDirectory(prefix="tablehand-bench-", dir=disk) as made:
        yield Path(made)


class TimedJournal(Journal):
    """A journal that notes how long every commit took, and how many bytes it was given."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path)
        self.took: list[float] = []
        self.bytes = 0

    def commit(self, entries: list[Entry], moment: tuple[int, int, bytes] | None) -> None:
        """Commit as ever."""
        began = time.perf_counter()
        super().commit(entries, moment)
        self.took.append(time.perf_counter() - began)
        self.bytes = sum(map(_size, entries)) + (len(moment[2]) if moment else 0)


def last_bytes(path: Path) -> int:
    """Return how many bytes the last commit to the journal at ``path`` held. It may be open elsewhere."""
    with contextlib.closing(Journal(path)) as journal:
        row = journal.last_row()
        moment = journal.moment(row)
        assert moment is not None
        return sum(map(_size, journal.entries(after=row - 1))) + len(moment[1])


def _size(entry: Entry) -> int:
    words = (entry.actor, entry.command, entry.label, entry.ident, entry.owner)
    return sum(map(len, words)) + 40


class Commits:
    """The measurement: ``count`` commands of Crossfire bots at a table for seven, a bare insert after each."""

    title = "journal"

    def __init__(self, count: int = 1500) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of commands."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure both, one after the other, command by command: what slows the disk slows both."""
        with place() as folder:
            clock = FakeTime()
            journal = TimedJournal(folder / "evening.sqlite3")
            table = evening.open_table(journal, 7, clock)
            bare = Bare(folder / "bare.sqlite3")
            base: list[float] = []
            sizes: list[int] = []
            for _ in evening.commands(table, clock, self.count, Random(1)):
                base.append(bare.insert(journal.bytes))
                sizes.append(journal.bytes)
                tick()
            table.stop()
            bare.close()
        took = journal.took[-len(base) :]
        warm = min(WARM_UP, len(base) // 4)
        return [
            *spread("journal_commit", "journal commit", took[warm:], base[warm:]),
            Figure(name="journal_commit_bytes", label="bytes of a commit", value=sum(sizes) / len(sizes), unit=""),
        ]
