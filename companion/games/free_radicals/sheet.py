"""The score sheet: every point and where it came from."""

from __future__ import annotations

from companion.game import Text, say

from .needs import building_name, colour_name
from .printed import Printed
from .sight import LineView, SumView
from .state import FreeRadicalsState, Point

PARTS = {
    "visit": "visits",
    "bonus": "visits",
    "awaken": "awakening",
    "knowledge": "knowledge",
    "prestige": "prestige",
    "held": "prestige",
    "aid": "aid",
    "fix": "fix",
    "end_knowledge": "end",
    "end_favor": "end",
    "end_sets": "end",
    "end_items": "end",
}
"""The columns of the sheet that sum up the lines of each kind."""


def line_text(printed: Printed, why: str, what: str) -> Text:
    """Return where points came from in words."""
    match why:
        case "visit" | "awaken":
            return say(f"free_radicals.why.{why}", what=building_name(printed, what))
        case "knowledge":
            return say("free_radicals.why.knowledge", colour=colour_name(what))
        case _:
            return say(f"free_radicals.why.{why}")


def _line(printed: Printed, point: Point) -> LineView:
    return LineView(
        point.round, point.turn, point.seat, point.points, point.why, line_text(printed, point.why, point.what)
    )


def sheet(printed: Printed, state: FreeRadicalsState) -> tuple[LineView, ...]:
    """Return every line of the score sheet, the oldest first."""
    return tuple(_line(printed, point) for point in state.log)


def sums(state: FreeRadicalsState) -> tuple[SumView, ...]:
    """Return each seat's points by kind, and its points after each round (the last one with the end's)."""
    found = []
    last = max(state.round, 1)
    for seat in state.seats:
        own = [point for point in state.log if point.seat == seat]
        parts = dict.fromkeys(PARTS.values(), 0)
        rounds = [0] * last
        for point in own:
            parts[PARTS[point.why]] += point.points
            rounds[min(max(point.round, 1), last) - 1] += point.points
        total = 0
        for n, points in enumerate(rounds):
            total += points
            rounds[n] = total
        found.append(SumView(seat, tuple(parts.items()), tuple(rounds)))
    return tuple(found)
