"""The three ways in which a game ends, and what becomes of everybody (rulebook, "Winning and Losing")."""

from __future__ import annotations

from companion.game import Result, Score, Text, plain, say

from .printed import Printed
from .state import FreelancersState, Player


def why(printed: Printed, state: FreelancersState) -> Text | None:
    """Return in a line how the game ended, None while it goes on."""
    if state.stage != "over":
        return None
    if state.ending and state.story:
        titles = {ending.key: ending.title for ending in printed.quest(state).cover.endings}
        return say("freelancers.end.quest", what=plain(titles.get(state.ending, state.ending)))
    return say("freelancers.end.won" if state.ending else f"freelancers.end.{state.lost or 'fail'}")


def own(printed: Printed, state: FreelancersState, player: Player) -> str:
    """Return the line of a player's endings chart: the first that fits its XP, the quest's ending, its titles."""
    if state.stage != "over" or not state.ending or not state.story or not player.job:
        return ""
    kinds = [title.kind for title in player.titles]
    for line in printed.quest(state).jobs[player.job].endings:
        others = sum(kind != line.kind for kind in kinds)
        right = line.kind is None or kinds.count(line.kind) > others
        if player.xp >= line.least and (not line.after or line.after == state.ending) and right:
            return " ".join(line.text.split())
    return ""


def result(printed: Printed, state: FreelancersState) -> Result | None:
    """Return how the game ended: all win, or nobody does. The points are the XP."""
    text = why(printed, state)
    if text is None:
        return None
    scores = tuple(
        Score(player.seat, player.xp, say("freelancers.end.score", xp=player.xp, n=len(player.titles)))
        for player in state.players
    )
    return Result(state.seats if state.ending else (), scores, text)


def most_titles(state: FreelancersState) -> int:
    """Return who has the most titles, a tie broken by influence (0: nobody has one)."""
    counts = [(len(state.player(seat).titles), seat) for seat in state.order]
    most = max(n for n, _ in counts)
    return next(seat for n, seat in counts if n == most) if most else 0


def reading_order(state: FreelancersState) -> tuple[int, ...]:
    """Return who reads out name and ending after whom, once the quest is completed: clockwise from the top."""
    if state.stage != "over" or not state.ending:
        return ()
    at = state.seats.index(state.order[0])
    return (*state.seats[at:], *state.seats[:at])
