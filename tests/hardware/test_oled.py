"""The display decoded from the bytes on luma's bus: what is seen is what was drawn."""

from __future__ import annotations

import atexit
import itertools
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.clock import FakeTime
from companion.config import Display
from companion.screens import draw
from firmware_bridge.oled import Oled, blank
from firmware_bridge.trial_picture import trial_picture
from tests.hardware.oled_model import SH1106, Controller
from tests.hardware.oled_wires import Wires, noise, wire
from tests.screens import catalogue

DISPLAYS = {
    "ssd1306-i2c": Display(driver="ssd1306"),
    "ssd1309-i2c": Display(driver="ssd1309", address=0x3D),
    "sh1106-i2c": Display(driver="sh1106"),
    "sh1106-i2c-0": Display(driver="sh1106", offset=0),
    "ssd1306-spi": Display(driver="ssd1306", interface="spi"),
    "ssd1309-spi": Display(driver="ssd1309", interface="spi", megahertz=4, reset_pin=0),
    "sh1106-spi": Display(driver="sh1106", interface="spi"),
}
Pair = tuple[Oled, Wires]


@pytest.fixture(params=list(DISPLAYS.values()), ids=list(DISPLAYS))
def display(request: pytest.FixtureRequest) -> Display:
    found: Display = request.param
    return found


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Display], Pair]]:
    made: list[Oled] = []

    def start(display: Display, controller: Controller | None = None) -> Pair:
        wires = wire(display, monkeypatch, controller)
        made.append(Oled(display, time=FakeTime(), threaded=False))
        return made[-1], wires

    yield start
    for oled in made:
        oled.close()
        atexit.unregister(oled.close)


Start = Callable[..., Pair]


def border() -> Image.Image:
    picture = Image.new("1", (128, 64))
    ImageDraw.Draw(picture).rectangle((0, 0, 127, 63), outline=1)
    return picture


def shown(pair: Pair, picture: Image.Image) -> bytes:
    pair[0].show(picture)
    pair[0].step()
    return pair[1].seen()


def test_full_pictures(display: Display, start: Start) -> None:
    pair = start(display)
    for picture in (border(), trial_picture(), *itertools.islice(noise(1), 5), Image.new("1", (128, 64), 1)):
        assert shown(pair, picture) == picture.tobytes()


