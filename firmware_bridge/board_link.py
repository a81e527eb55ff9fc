"""The dial board on the USB: found by what it is, talked to by one thread, back after whatever happens to it.

pyserial is imported when a BoardLink is made; without it Missing says so.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from companion.clock import SystemTime, Time
from companion.config import Board as Wanted
from companion.panel import Inputs, Key, Ring, Turn
from firmware_bridge.board_talk import VERSION, Event, Hello, Talk
from firmware_bridge.status import Missing, Status

LOOK_EVERY = 1.0
"""Seconds between looks at what is plugged in: a board is at work again that soon after it was put back."""
SOON = 0.1
"""The same after one was lost."""
WAITS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a board that was there and of no use is tried again: after the first time, the second, …"""
_LOG = logging.getLogger(__name__)
_BROKEN = select.POLLERR | select.POLLHUP | select.POLLNVAL
_BUSY = (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK)


class Port(msgspec.Struct, frozen=True):
    """A serial port: its device file, and what the USB device behind it says of itself ("" and "" where none is)."""

    device: str
    usb: str
    serial: str


class Line(Protocol):
    """What is used of ``serial.Serial``: opened without waiting on reads."""

    def fileno(self) -> int: ...
    def read(self, size: int = 1) -> bytes: ...
    def write(self, data: bytes) -> int | None: ...
    def close(self) -> None: ...


