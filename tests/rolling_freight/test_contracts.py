"""Contracts and links (rulebook, "Purchase a Contract", "Construct a Link"), turn by turn."""

from __future__ import annotations

import pytest

from companion.games.rolling_freight.commands import Act, EndTurn, Pick
from tests.rolling_freight.freight import ATLAS, Table


@pytest.fixture
def table() -> Table:
    table = Table().drafted()
    table.track("B1", "G1", "Y1", "R1")
    return table


def test_a_contract_costs_its_colour_and_generic_dice_by_its_place(table: Table) -> None:
    """Nich's red contract on the place of three generic dice: one red die and three of any colour."""
    table.dice("Ann", "R B G Y BG B")
    table.act("contract", "R1")
    assert table.values("Ann") == ["auto", "basic.R"], "only the red die pays the red part"
    table.pick("basic.R")
    assert "basic.BG" in table.values("Ann")
    table.pick("basic.B", "basic.G", "basic.Y")
    assert table.unspent("Ann") == "BG B"
    assert [(work.contract, work.cubes) for work in table.player("Ann").works] == [("R1", 1)]
    assert table.state.contracts == ("B1", "G1", "Y1", ""), "the gap stays until the end of the turn"


def test_a_slash_contract_takes_a_die_of_two_colours(table: Table) -> None:
    """Debra's: one die showing two colours and one of any kind."""
    table.track("B1", "S8", "Y1", "R1")
    table.dice("Ann", "R R BG Y B B")
    table.act("contract", "S8")
    assert table.values("Ann") == ["auto", "basic.BG"]
    table.pick("basic.BG", "basic.R")
    assert table.player("Ann").works[0].contract == "S8"
    assert table.unspent("Ann") == "R Y B B"


def test_what_cannot_be_paid_is_not_offered(table: Table) -> None:
    table.dice("Ann", "B B B G G G")
    table.do("Ann", Act("contract"))
    assert table.values("Ann") == ["B1", "G1"]


def test_a_marker_pays_its_colour_but_no_slash_contract(table: Table) -> None:
    table.track("S8", "G1", "Y1", "R1")
    table.dice("Ann", "B B B B B B")
    table.set("Ann", stock=(0, 1, 0, 2))
    table.do("Ann", Act("contract"))
    assert table.values("Ann") == ["G1", "Y1"]
    table.pick("G1")
    table.pick("marker.gray", "basic.B")
    assert table.stock("Ann") == {"yellow": 2}


def test_no_more_than_three_contracts(table: Table) -> None:
    table.works("Ann", B2=1, G3=1, S8=1)
    assert "contract" not in table.offered("Ann")
    assert "No more than 3" in table.refuses("Ann", Act("contract"))


def test_cubes_are_paid_with_their_colour_only(table: Table) -> None:
    table.works("Ann", B4=1)
    table.dice("Ann", "B BG R Y G RY")
    table.act("build.B4")
    assert table.values("Ann") == ["basic.B", "basic.BG"]
    table.pick("basic.BG")
    assert table.player("Ann").work("B4") is not None
    assert table.values("Ann") == ["basic.B"], "the next die can follow at once"
    table.back()
    assert table.player("Ann").works[0].cubes == 2


def test_a_slash_link_takes_faces_of_two_colours_only(table: Table) -> None:
    table.works("Ann", S8=1)
    table.dice("Ann", "B BG R Y G RY")
    table.act("build.S8")
    assert table.values("Ann") == ["basic.BG", "basic.RY"]


def test_a_link_of_six_pays_six_with_two_contracts(table: Table) -> None:
    """Amy finishes Gray 2 with two gray dice while she also has Blue 4."""
    table.works("Ann", G2=4, B4=1)
    table.dice("Ann", "G G B B B B")
    table.act("build.G2", "basic.G", "basic.G")
    assert table.points() == {"Ann": 6}
    assert [(link.contract, link.seat, link.length) for link in table.state.built] == [("G2", 1, 6)]
    assert [work.contract for work in table.player("Ann").works] == ["B4"]
    assert table.state.doing == ""


def test_the_order_of_finishing_matters(table: Table) -> None:
    """Each finished link counts itself among the contracts held."""
    payout = table.view().payout
    table.works("Ann", G2=5, B4=2)
    table.dice("Ann", "G B B B B B")
    table.act("build.B4", "basic.B")
    assert table.points() == {"Ann": payout[2].numbers[1]}
    table.act("build.G2", "basic.G")
    assert table.points() == {"Ann": payout[2].numbers[1] + payout[5].numbers[0]}


def test_the_cube_of_the_purchase_may_finish_a_link(table: Table) -> None:
    table.track("S1", "G1", "Y1", "R1")
    table.dice("Ann", "BG B B B B B")
    table.act("contract", "S1", "basic.BG")
    assert [link.contract for link in table.state.built] == ["S1"]
    assert table.player("Ann").works == ()


