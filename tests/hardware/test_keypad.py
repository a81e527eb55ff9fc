"""Keypads through evdev's own structures; the keypad's rows of the table of hazards."""

from __future__ import annotations

import errno
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import Dice
from companion.clock import FakeTime
from companion.front import Front
from companion.journal import Journal
from companion.keycodes import KEY_NAMES
from companion.shelf import Shelf
from companion.table import Table
from companion.words import of_the_house
from firmware_bridge.box import Parts, RealPanel
from firmware_bridge.strokes import BURST, Event, Strokes
from tests.hardware.pads import (
    ENTER,
    KP,
    KPENTER,
    MS,
    NAVIGATION,
    NUMLOCK,
    Desk,
    InputEvent,
    Plug,
    strokes,
)

SYN = (0, 0, 0)
DROPPED = (0, 3, 0)


def raw(sec: int, usec: int, kind: int, code: int, value: int) -> Event:
    event: Event = InputEvent(sec, usec, kind, code, value)
    return event


def test_row_6_a_pad_without_numlock_types_the_digits_printed_on_it(desk: Desk, pad: Plug) -> None:
    pad.send(strokes(107, 108, 109, KPENTER))
    assert desk.heard() == ["1", "2", "3", "enter"]
    pad.send(strokes(*NAVIGATION.values()))
    assert desk.heard() == list(NAVIGATION)


def test_row_6_it_moves_in_no_menu(desk: Desk, pad: Plug) -> None:
    front = Front(
        RealPanel(Parts(missing=[], keypad=desk.keypad), desk.inputs),
        Table(Shelf(), Journal(None), Dice(), FakeTime()),
        of_the_house(),
        FakeTime(),
    )
    front.step()
    start = front.text()
    pad.send(strokes(NAVIGATION["1"]))  # End; the digit asks how many there are
    desk.keypad.step(0)
    front.step()
    typed = front.text()
    assert typed != start
    pad.send(strokes(14))  # delete
    desk.keypad.step(0)
    pad.send(strokes(KP["1"]))
    desk.keypad.step(0)
    front.step()
    assert front.text() == typed
    front.table.stop()


@pytest.mark.parametrize(
    ("code", "gap", "presses", "heard"),
    [
        (82, 2, 2, ["00"]),
        (82, 8, 2, ["00"]),
        (110, 2, 2, ["00"]),
        (11, 2, 2, ["00"]),
        (82, 2, 3, ["000"]),
        (82, 8, 3, ["000"]),
        (82, 40, 2, ["0", "0"]),
        (82, 2, 6, ["000", "000"]),
        (82, 2, 1, ["0"]),
        (82, -3_600_000, 2, ["0", "0"]),  # the wall clock was put back between them
    ],
)
def test_row_8_a_burst_of_zeros_is_one_key(
    desk: Desk, pad: Plug, code: int, gap: float, presses: int, heard: list[str]
) -> None:
    """Four events within 8 ms make two zeros; fingers make two strokes."""
    pad.send(strokes(*[code] * presses, apart=gap * MS))
    assert desk.heard() == heard


def test_row_8_zeros_keep_their_place_among_other_keys(desk: Desk, pad: Plug) -> None:
    pad.send(strokes(KP["1"], KP["0"], KP["0"], KP["2"], KPENTER, apart=4 * MS))
    assert desk.heard() == ["1", "00", "2", "enter"]


def test_row_8_a_zero_waits_no_longer_than_a_burst_takes(desk: Desk, pad: Plug) -> None:
    pad.send(strokes(KP["0"]))
    assert desk.heard(settle=False) == []
    desk.time.advance(BURST)
    assert desk.heard(settle=False) == ["0"]


def test_row_8_a_key_that_is_held_or_never_released_is_one_stroke(desk: Desk, pad: Plug) -> None:
    pad.send([(100.0, 1, 82, 1), (100.0, *SYN), *((100.5 + n / 30, 1, 82, 2) for n in range(20))])
    assert desk.heard() == ["0"]
    pad.send(strokes(82, at=105.0))
    assert desk.heard() == ["0"]


