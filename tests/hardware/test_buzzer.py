"""A buzzer that hangs, is hushed, fails; what becomes of the other parts when one does."""

from __future__ import annotations

import logging
from queue import SimpleQueue
from typing import Any

import pytest

from companion import config
from companion.panel import Inputs
from firmware_bridge import box, buzzer, gpio
from firmware_bridge.box import Parts, RealPanel, find_parts
from firmware_bridge.buzzer import Buzzer
from firmware_bridge.gpio import Pins
from firmware_bridge.keypad import Keypad


def test_a_hush_cuts_what_sounds(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(buzzer.TUNES, "end", ((2000.0, 1000.0),))
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


class Stuck:
    """A part that will not close."""

    def close(self) -> None:
        raise RuntimeError("stuck")


def test_a_part_that_will_not_close_keeps_no_other_open(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    inputs: Inputs = SimpleQueue()
    keypad = Keypad(config.Keypad(), inputs)
    stuck: Any = Stuck()
    RealPanel(Parts(missing=[], display=stuck, lamp=stuck, keypad=keypad, pins=pins), inputs).stop()
    assert keypad._stopping.is_set()
    assert caplog.text.count("a part of the box did not close") == 2


def test_a_start_that_fails_half_way_gives_back_what_it_had(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "a_board", lambda: True)
    monkeypatch.setattr(gpio, "open_pins", lambda: pins)
    closed: list[bool] = []
    monkeypatch.setattr(Buzzer, "close", lambda _self: closed.append(True))

    def fails(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(box, "Keypad", fails)
    with pytest.raises(KeyboardInterrupt):
        find_parts(config.Settings(), SimpleQueue())
    assert closed == [True]
