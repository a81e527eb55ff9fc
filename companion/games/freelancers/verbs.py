"""What each verb of a quest does. The step itself is off the agenda already when a verb is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.effects import Do, Effect, holds

from . import bag, cards, characters, rounds, tracks, travel
from .by_hand import left
from .groups import judge, members, value
from .printed import Printed
from .quest import verbs
from .reading_aloud import enter_entry, said, told
from .state import (
    Counted,
    FreelancersState,
    Give,
    Line,
    Mend,
    Need,
    PushRisk,
    Raise,
    Reduce,
    Remark,
    Spend,
    Take,
)

Verb = Callable[[Printed, FreelancersState, Do, Any], FreelancersState]


def _times(printed: Printed, state: FreelancersState, n: int, per: str) -> int:
    return n * value(printed, state, per) if per else n


def _gain(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Gain) -> FreelancersState:
    return state.then(Give(seat=step.who, what=verb.what, n=_times(printed, state, verb.n, verb.per)))


def _lose(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Lose) -> FreelancersState:
    return state.then(Take(seat=step.who, what=verb.what, n=_times(printed, state, verb.n, verb.per)))


def _heal(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Heal) -> FreelancersState:
    return state.then(Mend(seat=step.who, n=verb.n))


def _title(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Title) -> FreelancersState:
    return characters.titled(state, step.who, verb.title, verb.kind)


def _card(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Card) -> FreelancersState:
    if not state.cards_in_box:
        return left(state, step.who, "card", 1, verb.card)
    return cards.story_card(printed, state, step.who, verb.card)


def _drop(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Drop) -> FreelancersState:
    if not state.cards_in_box:
        return left(state, 0, "drop", 1, verb.card)
    return cards.dropped(printed, state, verb.card)


def _steal(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Steal) -> FreelancersState:
    if not state.sheets_in_box or (verb.what != "luck" and not state.cards_in_box):
        return left(state, step.who, f"steal.{verb.what}", 1)
    found = cards.stealable(state, step.who, members(printed, state, verb.of, step.who), verb.what)
    return state.then(Need(kind="steal", options=found, seat=step.who)) if found else state


def _rank(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Rank) -> FreelancersState:
    return tracks.ranked(state, step.who, 0 if verb.to == "top" else len(state.order) - 1)


def _camp(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Camp) -> FreelancersState:
    if not state.sheets_in_box:
        return left(state, step.who, "camp", 1)
    return state.then(Need(kind="camp", options=camp_actions(printed, state, step.who), seat=step.who))


def camp_actions(printed: Printed, state: FreelancersState, seat: int) -> tuple[str, ...]:
    """Return the camp actions of a player's sheets whose tests hold, by their entries, and "none"."""
    quest, player = printed.quest(state), state.player(seat)
    sheets = (("species", player.species, quest.species), ("job", player.job, quest.jobs))
    found = []
    for kind, key, of in sheets:
        for n, action in enumerate(of[key].camp):
            if action.test is None or holds(action.test, lambda test: judge(printed, state, test, seat)):
                found.append(f"camp.{kind}.{key}.{n}")
    return (*found, "none")


def _pick(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Pick) -> FreelancersState:
    of = members(printed, state, verb.of, step.who)
    if not of:
        return replace(state, picked=0)
    if len(of) == 1:
        return replace(state, picked=of[0])
    # The step rides along, so that its question can be found in the book.
    seat, electors = pickers(printed, state, verb.by, step.who)
    options = tuple(map(str, of))
    return state.then(Need(kind="picked", options=options, seat=seat, electors=electors, about=_where(step)))


def pickers(printed: Printed, state: FreelancersState, by: str, who: int) -> tuple[int, tuple[int, ...]]:
    """Return who picks: one player, or 0 and those who vote. Raises Unknown where the sheets must be asked."""
    if not by:
        return (who, ()) if who else (0, state.order)
    found = members(printed, state, by, who)
    if len(found) == 1:
        return found[0], ()
    return 0, found or state.order


def _where(step: Do) -> str:
    return ":".join((step.entry, ".".join(map(str, step.path))))


def _risk(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Risk) -> FreelancersState:
    if verb.n < 0:
        return state.then(Reduce(seat=step.who, n=-verb.n))
    return state.then(PushRisk(n=verb.n, track=verb.track))


def _threat(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Threat) -> FreelancersState:
    return state.then(Raise(n=verb.n)) if verb.n > 0 else tracks.turned_back(state, -verb.n)


def _time(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Time) -> FreelancersState:
    return state.then(Spend(n=verb.n))


