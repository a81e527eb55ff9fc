"""Who keeps what: each component in the box, told, or with the people; and what happens when that changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Keeping
from companion.games.rolling_freight.commands import RollingFreightSetup
from tests.rolling_freight.freight import Table, game


def changed(table: Table, component: str, keeper: Any) -> None:
    others = tuple(k for k in table.state.keepers if k.component != component)
    table.state = game.settle(replace(table.state, keepers=(*others, Keeping(component, keeper))))
    table._chance()


def test_without_the_map_a_link_says_how_long_it_is() -> None:
    table = Table(3, beside=True).drafted()
    table.works("Ann", G2=0, B4=0)
    table.act("build.G2", "6")
    assert table.points() == {"Ann": 6}


def test_with_cubes_but_no_map_the_cubes_are_the_length() -> None:
    table = Table(3, beside=True, cubes="app").drafted()
    table.works("Ann", G2=1, B4=1)
    table.act("build.G2", ("cubes", 5))
    table.act("build.G2", "finished")
    assert table.points() == {"Ann": 6}


def test_with_the_map_but_no_cubes_a_link_is_simply_finished() -> None:
    table = Table(3, cubes="unseen", dice="unseen").drafted()
    table.works("Ann", G2=0, B4=0)
    table.act("build.G2")
    assert table.points() == {"Ann": 6}


def test_with_dice_but_no_cubes_dice_are_spent_until_it_is_finished() -> None:
    table = Table(3, cubes="unseen").drafted()
    table.works("Ann", G2=0)
    table.dice("Ann", "G G R R R R")
    table.act("build.G2", "basic.G", "basic.G")
    assert table.unspent("Ann") == "R R R R"
    table.pick("finished")
    assert [link.length for link in table.state.built] == [6]


def test_dice_in_hand_cubes_in_the_box() -> None:
    table = Table(3, dice="unseen").drafted()
    table.works("Ann", G2=1)
    table.act("build.G2", ("cubes", 3))
    assert table.player("Ann").works[0].cubes == 4
    table.act("build.G2")
    (choice,) = [c for c in table.offered("Ann").values() if c.asks]
    assert choice.asks[0].high == 2  # type: ignore[union-attr]  # it is a number


def test_real_cards_dice_in_the_box_the_place_says_the_price() -> None:
    table = Table(3, contracts="unseen", improvements="unseen").drafted()
    table.dice("Ann", "R B G Y B B")
    table.act("contract", "red", "R1")
    assert table.values("Ann") == ["0", "1", "2", "3"]
    table.pick("3", "auto")
    assert len(table.player("Ann").unspent) == 2
    table.dice("Ann", "R B G Y B B")
    table.act("improve", "planner", "0", "auto")
    assert table.player("Ann").bought == ("planner",)


def test_markers_that_people_keep_are_not_counted() -> None:
    table = Table(3, stockpile="unseen").drafted()
    table.track("R1", "", "", "")
    table.dice("Ann", "B B B B B B")
    table.act("contract", "R1", "marker.red")
    assert table.player("Ann").works[0].contract == "R1"
    assert len(table.player("Ann").unspent) == 6


def test_numbers_of_this_phase_by_their_last_digit() -> None:
    table = Table(3, beside=True).drafted()
    table.state = replace(table.state, period=1)
    table.act("contract", "blue")
    digits = {c.command.what: c.digit for c in table.offered("Ann").values() if c.question == "number"}  # type: ignore[attr-defined]  # it has that field
    assert digits["B9"] == 9
    assert digits["B12"] == 2
    assert digits["B1"] is None, "one left over from phase A comes after those"
    assert "B17" not in digits


@pytest.mark.parametrize("component", ["dice", "contracts", "improvements", "map", "cubes", "stockpile"])
def test_the_people_can_take_over_in_mid_game(component: str) -> None:
    table = Table(3, options=RollingFreightSetup(first=1, disasters="on"), seed=7).drafted()
    table.dice("Ann", "B B B G R Y")
    table.set("Ann", stock=(1, 0, 0, 0))
    table.works("Ann", B2=1)
    table.act("build.B2")
    changed(table, component, "unseen")
    assert table.state.doing == ("" if component != "bag" else "build.B2")
    table.end(turns=3)
    assert table.turn == "Ann"
    assert game.settle(table.state) == table.state


def test_a_roll_that_is_waited_for_lapses_with_the_dice() -> None:
    table = Table(3, dice="told")
    seat = table.state.turn
    table.market("die_black", "planner", "storage")
    table.state = game.apply(table.state, *_draft(seat))
    changed(table, "dice", "unseen")
    assert table.state.turn != 0
    assert all(player.dice == () for player in table.state.players)


def test_dice_that_were_unseen_are_told_at_once_by_everybody() -> None:
    """The turn goes on with them; what was bought in it does not act for that."""
    table = Table(3, beside=True).drafted()
    table.give("Bo", "die_yellow")
    table.act("improve", "die_black")
    table.fate["dice"] = [*("B", "G", "R", "Y", "BG", "RY") * 2, "again", *("Y",) * 6]
    table.act("contract", "blue")
    changed(table, "dice", "told")
    assert table.state.doing == "", "what was begun without dice begins anew"
    assert [table.unspent(name) for name in ("Ann", "Bo", "Cy")] == [
        "B G R Y BG RY", "B G R Y BG RY again", "Y Y Y Y Y Y"
    ]  # fmt: skip
    assert table.player("Ann").bought == ("die_black",)
    assert table.turn == "Ann"
    assert game.settle(table.state) == table.state


def _draft(seat: int) -> tuple[Any, Any]:
    from companion.game import Seat
    from companion.games.rolling_freight.commands import Act

    return Seat(seat), Act("improve")
