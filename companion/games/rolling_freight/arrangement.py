"""In which order the cities of a map are swept, so that the front between swept and unswept ones stays narrow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from .atlas import Atlas

ANGLES = 12
PASSES = 4


@lru_cache(16)
def arranged(atlas: Atlas) -> tuple[str, ...]:
    """Return every city once: swept across the map from the best of several sides, then improved by small moves."""
    near: dict[str, set[str]] = {city.key: set() for city in atlas.cities}
    for link in atlas.links:
        near[link.a].add(link.b)
        near[link.b].add(link.a)
    best: list[str] = []
    least = math.inf
    for n in range(ANGLES):
        angle = math.pi * n / ANGLES
        across = sorted(atlas.cities, key=lambda c: (c.x * math.cos(angle) + c.y * math.sin(angle), c.key))
        order = [city.key for city in across]
        if (found := width(order, near)) < least:
            best, least = order, found
    for _ in range(PASSES):
        for city in sorted(near):
            without = [c for c in best if c != city]
            at = best.index(city)
            for place in range(max(0, at - 6), min(len(best), at + 7)):
                order = [*without[:place], city, *without[place:]]
                if (found := width(order, near)) < least:
                    best, least = order, found
    return tuple(best)


def width(order: Sequence[str], near: dict[str, set[str]]) -> float:
    """Return the work that an order makes, about: states grow some threefold with each city on the front."""
    rank = {city: n for n, city in enumerate(order)}
    change = [0] * (len(order) + 1)
    for n, city in enumerate(order):  # a city is on the front from its own place to its last neighbour's
        last = max((rank[other] for other in near[city]), default=0)
        if last >= n:
            change[n] += 1
            change[last + 1] -= 1
    work, front = 0.0, 0
    for more in change[:-1]:
        front += more
        work += 3.0**front
    return work
