"""The table's clocks: cues, ends, breaks, restarts, a wall clock that jumps."""

from __future__ import annotations

import pytest

from companion.clock import Clocks
from companion.game import Box, Clock
from companion.table import Envelope
from tests.table.conftest import House
from tests.table.test_undo import start, state, throw


def shown(house: House) -> int:
    """Return the seconds on the turn's clock."""
    return house.table.now().faces["turn"].by(house.time.monotonic()).shown


def test_a_clock_counts_down_gives_its_cue_once_and_ends_the_turn(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    assert shown(house) == 30
    house.wait(19.75)
    assert shown(house) == 11
    ticks = [n for n in house.table.now().notices if n.notice.tone == "tick"]
    assert not ticks
    house.wait(0.5)
    ticks = [n for n in house.table.now().notices if n.notice.tone == "tick"]
    assert len(ticks) == 1
    house.wait(9.5)
    assert state(house).turn == 1
    house.wait(0.25)
    assert state(house).turn == 2
    assert shown(house) == 30


def test_a_break_stops_the_clock_and_going_on_goes_on(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(10)
    assert house.table.do(Box(), "pause", {"on": True}).ok
    house.wait(500)
    assert shown(house) == 20
    assert house.table.do(Box(), "pause", {"on": False}).ok
    house.wait(3)
    assert shown(house) == 17


def test_the_wall_clock_may_jump_as_it_likes(house: House) -> None:
    """Hazard 41."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(10)
    house.time.date += 400 * 86_400
    house.wait(1)
    house.time.date -= 3_600
    house.wait(1)
    assert shown(house) == 18


def test_a_restart_brings_the_clock_back_stopped_at_what_remained(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(12)
    table = house.restart()
    assert table.now().evening.paused
    house.wait(60)
    assert shown(house) == 18
    assert table.do(Box(), "pause", {"on": False}).ok
    house.wait(1)
    assert shown(house) == 17


def test_pulling_the_plug_costs_at_most_five_seconds_of_clock(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(12)
    house.open()
    assert 18 <= shown(house) <= 23


@pytest.mark.parametrize("seconds", [0.25, 6.5, 12, 14.75])
def test_pulling_the_plug_gives_a_clock_that_stands_nothing_back(house: House, seconds: float) -> None:
    """What people have read on a clock that they stopped is what it says afterwards."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(seconds)
    assert house.table.do(Box(), "pause", {"on": True}).ok
    stood = house.table.now().faces["turn"].left
    house.open()
    assert house.table.now().faces["turn"].left == stood == 30 - seconds


def test_pulling_the_plug_gives_a_clock_that_the_game_stopped_nothing_back() -> None:
    """The game may stop its clock as well as a break may; what goes on, begins or is gone is no standing clock."""
    clocks = Clocks()
    runs, stands = Clock("turn", 30, running=True), Clock("turn", 30)
    assert not clocks.follow((runs,), False, 0)
    assert not clocks.follow((runs,), False, 5)
    assert clocks.follow((stands,), False, 6)
    assert [note.spent for note in clocks.notes(9)] == [6]
    assert not clocks.follow((stands,), False, 10)
    assert not clocks.follow((runs,), False, 10)
    assert clocks.follow((runs,), True, 12)
    assert not clocks.follow((runs,), False, 20)
    assert not clocks.follow((), False, 21)


def test_a_new_game_has_its_full_time_after_a_power_cut_too(house: House) -> None:
    """What was kept of the last game's clock must not be taken for this one's."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    house.wait(20)
    assert table.do(Box(), "finish").ok
    assert table.do(Box(), "pick", {"game": "pig"}).ok
    usual = table.now().offers(Box())[0]
    assert table.submit(Box(), Envelope("again", usual.question, usual.choice.id)).ok
    assert shown(house) == 30
    house.open()
    assert shown(house) == 30


def test_a_clock_that_stopped_while_dice_fell_goes_on_where_it_was(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(5)
    house.fate.say("dice", "2")
    throw(house, 1)
    assert shown(house) == 25


def test_who_goes_away_is_told_to_the_game(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    assert table.do(Box(), "away", {"seat": 1, "away": True}).ok
    assert state(house).away == (1,)
    assert any(o.choice.id == "skip" for o in table.now().offers(Box()))
    assert table.do(Box(), "away", {"seat": 1, "away": False}).ok
    assert state(house).away == ()


def test_a_cue_that_was_slept_through_is_not_given_late() -> None:
    clocks, talk = Clocks(), Clock("talk", 180, running=True, cues=(60, 10))
    clocks.follow((talk,), False, 0)
    assert clocks.due(125) == ()  # a busy box came five seconds late: nobody is told of a minute left
    assert [due.cue for due in clocks.due(170.5)] == [10]
    assert [due.cue for due in clocks.due(181)] == [None]


def test_a_clock_that_has_run_out_stays_so_while_the_game_goes_on_with_it() -> None:
    clocks, turn = Clocks(), Clock("turn", 30, running=True)
    clocks.follow((turn,), False, 0)
    assert [due.cue for due in clocks.due(31)] == [None]
    clocks.follow((turn,), False, 32)
    assert clocks.faces(40)["turn"].left == 0
    assert clocks.due(45) == ()


def test_led_back_to_a_clock_that_had_run_out_it_stands_at_its_end_and_started_anew_it_has_all_its_time() -> None:
    clocks, turn = Clocks(), Clock("turn", 30, running=True)
    clocks.follow((turn,), False, 0)
    assert [due.cue for due in clocks.due(31)] == [None]
    clocks.follow((), False, 32)
    clocks.follow((turn,), False, 40, back=True)
    assert clocks.faces(45)["turn"].left == 0
    assert clocks.due(50) == ()
    clocks.follow((), False, 51)
    clocks.follow((turn,), False, 60)
    assert clocks.faces(61)["turn"].left == 29
