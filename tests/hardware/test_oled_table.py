"""The display at a table: names, secrets, sleep, a slow bus (the rows of hazards that end at pixels)."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.clock import SystemTime
from companion.config import Display
from companion.front import SHIFT_EVERY, SLEEP_AFTER, Front
from companion.game import Box, Seat
from companion.panel import Light
from companion.screens import draw, to_text
from firmware_bridge.bench_oled import DisplayBox
from firmware_bridge.oled import Oled
from firmware_bridge.simulated import key
from tests.console.hands import Hands
from tests.hardware.oled_model import SSD1306
from tests.hardware.oled_wires import Wires, wire
from tests.screens import catalogue

HOME = Path(__file__).parents[2]
DISPLAYS = [Display(driver="ssd1306"), Display(driver="sh1106")]


class Table:
    """Hands at a box whose display is decoded."""

    def __init__(self, folder: Path, display: Display, patch: pytest.MonkeyPatch) -> None:
        self.hands = Hands(folder)
        self.wires: Wires = wire(display, patch)
        self.oled = Oled(display, time=self.hands.time, threaded=False)
        self.panel = DisplayBox(self.oled)
        self.panel.inputs = self.hands.panel.inputs
        self.hands.front.panel = self.panel
        self.hands.panel = self.panel
        self.hands.type("*")
        self.hands.type(".")

    def seen(self) -> bytes:
        self.oled.step()
        return self.wires.seen()


@pytest.fixture(params=DISPLAYS, ids=lambda d: d.driver)
def table(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, request.param, monkeypatch)
    yield table
    table.oled.close()
    table.hands.table.stop()


def test_what_is_played_is_what_is_seen(table: Table) -> None:
    for stroke in ("3", "enter", "enter", "2", "1", "7", "*", ".", "+", "-", "/", "1", ".", "1", "2", "enter"):
        table.hands.type(stroke)
        assert table.seen() == table.hands.front.picture().tobytes()


def test_names_of_all_kinds_are_seen_and_told_apart(table: Table) -> None:
    names = [
        "Zoë",
        "Zoe",
        "Łucja",
        "Lucja",
        "O’Neil – 2",
        "O'Neil - 2",
        "小明",
        "小红",
        "🙂",
        "🙃",
        "👩‍👩‍👧",
        "\u202eab",
        "",
    ]
    pictures, texts = set(), set()
    for name in names:
        page = catalogue.page(catalogue.lines(name), hints="enter: next")
        table.oled.show(draw(page, catalogue.words))
        pictures.add(table.seen())
        texts.add(to_text(page, catalogue.words))
    assert len(pictures) == len(names)


def test_24_hours_idle_dim_and_shift_and_the_waking_key_does_nothing_else(table: Table) -> None:
    hands, model = table.hands, table.wires.controller
    hands.type("3 enter enter")
    full = model.contrast if table.seen() else 0
    hands.time.advance(SLEEP_AFTER)
    hands.front.step()
    lit: list[bytes] = []
    for _ in range(90):
        hands.time.advance(16 * SHIFT_EVERY)
        hands.front.step()
        lit.append(table.seen())
        assert lit[-1] == hands.front.picture().tobytes()
        assert model.contrast == 1
    assert len(set(lit)) >= 9
    # However it stands, no pixel outside of solid areas is lit all the time: its edges move.
    always = int.from_bytes(lit[0], "big")
    for picture in lit:
        always &= int.from_bytes(picture, "big")
    assert always.bit_count() < int.from_bytes(lit[0], "big").bit_count() / 2
    before = hands.text()
    hands.type("1")
    assert table.seen() == hands.front.picture().tobytes()
    assert model.contrast == full
    assert hands.text() == before
    assert hands.table.now().evening.picked == ""


def test_a_secret_leaves_nothing_in_the_displays_memory(table: Table) -> None:
    hands, model = table.hands, table.wires.controller
    hands.type("2 enter enter 3 enter 1")
    assert hands.table.now().view(Seat(1)).held is not None
    before = table.seen()
    hands.down("select", seconds=1)
    secret = table.seen()
    assert secret != before
    assert model.contrast == 1
    hands.front.stop()
    assert table.seen() == bytes(1024)
    table.oled.close()
    assert not model.on
    assert model.empty


@pytest.mark.parametrize("prompt", [True, False], ids=["light-by-itself", "light-and-picture-together"])
def test_no_byte_of_a_secret_is_ever_bright(table: Table, monkeypatch: pytest.MonkeyPatch, prompt: bool) -> None:
    """From the hold until the seat's own list is left: while the display is bright, it shows what all may see."""
    hands, model = table.hands, table.wires.controller
    hands.type("2 enter enter 3 enter 1")
    public, full = table.seen(), model.contrast
    seen: list[tuple[int, bytes]] = []
    table.wires.on_write = lambda: seen.append((model.contrast, table.wires.seen()))

    def light(how: Light, usual: Callable[[Light], None] = table.panel.light) -> None:
        usual(how)
        if prompt:
            table.oled.step()

    monkeypatch.setattr(table.panel, "light", light)
    hands.down("select", seconds=1)
    table.seen()
    hands.up("select")
    hands.type(".")
    after = table.seen()
    assert model.contrast == full
    assert len(seen) > 10
    assert {picture for contrast, picture in seen if contrast > 1} <= {public, after}


