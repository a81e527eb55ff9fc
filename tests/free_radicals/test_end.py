"""Rounds, the token, and the end: ranks with ties and non-players, favor sets, items, ties, the score sheet."""

from __future__ import annotations

import pytest

from companion.games.free_radicals.commands import EndTurn, Left, Split
from companion.games.free_radicals.printed import Prize
from companion.games.free_radicals.scoring import prizes
from tests.free_radicals.city import BESIDE, NAMES, City, winners, words

PRIZE = Prize(first=8, second=4)


@pytest.mark.parametrize(
    ("players", "others", "example", "ranking"),
    [
        ([5, 3, 1], [], [8, 4, 0], [8, 4, 0]),
        ([5, 5, 3], [], [8, 8, 0], [8, 8, 0]),
        ([5, 3, 3], [], [8, 4, 4], [8, 4, 4]),
        ([0, 0, 0], [], [8, 8, 8], [8, 8, 8]),
        ([5, 0, 0], [], [8, 4, 4], [8, 4, 4]),
        ([5, 3], [4, 0], [8, 0], [8, 0]),  # a non-player alone in second place takes that prize along
        ([5, 3], [3, 0], [8, 4], [8, 4]),
        ([5, 3], [5, 0], [8, 0], [8, 0]),  # a tie for the first place with a non-player is a tie
        ([5, 3], [6, 0], [8, 0], [4, 0]),  # ahead of all: the rulebook's example; the option counts on
        ([5, 5], [6, 0], [8, 8], [4, 4]),
        ([5, 3], [7, 6], [8, 0], [0, 0]),
        ([5, 3], [7, 7], [8, 0], [0, 0]),
        ([0, 0], [0, 0], [8, 8], [8, 8]),
    ],
)
def test_prizes(players: list[int], others: list[int], example: list[int], ranking: list[int]) -> None:
    values = tuple(enumerate(players, 1))
    for option, wanted in ((False, example), (True, ranking)):
        got = prizes(values, PRIZE, tuple(others), option)
        assert [got.get(seat, 0) for seat, _ in values] == wanted


def test_twelve_rounds_and_the_end_comes_before_the_last_point_for_the_token() -> None:
    city = City("artisans", "executives", first=2)
    assert city.turn == "Bo"
    rounds = []
    city.token("Bo")
    while city.state.stage == "turn":
        rounds.append((city.state.round, city.turn))
        city.end()
    assert rounds == [(n, who) for n in range(1, 13) for who in ("Bo", "Ann")]
    held = [point for point in city.log("Bo") if point[1] == "held"]
    assert len(held) == 11, "in the first turn nobody held it yet, and after the twelfth round there is no turn"


def test_the_token_scores_when_it_is_gained_kept_and_held_at_the_start() -> None:
    city = City("artisans", "executives")
    city.act("prestige")
    assert (city.state.prestige, city.log("Ann")) == (1, [(1, "prestige")])
    city.act("prestige")
    assert city.log("Ann") == [(1, "prestige")] * 2, "who has it already scores at once"
    city.end()
    city.act("prestige")
    assert (city.state.prestige, city.log("Bo")) == (2, [(1, "prestige")])
    city.end()
    assert city.log("Ann") == [(1, "prestige")] * 2, "it is gone"
    city.end()
    assert city.log("Bo") == [(1, "prestige"), (1, "held")]


def test_only_who_has_the_turn_acts() -> None:
    city = City("artisans", "executives")
    assert city.refuses("Bo", EndTurn()) == "It is the turn of Ann."
    assert city.offered("Bo") == {}


def test_the_paladins_favor_sets() -> None:
    """3 red, 2 yellow, 4 green and 4 blue make two whole sets: 4 points. Their own purple never counts."""
    city = City("paladins", "artisans")
    city.favor("Ann", red=3, yellow=2, green=4, blue=4)
    city.to_the_end()
    assert (4, "end_sets") in city.log("Ann")


