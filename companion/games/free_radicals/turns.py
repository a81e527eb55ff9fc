"""Rounds and turns, and when the game ends (rulebook, "How to Play")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Clock

from .needs import faction_of
from .prestige import turn_begins
from .printed import Printed
from .scoring import to_the_end
from .state import FreeRadicalsState


def clocks(state: FreeRadicalsState) -> tuple[Clock, ...]:
    """Return everybody's thinking time, counting up, that of the turn running."""
    if state.keeper("clock") != "app":
        return ()
    running = state.turn if state.stage == "turn" else 0
    return tuple(Clock(f"seat.{seat}", None, running=seat == running, seat=seat) for seat in state.seats)


def begin_game(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state at the first player's first turn: the marker is on 1 already."""
    return _turn(printed, replace(state, stage="turn", round=1, turn=state.first))


def end_turn(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state at the next player's turn; the first player moves the round marker, or ends the game."""
    following = state.left_of(state.turn)
    if following == state.first:
        if state.round >= printed.scoring.rounds:
            return to_the_end(printed, replace(state, stage="final", turn=0, visited=()))
        state = replace(state, round=state.round + 1)
    return _turn(printed, replace(state, turn=following))


def _turn(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    return turn_begins(fresh_turn(printed, state))


def fresh_turn(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state with nothing of this turn done yet; nothing is scored by that."""
    player = state.player(state.turn)
    kinds = faction_of(printed, player).counters
    counters = tuple(kind.start if kind.turn else number for kind, number in zip(kinds, player.counters, strict=True))
    state = state.with_player(replace(player, counters=counters, done=()))
    return with_clocks(replace(state, visited=(), by_hand=()))


def with_clocks(state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state with the clocks that it should have."""
    return replace(state, clocks=clocks(state))