class BoardLink:
    """The board that ``wanted`` means. Turned knobs come into ``inputs``; ``show`` sets the rings; neither ever waits.

    ``dials`` holds the latest that was done to the knobs, whether or not it meant anything. ``start`` starts the
    thread; tests call ``step``. ``ports`` lists what is plugged in, ``open_port`` opens one of them.
    """

    def __init__(
        self,
        wanted: Wanted,
        inputs: Inputs,
        *,
        ports: Callable[[], Iterable[Port]] | None = None,
        open_port: Callable[[str], Line] | None = None,
        time: Time | None = None,
    ) -> None:
        self.inputs = inputs
        self.dials: deque[Event] = deque(maxlen=100)
        if ports is None or open_port is None:
            found, opens = pyserial()
            ports, open_port = ports or found, open_port or opens
        self._wanted = wanted
        self._ports, self._open_port = ports, open_port
        self._time = time or SystemTime()
        self._talk = Talk(int.from_bytes(os.urandom(3), "big"))
        self._rings: tuple[Ring, ...] = ()
        self._line: Line | None = None
        self._port: Port | None = None
        self._serial = wanted.serial  # once known, no other will do while it runs
        self._look_at = self._try_at = float("-inf")
        self._fails = 0
        self._text = "none found; it is optional"
        self._ok = True
        self._told = ""
        self._stopping = threading.Event()
        self._wake = os.pipe()
        for end in self._wake:
            os.set_blocking(end, False)
        self._thread: threading.Thread | None = None

    # whoever uses it

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._thread.start()

    def show(self, dials: Sequence[Ring]) -> None:
        """Let the rings show these dials, the first on the first; the latest wins."""
        self._rings = tuple(dials)
        self._rouse()

    @property
    def settled(self) -> bool:
        """Whether the board has said that it shows the latest."""
        return self._talk.settled and self._rings == self._talk.rings

    def status(self) -> Status:
        return Status("board", self._ok, self._text)

    def close(self) -> None:
        """Stop; the board's rings go dark by themselves."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._rouse()
        if self._thread is not None:
            self._thread.join(3)
        self._drop()
        for end in self._wake:
            os.close(end)

    def _rouse(self) -> None:
        with contextlib.suppress(OSError):  # full: it is roused already; closed: nobody is there to be
            os.write(self._wake[1], b"x")

    # its thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.step()
            except Exception:  # noqa: BLE001 - whatever a board does, the next connection is to be made
                _LOG.exception("the dial board's reader stumbled")
                self._drop()
                self._stopping.wait(LOOK_EVERY)
        if self._line is not None:
            self._talk.show(())
            with contextlib.suppress(OSError, ValueError, TypeError):
                self._line.write(self._talk.due(self._time.monotonic()))

    def step(self, longest: float | None = None) -> None:
        """Look for the board when it is time, wait for what comes (at most ``longest`` seconds), answer."""
        now = self._time.monotonic()
        if self._line is None and now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._look(now)
        if self._rings != self._talk.rings:
            self._talk.show(self._rings)
        wait = max(0.0, self._look_at - now)
        line = self._line
        if line is not None:
            wait = self._talk.wakes(now)
            try:
                self._send(line, now)
                if self._line is line:
                    self._receive(line, wait if longest is None else min(wait, longest))
                    self._send(line, self._time.monotonic())
            except (OSError, ValueError, TypeError) as error:  # pyserial's own are OSErrors, but for a closed one's
                self._lose(str(error))
            return
        self._await(None, wait if longest is None else min(wait, longest))

    def _send(self, line: Line, now: float) -> None:
        told = self._talk.due(now)
        if told:
            line.write(told)
        if self._talk.trouble:
            self._give_up(self._talk.trouble, now)

    def _receive(self, line: Line, wait: float) -> None:
        flags = self._await(line, wait)
        if not flags:
            return
        data = line.read(4096)
        if not data and flags & _BROKEN:
            raise OSError("unplugged")
        before = self._talk.board
        for event in self._talk.feed(data, self._time.monotonic()):
            self._heard(event)
        if self._talk.board is not None and self._talk.board is not before and not self._talk.trouble:
            self._greeted(self._talk.board)

    def _await(self, line: Line | None, wait: float) -> int:
        """Wait for the board or for somebody who wants something. Returns what poll says of the board."""
        poll = select.poll()
        poll.register(self._wake[0], select.POLLIN)
        board = -1
        if line is not None:
            board = line.fileno()
            poll.register(board, select.POLLIN)
        flags = 0
        for fd, seen in poll.poll(int(wait * 1000) + (1 if wait > 0 else 0)):
            if fd == board:
                flags = seen
            else:
                os.read(self._wake[0], 4096)
        return flags

    def _heard(self, event: Event) -> None:
        self.dials.append(event)
        if not event.key:
            return
        # A push on a knob takes what was set by it, as Enter does.
        self.inputs.put(Turn(event.key, event.steps) if event.steps else Key("enter"))

    # finding it, losing it

    def _look(self, now: float) -> None:
        if not self._wanted.usb:
            self._say("off: none is to be used", True)
            return
        fitting = [p for p in self._ports() if p.usb == self._wanted.usb]
        named = [p for p in fitting if not self._serial or p.serial.lower() == self._serial.lower()]
        if not named:
            there = ", ".join(p.serial or "one without" for p in fitting)
            if self._wanted.serial and fitting:
                self._say(f"{self._wanted.serial} is not there, but {there}; see [board] serial", False)
            else:
                self._say(f"{self._serial} is unplugged" if self._serial else "none found; it is optional", True)
            self._fails, self._try_at = 0, float("-inf")  # whatever comes now was just plugged in
            return
        if len(named) > 1:
            serials = ", ".join(sorted(p.serial or "one without" for p in named))
            self._say(f"more than one: {serials}; name yours in [board] serial", False)
            return
        if now >= self._try_at:
            self._open(named[0], now)

    def _open(self, port: Port, now: float) -> None:
        try:
            self._line = self._open_port(port.device)
        except OSError as error:
            number = error.errno
            if number in _BUSY:
                self._say(f"{port.device} is in use by another program; it is tried again", False)
            elif number in (errno.EACCES, errno.EPERM):
                self._say(f"{port.device} may not be used; its user must be in the group dialout", False)
                self._later(now)
            else:
                self._say(f"{port.device} does not open ({error})", False)
                self._later(now)
            return
        self._port = port
        self._talk.open(now)
        if not self._fails:
            self._say(f"{port.device} is open; waiting for the board to say who it is", True, log=False)

    def _later(self, now: float) -> None:
        self._try_at = now + WAITS[min(self._fails, len(WAITS) - 1)]
        self._fails += 1

    def _greeted(self, board: Hello) -> None:
        port = self._port
        if port is None:
            return
        self._fails = 0
        self._serial = self._serial or port.serial
        self._say(f"{board.id or port.serial} at {port.device}, {board.dials} dials", True)

    def _give_up(self, trouble: str, now: float) -> None:
        port, board = self._port, self._talk.board
        self._drop()
        where = port.device if port else "its port"
        if trouble == "version" and board is not None:
            mine = f"the board's program speaks version {board.v} of the messages, this table version {VERSION}"
            self._say(f"{mine}; put this table's program on it (hardware.md, The dial board)", False)
        else:
            self._say(_unheard(where), False)
        self._later(now)

    def _lose(self, why: str) -> None:
        """Close at the first error; what comes back under another name is found by what it is."""
        where = self._port.device if self._port else "its port"
        if self._talk.board is None:  # it never said a word: told once, tried less and less often
            self._drop()
            self._say(_unheard(where), False)
            self._later(self._time.monotonic())
            return
        _LOG.warning("board: lost at %s (%s); it is looked for again", where, why)
        self._drop()
        self._told = ""
        self._say("unplugged; it is looked for again", True, log=False)
        self._look_at = self._time.monotonic() + SOON

    def _drop(self) -> None:
        line, self._line, self._port = self._line, None, None
        if line is not None:
            with contextlib.suppress(OSError):
                line.close()

    def _say(self, text: str, ok: bool, log: bool = True) -> None:
        self._text, self._ok = text, ok
        if log and text != self._told:
            self._told = text
            _LOG.log(logging.INFO if ok else logging.WARNING, "board: %s", text)


def _unheard(where: str) -> str:
    return f"nothing is heard of the board at {where}; is its program on it? (hardware.md)"


def pyserial() -> tuple[Callable[[], Iterable[Port]], Callable[[str], Line]]:
    """Return what lists the ports and what opens one. Raises Missing without pyserial."""
    try:
        import termios

        import serial
        from serial.tools import list_ports
    except ImportError as error:
        raise Missing("pyserial is not installed (on Debian: apt install python3-serial)") from error

    def ports() -> list[Port]:
        if sys.platform == "linux" and not any(Path("/dev").glob("ttyACM*")):
            return []  # spares a look through all of /sys every second
        return [
            Port(p.device, f"{p.vid:04x}:{p.pid:04x}", p.serial_number or "")
            for p in list_ports.comports()
            if p.vid is not None and p.pid is not None
        ]

    def open_port(device: str) -> Line:
        try:
            line: Line = serial.Serial(device, 115200, timeout=0, write_timeout=1.0, exclusive=True)
        except termios.error as error:  # gone between being seen and being opened
            raise OSError(*error.args) from error
        return line

    return ports, open_port
