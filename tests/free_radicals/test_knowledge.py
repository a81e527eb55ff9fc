"""Knowledge: own and others' steps, costs, points to the mover, the benefactor's bonus at each new level."""

from __future__ import annotations

import pytest

from companion.games.free_radicals.commands import Act
from tests.free_radicals.city import City, game, words

STEPS = game.printed.tracks["red"].steps


def test_the_artisans_advance_the_executives() -> None:
    """1 titanium and 1 Credit, 2 points, a Data card and 1 red favor; the Executives get nothing and score nothing."""
    city = City("artisans", "executives")
    city.knows(red=STEPS[0])
    city.hold("Ann", titanium=1, credit=1)
    city.act("knowledge", "red", "deck")
    assert city.has("Ann") == {"points": 2, "red": 1, "data": 1}
    assert city.has("Bo") == {}
    assert city.state.knowledge[0] == STEPS[0] + 1


def test_the_known_cell_is_in_the_pack() -> None:
    red = game.printed.tracks["red"]
    assert (red.cost[1].titanium, red.cost[1].credit, red.points[1]) == (1, 1, 2)


@pytest.mark.parametrize(
    ("level", "gets"),
    [(1, {"red": 1}), (2, {"red": 1, "data": 1}), (3, {"red": 2}), (4, {"red": 2, "carbon": 1})],
)
def test_the_bonus_of_each_level(level: int, gets: dict[str, int]) -> None:
    city = City("artisans", "executives")
    city.knows(red=sum(STEPS[: level - 1]))
    city.hold("Ann", titanium=2, credit=2)
    cost = game.printed.tracks["red"].cost[level - 1]
    city.act("knowledge", "red")
    if level in (2, 4):
        city.picks("Ann", "deck" if level == 2 else "carbon")
    rest = {"titanium": 2 - cost.titanium, "credit": 2 - cost.credit}
    assert city.has("Ann") == {**{k: n for k, n in rest.items() if n}, **gets, "points": level}


def test_no_bonus_within_a_level_nor_for_oneself() -> None:
    city = City("artisans", "executives")
    city.knows(red=1, yellow=0)
    city.hold("Ann", titanium=1, carbon=1)
    city.act("knowledge", "red")
    city.act("knowledge", "yellow")
    assert city.has("Ann") == {"points": 2}
    assert city.log("Ann") == [(1, "knowledge"), (1, "knowledge")]


def test_non_player_colours_advance_too() -> None:
    city = City("artisans", "executives")
    city.hold("Ann", hydrogen=1)
    city.act("knowledge", "green")
    assert city.has("Ann") == {"points": 1, "green": 1}
    assert city.view().tracks[2].seat == 0


def test_what_cannot_be_paid_or_is_at_its_end_is_not_offered() -> None:
    city = City("artisans", "executives")
    assert "knowledge" not in city.offered("Ann")
    assert city.refuses("Ann", Act("knowledge")) == "You cannot pay for a step on any track."
    city.hold("Ann", titanium=9, credit=9)
    city.knows(red=game.printed.tracks["red"].length)
    city.do("Ann", Act("knowledge"))
    assert set(city.offered("Ann")) == {"advance.blue", "advance.purple", "back"}


def test_each_option_says_what_it_pays_and_gives() -> None:
    city = City("artisans", "executives")
    city.hold("Ann", titanium=9, credit=9)
    city.knows(red=STEPS[0])
    city.do("Ann", Act("knowledge"))
    detail = city.offered("Ann")["advance.red"].detail
    assert detail is not None
    assert words(detail) == "1 titanium + 1 Credit: 2 points + 1 Red favor + 1 Data card"
