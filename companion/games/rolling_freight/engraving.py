"""Where everything of a map is drawn: lines through the cities, their squares, names and numbers beside them.

Worked out once a map. All lengths are in the units of the sheet (see ``projection``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from .atlas import Atlas, City, Link, Place

RADIUS = 15.0
"""Of a city circle; a city with several is as long as these side by side."""

BOW = 21.0
"""How far lines between the same two cities stand apart in the middle."""

SQUARE, WIDE, GAP = 32.0, 15.0, 3.0
"""The longest square of a line, how wide it is, the gap between two."""

CLEAR = 5.0
"""Free space between a city and its lines."""

LETTERS, HALO, HIGH = 19.0, 5.0, 20.0
"""Of a city's name: the size of its letters, the light edge around them, how high its line is."""

NUMBER = (17.0, 9.0)
"""Half of what a contract's number covers, with the space that it keeps from others: to each side, up and down."""

BADGE = 13.0
"""Half of what lies on the middle of a line: whoever builds or owns it, or its place on the track."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Track(msgspec.Struct, frozen=True):
    """How a link is drawn: its line, and its squares as (x, y, degrees), each ``long``; where its number stands."""

    path: str
    squares: tuple[tuple[float, float, float], ...]
    long: float
    number: Place
    middle: Place


class Label(msgspec.Struct, frozen=True):
    """Where a city's name stands: x, and y of the middle of its letters; it starts, ends or has its middle there."""

    x: float
    y: float
    anchor: str


class Engraving(msgspec.Struct, frozen=True):
    """The drawing of a map: circles, names of cities and tracks, each in the atlas' order; the scenery as paths."""

    circles: tuple[Place, ...]
    labels: tuple[Label, ...]
    tracks: tuple[Track, ...]
    land: str
    water: str
    rivers: str
    borders: str


@lru_cache(16)
def engraved(atlas: Atlas) -> Engraving:
    """Return where everything of ``atlas`` is drawn."""
    count = {city.key: 0 for city in atlas.cities}
    for circle in atlas.circles:
        count[circle.city] += 1
    circles = tuple(spot for city in atlas.cities for spot in spots(city, count[city.key]))
    lines = [_line(atlas, link) for link in atlas.links]
    ends = {city.key: pill(city, count[city.key]) for city in atlas.cities}
    cut = [_cut(line, ends[link.a], ends[link.b]) for link, line in zip(atlas.links, lines, strict=True)]
    squares = [_squares(line, link.length) for link, line in zip(atlas.links, cut, strict=True)]
    taken = [_around(x, y, RADIUS, RADIUS) for x, y in circles]
    taken += [_around(x, y, 9, 9) for found, _ in squares for x, y, _ in found]
    taken += [_around(*_at(line, _length(line) / 2)[0], BADGE, BADGE) for line in cut]
    labels = _labels(atlas, count, taken)
    numbers = _numbers(cut, taken)
    tracks = tuple(
        Track(_path(line), found, long, number, _at(line, _length(line) / 2)[0])
        for line, (found, long), number in zip(cut, squares, numbers, strict=True)
    )
    scenery = atlas.scenery
    return Engraving(
        circles,
        labels,
        tracks,
        "".join(_path(line, closed=True) for line in scenery.land),
        "".join(_path(_smooth((*line, line[0])), closed=True) for line in scenery.water),
        "".join(_path(_smooth(line)) for line in scenery.rivers),
        "".join(_path(line) for line in scenery.borders),
    )


def spots(city: City, count: int) -> Iterator[Place]:
    """Yield the middles of a city's circles: side by side, four two by two."""
    rows = [2, 2] if count == 4 else [count]
    for row, across in enumerate(rows):
        for n in range(across):
            x = city.x + (2 * n - across + 1) * (RADIUS + 1)
            yield round(x, 1), round(city.y + (2 * row - len(rows) + 1) * (RADIUS + 1), 1)


def pill(city: City, count: int) -> tuple[Place, Place]:
    """Return the two ends of the stroke that lies under a city's circles."""
    half = (min(count, 3) - 1) * (RADIUS + 1) if count != 4 else RADIUS
    return (city.x - half, city.y), (city.x + half, city.y)


