"""What a running countdown costs: processor time of a whole table with a display, beside one whose clock stands.

Run as a program it prints a line with a dot for every second measured, then one of JSON: name -> (value, baseline). The
display hangs on a pretended bus that takes the time of 400 kHz. ``companion.bench`` runs this and shows what it found.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import smbus2

from companion.bench import evening
from companion.clock import SystemTime
from companion.config import Display
from companion.front import Front
from companion.game import Box
from companion.journal import Journal
from companion.words import of_the_house
from firmware_bridge.bench_oled import DisplayBox, PretendedBus
from firmware_bridge.oled import Oled
from firmware_bridge.service import Service

HOUR = 3600.0
SETTLE = 1.5
"""Seconds that a table may take to draw and save what it was told before it is measured."""


class _Manager:
    """A service manager that takes word and says nothing."""

    def notify(self, message: str) -> None:
        pass


def spent(seconds: int) -> tuple[float, float]:
    """Return the processor's seconds an hour with the clock running, and with it standing still."""
    PretendedBus.slow = True
    with TemporaryDirectory(prefix="tablehand-bench-") as folder:
        table = evening.open_table(Journal(Path(folder) / "evening.sqlite3"), 7, SystemTime())
        evening.talk(table)
        oled = Oled(Display(driver="ssd1306"))
        front = Front(DisplayBox(oled), table, of_the_house("crossfire"), SystemTime())
        service = Service(table, front, notifier=_Manager())
        table.start()
        front.start()
        service.start()
        found = []
        for running in (True, False):
            assert table.do(Box(), "clock", {"on": running}).ok
            time.sleep(SETTLE)
            began = time.process_time()
            for _ in range(seconds):
                time.sleep(1.0)
                print(".", flush=True)
            found.append((time.process_time() - began) * HOUR / seconds)
        service.stop()
        front.stop()
        oled.close()
        table.stop()
    return found[0], found[1]


def main(arguments: list[str]) -> int:
    """Measure for as many seconds each as the first argument says, and print the figure."""
    smbus2.SMBus = PretendedBus  # type: ignore[misc,assignment]  # stands in
    print(json.dumps({"countdown_cpu_s_per_hour": spent(int(arguments[0]) if arguments else 20)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
