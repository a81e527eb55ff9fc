"""What people do on sheets and with cards of their own: the box does none of it, but is the game master and says it."""

from __future__ import annotations

from msgspec.structs import replace

from .state import FreelancersState, Gain


def left(state: FreelancersState, seat: int, what: str, n: int, name: str = "") -> FreelancersState:
    """Return the state with something among its news that people have to do themselves; without a quest they know."""
    if not state.story or not n:
        return state
    return replace(state, news=(*state.news, Gain(seat, what, n, name)))