def test_twenty_cubes_for_links_since_one_marks_the_points() -> None:
    table = Table(3, beside=True, cubes="app").drafted()
    table.works("Ann", B17=9, G18=10)
    table.act("build.B17")
    (choice,) = [c for c in table.offered("Ann").values() if c.asks]
    assert choice.asks[0].high == 1  # type: ignore[union-attr]  # it is a number
    table.pick(("cubes", 1))
    assert "build.B17" in table.offered("Ann"), "it can still be said to be finished"
    assert "contract" not in table.offered("Ann"), "its first square could not be filled"
    assert "No cube" in table.refuses("Ann", Act("contract"))
    table.act("build.B17", "finished")
    assert "contract" in table.offered("Ann"), "the cubes come back"


def test_thirty_four_sticks_and_no_more() -> None:
    table = Table(3, beside=True).drafted()
    keys = [link.contract for link in ATLAS.links]
    table.built("Ann", *keys[:33])
    table.works("Ann", **{keys[33]: 0})
    assert "contract" not in table.offered("Ann")
    assert "34 link sticks" in table.refuses("Ann", Act("contract"))


def test_the_expert_saves_generic_dice_never_the_colour(table: Table) -> None:
    table.give("Ann", "acquisition", "acquisition")
    table.dice("Ann", "R B G Y B B")
    table.act("contract", "R1", "basic.R")
    assert table.state.doing == "contract", "one generic die of three is left to pay"
    table.pick("basic.B")
    table.act("contract", "B1", "basic.B")
    assert [work.contract for work in table.player("Ann").works] == ["R1", "B1"]


def test_the_symbol_adds_one_or_two_cubes_to_one_link_also_a_slash_one(table: Table) -> None:
    table.give("Ann", "die_black")
    table.works("Ann", S8=1, B2=1)
    table.dice("Ann", "B G R Y G R cubes")
    table.act("build.S8")
    assert table.values("Ann") == ["extra.cubes*2", "extra.cubes*1"]
    table.pick("extra.cubes*2")
    assert table.player("Ann").works[0].cubes == 3
    table.dice("Ann", "B G R Y G R cubes")
    table.act("build.B2")
    assert table.values("Ann") == ["basic.B", "extra.cubes*1"], "there is room for one more only"


def test_the_double_symbol_is_one_or_two_generic_dice(table: Table) -> None:
    table.give("Ann", "die_black")
    table.dice("Ann", "R B G Y B B double")
    table.act("contract", "R1", "basic.R", "extra.double", "basic.B")
    assert table.unspent("Ann") == "G Y B B"
    table.dice("Ann", "B B G Y B B double")
    table.track("B1", "G1", "Y1", "")
    table.act("contract", "G1", "basic.G", "extra.double")
    assert table.unspent("Ann") == "B B Y B B", "there it stood for one"


def test_steady_builders_add_a_cube_each_without_dice(table: Table) -> None:
    table.give("Ann", "builder", "builder")
    table.works("Ann", B4=1)
    table.dice("Ann", "")
    table.act("build.B4", "steady")
    assert table.state.doing == "build.B4"
    table.pick("steady")
    assert [link.contract for link in table.state.built] == ["B4"]
    table.works("Ann", B2=1)
    assert "build.B2" not in table.offered("Ann"), "once a turn for each card"


def test_a_die_is_spent_once_a_turn_and_rolled_at_its_end(table: Table) -> None:
    table.dice("Ann", "B B G Y B B")
    table.act("contract", "B1", "basic.B")
    table.fate["dice"] = ["R", "R", "R", "R", "R", "R"]
    table.end()
    assert table.unspent("Ann") == "R R R R R R"
    assert table.turn == "Bo"


def test_the_box_can_pay_with_what_is_of_least_use(table: Table) -> None:
    table.dice("Ann", "R B G Y BG BG")
    table.act("contract", "R1", "auto")
    assert table.unspent("Ann") == "BG BG"


def test_nothing_happens_until_all_is_paid(table: Table) -> None:
    before = table.state
    table.dice("Ann", "R B G Y BG B")
    shown = table.state
    table.act("contract", "R1", "basic.R", "basic.B")
    assert table.unspent("Ann") == "R B G Y BG B"
    for _ in range(4):
        table.back()
    assert table.state == shown
    assert before.contracts == shown.contracts


def test_only_whoever_has_the_turn_acts(table: Table) -> None:
    assert "Ann" in table.refuses("Bo", Act("contract"))
    assert "Ann" in table.refuses("Bo", EndTurn())
    assert table.refuses("Ann", Pick("B1"))
