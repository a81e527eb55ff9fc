"""Processes that the bench starts and measures: a whole table, and the baselines."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.bench import evening
from companion.bench.figure import Failed, Ticks
from companion.journal import Journal

HOME = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
SHOWN, OPEN = "the display is on", "The table is open"
"""What a table says when its display has the first picture, and when its pages are served."""


class Process:
    """A Python process of ours that says on its output how far it has come.

    ``began`` is when it was started; ``said`` the lines that it has printed, with the seconds until each came.
    """

    def __init__(self, arguments: Sequence[str], ready: str) -> None:
        """Start it and wait for the line that holds ``ready``. Raises Failed when it ends before."""
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-P", *arguments],
            cwd=HOME,
            # Code is compiled once, at the first start, also where the bench's own surroundings forbid to keep it.
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self._process.stdout is not None
        self.said: list[tuple[str, float]] = []
        while self.at(ready) is None:
            line = self._process.stdout.readline().decode(errors="replace")
            if not line:
                self.close()
                why = self.said[-1][0] if self.said else "it said nothing"
                raise Failed(f"{' '.join(arguments)} did not start: {why}")
            self.said.append((line.strip(), time.monotonic() - self.began))

    def at(self, sign: str) -> float | None:
        """Return after how many seconds it said something with ``sign`` in it, None when it has not."""
        return next((at for line, at in self.said if sign in line), None)

    def memory(self) -> float:
        """Return the megabytes of memory that it holds. Raises OSError where the system does not tell (not Linux)."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise Failed("the process has no memory")

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def told_by(module: str, count: int, tick: Ticks) -> dict[str, tuple[float, float]]:
    """Run a module that measures devices (nothing here knows one) and return its numbers, each with its baseline.

    It prints a line with a dot for every sample, then one of JSON. Raises Failed when it ends otherwise.
    """
    last = ""
    command = [sys.executable, "-P", "-m", module, str(count)]
    with subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line == ".\n":
                tick()
            last = line
    if process.returncode:
        raise Failed(f"the process ended with {process.returncode}")
    return {name: (value, base) for name, (value, base) in json.loads(last).items()}


@contextmanager
def started(arguments: Sequence[str], ready: str) -> Iterator[Process]:
    """Start a process, wait until it says ``ready``, and end it with the block."""
    process = Process(arguments, ready)
    try:
        yield process
    finally:
        process.close()


def state(folder: Path, players: int) -> Path:
    """Make a state directory whose evening stands in the talk of a Crossfire with ``players`` phones."""
    folder.mkdir(mode=0o700)
    table = evening.open_table(Journal(folder / "evening.sqlite3"), players)
    evening.talk(table)
    table.stop()
    return folder


def table_of(folder: Path) -> tuple[str, ...]:
    """Return how a table is started on the state directory ``folder``, on a free port."""
    return "-m", "companion", "run", "--state", str(folder), "--port", "0"


def port_of(process: Process) -> int:
    """Return the port in what it has said last: "port 5000", or in an address. Raises Failed.

    Where output is unbuffered, the next line may already have run into that one.
    """
    line = process.said[-1][0]
    found = re.search(r"(?:port |127\.0\.0\.1:)([0-9]+)", line)
    if found is None:
        raise Failed(f"no port in {line!r}")
    return int(found[1])


def see_picture(port: int) -> None:
    """Return as soon as the table serves a picture of its display that shows something. Raises Failed."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as stream:
        stream.sendall(f"GET /panel/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        came = b""
        while True:
            piece = stream.recv(1 << 16)
            if not piece:
                raise Failed(f"no picture: {came[:200]!r}")
            came += piece
            if any(b'"picture"' in e and not _blank(e) for e in came.split(b"\n\n")[:-1]):
                return


def _blank(event: bytes) -> bool:
    picture = event.partition(b'"picture":"')[2].partition(b'"')[0]
    return not picture.strip(b"A=")
