"""Finds the routes worth offering for a delivery (rulebook, "C. Deliver Cargo"), and prices any route.

A route is valid when it runs over finished links, visits no city twice, passes no city with open demand for the cargo,
and has at least one link of the player who delivers. Among all valid ones that can be paid, ``routes`` returns those
that no other one beats: none that is no dearer, earns its owner no less and gives the rivals together no more, and is
better in one of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from .arrangement import arranged
from .atlas import Atlas, Link
from .frontier import Edge, sweep
from .state import Built


class Trip(msgspec.Struct, frozen=True, kw_only=True):
    """What a delivery starts from, apart from where it goes.

    ``wants`` are the cities with open demand for the cargo. ``dice`` is what a link costs by its owner's seat (left
    out: 1 of one's own, 2 of others), ``stations`` come off the sum, down to one die; ``most`` is how many dice can be
    paid. ``bonus`` is the speed bonus for one link, two links, ... and the last for all longer routes. ``friends`` are
    points that a rival gets once for each delivery over links of his, by seat.
    """

    built: tuple[Built, ...]
    source: str
    wants: frozenset[str]
    seat: int
    dice: tuple[tuple[int, int], ...] = ()
    stations: int = 0
    most: int
    bonus: tuple[int, ...] = (0,)
    friends: tuple[tuple[int, int], ...] = ()

    @property
    def budget(self) -> int:
        """The most dice that a route may cost before the stations come off."""
        return self.most + self.stations

    def speed(self, links: int) -> int:
        """Return the bonus for a route of so many links."""
        return self.bonus[min(links, len(self.bonus)) - 1] if self.bonus else 0


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A valid route: contracts and cities in order, dice, the owner's points (bonus included), all rivals' points."""

    contracts: tuple[str, ...]
    cities: tuple[str, ...]
    price: int
    own: int
    rivals: int

    @property
    def links(self) -> int:
        """How many links it has."""
        return len(self.contracts)

    def beats(self, other: Route) -> bool:
        """Tell whether this route is at least as good in everything, and not the same in all."""
        mine, theirs = (self.price, -self.own, self.rivals), (other.price, -other.own, other.rivals)
        return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))


class _Class(msgspec.Struct, frozen=True):
    """Links that count alike: whether own, dice each, the points that their owner gets once."""

    own: bool
    dice: int
    once: int
    seat: int


