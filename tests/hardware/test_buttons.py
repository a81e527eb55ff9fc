"""Buttons, lamp and buzzer over gpiozero's mock pins; the buttons' rows of the table of hazards."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import Dice
from companion.clock import FakeTime
from companion.front import Front
from companion.journal import Journal
from companion.panel import Button, Input, Inputs, Press, Release
from companion.shelf import Shelf
from companion.table import Table
from companion.words import of_the_house
from firmware_bridge import buttons as module
from firmware_bridge.box import Parts, RealPanel
from firmware_bridge.buttons import LOOK_HELD, LOOK_IDLE, Buttons, Contact
from firmware_bridge.gpio import Pins

WIRED: dict[Button, int] = {"back": 5, "up": 6, "down": 13, "select": 19}
MS = 0.001


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
        if held:
            _keep_levels(pins)
        for name in held:
            self.pin(name).drive_low()
        self.buttons = Buttons(WIRED, self.inputs, pins, settle=settle, time=self.time)

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


def _keep_levels(pins: Pins) -> None:
    """Let what is held stay held when a device is opened: the pull-up of a mock pin is stronger than a finger."""
    for number in WIRED.values():
        pin = pins.factory.pin(number)
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


def test_a_button_to_the_other_rail(pins: Pins) -> None:
    inputs: Inputs = SimpleQueue()
    time = FakeTime(0.0)
    buttons = Buttons({"up": 6}, inputs, pins, pull_up=False, time=time)
    buttons.step()
    pins.factory.pin(6).drive_high()
    time.advance(buttons.step())
    buttons.step()
    assert taken(inputs) == [Press("up")]
    buttons.close()


def test_levels_are_looked_at_now_and_then_without_any_edge(pins: Pins) -> None:
    hand = Hand(pins)
    assert hand.buttons.step() == LOOK_IDLE == 1.0
    hand.train("up", "v0")
    hand.until(0.5)
    assert hand.buttons.step() == LOOK_HELD == 0.1


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


def test_a_contact_that_never_settles_is_heard_while_it_does_not(pins: Pins) -> None:
    hand = Hand(pins)
    hand.train("down", "v0 " + " ".join(f"^{t} v{t + 1}" for t in range(15, 1000, 15)))
    assert taken(hand.inputs) == [Press("down")]


def test_a_contact_that_never_settles_is_heard_all_the_same(pins: Pins) -> None:
    hand = Hand(pins)
    hand.train("down", " ".join(f"v{t} ^{t + 4}" for t in range(0, 400, 5)) + " v401")
    hand.until(1.0)
    heard = taken(hand.inputs)
    assert heard[-1] == Press("down")
    assert len(heard) <= 5


def test_row_4_held_at_power_on_means_nothing_the_next_press_works(pins: Pins) -> None:
    hand = Hand(pins, held=("back",))
    assert hand.buttons._devices["back"].is_active
    hand.until(3.0)
    assert [hand.buttons.step(), hand.buttons.step()] == [LOOK_IDLE, LOOK_IDLE]
    assert taken(hand.inputs) == []
    hand.train("back", "^3100 v4000 ^4200")
    hand.until(5.0)
    assert taken(hand.inputs) == [Press("back"), Release("back")]


def test_row_4_a_contact_that_bounces_while_it_is_held_at_power_on(pins: Pins) -> None:
    hand = Hand(pins, held=("back",))
    hand.train("back", "^300 v301 ^302 v303")
    hand.until(3.0)
    assert taken(hand.inputs) == []
    hand.train("back", "^3100")
    hand.until(4.0)
    hand.pin("back")._change_state(False)  # and from then on an edge may get lost as ever
    hand.until(6.0)
    assert taken(hand.inputs) == [Press("back")]


def test_row_4_it_is_let_go_without_an_edge(pins: Pins) -> None:
    """Held at power-on, let go while the edge gets lost: the next press counts all the same."""
    hand = Hand(pins, held=("back",))
    hand.until(1.0)
    hand.pin("back")._change_state(True)
    hand.until(3.0)
    hand.train("back", "v3100 ^3300")
    hand.until(4.0)
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


def test_bounce_trains_from_another_thread_lose_and_invent_nothing(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_IDLE", 1000.0)  # only an edge can make it look
    monkeypatch.setattr(module, "LOOK_HELD", 1000.0)
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


def test_a_pin_that_another_program_has_is_a_sentence(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> None:
        raise RuntimeError("'GPIO busy'")  # as lgpio says it

    monkeypatch.setattr(pins.factory, "pin", busy)
    buttons = Buttons({"back": 5}, SimpleQueue(), pins)
    assert buttons.status().text == "back: GPIO5 is in use by another program; end that, or choose another pin"
    buttons.close()


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
    assert hand.buttons.step() == LOOK_HELD  # the other is held: no look comes sooner for the one that fails
    monkeypatch.undo()
    hand.train("up", "v2000")
    hand.until(3.0)
    assert taken(hand.inputs) == [Press("up")]
    assert hand.buttons.status().ok


def test_status_names_each_pin_and_the_backend(pins: Pins) -> None:
    hand = Hand(pins)
    assert hand.buttons.status().ok
    assert hand.buttons.status().text == "back GPIO5, up GPIO6, down GPIO13, select GPIO19, by mock"
