"""Deliveries (rulebook, "Deliver Cargo"), over the map and by owners alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import plain
from companion.games.rolling_freight.atlas import Circle
from companion.games.rolling_freight.commands import Act, Pick
from companion.games.rolling_freight.shipping import wanting
from companion.games.rolling_freight.state import Spot
from tests.rolling_freight.boards import board
from tests.rolling_freight.example import AMYS, DOUG, JAMES, ROUTE, amys, clear, put
from tests.rolling_freight.freight import ATLAS, Table, words


@pytest.fixture
def west() -> Table:
    return amys()


def test_amys_delivery_of_nine_dice(west: Table) -> None:
    """Nine dice less four stations; three and two and one points for links, two for the distance."""
    west.act("deliver", "blue")
    assert west.state.picks == ("blue", "fresno", "los_angeles"), "what is the only way the box picks itself"
    assert west.values("Ann") == [ROUTE, "links"]
    (choice, _, *_) = west.offered("Ann").values()
    assert dict(choice.label.args) == {"n": 5, "own": 5, "rivals": 3}
    west.pick(ROUTE)
    assert west.view().route == tuple(ROUTE.split("-"))
    west.pick("basic.R", "basic.G", "basic.G", "basic.Y", "basic.B")
    assert west.points() == {"Ann": 5, "Bo": 2, "Cy": 1}
    assert west.unspent("Ann") == "BG"
    assert west.player("Ann").cargo == (1, 0, 0, 0)
    spots = dict(zip([(c.city, c.demand) for c in ATLAS.circles], west.state.spots, strict=True))
    assert spots["los_angeles", "blue"].saturated
    assert not any(spot.cargo for spot in west.state.spots)
    assert "deliver" not in west.offered("Ann"), "one delivery a turn"


def test_the_same_route_link_by_link(west: Table) -> None:
    west.act("deliver", "blue", "links")
    notes, titles = [], []
    for contract in ROUTE.split("-"):
        assert contract in west.values("Ann")
        west.pick(contract)
        notes.append(words(west.view().note or plain("")))
        titles.append(words(west.view().list_title or plain("")))
    assert notes == [  # stations pay for four; four links are far enough for a point
        "1 die so far · Ann +1",
        "1 die so far · Ann +2",
        "1 die so far · Ann +3",
        "1 die so far · Ann +4 · Bo +1",
        "3 dice so far · Ann +4 · Bo +2",
        "To pay: 5 dice · Ann +5 · Bo +2 · Cy +1",
    ]
    assert titles == [  # the little display says over the list what its lists of routes say
        "1 die so far · +1",
        "1 die so far · +2",
        "1 die so far · +3",
        "1 die so far · +4, them +1",
        "3 dice so far · +4, them +2",
        "To pay: 5 dice · +5, them +3",
    ]
    assert words(west.offered("Ann")["pay.auto"].label) == "Pay B G G R Y: +5"
    west.pick("auto")
    assert west.points() == {"Ann": 5, "Bo": 2, "Cy": 1}


def test_what_is_paid_with_says_what_it_brings_with_its_symbols(west: Table) -> None:
    west.give("Ann", "die_black")
    west.dice("Ann", "R G G Y BG B points")
    west.act("deliver", "blue", ROUTE)
    assert words(west.offered("Ann")["pay.auto"].label) == "Pay +2 B G G R: +7"
    west.pick("basic.R")
    assert words(west.offered("Ann")["pay.auto"].label) == "Pay +2 B G G: +7"
    west.pick("extra.points")
    assert words(west.view().list_title or plain("")) == "To pay: 3 dice · +7, them +3"
    assert words(west.offered("Ann")["pay.auto"].label) == "Pay B G G: +7"


def test_what_is_no_delivery_brings_no_points_for_paying(west: Table) -> None:
    west.set("Ann", stations=0)
    west.act("station")
    assert words(west.offered("Ann")["pay.auto"].label).startswith("Pay ")
    assert "+" not in words(west.offered("Ann")["pay.auto"].label)
    assert words(west.view().list_title or plain("")).startswith("Switching station · To pay: ")


def test_a_city_that_wants_the_cargo_ends_the_route(west: Table) -> None:
    put(west, "los_angeles", demand="red")
    put(west, "santa_cruz", demand="red")
    put(west, "fresno", cargo="red")
    west.act("deliver", "red")
    assert west.state.picks == ("red", "fresno", "santa_cruz"), "nothing passes Santa Cruz while it wants red"


def test_saturated_demand_does_not_block_and_lets_cargo_go(west: Table) -> None:
    put(west, "santa_cruz", cargo="red")
    put(west, "los_angeles", demand="red")
    put(west, "fresno", cargo="red")
    west.act("deliver", "red")
    # From Santa Cruz no link of Ann's leads to Los Angeles, so only Fresno can ship.
    assert west.state.picks == ("red", "fresno", "los_angeles")


def test_the_sources_own_demand_does_not_block(west: Table) -> None:
    put(west, "fresno", demand="gray", cargo="gray")
    put(west, "oakland", demand="gray")
    west.act("deliver", "gray")
    assert west.state.picks == ("gray", "fresno", "oakland")


def test_a_covered_demand_does_not_block(west: Table) -> None:
    spots = tuple(
        replace(spot, closed="C", saturated=False) if circle.opens == "C" and circle.demand == "red" else spot
        for circle, spot in zip(ATLAS.circles, west.state.spots, strict=True)
    )
    west.state = replace(west.state, spots=spots)
    put(west, "santa_cruz", demand="red")
    put(west, "fresno", cargo="red")
    west.act("deliver", "red")
    assert west.state.picks == ("red", "fresno", "santa_cruz"), "past Oakland, whose red circle is still covered"


@pytest.mark.parametrize(
    ("spots", "wants"),
    [
        ((Spot(), Spot()), {"b"}),
        ((Spot(saturated=True), Spot()), {"b"}),  # the second circle is still open
        ((Spot(saturated=True), Spot(closed="C")), set()),
        ((Spot(saturated=True), Spot(saturated=True)), set()),
    ],
)
def test_a_city_of_two_circles_wants_until_both_are_satisfied_or_covered(
    west: Table, spots: tuple[Spot, ...], wants: set[str]
) -> None:
    """Neither of our maps has such a city; a printed one may."""
    red = Circle("b", "red", "", "")
    atlas = replace(board([("a", "b"), ("b", "c")], "abc"), circles=(red, red))
    assert wanting(atlas, replace(west.state, spots=spots), "red") == wants


def test_somebody_elses_links_alone_are_no_route(west: Table) -> None:
    put(west, "santa_cruz", cargo="blue")
    west.state = replace(west.state, built=west.state.built[3:])
    assert "deliver" not in west.offered("Ann")
    assert "own" in west.refuses("Ann", Act("deliver"))


def test_too_dear_is_not_offered(west: Table) -> None:
    west.set("Ann", stations=0)
    assert "deliver" not in west.offered("Ann")
    west.set("Ann", stock=(3, 0, 0, 0))
    west.act("deliver")
    assert west.values("Ann") == ["blue"], "markers pay too"


def test_cargo_that_can_go_nowhere_is_not_offered(west: Table) -> None:
    put(west, "santa_cruz", cargo="gray")
    put(west, "santa_maria", demand="gray")
    west.act("deliver")
    assert west.values("Ann") == ["blue"], "between Santa Cruz and Santa Maria there is no link of Ann's"


def test_stations_leave_one_die_at_the_least(west: Table) -> None:
    west.set("Ann", stations=5)
    put(west, "oakland", demand="gray")
    put(west, "fresno", cargo="gray")
    west.act("deliver", "gray", "B1-R4", "basic.R")
    assert west.unspent("Ann") == "G G Y BG B"


def test_friendly_owners_are_cheaper_and_are_paid_for_it(west: Table) -> None:
    west.give("Bo", "friendly", "friendly")
    west.give("Cy", "friendly")
    west.act("deliver", "blue")
    (choice, *_) = west.offered("Ann").values()
    # Three of her own, Bo's two for nothing, Cy's for one: four dice, all but one saved by the stations.
    assert dict(choice.label.args) == {"n": 1, "own": 5, "rivals": 6}
    west.pick(ROUTE, "basic.R")
    assert west.points() == {"Ann": 5, "Bo": 4, "Cy": 2}


@pytest.mark.parametrize(
    ("colour", "city", "contracts", "bonus"),
    [("yellow", "sacramento", "B1", 4), ("red", "santa_cruz", "B1-R4-S1-B3", 1)],
)
def test_fast_cargo_is_paid_for_speed(west: Table, colour: str, city: str, contracts: str, bonus: int) -> None:
    """The bonus counts links, not their squares."""
    put(west, "fresno", cargo=colour)
    put(west, city, demand=colour)
    west.act("deliver", colour, contracts, "auto")
    own = sum(contract in AMYS for contract in contracts.split("-"))
    assert west.points()["Ann"] == own + bonus


def test_a_point_symbol_in_the_price_scores_two(west: Table) -> None:
    west.give("Ann", "die_black")
    west.dice("Ann", "R G G Y BG B points")
    west.act("deliver", "blue", ROUTE, "auto")
    assert "points" not in west.unspent("Ann").split(), "the box spends it where it is of use"
    assert west.points()["Ann"] == 7


def test_a_second_delivery_takes_the_symbol_and_other_stations(west: Table) -> None:
    """Four stations discount the first; a second one in the same turn has only the fifth left."""
    west.give("Ann", "die_yellow")
    west.set("Ann", stations=5)
    west.dice("Ann", "R G G Y BG B again")
    put(west, "fresno", cargo="gray")
    put(west, "oakland", demand="gray")
    west.act("deliver", "gray", "B1-R4", "basic.R")
    assert west.state.used == 1, "one station was enough: it is the one that is gone"
    put(west, "fresno", cargo="blue")
    west.act("deliver", "blue")
    west.pick(ROUTE)
    assert west.values("Ann") == ["auto", "extra.again"], "the symbol comes first"
    west.pick("extra.again", "auto")
    assert west.state.deliveries == 2
    assert "deliver" not in west.offered("Ann"), "two deliveries a turn at most"


def test_without_the_symbol_there_is_no_second_delivery(west: Table) -> None:
    west.act("deliver", "blue", ROUTE, "auto")
    put(west, "fresno", cargo="blue")
    put(west, "los_angeles", demand="blue")
    assert "One delivery" in west.refuses("Ann", Act("deliver"))


# --- beside the boxed game, by owners alone


@pytest.fixture
def beside() -> Table:
    table = Table(beside=True).drafted()
    table.built("Ann", *AMYS)
    table.built("Bo", *JAMES)
    table.built("Cy", *DOUG)
    table.set("Ann", stations=4)
    return table


def test_amys_delivery_by_owners(beside: Table) -> None:
    beside.act("deliver", "blue", "1", "1", "1", "2", "2", "3")
    done = beside.offered("Ann")["link.done"]
    assert dict(done.label.args) == {"n": 5, "own": 5}
    beside.pick("done")
    assert beside.points() == {"Ann": 5, "Bo": 2, "Cy": 1}
    assert beside.player("Ann").cargo == (1, 0, 0, 0)


def test_a_route_told_by_owners_says_what_it_costs_and_brings_so_far(beside: Table) -> None:
    beside.act("deliver", "blue")
    assert beside.view().list_title is None, "then the question stands there"
    titles = []
    for owner in ("1", "2", "2", "1", "1", "3"):
        beside.pick(owner)
        titles.append(words(beside.view().list_title or plain("")))
    assert titles == [
        "1 die so far · +1",
        "1 die so far · +1, them +1",
        "1 die so far · +1, them +2",
        "2 dice so far · +3, them +2",
        "3 dice so far · +4, them +2",
        "5 dice so far · +5, them +3",
    ]
    beside.pick("done")
    assert beside.points() == {"Ann": 5, "Bo": 2, "Cy": 1}


def test_a_route_needs_an_own_link_and_no_more_than_there_are(beside: Table) -> None:
    beside.act("deliver", "blue", "3")
    assert beside.values("Ann") == ["1", "2"], "Cy has one link only, and Ann none on it yet"
    beside.pick("2", "2")
    assert beside.values("Ann") == ["1"]


def test_symbols_are_told_where_people_keep_the_dice(beside: Table) -> None:
    beside.give("Ann", "die_black")
    beside.act("deliver", "blue", "1", "symbol", "done")
    assert beside.points() == {"Ann": 3}
    assert "deliver" in beside.offered("Ann"), "a die that may show the symbol for a second one"


def test_no_more_symbols_are_told_than_dice_are_paid(beside: Table) -> None:
    """A symbol counts within the price that is left after the stations, and a second delivery takes one for itself."""
    beside.give("Ann", "die_black", "die_yellow")
    beside.act("deliver", "blue", "1", "symbol")
    assert "symbol" not in beside.values("Ann"), "one die is to be paid, and this is it"
    beside.pick("1", "1", "2", "2")
    assert "symbol" in beside.values("Ann"), "eight dice less four"
    beside.pick("done")
    beside.set("Ann", stations=5)
    beside.act("deliver", "blue", "1", "2", "2")
    assert "symbol" in beside.values("Ann"), "five dice less one station"
    beside.pick("symbol")
    assert "symbol" not in beside.values("Ann"), "the other die has the symbol for this delivery"


def test_over_the_map_too_symbols_are_told_within_the_price() -> None:
    table = Table(dice="unseen").drafted()
    table.built("Ann", *AMYS)
    clear(table)
    put(table, "fresno", cargo="gray")
    put(table, "oakland", demand="gray")
    table.give("Ann", "die_black", "die_black", "die_yellow")
    table.act("deliver", "gray", "B1-R4", "symbol", "symbol")
    assert table.values("Ann") == ["done"], "two dice are to be paid"
    assert words(table.view().list_title or plain("")) == "To pay: 2 dice · +6"
    table.back()
    table.pick("done")
    assert table.points() == {"Ann": 4}
    put(table, "fresno", cargo="gray")
    put(table, "oakland", demand="gray")
    table.set("Ann", stations=1)
    table.act("deliver", "gray", "B1-R4")
    assert table.state.deliveries == 2, "its one die shows the symbol for a second delivery: there is nothing to tell"


def test_the_way_back_goes_pick_by_pick(beside: Table) -> None:
    before = beside.state
    beside.act("deliver", "blue", "1", "2")
    for _ in range(4):
        beside.back()
    assert beside.state == before
    assert beside.refuses("Ann", Pick("1"))