def _line(atlas: Atlas, link: Link) -> tuple[Place, ...]:
    """Return the line of a link from city to city: straight, round its corners, or bowed beside parallel ones."""
    a, b = atlas.city(link.a), atlas.city(link.b)
    if link.via:
        return _smooth(((a.x, a.y), *link.via, (b.x, b.y)))
    beside = [other for other in atlas.links if {other.a, other.b} == {link.a, link.b} and not other.via]
    if len(beside) == 1:
        return (a.x, a.y), (b.x, b.y)
    aside = (beside.index(link) - (len(beside) - 1) / 2) * BOW
    if link.a > link.b:  # the same side for both directions
        aside = -aside
    dx, dy = b.x - a.x, b.y - a.y
    far = math.hypot(dx, dy) or 1
    nx, ny = -dy / far * aside, dx / far * aside
    line = []
    for n in range(25):
        t = n / 24
        rise = min(1.0, 4.5 * min(t, 1 - t))
        rise = rise * rise * (3 - 2 * rise)
        line.append((a.x + dx * t + nx * rise, a.y + dy * t + ny * rise))
    return tuple(line)


def _smooth(points: Sequence[Place]) -> tuple[Place, ...]:
    """Return a curve through ``points`` (Catmull and Rom's), as a line of many short pieces."""
    if len(points) < 3:
        return tuple(points)
    found: list[Place] = []
    for n in range(len(points) - 1):
        p0, p1 = points[max(0, n - 1)], points[n]
        p2, p3 = points[n + 1], points[min(len(points) - 1, n + 2)]
        for step in range(8):
            t = step / 8
            found.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return (*found, points[-1])


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def _length(line: Sequence[Place]) -> float:
    return sum(math.dist(p, q) for p, q in pairwise(line))


def _at(line: Sequence[Place], along: float) -> tuple[Place, float]:
    """Return the place so far along a line, and the line's direction there in degrees."""
    for p, q in pairwise(line):
        far = math.dist(p, q)
        if far and along <= far:
            t = along / far
            place = (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
            return place, math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
        along -= far
    p, q = line[-2:]
    return q, math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))


def _off(place: Place, stroke: tuple[Place, Place]) -> float:
    """Return how far a place is from a level stroke."""
    (left, y), (right, _) = stroke
    return math.hypot(max(left - place[0], 0, place[0] - right), place[1] - y)


def _cut(line: Sequence[Place], start: tuple[Place, Place], end: tuple[Place, Place]) -> tuple[Place, ...]:
    """Return the part of a line that lies outside of the two cities."""
    far = _length(line)
    edge = RADIUS + CLEAR
    along, outside = 0.0, []
    for p, q in pairwise(line):
        piece = math.dist(p, q)
        for n in range(steps := max(1, math.ceil(piece / 3))):
            here = (p[0] + (q[0] - p[0]) * n / steps, p[1] + (q[1] - p[1]) * n / steps)
            if _off(here, start) > edge and _off(here, end) > edge:
                outside.append(along + piece * n / steps)
        along += piece
    first, last = (outside[0], outside[-1]) if outside else (far / 2, far / 2)
    if last - first < 8:
        first, last = far / 2 - 4, far / 2 + 4
    inner: list[Place] = []
    done = 0.0
    for p, q in pairwise(line):
        done += math.dist(p, q)
        if first < done < last:
            inner.append(q)
    return _at(line, first)[0], *inner, _at(line, last)[0]


def _squares(line: Sequence[Place], count: int) -> tuple[tuple[tuple[float, float, float], ...], float]:
    """Return the places of a link's squares along its line, and how long each is."""
    far = _length(line)
    each = far / count
    found = []
    for n in range(count):
        (x, y), angle = _at(line, each * (n + 0.5))
        found.append((round(x, 1), round(y, 1), round(angle, 1)))
    return tuple(found), round(min(SQUARE, max(5.0, each - GAP)), 1)


def _around(x: float, y: float, dx: float, dy: float) -> Box:
    return x - dx, y - dy, x + dx, y + dy


