"""How an act goes on: what is left of it is done as far as it needs nothing, picks and chance filled in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import dropwhile
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.effects import Choose, Each, Effect, GoTo, If, Way, find, flow, inside
from companion.game import Draw, Text, plain, say

from . import awakening, data_cards, favor, items, knowledge, prestige, visiting
from .by_hand import noted
from .data_cards import lay
from .describe import Names, bargain_text, cost_text, short_cost
from .needs import At, Need, Opt, Turned, amount, counted, done, faction_of, names_of, reason
from .printed import Printed
from .state import FreeRadicalsState, Lay, Picked
from .verbs import (
    Advance,
    Awaken,
    Bill,
    Copy,
    Count,
    EarnFavor,
    Establish,
    Favor,
    ForOther,
    Gain,
    GetItem,
    GiveItem,
    Hand,
    Knowledge,
    Pay,
    Points,
    Prestige,
    Remind,
    Trade,
    Tribute,
    Visit,
)

Verb = Callable[[At[Any]], Turned]

COSTLY = frozenset({"visit", "copy", "pay", "way", "whether", "play"})
"""Picks after which a cost may follow that cannot be paid: such options are tried out before they are offered."""

MOST_STEPS = 10_000


def points(at: At[Points]) -> Turned:
    """Score, with the line on the score sheet."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    count = amount(printed, state, step, verb.n, verb.per, pick.n if pick else None)
    if isinstance(count, Need):
        return count
    return done(state.scored(step.who, count, *reason(step)))


def count(at: At[Count]) -> Turned:
    """Change a counter; None where it would fall below zero."""
    printed, state, step, verb = at.printed, at.state, at.step, at.verb
    player = state.player(step.who)
    place = faction_of(printed, player).counter(verb.counter)
    if not state.aids_in_box or place is None:
        return done(state)
    number = counted(printed, player, verb.counter) + verb.by
    if number < 0:
        return None
    number = min(number, faction_of(printed, player).counters[place].most)
    counters = (*player.counters[:place], number, *player.counters[place + 1 :])
    return done(state.with_player(replace(player, counters=counters)))


def remind(at: At[Remind]) -> Turned:
    """Leave it to the people; that it was come by is told in a notice."""
    return done(noted(at.state, at.step))


def choose(at: At[Choose]) -> Turned:
    """Pick one of the ways whose tests hold."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    if pick is None:
        names = names_of(printed, state.player(step.who))
        options = tuple(
            _way(n, way, names)
            for n, way in enumerate(verb.ways)
            if way.test is None or visiting.may_hold(printed, state, step.who, way.test)
        )
        return Need(step.who, "way", options, ask=verb.ask) if options else None
    return replace(state, agenda=(*inside(printed.book, step, int(pick.what)), *state.agenda[1:]))


def _way(n: int, way: Way, names: Names) -> Opt:
    """Return a way to pick, with what it pays and gives; the two costs of a card are said without a pack's words."""
    if way.text.startswith("@"):
        return Opt(str(n), say("free_radicals.way", what=short_cost(way.then)), cost_text(way.then))
    return Opt(str(n), plain(way.text), bargain_text(way.then, names) if way.then else None)


