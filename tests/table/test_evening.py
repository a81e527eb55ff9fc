"""Sitting down, names, chairs, leaving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.game import Box, PackError, Title, say
from tests.table import conftest
from tests.table.conftest import House
from tests.toys import tictactoe


@pytest.mark.parametrize("name", ["Sam", "sam ", "Ｓａｍ", "Sam\u200d", " S\u200bam", "SAM\r"])
def test_one_name_is_one_name_however_it_is_typed(house: House, name: str) -> None:
    """Hazard 39: a second Sam is refused, in words."""
    house.seat("Sam")
    reply = house.table.sit(None, name, "other phone")
    assert not reply.ok
    assert reply.reason is not None
    assert reply.reason.key == "refused.same_name"
    assert house.table.now().evening.seats == (1,)


def test_a_forged_line_break_becomes_a_space_and_a_family_stays_a_family(house: House) -> None:
    house.seat("A\revent: reveal", "👨\u200d👩\u200d👧")
    assert house.table.now().names() == {1: "A event: reveal", 2: "👨\u200d👩\u200d👧"}


def test_unnamed_seats_are_many(house: House) -> None:
    house.seat("", "", "")
    assert house.table.now().evening.seats == (1, 2, 3)
    assert house.table.now().names() == {}


def test_eleven_do_not_fit(house: House) -> None:
    house.seat(*(f"P{n}" for n in range(10)))
    reply = house.table.sit(None, "Late", "late phone")
    assert reply.reason is not None
    assert reply.reason.key == "refused.table_full"


def test_tapped_clockwise_the_seats_sit_in_that_order(house: House) -> None:
    house.seat("Ann", "Bo", "Cy")
    assert house.table.do(Box(), "arrange", {"order": [2, 1, 3]}).ok
    assert house.table.now().evening.seats == (2, 1, 3)
    assert house.table.now().evening.arranged
    assert not house.table.do(Box(), "arrange", {"order": [2, 1, 1]}).ok


def test_a_seat_moves_to_a_new_phone_and_the_old_one_has_it_no_longer(house: House) -> None:
    house.seat("Ann")
    assert house.table.move_seat(1, "new phone").ok
    assert house.table.seats_of("new phone") == (1,)
    assert house.table.seats_of("phone of Ann") == ()


def test_a_game_whose_files_are_broken_says_so_when_it_is_picked_and_at_every_start(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Mapping[str, bytes]) -> Any:
        raise PackError("board.toml", "rows", "is no number")

    titles = (Title(tictactoe.TITLE.meta, broken), *conftest.TITLES[1:])
    monkeypatch.setattr(conftest, "TITLES", titles)
    house.restart()
    house.seat("Ann", "Bo")
    assert house.table.do(Box(), "pick", {"game": "tictactoe"}).ok
    for table in (house.table, house.restart()):
        [only] = [o.choice for o in table.now().offers(Box()) if o.name == "lobby"]
        assert only.detail == say("trouble.pack", fault="board.toml: rows: is no number")
    assert house.table.do(Box(), "pick", {"game": ""}).ok
    assert house.table.do(Box(), "pick", {"game": "pig"}).ok
    assert any(o.choice.id != "back" for o in house.table.now().offers(Box()) if o.name == "lobby")


def test_regulars_are_remembered_latest_first(house: House) -> None:
    house.seat("Ann", "Bo")
    assert house.table.do(Box(), "stand", {"seat": 1}).ok
    assert house.restart().now().evening.regulars == ("Bo", "Ann")
    assert house.table.now().evening.free[0] == 1


def test_a_phone_may_hold_two_seats(house: House) -> None:
    assert house.table.sit(3, "Ann", "phone").seat == 3
    assert house.table.sit(5, "Gran", "phone").seat == 5
    assert house.table.seats_of("phone") == (3, 5)
