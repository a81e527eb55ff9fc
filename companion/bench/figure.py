"""What a bench measures: figures with the machine's own baseline, and the little statistics they need."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

Ticks = Callable[[], object]
"""Called after every sample of a measurement: moves its progress bar."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One number, in ``unit``, by the ``name`` that it has in JSON.

    ``base`` is the machine's own figure for the same work without us, in the same unit; ``aim`` is the most that
    the ratio of the two may be or, without a base, the number itself (``at_least``: the least).
    """

    name: str
    label: str
    value: float
    unit: str
    base: float | None = None
    aim: float | None = None
    at_least: bool = False

    @property
    def ratio(self) -> float | None:
        """How many times the machine's own figure this is; None where there is none to compare with."""
        return self.value / self.base if self.base else None

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none."""
        if self.aim is None:
            return None
        judged = self.value if self.ratio is None else self.ratio
        return judged >= self.aim if self.at_least else judged <= self.aim

    def numbers(self) -> Iterable[tuple[str, float]]:
        """Yield name and number as JSON has them: the value and, where there is one, the baseline and ratio."""
        yield self.name, self.value
        if self.base is not None and self.ratio is not None:
            yield f"{self.name}_baseline", self.base
            yield f"{self.name}_ratio", self.ratio


class Measure(Protocol):
    """One measurement: so many samples, then its figures."""

    title: str

    def samples(self) -> int:
        """Return how many times ``run`` will call its ticks."""
        ...

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure. Raises OSError or Failed when something could not be measured."""
        ...


class Failed(Exception):
    """A measurement could not be made, for the reason given."""


def median(times: Iterable[float]) -> float:
    """Return the middle of ``times``. Raises ValueError for none."""
    return quantile(times, 0.5)


def quantile(times: Iterable[float], part: float) -> float:
    """Return the value below which ``part`` (0 to 1) of ``times`` lie, between two by distance."""
    ordered = sorted(times)
    if not ordered:
        raise ValueError("no samples")
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def spread(
    name: str,
    label: str,
    times: Sequence[float],
    base: Sequence[float] | None = None,
    aim: float | None = None,
    tail_aim: float | None = None,
) -> list[Figure]:
    """Return the median and the 99th percentile of ``times`` (seconds) as figures in milliseconds."""
    return [
        Figure(
            name=f"{name}_{key}_ms",
            label=f"{label}, {said}",
            value=1000 * quantile(times, part),
            unit="ms",
            base=1000 * quantile(base, part) if base is not None else None,
            aim=most,
        )
        for key, said, part, most in (("median", "median", 0.5, aim), ("p99", "p99", 0.99, tail_aim))
    ]


def chi_square(counts: Mapping[object, int], expected: Mapping[object, float]) -> float:
    """Return Pearson's statistic. Raises ValueError for something that cannot happen and did."""
    if stray := [cell for cell in counts if not expected.get(cell)]:
        raise ValueError(f"cannot happen: {stray[0]}")
    return sum((counts.get(cell, 0) - e) ** 2 / e for cell, e in expected.items() if e)


def p_value(statistic: float, freedom: int) -> float:
    """Return how often chance alone gives a chi-square of ``statistic`` or more with ``freedom`` degrees of freedom.

    The regularised upper incomplete gamma function Q(freedom / 2, statistic / 2): by its power series below the
    bend, by its continued fraction (Lentz's method) above; both as in Abramowitz and Stegun, 6.5.29 and 6.5.31.
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b = x + 1 - a
    c = 1e300
    d = h = 1 / b
    for i in range(1, 100_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, front * h)
