"""Game end and final scoring (rulebook, "Game End & Final Scoring"): ranks with ties, sets, items, the winners."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Result, Score, Text, plain, say

from .printed import Printed, Prize
from .state import FreeRadicalsState, Player
from .verbs import COLOURS


def prizes(
    values: tuple[tuple[int, int], ...], prize: Prize, others: tuple[int, ...] = (), ranking: bool = False
) -> dict[int, int]:
    """Return the points of each seat that gets some.

    ``values`` are (seat, value) pairs of players; ``others`` what non-players have, who take a place and score
    nothing. A tie for the first place gives all of its players the first amount and nobody the second. Where only
    non-players are ahead, the best players get the first amount and nobody the second; with ``ranking`` they are
    counted as they stand: behind one of them the next best take the second amount, behind two nothing is left.
    """
    everyone = [value for _, value in values] + list(others)
    top = max(everyone)
    first = [seat for seat, value in values if value == top]
    leaders = everyone.count(top)
    if first:
        points = dict.fromkeys(first, prize.first)
        if leaders > 1:
            return points
    elif ranking:
        points = {}
        if leaders > 1:
            return points
    else:
        best = max(value for _, value in values)
        return {seat: prize.first for seat, value in values if value == best}
    behind = [value for value in everyone if value < top]
    if behind:
        points |= {seat: prize.second for seat, value in values if value == max(behind)}
    return points


def sets(player: Player) -> int:
    """Return how many whole sets of the other four colours a player has earned."""
    return min(n for colour, n in zip(COLOURS, player.favor, strict=True) if colour != player.colour)


def unknown_left(state: FreeRadicalsState) -> bool:
    """Tell whether people have to say what items they have left."""
    return not (state.items_in_box and state.cards_in_box)


def left_kind(state: FreeRadicalsState) -> str:
    """Return which items people have to count: all ("left"), Data cards, or resources and Credits."""
    if state.items_in_box is state.cards_in_box:
        return "left"
    return "left_cards" if state.items_in_box else "left_box"


def told(state: FreeRadicalsState, seat: int) -> int | None:
    """Return what a seat said it has left of what the box does not know."""
    return next((line.n for line in state.left if line.seat == seat), None)


def split(state: FreeRadicalsState, seat: int) -> int | None:
    """Return how many of these a seat said are Credits (and real cards)."""
    return next((line.n for line in state.splits if line.seat == seat), None)


def items_left(state: FreeRadicalsState, player: Player) -> int:
    """Return a player's items at the end, told ones included."""
    known = (player.has("any") + player.credit if state.items_in_box else 0) + len(player.hand)
    return known + (told(state, player.seat) or 0)


def asked(state: FreeRadicalsState) -> tuple[int, str]:
    """Return whom the box asks now in final scoring, and what: "left" or "split" ((0, "") for nobody)."""
    if state.stage != "final":
        return 0, ""
    for seat in state.in_turn(state.first):
        if unknown_left(state) and told(state, seat) is None:
            return seat, "left"
    for seat in state.in_turn(state.first):
        if state.counted and not state.items_in_box and split(state, seat) is None and seat in _tied(state):
            return seat, "split"
    return 0, ""


def _tied(state: FreeRadicalsState) -> tuple[int, ...]:
    best = max(player.points for player in state.players)
    tied = tuple(player.seat for player in state.players if player.points == best)
    return tied if len(tied) > 1 else ()


def to_the_end(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state gone on through final scoring: as soon as all items are known the points are given."""
    stopped = tuple(replace(clock, running=False) for clock in state.clocks)
    state = replace(state, clocks=stopped)
    if not state.counted and asked(state)[1] != "left":
        state = _scored(printed, state)
    return replace(state, stage="end") if asked(state) == (0, "") else state


def _scored(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    scoring = printed.scoring
    steps = tuple((player.seat, state.steps(player.colour)) for player in state.players)
    others = tuple(state.steps(colour) for colour in COLOURS if not state.owner(colour))
    ranking = state.options.ranks == "ranking"
    knowledge = prizes(steps, scoring.knowledge, others, ranking)
    favor = prizes(tuple((player.seat, sum(player.favor)) for player in state.players), scoring.favor)
    for seat in state.in_turn(state.first):
        player = state.player(seat)
        state = state.scored(seat, knowledge.get(seat, 0), "end_knowledge")
        state = state.scored(seat, favor.get(seat, 0), "end_favor")
        state = state.scored(seat, sets(player) * scoring.sets.points, "end_sets")
        rest = items_left(state, player) // scoring.items.each * scoring.items.points
        state = state.scored(seat, rest, "end_items")
    return replace(state, counted=True)


def tie_values(state: FreeRadicalsState, player: Player) -> tuple[int, int]:
    """Return what breaks ties, in the order of this game's option: Credits with Data cards, and resources."""
    if state.items_in_box:
        coins, resources = player.credit, player.has("any")
        coins += len(player.hand) if state.cards_in_box else (told(state, player.seat) or 0)
    else:
        rest = told(state, player.seat) or 0
        part = split(state, player.seat) or 0
        coins, resources = part + len(player.hand), rest - part
    return (coins, resources) if state.options.ties == "credits" else (resources, coins)


def result(printed: Printed, state: FreeRadicalsState) -> Result | None:
    """Return how the game ended: most points, then the two tie-breaks, then shared."""
    if state.stage != "end":
        return None
    best = max(player.points for player in state.players)
    leaders = [player for player in state.players if player.points == best]
    why = "points"
    if len(leaders) > 1:
        values = {player.seat: tie_values(state, player) for player in leaders}
        first = max(value[0] for value in values.values())
        kept = [player for player in leaders if values[player.seat][0] == first]
        why = state.options.ties
        if len(kept) > 1:
            second = max(values[player.seat][1] for player in kept)
            kept = [player for player in kept if values[player.seat][1] == second]
            why = "resources" if state.options.ties == "credits" else "credits"
        leaders = kept
        if len(leaders) > 1:
            why = "shared"
    scores = tuple(Score(player.seat, player.points, _why(printed, player)) for player in state.players)
    winners = tuple(player.seat for player in leaders)
    return Result(winners, scores, say(f"free_radicals.won.{why}", n=best))


def _why(printed: Printed, player: Player) -> Text:
    faction = printed.factions[player.faction]
    return say("free_radicals.score_why", faction=plain(faction.name), n=player.points)
