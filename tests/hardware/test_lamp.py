"""Lamp and buzzer over gpiozero's mock pins."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import config
from firmware_bridge import gpio
from firmware_bridge.buzzer import TUNES, Buzzer
from firmware_bridge.gpio import NoPins, Pins
from firmware_bridge.lamp import Lamp


def shown(lamp: Lamp, colour: Any) -> None:
    """Show a colour and wait until it was written."""
    before = lamp._latest.written
    lamp.show(colour)
    for _ in range(4000):
        if lamp._latest.written > before:
            return
        time.sleep(0.005)
    raise AssertionError(f"the lamp was never written: {lamp._latest.trouble}")


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


def silent(pins: Pins) -> bool:
    return bool(pins.factory.pin(18).state == 0)


def test_tones_sound_one_after_another(pins: Pins) -> None:
    pins.factory.pin_class = Heard
    buzzer = Buzzer(config.Buzzer(), pins)
    buzzer.play("ok")
    buzzer.play("turn")
    assert buzzer.idle(20)
    assert pins.factory.pin(18).pitches == [pitch for tone in ("ok", "turn") for pitch, _ in TUNES[tone]]
    assert silent(pins)
    buzzer.close()


def test_no_pulses_are_taken_away_in_mid_game(pins: Pins) -> None:
    """Where one pin's pulses end, lgpio can stop all others for ever (see AT_REST): the lamp would stay as it was."""
    pins.factory.pin_class = Heard
    lamp, buzzer = Lamp(config.Lamp(), pins), Buzzer(config.Buzzer(), pins)
    numbers = (17, 27, 22, 18)
    for tone, colour in zip(TUNES, ("amber", "red", "green", "off", "amber"), strict=True):
        buzzer.play(tone)
        shown(lamp, colour)
    buzzer.hush()
    assert buzzer.idle(20)
    assert [pins.factory.pin(n).taken_away for n in numbers] == [0, 0, 0, 0]
    lamp.close()
    buzzer.close()
    assert [pins.factory.pin(n).taken_away for n in numbers] == [1, 1, 1, 1]


def test_a_hush_is_silence_at_once_and_a_tick_does_not_queue(pins: Pins) -> None:
    buzzer = Buzzer(config.Buzzer(), pins)
    for _ in range(50):
        buzzer.play("end")
        buzzer.play("tick")
    assert len(buzzer._waiting) <= 6
    assert "tick" not in buzzer._waiting
    buzzer.hush()
    assert buzzer.idle(20)
    assert silent(pins)
    buzzer.close()


def test_a_buzzer_that_beeps_by_itself(pins: Pins) -> None:
    buzzer = Buzzer(config.Buzzer(kind="active"), pins)
    pins.factory.pin(18).clear_states()
    buzzer.play("end")
    assert buzzer.idle(20)
    assert [s.state for s in pins.factory.pin(18).states] == [0, 1, 0, 1, 0, 1, 0]
    buzzer.close()


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
