"""Typed codes (rulebook, "Freelancers App"): compared as text; one that does not count now is unknown, at no cost."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import holds

from .groups import Unknown, judge
from .printed import Printed
from .reading_aloud import enter_entry, remembered, shown_now
from .rounds import end_of_round
from .state import FreelancersState, Typed
from .travel import idle
from .votes import asked


def open_now(state: FreelancersState) -> bool:
    """Tell whether a code can be typed: nothing is being resolved, or a token of the bag waits for its code."""
    if not state.story or state.stage in ("setup", "over"):
        return False
    need = asked(state)
    return idle(state) or (need is not None and need.kind == "time")


def typed(printed: Printed, state: FreelancersState, code: str, seat: int = 0) -> FreelancersState:
    """Return the state after a code was typed on a seat's phone, or at the box (0)."""
    unknown = _noted(state, Typed(code, False, seat))
    known = _noted(state, Typed(code, True, seat))
    quest = printed.quest(state)
    entry = quest.entries.get(code)
    if entry is None:
        return unknown
    page, need = printed.page(state), asked(state)
    if need is not None and need.kind == "time":
        if any(quest.entries[token.code].code == entry.code for token in quest.tokens.values()):
            return enter_entry(printed, known, entry.code)
        return unknown
    if state.stage == "end" and page is not None and quest.entries[page.end].code == entry.code:
        return end_of_round(printed, known)
    if entry.code in state.told and idle(state) and entry.code not in state.read:
        if counts(printed, state, entry.code):
            return enter_entry(printed, known, entry.code)
        return known
    line = next((line for line in state.heard if line.entry == entry.code), None)
    if line is not None:  # read again: heard before, so nothing is done
        return remembered(shown_now(known, line), line)
    return unknown


def counts(printed: Printed, state: FreelancersState, code: str) -> bool:
    """Tell whether a code that the table was told of counts now."""
    when = printed.quest(state).entries[code].when
    try:
        return when is None or holds(when, lambda test: judge(printed, state, test, 0))
    except Unknown:
        return True  # what people keep, people know


def not_yet(printed: Printed, state: FreelancersState) -> str:
    """Return why the code that was typed last does not count yet; "" where it does, or was never told."""
    if not state.typed or not state.typed[-1].known:
        return ""
    entry = printed.quest(state).entries[state.typed[-1].code]
    return entry.not_yet if entry.code in state.told and entry.code not in state.read else ""


def last_typed(state: FreelancersState, seat: int) -> Typed | None:
    """Return the code that was typed last, as a seat's phone (0: box and big screen) may show it.

    What led nowhere stands only where it was typed: no other screen tells who has tried what.
    """
    last = state.typed[-1] if state.typed else None
    return last if last is not None and (last.known or last.seat == seat) else None


def _noted(state: FreelancersState, typed_: Typed) -> FreelancersState:
    return replace(state, typed=(typed_,))
