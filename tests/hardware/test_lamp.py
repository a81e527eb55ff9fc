"""The lamp over gpiozero's mock pins."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import config
from firmware_bridge import gpio
from firmware_bridge.gpio import NoPins, Pins
from firmware_bridge.lamp import Lamp
from tests.hardware.mock_pins import shown


def test_a_lamp_of_three_colours(pins: Pins) -> None:
    lamp = Lamp(config.Lamp(), pins)
    seen = {}
    for colour in ("amber", "red", "green", "off"):
        shown(lamp, colour)
        seen[colour] = tuple(pins.factory.pin(n).state for n in (17, 27, 22))
    assert seen["red"] == (1, 0, 0)
    assert seen["green"] == (0, 1, 0)
    assert seen["off"] == (0, 0, 0)
    assert seen["amber"][0] == 1
    assert 0 < seen["amber"][1] < 1
    assert lamp.status().ok
    lamp.show("red")
    lamp.close()


def test_a_lamp_of_one_colour_says_the_same_by_how_it_shines(pins: Pins) -> None:
    lamp = Lamp(config.Lamp(single=17), pins)
    before = threading.active_count()
    shown(lamp, "amber")
    assert 0 < pins.factory.pin(17).state < 1
    shown(lamp, "red")
    assert threading.active_count() == before + 1  # it blinks
    shown(lamp, "green")
    assert pins.factory.pin(17).state == 1
    assert threading.active_count() == before
    lamp.close()


@pytest.mark.parametrize("wiring", [config.Lamp(common_anode=True), config.Lamp(single=17, common_anode=True)])
def test_with_a_common_anode_a_low_pin_shines(pins: Pins, wiring: config.Lamp) -> None:
    lamp = Lamp(wiring, pins)
    numbers = (17,) if wiring.single else (17, 27, 22)
    dark = dict.fromkeys(numbers, 1)
    assert {n: pins.factory.pin(n).state for n in numbers} == dark  # before anything is shown, too
    shown(lamp, "green")
    assert {n: pins.factory.pin(n).state for n in numbers} == dark | {(17 if wiring.single else 27): 0}
    shown(lamp, "off")
    assert {n: pins.factory.pin(n).state for n in numbers} == dark
    lamp.close()


def test_a_lamp_needs_all_its_pins(pins: Pins) -> None:
    with pytest.raises(NoPins, match=r"set lamp\.single"):
        Lamp(config.Lamp(blue=0), pins)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["amber", "red", "green", "off"]), max_size=8))
def test_a_lamp_ends_where_it_was_last_sent(colours: list[Any]) -> None:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    pins = gpio.open_pins({})
    lamp = Lamp(config.Lamp(single=17), pins)
    for colour in colours:
        lamp.show(colour)
    lamp.close()
    pins.close()
    assert Device.pin_factory is None
