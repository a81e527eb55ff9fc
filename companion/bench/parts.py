"""Parts of the box in the long run: a countdown for an hour, plugs pulled out and put back."""

from __future__ import annotations

import importlib.util

from companion.bench.figure import Figure, Ticks
from companion.bench.process import told_by

MEMORY_AIM = 1.02
"""Of what a process held after a fifth of the rounds: a page here and there."""
_HELD = {"threads": ("threads", ""), "files": ("open files", ""), "memory_mb": ("memory", "MB")}


class Countdown:
    """Processor time of a whole table with a display, for ``seconds`` with a clock running and as many without."""

    title = "countdown"

    def __init__(self, seconds: int = 20) -> None:
        self.seconds = seconds

    def samples(self) -> int:
        """Return the seconds that it takes."""
        return 2 * self.seconds

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure. Without luma (a laptop) there is nothing to measure."""
        if importlib.util.find_spec("luma") is None:
            return []
        name = "countdown_cpu_s_per_hour"
        value, base = told_by("firmware_bridge.bench_countdown", self.seconds, tick)[name]
        label = "a countdown's processor time (base: the clock stands still)"
        return [Figure(name=name, label=label, value=value, unit="s/h", base=base)]


class Rounds:
    """Keypad, display and dial board pulled out and put back ``count`` times each: what counted, what was kept."""

    title = "plugs"

    def __init__(self, count: int = 100) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of rounds."""
        return self.count * len(self._devices())

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure. Without luma (a laptop) there is nothing to measure; without MicroPython no board."""
        if importlib.util.find_spec("luma") is None:
            return []
        told = told_by("firmware_bridge.bench_rounds", self.count, tick)
        found = []
        for device, counts in self._devices().items():
            name = f"rounds_{device}"
            value, base = told[f"{name}_counted"]
            label = f"{device} out and in, {self.count} times: {counts} that counted (base: sent)"
            found.append(
                Figure(name=f"{name}_counted", label=label, value=value, unit="", base=base, aim=1, at_least=True)
            )
            for what, (words, unit) in _HELD.items():
                value, base = told[f"{name}_{what}"]
                aim = MEMORY_AIM if unit else 1
                label = f"… {words} (base: after a fifth)"
                found.append(Figure(name=f"{name}_{what}", label=label, value=value, unit=unit, base=base, aim=aim))
        return found

    def _devices(self) -> dict[str, str]:
        found = {"keypad": "keys", "display": "pictures"}
        return found | ({"board": "turns"} if importlib.util.find_spec("micropython_unix") is not None else {})
