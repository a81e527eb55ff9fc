"""What can be set by hand within what keeps the game consistent. Reality wins."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.game import AskNumber, AskOne, Choice, Command, Option, Text, Who, say

from . import bag, cards, tracks
from .characters import slots_of
from .choices import action_name
from .commands import (
    Fix,
    FixBag,
    FixCard,
    FixInfluence,
    FixLaden,
    FixLock,
    FixPlaced,
    FixRisk,
    FixSkill,
    FixThreat,
    FixToken,
    FixWounds,
)
from .options import token_name
from .printed import Printed, card_name, hearts, seat_name
from .quest.things import SKILLS
from .state import FreelancersState, Item
from .verbs import locked

MOST = 99
TOKENS = ("luck", "corruption", "stress", "wounds", "gold", "xp")


def corrections(printed: Printed, state: FreelancersState) -> tuple[Choice, ...]:
    """Return the choices that put right what the box believes."""
    if state.stage in ("setup", "over"):
        return ()
    boards = printed.boards_of(state)
    found = [
        _fix("threat", FixThreat(0), say("freelancers.fix.threat"), _Range(0, len(boards.threat) - 1, state.level))
    ]
    for n in (1, 2):
        label = say("freelancers.fix.risk", n=n)
        most = _most_risk(printed, state, n)
        found.append(_fix(f"risk.{n}", FixRisk(n, 0), label, _Range(0, most, min(most, len(state.tracks[n - 1])))))
    found.append(_fix("wounds", FixWounds(1), say("freelancers.fix.wounds"), _Range(1, boards.wounds, state.wounds)))
    found += [
        _fix(
            f"influence.{seat}",
            FixInfluence(seat, 0),
            say("freelancers.fix.influence", seat=Who(seat)),
            _Range(1, len(state.order), state.order.index(seat) + 1),
        )
        for seat in state.seats
    ]
    if state.sheets_in_box:
        found += _sheets(printed, state)
    if state.bag_in_box:
        kinds = bag.token_kinds(printed, state)
        ask = AskOne(
            field="token",
            label=say("freelancers.ask.token"),
            options=tuple(Option(kind, token_name(kind)) for kind in kinds if kind != "threat"),
        )
        found.append(_fix("bag", FixBag("", 0), say("freelancers.fix.bag"), ask, _Range(0, 8, 0)))
    found += _page(printed, state)
    return tuple(found)


def _most_risk(printed: Printed, state: FreelancersState, track: int) -> int:
    """Return how many tokens can lie on a track without filling it: what lies there, and what the bag can give."""
    room = printed.boards_of(state).risk[track - 1] - 1
    if not state.bag_in_box:
        return room
    there = sum(state.bag.count(kind) for kind in (f"risk-{track}", f"risk-{track}-again"))
    return min(room, len(state.tracks[track - 1]) + there)


def _sheets(printed: Printed, state: FreelancersState) -> list[Choice]:
    seats = _seats(state)
    found = []
    for what in TOKENS:
        label = say("freelancers.fix.hurt" if what == "wounds" else f"freelancers.fix.{what}")
        found.append(
            _fix(f"token.{what}", FixToken(0, what, 0), label, seats, _Range(0, _most(printed, state, what), None))
        )
    skills = AskOne(
        field="skill",
        label=say("freelancers.ask.skill"),
        options=tuple(Option(skill, say(f"freelancers.thing.{skill}")) for skill in SKILLS),
    )
    found.append(_fix("skill", FixSkill(0, "", 0), say("freelancers.fix.skill"), seats, skills, _Range(0, 9, None)))
    for player in state.players:
        for item in player.items:
            label = say("freelancers.fix.card", seat=Who(player.seat), what=card_name(printed, state, item.card))
            found.append(_fix(f"card.{item.card}", FixCard(player.seat, item.card), label))
            found += _laden(printed, state, player.seat, item)
    return found


def _laden(printed: Printed, state: FreelancersState, seat: int, item: Item) -> list[Choice]:
    """Return what lies on an armor: a table may have placed it otherwise than the box (rulebook, "Armor")."""
    slots = slots_of(printed, state, item)
    if not slots:
        return []
    name = card_name(printed, state, item.card)
    kinds: tuple[tuple[Literal["stress", "wounds"], int], ...] = (("stress", item.wounds), ("wounds", item.stress))
    return [
        _fix(
            f"laden.{item.card}.{what}",
            FixLaden(seat, item.card, what, 0),
            say(f"freelancers.fix.laden_{what}", what=name),
            _Range(0, slots - other, getattr(item, what)),
        )
        for what, other in kinds
    ]


def _most(printed: Printed, state: FreelancersState, what: str) -> int:
    if what in ("stress", "wounds"):
        return min(hearts(printed, state, player) for player in state.players)
    if not state.story:
        return MOST
    jobs = [printed.quest(state).jobs[player.job] for player in state.players if player.job]
    if what == "gold":
        return min((job.gold for job in jobs), default=MOST)
    return min((job.level for job in jobs), default=MOST) if what == "xp" else MOST


def _page(printed: Printed, state: FreelancersState) -> list[Choice]:
    page = printed.page(state)
    if page is None:
        return []
    found = []
    waiting = tuple(standee for standee in state.standees if not standee.done)
    numbers = AskOne(
        field="action",
        label=say("freelancers.ask.action"),
        options=tuple(
            Option(
                a.number,
                say("freelancers.do.place", n=a.number, what=action_name(printed, state, a.number)),
                digit=a.number % 10,
            )
            for a in page.actions
        ),
    )
    for standee in waiting:
        label = say("freelancers.fix.placed", seat=Who(standee.seat))
        found.append(_fix(f"placed.{standee.seat}", FixPlaced(standee.seat, 0), label, numbers))
    ways = AskOne(
        field="on",
        label=say("freelancers.ask.on"),
        options=tuple(Option(way, say(f"freelancers.lock.{way}")) for way in ("locked", "open")),
    )
    found.append(_fix("lock", FixLock(0, "open"), say("freelancers.fix.lock"), numbers, ways))
    return found


class _Range(NamedTuple):
    """A number from ``low`` to ``high`` to be asked for, ``start`` shown first."""

    low: int
    high: int
    start: int | None


def _fix(name: str, command: Command, label: Text, *asks: AskOne | _Range) -> Choice:
    """Return a correction. By the time a number is asked for the list is gone: it goes by the name of what it is of."""
    named = tuple(
        AskNumber(field="n", label=label, low=ask.low, high=ask.high, start=ask.start)
        if isinstance(ask, _Range)
        else ask
        for ask in asks
    )
    return Choice(id=name, question="fix", command=command, label=label, asks=named)


def _seats(state: FreelancersState) -> AskOne:
    options = tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in state.seats)
    return AskOne(field="seat", label=say("freelancers.ask.who"), options=options)


def fixed(printed: Printed, state: FreelancersState, command: Fix) -> FreelancersState:
    """Return the state after a correction that is known to be on offer. Nothing is gained, drawn or raised by it."""
    match command:
        case FixInfluence(seat, n):
            return tracks.ranked(state, seat, n - 1)
        case FixThreat(n):
            return replace(state, level=n, added=max(n, state.added))
        case FixRisk(track, n):
            return _risk(state, track, n)
        case FixWounds(n):
            return replace(state, wounds=n)
        case FixToken(seat, what, n):
            return _token(printed, state, seat, what, n)
        case FixSkill(seat, skill, n):
            player = state.player(seat)
            if state.story and player.species:
                n = min(n, len(printed.quest(state).track(player.species, player.job, skill)))  # type: ignore[arg-type]  # one of SKILLS
            skills = tuple(n if s == skill else old for s, old in zip(SKILLS, player.skills, strict=True))
            return state.with_player(replace(player, skills=skills))
        case FixBag(token, n):
            others = tuple(item for item in state.bag.items() if item != token)
            return replace(state, bag=state.bag.of((*others, *(token,) * n)))
        case FixCard(seat, card):
            return cards.lost(printed, state, seat, card)
        case FixLaden(seat, card, what, n):
            return _loaded(state, seat, card, what, n)
        case FixPlaced(seat, action):
            standees = tuple(replace(s, action=action) if s.seat == seat else s for s in state.standees)
            return replace(state, standees=standees)
        case FixLock(action, on):
            return locked(state, action, on == "locked")


def _risk(state: FreelancersState, track: int, n: int) -> FreelancersState:
    """Set a track's tokens: those too many go back into the bag, those missing come from it."""
    while len(state.tracks[track - 1]) > n:
        state = tracks.taken_off(state, track - 1, state.tracks[track - 1][-1])
    while len(state.tracks[track - 1]) < n:
        token = f"risk-{track}"
        if state.bag_in_box:
            token = next(kind for kind in (token, f"{token}-again") if state.bag.count(kind))
            state = replace(state, bag=state.bag.take(token))
        own = (*state.tracks[track - 1], token)
        state = replace(state, tracks=(own, state.tracks[1]) if track == 1 else (state.tracks[0], own))
    return state


def _loaded(state: FreelancersState, seat: int, card: str, what: str, n: int) -> FreelancersState:
    player = state.player(seat)
    item = player.item(card)
    assert item is not None
    return state.with_player(player.with_item(replace(item, **{what: n})))


def _token(printed: Printed, state: FreelancersState, seat: int, what: str, n: int) -> FreelancersState:
    player = state.player(seat)
    if what in ("stress", "wounds"):
        other = player.wounds if what == "stress" else player.stress
        n = min(n, hearts(printed, state, player) - other)
    return state.with_player(replace(player, **{what: n}))