def whether(at: At[If]) -> Turned:
    """Take the branch that the test says; where only people know, they say which."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    open_ = tuple(n for n in (0, 1) if visiting.may_hold(printed, state, step.who, verb.test, wanted=not n))
    if pick is None and len(open_) > 1:
        names = names_of(printed, state.player(step.who))
        bodies = (verb.then, verb.otherwise)
        labels = (bargain_text(body, names) if body else say("free_radicals.nothing") for body in bodies)
        return Need(step.who, "whether", tuple(Opt(str(n), label) for n, label in enumerate(labels)))
    branch = int(pick.what) if pick is not None else open_[0]
    return replace(state, agenda=(*inside(printed.book, step, branch), *state.agenda[1:]))


VERBS: dict[type[Effect], Verb] = {
    Gain: items.gain,
    Pay: items.pay,
    Points: points,
    Favor: favor.favor,
    Knowledge: knowledge.knowledge,
    Prestige: prestige.prestige,
    Count: count,
    Visit: visiting.visit,
    Copy: visiting.copy,
    Awaken: awakening.awaken,
    Remind: remind,
    Choose: choose,
    If: whether,
    Tribute: favor.tribute,
    Advance: knowledge.advance,
    Establish: awakening.establish,
    Bill: items.bill,
    GetItem: items.get_item,
    GiveItem: items.give_item,
    EarnFavor: favor.earn_favor,
    ForOther: items.for_other,
    Trade: items.trade,
    Hand: data_cards.hand_over,
}


class Course(msgspec.Struct, frozen=True):
    """How far an act has come with its picks: the state then, what it needs, whether chance is next.

    ``dead``: it cannot be done; ``used``: how many of the picks it took; ``last``: the state before the last pick.
    """

    state: FreeRadicalsState
    need: Need | None = None
    chance: bool = False
    dead: bool = False
    used: int = 0


def fits(need: Need, pick: Picked) -> bool:
    """Tell whether ``pick`` answers ``need``."""
    for opt in need.options:
        if opt.value == pick.what:
            return opt.low <= pick.n <= opt.high if opt.high else pick.n == 1
    return False


def play(printed: Printed, state: FreeRadicalsState, said: list[Text] | None = None) -> Course:
    """Do what is left of the act, with its picks, as far as it goes. Changes nothing: it is a look ahead.

    In ``said`` each pick that is used is put into words.
    """
    picks, used = state.picks, 0
    if picks:
        state = replace(state, picks=())
    for _ in range(MOST_STEPS):
        if not state.agenda:
            return Course(state, used=used)
        step = state.agenda[0]
        if isinstance(step, Draw):
            return Course(state, chance=True, used=used)
        if isinstance(step, Lay):
            state = lay(printed, state)
            continue
        verb = find(printed.book, step)
        if isinstance(verb, Each | GoTo):
            state = replace(state, agenda=_flowed(printed, state))
            continue
        turned = VERBS[type(verb)](At(printed, state, step, verb, None))
        if isinstance(turned, Need) and not turned.options and not turned.secret:
            turned = None
        if isinstance(turned, Need):
            if used == len(picks) or not fits(turned, picks[used]):
                return Course(state, need=turned, used=used)
            if said is not None:
                said.append(_picked_text(printed, turned, picks[used]))
            turned = VERBS[type(verb)](At(printed, state, step, verb, picks[used]))
            used += 1
            assert not isinstance(turned, Need)
        if turned is None:
            if state.fresh:
                return Course(state, dead=True, used=used)
            turned = done(state)  # what cannot be paid any more, after chance or others came in between, lapses
        state = turned
    raise AssertionError(f"{state.doing} never ends")


def _picked_text(printed: Printed, need: Need, pick: Picked) -> Text:
    """Return a pick in words; a card that was played or discarded by its name, since everybody has seen it."""
    if need.secret:
        return data_cards.card_name(printed, pick.what)
    opt = next(opt for opt in need.options if opt.value == pick.what)
    if need.kind == "awaken":
        return say("free_radicals.then", a=opt.label, b=say("free_radicals.n_points", n=pick.n))
    return say("free_radicals.n_own", n=pick.n, what=opt.label) if opt.high else opt.label


def _flowed(printed: Printed, state: FreeRadicalsState) -> tuple[Any, ...]:
    """Return the agenda after a step for each of a group, or one that goes on at another entry."""
    moved = flow(
        printed.book,
        state.agenda,
        lambda test, step: visiting.judge(printed, state, step.who, test),
        lambda group, step: state.in_turn(step.who)[0 if group == "everyone" else 1 :],
    )
    assert moved is not None
    return moved


def alive(printed: Printed, state: FreeRadicalsState, course: Course | None = None) -> bool:
    """Tell whether the act, which has come as far as ``course``, can be brought to an end. Never looks at secrets."""
    course = course or play(printed, state)
    need = course.need
    if course.dead:
        return False
    if need is None or need.secret or need.seat != state.turn or not state.fresh:
        return True
    if need.kind not in COSTLY:
        return bool(need.options)
    return any(alive(printed, picked(state, opt)) for opt in need.options)


def ahead(printed: Printed, course: Course) -> Need | None:
    """Return what is picked next, beyond any chance: which cards come makes no difference to who has to pick."""
    while course.chance:
        state = replace(course.state, fresh=False)
        step = state.agenda[0]
        assert isinstance(step, Draw)
        if step.seat is None:  # a card for the display, of which there may be more to lay
            state = replace(state, agenda=tuple(dropwhile(lambda one: isinstance(one, Lay), state.agenda[1:])))
        else:
            state = data_cards.came(printed, state, step, state.deck.top().kinds[0])
        course = play(printed, state)
    return course.need


def picked(state: FreeRadicalsState, opt: Opt, n: int | None = None) -> FreeRadicalsState:
    """Return the state with one more pick."""
    number = n if n is not None else opt.low if opt.high else 1
    return replace(state, picks=(*state.picks, Picked(opt.value, number)))


def offered_options(printed: Printed, state: FreeRadicalsState, need: Need) -> tuple[Opt, ...]:
    """Return what can be picked without the act coming to a dead end."""
    if need.kind not in COSTLY or not state.fresh or need.seat != state.turn:
        return need.options
    return tuple(opt for opt in need.options if alive(printed, picked(state, opt)))


def arrive(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state with the act gone on as far as it goes: for good where nobody could want it back."""
    if not state.agenda:
        return state if state.fresh and not state.doing else replace(state, doing="", fresh=True)
    course = play(printed, state)
    if course.chance:
        return replace(course.state, picks=(), fresh=False)
    if course.need is None:
        return replace(course.state, picks=(), doing="", fresh=True)
    if course.need.seat != state.turn or not state.fresh or course.need.kind == "pass":
        return replace(course.state, picks=(), fresh=False)
    return state if course.used == len(state.picks) else replace(state, picks=state.picks[: course.used])
