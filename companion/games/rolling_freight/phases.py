"""Turns and phases: who plays next, pay-outs, the set-up of the next phase, the end (rulebook, "End of Phase")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Result, Score, Text, say

from .improvements import draw
from .printed import Printed
from .state import NONE, RollingFreightState, Task

UNTOLD = -1
"""A seat that has still to tell the cubes on its unfinished links."""


def end_of_turn(state: RollingFreightState) -> RollingFreightState:
    """Return the state with the steps that follow the actions of a turn: F, G and H."""
    seat = state.turn
    names = ("stock", "refill", "replace", "market", "pool", "plan", "cast", "next")
    return replace(state, ruined=()).doing_next(*(Task(name, seat) for name in names))


def next_turn(printed: Printed, state: RollingFreightState) -> RollingFreightState:
    """Return the state at the next player's turn, or after the phase where that was its last one."""
    state = replace(state, deliveries=0, used=0, steady=0)
    if not state.last:
        return replace(state, turn=state.left_of(state.turn))
    state = replace(state, last=state.last - 1)
    return phase_over(printed, state) if not state.last else replace(state, turn=state.left_of(state.turn))


def phase_over(printed: Printed, state: RollingFreightState) -> RollingFreightState:
    """Return the state after the pay-outs of a phase, with the next one to be set up, or at the end."""
    value, boxed = printed.tables.pays.of(state.phase), state.boxed
    for player in state.players:
        boxed = tuple(a + b for a, b in zip(boxed, player.cargo, strict=True))
        state = state.scored(player.seat, value * sum(player.cargo), "cargo", state.phase)
        state = state.with_player(replace(state.player(player.seat), cargo=NONE))
    state = replace(state, boxed=boxed, ender=0)
    if state.period + 1 >= state.phases:
        return to_the_end(replace(state, stage="final", left=(UNTOLD,) * len(state.seats), later=()))
    state = replace(state, period=state.period + 1)
    if state.later:
        state = replace(state, ender=state.later[0], later=state.later[1:], last=len(state.seats))
    names = ("open", "lowest", "refill", "replace", "market", "begin")
    return state.doing_next(*(Task(name) for name in names))


def begin_phase(state: RollingFreightState) -> RollingFreightState:
    """Return the state at the first turn of a phase, that of the player to the left."""
    return replace(state, turn=state.left_of(state.turn))


def opening(state: RollingFreightState) -> RollingFreightState:
    """Return the state with the circles of this phase uncovered, cargo for them to be drawn."""
    if not state.map_in_box:
        return state
    state = replace(
        state,
        spots=tuple(replace(spot, closed="") if spot.closed == state.phase else spot for spot in state.spots),
    )
    return state.doing_next(Task("cargo"))


def filling(printed: Printed, state: RollingFreightState) -> RollingFreightState | None:
    """Return the state with cargo to be drawn for the circles that wait for it, None where none does.

    People who draw it tell it circle by circle: which one each marker lies on matters.
    """
    count = min(len(waiting(printed, state)), len(state.bag))
    if not count:
        return None
    return draw(state, "bag", 1 if state.keeper("bag") == "told" else count)


def waiting(printed: Printed, state: RollingFreightState) -> tuple[int, ...]:
    """Return the places of the circles that get random cargo now: those of this phase, not black, without any.

    At the start these are the open white ones; later those whose phase marker has just been taken off, whatever
    their colour (rulings).
    """
    circles = printed.maps[state.options.map].circles
    return tuple(
        at
        for at, (circle, spot) in enumerate(zip(circles, state.spots, strict=True))
        if circle.opens == ("" if state.stage == "lay" else state.phase)
        and not spot.cargo
        and (circle.supply == "any" if state.stage == "lay" else bool(circle.supply))
    )


def cargo_came(printed: Printed, state: RollingFreightState, items: tuple[str, ...]) -> RollingFreightState:
    """Return the state with cargo out of the bag on the circles that waited for it, in the map's order."""
    spots = list(state.spots)
    for at, colour in zip(waiting(printed, state), items, strict=False):
        spots[at] = replace(spots[at], cargo=colour)
    return replace(state, spots=tuple(spots), bag=state.bag.take(*items))


# --- the end


def untold(state: RollingFreightState) -> tuple[int, ...]:
    """Return the seats whose cubes on unfinished links the box has to ask for."""
    if state.stage != "final" or state.cubes_in_box:
        return ()
    return tuple(
        player.seat for player, n in zip(state.players, state.left, strict=True) if n == UNTOLD and player.works
    )


def to_the_end(state: RollingFreightState) -> RollingFreightState:
    """Return the state with the last points given, once every number for them is known."""
    if untold(state):
        return state
    for player, told in zip(state.players, state.left, strict=True):
        cubes = player.cubes if state.cubes_in_box else max(0, told)
        state = state.scored(player.seat, cubes, "cubes")
    return replace(state, stage="end", turn=0, last=0, agenda=())


def result(state: RollingFreightState) -> Result | None:
    """Return how the game ended: most points, then most switching stations, else shared."""
    if state.stage != "end":
        return None
    best = max(player.points for player in state.players)
    ahead = [player for player in state.players if player.points == best]
    stations = max(player.stations for player in ahead)
    winners = tuple(player.seat for player in ahead if player.stations == stations)
    why: Text = say("rolling_freight.result.points", n=best)
    if len(ahead) > 1:
        key = "shared" if len(winners) > 1 else "stations"
        why = say(f"rolling_freight.result.{key}", n=best, stations=stations)
    scores = tuple(
        Score(player.seat, player.points, say("rolling_freight.score_line", n=player.points, stations=player.stations))
        for player in state.players
    )
    return Result(winners, scores, why)
