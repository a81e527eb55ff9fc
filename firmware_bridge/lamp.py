"""The lamp for the clock, dimmed by PWM: an LED of three colours, or one of a single colour.

A single LED says the same by how it shines: off; amber is low and steady; red blinks twice a second, at full
brightness; green is full and steady.
"""

from __future__ import annotations

from typing import Any

from companion.config import Lamp as Wiring
from companion.panel import Lamp as Colour
from firmware_bridge.gpio import NoPins, Pins, explain
from firmware_bridge.latest import Latest
from firmware_bridge.status import Status

COLOURS: dict[Colour, tuple[float, float, float]] = {
    "off": (0, 0, 0),
    "amber": (1, 0.35, 0),
    "red": (1, 0, 0),
    "green": (0, 1, 0),
}
"""Red, green and blue, each from 0 to 1; a green LED outshines a red one, so amber takes a third of it."""
LOW = 0.2
BLINK = 0.25
"""Seconds that a single LED is on, and off, for red."""


class Lamp:
    """The lamp as ``wiring`` has it. Raises NoPins with a sentence where its pins cannot be had."""

    def __init__(self, wiring: Wiring, pins: Pins) -> None:
        from gpiozero import PWMLED, RGBLED

        self._pins = pins
        self._single = bool(wiring.single)
        numbers = (wiring.single,) if self._single else (wiring.red, wiring.green, wiring.blue)
        if not all(numbers):
            raise NoPins("an LED of three colours needs all three pins; for another set lamp.single")
        own: dict[str, Any] = {"active_high": not wiring.common_anode, "pin_factory": pins.factory}
        try:
            self._led = PWMLED(wiring.single, **own) if self._single else RGBLED(*numbers, **own)
        except Exception as error:
            raise NoPins(explain(error, numbers[0])) from error
        self._where = ", ".join(f"GPIO{n}" for n in numbers)
        self._latest: Latest[Colour] = Latest(self._write, "lamp")

    def show(self, colour: Colour) -> None:
        self._latest.put(colour)

    def _write(self, colour: Colour) -> None:
        if not self._single:
            self._led.color = COLOURS[colour]
        elif colour == "red":
            self._led.blink(BLINK, BLINK)
        else:
            self._led.value = {"off": 0.0, "amber": LOW, "green": 1.0}[colour]

    def status(self) -> Status:
        trouble = self._latest.trouble
        kind = "one colour" if self._single else "three colours"
        return Status("lamp", not trouble, trouble or f"{kind} on {self._where}")

    def close(self) -> None:
        """Put it out and give the pins back."""
        self._latest.close("off")
        if self._pins.own:
            self._led.close()
