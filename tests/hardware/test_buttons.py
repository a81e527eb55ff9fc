"""Buttons, lamp and buzzer over gpiozero's mock pins; the buttons' rows of the table of hazards."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import config
from companion.chance import Dice
from companion.clock import FakeTime
from companion.front import Front
from companion.journal import Journal
from companion.panel import Button, Input, Inputs, Press, Release
from companion.shelf import Shelf
from companion.table import Table
from companion.words import of_the_house
from firmware_bridge import gpio
from firmware_bridge.box import Parts, RealPanel, find_parts
from firmware_bridge.buttons import Buttons, Contact
from firmware_bridge.buzzer import TUNES, Buzzer
from firmware_bridge.gpio import NoPins, Pins
from firmware_bridge.lamp import Lamp

WIRED: dict[Button, int] = {"back": 5, "up": 6, "down": 13, "select": 19}
MS = 0.001


@pytest.fixture
def pins() -> Iterator[Pins]:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    found = gpio.open_pins({})
    yield found
    found.close()
    assert Device.pin_factory is None


def taken(inputs: Inputs) -> list[Input]:
    found: list[Input] = []
    while True:
        try:
            item = inputs.get_nowait()
        except Empty:
            return found
        if item is not None:
            found.append(item)


class Hand:
    """Moves contacts on a fake clock; the buttons look whenever they asked to."""

    def __init__(self, pins: Pins, settle: float = 20 * MS, held: tuple[Button, ...] = ()) -> None:
        self.time = FakeTime(0.0)
        self.inputs: Inputs = SimpleQueue()
        self.pins = pins
        for name in held:
            self.pin(name).drive_low()
        self.buttons = Buttons(WIRED, self.inputs, pins, settle=settle, time=self.time)
        for name in held:  # the pull-up of a mock pin is stronger than a finger
            self.pin(name).drive_low()
        if held:
            self.buttons = self.again(settle)

    def again(self, settle: float) -> Buttons:
        self.buttons.close()
        return Buttons(WIRED, self.inputs, _Held(self.pins), settle=settle, time=self.time)  # type: ignore[arg-type]

    def pin(self, name: Button) -> Any:
        return self.pins.factory.pin(WIRED[name])

    def until(self, at: float) -> None:
        """Let time pass up to ``at`` seconds."""
        while True:
            wait = self.buttons.step()
            if self.time.at + wait > at:
                break
            self.time.advance(wait)
        self.time.advance(max(0.0, at - self.time.at))
        self.buttons.step()

    def train(self, name: Button, edges: str) -> None:
        """Play edges written as in the table of hazards: ``v0 ^0.3`` in milliseconds."""
        for edge in edges.split():
            self.until(float(edge[1:]) * MS)
            pin = self.pin(name)
            pin.drive_low() if edge[0] == "v" else pin.drive_high()


class _Held:
    """Pins on which what is held stays held when a device is opened: opening one pulls a mock pin up."""

    def __init__(self, pins: Pins) -> None:
        self.factory, self.backend, self.own = pins.factory, pins.backend, True
        for number in WIRED.values():
            pin = self.factory.pin(number)
            pin._set_pull = lambda value, pin=pin: setattr(pin, "_pull", value)


def test_row_3_contacts_bounce_and_the_level_counts(pins: Pins) -> None:
    hand = Hand(pins)
    hand.train("select", "v0 ^0.3 v0.9 ^1.4 v2 ^200 v200.4 ^201 v400")
    hand.until(1.0)
    assert taken(hand.inputs) == [Press("select"), Release("select"), Press("select")]


def test_row_3_a_tap_shorter_than_the_settle_time_is_never_a_hold(pins: Pins) -> None:
    hand = Hand(pins, settle=50 * MS)
    hand.train("back", "v0 ^30")
    hand.until(5.0)
    assert taken(hand.inputs) == []


@pytest.mark.parametrize(("edges", "until"), [("v0 ^60", 5.0), ("v0 ^300 v330 ^340", 5.0)])
def test_a_press_always_ends(pins: Pins, edges: str, until: float) -> None:
    hand = Hand(pins, settle=50 * MS)
    hand.train("back", edges)
    hand.until(until)
    assert taken(hand.inputs) == [Press("back"), Release("back")]


def test_an_edge_that_got_lost_is_made_good(pins: Pins) -> None:
    hand = Hand(pins)
    hand.train("up", "v0")
    hand.until(0.5)
    hand.pin("up")._change_state(True)  # no callback
    hand.until(1.0)
    assert taken(hand.inputs) == [Press("up"), Release("up")]
    hand.pin("up")._change_state(False)
    hand.until(3.0)
    assert taken(hand.inputs) == [Press("up")]


def test_a_contact_that_never_settles_is_heard_all_the_same(pins: Pins) -> None:
    hand = Hand(pins)
    hand.train("down", " ".join(f"v{t} ^{t + 4}" for t in range(0, 400, 5)) + " v401")
    hand.until(1.0)
    heard = taken(hand.inputs)
    assert heard[-1] == Press("down")
    assert len(heard) <= 5


def test_row_4_held_at_power_on_means_nothing_the_next_press_works(pins: Pins) -> None:
    hand = Hand(pins, held=("back",))
    hand.until(3.0)
    assert taken(hand.inputs) == []
    hand.train("back", "^3100 v4000 ^4200")
    hand.until(5.0)
    assert taken(hand.inputs) == [Press("back"), Release("back")]


def evening(pins: Pins) -> tuple[Hand, Front]:
    hand = Hand(pins)
    words = of_the_house()
    table = Table(Shelf(), Journal(None), Dice(), hand.time)
    panel = RealPanel(Parts(missing=[], buttons=hand.buttons), hand.inputs)
    return hand, Front(panel, table, words, hand.time)


def test_row_4_a_hold_is_one_thing_and_its_release_nothing(pins: Pins) -> None:
    hand, front = evening(pins)
    hand.train("back", "v0")
    for moment in (0.1, 0.5, 0.9, 1.1, 1.5):
        hand.until(moment)
        front.step()
    assert "undo" in front.text().lower() or "take back" in front.text().lower(), front.text()
    shown = front.text()
    hand.train("back", "^1500")
    hand.until(1.6)
    front.step()
    assert front.text() == shown
    front.table.stop()


def test_bounce_trains_from_another_thread_lose_and_invent_nothing(pins: Pins) -> None:
    inputs: Inputs = SimpleQueue()
    buttons = Buttons(WIRED, inputs, pins, settle=5 * MS)
    buttons.start()
    rng = Random(3)
    heard: list[Input] = []

    def bounce(name: Button, down: bool) -> None:
        pin = pins.factory.pin(WIRED[name])
        for _ in range(rng.randrange(6)):
            pin.drive_low()
            pin.drive_high()
        pin.drive_low() if down else pin.drive_high()

    expected: list[Input] = []
    for _ in range(40):
        name = rng.choice(tuple(WIRED))
        for down in (True, False):
            thread = threading.Thread(target=bounce, args=(name, down))
            thread.start()
            thread.join()
            expected.append(Press(name) if down else Release(name))
            item = inputs.get(timeout=20)
            assert item is not None
            heard.append(item)
    buttons.close()
    assert heard + taken(inputs) == expected


@given(st.lists(st.tuples(st.floats(0, 0.5), st.booleans()), max_size=40), st.booleans())
def test_presses_and_releases_take_turns_and_the_last_level_is_told(
    moves: list[tuple[float, bool]], held: bool
) -> None:
    contact = Contact(0.02, held)
    at, level, heard = 0.0, held, []
    for wait, down in [*moves, (0.0, False)]:
        for _ in range(20):
            if contact.due is None or contact.due > at + wait:
                break
            heard.append(contact.level(level, contact.due))
        at += wait
        if down != level:
            contact.edge(at)
        level = down
    while contact.due is not None:
        heard.append(contact.level(level, contact.due))
    told = [move for move in heard if move is not None]
    assert all(move == (n % 2 == 0) for n, move in enumerate(told))
    assert len(told) % 2 == 0


def test_a_pin_that_cannot_be_had_costs_its_button_only(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    inputs: Inputs = SimpleQueue()
    first = Buttons({"back": 5}, inputs, pins)
    second = Buttons(WIRED, inputs, pins)
    assert not second.status().ok
    assert second.status().text.startswith("back: GPIO5 cannot be used (pin GPIO5 is already in use")
    assert len(caplog.records) == 1
    first.close()
    second.close()


def test_a_pin_that_fails_is_told_once_and_silences_no_other(
    pins: Pins, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(pins)

    def broken() -> bool:
        raise OSError("torn off")

    monkeypatch.setattr(hand.pin("up"), "_get_state", broken)
    hand.train("up", "v0 ^100 v200")
    hand.train("down", "v300")
    hand.until(1.0)
    assert taken(hand.inputs) == [Press("down")]
    assert len([r for r in caplog.records if "torn off" in r.message]) == 1
    assert "torn off" in hand.buttons.status().text


def test_status_names_each_pin_and_the_backend(pins: Pins) -> None:
    hand = Hand(pins)
    assert hand.buttons.status().ok
    assert hand.buttons.status().text == "back GPIO5, up GPIO6, down GPIO13, select GPIO19, by mock"


# rows 1 and 2: which pins, and whose


def child(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-c", source]
    return subprocess.run(command, env=env, cwd="/", capture_output=True, text=True, timeout=60, check=False)


NO_LGPIO = """
import sys
sys.modules["lgpio"] = None
"""


def test_row_1_without_a_backend_the_rest_plays_on() -> None:
    source = (
        NO_LGPIO
        + """
