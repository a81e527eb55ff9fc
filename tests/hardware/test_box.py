"""The parts of the box together: what becomes of the others when one will not start or will not close."""

from __future__ import annotations

from queue import SimpleQueue
from typing import Any

import pytest

from companion import config
from firmware_bridge import box, gpio
from firmware_bridge.box import Parts, RealPanel, find_parts
from firmware_bridge.buzzer import Buzzer
from firmware_bridge.gpio import Pins


class Stuck:
    """A part that will not close."""

    def close(self) -> None:
        raise RuntimeError("stuck")


class Closing:
    """A part that remembers whether it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


def test_a_part_that_will_not_close_keeps_no_other_open(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    stuck: Any = Stuck()
    keypad: Any = Closing()
    RealPanel(Parts(missing=[], display=stuck, lamp=stuck, keypad=keypad, pins=pins), SimpleQueue()).stop()
    assert keypad.closed
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
