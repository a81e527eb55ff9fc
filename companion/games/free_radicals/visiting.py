"""Visiting awakened buildings (rulebook, "Visiting Awakened Buildings" and "Faction Bonus Powers")."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.effects import AllOf, AnyOf, Body, Do, Not, Test, begin
from companion.game import Text, say

from .describe import Names, power_text
from .needs import (
    COPIED,
    At,
    Need,
    Turned,
    building_name,
    building_opt,
    colour_name,
    counted,
    faction_of,
    level_of,
    names_of,
    seat_name,
)
from .printed import Printed
from .state import FreeRadicalsState
from .verbs import BUILDINGS, Copy, Counted, HasPrestige, Holds, Level, Visit


def power(printed: Printed, state: FreeRadicalsState, building: str) -> str:
    """Return the name of a building's main power in the book, by the reading that this game goes by."""
    other = f"titanium.{building}"
    return other if state.options.holo == "titanium" and other in printed.book else f"power.{building}"


def open_to_visit(state: FreeRadicalsState) -> tuple[str, ...]:
    """Return the buildings that are awakened and were not visited this turn."""
    return tuple(b for b, slots in zip(BUILDINGS, state.slots, strict=True) if slots and b not in state.visited)


def judge(printed: Printed, state: FreeRadicalsState, seat: int, test: Test) -> bool:
    """Answer a test of this game's own, which the box can answer."""
    player = state.player(seat)
    match test:
        case Counted(counter=counter, least=least):
            return counted(printed, player, counter) >= least
        case Holds(what=what, least=least):
            return player.has(what) >= least
        case HasPrestige():
            return state.prestige == seat
        case Level(least=least):
            return level_of(printed, state, player.colour) >= least
        case _:
            raise AssertionError(test)


def may_hold(printed: Printed, state: FreeRadicalsState, seat: int, test: Test, wanted: bool = True) -> bool:
    """Tell whether a test can come out as ``wanted``. Of what people keep, the box takes their word either way."""
    match test:
        case Not(test=inner):
            return may_hold(printed, state, seat, inner, not wanted)
        case AllOf(tests=tests) | AnyOf(tests=tests):
            found = [may_hold(printed, state, seat, inner, wanted) for inner in tests]
            return all(found) if isinstance(test, AllOf) is wanted else any(found)
        case Counted():
            return not state.aids_in_box or judge(printed, state, seat, test) is wanted
        case Holds(what=what):
            known = state.cards_in_box if what == "data" else state.items_in_box
            return not known or judge(printed, state, seat, test) is wanted
        case _:
            return judge(printed, state, seat, test) is wanted


def bonus_test(printed: Printed, state: FreeRadicalsState, seat: int) -> bool:
    """Tell whether the condition of a faction's bonus power can be met (true where it has none)."""
    test = faction_of(printed, state.player(seat)).bonus.test
    return test is None or may_hold(printed, state, seat, test)


def visit(at: At[Visit]) -> Turned:
    """Visit: the power first, then for each slot of somebody else its favor and reward."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    open_ = open_to_visit(state)
    if verb.bonus:
        building = faction_of(printed, state.player(step.who)).building
        if building not in open_ or not bonus_test(printed, state, step.who):
            return None
        return _visited(printed, state, step, building, f"bonus.{state.player(step.who).faction}")
    if not open_:
        return None
    if pick is None:
        options = tuple(building_opt(printed, key, _detail(printed, state, step.who, key)) for key in open_)
        return Need(step.who, "visit", options)
    return _visited(printed, state, step, pick.what, power(printed, state, pick.what))


def _visited(printed: Printed, state: FreeRadicalsState, step: Do, building: str, entry: str) -> FreeRadicalsState:
    agenda = state.agenda[1:]
    own = state.player(step.who).colour
    for seat in reversed([seat for seat in state.controllers(building) if seat != step.who]):
        agenda = begin(printed.book, f"reward.{building}", agenda, seat)
        agenda = begin(printed.book, "tribute", agenda, seat, own)
    agenda = begin(printed.book, entry, agenda, step.who)
    return replace(state, agenda=agenda, visited=(*state.visited, building))


def _detail(printed: Printed, state: FreeRadicalsState, seat: int, building: str) -> Text:
    return _text(printed, state, seat, building, power(printed, state, building))


def bonus_detail(printed: Printed, state: FreeRadicalsState, seat: int) -> Text:
    """Return where a faction's bonus power is, what it pays and gives, and what the controllers get."""
    faction = faction_of(printed, state.player(seat))
    names = names_of(printed, state.player(seat))
    said = _text(printed, state, seat, faction.building, faction.bonus.entry, names)
    return say("free_radicals.at", what=building_name(printed, faction.building), a=said)


def _text(printed: Printed, state: FreeRadicalsState, seat: int, building: str, entry: str, names: Names = ()) -> Text:
    others = tuple(other for other in state.controllers(building) if other != seat)
    own = state.player(seat).colour
    return _visit_text(printed.book[entry], printed.buildings[building].reward, own, others, names)


@lru_cache(maxsize=1024)
def _visit_text(body: Body, reward: str, colour: str, others: tuple[int, ...], names: Names) -> Text:
    found = power_text(body, names)
    for other in dict.fromkeys(others):
        n = others.count(other)
        found = say(
            "free_radicals.tribute",
            a=found,
            n=n,
            colour=colour_name(colour),
            reward=say(f"free_radicals.n_{reward}", n=n),
            seat=seat_name(other),
        )
    return found


def copy(at: At[Copy]) -> Turned:
    """Use the main power of another awakened building: it is not visited, and its controllers get nothing."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    here = faction_of(printed, state.player(step.who)).building
    others = tuple(b for b, slots in zip(BUILDINGS, state.slots, strict=True) if slots and b != here)
    if pick is None:
        options = (building_opt(printed, b, power_text(printed.book[power(printed, state, b)])) for b in others)
        return Need(step.who, "copy", tuple(options)) if others else None
    entry = power(printed, state, pick.what)
    return replace(state, agenda=begin(printed.book, entry, state.agenda[1:], step.who, COPIED))
