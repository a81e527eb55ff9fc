"""Boards for the tests of routes: small ones of chance, and every route over them, walked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from companion import packs
from companion.games.rolling_freight.atlas import Atlas, City, Link, read_map
from companion.games.rolling_freight.routes import Route, Trip, dice_of
from companion.games.rolling_freight.state import Built

NAMES = "abcdefg"
CONTRACTS = tuple(f"{letter}{n}" for letter, n in product("BGRYS", range(1, 7)))


def printed(key: str) -> Atlas:
    """Return a map as it is shipped."""
    return read_map(f"{key}.toml", packs.shipped("rolling_freight"))


def board(links: list[tuple[str, str]], cities: str = NAMES) -> Atlas:
    """Return a map with these links, in this order; its cities stand on a row."""
    return Atlas(
        key="small",
        name="Small",
        least=2,
        most=5,
        width=1000,
        height=1000,
        cities=tuple(City(name, name.upper(), 100.0 * n, 7.0 * (n % 3)) for n, name in enumerate(cities)),
        circles=(),
        links=tuple(Link(contract, a, b, 2) for contract, (a, b) in zip(CONTRACTS, links, strict=False)),
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Atlas, Trip]:
    """Return a board, some of its links finished, and a delivery to be made on it."""
    cities = NAMES[: draw(st.integers(3, len(NAMES)))]
    pairs = [(a, b) for a in cities for b in cities if a < b]
    links = draw(st.lists(st.sampled_from(pairs), min_size=2, max_size=14))
    atlas = board(links, cities)
    owners = draw(st.lists(st.integers(0, 4), min_size=len(links), max_size=len(links)))
    built = tuple(Built(link.contract, seat, 2) for link, seat in zip(atlas.links, owners, strict=True) if seat)
    friends = draw(st.sampled_from([(), ((2, 1),), ((2, 2),), ((2, 1), (3, 1))]))
    trip = Trip(
        built=built,
        source=draw(st.sampled_from(cities)),
        wants=draw(st.frozensets(st.sampled_from(cities), min_size=1)),
        seat=1,
        dice=tuple((seat, 2 - copies) for seat, copies in friends),
        stations=draw(st.integers(0, 4)),
        most=draw(st.integers(1, 14)),
        bonus=tuple(draw(st.lists(st.integers(0, 3), min_size=1, max_size=7))),
        friends=friends,
    )
    return atlas, trip


def every_route(atlas: Atlas, trip: Trip) -> Iterator[Route]:
    """Yield every valid route of a delivery, to whatever city, by walking every way there is."""
    owner = {built.contract: built.seat for built in trip.built}

    def walk(cities: tuple[str, ...], contracts: tuple[str, ...]) -> Iterator[Route]:
        here = cities[-1]
        if len(cities) > 1 and here in trip.wants:
            seats = [owner[contract] for contract in contracts]
            price = max(1, sum(dice_of(trip, seat) for seat in seats) - trip.stations)
            if trip.seat in seats and price <= trip.most:
                own = sum(seat == trip.seat for seat in seats)
                extra = sum(points for seat, points in trip.friends if seat in seats)
                speed = trip.bonus[min(len(seats), len(trip.bonus)) - 1]
                yield Route(
                    contracts=contracts, cities=cities, price=price, own=own + speed, rivals=len(seats) - own + extra
                )
            return
        for link in atlas.links:
            if link.contract in owner and here in (link.a, link.b) and link.beyond(here) not in cities:
                yield from walk((*cities, link.beyond(here)), (*contracts, link.contract))

    yield from walk((trip.source,), ())
