"""From a key to what people see: the picture on the display, and the pages of ten phones."""

from __future__ import annotations

import time
from pathlib import Path

from companion.app import Appliance
from companion.bench import evening, process
from companion.bench.commits import place
from companion.bench.figure import Failed, Figure, Ticks, spread
from companion.bench.phones import Room
from companion.config import Settings, changed, load
from companion.panel import Key, KeyName

PHONES = 10
WARM_UP = 10
GAP = 0.02
"""Seconds between two keys: people are slower."""


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
    each of them the same client sends as much through the bare echo.
    """

    title = "key to phones"

    def __init__(self, count: int = 300) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of keys."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure both by turns."""
        seats = [(f"/stream?seat={s}", f"table={evening.token(s)}") for s in range(1, PHONES + 1)]
        body = b'{"kind":"key","name":"1"}'
        times: list[float] = []
        base: list[float] = []
        with (
            place() as folder,
            process.started(process.table_of(process.state(folder / "state", PHONES)), process.OPEN) as table,
        ):
            ours = Room(process.port_of(table), seats)
            for _ in range(WARM_UP):
                ours.post("/panel/input", body)
            size = sum(p.size for p in ours.phones) // PHONES
            echo_file = str(Path(__file__).with_name("baseline_echo.py"))
            with process.started((echo_file, str(size)), "port ") as bare:
                echo = Room(process.port_of(bare), [("/stream", "")] * PHONES)
                for _ in range(WARM_UP):
                    echo.post("/key", body)
                for _ in range(self.count):
                    times.append(ours.post("/panel/input", body))
                    base.append(echo.post("/key", body))
                    tick()
                echo.close()
            ours.close()
        return [
            *spread("key_phones", "key → last of 10 phones (base: bare echo)", times, base, aim=1.5, tail_aim=1.5),
            Figure(name="phone_event_bytes", label="bytes of an update", value=size, unit=""),
        ]
