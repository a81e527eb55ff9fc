"""Buses below luma: an smbus2 without /dev/i2c, a spidev without /dev/spidev; faults on demand."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import smbus2
from PIL import Image

from companion.config import Display
from tests.hardware.oled_model import SH1106, SSD1306, Controller

Message = tuple[int, ...]


class Wires:
    """The wires to one display. ``writes`` counts what went over them; ``fails`` says which of them get no answer."""

    def __init__(self, controller: Controller, address: int = 0x3C) -> None:
        self.controller, self.address = controller, address
        self.fails: Callable[[int], bool] = lambda _: False
        self.missing: OSError | None = None  # what opening the bus raises
        self.writes = self.opened = self.closed = 0
        self.bytes = 0  # on the bus: with addresses and control bytes
        self.on_write: Callable[[], None] = lambda: None
        self.reset: Any = None  # the pin of its reset line, where it has one: it answers only after a pulse on that

    @property
    def gone(self) -> bool:
        return self.fails(self.writes)

    @gone.setter
    def gone(self, gone: bool) -> None:
        self.fails = lambda _: gone

    def power_cut(self) -> None:
        """Take the display's power away for a moment."""
        self.controller.power_cut()
        if self.reset is not None:
            self.reset.clear_states()

    def _was_reset(self) -> bool:
        if self.reset is None:
            return True
        levels = [each.state for each in self.reset.states]
        return levels[-1] == 1 and 0 in levels

    def open(self) -> None:
        if self.missing is not None:
            raise self.missing
        self.opened += 1

    def take(self, address: int, message: Sequence[int]) -> None:
        self.writes += 1
        self.on_write()
        if address != self.address or self.fails(self.writes) or not self._was_reset():
            raise OSError(121, "Remote I/O error")
        self.bytes += 1 + len(message)
        self.controller.i2c(message)

    def seen(self) -> bytes:
        return self.controller.picture().tobytes()


class FakeSMBus:
    """smbus2.SMBus as luma uses it."""

    wires: Wires

    def __init__(self, _port: int) -> None:
        self.wires.open()

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        assert len(data) <= 32, "too much for SMBus"
        self.wires.take(address, [register, *data])

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            assert not message.flags & 1, "nobody reads from a display"
            self.wires.take(message.addr, list(message))

    def close(self) -> None:
        self.wires.closed += 1


class FakeSpi:
    """spidev.SpiDev as luma uses it, beside gpiozero's mock pins: the D/C pin says what the bytes are."""

    wires: Wires
    level: Callable[[], int]
    max_speed_hz = 0
    mode = 0

    def open(self, _port: int, _device: int) -> None:
        self.wires.open()

    def writebytes(self, data: Sequence[int]) -> None:
        assert self.max_speed_hz <= 8_000_000
        assert len(data) <= 4096
        self.wires.writes += 1
        self.wires.on_write()
        self.wires.bytes += len(data)
        (self.wires.controller.data if type(self).level() else self.wires.controller.command)(list(data))

    def close(self) -> None:
        self.wires.closed += 1


def controller_of(display: Display, first: int | None = None) -> Controller:
    """Return the controller with a panel that fits ``display``."""
    if display.driver == "sh1106":
        return SH1106(first if first is not None else 2 if display.offset is None else display.offset)
    return SSD1306()


def wire(display: Display, patch: pytest.MonkeyPatch, controller: Controller | None = None) -> Wires:
    """Lay wires for ``display`` and return them: whatever opens its bus gets them."""
    wires = Wires(controller or controller_of(display), display.address)
    if display.interface == "i2c":
        patch.setattr(smbus2, "SMBus", type("SMBus", (FakeSMBus,), {"wires": wires}))
        if not display.reset:
            return wires
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    patch.setattr(Device, "pin_factory", factory)
    if display.interface == "i2c":
        wires.reset = factory.pin(display.reset)
        return wires
    spidev = types.ModuleType("spidev")
    level = staticmethod(lambda: factory.pin(display.data_pin).state)
    spidev.SpiDev = type("SpiDev", (FakeSpi,), {"wires": wires, "level": level})  # type: ignore[attr-defined]  # stands in
    patch.setitem(sys.modules, "spidev", spidev)
    return wires


def noise(seed: int) -> Iterator[Image.Image]:
    """Yield pictures of noise, the same for the same ``seed``."""
    import random

    rng = random.Random(seed)
    while True:
        yield Image.frombytes("1", (128, 64), rng.randbytes(1024))