class _Counting(msgspec.Struct, frozen=True):
    """How many links of each class a route has, as one bit of a number: ``sizes`` are how many counts there are."""

    classes: tuple[_Class, ...]
    sizes: tuple[int, ...]
    strides: tuple[int, ...]

    def counts(self, bit: int) -> tuple[int, ...]:
        return tuple(bit // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def allowed(self, budget: int) -> int:
        """Return the bits of all counts that cost no more than ``budget``."""
        known: dict[tuple[int, int], int] = {}

        def fill(at: int, left: int) -> int:
            if at < 0:
                return 1
            if (at, left) not in known:
                found, dice = 0, self.classes[at].dice
                for count in range(self.sizes[at]):
                    if count * dice <= left:
                        found |= fill(at - 1, left - count * dice) << (count * self.strides[at])
                known[at, left] = found
            return known[at, left]

        return fill(len(self.classes) - 1, budget)


def routes(atlas: Atlas, trip: Trip, target: str) -> tuple[Route, ...]:
    """Return the best routes to ``target``: cheapest first, then by the owner's points. One for each way to be best."""
    return _routes(atlas, trip, target)


@lru_cache(256)
def _routes(atlas: Atlas, trip: Trip, target: str) -> tuple[Route, ...]:
    if target == trip.source or target not in trip.wants:
        return ()
    owner = {built.contract: built.seat for built in trip.built}
    links = _usable(atlas, trip, target, owner)
    counting, by_owner = _counting(trip, links, owner)
    edges = [Edge(link.a, link.b, counting.strides[by_owner[owner[link.contract]]], n) for n, link in enumerate(links)]
    found = sweep(edges, arranged(atlas), trip.source, target, counting.allowed(trip.budget))
    best = sorted(_front(trip, counting, found.counts))
    return tuple(_route(trip, owner, [links[n] for n in found.trace(bit)]) for *_, bit in best)


def _usable(atlas: Atlas, trip: Trip, target: str, owner: Mapping[str, int]) -> list[Link]:
    """Return the finished links that a valid route could use, by what they cost to reach and to leave."""
    links = [link for link in atlas.links if link.contract in owner]
    shut = trip.wants - {target, trip.source}
    links = [link for link in links if link.a not in shut and link.b not in shut]
    there, back = _dice(links, trip, owner, trip.source), _dice(links, trip, owner, target)
    far = trip.budget + 1

    def within(link: Link) -> bool:
        dice = dice_of(trip, owner[link.contract])
        return any(
            there.get(a, far) + dice + back.get(b, far) <= trip.budget for a, b in ((link.a, link.b), (link.b, link.a))
        )

    links = [link for link in links if within(link)]
    while True:  # dead ends go, one after the other
        degree: dict[str, int] = {trip.source: 2, target: 2}
        for link in links:
            degree[link.a] = degree.get(link.a, 0) + 1
            degree[link.b] = degree.get(link.b, 0) + 1
        left = [link for link in links if degree[link.a] > 1 and degree[link.b] > 1]
        if len(left) == len(links):
            return left
        links = left


def dice_of(trip: Trip, seat: int) -> int:
    """Return the dice that a link of ``seat`` costs this player."""
    return dict(trip.dice).get(seat, 1 if seat == trip.seat else 2)


def _dice(links: list[Link], trip: Trip, owner: Mapping[str, int], start: str) -> dict[str, int]:
    """Return the fewest dice from ``start`` to every city, with no thought of cities that come twice."""
    near: dict[str, list[tuple[str, int]]] = {}
    for link in links:
        dice = dice_of(trip, owner[link.contract])
        near.setdefault(link.a, []).append((link.b, dice))
        near.setdefault(link.b, []).append((link.a, dice))
    reached, rows = {start: 0}, {0: [start]}
    at = 0
    while rows:
        for city in rows.pop(at, ()):
            if reached[city] < at:
                continue
            todo = [city]
            while todo:
                here = todo.pop()
                for beyond, dice in near.get(here, ()):
                    if at + dice < reached.get(beyond, at + dice + 1):
                        reached[beyond] = at + dice
                        if dice:
                            rows.setdefault(at + dice, []).append(beyond)
                        else:
                            todo.append(beyond)
        at += 1
    return reached


def _counting(trip: Trip, links: list[Link], owner: Mapping[str, int]) -> tuple[_Counting, dict[int, int]]:
    """Return how routes over ``links`` are counted, and which class each owner's links are of."""
    friends, classes, by_owner = dict(trip.friends), [_Class(True, dice_of(trip, trip.seat), 0, 0)], {trip.seat: 0}
    for seat in sorted({owner[link.contract] for link in links} - {trip.seat}):
        once = friends.get(seat, 0)
        kind = _Class(False, dice_of(trip, seat), once, seat if once else 0)
        if kind not in classes:
            classes.append(kind)
        by_owner[seat] = classes.index(kind)
    cities = len({city for link in links for city in (link.a, link.b)})
    sizes = []
    for n, kind in enumerate(classes):
        most = min(sum(by_owner[owner[link.contract]] == n for link in links), max(0, cities - 1))
        # One more than can be: what comes above the budget is dropped there, and never runs into the next class.
        sizes.append(2 + (min(most, trip.budget // kind.dice) if kind.dice else most))
    strides = [1]
    for size in sizes[:-1]:
        strides.append(strides[-1] * size)
    return _Counting(tuple(classes), tuple(sizes), tuple(strides)), by_owner


def _front(trip: Trip, counting: _Counting, counts: int) -> list[tuple[int, int, int, int, int]]:
    """Return the counts of the best routes as (price, -own, rivals, links, bit)."""
    found: dict[tuple[int, int, int], tuple[int, int]] = {}
    while counts:
        bit = (counts & -counts).bit_length() - 1
        counts &= counts - 1
        each = counting.counts(bit)
        if not each[0]:
            continue
        links = sum(each)
        price = max(1, sum(n * kind.dice for n, kind in zip(each, counting.classes, strict=True)) - trip.stations)
        rivals = links - each[0] + sum(kind.once for n, kind in zip(each, counting.classes, strict=True) if n)
        key = (price, -(each[0] + trip.speed(links)), rivals)
        if key not in found or (links, bit) < found[key]:
            found[key] = (links, bit)
    keys = sorted(found)
    best: list[tuple[int, int, int]] = []
    for key in keys:
        # Sorted by price, then points, then rivals: whatever beats a route comes before it.
        if not any(mine <= key[1] and theirs <= key[2] for _, mine, theirs in best):
            best.append(key)
    return [(*key, *found[key]) for key in best]


def _route(trip: Trip, owner: Mapping[str, int], links: list[Link]) -> Route:
    """Return the route that a set of links makes from the source on."""
    at: dict[str, list[Link]] = {}
    for link in links:
        at.setdefault(link.a, []).append(link)
        at.setdefault(link.b, []).append(link)
    cities: list[str] = [trip.source]
    contracts: list[str] = []
    while len(contracts) < len(links):
        link = next(link for link in at[cities[-1]] if link.contract not in contracts[-1:])
        contracts.append(link.contract)
        cities.append(link.beyond(cities[-1]))
    return _valued(trip, owner, tuple(contracts), tuple(cities))


def _valued(trip: Trip, owner: Mapping[str, int], contracts: tuple[str, ...], cities: tuple[str, ...]) -> Route:
    seats = [owner[contract] for contract in contracts]
    own = seats.count(trip.seat)
    friends = sum(points for seat, points in trip.friends if seat in seats and seat != trip.seat)
    return Route(
        contracts=contracts,
        cities=cities,
        price=max(1, sum(dice_of(trip, seat) for seat in seats) - trip.stations),
        own=own + trip.speed(len(seats)),
        rivals=len(seats) - own + friends,
    )


def priced(atlas: Atlas, trip: Trip, contracts: tuple[str, ...]) -> Route | None:
    """Return the route over ``contracts`` in their order, None where it is not valid or cannot be paid."""
    owner = {built.contract: built.seat for built in trip.built}
    cities = _walked(atlas, trip, owner, contracts)
    if cities is None or len(cities) < 2 or cities[-1] not in trip.wants:
        return None
    route = _valued(trip, owner, contracts, cities)
    return route if route.price <= trip.most and trip.seat in (owner[c] for c in contracts) else None


def _walked(atlas: Atlas, trip: Trip, owner: Mapping[str, int], contracts: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the cities along ``contracts``, None where they do not follow each other, or a city comes twice."""
    cities = [trip.source]
    for contract in contracts:
        link = atlas.link(contract) if contract in owner else None
        here = cities[-1]
        if link is None or here not in (link.a, link.b) or (here in trip.wants and here != trip.source):
            return None
        cities.append(link.beyond(here))
    return tuple(cities) if len(set(cities)) == len(cities) else None


def targets(atlas: Atlas, trip: Trip) -> tuple[str, ...]:
    """Return the cities that some valid route reaches, in the order of the map."""
    return _targets(atlas, trip)


@lru_cache(1024)
def _targets(atlas: Atlas, trip: Trip) -> tuple[str, ...]:
    owner = {built.contract: built.seat for built in trip.built}
    reached = _within(atlas, trip, owner, trip.source, frozenset(), trip.wants, False, trip.budget)
    return tuple(city.key for city in atlas.cities if city.key in reached)


def forget() -> None:
    """Drop what was found before, for who measures: everything is looked for anew."""
    _routes.cache_clear()
    _targets.cache_clear()


def onward(atlas: Atlas, trip: Trip, target: str, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the contracts by which a route begun with ``taken`` can go on to a valid end at ``target``."""
    owner = {built.contract: built.seat for built in trip.built}
    cities = _walked(atlas, trip, owner, taken)
    if cities is None or cities[-1] == target:
        return ()
    spent = sum(dice_of(trip, owner[contract]) for contract in taken)
    owned = any(owner[contract] == trip.seat for contract in taken)
    here, visited, found = cities[-1], frozenset(cities), []
    for link in atlas.links:
        if link.contract not in owner or here not in (link.a, link.b):
            continue
        beyond, seat = link.beyond(here), owner[link.contract]
        left = trip.budget - spent - dice_of(trip, seat)
        if beyond in visited or left < 0 or (beyond in trip.wants and beyond != target):
            continue
        own = owned or seat == trip.seat
        if beyond == target:
            if own:
                found.append(link.contract)
        elif target in _within(atlas, trip, owner, beyond, visited, frozenset((target,)), own, left):
            found.append(link.contract)
    return tuple(found)


def _within(
    atlas: Atlas,
    trip: Trip,
    owner: Mapping[str, int],
    start: str,
    visited: frozenset[str],
    ends: frozenset[str],
    owned: bool,
    budget: int,
) -> set[str]:
    """Return those of ``ends`` that a route can still come to from ``start``, with an own link somewhere on it.

    The cheapest way with and without an own link is found as if cities could come twice. Where the one with an own
    link really has a city twice, the exact sweep decides.
    """
    shut = visited | {trip.source}
    near: dict[str, list[tuple[str, int, bool]]] = {}
    for link in atlas.links:
        if link.contract not in owner:
            continue
        seat = owner[link.contract]
        for a, b in ((link.a, link.b), (link.b, link.a)):
            if b not in shut and (a == start or (a not in shut and a not in trip.wants)):
                near.setdefault(a, []).append((b, dice_of(trip, seat), seat == trip.seat))
    first = (start, owned)
    cost: dict[tuple[str, bool], int] = {first: 0}
    came: dict[tuple[str, bool], tuple[str, bool]] = {}
    rows: dict[int, list[tuple[str, bool]]] = {0: [first]}
    for at in range(budget + 1):
        todo = rows.pop(at, [])
        while todo:
            here = todo.pop(0)
            if cost[here] < at:
                continue
            for beyond, dice, own in near.get(here[0], ()):
                there = (beyond, here[1] or own)
                if at + dice <= budget and at + dice < cost.get(there, budget + 1):
                    cost[there], came[there] = at + dice, here
                    (rows.setdefault(at + dice, []) if dice else todo).append(there)
    found = set()
    for end in ends:
        if end != start and (end, True) in cost:
            chain = list(_chain((end, True), came))
            if len(set(chain)) == len(chain) or _exactly(atlas, trip, start, end, visited, owned, budget):
                found.add(end)
    return found


def _chain(end: tuple[str, bool], came: Mapping[tuple[str, bool], tuple[str, bool]]) -> Iterator[str]:
    here: tuple[str, bool] | None = end
    while here is not None:
        yield here[0]
        here = came.get(here)


def _exactly(atlas: Atlas, trip: Trip, start: str, end: str, visited: frozenset[str], owned: bool, budget: int) -> bool:
    """Tell by the sweep whether there is a route from ``start`` to ``end`` past none of ``visited``."""
    gone = visited - {start}
    rest = tuple(built for built in trip.built if not {(link := atlas.link(built.contract)).a, link.b} & gone)
    part = msgspec.structs.replace(trip, built=rest, source=start, wants=trip.wants | {end}, stations=0, most=budget)
    owner = {built.contract: built.seat for built in rest}
    links = _usable(atlas, part, end, owner)
    counting, by_owner = _counting(part, links, owner)
    edges = [Edge(link.a, link.b, counting.strides[by_owner[owner[link.contract]]], n) for n, link in enumerate(links)]
    counts = sweep(edges, arranged(atlas), start, end, counting.allowed(budget)).counts
    while counts:
        bit = (counts & -counts).bit_length() - 1
        counts &= counts - 1
        if owned or counting.counts(bit)[0]:
            return True
    return False