def test_a_bus_that_hangs_costs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight keys and ten redraws while one write never comes back: all are handled, and at most two are sent."""
    wires = wire(DISPLAYS[0], monkeypatch)
    oled = Oled(DISPLAYS[0])
    while not oled.status().ok:
        time.sleep(0.005)
    begun, go_on = threading.Event(), threading.Event()

    def hang() -> None:
        if threading.current_thread().name == "display":
            begun.set()
            assert go_on.wait(60)

    hands = Hands(tmp_path)
    hands.table.start()
    hands.front.panel = DisplayBox(oled)
    front = Front(hands.front.panel, hands.table, hands.words, SystemTime())
    handled: list[object] = []
    take = front._take

    def counted(item: object) -> None:
        take(item)  # type: ignore[arg-type]  # it came of the queue
        handled.append(item)

    front._take = counted  # type: ignore[method-assign]  # it listens in
    wires.on_write = hang
    front.start()
    assert begun.wait(10)
    writes = wires.writes
    for _ in range(8):
        front.feed(key("*"))
        front.feed(key("."))
    hands.table.sit(None, "Ann", "digest of Ann")
    while len(handled) < 16 or "1 seated" not in front.text():
        time.sleep(0.005)
    assert wires.writes == writes  # all the while the very same write hung
    redrawn = oled._latest.written
    wires.on_write = lambda: None
    go_on.set()
    while wires.seen() != front.picture().tobytes():
        time.sleep(0.005)
    assert oled._latest.written - redrawn <= 2 + 1  # the one that hung, the latest, and perhaps one that looks about
    front.stop()
    oled.close()
    assert wires.controller.empty
    hands.table.stop()


# a process of its own

PROGRAM = """
import sys, time
from unittest import mock
import smbus2

class Recorder:
    def __init__(self, port): self.log = open(sys.argv[1], "ab", buffering=0)
    def take(self, message): self.log.write(bytes([len(message) >> 8, len(message) & 255, *message]))
    def write_i2c_block_data(self, address, register, data): self.take([register, *data])
    def i2c_rdwr(self, *messages):
        for message in messages: self.take(list(message))
    def close(self): self.log.close()

