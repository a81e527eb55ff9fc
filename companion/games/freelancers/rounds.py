"""A location book round (rulebook, "A Location Book Round"): planning, actions, the end of the round, a new page."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin
from companion.game import Clock

from .printed import Printed
from .reading_aloud import enter_entry, remembered, shown_now
from .state import FreelancersState, Happens, Line, Need, Standee
from .tracks import dialled

CUES = (10, 5, 3, 2, 1)
MOST_ACTION = 9
"""The highest number of an action that people may name where no page says which there are."""


def clocks(printed: Printed, state: FreelancersState) -> tuple[Clock, ...]:
    """Return the round timer while the party plans and has not run out of it; each round starts it afresh."""
    if state.keeper("clock") != "app" or state.stage != "plan" or state.late:
        return ()
    page = printed.page(state)
    seconds = (page.seconds if page is not None else 0) or printed.boards_of(state).seconds
    return (Clock("plan", seconds, running=True, start=state.begun, cues=CUES),)


def turned_to(printed: Printed, state: FreelancersState, number: int) -> FreelancersState:
    """Return the state with the location book turned to a page: no tokens on it, its dials set, a round begun."""
    page = printed.quest(state).pages[number]
    state = replace(state, page=number, round=0, locks=tuple(sorted(page.locks)))
    for at, dial in enumerate(page.dials[: len(state.dials)]):
        state = dialled(printed, state, at, dial.start + dial.each * len(state.seats))
    return new_round(state, Happens(event="page"))


def new_round(state: FreelancersState, *first: Happens) -> FreelancersState:
    """Return the state at the beginning of a round on this page; tokens stay where they are."""
    return replace(
        state,
        stage="plan",
        round=state.round + 1,
        begun=state.begun + 1,
        late=False,
        standees=(),
        checked=None,
        agenda=(*state.dues, *first, Happens(event="round")),
    )


# --- planning


def planner(state: FreelancersState) -> int:
    """Return who places a standee next: the highest influence of those who have not (0: all have)."""
    placed = {standee.seat for standee in state.standees}
    return next((seat for seat in state.order if seat not in placed), 0)


def open_actions(printed: Printed, state: FreelancersState) -> tuple[int, ...]:
    """Return the actions that the next player may choose; once as many required ones are open as players left, these.

    Without a page that the box knows people name the number.
    """
    page = printed.page(state)
    if page is None:
        return tuple(range(1, MOST_ACTION + 1))
    taken = {standee.action for standee in state.standees}
    free = [a for a in page.actions if a.number not in state.locks and (a.type == "unlimited" or a.number not in taken)]
    required = [action for action in free if action.type == "required"]
    left = len(state.seats) - len(state.standees)
    return tuple(action.number for action in (required if required and len(required) >= left else free))


def placed(state: FreelancersState, seat: int, action: int) -> FreelancersState:
    """Return the state with a standee on an action; who passes has nothing to resolve."""
    standee = Standee(seat, action, action == 0)
    return replace(state, standees=(*state.standees, standee))


def timed_out(state: FreelancersState) -> FreelancersState:
    """Return the state after the timer ran out before the last standee stood: somebody gains 1 stress.

    Also somebody who has no room for it may be named.
    """
    state = replace(state, late=True)
    if not state.sheets_in_box:
        return state
    need = Need(kind="late", options=tuple(map(str, state.order)), electors=state.order)
    return replace(state, agenda=(*state.agenda, need))


# --- actions


def next_standee(state: FreelancersState) -> Standee | None:
    """Return whose action is next: by number, then by influence as it is now."""
    waiting = [standee for standee in state.standees if not standee.done]
    return min(waiting, key=lambda s: (s.action, state.order.index(s.seat)), default=None)


def resolved(printed: Printed, state: FreelancersState, standee: Standee) -> FreelancersState:
    """Return the state with a standee's action to be done; the standee leaves the page."""
    done = replace(standee, done=True)
    state = replace(state, standees=tuple(done if s.seat == standee.seat else s for s in state.standees))
    if not state.story:
        return state
    name = f"action.{state.page}.{standee.action}"
    quest = printed.quest(state)
    line = Line(name, (), standee.seat, state.picked)
    state = remembered(shown_now(state, line), line)
    return replace(state, agenda=begin(quest.book, name, state.agenda, standee.seat)) if name in quest.book else state


def end_of_round(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state with the page's code for the end of the round entered."""
    page = printed.page(state)
    assert page is not None
    return enter_entry(printed, replace(state, stage="story"), page.end)


def rest(state: FreelancersState) -> FreelancersState:
    """Return what follows where nothing is left to be done; the same state where people come next."""
    if state.stage == "plan" and not planner(state):
        return replace(state, stage="act")
    if state.stage == "act" and next_standee(state) is None:
        return replace(state, stage="end")
    return state