def _in_bag(printed: Printed, state: FreelancersState, step: Do, verb: verbs.InBag) -> FreelancersState:
    token = f"follower-{verb.token}"
    return bag.taken_out(state, token) if verb.out else bag.put_in(state, token)


def _dial(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Dial) -> FreelancersState:
    at = tracks.dial_at(printed, state, verb.dial)
    if at is None:
        return state
    n = verb.to if verb.to is not None else state.dials[at] + _times(printed, state, verb.by or 0, verb.per)
    return tracks.dialled(printed, state, at, n)


def _lock(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Lock) -> FreelancersState:
    return locked(state, verb.action, True)


def _unlock(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Unlock) -> FreelancersState:
    return locked(state, verb.action, False)


def locked(state: FreelancersState, action: int, on: bool) -> FreelancersState:
    """Return the state with an action locked, or unlocked. Who stands on it already stays."""
    others = {lock for lock in state.locks if lock != action}
    return replace(state, locks=tuple(sorted(others | {action} if on else others)))


def _turn(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Turn) -> FreelancersState:
    return rounds.turned_to(printed, state, verb.page)


def _round(printed: Printed, state: FreelancersState, step: Do, verb: verbs.NewRound) -> FreelancersState:
    return rounds.new_round(state) if state.page else replace(state, agenda=state.dues)


def _travel(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Travel) -> FreelancersState:
    return travel.set_out(printed, state)


def _move(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Move) -> FreelancersState:
    visited = state.visited if verb.place in state.visited else (*state.visited, verb.place)
    return replace(state, place=verb.place, visited=visited)


def _mark(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Mark) -> FreelancersState:
    mark = Remark(verb.place, verb.remark)
    others = tuple(remark for remark in state.remarks if remark != mark)
    return replace(state, remarks=others if verb.off else (*others, mark))


def _path(printed: Printed, state: FreelancersState, step: Do, verb: verbs.PathOpens) -> FreelancersState:
    opened = tuple(key for key in state.opened if key != verb.path)
    shut = tuple(key for key in state.shut if key != verb.path)
    if verb.shut:
        return replace(state, opened=opened, shut=(*shut, verb.path))
    return replace(state, opened=(*opened, verb.path), shut=shut)


def _read(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Read) -> FreelancersState:
    return enter_entry(printed, state, verb.entry, step.who)


def _tell(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Tell) -> FreelancersState:
    line = Line(step.entry, step.path, step.who, state.picked)
    state = told(printed, state, verb.code)
    # Most often it stands already with the text of its entry, and has been heard.
    return state if any((old.entry, old.path) == (line.entry, line.path) for old in state.shown) else said(state, line)


def _say(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Say) -> FreelancersState:
    return said(state, Line(step.entry, step.path, step.who, state.picked))


def _count(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Count) -> FreelancersState:
    n = max(0, verb.to if verb.to is not None else state.counter(verb.counter) + (verb.by or 0))
    others = [counter for counter in state.counters if counter.name != verb.counter]
    return replace(state, counters=tuple(sorted((*others, Counted(verb.counter, n)), key=lambda one: one.name)))


def _save(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Save) -> FreelancersState:
    return state.then(Need(kind="save", options=("on",)))


def _win(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Win) -> FreelancersState:
    return replace(state, ending=verb.ending, agenda=(), stage="over")


def _fail(printed: Printed, state: FreelancersState, step: Do, verb: verbs.Fail) -> FreelancersState:
    return replace(state, lost=state.lost or "fail", agenda=(), stage="over")


VERBS: dict[type[Effect], Verb] = {
    verbs.Gain: _gain,
    verbs.Lose: _lose,
    verbs.Heal: _heal,
    verbs.Title: _title,
    verbs.Card: _card,
    verbs.Drop: _drop,
    verbs.Steal: _steal,
    verbs.Rank: _rank,
    verbs.Camp: _camp,
    verbs.Pick: _pick,
    verbs.Risk: _risk,
    verbs.Threat: _threat,
    verbs.Time: _time,
    verbs.InBag: _in_bag,
    verbs.Dial: _dial,
    verbs.Lock: _lock,
    verbs.Unlock: _unlock,
    verbs.Turn: _turn,
    verbs.NewRound: _round,
    verbs.Travel: _travel,
    verbs.Move: _move,
    verbs.Mark: _mark,
    verbs.PathOpens: _path,
    verbs.Read: _read,
    verbs.Tell: _tell,
    verbs.Say: _say,
    verbs.Count: _count,
    verbs.Save: _save,
    verbs.Win: _win,
    verbs.Fail: _fail,
}
LAST = verbs.LAST_VERBS