@pytest.mark.parametrize("enter", [KPENTER, ENTER])
def test_row_8_enter_held_for_three_seconds_is_one_enter(desk: Desk, pad: Plug, enter: int) -> None:
    pad.held = {enter}
    pad.send([(100.0, 1, enter, 1), (100.0, *SYN), *((100.25 + n / 30, 1, enter, 2) for n in range(80))])
    assert desk.heard() == ["enter"]


def test_row_8_both_enters_together_are_one(desk: Desk, pad: Plug) -> None:
    pad.held = {KPENTER, ENTER}
    pad.send([(100.0, 1, KPENTER, 1), (100.0, 1, ENTER, 1), (100.0, *SYN)])
    assert desk.heard() == ["enter"]
    pad.held = set()
    pad.send([(103.0, 1, KPENTER, 0), (103.0, *SYN)])  # the other's release is lost
    assert desk.heard() == []
    pad.send(strokes(KPENTER, at=104.0))
    assert desk.heard() == ["enter"]


def test_row_12_it_is_kept_from_the_console(desk: Desk, pad: Plug) -> None:
    assert pad.grabbed == 1


def test_a_pad_that_the_console_may_read_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, grab=False)
    pad = desk.plug(1)
    desk.look()
    assert pad.grabbed == 0
    assert desk.keypad.status().text == f"Pad at {pad.path}"
    desk.close()