from queue import SimpleQueue
from companion.config import Settings
from firmware_bridge import gpio
from firmware_bridge.box import RealPanel, find_parts
gpio.a_board = lambda: True
inputs = SimpleQueue()
panel = RealPanel(find_parts(Settings(), inputs), inputs)
panel.start()
panel.lamp("red"); panel.tone("ok"); panel.hush()
for status in panel.status():
    print(status)
panel.stop()
"""
    )
    run = child(source)
    assert run.returncode == 0, run.stderr
    assert (
        "pins: lgpio is not installed (on Debian: apt install python3-lgpio): no buttons, lamp or buzzer" in run.stdout
    )
    assert "keypad: " in run.stdout
    assert "Traceback" not in run.stderr


def test_row_1_the_backend_in_use_is_logged(caplog: pytest.LogCaptureFixture, pins: Pins) -> None:
    with caplog.at_level(logging.INFO):
        gpio.open_pins({})
    assert "pins: driven by mock" in caplog.text


def test_row_1_lgpio_gets_a_folder_that_it_may_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    env: dict[str, str] = {}

    def make(wanted: str) -> Any:
        seen.append(env["LG_WD"])
        assert Path(seen[-1]).is_dir() or seen[-1] == "/mine"
        raise OSError("can not open gpiochip")

    monkeypatch.setattr(gpio, "_make", make)
    for environment in ({}, {"RUNTIME_DIRECTORY": str(tmp_path)}, {"LG_WD": "/mine"}):
        env = dict(environment)
        with pytest.raises(NoPins, match="the pins cannot be opened"):
            gpio.open_pins(env)
        assert env == environment or seen[-1] == str(tmp_path)
    assert not Path(seen[0]).exists()  # nothing is left of it
    assert seen[1:] == [str(tmp_path), "/mine"]


def test_an_unknown_backend_is_named() -> None:
    run = child("from firmware_bridge import gpio\ngpio.open_pins()", GPIOZERO_PIN_FACTORY="nonsense")
    assert "GPIOZERO_PIN_FACTORY=nonsense names no backend that gpiozero knows" in run.stderr


def test_row_2_a_second_copy_says_so_in_one_line_and_leaves_the_first_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "LOCK", f"\0tablehand-test-{os.getpid()}")
    monkeypatch.setattr(gpio, "a_board", lambda: True)
    monkeypatch.setattr(gpio, "_give_folder", lambda _environment: "")
    from gpiozero.pins.local import LocalPiFactory

    class Board(LocalPiFactory):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.pin_class = MockPWMPin
            self._handle = 1

        def _get_revision(self) -> int:
            return 0xA02082

    monkeypatch.setattr(gpio, "_make", lambda _wanted: Board())
    first = gpio.open_pins({})
    factory, Device.pin_factory = Device.pin_factory, None  # as in another process
    with pytest.raises(gpio.SecondCopy, match="another tablehand on this machine has the buttons"):
        gpio.open_pins({})
    with pytest.raises(gpio.SecondCopy):
        find_parts(config.Settings(), SimpleQueue())
    Device.pin_factory = factory
    assert first.factory.pin(5).state is False
    first.close()
    gpio.open_pins({}).close()


def test_row_2_a_fork_has_no_pins() -> None:
    source = """
