"""Entries: how one is shown, heard, and done (rulebook, "Freelancers App")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin

from .printed import Printed, text_of
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
    return remembered(replace(state, shown=(line,), unread=False), line).then(heard_need())


def remembered(state: FreelancersState, line: Line) -> FreelancersState:
    """Return the state with ``line`` as the last thing that was read."""
    return replace(state, heard=(*(old for old in state.heard if old.entry != line.entry), line)[-MOST_HEARD:])


def heard_need() -> Need:
    """Return the question whether what is shown has been heard."""
    return Need(kind="next", options=("on",))


def said(state: FreelancersState, line: Line) -> FreelancersState:
    """Return the state with a sentence added to what is shown."""
    return replace(state, shown=(*state.shown, line), unread=True)