def test_pages_of_the_product_one_after_another(display: Display, start: Start) -> None:
    pair = start(display)
    for page in catalogue.PAGES.values():
        picture = draw(page, catalogue.words, catalogue.FACES)
        assert shown(pair, picture) == picture.tobytes()


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 40), st.integers(1, 30), st.integers(0, 2)),
        max_size=12,
    )
)
@settings(max_examples=80, deadline=None)
def test_random_small_changes(driver: str, changes: list[tuple[int, int, int, int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        display = Display(driver=driver)
        wires = wire(display, patch)
        oled = Oled(display, time=FakeTime(), threaded=False)
        picture = draw(catalogue.PAGES["face-chairs"], catalogue.words, catalogue.FACES)
        assert shown((oled, wires), picture) == picture.tobytes()
        for x, y, wide, high, how in changes:
            if how == 2:
                picture.paste(trial_picture().crop((x, y, x + wide, y + high)), (x, y))
            else:
                picture.paste(how, (x, y, x + wide, y + high))
            before = wires.bytes
            assert shown((oled, wires), picture) == picture.tobytes()
            assert wires.bytes - before <= 1034 + 48
        oled.close()


def test_nothing_is_sent_when_nothing_has_changed(display: Display, start: Start) -> None:
    oled, wires = start(display)
    shown((oled, wires), trial_picture())
    before = wires.writes
    shown((oled, wires), trial_picture())
    oled.light("full")
    oled.step()
    assert wires.writes - before <= 2  # asked whether it is there
    assert wires.bytes > 0


def test_the_displays_own_start_is_lumas_byte_for_byte(display: Display, monkeypatch: pytest.MonkeyPatch) -> None:
    from luma.oled import device

    log: list[tuple[bool, tuple[int, ...]]] = []

    class Logged:
        def command(self, *cmd: int) -> None:
            log.append((False, cmd))

        def data(self, data: list[int]) -> None:
            log.append((True, tuple(data)))

        def cleanup(self) -> None:
            pass

    options = {} if display.offset is None else {"page_address_offset": display.offset}
    getattr(device, display.driver)(serial_interface=Logged(), **options)
    lumas = list(log)
    log.clear()
    oled = Oled(display, open_bus=lambda _: Logged(), time=FakeTime(), threaded=False)
    oled.step()
    assert log[: len(lumas)] == lumas
    oled.close()


@pytest.mark.parametrize("name", [name for name, display in DISPLAYS.items() if display.interface == "i2c"])
def test_lumas_own_pictures_are_seen_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An independent look at the model: it shows what luma's own display() sends."""
    from luma.core.interface.serial import i2c
    from luma.oled import device

    display = DISPLAYS[name]
    wires = wire(display, monkeypatch)
    options = {} if display.offset is None else {"page_address_offset": display.offset}
    luma = getattr(device, display.driver)(serial_interface=i2c(port=1, address=display.address), **options)
    luma.persist = True
    for picture in (trial_picture(), *itertools.islice(noise(2), 3)):
        luma.display(picture)
        assert wires.seen() == picture.tobytes()


def test_an_offset_of_0_and_of_2_is_a_setting_and_the_border_shows_it(start: Start) -> None:
    for offset, first in itertools.product((0, 2), (0, 2)):
        pair = start(Display(driver="sh1106", offset=offset), SH1106(first))
        right = shown(pair, border()) == border().tobytes()
        assert right == (offset == first)
        # With the wrong offset one side is missing and its neighbour stands inside: it can be seen.
        seen = pair[1].controller.picture()
        sides = [all(seen.getpixel((x, y)) for y in range(64)) for x in (0, 127)]
        assert all(sides) == right


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_rotation(driver: str, start: Start) -> None:
    pair = start(Display(driver=driver, rotate=2))
    turned = trial_picture().transpose(Image.Transpose.ROTATE_180)
    assert shown(pair, trial_picture()) == turned.tobytes()
    changed = trial_picture()
    changed.paste(0, (3, 3, 30, 12))
    assert shown(pair, changed) == changed.transpose(Image.Transpose.ROTATE_180).tobytes()


def test_light(display: Display, start: Start) -> None:
    oled, wires = start(display)
    model = wires.controller
    shown((oled, wires), trial_picture())
    usual = 0x7F if display.driver == "sh1106" else 0xCF
    assert (model.on, model.contrast, model.clock) == (True, usual, 0xF0)
    oled.light("dim")
    oled.step()
    assert (model.on, model.contrast) == (True, 1)
    assert model.picture().tobytes() == trial_picture().tobytes()
    oled.light("dark")
    oled.step()
    assert not model.on
    assert model.empty
    oled.show(border())
    oled.step()
    assert model.empty  # what is shown in the dark stays in the dark
    oled.light("full")
    oled.step()
    assert (model.on, model.contrast) == (True, usual)
    assert model.picture().tobytes() == border().tobytes()


def test_contrast_and_clock_are_settings(start: Start) -> None:
    pair = start(Display(driver="ssd1306", contrast=0x20, dim=0x10, clock="usual"))
    shown(pair, border())
    assert (pair[1].controller.contrast, pair[1].controller.clock) == (0x20, 0x80)
    pair[0].light("dim")
    pair[0].step()
    assert pair[1].controller.contrast == 0x10


def test_dimming_makes_nothing_brighter(start: Start) -> None:
    pair = start(Display(driver="ssd1306", contrast=4, dim=0x80))
    shown(pair, border())
    pair[0].light("dim")
    pair[0].step()
    assert pair[1].controller.contrast == 4


def test_lumas_own_farewell_at_exit_sends_nothing(display: Display, start: Start) -> None:
    """It comes from another thread, before ours, and while a picture may be on the bus."""
    pair = start(display)
    shown(pair, border())
    before = pair[1].writes
    screen = pair[0]._screen
    assert screen is not None
    screen._device.cleanup()
    assert pair[1].writes == before
    assert pair[1].seen() == border().tobytes()


def state(wires: Wires) -> tuple[bool, bool]:
    """Return whether the panel is on, and whether its memory is empty."""
    return wires.controller.on, wires.controller.empty


def test_blank_at_start_whatever_was_there_and_at_the_end(display: Display, start: Start) -> None:
    oled, wires = start(display)
    oled.step()
    assert state(wires) == (True, True)
    shown((oled, wires), trial_picture())
    assert state(wires) == (True, False)
    oled.close()
    assert state(wires) == (False, True)
    assert wires.closed == wires.opened
    oled.close()
    oled.show(border())
    oled.light("full")
    oled.step()
    assert state(wires) == (False, True)


def leave_a_secret(display: Display, patch: pytest.MonkeyPatch) -> Wires:
    """Show something, kill the process; return the wires as the next process finds them."""
    wires = wire(display, patch)
    killed = Oled(display, time=FakeTime(), threaded=False)
    assert shown((killed, wires), trial_picture()) == trial_picture().tobytes()
    atexit.unregister(killed.close)
    return wire(display, patch, wires.controller)


def test_killed_in_the_middle_of_a_secret_and_started_again(display: Display, monkeypatch: pytest.MonkeyPatch) -> None:
    wires = leave_a_secret(display, monkeypatch)
    pictures: list[bytes] = []
    wires.on_write = lambda: pictures.append(wires.seen())
    again = Oled(display, time=FakeTime(), threaded=False)
    again.step()
    # The secret stands there until the first bytes of the new process, and is never lit again.
    assert pictures[0] == trial_picture().tobytes()
    assert set(pictures[1:]) == {bytes(1024)}
    assert wires.controller.empty
    again.close()


def test_a_process_of_its_own_blanks_what_a_killed_one_left(display: Display, monkeypatch: pytest.MonkeyPatch) -> None:
    wires = leave_a_secret(display, monkeypatch)
    assert blank(display).ok
    assert not wires.controller.on
    assert wires.controller.empty
    if display.interface == "i2c":
        wires.gone = True
        assert "nothing answers at" in blank(display).text


def test_any_display_of_luma_works_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from luma.core.interface.serial import noop

    for driver, options in {
        "sh1107": {"rotate": 1},
        "ssd1305": {"height": 64},
        "ssd1322": {},
        "ssd1351": {},
        "ssd1327": {},
        "ch1115": {},
    }.items():
        display = Display(driver=driver, **options)  # type: ignore[arg-type]  # what a test names goes on as it is
        oled = Oled(display, open_bus=lambda _: noop(), time=FakeTime(), threaded=False)
        oled.show(trial_picture())
        oled.light("dim")
        oled.step()
        oled.light("dark")
        oled.step()
        assert oled.status().ok, oled.status().text
        oled.close()


def test_a_display_of_lumas_own_way_shows_the_picture(start: Start) -> None:
    """``ch1115`` is told whole pictures by luma's display(); an SH1106 understands it."""
    pair = start(Display(driver="ch1115"), SH1106(2))
    for picture in (trial_picture(), border()):
        assert shown(pair, picture) == picture.tobytes()
    before = pair[1].writes
    shown(pair, border())
    assert pair[1].writes == before
    pair[0].close()
    assert pair[1].controller.empty


@pytest.mark.parametrize(
    ("display", "why"),
    [
        (Display(driver="ssd1307"), "luma knows no display 'ssd1307'; it knows ch1115, sh1106"),
        (Display(driver="ssd1306", height=32), "has 128 x 32 pixels here; the table needs 128 x 64"),
        (Display(driver="ssd1306", height=50), "does not start with these settings"),
        (Display(driver="sh1107"), "has 64 x 128 pixels here"),
    ],
)
def test_a_display_that_cannot_be_is_a_sentence(display: Display, why: str, start: Start) -> None:
    oled, wires = start(display)
    for _ in range(3):
        oled.show(border())
        oled.step()
    assert not oled.status().ok
    assert why in oled.status().text
    assert wires.opened == 0