import os, warnings
from queue import SimpleQueue
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
warnings.simplefilter("ignore")
Device.pin_factory = MockFactory()
from firmware_bridge import gpio
from firmware_bridge.buttons import Buttons
pins = gpio.open_pins({})
buttons = Buttons({"back": 5}, SimpleQueue(), pins)
child = os.fork()
if child == 0:
    assert not pins.own and Device.pin_factory is None
    buttons.close()
    pins.close()
    assert pins.factory.pin(5).when_changed is not None
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert pins.own and Device.pin_factory is pins.factory
print("ok")
"""
    run = child(source)
    assert run.stdout == "ok\n", run.stderr


# lamp and buzzer


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


def test_a_lamp_needs_all_its_pins(pins: Pins) -> None:
    with pytest.raises(NoPins, match=r"set lamp\.single"):
        Lamp(config.Lamp(blue=0), pins)


class Heard(MockPWMPin):  # type: ignore[misc]
    """Remembers the pitches that it was given."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.pitches: list[float] = []

    def _set_frequency(self, value: float | None) -> None:
        if hasattr(self, "pitches"):
            self.pitches.append(value or 0)
        super()._set_frequency(value)


def test_tones_sound_one_after_another(pins: Pins) -> None:
    pins.factory.pin_class = Heard
    buzzer = Buzzer(config.Buzzer(), pins)
    pitches = pins.factory.pin(18).pitches
    pitches.clear()
    buzzer.play("ok")
    buzzer.play("turn")
    assert buzzer.idle(20)
    wanted = [pitch for tone in ("ok", "turn") for pitch, _ in TUNES[tone]]
    assert [round(p) for p in pitches if p] == wanted
    assert pins.factory.pin(18).frequency is None
    buzzer.close()


def test_a_hush_is_silence_at_once_and_a_tick_does_not_queue(pins: Pins) -> None:
    buzzer = Buzzer(config.Buzzer(), pins)
    for _ in range(50):
        buzzer.play("end")
        buzzer.play("tick")
    assert len(buzzer._waiting) <= 6
    assert "tick" not in buzzer._waiting
    buzzer.hush()
    assert buzzer.idle(20)
    assert pins.factory.pin(18).frequency is None
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
