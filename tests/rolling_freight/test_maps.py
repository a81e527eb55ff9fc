"""The two maps of our own: the rulebook's counts, what its examples say, and that they can be played on."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from companion import packs
from companion.game import read_file
from companion.games.rolling_freight import bind
from companion.games.rolling_freight.arrangement import arranged, width
from companion.games.rolling_freight.atlas import Atlas, read_map
from companion.games.rolling_freight.printed import Tables
from companion.games.rolling_freight.terms import COLOURS, LETTERS, phase_of
from tests.rolling_freight.boards import printed

MAPS = ("western", "southeastern")
DECKS: dict[str, dict[str, tuple[tuple[int, int], ...]]] = {
    "western": {
        "blue": ((1, 4), (9, 12), (17, 19)),
        "gray": ((1, 3), (9, 12), (17, 20)),
        "red": ((1, 4), (9, 12), (17, 19)),
        "yellow": ((1, 4), (9, 11), (17, 20)),
        "slash": ((1, 1), (7, 9)),
    },
    "southeastern": {
        "blue": ((1, 4), (9, 14), (17, 20)),
        "gray": ((1, 5), (9, 13), (17, 20)),
        "red": ((1, 5), (9, 13), (17, 19)),
        "yellow": ((1, 4), (9, 13), (17, 20)),
        "slash": ((1, 3), (7, 9), (13, 14)),
    },
}


def circles(atlas: Atlas, city: str) -> set[tuple[str, str]]:
    return {(circle.demand, circle.supply) for circle in atlas.circles if circle.city == city}


@pytest.mark.parametrize("key", MAPS)
def test_every_contract_of_the_tables_has_its_link(key: str) -> None:
    deck = {
        f"{LETTERS[colour]}{n}"
        for colour, rows in DECKS[key].items()
        for low, high in rows
        for n in range(low, high + 1)
    }
    links = [link.contract for link in printed(key).links]
    assert set(links) == deck
    assert len(links) == {"western": 48, "southeastern": 62}[key]


def test_players() -> None:
    assert [(printed(key).least, printed(key).most) for key in MAPS] == [(2, 4), (3, 5)]


def test_the_examples_of_the_rulebook_hold_on_the_western_map() -> None:
    west = printed("western")
    assert all(supply == "" for _, supply in circles(west, "winemucca"))
    assert circles(west, "filmore") == {("", "any")}
    assert west.link("G2").length == 6
    assert phase_of("G2") == "A"
    assert phase_of("S8") == "B"
    way = ["fresno", "sacramento", "oakland", "san_francisco", "santa_cruz", "santa_maria", "los_angeles"]
    assert "blue" in {supply for _, supply in circles(west, "fresno")}
    assert "blue" in {demand for demand, _ in circles(west, "los_angeles")}
    for city in way[1:-1]:
        assert "blue" not in {demand for demand, _ in circles(west, city)}
    for a, b in pairwise(way):
        joining = [link.contract for link in west.links if {link.a, link.b} == {a, b}]
        assert any(phase_of(contract) != "C" for contract in joining)  # the delivery is made in phase B


def test_the_examples_of_the_rulebook_hold_on_the_southeastern_map() -> None:
    southeast = printed("southeastern")
    assert ("red", "blue") in circles(southeast, "richmond")
    assert phase_of("R5") == "A"
    assert southeast.link("R5").contract == "R5"
    assert southeast.link("S8").contract == "S8"
    assert southeast.link("G2").length == 6


def test_the_west_has_double_tracks_and_the_southeast_is_interwoven() -> None:
    pairs = Counter(frozenset((link.a, link.b)) for link in printed("western").links)
    assert sum(count > 1 for count in pairs.values()) >= 5
    ways = {}
    for key in MAPS:
        atlas = printed(key)
        different = {frozenset((link.a, link.b)) for link in atlas.links}
        ways[key] = len(different) - len(atlas.cities) + 1  # how many rings the net is made of
    assert ways["southeastern"] > 1.5 * ways["western"]


@pytest.mark.parametrize("key", MAPS)
def test_markers_suffice_and_some_are_left_in_the_bag(key: str) -> None:
    atlas = printed(key)
    cargo = read_file("tables.toml", packs.shipped("rolling_freight"), Tables).cargo
    have = Counter(cargo.items())
    fixed = Counter(c.supply for c in atlas.circles if c.supply in COLOURS and not c.opens)
    assert all(fixed[colour] <= have[colour] for colour in COLOURS)
    assert sum(bool(c.supply) for c in atlas.circles) <= 65
    assert all(have[colour] > fixed[colour] for colour in COLOURS)  # any colour can still come
    for letter in ("B", "C"):
        assert 5 <= sum(c.opens == letter for c in atlas.circles) <= 10
    assert sum(bool(c.demand) for c in atlas.circles) <= 62


@pytest.mark.parametrize("key", MAPS)
def test_what_is_wanted_is_about_what_there_is(key: str) -> None:
    """Cargo that nobody wants is no fun, and neither is a wish that nothing can fulfil."""
    atlas = printed(key)
    total = sum(bool(c.demand) for c in atlas.circles)
    for colour, share in zip(COLOURS, (23 / 65, 23 / 65, 12 / 65, 7 / 65), strict=True):
        wanted = sum(c.demand == colour for c in atlas.circles) / total
        assert share * 0.7 < wanted < share * 1.45
        first = [c for c in atlas.circles if c.demand == colour and not c.opens]
        assert len(first) >= 2
    assert total < sum(bool(c.supply) for c in atlas.circles) + 8


@pytest.mark.parametrize("key", MAPS)
def test_no_city_that_ships_a_colour_is_the_only_one_to_want_it(key: str) -> None:
    atlas = printed(key)
    for circle in atlas.circles:
        if circle.supply in COLOURS:
            assert any(c.demand == circle.supply and c.city != circle.city for c in atlas.circles)


@pytest.mark.parametrize("key", MAPS)
def test_every_phase_brings_links_all_over_the_map_and_every_city_has_two_ways(key: str) -> None:
    atlas = printed(key)
    ends = Counter(city for link in atlas.links for city in (link.a, link.b))
    assert min(ends.values()) >= 2
    for phase in "ABC":
        colours = {link.contract[0] for link in atlas.links if phase_of(link.contract) == phase}
        assert colours >= set("BGRY")


@pytest.mark.parametrize("key", MAPS)
def test_longer_links_are_longer(key: str) -> None:
    """A link's squares go with the way between its cities, as far as a drawing shifts them about."""
    atlas = printed(key)
    each = []
    for link in atlas.links:
        if link.contract[0] != "S":
            a, b = atlas.city(link.a), atlas.city(link.b)
            each.append((math.dist((a.x, a.y), (b.x, b.y)), link.length))
    far = sorted(each)
    third = len(far) // 3
    mean = [sum(length for _, length in part) / len(part) for part in (far[:third], far[third:-third], far[-third:])]
    assert mean[0] < mean[1] < mean[2]
    assert {length for _, length in each} <= set(range(1, 8))


@pytest.mark.parametrize("key", MAPS)
def test_the_front_that_routes_are_found_with_stays_narrow(key: str) -> None:
    atlas = printed(key)
    near: dict[str, set[str]] = {city.key: set() for city in atlas.cities}
    for link in atlas.links:
        near[link.a].add(link.b)
        near[link.b].add(link.a)
    assert sorted(arranged(atlas)) == sorted(near)
    assert width(arranged(atlas), near) < 20_000


def test_the_map_in_the_documents_is_a_map() -> None:
    text = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")
    written = "\n".join(re.findall(r"```toml\n(.*?)```", text, re.DOTALL))
    whole = {**packs.shipped("rolling_freight"), "nevada.toml": written.encode()}
    atlas = read_map("nevada.toml", whole)
    assert {link.contract for link in atlas.links} == {"B1", "B2", "G2", "G9", "S1"}
    assert atlas.link("S1").via
    assert bind(whole).setups((1, 2), None)
