"""How long a table takes to start and how much memory it holds, beside a process that only imports its libraries."""

from __future__ import annotations

import time
from pathlib import Path

from companion.bench import evening, process
from companion.bench.commits import place
from companion.bench.figure import Figure, Ticks, median
from companion.bench.keys import PHONES
from companion.bench.phones import Room

AIM = 1.3
WARM_UP = 1
"""Starts before the first that counts: files come into the system's cache, code is compiled."""


class Start:
    """The measurement: ``count`` starts of a table and of the bare process by turns, on an evening with ten seats.

    A table says when its display has the first picture, complete with how to join or where the game stands (one that
    does not: when it serves that picture over HTTP, which it is asked for in any case); the bare process says when it
    has imported everything.
    """

    title = "start"

    def __init__(self, count: int = 15) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of starts."""
        return self.count + WARM_UP

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure both by turns."""
        seats = [(f"/stream?seat={s}", f"table={evening.token(s)}") for s in range(1, PHONES + 1)]
        bare_file = str(Path(__file__).with_name("baseline_import.py"))
        shown: list[float] = []
        served_at: list[float] = []
        base: list[float] = []
        sizes: list[float] = []
        base_sizes: list[float] = []
        with place() as folder:
            table_of = process.table_of(process.state(folder / "state", PHONES))
            for n in range(self.count + WARM_UP):
                with process.started(table_of, process.OPEN) as table:
                    port = process.port_of(table)
                    process.see_picture(port)
                    served = time.monotonic() - table.began
                    room = Room(port, seats)
                    room.wait_for_pages()
                    size = table.memory()
                    room.close()
                with process.started((bare_file,), "imported") as bare:
                    bare_size = bare.memory()
                if n >= WARM_UP:
                    shown.append(table.at(process.SHOWN) or served)
                    served_at.append(served)
                    base.append(bare.at("imported") or 0.0)
                    sizes.append(size)
                    base_sizes.append(bare_size)
                tick()
        return [
            Figure(
                name="start_picture_ms",
                label="start → first picture (base: imports only)",
                value=1000 * median(shown),
                unit="ms",
                base=1000 * median(base),
                aim=AIM,
            ),
            Figure(
                name="start_served_ms",
                label="start → that picture in a browser (the same base)",
                value=1000 * median(served_at),
                unit="ms",
                base=1000 * median(base),
            ),
            Figure(
                name="memory_streams_mb",
                label="memory with 10 streams (base: imports only)",
                value=median(sizes),
                unit="MB",
                base=median(base_sizes),
                aim=AIM,
            ),
        ]
