"""The route finder: no route that is worth having is missing, none is offered that cannot be taken."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from companion.games.rolling_freight.atlas import Atlas
from companion.games.rolling_freight.prospect import promising
from companion.games.rolling_freight.routes import Route, Trip, onward, priced, routes, targets
from companion.games.rolling_freight.state import Built
from tests.rolling_freight.boards import board, every_route, printed, tables

Goods = tuple[int, int, int]


def goods(route: Route) -> Goods:
    return route.price, route.own, route.rivals


@settings(max_examples=400, deadline=None)
@given(tables())
def test_the_list_is_what_walking_every_way_finds(table: tuple[Atlas, Trip]) -> None:
    atlas, trip = table
    every = list(every_route(atlas, trip))
    for city in atlas.cities:
        here = [route for route in every if route.cities[-1] == city.key]
        best = {goods(route) for route in here if not any(other.beats(route) for other in here)}
        listed = routes(atlas, trip, city.key)
        assert {goods(route) for route in listed} == best
        assert len(listed) == len(best)
        assert all(route in here for route in listed)


@settings(max_examples=300, deadline=None)
@given(tables())
def test_cities_that_can_be_reached_are_those_that_some_way_leads_to(table: tuple[Atlas, Trip]) -> None:
    atlas, trip = table
    ends = {route.cities[-1] for route in every_route(atlas, trip)}
    assert targets(atlas, trip) == tuple(city.key for city in atlas.cities if city.key in ends)


@settings(max_examples=300, deadline=None)
@given(tables())
def test_link_by_link_every_step_that_is_offered_leads_on(table: tuple[Atlas, Trip]) -> None:
    atlas, trip = table
    every = list(every_route(atlas, trip))
    for target in targets(atlas, trip)[:2]:
        ways = [route.contracts for route in every if route.cities[-1] == target]
        for way in ways[:3]:
            for n in range(len(way)):
                next_ = {other[n] for other in ways if len(other) > n and other[:n] == way[:n]}
                assert set(onward(atlas, trip, target, way[:n])) == next_
            assert onward(atlas, trip, target, way) == ()


@settings(max_examples=200, deadline=None)
@given(tables())
def test_whatever_way_is_clicked_is_priced_like_a_listed_one(table: tuple[Atlas, Trip]) -> None:
    atlas, trip = table
    for route in every_route(atlas, trip):
        assert priced(atlas, trip, route.contracts) == route


@settings(max_examples=400, deadline=None)
@given(tables())
def test_a_quick_look_misses_no_delivery(table: tuple[Atlas, Trip]) -> None:
    atlas, trip = table
    sources = [city.key for city in atlas.cities]
    found = [city for city in sources if targets(atlas, msgspec.structs.replace(trip, source=city))]
    assert all(promising(atlas, trip, (city,)) for city in found)
    assert promising(atlas, trip, sources) or not found


def trip(built: dict[str, int], source: str, wants: str, **more: object) -> Trip:
    links = tuple(Built(contract, seat, 2) for contract, seat in built.items())
    return Trip(built=links, source=source, wants=frozenset(wants), seat=1, **{"most": 9, **more})  # type: ignore[arg-type]  # what a test names goes on as it is


def test_the_worked_delivery_costs_nine_dice_and_pays_three_two_and_one() -> None:
    west = printed("western")
    cities = ["fresno", "sacramento", "oakland", "san_francisco", "santa_cruz", "santa_maria", "los_angeles"]
    way = [next(link for link in west.links if {link.a, link.b} == set(pair)) for pair in pairwise(cities)]
    owners = dict(zip((link.contract for link in way), (1, 2, 1, 3, 1, 2), strict=True))
    wants = frozenset(c.city for c in west.circles if c.demand == "blue") & {"los_angeles"}
    amy = Trip(
        built=tuple(Built(contract, seat, 1) for contract, seat in owners.items()),
        source="fresno",
        wants=wants,
        seat=1,
        stations=4,
        most=5,
        bonus=(0, 0, 0, 1, 1, 2),
    )
    (route,) = routes(west, amy, "los_angeles")
    assert route.cities == tuple(cities)
    assert (route.price, route.own, route.rivals) == (5, 5, 3)


def test_a_city_that_wants_the_cargo_cannot_be_passed_and_its_own_wish_does_not_hold_it_back() -> None:
    line = board([("a", "b"), ("b", "c")], "abc")
    owned = {"B1": 1, "B2": 1}
    assert routes(line, trip(owned, "a", "bc"), "c") == ()
    assert targets(line, trip(owned, "a", "bc")) == ("b",)
    assert [r.cities for r in routes(line, trip(owned, "a", "ac"), "c")] == [("a", "b", "c")]


def test_a_quick_look_knows_walls_dead_ends_and_prices() -> None:
    line = board([("a", "b"), ("b", "c"), ("c", "d")], "abcd")
    mine = {"B1": 1, "B2": 2, "B3": 2}
    assert promising(line, trip(mine, "", "d"), "a")
    assert not promising(line, trip(mine, "", "d"), "bc"), "the own link is no way to d"
    assert not promising(line, trip(mine, "", "d", most=4), "a")
    assert not promising(line, trip({"B1": 2, "B2": 2, "B3": 1}, "", "bd"), "a"), "b wants it, and Ann has no link to b"
    assert not promising(line, trip(mine, "", "a"), "a"), "a city is not its own destination"
    assert promising(line, trip(mine, "", "ab"), "ab")


def test_links_of_others_alone_are_no_route() -> None:
    line = board([("a", "b"), ("b", "c")], "abc")
    assert routes(line, trip({"B1": 2, "B2": 3}, "a", "c"), "c") == ()
    assert targets(line, trip({"B1": 2, "B2": 3}, "a", "c")) == ()


def test_an_own_link_in_a_dead_end_does_not_count() -> None:
    """From b one could go to a and back over the own link: a city would come twice."""
    line = board([("a", "b"), ("b", "c")], "abc")
    assert targets(line, trip({"B1": 1, "B2": 2}, "b", "c")) == ()
    assert onward(line, trip({"B1": 1, "B2": 2}, "b", "c"), "c", ()) == ()


def test_of_two_tracks_between_two_cities_each_has_its_owner() -> None:
    line = board([("a", "b"), ("a", "b"), ("b", "c")], "abc")
    owned = {"B1": 2, "B2": 1, "B3": 1}
    assert [(r.contracts, goods(r)) for r in routes(line, trip(owned, "a", "c"), "c")] == [(("B2", "B3"), (2, 2, 0))]
    assert onward(line, trip(owned, "a", "c"), "c", ()) == ("B1", "B2")


def test_stations_leave_one_die_to_pay() -> None:
    line = board([("a", "b"), ("b", "c")], "abc")
    (route,) = routes(line, trip({"B1": 1, "B2": 1}, "a", "c", stations=5), "c")
    assert route.price == 1


def test_a_friendly_owner_is_cheaper_and_gains_once_a_delivery() -> None:
    line = board([("a", "b"), ("b", "c"), ("c", "d")], "abcd")
    friendly = trip({"B1": 1, "B2": 2, "B3": 2}, "a", "d", dice=((2, 1),), friends=((2, 1),))
    assert [goods(r) for r in routes(line, friendly, "d")] == [(3, 1, 3)]


def test_a_longer_way_is_listed_where_its_distance_pays() -> None:
    ring = board([("a", "b"), ("a", "c"), ("c", "d"), ("d", "b")], "abcd")
    owned = dict.fromkeys(("B1", "B2", "B3", "B4"), 1)
    near, far = routes(ring, trip(owned, "a", "b", bonus=(0, 0, 2)), "b")
    assert (goods(near), goods(far)) == ((1, 1, 0), (3, 5, 0))


@pytest.mark.parametrize("seed", range(6))
def test_the_list_on_a_full_board_is_the_same_whatever_was_built_first(seed: int) -> None:
    southeast, rng = printed("southeastern"), Random(seed)
    links = [Built(link.contract, rng.randint(1, 5), link.length) for link in southeast.links]
    wants = frozenset(c.city for c in southeast.circles if c.demand == "blue" and rng.random() < 0.3) | {"atlanta"}
    listed = []
    for _ in range(2):
        rng.shuffle(links)
        late = Trip(
            built=tuple(links), source="memphis", wants=wants, seat=1, stations=4, most=14, bonus=(0, 0, 0, 1, 1, 2)
        )
        listed.append(routes(southeast, late, "atlanta"))
    assert listed[0] == listed[1]
    for route in listed[0]:
        assert priced(southeast, late, route.contracts) == route
        assert not any(other.beats(route) for other in listed[0])
