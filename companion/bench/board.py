"""The dial board's wire: from new dials on its rings to a knob's turn in answer, over a pty."""

from __future__ import annotations

import importlib.util

from companion.bench.figure import Figure, Ticks
from companion.bench.process import told_by


class BoardWire:
    """The measurement, made by a process of its own: nothing in ``companion`` knows a device.

    ``count`` round trips to the board's own protocol under MicroPython's unix port, and as many to a MicroPython that
    only sends back. Without it (it comes with what the tests need), or without pyserial, there is nothing to measure.
    """

    title = "dial board"

    def __init__(self, count: int = 1000) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of round trips."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        if any(importlib.util.find_spec(name) is None for name in ("micropython_unix", "serial")):
            return []
        told = told_by("firmware_bridge.bench_board", self.count, tick)
        return [
            Figure(
                name=f"board_{name}_ms",
                label=f"dials → board → knob's turn, over a pty (base: bare echo), {name}",
                value=value,
                unit="ms",
                base=base,
            )
            for name in ("median", "p99")
            for value, base in [told[f"board_{name}_ms"]]
        ]
