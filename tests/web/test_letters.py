"""Names in pictures: as much of each as has room."""

from __future__ import annotations

import pytest

from web.letters import breadth, fitted, short


@pytest.mark.parametrize("name", ["Ann", "Wilhelmina", "小明", "مريم بنت علي", "O’Neil – 2", "Łucja"])
def test_a_name_that_has_room_stands_whole(name: str) -> None:
    assert fitted(name, 13) == name


@pytest.mark.parametrize("name", ["W" * 20, "m" * 20, "明" * 20, "i" * 40, "Ann with a very long", "👩‍👩‍👧" * 6])
@pytest.mark.parametrize("room", [3, 5, 9, 13])
def test_of_a_long_name_stands_what_has_room(name: str, room: int) -> None:
    cut = fitted(name, room)
    assert cut.endswith("…")
    assert cut != "…"
    assert name.startswith(cut[:-1])
    assert breadth(cut) <= room


def test_broad_letters_take_the_room_of_more_than_they_are() -> None:
    assert breadth("WWW") > breadth("nnnn") == 4
    assert breadth("小明") > breadth("nnn")
    assert breadth("e\u0301") == breadth("é") == 1


def test_nothing_is_left_hanging_before_the_mark() -> None:
    assert fitted("nnnn nnnnnnn", 6) == "nnnn…"
    assert fitted("👩‍👩‍👧", 3) == "👩…"


def test_where_there_is_white_letters_are_counted_as_they_are() -> None:
    assert short("Mehmet", 6) == "Mehmet"
    assert short("WWWWWWWW", 6) == "WWWWW…"
