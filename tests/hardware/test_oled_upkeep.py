"""What a display is sent unasked: it is felt for, started anew after every loss of power, renewed against sparks."""

from __future__ import annotations

import atexit
import gc
import logging
import threading
from pathlib import Path

import pytest

from companion.config import Display
from firmware_bridge import latest, oled
from tests.hardware.oled_desk import I2C, PICTURES, Make


def test_pulled_out_and_put_back_while_nothing_changes(oled_desk: Make) -> None:
    box = oled_desk()
    box.show(PICTURES[0])
    box.wires.gone = True
    box.wait(oled.FEEL_EVERY + 0.1)
    assert not box.oled.status().ok
    box.model.power_cut()
    box.wires.gone = False
    box.wait(latest.LONGEST_WAIT)
    assert box.oled.status().ok
    assert box.shows(PICTURES[0])


def test_an_i2c_display_with_a_reset_line_is_reset_whenever_it_is_started(oled_desk: Make) -> None:
    """Boards that bring RES out answer nothing before it went low and high: after every loss of power anew."""
    box = oled_desk(Display(driver="ssd1309", reset_pin=25))
    box.show(PICTURES[0])
    assert box.oled.status().ok, box.oled.status()
    assert box.shows(PICTURES[0])
    box.wires.power_cut()
    box.wait(oled.FEEL_EVERY + latest.LONGEST_WAIT)
    assert box.oled.status().ok
    assert box.shows(PICTURES[0])
    box.oled.close()
    assert not box.model.on
    assert box.wires.reset.function == "input"  # given back
    bare = oled_desk(Display(driver="ssd1309"))
    bare.wires.reset = box.wires.reset  # wired, and not in the settings
    bare.wires.power_cut()
    bare.show(PICTURES[0])
    assert "nothing answers at 0x3C" in bare.oled.status().text


@pytest.mark.parametrize("display", [*I2C, Display(driver="sh1106", interface="spi")], ids=lambda d: d.driver)
def test_a_spark_is_gone_after_a_minute_without_a_flicker(display: Display, oled_desk: Make) -> None:
    box = oled_desk(display)
    box.show(PICTURES[0])
    box.model.ram[3][40:60] = bytes(20)
    before = box.model.contrast, box.model.clock
    box.model.inverted, box.model.start_line, box.model.clock, box.model.contrast = True, 9, 0, 3
    assert not box.shows(PICTURES[0])
    dark = []
    box.wires.on_write = lambda: dark.append(not box.model.on)
    box.wait(oled.RENEW_EVERY + oled.FEEL_EVERY)
    assert box.shows(PICTURES[0])
    assert (box.model.contrast, box.model.clock) == before
    assert not any(dark)
    box.model.power_cut()
    box.wait(oled.RENEW_EVERY + oled.FEEL_EVERY)
    assert box.shows(PICTURES[0])


def test_a_dark_display_stays_dark_through_the_minutes(oled_desk: Make) -> None:
    box = oled_desk()
    box.show(PICTURES[0])
    box.oled.light("dark")
    box.oled.step()
    lit = []
    box.wires.on_write = lambda: lit.append(box.model.on)
    box.wait(2 * (oled.RENEW_EVERY + oled.FEEL_EVERY))
    assert not box.model.on
    assert lit
    assert not any(lit)


def test_a_display_away_for_a_day_leaves_nothing_behind(oled_desk: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(latest.__name__), "disabled", True)  # pytest keeps every record
    box = oled_desk()
    box.show(PICTURES[0])
    hooks = _hooks()

    def rounds(count: int) -> None:
        for n in range(count):
            box.wires.gone = True
            box.show(PICTURES[n % 2])
            box.wait(3)
            box.model.power_cut()
            box.wires.gone = False
            box.wait(4)
            assert box.shows(PICTURES[n % 2])

    rounds(3)
    gc.collect()
    objects, threads, files = len(gc.get_objects()), threading.active_count(), _files()
    rounds(100)
    gc.collect()
    assert len(gc.get_objects()) - objects < 20
    assert (threading.active_count(), _files()) == (threads, files)
    assert _hooks() == hooks
    assert box.wires.opened == box.wires.closed + 1


def _files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _hooks() -> int:
    return atexit._ncallbacks()
