"""More than gpiozero's mock pins do: one that remembers its pulses, and waiting for a lamp to be written."""

from __future__ import annotations

import time
from typing import Any

from gpiozero.pins.mock import MockPWMPin

from firmware_bridge.lamp import Lamp


class Heard(MockPWMPin):  # type: ignore[misc]  # that library has no types
    """Remembers what it was given: the pitches that sound, and how often its pulses were taken away."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.pitches: list[float] = []
        self.taken_away = 0
        super().__init__(factory, info)

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if value:
            self.pitches.append(self.frequency)

    def _set_frequency(self, value: float | None) -> None:
        self.taken_away += value is None and self.frequency is not None
        super()._set_frequency(value)


def shown(lamp: Lamp, colour: Any) -> None:
    """Show a colour and wait until it was written."""
    before = lamp._latest.written
    lamp.show(colour)
    for _ in range(4000):
        if lamp._latest.written > before:
            return
        time.sleep(0.005)
    raise AssertionError(f"the lamp was never written: {lamp._latest.trouble}")
