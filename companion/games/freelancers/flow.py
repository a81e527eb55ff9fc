"""How a game goes on: what is to be done is done, as far as nobody has to say anything and nothing is drawn."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import Check, Choose, Do, Effect, GoTo, find, flow, holds, inside
from companion.game import Draw, Roll

from . import bag, cards, characters, checks, rounds, tracks, travel
from .groups import Unknown, judge, members
from .printed import Printed
from .quest import verbs
from .reading_aloud import enter_entry, heard_need
from .roles import holder
from .state import (
    Arrive,
    Equip,
    FreelancersState,
    Give,
    Happens,
    LayRisk,
    Mend,
    Need,
    PushRisk,
    PutBack,
    Raise,
    Reduce,
    Resolved,
    Rolled,
    Spend,
    Take,
)
from .verbs import LAST, VERBS, pickers

MOST_STEPS = 20_000
"""More steps at once than any sound quest takes: a circle in a pack is a fault, not a table that hangs."""


def run(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state gone on until people, dice or the bag come next."""
    for _ in range(MOST_STEPS):
        if state.stage == "over":
            break
        if state.lost and not state.doomed:
            state = _doomed(printed, state)
            continue
        if not state.agenda:
            after = _rest(printed, state)
            if after is state:
                break
            state = after
            continue
        step = state.agenda[0]
        if isinstance(step, Draw | Roll | Need) or (
            isinstance(step, Rolled) and not checks.stands(printed, state, step)
        ):
            break
        state = _one(printed, state)
    else:
        state = replace(state, agenda=())  # a quest that goes round in a circle by itself: leave it there
    return with_clocks(printed, state)


def with_clocks(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state with the clocks that it should have, and nothing left to do once it is over."""
    if state.stage == "over" and state.agenda:
        state = replace(state, agenda=())
    found = rounds.clocks(printed, state)
    return state if found == state.clocks else replace(state, clocks=found)


def _doomed(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Read what stands under the code of a loss, and nothing else any more (rulebook, "Winning and Losing")."""
    state = replace(state, doomed=True, agenda=())
    if not state.story or state.lost not in ("wounds", "threat"):
        return replace(state, stage="over")
    losses = printed.quest(state).cover.losses
    code = losses.wounds if state.lost == "wounds" else losses.threat[0]
    return enter_entry(printed, replace(state, stage="story"), code)


def _rest(printed: Printed, state: FreelancersState) -> FreelancersState:
    if state.doomed:
        return replace(state, stage="over")
    if state.stage != "story":
        return rounds.rest(state)
    if state.unread:
        return state.then(heard_need())
    # An entry that said nothing of how play goes on: a new round on the open page, else the party travels.
    return rounds.new_round(state) if state.page else travel.set_out(printed, state)


def _one(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Do the step on top of the agenda."""
    step = state.agenda[0]
    rest = replace(state, agenda=state.agenda[1:])
    match step:
        case Do():
            return _effect(printed, state, step)
        case Give(what="gold-title"):
            return characters.gold_title(printed, rest, step.seat)
        case Give():
            return characters.give(printed, state, step)
        case Take():
            return characters.take(printed, state, step)
        case Mend():
            return characters.mend(printed, state, step)
        case Spend():
            return bag.spend(state, step)
        case LayRisk():
            return tracks.laid(printed, rest, step)
        case PushRisk():
            return tracks.pushed(printed, state, step)
        case Raise(n=n):
            return tracks.raised(printed, rest.then(Raise(n=n - 1)) if n > 1 else rest) if n > 0 else rest
        case Reduce():
            return _reduced(rest, step)
        case Equip():
            return cards.equip(printed, state, step)
        case Arrive():
            return travel.arrive(printed, state, step)
        case Happens(event=event, seat=seat):
            return cards.happening(printed, rest, event, seat)
        case Rolled():
            return checks.accepted(printed, state)
        case Resolved():
            return checks.resolved(rest, step)
        case PutBack(token=token):
            return bag.put_back(rest, token)
        case _:
            pass
    raise AssertionError(f"{step} is not done by itself")


def _reduced(state: FreelancersState, step: Reduce) -> FreelancersState:
    found = tracks.reducible(state)
    if step.n < 1 or not found:
        return state
    if step.n > 1:
        state = state.then(replace(step, n=step.n - 1))
    if len(found) == 1:
        return took_off(state, found[0])
    return state.then(Need(kind="reduce", options=found, seat=step.seat or holder(state.seats, "scout"), n=step.n))


def took_off(state: FreelancersState, what: str) -> FreelancersState:
    """Return the state with a token, named with its track ("1:risk-1"), back in the bag."""
    track, _, token = what.partition(":")
    return tracks.taken_off(state, int(track) - 1, token)


# --- effects of the quest


def _effect(printed: Printed, state: FreelancersState, step: Do) -> FreelancersState:
    book = printed.quest(state).book
    effect = find(book, step)
    if state.unread and isinstance(effect, (GoTo, verbs.Read, *LAST)):
        return state.then(heard_need())
    rest = replace(state, agenda=state.agenda[1:])
    try:
        match effect:
            case GoTo(to=to):
                left = tuple(s for s in rest.agenda if not isinstance(s, Do) or s.run != step.run)
                return enter_entry(printed, replace(rest, agenda=left, answers=()), to, step.who)
            case Choose():
                return _choose(printed, state, step, effect)
            case Check():
                return checks.begin_check(printed, state, step, effect)
            case _:
                pass
        moved = flow(
            book,
            state.agenda,
            lambda test, at: judge(printed, state, test, at.who),
            lambda group, at: members(printed, state, group, at.who),
        )
        if moved is not None:
            return replace(state, agenda=moved, answers=())
        return _verb(printed, rest, step, effect)
    except Unknown as unknown:
        return state.then(unknown.need)


def _verb(printed: Printed, state: FreelancersState, step: Do, effect: Effect) -> FreelancersState:
    return replace(VERBS[type(effect)](printed, state, step, effect), answers=())


def _choose(printed: Printed, state: FreelancersState, step: Do, effect: Choose) -> FreelancersState:
    """Ask which way; only those whose tests hold are open. One alone is taken at once."""
    seat, electors = pickers(printed, state, effect.by, step.who)
    who = seat if effect.by and seat else step.who
    open_ways = tuple(
        str(n)
        for n, way in enumerate(effect.ways)
        if way.test is None or holds(way.test, lambda test: judge(printed, state, test, who))
    )
    state = replace(state, answers=())
    if not open_ways:
        return replace(state, agenda=state.agenda[1:])
    if len(open_ways) == 1:
        return took_way(printed, state, int(open_ways[0]), who)
    return state.then(Need(kind="way", options=open_ways, seat=seat, electors=electors, n=who))


def took_way(printed: Printed, state: FreelancersState, way: int, who: int) -> FreelancersState:
    """Return the state with one way of the choice on top of the agenda in its place, done for ``who``."""
    step = state.agenda[0]
    assert isinstance(step, Do)
    done = inside(printed.quest(state).book, step, way, who)
    return replace(state, agenda=(*done, *state.agenda[1:]))
