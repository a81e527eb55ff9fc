"""Setting up and the opening draft (rulebook, "Game Board Setup", "Opening Draft", two-player rules)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.game import Setup
from companion.games.rolling_freight.commands import Act, EndTurn, RollingFreightSetup
from companion.games.rolling_freight.setup import deck_of
from companion.games.rolling_freight.terms import DISASTER, END, colour_of, phase_of
from tests.rolling_freight.freight import ATLAS, Table, game


def test_the_draft_goes_counter_clockwise_from_the_right_twice() -> None:
    table = Table(4)
    seats = [table.state.turn]
    order = [int(seat) for seat in table.state.draft]
    assert order == [4, 3, 2, 1, 4, 3, 2, 1]
    assert seats == [4]


def test_the_start_player_drafts_last_and_plays_first() -> None:
    table = Table(3, options=RollingFreightSetup(first=2))
    assert table.state.draft == (1, 3, 2, 1, 3, 2)
    table.drafted()
    assert table.state.stage == "turn"
    assert table.turn == "Bo"


def test_the_second_round_is_of_the_other_kind() -> None:
    table = Table(2)
    first = table.state.contracts[0]
    table.act("contract", first)
    assert [work.contract for work in table.player("Bo").works] == [first]
    assert table.player("Bo").works[0].cubes == 1, "one square is filled at once"
    table.act("improve", "0")
    assert table.turn == "Bo"
    assert "contract" not in table.offered("Bo")
    assert "not taken in the first" in table.refuses("Bo", Act("contract"))
    table.act("improve", "0")
    assert "improve" not in table.offered("Ann")


@pytest.mark.parametrize(
    ("act", "why"),
    [("swap", "no two equal"), ("deliver", "First everybody drafts"), ("station", "First everybody drafts")],
)
def test_what_the_draft_does_not_allow_is_refused_for_its_own_reason(act: str, why: str) -> None:
    table = Table(3)
    table.market("die_black", "planner", "storage")
    assert why in table.refuses("Cy", Act(act))


def test_what_is_drafted_is_free_and_the_track_refilled_at_once() -> None:
    table = Table(3)
    track = table.state.contracts
    table.fate["contracts"] = [key for key in table.state.deck.top().kinds if key not in track][:1]
    new = table.fate["contracts"][0]
    table.act("contract", track[1])
    assert table.state.contracts == (track[0], track[2], track[3], new), "slid down, the new one on top"
    assert len(table.player("Cy").unspent) == 6


def test_a_drafted_die_is_rolled_at_once() -> None:
    table = Table(3)
    table.market("die_yellow", "planner", "storage")
    table.fate["dice"] = ["again"]
    table.act("improve", "0")
    assert [(die.kind, die.face) for die in table.player("Cy").dice][6:] == [("yellow", "again")]


def test_a_duplicate_may_be_exchanged_before_the_pick() -> None:
    table = Table(3)
    table.market("die_black", "die_black", "storage")
    table.fate["improvements"] = ["planner"]
    table.act("swap", "0")
    assert table.state.market == ("die_black", "storage", "planner")
    assert table.turn == "Cy", "it is still the same pick"
    assert table.state.supply.layers[-1].kinds == ("die_black",), "under the deck"


def test_nobody_ends_a_turn_in_the_draft() -> None:
    table = Table(3)
    assert table.refuses("Cy", EndTurn())


# --- decks, bag, circles


@pytest.mark.parametrize(
    ("key", "phases", "counts"),
    [("western", 3, (16, 18, 14)), ("western", 2, (16, 18)), ("southeastern", 3, (21, 24, 17))],
)
def test_the_contract_deck(key: str, phases: int, counts: tuple[int, ...]) -> None:
    deck = deck_of(game.printed, key, phases, False)
    found = [layer for layer in deck.layers if layer.kinds != (END,)]
    assert tuple(len(layer) for layer in found) == counts
    assert [layer.kinds == (END,) for layer in deck.layers] == [False, True] * phases
    for letter, layer in zip("ABC", found, strict=False):
        assert {phase_of(contract) for contract in layer.kinds} == {letter}


def test_the_western_deck_by_the_table() -> None:
    tally = Counter((phase_of(link.contract), colour_of(link.contract)) for link in ATLAS.links)
    assert tally["A", "blue"] == 4
    assert tally["A", "gray"] == 3
    assert tally["B", "slash"] == 3
    assert tally["C", "slash"] == 0
    assert len(ATLAS.links) == 48


def test_disasters_are_two_and_one() -> None:
    deck = deck_of(game.printed, "western", 3, True)
    assert [layer.count(DISASTER) for layer in deck.layers] == [0, 0, 2, 0, 1, 0]


def test_the_improvement_decks() -> None:
    assert len(game.printed.improvement_deck("western", 2)) == 11
    west = Counter(game.printed.improvement_deck("western", 3))
    assert sum(west.values()) == 15
    assert west["die_red"] == 0
    assert (west["friendly"], west["storage"]) == (1, 1)
    assert len(game.printed.improvement_deck("southeastern", 4)) == 18


def test_cargo_on_the_map() -> None:
    """Coloured circles their own, white ones random, black and covered ones none."""
    table = Table(3)
    for circle, spot in zip(ATLAS.circles, table.state.spots, strict=True):
        if circle.opens:
            assert (spot.closed, spot.cargo) == (circle.opens, "")
        elif circle.supply == "":
            assert spot.cargo == ""
        else:
            assert spot.cargo == (circle.supply if circle.supply != "any" else spot.cargo) != ""
    lying = sum(bool(spot.cargo) for spot in table.state.spots)
    assert lying + len(table.state.bag) == 65


def test_maps_are_for_as_many_players_as_they_say() -> None:
    assert [way.id for way in game.setups((1, 2), None)] == ["map.western", "custom"]
    assert [way.id for way in game.setups((1, 2, 3), None)] == ["map.western", "map.southeastern", "custom"]
    assert [way.id for way in game.setups((1, 2, 3, 4, 5), None)] == ["map.southeastern", "custom"]


def test_the_same_again() -> None:
    state = Table(3, options=RollingFreightSetup(map="southeastern", disasters="on", first=2)).state
    again = game.setups((1, 2, 3), state)[0]
    assert again.id == "again"
    options = again.command
    assert isinstance(options, RollingFreightSetup)
    assert (options.map, options.disasters, options.first) == ("southeastern", "on", 0)
    game.new(Setup(seats=(1, 2, 3), options=replace(options, first=3)))


def test_a_score_starts_at_nothing() -> None:
    assert all(player.points == 0 for player in Table(4).state.players)
