"""The Prestige token (rulebook, "The Prestige Token")."""

from __future__ import annotations

from msgspec.structs import replace

from .needs import At, Turned, done
from .state import FreeRadicalsState
from .verbs import Prestige


def prestige(at: At[Prestige]) -> Turned:
    """Take the token, from whoever has it, or keep it: a point either way."""
    state, step = at.state, at.step
    return done(replace(state, prestige=step.who).scored(step.who, 1, "prestige"))


def turn_begins(state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state after the point for holding the token at the start of one's turn."""
    return state.scored(state.turn, 1, "held") if state.prestige == state.turn else state
