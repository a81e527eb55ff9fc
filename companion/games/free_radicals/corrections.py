"""Everything public, set by hand: reality wins."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.game import AskNumber, AskOne, Choice, Command, Option, Text, Who, plain, say

from .commands import (
    Fix,
    FixCounter,
    FixFavor,
    FixItem,
    FixKnowledge,
    FixPrestige,
    FixRound,
    FixScore,
    FixSlots,
    FixTurn,
)
from .needs import building_name, colour_name, faction_of, seat_name, thing_name
from .printed import Printed
from .state import FreeRadicalsState, Player
from .turns import with_clocks
from .verbs import BUILDINGS, COLOURS, THINGS

MOST = 999
NOBODY = Option(0, say("free_radicals.nobody"), digit=0)


def corrections(printed: Printed, state: FreeRadicalsState) -> tuple[Choice, ...]:
    """Return what can be set by hand now: between acts, and at the end the points."""
    if state.agenda or state.stage not in ("turn", "end"):
        return ()
    found = [_score(player.seat) for player in state.players]
    if state.stage == "end":
        return tuple(found)
    found += [_favor(player.seat, player.colour) for player in state.players]
    if state.items_in_box:
        found += [_item(player.seat) for player in state.players]
    if state.aids_in_box:
        for player in state.players:
            found += _counters(printed, player)
    found += [_knowledge(colour, printed.tracks[colour].length) for colour in COLOURS]
    found.append(_prestige(state.seats))
    found += [_slots(building, building_name(printed, building), state.seats) for building in BUILDINGS]
    found.append(_number("fix.round", FixRound(1), say("free_radicals.do.fix_round"), 1, printed.scoring.rounds))
    found.append(_turn(state.seats))
    return tuple(found)


def _fix(name: str, command: Command, label: Text, *asks: AskNumber | AskOne) -> Choice:
    return Choice(id=name, question="fix", command=command, label=label, asks=asks)


def _n(low: int, high: int) -> AskNumber:
    return AskNumber(field="n", label=say("free_radicals.ask.set"), low=low, high=high)


@lru_cache(maxsize=256)
def _number(name: str, command: Command, label: Text, low: int, high: int) -> Choice:
    return _fix(name, command, label, _n(low, high))


def _score(seat: int) -> Choice:
    label = say("free_radicals.do.fix_score", seat=Who(seat))
    return _number(f"score.{seat}", FixScore(seat, 0), label, 0, MOST)


@lru_cache(maxsize=256)
def _favor(seat: int, own: str) -> Choice:
    options = tuple(
        Option(colour, colour_name(colour), digit=n) for n, colour in enumerate(COLOURS, 1) if colour != own
    )
    ask = AskOne(field="colour", label=say("free_radicals.ask.colour"), options=options)
    label = say("free_radicals.do.fix_favor", seat=Who(seat))
    return _fix(f"favor.{seat}", FixFavor(seat, "", 0), label, ask, _n(0, MOST))


@lru_cache(maxsize=256)
def _item(seat: int) -> Choice:
    options = tuple(Option(thing, thing_name(thing), digit=n) for n, thing in enumerate(THINGS, 1))
    ask = AskOne(field="what", label=say("free_radicals.ask.what"), options=options)
    label = say("free_radicals.do.fix_item", seat=Who(seat))
    return _fix(f"item.{seat}", FixItem(seat, "", 0), label, ask, _n(0, MOST))


def _counters(printed: Printed, player: Player) -> list[Choice]:
    return [
        _number(
            f"count.{player.seat}.{counter.key}",
            FixCounter(player.seat, counter.key, 0),
            say("free_radicals.do.fix_count", seat=Who(player.seat), what=plain(counter.name)),
            0,
            counter.most,
        )
        for counter in faction_of(printed, player).counters
    ]


def _knowledge(colour: str, length: int) -> Choice:
    label = say("free_radicals.do.fix_knowledge", colour=colour_name(colour))
    return _number(f"knowledge.{colour}", FixKnowledge(colour, 0), label, 0, length)


def _seats(field: str, label: Text, seats: tuple[int, ...], nobody: bool) -> AskOne:
    options = tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in seats)
    if nobody and 10 in seats:
        options = (*options, Option(0, say("free_radicals.nobody")))
    elif nobody:
        options = (*options, NOBODY)
    return AskOne(field=field, label=label, options=options)


@lru_cache(maxsize=64)
def _prestige(seats: tuple[int, ...]) -> Choice:
    ask = _seats("seat", say("free_radicals.ask.holder"), seats, nobody=True)
    return _fix("prestige", FixPrestige(0), say("free_radicals.do.fix_prestige"), ask)


@lru_cache(maxsize=256)
def _slots(building: str, name: Text, seats: tuple[int, ...]) -> Choice:
    one = _seats("one", say("free_radicals.ask.slot_one"), seats, nobody=True)
    two = _seats("two", say("free_radicals.ask.slot_two"), seats, nobody=True)
    label = say("free_radicals.do.fix_slots", what=name)
    return _fix(f"slots.{building}", FixSlots(building, 0, 0), label, one, two)


@lru_cache(maxsize=64)
def _turn(seats: tuple[int, ...]) -> Choice:
    ask = _seats("seat", say("free_radicals.ask.turn"), seats, nobody=False)
    return _fix("turn", FixTurn(0), say("free_radicals.do.fix_turn"), ask)


def fixed(printed: Printed, state: FreeRadicalsState, command: Fix) -> FreeRadicalsState:
    """Return the state after a correction that is known to be on offer. Points corrected get a line of their own."""
    match command:
        case FixScore(seat, n):
            return state.scored(seat, n - state.player(seat).points, "fix")
        case FixFavor(seat, colour, n):
            player = state.player(seat)
            favor = tuple(n if c == colour else old for c, old in zip(COLOURS, player.favor, strict=True))
            return state.with_player(replace(player, favor=favor))
        case FixItem(seat, what, n):
            return state.with_player(replace(state.player(seat), **{what: n}))
        case FixKnowledge(colour, n):
            steps = tuple(n if c == colour else old for c, old in zip(COLOURS, state.knowledge, strict=True))
            return replace(state, knowledge=steps)
        case FixPrestige(seat):
            return replace(state, prestige=seat)
        case FixSlots(building, one, two):
            slots = tuple(
                tuple(seat for seat in (one, two) if seat) if b == building else old
                for b, old in zip(BUILDINGS, state.slots, strict=True)
            )
            return replace(state, slots=slots)
        case FixRound(n):
            return replace(state, round=n)
        case FixTurn(seat):
            return with_clocks(replace(state, turn=seat, visited=()))
        case FixCounter(seat, counter, n):
            return with_counter(printed, state, seat, counter, n)


def with_counter(printed: Printed, state: FreeRadicalsState, seat: int, counter: str, n: int) -> FreeRadicalsState:
    """Return the state with a counter set."""
    player = state.player(seat)
    place = faction_of(printed, player).counter(counter)
    assert place is not None
    counters = (*player.counters[:place], n, *player.counters[place + 1 :])
    return state.with_player(replace(player, counters=counters))
