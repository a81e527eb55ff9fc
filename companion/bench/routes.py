"""What finding routes costs on the largest board, with every link of it built."""

from __future__ import annotations

import time
from random import Random

from companion import packs
from companion.bench.figure import Figure, Ticks, quantile
from companion.games.rolling_freight.atlas import Atlas, read_map
from companion.games.rolling_freight.routes import Trip, forget, routes
from companion.games.rolling_freight.state import Built

PLAYERS = 5
BONUS = (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)
AIM = 50.0
"""Milliseconds that the list may take, at the 99th percentile."""

STEPS = 100_000


def southeastern() -> Atlas:
    """Return the largest map as it is shipped."""
    return read_map("southeastern.toml", packs.shipped("rolling_freight"))


def deliveries(atlas: Atlas, rng: Random, *, open_: float, most: int) -> tuple[Trip, str]:
    """Return a delivery on a board with every link built by one of five, and where it goes.

    Each city that takes the cargo still does with the chance ``open_``; up to ``most`` dice can be paid.
    """
    colour = rng.choice(("blue", "gray", "red", "yellow"))
    takes = sorted({circle.city for circle in atlas.circles if circle.demand == colour})
    target = rng.choice(takes)
    source = rng.choice([city.key for city in atlas.cities if city.key != target])
    trip = Trip(
        built=tuple(Built(link.contract, rng.randint(1, PLAYERS), link.length) for link in atlas.links),
        source=source,
        wants=frozenset((target, *(city for city in takes if rng.random() < open_))),
        seat=1,
        stations=rng.randint(2, 5),
        most=rng.randint(most // 2, most),
        bonus=BONUS,
    )
    return trip, target


class Routes:
    """The measurement: ``count`` lists late in a game, and as many with nothing in the way and very many dice."""

    title = "routes"

    def __init__(self, count: int = 500) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of lists."""
        return 2 * self.count

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        atlas, rng = southeastern(), Random(3)
        found: list[Figure] = []
        for name, label, open_, most in (
            ("late", "Rolling Freight, every link built: the route list", 0.4, 16),
            ("widest", "the same with no other city in the way and up to 25 dice", 0.0, 25),
        ):
            times = []
            for _ in range(self.count):
                trip, target = deliveries(atlas, rng, open_=open_, most=most)
                forget()
                began = time.perf_counter()
                routes(atlas, trip, target)
                times.append((time.perf_counter() - began) * 1000)
                tick()
            found += [
                Figure(
                    name=f"routes_{name}_median_ms", label=f"{label}, median", value=quantile(times, 0.5), unit="ms"
                ),
                Figure(
                    name=f"routes_{name}_p99_ms", label="the same, p99", value=quantile(times, 0.99), unit="ms", aim=AIM
                ),
            ]
        calibration = f"calibration: {STEPS} steps through a dictionary"
        return [*found, Figure(name="routes_steps_ms", label=calibration, value=_steps(), unit="ms")]


def _steps() -> float:
    """Return the milliseconds of so many look-ups: what a sweep is made of."""
    around = {n: (n * 7919 + 1) % 997 for n in range(997)}
    at, began = 0, time.perf_counter()
    for _ in range(STEPS):
        at = around[at]
    return (time.perf_counter() - began) * 1000
