"""The display's bus: bytes and time beside luma's own ``display()``, and from a key to the last byte."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping

from companion.bench.figure import Figure, Ticks
from companion.bench.process import told_by

TICK_AIM = 1 / 8
PAGE_AIM = 1.05
KEY_AIM = 1.5
_KINDS = {
    "tick": "a second of the talk's clock",
    "clock": "a second of a clock alone",
    "dial": "a dial's step",
    "page": "another page",
}

Numbers = Mapping[str, tuple[float, float]]


class DisplayBus:
    """The measurement, made by a process of its own: nothing in ``companion`` knows a device.

    ``count`` keys at a table with a display on a pretended I2C bus that takes the time of 400 kHz; as many times a
    bare thread writes the same bytes to the same bus. Without luma (a laptop) there is nothing to measure.
    """

    title = "display"

    def __init__(self, count: int = 300) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of keys."""
        return self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        if importlib.util.find_spec("luma") is None:
            return []
        return figures(told_by("firmware_bridge.bench_oled", self.count, tick))


def figures(numbers: Numbers) -> list[Figure]:
    """Return what the process has measured as figures."""
    found = []
    for driver in ("ssd1306", "sh1106"):
        for kind, said in _KINDS.items():
            label = f"{driver}: {said}"
            name = f"oled_{driver}_{kind}"
            value, base = numbers[f"{name}_bytes"]
            aim = TICK_AIM if kind in ("tick", "clock") else None
            found.append(
                Figure(
                    name=f"{name}_bytes", label=f"{label}, bytes (base: luma)", value=value, unit="", base=base, aim=aim
                )
            )
            value, base = numbers[f"{name}_bytes_most"]
            aim = PAGE_AIM if kind == "page" else None
            found.append(
                Figure(name=f"{name}_bytes_most", label="… the most", value=value, unit="", base=base, aim=aim)
            )
            value, base = numbers[f"{name}_wire_ms"]
            found.append(Figure(name=f"{name}_wire_ms", label="… at 400 kHz", value=value, unit="ms", base=base))
    for name, aim in (("median", None), ("p99", KEY_AIM)):
        value, base = numbers[f"key_last_byte_{name}_ms"]
        label = f"key → last byte on the display's bus (base: bare thread), {name}"
        found.append(Figure(name=f"key_last_byte_{name}_ms", label=label, value=value, unit="ms", base=base, aim=aim))
    return found