def test_six_items_are_two_points() -> None:
    city = City("paladins", "artisans")
    city.hold("Ann", hydrogen=1, credit=4)
    city.hand("Ann", "farm_1")
    city.to_the_end()
    assert (2, "end_items") in city.log("Ann")


def test_most_favor_counts_all_colours_but_ones_own() -> None:
    city = City("paladins", "artisans", "executives")
    city.favor("Ann", red=5)
    city.favor("Bo", red=3, purple=3)
    city.favor("Cy", blue=1)
    city.to_the_end()
    assert (6, "end_favor") in city.log("Bo")
    assert (3, "end_favor") in city.log("Ann")
    assert not [line for line in city.log("Cy") if line[1] == "end_favor"]


def tied(ties: str, **things: dict[str, int]) -> City:
    city = City("paladins", "artisans", ties=ties)
    for who, held in things.items():
        city.hold(who, **held)
    return city


def test_a_tie_goes_by_credits_and_cards_then_by_resources() -> None:
    city = tied("credits", Ann={"credit": 2, "carbon": 3}, Bo={"credit": 1, "carbon": 4})
    assert winners(city.to_the_end()) == "Ann"
    city = tied("credits", Ann={"credit": 1, "carbon": 4}, Bo={"credit": 1, "carbon": 3})
    assert winners(city.to_the_end()) == "Ann"
    city = tied("credits", Ann={"carbon": 5}, Bo={"carbon": 3})
    city.hand("Bo", "farm_1")
    assert winners(city.to_the_end()) == "Bo", "Data cards go with the Credits"


def test_by_the_summary_resources_come_first() -> None:
    city = tied("resources", Ann={"credit": 2, "carbon": 3}, Bo={"credit": 1, "carbon": 4})
    assert winners(city.to_the_end()) == "Bo"
    city = tied("resources", Ann={"credit": 1, "carbon": 3}, Bo={"credit": 2, "carbon": 3})
    assert winners(city.to_the_end()) == "Bo"


def test_without_any_difference_the_victory_is_shared() -> None:
    city = tied("credits", Ann={"credit": 1}, Bo={"credit": 1})
    result = city.to_the_end()
    assert winners(result) == "Ann Bo"
    assert "shared" in words(result.why)
    assert "Ann and Bo win" in city.said()
    assert "Bo wins" not in city.said()


def test_beside_the_boxed_game_items_are_asked_for_at_the_end_only() -> None:
    city = City("paladins", "artisans", "executives", keepers=BESIDE)
    city.points("Cy", 9)
    while city.state.stage == "turn":
        city.end()
    for who, n in (("Ann", 7), ("Bo", 2), ("Cy", 0)):
        assert set(city.offered(who)) == {"left"}
        assert all(not city.offered(other) for other in NAMES[:3] if other != who)
        city.do(who, Left(n))
    result = city.game.outcome(city.state)
    assert result is not None
    assert winners(result) == "Cy"
    assert (2, "end_items") in city.log("Ann")


def test_only_those_who_are_tied_say_what_their_items_are() -> None:
    city = City("paladins", "artisans", "executives", keepers=BESIDE)
    city.points("Ann", 9)
    city.points("Bo", 9)
    while city.state.stage == "turn":
        city.end()
    for who, n in (("Ann", 5), ("Bo", 4), ("Cy", 0)):
        city.do(who, Left(n))
    assert city.game.outcome(city.state) is None
    city.do("Ann", Split(2))
    city.do("Bo", Split(3))
    result = city.game.outcome(city.state)
    assert result is not None
    assert winners(result) == "Bo"


def test_the_sheet_shows_every_point_and_a_correction_has_its_own_line() -> None:
    city = City("paladins", "artisans")
    city.score(5)
    city.points("Ann", 3)
    city.end(2)
    city.score(4)
    view = city.view()
    assert [(line.round, line.points, words(line.text)) for line in view.sheet] == [
        (1, 5, "player aid"),
        (1, -2, "corrected by hand"),
        (2, 4, "player aid"),
    ]
    assert view.sums[0].rounds == (3, 7)
    assert dict(view.sums[0].parts)["fix"] == -2
