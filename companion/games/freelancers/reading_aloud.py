"""Entries: how one is shown, heard, and done (rulebook, "Freelancers App")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import Check, Choose, Each, Effect, GoTo, If, begin

from .printed import Printed, text_of
from .quest import verbs
from .state import FreelancersState, Line, Need

MOST_HEARD = 60
"""So many of what was read can be read again."""


def enter_entry(printed: Printed, state: FreelancersState, code: str, who: int = 0) -> FreelancersState:
    """Return the state with an entry to be read and then done, before anything else."""
    quest = printed.quest(state)
    name = quest.entries[code].code
    agenda = begin(quest.book, name, state.agenda, who)
    state = replace(state, agenda=agenda)
    if name not in state.read:
        state = replace(state, read=(*state.read, name))
    line = Line(name, (), who, state.picked)
    if not text_of(printed, state, line):
        return state
    state = _codes_told(printed, remembered(shown_now(state, line), line), line)
    return state.then(heard_need())


def shown_now(state: FreelancersState, *lines: Line) -> FreelancersState:
    """Return the state with ``lines`` as what is being read, in place of what was."""
    return replace(state, shown=lines, unread=False, behind=0)


def _codes_told(printed: Printed, state: FreelancersState, line: Line) -> FreelancersState:
    """Return the state with the codes that an entry tells whatever comes: they stand with its text, heard at once."""
    for n, effect in enumerate(printed.quest(state).book.get(line.entry, ())):
        if isinstance(effect, verbs.Tell):
            state = told(printed, replace(state, shown=(*state.shown, replace(line, path=(n,)))), effect.code)
        elif not _goes_on(effect):
            break
    return state


def told(printed: Printed, state: FreelancersState, code: str) -> FreelancersState:
    """Return the state in which the table may enter a code."""
    name = printed.quest(state).entries[code].code
    return state if name in state.told else replace(state, told=(*state.told, name))


def _goes_on(effect: Effect) -> bool:
    """Tell whether what stands after an effect comes in any case, with nothing read in between."""
    if isinstance(effect, Each):
        return all(map(_goes_on, effect.then))
    return not isinstance(effect, (If, Choose, Check, GoTo, verbs.Read, verbs.Say, *verbs.LAST_VERBS))


def remembered(state: FreelancersState, line: Line) -> FreelancersState:
    """Return the state with ``line`` as the last thing that was read."""
    return replace(state, heard=(*(old for old in state.heard if old.entry != line.entry), line)[-MOST_HEARD:])


def heard_need() -> Need:
    """Return the question whether what is shown has been heard."""
    return Need(kind="next", options=("on",))


def said(state: FreelancersState, line: Line) -> FreelancersState:
    """Return the state with a sentence added to what is shown."""
    return replace(state, shown=(*state.shown, line), unread=True)
