"""Many Crossfire deals for seven, and whether chance treated all seats and all neighbours alike."""

from __future__ import annotations

import math
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from companion import packs
from companion.bench.figure import Figure, Ticks, chi_square, p_value
from companion.chance import Dice, Source
from companion.game import AnyGame, AskSeats, Came, Command, Outcome, Seat, SetUp, Setup, pending
from companion.games import TITLES

SEATS = (1, 2, 3, 4, 5, 6, 7)
CHUNK = 500
LEAST_P = 1e-4
"""A fair deal comes out below this once in ten thousand runs."""

Rows = Counter[tuple[str, ...]]
"""How often each row of cards lay before the seats at the end of the deal."""


def crossfire() -> AnyGame:
    """Return Crossfire as it is shipped."""
    return next(t for t in TITLES if t.meta.key == "crossfire").bind(packs.shipped("crossfire"))


def deals(game: AnyGame, source: Source, count: int) -> Iterator[tuple[str, ...]]:
    """Yield the cards of ``count`` deals in the order of the seats, each dealt by the rules up to the talk.

    Everybody looks when asked to: the deal, the pass to the left and every trio are those of a real game.
    """
    options = game.setups(SEATS, None)[0].command
    assert isinstance(options, SetUp)
    first = game.new(Setup(seats=SEATS, options=options))
    look: Command | None = None
    for _ in range(count):
        state = first
        while state.agenda:
            chance = pending(game, state)
            if chance is not None:
                items = chance.only() or source.decide(chance)
                state = game.apply(state, Outcome(), Came(chance.key, items))
                continue
            step = state.agenda[0]
            if not isinstance(step, AskSeats):
                break
            for seat in step.seats:
                look = look or game.choices(state, Seat(seat))[0].command
                state = game.apply(state, Seat(seat), look)
        yield state.rows[-1]


def _chunk(count: int) -> Rows:
    return Counter(deals(crossfire(), Dice(), count))


class Deals:
    """The measurement: ``count`` deals from the system's random source, on every core."""

    title = "deals"

    def __init__(self, count: int = 60_000) -> None:
        self.count = count

    def samples(self) -> int:
        """Return the number of chunks."""
        return math.ceil(self.count / CHUNK)

    def run(self, tick: Ticks) -> list[Figure]:
        """Deal, and compare with what is expected."""
        sizes = [min(CHUNK, self.count - done) for done in range(0, self.count, CHUNK)]
        rows: Rows = Counter()
        with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
            for part in pool.map(_chunk, sizes):
                rows += part
                tick()
        return figures(rows)


def seeded(count: int, seed: int) -> Rows:
    """Return the rows of ``count`` deals that are the same for the same ``seed``."""
    return Counter(deals(crossfire(), Dice(Random(seed)), count))


def figures(rows: Rows) -> list[Figure]:
    """Return the three tests of ``rows``: who got what, what neighbours got, and whole rows."""
    found = [Figure(name="deals", label="Crossfire deals for 7", value=sum(rows.values()), unit="")]
    for name, label, (statistic, freedom, p) in (
        ("seats", "every card at every seat", by_seat(rows)),
        ("pairs", "neighbours, the least even of 7 pairs", by_pair(rows)),
        ("rows", "whole rows", by_row(rows)),
    ):
        found += [
            Figure(name=f"deals_{name}_chi2", label=f"{label}: chi-square", value=statistic, unit=""),
            Figure(name=f"deals_{name}_df", label=f"{label}: degrees of freedom", value=freedom, unit=""),
            Figure(name=f"deals_{name}_p", label=f"{label}: p", value=p, unit="", aim=LEAST_P, at_least=True),
        ]
    return found


def by_seat(rows: Rows) -> tuple[float, int, float]:
    """Test (statistic, degrees of freedom, p) that every kind of card comes to every seat equally often.

    Every deal gives each seat one card, and as many of a kind as there are: counts at different seats lean on each
    other. For n seats that makes Pearson's sum n / (n - 1) times a chi-square of (n - 1)(kinds - 1).
    """
    total, cards = sum(rows.values()), Counter(next(iter(rows)))
    n = len(SEATS)
    counts: Counter[object] = Counter()
    for row, times in rows.items():
        for seat, kind in enumerate(row):
            counts[seat, kind] += times
    expected: dict[object, float] = {(s, k): total * m / n for s in range(n) for k, m in cards.items()}
    freedom = (n - 1) * (len(cards) - 1)
    statistic = chi_square(counts, expected) * (n - 1) / n
    return statistic, freedom, p_value(statistic, freedom)


def by_pair(rows: Rows) -> tuple[float, int, float]:
    """Test that any two kinds lie before neighbours as often as they should, right and left told apart.

    Each of the n pairs of neighbours is tested by itself (deals do not depend on each other); returned is the
    largest statistic, its p times n (Bonferroni: the pairs of one deal do depend on each other).
    """
    total, cards = sum(rows.values()), Counter(next(iter(rows)))
    n = len(SEATS)
    expected: dict[object, float] = {
        (a, b): total * m * (cards[b] - (a == b)) / (n * (n - 1)) for a, m in cards.items() for b in cards
    }
    freedom = sum(1 for e in expected.values() if e) - 1
    worst = 0.0
    for seat in range(n):
        counts: Counter[object] = Counter()
        for row, times in rows.items():
            counts[row[seat], row[(seat + 1) % n]] += times
        worst = max(worst, chi_square(counts, expected))
    return worst, freedom, min(1.0, n * p_value(worst, freedom))


def by_row(rows: Rows) -> tuple[float, int, float]:
    """Test that every possible row comes equally often: the sharpest of the three, it sees any unevenness."""
    total, cards = sum(rows.values()), Counter(next(iter(rows)))
    possible = math.factorial(len(SEATS)) // math.prod(math.factorial(m) for m in cards.values())
    seen = sum((times - total / possible) ** 2 for times in rows.values()) * possible / total
    statistic = seen + (possible - len(rows)) * total / possible
    return statistic, possible - 1, p_value(statistic, possible - 1)
