"""From a key to what people see: the picture on the display, and the pages of ten phones."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from companion.app import Appliance
from companion.bench import evening, process
from companion.bench.commits import last_bytes, place
from companion.bench.figure import Failed, Figure, Ticks, spread
from companion.bench.phones import Room
from companion.config import Settings, changed, load
from companion.panel import Key, KeyName

PHONES = 10
WARM_UP = 10
GAP = 0.02
"""Seconds between two keys: people are slower."""

Keyed = tuple[Room, Callable[[], float]]
"""Phones, and what posts a key that reaches them all: it returns the seconds until the last of them has it."""


class Pictures:
    """The measurement: ``count`` keys into a table at the talk of a Crossfire for ten, until the picture has changed.

    Half of them open and close the table's menu, half stop the clock and let it run on: commands, kept on disk.
    """

    title = "key to picture"

    def __init__(self, count: int = 400) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of keys."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        moves: list[float] = []
        acts: list[float] = []
        with place() as folder:
            appliance = Appliance(_settings(process.state(folder / "state", PHONES)))
            appliance.table.start()
            appliance.front.start()
            try:
                time.sleep(0.5)
                for n in range(self.count + 4):
                    name: KeyName = ("*", "backspace", "1", "1")[n % 4]
                    spent = _picture(appliance, name)
                    if n >= 4:
                        (moves if n % 4 < 2 else acts).append(spent)
                        tick()
            finally:
                appliance.stop()
        return [
            *spread("key_picture", "key → picture ready", moves + acts),
            *spread("key_picture_move", "… of a key that only looks", moves)[:1],
            *spread("key_picture_act", "… of a key that acts", acts)[:1],
        ]


def _settings(folder: Path) -> Settings:
    return changed(load(None), state=str(folder), port=0)


def _picture(appliance: Appliance, name: KeyName) -> float:
    """Press a key and return the seconds until the panel has a new picture."""
    time.sleep(GAP)
    before = now = appliance.panel.latest()
    began = time.perf_counter()
    appliance.panel.inputs.put(Key(name))
    while now.picture == before.picture:
        later = appliance.panel.wait(now.serial, 5)
        if later is None:
            raise Failed(f"key {name} changed nothing on the display")
        now = later
    return time.perf_counter() - began


class Phones:
    """The measurement: ``count`` keys of a table in a process of its own, until the last of ten phones has the update.

    The key stops the clock of the talk or lets it run on; it comes in over HTTP, as from the panel in a browser. After
    each of them the same client sends as much through the bare echo, and through one that keeps each key as we do.
    """

    title = "key to phones"

    def __init__(self, count: int = 300) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of keys."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure all by turns."""
        seats = [(f"/stream?seat={s}", f"table={evening.token(s)}") for s in range(1, PHONES + 1)]
        streams = [("/stream", "")] * PHONES
        echo = str(Path(__file__).with_name("baseline_echo.py"))
        with place() as folder, contextlib.ExitStack() as stack:

            def keyed(command: Sequence[str], ready: str, paths: Sequence[tuple[str, str]], key: str) -> Keyed:
                started = stack.enter_context(process.started(command, ready))
                room = stack.enter_context(contextlib.closing(Room(process.port_of(started), paths)))
                press = partial(room.post, key, b'{"kind":"key","name":"1"}')
                for _ in range(WARM_UP):
                    press()
                return room, press

            state = process.state(folder / "state", PHONES)
            room, ours = keyed(process.table_of(state), process.OPEN, seats, "/panel/input")
            size = sum(p.size for p in room.phones) // PHONES
            kept = str(folder / "keys.sqlite3"), str(last_bytes(state / "evening.sqlite3"))
            _, bare = keyed((echo, str(size)), "port ", streams, "/key")
            _, keeping = keyed((echo, str(size), *kept), "port ", streams, "/key")
            times: tuple[list[float], ...] = ([], [], [])
            for _ in range(self.count):
                for press, taken in zip((ours, bare, keeping), times, strict=True):
                    taken.append(press())
                tick()
        label = "key → last of 10 phones (base: bare echo"
        return [
            *spread("key_phones", f"{label})", times[0], times[1], aim=1.5, tail_aim=1.5),
            *spread("key_phones_kept", f"{label} that keeps each key)", times[0], times[2])[:1],
            Figure(name="phone_event_bytes", label="bytes of an update", value=size, unit=""),
        ]
