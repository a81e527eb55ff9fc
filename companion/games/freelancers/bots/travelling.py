"""Where bots go: to new places, further on; those who are hurt would rather see a bed."""

from __future__ import annotations

from companion.games.freelancers.sight import FreelancersView, PathView, PlaceView

from .seen import hurt

BEDS = ("campsite", "tavern", "lawful-shrine")
PRIZES = ("market", "treasure-golem", "fortune-teller")
DANGERS = ("threat", "dungeon", "duel")
TALES = ("location-page", "dungeon")
"""Where there is a page, there is more of the story, and experience to be had."""


class Chart:
    """The map sheet as the Cartographer has it before them."""

    def __init__(self, view: FreelancersView) -> None:
        self.places = {place.key: place for place in view.places}
        at = {(place.x, place.y): place.key for place in view.places}
        self.paths = {path.key: path for path in view.paths}
        self._ends = {path.key: (at[path.x1, path.y1], at[path.x2, path.y2]) for path in view.paths}
        self.here = next(place.key for place in view.places if place.here)

    def end(self, path: str, here: str) -> str:
        """Return where a path leads from ``here``."""
        first, second = self._ends[path]
        return second if first == here else first

    def fresh(self, key: str) -> bool:
        """Tell whether nobody has been at a place."""
        place = self.places[key]
        return not place.crossed and not place.here

    def depths(self) -> dict[str, int]:
        """Return how many steps each place is from here, over open paths."""
        found, edge = {self.here: 0}, [self.here]
        while edge:
            here = edge.pop(0)
            for path in self.paths.values():
                if self._on(here, path) and (there := self.end(path.key, here)) not in found:
                    found[there] = found[here] + 1
                    edge.append(there)
        return found

    def far(self, key: str) -> int:
        """Return how many steps a crossed-out place is from one that nobody has been at, back over walked paths."""
        seen, edge, steps = {self.here, key}, [key], 0
        while edge:
            steps += 1
            ahead = [(here, path) for here in edge for path in self.paths.values() if self._on(here, path)]
            ends = [(path, self.end(path.key, here)) for here, path in ahead]
            if any(self.fresh(end) for _, end in ends):
                return steps
            edge = [end for path, end in ends if path.walked and end not in seen]
            seen.update(edge)
        return 99

    def _on(self, here: str, path: PathView) -> bool:
        return path.open and here in self._ends[path.key]


def appeal(view: FreelancersView, chart: Chart, depths: dict[str, int], path: str) -> float:
    """Return how much a path draws the party: a new place before an old one, further on before back.

    ``depths``: how far each place was from where the quest began, when it began. The worse things are, the more they
    hurry.
    """
    there = chart.end(path, chart.here)
    if not chart.fresh(there):
        return -10.0 - chart.far(there)
    ahead = max(-1, min(1, depths.get(there, 0) - depths.get(chart.here, 0)))
    return (1 + 0.5 * view.level) * ahead + _icons(view, chart.places[there]) + 0.3 * len(chart.places[there].remarks)


def _icons(view: FreelancersView, place: PlaceView) -> float:
    tired = sum(map(hurt, view.players)) / max(1, len(view.players))
    total = 0.0
    if any(icon in BEDS for icon in place.icons):
        total += 2.5 * tired
    if any(icon in PRIZES for icon in place.icons):
        total += 0.4
    if any(icon in TALES for icon in place.icons):
        total += 1.2
    if any(icon in DANGERS for icon in place.icons):
        total -= 1.5 * tired
    return total
