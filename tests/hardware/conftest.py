"""What several tests of the box's parts share. Each fixture imports its part's library: the others do without."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.config import Display
    from firmware_bridge.gpio import Pins
    from tests.hardware import oled_desk as oled
    from tests.hardware import pads


@pytest.fixture
def pins() -> Iterator[Pins]:
    """Pins that are not there."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    from firmware_bridge import gpio

    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    found = gpio.open_pins({})
    yield found
    found.close()
    assert Device.pin_factory is None


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[pads.Desk]:
    """A reader of keypads, with none plugged in."""
    from tests.hardware.pads import Desk

    found = Desk(tmp_path)
    yield found
    found.close()


@pytest.fixture
def pad(desk: pads.Desk) -> pads.Plug:
    """A keypad, plugged in and found."""
    plug = desk.plug(3)
    desk.look()
    assert desk.keypad.status().ok, desk.keypad.status()
    return plug


@pytest.fixture
def oled_desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[oled.Make]:
    """Displays on fake clocks, as many as are made."""
    from tests.hardware.oled_desk import I2C, Desk

    made: list[Desk] = []

    def make(display: Display = I2C[0]) -> Desk:
        made.append(Desk(display, monkeypatch))
        return made[-1]

    yield make
    for each in made:
        each.oled.close()
        atexit.unregister(each.oled.close)
