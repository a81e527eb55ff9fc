"""Keypads for tests: evdev's own reading, over pipes that carry the kernel's ``struct input_event``."""

from __future__ import annotations

import contextlib
import errno
import os
import struct
from collections.abc import Collection, Iterable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion import config
from companion.clock import FakeTime
from companion.panel import Inputs, Key
from firmware_bridge.keypad import Keypad

evdev = pytest.importorskip("evdev", reason="evdev is not there: it has to be built, which takes gcc and headers")
InputEvent = evdev.InputEvent
KP = {"0": 82, "1": 79, "2": 80, "3": 81, "4": 75, "5": 76, "6": 77, "7": 71, "8": 72, "9": 73}
NAVIGATION = {"0": 110, "1": 107, "2": 108, "3": 109, "4": 105, "6": 106, "7": 102, "8": 103, "9": 104}
KPENTER, ENTER, NUMLOCK = 96, 28, 69
PAD = frozenset({*KP.values(), KPENTER, NUMLOCK, 14, 55, 74, 78, 83, 98})
KEYBOARD = frozenset(range(1, 120))
MEDIA = frozenset({113, 114, 115, 140})
EVENT = struct.Struct("llHHi")
MS = 0.001


def packed(events: Iterable[tuple[float, int, int, int]]) -> bytes:
    """Pack (seconds, type, code, value) as the kernel does."""
    return b"".join(
        EVENT.pack(int(at), round(at % 1 * 1e6) % 1_000_000, kind, code, value) for at, kind, code, value in events
    )


def strokes(*codes: int, at: float = 100.0, apart: float = 0.2) -> list[tuple[float, int, int, int]]:
    """K(code): press and release of each, each with its SYN_REPORT."""
    events = []
    for code in codes:
        for value in (1, 0):
            events += [(at, 1, code, value), (at, 0, 0, 0)]
            at += apart / 2
    return events


class Plug:
    """One device file that can be typed on, denied and pulled out."""

    def __init__(self, folder: Path, number: int, name: str = "Pad", keys: Collection[int] = PAD) -> None:
        self.path = folder / f"event{number}"
        self.name, self.keys = name, frozenset(keys)
        self.path.write_bytes(b"")
        self.ends: list[int] = []
        self.held: set[int] = set()
        self.device: Any = None  # whoever opened it last
        self.opened = self.grabbed = 0
        self.denied = self.busy = False
        self.error = 0

    def send(self, events: Iterable[tuple[float, int, int, int]]) -> None:
        data = packed(events)
        for end in self.ends:
            with contextlib.suppress(BrokenPipeError):  # nobody reads it
                os.write(end, data)

    def pull(self, code: int = errno.ENODEV) -> None:
        """Out it goes: its file too, and whoever reads gets the error."""
        self.error = code
        self.path.unlink(missing_ok=True)
        self.hang_up()

    def hang_up(self) -> None:
        for end in self.ends:
            os.close(end)
        self.ends = []


class FakeDevice(evdev.InputDevice):  # type: ignore[misc, name-defined]  # that library has no types
    """evdev's InputDevice over a pipe: it reads as it always does; what it asks the kernel, the plug answers."""

    def __init__(self, plug: Plug) -> None:
        if plug.denied:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.plug = plug
        self.path, self.name = str(plug.path), plug.name
        self.fd, writing = os.pipe()
        os.set_blocking(self.fd, False)
        plug.ends.append(writing)
        plug.device = self
        plug.opened += 1

    def capabilities(self, *_arguments: Any, **_options: Any) -> dict[int, list[int]]:
        return {0: [0, 1], 1: sorted(self.plug.keys)}

    def read(self) -> Any:
        if self.plug.error:
            raise OSError(self.plug.error, os.strerror(self.plug.error))
        return super().read()

    def active_keys(self, *_arguments: Any) -> list[int]:
        if self.plug.error:
            raise OSError(self.plug.error, os.strerror(self.plug.error))
        return sorted(self.plug.held)

    def grab(self) -> None:
        if self.plug.busy:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.plug.grabbed += 1


class Desk:
    """A folder of device files, a keypad reader on a fake clock, and what it heard."""

    def __init__(self, folder: Path, **wanted: Any) -> None:
        self.folder = folder
        self.time = FakeTime(0.0)
        self.inputs: Inputs = SimpleQueue()
        self.plugs: dict[str, Plug] = {}
        self.keypad = Keypad(config.Keypad(**wanted), self.inputs, folder=folder, open_device=self.open, time=self.time)

    def open(self, path: str) -> Any:
        return FakeDevice(self.plugs[path])

    def plug(self, number: int, name: str = "Pad", keys: Collection[int] = PAD) -> Plug:
        plug = Plug(self.folder, number, name, keys)
        self.plugs[str(plug.path)] = plug
        return plug

    def look(self, seconds: float = 1.0) -> None:
        """Let time pass: long enough for the next look, unless told otherwise."""
        self.time.advance(seconds)
        self.keypad.step(0)

    def heard(self, settle: bool = True) -> list[str]:
        """Read what was sent, let the zeros go, and return the names of the strokes since the last time."""
        self.keypad.step(0)
        if settle:
            self.time.advance(0.04)
            self.keypad.step(0)
        found: list[str] = []
        while True:
            try:
                item = self.inputs.get_nowait()
            except Empty:
                return found
            assert isinstance(item, Key)
            found.append(str(item.name))

    def close(self) -> None:
        self.keypad.close()
        for plug in self.plugs.values():
            plug.hang_up()