smbus2.SMBus = Recorder
from companion.config import Display
from firmware_bridge.oled import Oled
from firmware_bridge.trial_picture import trial_picture
import signal
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
oled = Oled(Display(driver="ssd1306"))
oled.show(trial_picture())
while not oled.status().ok: time.sleep(0.005)
while oled._latest.written < 2 and oled._latest._waiting: time.sleep(0.005)
print("shown", flush=True)
time.sleep(60)
"""


def fed(model: SSD1306, log: Path, skip: int = 0) -> int:
    """Give ``model`` what the process has sent since; return how much that is by now."""
    content = log.read_bytes()
    while skip < len(content):
        size = int.from_bytes(content[skip : skip + 2], "big")
        model.i2c(content[skip + 2 : skip + 2 + size])
        skip += 2 + size
    return skip


def test_sigterm_blanks_and_a_kill_is_made_good_by_the_next_start(tmp_path: Path) -> None:
    log = tmp_path / "bus"
    model = SSD1306()

    def run(sign: signal.Signals, done: int) -> int:
        command = [sys.executable, "-c", PROGRAM, str(log)]
        with subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "shown\n"
            deadline = time.monotonic() + 30
            while model.picture().getbbox() is None and time.monotonic() < deadline:
                done = fed(model, log, done)
            assert model.picture().getbbox() is not None
            process.send_signal(sign)
            process.wait(30)
        return done

    done = run(signal.SIGTERM, 0)
    done = fed(model, log, done)
    assert (model.on, model.empty) == (False, True)
    done = run(signal.SIGKILL, done)
    done = fed(model, log, done)
    assert (model.on, model.empty) == (
        True,
        False,
    )  # nothing can help that, but the next start, or the service's last command
    program = PROGRAM.replace("oled.show(trial_picture())", "").replace("time.sleep(60)", "sys.exit()")
    subprocess.run(
        [sys.executable, "-c", program, str(log)], cwd=HOME, check=True, stdout=subprocess.DEVNULL, timeout=60
    )
    content = log.read_bytes()
    lit = []
    while done < len(content):
        size = int.from_bytes(content[done : done + 2], "big")
        model.i2c(content[done + 2 : done + 2 + size])
        done += 2 + size
        lit.append(model.picture().getbbox() is not None)
    assert lit
    assert not any(lit)
    assert model.empty


def test_the_numbers_of_the_hazard_a_picture_takes_100_ms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten redraws while the first of two pictures is on a slow bus: two are sent."""
    wires = wire(DISPLAYS[0], monkeypatch)
    go_on = threading.Event()
    oled = Oled(DISPLAYS[0])
    while not oled.status().ok:
        time.sleep(0.005)
    begun = threading.Event()

    def slow() -> None:
        begun.set()
        assert go_on.wait(60)

    wires.on_write = slow
    pictures = [Image.new("1", (128, 64)) for _ in range(10)]
    for n, picture in enumerate(pictures):
        picture.paste(1, (n, n, n + 8, n + 8))
    oled.show(pictures[0])
    assert begun.wait(10)
    before = oled._latest.written
    for picture in itertools.islice(pictures, 1, None):
        oled.show(picture)
    go_on.set()
    while wires.seen() != pictures[-1].tobytes():
        time.sleep(0.005)
    while oled._latest.written - before < 2:
        time.sleep(0.005)
    assert oled._latest.written - before == 2
    wires.on_write = lambda: None
    oled.close()


def test_a_display_that_never_comes_does_not_stop_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, DISPLAYS[0], monkeypatch)
    table.oled.close()
    table.wires.missing = FileNotFoundError(2, "No such file", "/dev/i2c-1")
    gone = Oled(DISPLAYS[0], time=table.hands.time, threaded=False)
    table.panel.oled = gone
    table.hands.type("2 enter enter 2 1")
    gone.step()
    assert table.hands.table.now().title is not None
    table.hands.do(Box(), "pause", on=True)
    table.wires.missing = None
    table.hands.wait(4)
    gone.step()
    assert table.wires.seen() == table.hands.front.picture().tobytes()
    gone.close()
    table.hands.table.stop()