def test_row_12_a_grab_that_is_refused_is_a_warning_only(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    pad = desk.plug(1)
    pad.busy = True
    desk.look()
    pad.send(strokes(KP["5"]))
    assert desk.heard() == ["5"]
    assert [r.levelno for r in caplog.records] == [logging.WARNING]
    assert "another program has it to itself" in caplog.text
    assert desk.keypad.status().text.endswith("others can read it too")


def test_row_12_the_first_event_is_a_lone_release(desk: Desk, pad: Plug) -> None:
    pad.send([(100.0, 1, 80, 0), (100.0, *SYN), (100.1, 1, 81, 2), (100.1, *SYN), *strokes(80, at=100.2)])
    assert desk.heard() == ["2"]


def test_pads_that_wrap_digits_in_numlock(desk: Desk, pad: Plug) -> None:
    pad.send(strokes(NUMLOCK, KP["4"], NUMLOCK, NUMLOCK, NAVIGATION["2"], NUMLOCK, apart=4 * MS))
    assert desk.heard() == ["4", "2"]
    pad.send(strokes(NUMLOCK, KP["0"], KP["0"], NUMLOCK, apart=4 * MS))
    assert desk.heard() == ["00"]


def test_stars_and_plusses_of_pads_that_speak_as_a_keyboard(desk: Desk, pad: Plug) -> None:
    for shift in (42, 54):
        pad.send([(1.0, 1, shift, 1), (1.0, *SYN), *strokes(9, 13, at=1.0), (2.0, 1, shift, 0), (2.0, *SYN)])
        assert desk.heard() == ["*", "+"]
    pad.send(strokes(9))
    assert desk.heard() == ["8"]


def test_dropped_events_are_made_good_from_the_keys_that_are_down(desk: Desk, pad: Plug) -> None:
    pad.held = {KP["3"]}
    lost = [(1.0, 1, KP["1"], 1), (1.0, *SYN), (1.1, *DROPPED), (1.1, 1, KP["2"], 1), (1.1, *SYN)]
    pad.send([*lost, (1.2, 1, KP["4"], 1), (1.2, *SYN), (1.3, 1, KP["4"], 0), (1.3, *SYN)])
    assert desk.heard() == ["1", "4", "3"]
    pad.send([(1.4, 1, KP["3"], 0), (1.4, *SYN), (1.5, 1, KP["1"], 1), (1.5, *SYN)])
    assert desk.heard() == ["1"]


def test_what_came_up_among_dropped_events_is_up(desk: Desk, pad: Plug) -> None:
    shift = 42
    pad.send([(1.0, 1, shift, 1), (1.0, *SYN), *strokes(9, at=1.0)])
    assert desk.heard() == ["*"]
    pad.send([(2.0, *DROPPED), (2.0, 1, shift, 0), (2.0, *SYN), *strokes(9, at=2.1)])
    desk.heard()
    pad.send(strokes(9, at=3.0))
    assert desk.heard() == ["8"]


def test_it_is_gone_while_the_keys_are_read_anew(desk: Desk, pad: Plug) -> None:
    pad.send([(1.0, 1, KP["1"], 1), (1.0, *SYN), (1.1, *DROPPED), (1.1, *SYN)])
    asked = []

    def held() -> list[int]:
        asked.append(1)
        raise OSError(errno.ENODEV, "No such device")

    found = Strokes(held).feed([raw(1, 0, 1, 79, 1), raw(1, 0, *DROPPED), raw(1, 0, *SYN)], 1.0)
    assert [key.name for key in found] == ["1"]
    assert asked


CODES = sorted(KEY_NAMES)
EVENTS = st.lists(
    st.tuples(
        st.floats(0, 1e6),
        st.sampled_from([0, 1, 1, 1, 4, 17, 65535]),
        st.one_of(st.sampled_from([*CODES, 42, 0, 3]), st.integers(0, 65535)),
        st.one_of(st.sampled_from([0, 1, 1, 2]), st.integers(-(2**31), 2**31 - 1)),
    ),
    max_size=60,
)


@given(EVENTS, st.sets(st.sampled_from(CODES), max_size=4))
def test_no_stream_of_events_raises(events: list[tuple[float, int, int, int]], held: set[int]) -> None:
    reader = Strokes(lambda: held)
    found = []
    for at, kind, code, value in events:
        found += reader.feed([raw(int(at), int(at % 1 * 1e6), kind, code, value)], at)
    found += reader.flush()
    presses = sum(1 for _, kind, _, value in events if kind == 1 and value == 1)
    drops = sum(1 for _, kind, code, _ in events if (kind, code) == (0, 3))
    assert sum(len(key.name) if set(key.name) == {"0"} else 1 for key in found) <= presses + drops * len(held)
    assert all(key.name != "numlock" for key in found)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*KP.values(), *NAVIGATION.values(), *range(2, 12)]),
            st.floats(0.001, 0.4),
            st.integers(0, 5),
            st.booleans(),
            st.booleans(),
        ),
        max_size=30,
    ),
    st.lists(st.integers(1, 20), max_size=10),
)
def test_each_digit_comes_exactly_once(typed: list[tuple[int, float, int, bool, bool]], cuts: list[int]) -> None:
    """However it repeats, wraps in NumLock, loses releases, and in whatever portions it is read."""
    events: list[Event] = []
    at, wanted = 50.0, ""

    def add(code: int, value: int) -> None:
        events.extend([raw(int(at), int(at % 1 * 1e6), 1, code, value), raw(int(at), 0, *SYN)])

    for code, gap, repeats, wrapped, lost in typed:
        if wrapped:
            add(NUMLOCK, 1)
            add(NUMLOCK, 0)
        add(code, 1)
        for _ in range(repeats):
            add(code, 2)
        if not lost:
            add(code, 0)
        wanted += KEY_NAMES[code]
        at += gap
    reader = Strokes(lambda: ())
    heard, rest = "", list(events)
    for cut in [*cuts, len(rest) + 1]:
        portion, rest = rest[:cut], rest[cut:]
        heard += "".join(str(key.name) for key in reader.feed(portion, 0.0))
    heard += "".join(str(key.name) for key in reader.flush())
    assert heard == wanted
