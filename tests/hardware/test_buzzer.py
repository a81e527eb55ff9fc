"""The buzzer over gpiozero's mock pins: its tones, a hush, one that hangs or fails; what it leaves to the lamp."""

from __future__ import annotations

import logging

import pytest

from companion import config
from firmware_bridge.buzzer import TUNES, Buzzer
from firmware_bridge.gpio import Pins
from firmware_bridge.lamp import Lamp
from tests.hardware.mock_pins import Heard, shown


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
    assert len(buzzer._turns._waiting) <= 6
    assert "tick" not in buzzer._turns._waiting
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


def test_a_hush_cuts_what_sounds(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TUNES, "end", ((2000.0, 1000.0),))
    sounding = Buzzer(config.Buzzer(), pins)
    sounding.play("end")
    sounding.play("ok")
    while not pins.factory.pin(18).state:
        assert not sounding.idle(0.005)
    sounding.hush()
    assert sounding.idle(20)
    assert pins.factory.pin(18).state == 0
    sounding.play("tick")  # and what comes after it sounds again
    assert sounding.idle(20)
    assert sounding.status().ok
    sounding.close()


def test_one_that_fails_is_told_once_and_sounds_again_when_it_can(
    pins: Pins, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = Buzzer(config.Buzzer(), pins)

    def fails(*_: object) -> None:
        raise OSError("torn off")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
        broken.setattr(made, "_pitch", fails)
        for _ in range(3):
            made.play("ok")
            assert made.idle(20)
        assert made.status().text == "torn off"
    assert len([r for r in caplog.records if "torn off" in r.message]) == 1
    made.play("ok")
    assert made.idle(20)
    assert made.status().ok
    made.close()
