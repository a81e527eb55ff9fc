"""What is left of plugging in and out: keys, pictures and turns that counted, then threads, files and memory.

Run as a program it prints a line with a dot for every round, then one of JSON: name -> (value, baseline). A keypad (on
a pipe), a display (on a pretended bus) and a dial board (its own protocol under MicroPython's unix port, on a pty) are
pulled out and put back, the clock of whoever looks for them running as fast as they can. The baseline of what counted
is what was sent; that of the rest is what was held after a fifth of the rounds. ``companion.bench`` shows it.
"""

from __future__ import annotations

import errno
import gc
import importlib.util
import json
import os
import struct
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from PIL import Image

from companion import config
from companion.clock import FakeTime
from companion.panel import Inputs
from firmware_bridge.bench_board import BOARD, LONGEST, micropython, rings
from firmware_bridge.board_link import BoardLink, Line, Port, pyserial
from firmware_bridge.keypad import Keypad
from firmware_bridge.oled import Oled
from firmware_bridge.strokes import EV_KEY

STEP = 0.1
"""Seconds by which the fake clock goes on between looks."""
_EVENT = struct.Struct("llHHi")
_DIGITS = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)
_PAD = frozenset({*_DIGITS, 96, 69, 14, 55, 74, 78, 83, 98})
Held = tuple[int, int, float]


class Event(NamedTuple):
    """One event of the kernel's."""

    type: int
    code: int
    value: int
    at: float

    def timestamp(self) -> float:
        return self.at


class Pad:
    """A keypad's device file: a pipe that carries the kernel's events; pulled out it says that it is no device."""

    name = "pad"

    def __init__(self) -> None:
        self.fd, self._end = os.pipe()
        os.set_blocking(self.fd, False)
        self.out = False

    def press(self, code: int) -> None:
        events = ((EV_KEY, code, 1), (0, 0, 0), (EV_KEY, code, 0), (0, 0, 0))
        os.write(self._end, b"".join(_EVENT.pack(0, 0, *event) for event in events))

    def pull(self) -> None:
        self.out = True
        os.close(self._end)

    def read(self) -> Iterable[Event]:
        if self.out:
            raise OSError(errno.ENODEV, "No such device")
        data = os.read(self.fd, 100 * _EVENT.size)
        return [Event(kind, code, value, at) for at, _, kind, code, value in _EVENT.iter_unpack(data)]

    def active_keys(self) -> Collection[int]:
        return ()

    def capabilities(self) -> dict[int, Any]:
        return {EV_KEY: sorted(_PAD)}

    def grab(self) -> None:
        pass


class Bus:
    """A display's bus that can be pulled out; counts what came over it."""

    out = False
    taken = 0

    def command(self, *cmd: int) -> None:
        self._take(len(cmd))

    def data(self, data: Any) -> None:
        self._take(len(data))

    def _take(self, count: int) -> None:
        if Bus.out:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        Bus.taken += count

    def cleanup(self) -> None:
        pass


def held() -> Held:
    """Return this process's threads, open files and megabytes of memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir())), pages * os.sysconf("SC_PAGESIZE") / 1e6


Found = dict[str, tuple[float, float]]


def rounds(name: str, count: int, one: Callable[[int], tuple[int, int]]) -> Found:
    """Make ``count`` rounds, each of which says how much counted and how much was sent."""
    counted = sent = 0
    first = held()
    for turn in range(count):
        came, gone = one(turn)
        counted, sent = counted + came, sent + gone
        print(".", flush=True)
        if turn + 1 == max(1, count // 5):
            first = held()
    last = held()
    found: Found = {f"rounds_{name}_counted": (counted, sent)}
    for what, now, before in zip(("threads", "files", "memory_mb"), last, first, strict=True):
        found[f"rounds_{name}_{what}"] = now, before
    return found


def keypad(count: int) -> Found:
    """Pull a keypad out and put it back under another name; five digits each time."""
    clock, inputs = FakeTime(), SimpleQueue[Any]()
    pads: dict[str, Pad] = {}
    with tempfile.TemporaryDirectory(prefix="tablehand-bench-") as folder:

        def opened(path: str) -> Pad:
            pads[path] = Pad()
            return pads[path]

        reader = Keypad(config.Keypad(), inputs, folder=Path(folder), open_device=opened, time=clock)

        def one(turn: int) -> tuple[int, int]:
            file = Path(folder) / f"event{turn % 7}"
            file.touch()
            _until(lambda: str(file) in pads, lambda: reader.step(0), clock)
            for n in range(5):
                pads[str(file)].press(_DIGITS[(turn + n) % 10])
                reader.step(0)
                clock.advance(STEP)
            reader.step(0)
            file.unlink()
            pads.pop(str(file)).pull()
            reader.step(0)
            return _emptied(inputs), 5

        found = rounds("keypad", count, one)
        reader.close()
    return found


def display(count: int) -> Found:
    """Pull a display out while a picture is sent, and put it back: the whole picture must come."""
    clock = FakeTime()
    oled = Oled(config.Display(driver="ssd1306"), open_bus=lambda _: Bus(), time=clock, threaded=False)
    pictures = [Image.new("1", (128, 64), lit) for lit in (0, 1)]

    def one(turn: int) -> tuple[int, int]:
        Bus.out = True
        oled.show(pictures[turn % 2])
        _until(lambda: not oled.status().ok, oled.step, clock)
        Bus.out, Bus.taken = False, 0
        _until(lambda: oled.status().ok, oled.step, clock)
        return int(Bus.taken >= 1024), 1

    found = rounds("display", count, one)
    oled.close()
    return found


def board(count: int) -> Found:
    """Pull a dial board out and put it back, started anew, under another name: its turn of a knob must come."""
    inputs: Inputs = SimpleQueue()
    there: list[Port] = []
    _, opens = pyserial()

    def opened(device: str) -> Line:
        return opens(device.partition("=")[2])

    link = BoardLink(config.Board(), inputs, ports=lambda: there, open_port=opened)
    link.start()

    def one(turn: int) -> tuple[int, int]:
        with micropython(BOARD.replace("boot", f"boot {turn}")) as near:
            there[:] = [Port(f"/dev/ttyACM{turn % 3}={near}", config.Board().usb, "bench")]
            link.show(rings(turn))
            inputs.get(timeout=LONGEST)
            there.clear()
        while link.status().text.startswith("bench at"):  # until it has seen that it is gone
            link.show(rings(turn + 1))
            threading.Event().wait(0.005)
        _emptied(inputs)  # the turns for what was shown before it went
        return 1, 1

    found = rounds("board", count, one)
    link.close()
    return found


def _until(true: Callable[[], bool], step: Callable[[], object], clock: FakeTime) -> None:
    for _ in range(10_000):
        if true():
            return
        step()
        clock.advance(STEP)
    raise TimeoutError("it never came back")


def _emptied(inputs: SimpleQueue[Any]) -> int:
    return sum(1 for _ in _all(inputs))


def _all(inputs: SimpleQueue[Any]) -> Iterator[Any]:
    while not inputs.empty():
        yield inputs.get()


def main(arguments: list[str]) -> int:
    """Make as many rounds with each device as the first argument says, and print the figures."""
    count = int(arguments[0]) if arguments else 100
    found = keypad(count) | display(count)
    if importlib.util.find_spec("micropython_unix") is not None:
        found |= board(count)
    print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
