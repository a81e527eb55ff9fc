"""What the dial board's wire costs: from new dials on the rings to a knob's turn in answer, over a pty.

Run as a program it prints a line with a dot for every round trip measured, then one of JSON: name -> (value, baseline).
The board's protocol runs under MicroPython's unix port, and turns a knob as soon as its rings change. The baseline is a
bare MicroPython on the same kind of line that sends back what it gets: as many bytes as the dials took. Without
MicroPython there is nothing to measure. ``companion.bench`` runs this and shows what it found.
"""

from __future__ import annotations

import importlib.util
import json
import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import msgspec

from companion.bench.figure import quantile
from companion.config import Board
from companion.panel import Input, Ring
from firmware_bridge.board_link import BoardLink, Port, pyserial
from firmware_bridge.framing import frame

FIRMWARE = Path(__file__).parent / "firmware"
LONGEST = 30.0
"""Seconds after which an answer will not come."""
_BEGIN = """
import sys, time
sys.path.insert(0, sys.argv[2])
from protocol import Board
from wire import Wire
end = open(int(sys.argv[1]), 'r+b')
wire = Wire(end, end)
"""
_ECHO = """
while True:
    wire.write(wire.read(5))
"""
BOARD = """
board, shown = Board('bench', 'boot', 3, time.ticks_diff), []
while True:
    data, now = wire.read(5), time.ticks_ms()
    board.receive(data, now)
    if board.rings is not shown:
        shown = board.rings
        board.turn(0, 1)
    wire.write(board.due(now))
"""


@contextmanager
def micropython(program: str) -> Iterator[str]:
    """Run a program at the far end of a pty; gives the name of the near end."""
    far, near = os.openpty()
    tty.setraw(near)
    command = [sys.executable, "-m", "micropython_unix", "-c", _BEGIN + program, str(far), str(FIRMWARE)]
    with subprocess.Popen(command, pass_fds=(far,)) as process:
        try:
            yield os.ttyname(near)
        finally:
            process.kill()
            os.close(far)
            os.close(near)


def rings(value: int) -> tuple[Ring, ...]:
    """Return three dials, as many as a page has at the most."""
    return tuple(Ring(name.lower(), name, value % 7, 0, 6) for name in ("Threat", "Dial A", "Wounds"))


def board(count: int) -> list[float]:
    """Return the seconds from new dials to the turn of a knob, ``count`` times."""
    inputs: SimpleQueue[Input | None] = SimpleQueue()
    times = []
    with micropython(BOARD) as near:
        _, opens = pyserial()
        port = Port(near, Board().usb, "bench")
        link = BoardLink(Board(), inputs, ports=lambda: [port], open_port=opens)
        link.show(rings(0))
        link.start()
        inputs.get(timeout=LONGEST)
        for n in range(1, count + 1):
            began = time.perf_counter()
            link.show(rings(n))
            inputs.get(timeout=LONGEST)
            times.append(time.perf_counter() - began)
            print(".", flush=True)
        link.close()
    return times


def echo(count: int) -> list[float]:
    """Return the seconds that as many bytes as three dials take take to a bare echo and back, ``count`` times."""
    told = {"t": "show", "s": 1, "n": 1, "d": [(r.label, r.value, r.low, r.high) for r in rings(0)]}
    data = frame(msgspec.json.encode(told))
    times = []
    with micropython(_ECHO) as near:
        line = os.open(near, os.O_RDWR | os.O_NOCTTY)
        try:
            for n in range(count + 1):
                began = time.perf_counter()
                os.write(line, data)
                left = len(data)
                while left:
                    if not select.select([line], [], [], LONGEST)[0]:
                        raise TimeoutError("the echo does not answer")
                    left -= len(os.read(line, left))
                if n:  # the first one waits for the program's start
                    times.append(time.perf_counter() - began)
        finally:
            os.close(line)
    return times


def main(arguments: list[str]) -> int:
    """Measure as many round trips as the first argument says, and print the figures."""
    found: dict[str, tuple[float, float]] = {}
    if importlib.util.find_spec("micropython_unix") is not None:
        count = int(arguments[0]) if arguments else 1000
        base, times = echo(count), board(count)
        for name, part in (("median", 0.5), ("p99", 0.99)):
            found[f"board_{name}_ms"] = 1000 * quantile(times, part), 1000 * quantile(base, part)
    print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
