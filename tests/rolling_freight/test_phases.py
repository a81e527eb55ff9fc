"""Phases, pay-outs, the end, and natural disasters (rulebook, "End of Phase Actions", "Winning", "Bonus Cards")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import plain
from companion.games.rolling_freight.commands import CubesLeft, EndCard, EndTurn, RollingFreightSetup
from companion.games.rolling_freight.state import Spot
from companion.games.rolling_freight.terms import DISASTER, END
from companion.pile import Bag, Pile
from tests.rolling_freight.freight import ATLAS, NAMES, Table, game, words


def soon(table: Table, *cards: str, then: tuple[str, ...] = ("R9", "G9", "B9", "Y9")) -> None:
    """Let ``cards`` be the next ones of the deck, and a gap be waiting for them."""
    table.track("B1", "G1", "Y1", "")
    layers = tuple(Bag.of((card,)) for card in (*cards, *then))
    table.state = replace(table.state, deck=Pile(layers))


def test_the_phase_ends_after_one_more_turn_each() -> None:
    table = Table(3).drafted()
    table.end()
    soon(table, END)
    table.end()
    assert (table.state.ender, table.state.last) == (2, 3)
    assert table.state.contracts == ("B1", "G1", "Y1", "R9"), "the track is filled all the same"
    for name in ("Cy", "Ann", "Bo"):
        assert table.turn == name
        assert table.state.period == 0
        table.end()
    assert table.state.period == 1
    assert table.turn == "Cy", "the left neighbour of whoever had the card goes on"
    assert table.state.ender == 0


def test_three_points_a_marker_then_two_then_one() -> None:
    table = Table(3).drafted()
    for period, value in enumerate((3, 2, 1)):
        table.state = replace(table.state, period=period, stage="turn")
        table.set("Ann", cargo=(1, 0, 2, 0), points=0)
        soon(table, END)
        before = table.points().get("Ann", 0)
        table.end(turns=4)
        assert table.points()["Ann"] - before == 3 * value
        assert table.player("Ann").cargo == (0, 0, 0, 0)
    assert table.state.boxed == (3, 0, 6, 0), "paid markers go to the box, not into the bag"
    assert table.state.stage == "end"


def test_the_next_phase_is_set_up() -> None:
    table = Table(3).drafted()
    soon(table, END)
    table.market("planner", "friendly", "storage")
    supply, bag = len(table.state.supply), len(table.state.bag)
    table.end(turns=4)
    assert table.state.contracts == ("G1", "Y1", "R9", "G9"), "the lowest one went under the deck"
    assert table.state.deck.layers[-1].kinds == ("B1",)
    assert table.state.market[:2] == ("friendly", "storage")
    assert len(table.state.supply) == supply
    opened = [n for n, circle in enumerate(ATLAS.circles) if circle.opens == "B"]
    assert all(table.state.spots[n].closed == "" for n in opened)
    filled = [n for n in opened if ATLAS.circles[n].supply]
    assert all(table.state.spots[n].cargo for n in filled)
    assert bag - len(table.state.bag) == len(filled)
    closed = [n for n, circle in enumerate(ATLAS.circles) if circle.opens == "C"]
    assert all(table.state.spots[n] == Spot(closed="C") for n in closed)


def test_an_empty_bag_fills_nothing() -> None:
    table = Table(3).drafted()
    soon(table, END)
    table.state = replace(table.state, bag=Bag())
    table.end(turns=4)
    assert table.state.period == 1
    assert not any(
        spot.cargo for circle, spot in zip(ATLAS.circles, table.state.spots, strict=True) if circle.opens == "B"
    )


def test_a_second_card_in_the_last_round_waits_for_the_next_phase() -> None:
    table = Table(3).drafted()
    soon(table, END)
    table.end()
    soon(table, END, then=("R9",) * 0 + ("R10", "R11", "R12", "G10"))
    table.end()
    assert (table.state.last, table.state.later) == (2, (2,))
    table.end(turns=2)
    assert table.state.period == 1
    assert (table.state.ender, table.state.last) == (2, 3), "everybody has one turn of phase B at least"


def test_two_players_end_after_b_and_count_their_cubes() -> None:
    table = Table(2).drafted()
    table.state = replace(table.state, period=1)
    table.works("Ann", B17=4)
    table.set("Bo", cargo=(0, 1, 0, 0))
    soon(table, END)
    table.end(turns=3)
    assert table.state.stage == "end"
    assert table.points() == {"Ann": 4, "Bo": 2}


def test_cubes_that_people_keep_are_told_at_the_end() -> None:
    table = Table(3, beside=True).drafted()
    table.state = replace(table.state, period=2)
    table.works("Ann", B17=0)
    table.works("Cy", R17=0)
    table.do("Ann", EndCard())
    table.end(turns=4)
    assert table.view().phase == "final"
    assert list(table.offered("Bo")) == []
    assert list(table.offered("Cy")) == [], "one after the other"
    table.do("Ann", CubesLeft(3))
    table.do("Cy", CubesLeft(5))
    assert table.view().phase == "end"
    assert table.points() == {"Ann": 3, "Cy": 5}


def finished(points: dict[str, int], stations: dict[str, int]) -> tuple[str, ...]:
    table = Table(3).drafted()
    table.state = replace(table.state, period=2, last=1)
    for name in NAMES[:3]:
        table.set(name, points=points[name], stations=stations[name])
    table.end()
    result = game.outcome(table.state)
    assert result is not None
    return tuple(NAMES[seat - 1] for seat in result.winners)


def test_most_points_then_most_stations_then_shared() -> None:
    assert finished({"Ann": 9, "Bo": 8, "Cy": 7}, {"Ann": 0, "Bo": 3, "Cy": 3}) == ("Ann",)
    assert finished({"Ann": 9, "Bo": 9, "Cy": 7}, {"Ann": 0, "Bo": 3, "Cy": 4}) == ("Bo",)
    assert finished({"Ann": 9, "Bo": 9, "Cy": 7}, {"Ann": 3, "Bo": 3, "Cy": 4}) == ("Ann", "Bo")


def test_the_card_comes_off_the_real_deck_beside_the_game() -> None:
    table = Table(3, beside=True).drafted()
    table.do("Ann", EndCard())
    assert "card" not in table.offered("Ann")
    assert table.refuses("Ann", EndCard())
    for name in ("Ann", "Bo", "Cy", "Ann"):
        assert table.turn == name
        table.do(name, EndTurn())
    assert table.state.period == 1
    assert any("one more turn each" in line for line in table.said())
    assert any("B markers" in line for line in table.said())


# --- natural disasters


def test_a_disaster_destroys_a_link_and_frees_its_cities() -> None:
    table = Table(3, options=RollingFreightSetup(first=1, disasters="on")).drafted()
    table.built("Bo", "B1")
    table.set("Bo", points=0)
    ends = ("fresno", "sacramento")
    table.state = replace(
        table.state, spots=tuple(replace(spot, saturated=True, closed="") for spot in table.state.spots)
    )
    soon(table, DISASTER, then=("R9", "G9"))
    table.end()
    assert table.state.built == ()
    for circle, spot in zip(ATLAS.circles, table.state.spots, strict=True):
        assert spot.saturated is (circle.city not in ends)
    assert table.state.contracts == ("B1", "G1", "Y1", "R9")
    assert table.state.deck.layers[0].kinds == ("B1",), "face down on top, once the track is full"
    assert DISASTER not in table.state.deck.items(), "the card leaves the game"


def test_several_disasters_lie_on_top_in_the_order_drawn() -> None:
    table = Table(3).drafted()
    table.built("Bo", "B2", "R4")
    table.fate["disaster"] = ["R4", "B2"]
    soon(table, DISASTER, DISASTER, then=("R9", "G9"))
    table.end()
    assert [layer.kinds[0] for layer in table.state.deck.layers[:2]] == ["B2", "R4"], "the last one on top"


def test_a_disaster_with_nothing_built_has_no_effect() -> None:
    table = Table(3).drafted()
    soon(table, DISASTER)
    table.end()
    assert table.state.contracts == ("B1", "G1", "Y1", "R9")


def test_points_stay_and_the_contract_can_be_built_again() -> None:
    table = Table(3, beside=True, options=RollingFreightSetup(first=1, disasters="on")).drafted()
    table.works("Ann", B1=0)
    table.act("build.B1", "3")
    scored = table.points()
    table.act("disaster", "B1")
    assert table.state.built == ()
    assert table.points() == scored
    table.act("contract", "blue")
    assert "B1" in table.values("Ann")


def test_a_disaster_is_said_and_stands_there_until_the_next_turn_is_over() -> None:
    table = Table(3).drafted()
    table.built("Bo", "B2")
    soon(table, DISASTER, then=("R9", "G9"))
    table.end()
    (said,) = [notice for notice in table.notices if notice.text and words(notice.text).endswith("destroys Blue 2")]
    assert said.aloud
    for who in ("", "Bo"):
        assert words(table.view(who).note or plain("")) == "Phase A · Blue 2 destroyed"
    table.end()
    assert words(table.view().note or plain("")) == "Phase A"
