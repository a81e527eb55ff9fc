"""Whether cargo of a colour could go anywhere: a quick look that misses no delivery (rulebook, "C. Deliver Cargo")."""

from __future__ import annotations

from collections.abc import Iterable

from .atlas import Atlas
from .routes import Trip, dice_of

Near = dict[str, list[tuple[str, int, bool]]]
"""City -> the cities beyond its finished links, what each link costs, whether it is one's own."""


def promising(atlas: Atlas, trip: Trip, sources: Iterable[str]) -> bool:
    """Tell whether a delivery from one of ``sources`` can be hoped for, whichever is the source of ``trip``.

    No is certain. Yes is all but that: it is told as if a route could come to a city twice.
    """
    near: Near = {}
    for built in trip.built:
        link, dice = atlas.link(built.contract), dice_of(trip, built.seat)
        for a, b in ((link.a, link.b), (link.b, link.a)):
            near.setdefault(a, []).append((b, dice, built.seat == trip.seat))
    joined = [city for city in sources if city in near]
    _cut_dead_ends(near, trip.wants.union(joined))
    # A source that wants such cargo itself is no destination of its own, though it is one of all others.
    alone = [city for city in joined if city in trip.wants]
    together = frozenset(joined).difference(alone)
    return _arrives(near, trip, together) or any(_arrives(near, trip, frozenset((city,))) for city in alone)


def _cut_dead_ends(near: Near, ends: frozenset[str]) -> None:
    """Take out the links that lead nowhere, one after the other: no route can turn round."""
    todo = [city for city, links in near.items() if len(links) < 2 and city not in ends]
    while todo:
        city = todo.pop()
        for beyond, *_ in near[city]:
            near[beyond] = [link for link in near[beyond] if link[0] != city]
            if len(near[beyond]) == 1 and beyond not in ends:
                todo.append(beyond)
        near[city] = []


def _arrives(near: Near, trip: Trip, starts: frozenset[str]) -> bool:
    """Tell whether somebody who walks from ``starts``, over an own link too, comes to a city that wants the cargo."""
    cost = {(city, False): 0 for city in starts}
    rows = {0: list(cost)}
    for at in range(trip.budget + 1):
        todo = rows.pop(at, [])
        while todo:
            here = city, owned = todo.pop()
            if cost[here] < at:
                continue
            if city in trip.wants and city not in starts:
                if owned:
                    return True
                continue
            for beyond, dice, own in near[city]:
                there, price = (beyond, owned or own), at + dice
                if price <= trip.budget and price < cost.get(there, trip.budget + 1):
                    cost[there] = price
                    (rows.setdefault(price, []) if dice else todo).append(there)
        if not rows:
            return False
    return False