def _overlap(box: Box, others: Iterable[Box]) -> float:
    """Return how much of ``others`` a box would cover, in square units."""
    total = 0.0
    x0, y0, x1, y1 = box
    for left, top, right, bottom in others:
        if right > x0 and left < x1 and bottom > y0 and top < y1:
            total += (min(x1, right) - max(x0, left)) * (min(y1, bottom) - max(y0, top))
    return total


def _labels(atlas: Atlas, count: dict[str, int], taken: list[Box]) -> tuple[Label, ...]:
    """Return where the cities' names stand: on the side that the pack says, else where they cover the least.

    ``taken`` grows by what they cover.
    """
    found: dict[str, Label] = {}
    for city in sorted(atlas.cities, key=lambda c: (not c.label, c.y)):
        half = pill(city, count[city.key])[1][0] - city.x + RADIUS + 5
        wide, low = width(city.name), RADIUS + 13
        places = {
            "below": Label(city.x, city.y + low, "middle"),
            "above": Label(city.x, city.y - low, "middle"),
            "right": Label(city.x + half, city.y, "start"),
            "left": Label(city.x - half, city.y, "end"),
            "lower right": Label(city.x - half + 8, city.y + low, "start"),
            "lower left": Label(city.x + half - 8, city.y + low, "end"),
            "upper right": Label(city.x - half + 8, city.y - low, "start"),
            "upper left": Label(city.x + half - 8, city.y - low, "end"),
        }
        more = [
            *(Label(city.x + 14, city.y + side * low, "start") for side in (1, -1)),
            *(Label(city.x - 14, city.y + side * low, "end") for side in (1, -1)),
            Label(city.x + half - 8, city.y + low - 4, "start"),
            Label(city.x - half + 8, city.y + low - 4, "end"),
            Label(city.x + half - 8, city.y - low + 4, "start"),
            Label(city.x - half + 8, city.y - low + 4, "end"),
        ]
        tries = [places[city.label]] if city.label else [*places.values(), *more]
        costs = [_cost(atlas, written_in(label, wide), taken) + 4 * n for n, label in enumerate(tries)]
        best = tries[costs.index(min(costs))]
        taken += [written_in(best, wide)] * 3  # a name on a name is worse than on a square
        found[city.key] = Label(round(best.x, 1), round(best.y, 1), best.anchor)
    return tuple(found[city.key] for city in atlas.cities)


def width(name: str) -> float:
    """Return how wide a city's name is, in bold letters of a wide fount: others are narrower."""
    parts = {**dict.fromkeys("iljI.' ", 0.36), **dict.fromkeys("ftr-", 0.48), **dict.fromkeys("csz", 0.6)}
    parts |= dict.fromkeys("mwMW", 1.04)
    return LETTERS * sum(parts.get(c, 0.78 if c.isupper() else 0.69) for c in name) + HALO


def written_in(label: Label, wide: float) -> Box:
    """Return the box that a name ``wide`` units long covers."""
    left = label.x - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
    return left, label.y - HIGH / 2, left + wide, label.y + HIGH / 2


def _cost(atlas: Atlas, box: Box, taken: Iterable[Box]) -> float:
    """Return what it costs to write in ``box``: what it covers, and dearly what sticks out of the sheet."""
    inside = _overlap(box, [(6, 6, atlas.width - 6, atlas.height - 6)])
    return _overlap(box, taken) + 20 * ((box[2] - box[0]) * (box[3] - box[1]) - inside)


def _numbers(lines: Sequence[Sequence[Place]], taken: list[Box]) -> list[Place]:
    """Return where the contracts' numbers stand: beside their line, where they cover the least."""
    found = []
    for line in lines:
        far = _length(line)
        best, least = (0.0, 0.0), math.inf
        for n, part in enumerate((0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)):
            (x, y), angle = _at(line, far * part)
            for side in (-1, 1):
                turn = math.radians(angle + 90 * side)
                place = (x + 29 * math.cos(turn), y + 22 * math.sin(turn))
                cost = _overlap(_around(*place, *NUMBER), taken) + 6 * n + (side > 0)
                if cost < least:
                    best, least = place, cost
        taken.append(_around(*best, *NUMBER))
        found.append((round(best[0], 1), round(best[1], 1)))
    return found


def _path(line: Sequence[Place], *, closed: bool = False) -> str:
    if not line:
        return ""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line) + ("Z" if closed else "")
