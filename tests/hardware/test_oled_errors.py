"""A display that does not answer, comes late, is pulled out, loses its power: the game goes on, it comes back whole."""

from __future__ import annotations

import atexit
import gc
import itertools
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.clock import FakeTime
from companion.config import Display
from firmware_bridge import latest, oled, oled_bus
from firmware_bridge.oled import Oled
from firmware_bridge.trial_picture import trial_picture
from tests.hardware.oled_model import Controller
from tests.hardware.oled_wires import Wires, noise, wire

I2C = [Display(driver="ssd1306"), Display(driver="sh1106"), Display(driver="ssd1309", offset=None, rotate=2)]


class Desk:
    """A display on a fake clock."""

    def __init__(self, display: Display, patch: pytest.MonkeyPatch) -> None:
        self.time = FakeTime()
        self.wires = wire(display, patch)
        self.turned = display.rotate == 2
        self.oled = Oled(display, time=self.time, threaded=False)

    @property
    def model(self) -> Controller:
        return self.wires.controller

    def show(self, picture: Image.Image) -> None:
        self.oled.show(picture)
        self.oled.step()

    def wait(self, seconds: float) -> None:
        """Let time pass as the writer's thread would: it comes round whenever something is due."""
        end = self.time.monotonic() + seconds
        while (due := self.oled.step()) is not None and self.time.monotonic() + due <= end:
            self.time.advance(max(due, 1e-3))
        self.time.advance(max(0.0, end - self.time.monotonic()))

    def shows(self, picture: Image.Image) -> bool:
        if self.turned:
            picture = picture.transpose(Image.Transpose.ROTATE_180)
        return self.wires.seen() == picture.tobytes()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    made: list[Desk] = []

    def make(display: Display = I2C[0]) -> Desk:
        made.append(Desk(display, monkeypatch))
        return made[-1]

    yield make
    for each in made:
        each.oled.close()
        atexit.unregister(each.oled.close)


Make = Callable[..., Desk]
PICTURES = list(itertools.islice(noise(5), 4))


@pytest.mark.parametrize("display", I2C, ids=lambda d: d.driver)
def test_error_121_at_the_start_then_it_answers(display: Display, desk: Make) -> None:
    box = desk(display)
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
def test_error_121_at_any_write_and_the_first_good_picture_is_complete(nth: int, display: Display, desk: Make) -> None:
    box = desk(display)
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


def test_it_is_tried_again_after_a_growing_while(desk: Make) -> None:
    box = desk()
    box.wires.gone = True
    tries: list[float] = []
    box.wires.on_write = lambda: tries.append(box.time.monotonic())
    box.wait(30)
    box.show(PICTURES[0])  # news do not make it hurry
    apart = [round(b - a, 3) for a, b in itertools.pairwise(tries)]
    assert apart[:5] == [0.1, 0.2, 0.4, 0.8, 1.6]
    assert set(apart[5:]) == {3.0}


def test_what_came_while_a_write_failed_is_what_is_tried_next(desk: Make) -> None:
    box = desk()
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


def test_a_picture_is_shown_as_it_was_when_it_was_handed_over(desk: Make) -> None:
    box = desk()
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
def test_a_bus_that_does_not_open_gives_its_pins_back(display: Display, desk: Make) -> None:
    box = desk(display)
    box.wires.missing = FileNotFoundError(2, "No such file or directory", "/dev/spidev0.0")
    for _ in range(3):
        box.wait(4)
        assert f"there is no {oled_bus.node(display)}" in box.oled.status().text
    box.wires.missing = None
    box.wait(latest.LONGEST_WAIT)
    box.show(PICTURES[0])
    assert box.shows(PICTURES[0]), box.oled.status()


def test_no_bus_no_right_and_then_both(desk: Make) -> None:
    box = desk()
    box.wires.missing = FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")
    box.show(PICTURES[0])
    assert "there is no /dev/i2c-1: switch I2C on" in box.oled.status().text
    box.wires.missing = PermissionError(13, "Permission denied", "/dev/i2c-1")
    box.wait(5)
    assert "must be in the group i2c" in box.oled.status().text
    box.wires.missing = None
    box.wait(5)
    assert box.shows(PICTURES[0])


def test_pulled_out_and_put_back_while_nothing_changes(desk: Make) -> None:
    box = desk()
    box.show(PICTURES[0])
    box.wires.gone = True
    box.wait(oled.FEEL_EVERY + 0.1)
    assert not box.oled.status().ok
    box.model.power_cut()
    box.wires.gone = False
    box.wait(latest.LONGEST_WAIT)
    assert box.oled.status().ok
    assert box.shows(PICTURES[0])


def test_an_i2c_display_with_a_reset_line_is_reset_whenever_it_is_started(desk: Make) -> None:
    """Boards that bring RES out answer nothing before it went low and high: after every loss of power anew."""
    box = desk(Display(driver="ssd1309", reset_pin=25))
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
    bare = desk(Display(driver="ssd1309"))
    bare.wires.reset = box.wires.reset  # wired, and not in the settings
    bare.wires.power_cut()
    bare.show(PICTURES[0])
    assert "nothing answers at 0x3C" in bare.oled.status().text


@pytest.mark.parametrize("display", [*I2C, Display(driver="sh1106", interface="spi")], ids=lambda d: d.driver)
def test_a_spark_is_gone_after_a_minute_without_a_flicker(display: Display, desk: Make) -> None:
    box = desk(display)
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


def test_a_dark_display_stays_dark_through_the_minutes(desk: Make) -> None:
    box = desk()
    box.show(PICTURES[0])
    box.oled.light("dark")
    box.oled.step()
    lit = []
    box.wires.on_write = lambda: lit.append(box.model.on)
    box.wait(2 * (oled.RENEW_EVERY + oled.FEEL_EVERY))
    assert not box.model.on
    assert lit
    assert not any(lit)


def test_after_it_has_answered_the_next_fault_is_tried_again_as_soon_as_the_first(desk: Make) -> None:
    box = desk()
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


def test_an_error_is_logged_once_and_so_is_the_recovery(desk: Make, caplog: pytest.LogCaptureFixture) -> None:
    box = desk()
    box.wires.gone = True
    with caplog.at_level(logging.WARNING):
        box.wait(100)
        box.wires.gone = False
        box.wait(5)
    assert [record.getMessage()[:24] for record in caplog.records] == [
        "display: nothing answers",
        "display: it answers agai",
    ]


def test_a_display_away_for_a_day_leaves_nothing_behind(desk: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(latest.__name__), "disabled", True)  # pytest keeps every record
    box = desk()
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


def test_a_missing_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "luma.oled", None)
    monkeypatch.setitem(sys.modules, "luma.core", None)
    display = Oled(Display(driver="ssd1306"), time=FakeTime(), threaded=False)
    display.step()
    assert "is not installed: pip install 'tablehand[pi]'" in display.status().text
    display.close()


def test_a_fault_in_a_driver_does_not_end_the_writer(desk: Make) -> None:
    box = desk()

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
