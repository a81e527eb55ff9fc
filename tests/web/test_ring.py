"""Geometry of the rings of seats."""

from __future__ import annotations

import pytest

from web.ring import around, arrow, rooms


@pytest.mark.parametrize("people", range(2, 11))
@pytest.mark.parametrize("titled", [False, True])
def test_every_name_has_some_room_below_its_place(people: int, titled: bool) -> None:
    seats = tuple(range(1, people + 1))
    many = people > 7
    at = around(seats, 122, 76 + (16 if many else 0) + ((22 if many else 18) if titled else 0), 1)
    found = rooms(at, 160, 8.2 if many else 9.4, seats if titled else ())
    assert min(room.most for room in found.values()) >= 4
    assert min(room.fit for room in found.values()) >= (1 if titled else 2)


def test_a_long_name_is_moved_off_its_neighbour_not_cut_to_nothing() -> None:
    at = {1: (0.0, 0.0), 2: (50.0, 40.0)}  # 2 stands lower to the right, where the name of 1 would reach
    room = rooms(at, 160, 8.0, ())[1]
    assert room.aside < 0
    assert room.most > room.fit


@pytest.mark.parametrize(("start", "gap"), [((0.0, 100.0), 46), ((0.0, -100.0), 26), ((100.0, 0.0), 26)])
def test_the_tip_of_an_arrow_keeps_off_the_name_below_a_place(start: tuple[float, float], gap: int) -> None:
    tip = arrow(start, (0.0, 0.0), bend=0.0).rpartition(" ")
    x, y = float(tip[0].rpartition(" ")[2]), float(tip[2])
    assert abs((x**2 + y**2) ** 0.5 - gap) < 1
