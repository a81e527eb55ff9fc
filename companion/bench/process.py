"""Processes that the bench starts and measures: a whole table, and the baselines."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.bench import evening
from companion.bench.figure import Failed
from companion.journal import Journal

HOME = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Process:
    """A Python process of ours that says something on its output once it is ready. ``began`` is when it was started."""

    def __init__(self, *arguments: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-P", *arguments],
            cwd=HOME,
            # Code is compiled once, at the first start, also where the bench's own surroundings forbid to keep it.
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline().decode()
        self.ready = time.monotonic() - self.began
        if not self.said:
            self._process.wait(PATIENCE)
            self._errors.seek(0)
            why = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            self.close()
            raise Failed(f"{' '.join(arguments)} did not start: {why}")

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
        self._errors.close()


@contextmanager
def started(*arguments: str) -> Iterator[Process]:
    """Start a process, and end it with the block."""
    process = Process(*arguments)
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
    """Return the port in the address that a table has printed. Raises Failed."""
    found = process.said.rpartition(":")[2].partition("/")[0].strip()
    if not found.isdecimal():
        raise Failed(f"no address in {process.said!r}")
    return int(found)


def first_picture(port: int) -> None:
    """Return as soon as the table serves a picture of its display that shows something."""
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
