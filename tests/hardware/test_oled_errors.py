"""A display that does not answer, comes late, fails in mid-write: the game goes on, and it comes back whole."""

from __future__ import annotations

import itertools
import logging
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import FakeTime
from companion.config import Display
from firmware_bridge import latest, oled_bus
from firmware_bridge.oled import Oled
from firmware_bridge.trial_picture import trial_picture
from tests.hardware.oled_desk import I2C, PICTURES, Desk, Make
from tests.hardware.oled_wires import Wires, wire


@pytest.mark.parametrize("display", I2C, ids=lambda d: d.driver)
def test_error_121_at_the_start_then_it_answers(display: Display, oled_desk: Make) -> None:
    box = oled_desk(display)
    box.wires.gone = True
    box.show(PICTURES[0])
    assert not box.oled.status().ok
    assert "nothing answers at 0x3C on /dev/i2c-1 (error 121)" in box.oled.status().text
    box.wait(60)
    box.show(PICTURES[1])
    box.wires.gone = False
    box.wait(latest.LONGEST_WAIT)
    assert box.oled.status().ok
    assert box.shows(PICTURES[1])


@pytest.mark.parametrize("display", I2C, ids=lambda d: d.driver)
@pytest.mark.parametrize("nth", [1, 2, 3, 4, 7, 11, 20])
def test_error_121_at_any_write_and_the_first_good_picture_is_complete(
    nth: int, display: Display, oled_desk: Make
) -> None:
    box = oled_desk(display)
    box.show(PICTURES[0])
    first = box.wires.writes + nth
    box.wires.fails = lambda write: write == first
    pictures = PICTURES[1:]
    for picture in itertools.cycle(pictures):
        box.show(picture)
        if box.wires.writes >= first:
            break
    assert not box.oled.status().ok
    opened = box.wires.opened
    box.wait(0.2)
    assert box.oled.status().ok
    assert box.wires.opened == opened + 1  # from the very start again
    assert box.wires.closed == opened
    assert box.shows(picture)


