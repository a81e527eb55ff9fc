"""Pins that are not there, shared by the tests of what hangs on pins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_bridge import gpio
from firmware_bridge.gpio import Pins


@pytest.fixture
def pins() -> Iterator[Pins]:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    found = gpio.open_pins({})
    yield found
    found.close()
    assert Device.pin_factory is None
