"""Geometry for pictures of a table: where seats stand around it, arrows between them, cards that travel."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

Point = tuple[float, float]


class Room(NamedTuple):
    """For a name of up to ``fit`` letters below the middle of its place; for one of up to ``most``, ``aside`` of it."""

    fit: int
    most: int
    aside: float


@lru_cache(maxsize=64)
def around(seats: tuple[int, ...], width: float, height: float, below: int = 0) -> dict[int, Point]:
    """Return where each seat stands, evenly on an ellipse of these half axes around (0, 0), clockwise from above.

    ``below`` stands at the bottom (the viewer's own seat); where it is not among the seats, the first is on top.
    """
    first = seats.index(below) if below in seats else 0
    start = math.pi / 2 if below in seats else -math.pi / 2
    angles = _evenly(len(seats), width, height, start)
    return {
        seat: (round(width * math.cos(angle), 1), round(height * math.sin(angle), 1))
        for seat, angle in zip((*seats[first:], *seats[:first]), angles, strict=True)
    }


def rooms(at: Mapping[int, Point], edge: float, letter: float, titled: Collection[int]) -> dict[int, Room]:
    """Return how much room there is for the name below each place.

    So names keep off other places, off each other, off the titles above the places of ``titled``, and inside ``edge``
    on both sides. ``letter`` is the width of one.
    """
    found: dict[int, Room] = {}
    for seat, (x, y) in at.items():
        left, right = -edge, edge
        for other, (ox, oy) in at.items():
            if other == seat:
                continue
            low, high = (oy - 34, oy + 22) if other in titled else (oy - 27.5, oy + 22)
            if low < y + NAME_LOW and y + NAME_HIGH < high:  # beside a place: its badge stands out to the left
                half = 38 if other in titled and y + NAME_HIGH < oy - 22 else 31
                left, right = (max(left, ox + half - 4), right) if ox < x else (left, min(right, ox - half))
            elif abs(oy - y) < NAME_LOW - NAME_HIGH + 2:  # beside another name: each has half of what is between
                left, right = (max(left, (x + ox) / 2 + 2), right) if ox < x else (left, min(right, (x + ox) / 2 - 2))
        middle = min(max((left + right) / 2, x - ASIDE), x + ASIDE)
        fit, most = (int(2 * min(spot - left, right - spot) / letter) for spot in (x, middle))
        found[seat] = Room(fit, max(3, most), round(middle - x, 1))
    return found


NAME_HIGH, NAME_LOW = 23.0, 35.5
"""Between which heights below the middle of a place its name stands."""
ASIDE = 22.0
"""How far aside a name may stand: still below its place."""


def _evenly(count: int, width: float, height: float, start: float) -> list[float]:
    """Return angles whose points are equally far apart along the ellipse: neighbours at its ends do not crowd."""
    steps = 720
    way = [0.0]
    for n in range(steps):
        middle = start + 2 * math.pi * (n + 0.5) / steps
        way.append(way[-1] + math.hypot(width * math.sin(middle), height * math.cos(middle)))
    goals = (way[-1] * n / count for n in range(count))
    return [start + 2 * math.pi * next(i for i, w in enumerate(way) if w >= goal) / steps for goal in goals]


def arrow(start: Point, end: Point, gap: float = 26.0, bend: float = 0.12, below: float = 20.0) -> str:
    """Return a path from ``start`` to ``end`` that stops ``gap`` short of both.

    It bends a little to its left, so that two who point at each other make two arrows. The name of a place stands
    below it: from there the tip stops by as much as ``below`` earlier, and is not hidden by it.
    """
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    cx = (x1 + x2) / 2 + uy * length * bend
    cy = (y1 + y2) / 2 - ux * length * bend
    ax, ay = _towards((x1, y1), (cx, cy), gap)
    steep = max(0.0, cy - y2) / (math.hypot(cx - x2, cy - y2) or 1.0)
    bx, by = _towards((x2, y2), (cx, cy), gap + below * steep)
    return f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"


def _towards(start: Point, end: Point, by: float) -> Point:
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    return (x1 + (x2 - x1) / length * by, y1 + (y2 - y1) / length * by)


def travels(before: Sequence[str], after: Sequence[str], shift: int = 0) -> list[tuple[int, int]]:
    """Return which place's card went where, as pairs of places.

    ``shift``: every card went so many places on. Else cards that can have stayed did, and like finds like: of two
    equal cards nobody can tell which is which.
    """
    count = len(before)
    if shift:
        return [(i, (i + shift) % count) for i in range(count)]
    pairs = [(i, i) for i in range(count) if before[i] == after[i]]
    left = [i for i in range(count) if before[i] != after[i]]
    for i in left[:]:
        goal = next(j for j in range(count) if after[j] == before[i] and j not in [b for _, b in pairs])
        pairs.append((i, goal))
    return pairs
