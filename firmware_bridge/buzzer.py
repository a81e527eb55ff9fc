"""The buzzer for the clock: a few short tones, one after another, in a thread of its own."""

from __future__ import annotations

import logging
from typing import Any

from companion.config import Buzzer as Wiring
from companion.game import Tone
from firmware_bridge.gpio import NoPins, Pins, explain
from firmware_bridge.in_turn import InTurn
from firmware_bridge.status import Status

TUNES: dict[Tone, tuple[tuple[float, float], ...]] = {
    "tick": ((2000, 0.02),),
    "ok": ((1500, 0.05), (2000, 0.07)),
    "no": ((400, 0.25),),
    "turn": ((1000, 0.1), (1500, 0.15)),
    "end": ((2000, 0.2), (0, 0.1), (2000, 0.2), (0, 0.1), (2000, 0.5)),
}
"""Each tone as pitches in hertz (0: a rest) with seconds. Small discs are loudest around 2000."""
WAITING = 6
"""So many tones wait at most; a tick is not worth waiting for at all."""
AT_REST = 100
"""Hertz of the pulses of no width while it is silent. They are never stopped: when lgpio 0.2.2 takes one pin out of
its list of pulses it forgets the others for 20 ms, and about one time in sixty its only thread then sleeps until a
moment that does not exist (``lgPthTx.c``): the lamp stands still for ever, and a core is busy."""
_LOG = logging.getLogger(__name__)


class Buzzer:
    """The buzzer as ``wiring`` has it. Raises NoPins with a sentence where its pin cannot be had."""

    def __init__(self, wiring: Wiring, pins: Pins) -> None:
        from gpiozero import Buzzer as Beeper
        from gpiozero import PWMOutputDevice

        self._pins = pins
        self._wiring = wiring
        try:
            if wiring.kind == "active":
                self._device: Any = Beeper(wiring.pin, pin_factory=pins.factory)
            else:
                self._device = PWMOutputDevice(wiring.pin, frequency=AT_REST, pin_factory=pins.factory)
        except Exception as error:
            raise NoPins(explain(error, wiring.pin)) from error
        self._trouble = ""
        self._turns: InTurn[Tone] = InTurn("buzzer", self._sound, self._failed, most=WAITING)

    def play(self, tone: Tone) -> None:
        """Sound ``tone`` after those that wait. Never blocks; what would come far too late is left out."""
        if tone != "tick" or not self._turns.busy:
            self._turns.put(tone)

    def hush(self) -> None:
        """Be silent at once."""
        self._turns.hush()

    def _sound(self, tone: Tone) -> None:
        try:
            for pitch, seconds in TUNES[tone]:
                self._pitch(pitch)
                if self._turns.rest(seconds):
                    break
        finally:
            self._pitch(0)
        self._trouble = ""

    def _failed(self, error: Exception) -> None:
        if not self._trouble:
            _LOG.warning("the buzzer does not sound: %s", error)
        self._trouble = str(error) or type(error).__name__

    def _pitch(self, hertz: float) -> None:
        if self._wiring.kind == "active":
            self._device.value = bool(hertz)
        elif hertz:
            self._device.frequency = hertz
            self._device.value = 0.5
        else:
            self._device.value = 0
            self._device.frequency = AT_REST

    def idle(self, timeout: float) -> bool:
        """Wait until nothing sounds or waits; for tests. Tells whether that came within ``timeout`` seconds."""
        return self._turns.idle(timeout)

    def status(self) -> Status:
        return Status("buzzer", not self._trouble, self._trouble or f"{self._wiring.kind} on GPIO{self._wiring.pin}")

    def close(self) -> None:
        self._turns.close()
        if self._pins.own:
            self._device.close()
