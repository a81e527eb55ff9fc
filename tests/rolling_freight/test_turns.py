"""Stations, improvements, stockpile, planning, tracks (rulebook, D to H, "Improvements"), turn by turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Came, Illegal, Outcome, Roll
from companion.games.rolling_freight.commands import Act, EndTurn, FixDie, Pick
from companion.games.rolling_freight.stockpile import outcomes
from companion.pile import Pile
from tests.rolling_freight.freight import Table, game


@pytest.fixture
def table() -> Table:
    table = Table().drafted()
    table.market("die_yellow", "planner", "acquisition")
    return table


# --- stations and improvements


def test_stations_one_after_the_other(table: Table) -> None:
    prices = table.view().stations
    table.dice("Ann", "B G R Y B G")
    table.act("station", *["auto"] * (prices[0] > 0))
    assert table.player("Ann").stations == 1
    assert len(table.player("Ann").unspent) == 6 - prices[0]


def test_no_more_stations_than_there_are(table: Table) -> None:
    table.set("Ann", stations=len(table.view().stations))
    table.dice("Ann", "B G R Y B G")
    assert "station" not in table.offered("Ann")
    assert table.refuses("Ann", Act("station"))


def test_efficient_storage_for_four_dice(table: Table) -> None:
    """Amy spends four dice: it is hers, but does not act before the end of the turn."""
    table.market("storage", "planner", "acquisition")
    table.dice("Ann", "B B G Y B B")
    table.act("improve", "0", "basic.B", "basic.B", "basic.G", "basic.Y")
    assert table.player("Ann").bought == ("storage",)
    assert table.state.market == ("", "planner", "acquisition"), "the gap stays until the end of the turn"
    table.end("1000")
    assert table.stock("Ann") == {"blue": 1}, "still one fewer than two dice"
    assert table.player("Ann").improvements == ("storage",)


def test_james_buys_a_yellow_die_and_rolls_it_with_the_rest(table: Table) -> None:
    table.market("storage", "planner", "die_yellow")
    table.dice("Ann", "B G R Y B G")
    table.act("improve", "2", "auto")
    assert table.player("Ann").unspent == ()
    table.fate["dice"] = ["B", "B", "B", "B", "B", "B", "again"]
    table.end()
    assert [(die.kind, die.face) for die in table.player("Ann").dice][6:] == [("yellow", "again")]


def test_a_fourth_improvement_sends_one_back_at_once(table: Table) -> None:
    table.give("Ann", "die_black", "friendly", "planner")
    table.dice("Ann", "B G R Y B G points")
    table.act("improve", "0", "auto")
    assert table.values("Ann") == ["die_black", "friendly", "planner", "die_yellow"], "the new one may be the one"
    table.pick("die_black")
    assert table.player("Ann").improvements == ("friendly", "planner")
    assert table.player("Ann").bought == ("die_yellow",)
    assert all(die.basic for die in table.player("Ann").dice), "its die leaves the pool"
    assert table.state.supply.layers[-1].kinds == ("die_black",), "it lies under the deck"


def test_experts_make_stations_and_improvements_cheaper(table: Table) -> None:
    table.give("Ann", "acquisition", "acquisition")
    table.dice("Ann", "B G R Y B G")
    table.act("station")
    assert table.player("Ann").stations == 1, "one die less two is nothing"
    assert len(table.player("Ann").unspent) == 6
    table.act("improve", "0", "basic.B", "basic.B")
    assert table.player("Ann").bought == ("die_yellow",)


def test_an_exchange_keeps_the_gaps_of_purchases(table: Table) -> None:
    table.market("planner", "", "planner")
    table.fate["improvements"] = ["friendly"]
    table.state = replace(table.state, supply=Pile.of(("friendly", "storage")))
    table.act("swap", "0")
    assert table.state.market == ("planner", "", "friendly")
    assert "swap" not in table.offered("Ann")
    assert "two equal" in table.refuses("Ann", Act("swap"))


# --- stockpile


@pytest.mark.parametrize(
    ("faces", "ways"),
    [
        ("B B B", ["2000"]),  # three blue dice: two blue markers
        ("R R R R Y Y", ["0031"]),  # four red and two yellow: three red, one yellow
        ("B G R Y", []),
        ("B BG G", ["1000", "0100"]),  # the die of two colours goes to one of them
        ("BG BG BG", ["2000", "0200"]),
        ("cubes - points B", []),  # what shows no colour is not stored
    ],
)
def test_one_fewer_than_the_dice_left(table: Table, faces: str, ways: list[str]) -> None:
    table.dice("Ann", faces)
    found = ["".join(map(str, way)) for way in outcomes(game.printed, table.state, table.player("Ann"))]
    assert sorted(found) == sorted(ways)


def test_markers_are_taken_at_the_end_and_spent_later(table: Table) -> None:
    table.dice("Ann", "R R R R Y Y")
    table.do("Ann", EndTurn())
    assert table.values("Ann") == ["0031", "0000"]
    table.pick("0031")
    assert table.stock("Ann") == {"red": 3, "yellow": 1}
    assert table.turn == "Bo"


def test_there_are_six_markers_of_a_colour(table: Table) -> None:
    table.set("Bo", stock=(5, 0, 0, 0))
    table.dice("Ann", "B B B B B B")
    table.do("Ann", EndTurn())
    assert table.values("Ann") == ["1000", "0000"]
    table.set("Bo", stock=(6, 0, 0, 0))
    assert outcomes(game.printed, table.state, table.player("Ann")) == ()


def test_efficient_storage_keeps_a_marker_a_die(table: Table) -> None:
    table.give("Ann", "storage")
    table.dice("Ann", "B BG R")
    ways = ["".join(map(str, way)) for way in outcomes(game.printed, table.state, table.player("Ann"))]
    assert sorted(ways) == ["1110", "2010"]
    table.give("Ann", "storage")
    table.give("Ann", "die_black")
    table.dice("Ann", "B BG R Y Y R BG")
    ways = ["".join(map(str, way)) for way in outcomes(game.printed, table.state, table.player("Ann"))]
    # The player die of two colours is stored as both, the improvement die as one of them.
    assert sorted(ways) == ["2222", "3122"]


# --- planning and rolling


def test_one_planner_sets_up_to_two_player_dice(table: Table) -> None:
    table.give("Ann", "planner", "die_black")
    table.dice("Ann", "B G R Y B G points")
    table.do("Ann", EndTurn())
    table.pick("0000")
    assert all("black" not in value for value in table.values("Ann")), "improvement dice are not set with one card"
    table.fate["dice"] = ["B", "B", "B", "B", "cubes"]
    table.pick("basic.RY", "basic.RY")
    assert table.values("Ann") == ["roll"]
    table.pick("roll")
    assert table.unspent("Ann") == "RY RY B B B B cubes"


def test_two_planners_set_up_to_four_of_all(table: Table) -> None:
    table.give("Ann", "planner", "planner", "die_black")
    table.dice("Ann", "B G R Y B G points")
    table.do("Ann", EndTurn())
    table.pick("0000", "black.double", "basic.Y", "basic.Y")
    assert "basic.Y" in table.values("Ann")
    table.pick("basic.Y")
    assert table.values("Ann") == ["roll"]


def test_a_planner_bought_this_turn_plans_already(table: Table) -> None:
    table.dice("Ann", "B G R Y B G")
    table.act("improve", "1", "auto")
    table.do("Ann", EndTurn())
    assert "basic.B" in table.values("Ann")


def test_dice_told_show_any_colours_or_a_symbol() -> None:
    table = Table(3, dice="told").drafted()
    table.dice("Ann", "B G R Y B G")
    table.fate["dice"] = ["BGRY", "-", "again", "GR", "B", "Y"]
    table.end()
    assert table.unspent("Ann") == "BGRY - again GR B Y"


def test_a_die_can_be_turned_by_hand(table: Table) -> None:
    table.dice("Ann", "B G R Y B G")
    table.box(FixDie(1, "basic.B", "RY"))
    assert table.unspent("Ann") == "RY G R Y B G"


# --- tracks


def test_refilling_slides_down_and_draws_from_the_top(table: Table) -> None:
    table.track("B1", "", "Y1", "")
    table.state = replace(table.state, deck=Pile.of(("R3", "G3")))
    table.fate["contracts"] = ["R3", "G3"]
    table.end()
    assert table.state.contracts == ("B1", "Y1", "R3", "G3"), "the first one drawn lies lower"


def test_a_track_stays_short_when_the_deck_is_empty(table: Table) -> None:
    table.track("B1", "", "Y1", "")
    table.state = replace(table.state, deck=Pile())
    table.end()
    assert table.state.contracts == ("B1", "Y1", "", "")


def test_nothing_slides_during_a_turn(table: Table) -> None:
    table.track("B1", "G1", "Y1", "R1")
    table.dice("Ann", "B B G Y B B")
    table.act("contract", "B1", "basic.B")
    assert table.state.contracts == ("", "G1", "Y1", "R1")
    table.act("contract", "G1")
    assert table.state.doing == "contract"
    assert isinstance(table.offered("Ann")["pay.basic.G"].command, Pick)


def test_only_what_can_come_is_taken() -> None:
    table = Table(3, dice="told")
    assert table.state.stage == "draft"
    waiting = replace(table.state, agenda=(Roll("dice.99", "dice", ("basic",), 1), *table.state.agenda))
    for came in (Came("dice.98", ("B",)), Came("dice.99", ("B", "B")), Came("dice.99", ("Q",)), Came("dice.99", ())):
        with pytest.raises(Illegal):
            game.apply(waiting, Outcome(), came)