@given(
    display=st.sampled_from(I2C),
    bad=st.sets(st.integers(1, 120), max_size=30),
    steps=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["full", "dim", "dark"])), min_size=1, max_size=15),
)
@settings(max_examples=80, deadline=None)
def test_any_faults_at_any_time(display: Display, bad: set[int], steps: list[tuple[int, str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        box = Desk(display, patch)
        box.wires.fails = bad.__contains__
        for which, light in steps:
            box.oled.light(light)  # type: ignore[arg-type]  # one of its words
            box.show(PICTURES[which])
            box.time.advance(0.05)
        box.wires.gone = False
        box.wait(4)
        assert box.oled.status().ok
        dark = steps[-1][1] == "dark"
        assert box.model.empty == dark
        assert box.model.on != dark
        if not dark:
            assert box.shows(PICTURES[steps[-1][0]])
            assert (box.model.contrast == 1) == (steps[-1][1] == "dim")
        box.oled.close()
        assert box.wires.opened == box.wires.closed


def test_it_is_tried_again_after_a_growing_while(oled_desk: Make) -> None:
    box = oled_desk()
    box.wires.gone = True
    tries: list[float] = []
    box.wires.on_write = lambda: tries.append(box.time.monotonic())
    box.wait(30)
    box.show(PICTURES[0])  # news do not make it hurry
    apart = [round(b - a, 3) for a, b in itertools.pairwise(tries)]
    assert apart[:5] == [0.1, 0.2, 0.4, 0.8, 1.6]
    assert set(apart[5:]) == {3.0}


def test_what_came_while_a_write_failed_is_what_is_tried_next(oled_desk: Make) -> None:
    box = oled_desk()
    box.show(PICTURES[0])

    def fails() -> None:
        box.wires.on_write = lambda: None
        box.oled.show(PICTURES[2])
        raise OSError(121, "Remote I/O error")

    box.wires.on_write = fails
    box.show(PICTURES[1])
    assert not box.oled.status().ok
    seen: list[bytes] = []
    box.wires.on_write = lambda: seen.append(box.wires.seen())
    box.wait(1)
    assert box.shows(PICTURES[2])
    assert PICTURES[1].tobytes() not in seen


def test_a_picture_is_shown_as_it_was_when_it_was_handed_over(oled_desk: Make) -> None:
    box = oled_desk()
    drawn = trial_picture()
    box.oled.show(drawn)
    drawn.paste(0, (0, 0, 128, 64))  # whoever drew it goes on drawing
    box.oled.step()
    assert box.shows(trial_picture())


@pytest.mark.parametrize(
    "display",
    [Display(driver="ssd1309", interface="spi"), Display(driver="ssd1309", reset_pin=25)],
    ids=lambda d: d.interface,
)
def test_a_bus_that_does_not_open_gives_its_pins_back(display: Display, oled_desk: Make) -> None:
    box = oled_desk(display)
    box.wires.missing = FileNotFoundError(2, "No such file or directory", "/dev/spidev0.0")
    for _ in range(3):
        box.wait(4)
        assert f"there is no {oled_bus.node(display)}" in box.oled.status().text
    box.wires.missing = None
    box.wait(latest.LONGEST_WAIT)
    box.show(PICTURES[0])
    assert box.shows(PICTURES[0]), box.oled.status()


def test_no_bus_no_right_and_then_both(oled_desk: Make) -> None:
    box = oled_desk()
    box.wires.missing = FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")
    box.show(PICTURES[0])
    assert "there is no /dev/i2c-1: switch I2C on" in box.oled.status().text
    box.wires.missing = PermissionError(13, "Permission denied", "/dev/i2c-1")
    box.wait(5)
    assert "must be in the group i2c" in box.oled.status().text
    box.wires.missing = None
    box.wait(5)
    assert box.shows(PICTURES[0])


def test_after_it_has_answered_the_next_fault_is_tried_again_as_soon_as_the_first(oled_desk: Make) -> None:
    box = oled_desk()
    tries: list[float] = []
    box.wires.on_write = lambda: tries.append(box.time.monotonic())
    for picture in PICTURES[:2]:
        tries.clear()
        box.wires.gone = True
        box.show(picture)
        box.wait(10)
        apart = [round(b - a, 3) for a, b in itertools.pairwise(tries)]
        assert apart[:3] == [0.1, 0.2, 0.4]
        box.wires.gone = False
        box.wait(10)
        assert box.shows(picture)


def test_an_error_is_logged_once_and_so_is_the_recovery(oled_desk: Make, caplog: pytest.LogCaptureFixture) -> None:
    box = oled_desk()
    box.wires.gone = True
    with caplog.at_level(logging.WARNING):
        box.wait(100)
        box.wires.gone = False
        box.wait(5)
    assert [record.getMessage()[:24] for record in caplog.records] == [
        "display: nothing answers",
        "display: it answers agai",
    ]


def test_a_missing_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "luma.oled", None)
    monkeypatch.setitem(sys.modules, "luma.core", None)
    display = Oled(Display(driver="ssd1306"), time=FakeTime(), threaded=False)
    display.step()
    assert "is not installed: pip install 'tablehand[pi]'" in display.status().text
    display.close()


def test_a_fault_in_a_driver_does_not_end_the_writer(oled_desk: Make) -> None:
    box = oled_desk()

    def stumble() -> None:
        raise ZeroDivisionError

    box.wires.on_write = stumble
    box.show(PICTURES[0])
    assert "ZeroDivisionError" in box.oled.status().text
    box.wires.on_write = lambda: None
    box.wait(3)
    assert box.shows(PICTURES[0])


# the thread


def threaded(patch: pytest.MonkeyPatch) -> tuple[Oled, Wires]:
    wires = wire(I2C[0], patch)
    return Oled(I2C[0]), wires


def test_a_write_stuck_for_good_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = wire(I2C[0], monkeypatch)
    stuck, free = threading.Event(), threading.Event()

    def hang() -> None:
        stuck.set()
        assert free.wait(60)

    wires.on_write = hang
    display = Oled(I2C[0])
    assert stuck.wait(10)
    for picture in PICTURES * 20:
        display.show(picture)
        display.light("dim")
    display.close(timeout=0.05)  # the program ends all the same
    assert (wires.writes, wires.closed) == (1, 0)  # nobody takes the bus away from who hangs in it
    free.set()  # and should the bus come back before that, the last that it does is to blank the display
    display._latest._thread.join(10)  # type: ignore[union-attr]  # it is there
    assert not wires.controller.on
    assert wires.controller.empty


def test_blank_within_the_second_even_if_the_program_only_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    display, wires = threaded(monkeypatch)
    display.show(trial_picture())
    while wires.seen() != trial_picture().tobytes():
        threading.Event().wait(0.005)
    display.close()  # what atexit calls
    assert not wires.controller.on
    assert wires.controller.empty
    assert display._latest._thread is not None
    assert not display._latest._thread.is_alive()
