"""What the display costs: bytes and wire time beside luma's own ``display()``, and the way from a key to the last byte.

Run as a program it prints a line with a dot for every key measured, then one of JSON: name -> (value, baseline). The
bus is a pretended one at 400 kHz: a write takes as long as its bits. ``companion.bench`` runs this and shows what it
found.
"""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

import smbus2
from PIL import Image

from companion.bench import evening
from companion.bench.figure import quantile
from companion.clock import Face, FakeTime, SystemTime
from companion.config import Display
from companion.front import Front
from companion.game import Box, Page, plain
from companion.game.page import Dial, Dials
from companion.game.page import Face as FaceWidget
from companion.journal import Journal
from companion.panel import Key, KeyName, Light
from companion.screens import draw
from companion.words import Words, of_the_house
from firmware_bridge.oled import Oled
from firmware_bridge.simulated import SimulatedPanel

HERTZ = 400_000
QUIET = 0.03
"""Seconds without a byte after which a key has had all its effect."""
Message = tuple[int, ...]


def wire_time(message: Sequence[int]) -> float:
    """Return the seconds that a message takes: start, address and bytes with their acknowledgements, stop."""
    return (9 * (1 + len(message)) + 2) / HERTZ


class PretendedBus:
    """An smbus2.SMBus with a display on it that swallows everything, as fast as 400 kHz allows if ``slow``."""

    sent: list[Message] = []  # noqa: RUF012 - one log for all that is opened
    slow = False
    last = 0.0

    def __init__(self, _port: int) -> None:
        pass

    def write_i2c_block_data(self, _address: int, register: int, data: list[int]) -> None:
        self.write((register, *data))

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self.write(tuple(message))

    def write(self, message: Message) -> None:
        if self.slow:
            time.sleep(wire_time(message))
        PretendedBus.last = time.perf_counter()
        self.sent.append(message)

    def close(self) -> None:
        pass


def taken() -> list[Message]:
    """Return what was sent since the last call."""
    messages = list(PretendedBus.sent)
    PretendedBus.sent.clear()
    return messages


def size(messages: Sequence[Message]) -> int:
    """Return the bytes on the bus: with the address before each message."""
    return sum(1 + len(message) for message in messages)


def pictures() -> dict[str, list[tuple[Image.Image, Image.Image]]]:
    """Return pairs of pictures, one after the other, of the kinds that are compared."""
    words, clock = of_the_house("crossfire"), FakeTime()
    table = evening.open_table(Journal(None), 7, clock)
    evening.talk(table)
    assert table.do(Box(), "clock", {"on": True}).ok
    front = Front(SimulatedPanel(), table, words, clock)
    talk: list[Image.Image] = []
    for _ in range(120):
        clock.advance(1.0)
        table.tick()
        front.step()
        talk.append(front.picture())
    changes = list(_page_changes(front, clock))
    table.stop()
    alone = [_clock_alone(words, seconds) for seconds in range(180, 60, -1)]
    steps = [_dials(words, value) for value in range(13)]
    return {"tick": _pairs(talk), "clock": _pairs(alone), "dial": _pairs(steps), "page": _pairs(changes)}


def _page_changes(front: Front, clock: FakeTime) -> Iterator[Image.Image]:
    names: tuple[KeyName, ...] = ("*", "3", ".", "2", ".", "5", ".", "6", ".", "7", ".", ".", "/", "3", ".", ".")
    for name in names:
        clock.advance(1.0)
        front.feed(Key(name))
        front.step()
        yield front.picture()


def _clock_alone(words: Words, seconds: int) -> Image.Image:
    """Return the largest digits that there are: a clock with the whole display to itself."""
    face = Face("clock", None, True, seconds, 0.0)
    return draw(Page(key="clock", widgets=(FaceWidget("clock"),)), words.naming({}), {"clock": face})


def _dials(words: Words, value: int) -> Image.Image:
    dials = (Dial(plain("Threat"), 3, 0, 6), Dial(plain("Dial A"), value, 0, 12), Dial(plain("Wounds"), 4, 0, 8))
    page = Page(key="dials", widgets=(Dials(dials),), hints=plain("1-3 pick   + - turn"))
    return draw(page, words.naming({}))


def _pairs(row: list[Image.Image]) -> list[tuple[Image.Image, Image.Image]]:
    return [(a, b) for a, b in itertools.pairwise(row) if a.tobytes() != b.tobytes()]


