"""The map sheet as it is drawn: how high it is, and where the places' names stand so that each can be read."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.game import Picture

from .quest.map_sheet import Map, Place

HEIGHT = 64.0
"""How high a map without a picture is. All measures are in hundredths of its width."""
RADIUS = 2.7
LETTER, LINE = 1.5, 2.75
"""How wide a letter of a name is, on average, and how far its lines are apart."""
EDGE = 0.5
"""How far names stay from the map's edges."""
ROOM = 13
"""Letters in a line of a name; a longer one has two lines."""
SIDES = ("below", "above", "right", "left")
SWEEPS = 6
"""So often at most are all names placed anew."""


class Label(msgspec.Struct, frozen=True):
    """A place's name: its lines, the middle, start or end of the first one's foot, on which side of the place."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str


class _Box(msgspec.Struct, frozen=True):
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: _Box) -> float:
        """Return how much of the two covers the same."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def height(picture: Picture | None) -> float:
    """Return how high the map is, as its picture is."""
    return HEIGHT if picture is None else round(100 * picture.height / picture.width, 2)


@lru_cache(maxsize=32)
def labels(sheet: Map, high: float) -> dict[str, Label]:
    """Return where each name stands: on the side where it covers least of other places, paths and names."""
    at = {place.key: (float(place.x), place.y * high / 100) for place in sheet.places}
    spots = [_Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in at.values()]
    steps = [spot for path in sheet.paths for spot in _along(*(at[end] for end in path.between))]
    ways = {place.key: [_way(place, *at[place.key], side) for side in SIDES] for place in sheet.places}
    found: dict[str, tuple[Label, _Box]] = {}
    # Those with the least room first: they have the least choice. Then each again, now that all others stand.
    order = sorted(ways, key=lambda key: -_crowd(at[key], list(at.values())))
    for _ in range(SWEEPS):
        before = dict(found)
        for key in order:
            names = [box for other, (_, box) in found.items() if other != key]
            found[key] = min(ways[key], key=lambda way: _cost(way[1], spots, steps, names, high))
        if found == before:
            break
    return {key: label for key, (label, _) in found.items()}


def _crowd(own: tuple[float, float], all_: list[tuple[float, float]]) -> float:
    return sum(1 / (1 + (own[0] - x) ** 2 + (own[1] - y) ** 2) for x, y in all_)


def _along(one: tuple[float, float], two: tuple[float, float]) -> list[_Box]:
    """Return small boxes along a path: to cover a bit of it is no harm, to run along it is."""
    many = 12
    points = [(one[0] + (two[0] - one[0]) * n / many, one[1] + (two[1] - one[1]) * n / many) for n in range(1, many)]
    return [_Box(x - 0.6, y - 0.6, x + 0.6, y + 0.6) for x, y in points]


def _cost(box: _Box, spots: list[_Box], steps: list[_Box], names: list[_Box], high: float) -> float:
    outside = max(0.0, -box.left) + max(0.0, box.right - 100) + max(0.0, -box.top) + max(0.0, box.bottom - high)
    return (
        50 * outside + 4 * sum(map(box.over, spots)) + 6 * sum(map(box.over, names)) + 0.5 * sum(map(box.over, steps))
    )


def _way(place: Place, x: float, y: float, side: str) -> tuple[Label, _Box]:
    lines = _lines(place.name)
    wide, tall = max(map(len, lines)) * LETTER, len(lines) * LINE
    gap = RADIUS + 0.5
    middle = max(EDGE, min(x - wide / 2, 100 - EDGE - wide))  # near an edge a name moves in rather than out of the map
    match side:
        case "below":
            left, top, anchor = middle, y + gap, "middle"
        case "above":
            left, top, anchor = middle, y - gap - tall, "middle"
        case "right":
            left, top, anchor = x + gap, y - tall / 2, "start"
        case _:
            left, top, anchor = x - gap - wide, y - tall / 2, "end"
    foot = left + wide / 2 if anchor == "middle" else left if anchor == "start" else left + wide
    label = Label(lines, round(foot, 2), round(top + 0.8 * LINE, 2), anchor)
    return label, _Box(left, top, left + wide, top + tall)


def _lines(name: str) -> tuple[str, ...]:
    """Return a name in one line, or in two as even as its words allow."""
    words = name.split()
    if len(name) <= ROOM or len(words) < 2:
        return (name,)
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(splits, key=lambda pair: max(map(len, pair)))
