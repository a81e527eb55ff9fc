"""The dial board's wire: from new dials on its rings to a knob's turn in answer, over a pty."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

from companion.bench.figure import Failed, Figure, Ticks
from companion.bench.process import HOME


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
        command = [sys.executable, "-P", "-m", "firmware_bridge.bench_board", str(self.count)]
        last = ""
        with subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line == ".\n":
                    tick()
                last = line
        if process.returncode:
            raise Failed(f"the process ended with {process.returncode}")
        return [
            Figure(
                name=f"board_{name}_ms",
                label=f"dials → board → knob's turn, over a pty (base: bare echo), {name}",
                value=value,
                unit="ms",
                base=base,
            )
            for name in ("median", "p99")
            for value, base in [json.loads(last)[f"board_{name}_ms"]]
        ]