Found = dict[str, tuple[float, float]]


def volumes(driver: str) -> Found:
    """Return what a display is told, ours and luma's: bytes on average and at most, and milliseconds on the wire."""
    from luma.core.interface.serial import i2c
    from luma.oled import device

    oled = Oled(Display(driver=driver), time=FakeTime(), threaded=False)
    luma = getattr(device, driver)(serial_interface=i2c(port=1))
    luma.persist = True
    found: Found = {}
    for kind, pairs in pictures().items():
        ours, theirs = [], []
        for before, after in pairs:
            for picture in (before, after):
                oled.show(picture)
                taken()
                oled.step()
            ours.append(taken())
            luma.display(after)
            theirs.append(taken())
        name = f"oled_{driver}_{kind}"
        found[f"{name}_bytes"] = _mean(map(size, ours)), _mean(map(size, theirs))
        found[f"{name}_bytes_most"] = max(map(size, ours)), max(map(size, theirs))
        found[f"{name}_wire_ms"] = _mean(map(_wire_ms, ours)), _mean(map(_wire_ms, theirs))
    oled.close()
    taken()
    return found


def _wire_ms(messages: Sequence[Message]) -> float:
    return 1000 * sum(map(wire_time, messages))


def _mean(values: Iterable[float]) -> float:
    return statistics.fmean(values)


class DisplayBox(SimulatedPanel):
    """The simulated panel with a display beside it."""

    def __init__(self, oled: Oled) -> None:
        super().__init__()
        self.oled = oled

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        super().show(picture, private, caption)
        self.oled.show(picture)

    def light(self, light: Light) -> None:
        super().light(light)
        self.oled.light(light)


KEYS: tuple[KeyName, ...] = ("*", ".", "*", "3", ".", ".", "/", "3", "1", "*", "-", "+", "6", ".", ".", "/", "5", "2")
"""People at the talk of a Crossfire: the menu and its pages, a claim for seat 3, for seat 5."""


def latency(count: int) -> Found:
    """Return how long ``count`` keys take to the last byte of what they change, and a bare thread with those bytes."""
    bus = PretendedBus(1)
    PretendedBus.slow = True
    times: list[float] = []
    base: list[float] = []
    jobs: SimpleQueue[list[Message]] = SimpleQueue()
    done: SimpleQueue[float] = SimpleQueue()

    def bare() -> None:
        while messages := jobs.get():
            for message in messages:
                bus.write(message)
            done.put(time.perf_counter())

    threading.Thread(target=bare, daemon=True).start()
    with TemporaryDirectory(prefix="tablehand-bench-") as folder:
        table = evening.open_table(Journal(Path(folder) / "evening.sqlite3"), 7, None)
        evening.talk(table)
        oled = Oled(Display(driver="ssd1306"))
        front = Front(DisplayBox(oled), table, of_the_house("crossfire"), SystemTime())
        table.start()
        front.start()
        _settle()
        for name in itertools.islice(itertools.cycle(KEYS), 4 * count):
            taken()
            began = time.perf_counter()
            front.feed(Key(name))
            _settle()
            spent, messages = PretendedBus.last - began, taken()
            if not any(message[0] == 0x40 for message in messages):
                continue  # a key that changes nothing to be seen
            times.append(spent)
            began = time.perf_counter()
            jobs.put(messages)
            base.append(done.get() - began)
            print(".", flush=True)
            if len(times) == count:
                break
        jobs.put([])
        front.stop()
        oled.close()
        table.stop()
    return {
        f"key_last_byte_{name}_ms": (1000 * quantile(times, part), 1000 * quantile(base, part))
        for name, part in (("median", 0.5), ("p99", 0.99))
    }


def _settle() -> None:
    """Return when nothing has been sent for a while."""
    seen = -1
    while seen != len(PretendedBus.sent):
        seen = len(PretendedBus.sent)
        time.sleep(QUIET)


def main(arguments: list[str]) -> int:
    """Measure with as many keys as the first argument says, and print the figures."""
    smbus2.SMBus = PretendedBus  # type: ignore[misc,assignment]  # stands in
    found = volumes("ssd1306") | volumes("sh1106") | latency(int(arguments[0]) if arguments else 300)
    print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
