"""The opening draft: who picks when, and of what kind (rulebook, "Opening Draft")."""

from __future__ import annotations

from msgspec.structs import replace

from .dice import UNROLLED
from .state import Die, RollingFreightState, Task
from .terms import die_of


def order(state: RollingFreightState) -> tuple[int, ...]:
    """Return the seats in the order of the draft: from the start player's right on, counter-clockwise, twice."""
    at = state.seats.index(state.first)
    clockwise = (*state.seats[at:], *state.seats[:at])
    return clockwise[::-1] * 2


def begin_draft(state: RollingFreightState) -> RollingFreightState:
    """Return the state with everybody to draft, the first of them next."""
    seats = order(state)
    state = replace(state, stage="draft", draft=seats, turn=seats[0])
    return state.doing_next(*(Task("draft", seat) for seat in seats), Task("start"))


def may_draft(state: RollingFreightState, act: str) -> bool:
    """Tell whether whoever drafts may take this kind: in the second round only what was not taken in the first."""
    return state.player(state.turn).drafted != act


def drafted(state: RollingFreightState, act: str) -> RollingFreightState:
    """Return the state after ``act`` (contract, improve) of whoever drafts: a new die rolled, the tracks refilled."""
    seat, player = state.turn, state.player(state.turn)
    tasks: tuple[Task, ...] = (Task("refill"), Task("market"))
    die = die_of(player.improvements[-1]) if act == "improve" else ""
    if die and state.dice_in_box:
        player = replace(player, dice=(*player.dice, Die(die, UNROLLED)))
        tasks = (Task("cast", seat), *tasks)
    state = state.with_player(replace(player, drafted=act))
    left = state.draft[1:]
    agenda = (*tasks, *state.agenda[1:])
    return replace(state, draft=left, turn=left[0] if left else state.turn, agenda=agenda)
