"""A box that lacks a part says so to the people at it; a laptop, which has none of them, does not."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.app import Appliance
from companion.clock import FakeTime
from companion.config import Display, Settings, Web
from firmware_bridge import gpio, parts_file
from firmware_bridge.gpio import NoPins
from firmware_bridge.oled import Oled
from firmware_bridge.status import Status


def no_pins(*_: object) -> None:
    raise NoPins("gpiozero is not installed")


@pytest.mark.parametrize("board", [True, False])
def test_a_box_without_pins_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: bool) -> None:
    """Hazards, row 1: with no pins the screen says so, keypad and phones work."""
    monkeypatch.setattr(gpio, "a_board", lambda: board)
    monkeypatch.setattr(gpio, "open_pins", no_pins)
    made = Appliance(Settings(state=str(tmp_path), web=Web(port=0)))
    try:
        said = [made.words(t, {}) for t in made.table.now().troubles]
        assert any("pins: gpiozero is not installed" in line for line in said) == board
        if board:
            made.front.step()
            assert "misses a part" in made.front.text()
    finally:
        made.stop()


def test_a_display_that_does_not_come_is_told_of_once_and_the_doctor_can_read_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = Status("display", False, "nothing answers at 0x3C")
    monkeypatch.setattr(Oled, "status", lambda _self: status)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    clock = FakeTime()
    monkeypatch.setattr("time.monotonic", clock.monotonic)
    monkeypatch.setattr(gpio, "a_board", lambda: False)
    made = Appliance(Settings(state=str(tmp_path), web=Web(port=0), display=Display(driver="ssd1306")))
    try:
        for _ in range(5):
            made._tell_parts()
            clock.advance(10.0)
        assert made.table.now().troubles == ()
        for _ in range(10):
            made._tell_parts()
            clock.advance(10.0)
        assert [made.words(t, {}) for t in made.table.now().troubles] == [
            "The box misses a part. display: nothing answers at 0x3C"
        ]
        assert status in parts_file.read(tmp_path / parts_file.NAME)
        status = msgspec.structs.replace(status, ok=True)
        made._tell_parts()
        assert status in parts_file.read(tmp_path / parts_file.NAME)
    finally:
        made.stop()
