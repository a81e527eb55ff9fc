"""The course of a game: what is still to come, and what happens on reaching the next step."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AskSeats, Clock
from companion.pile import Bag

from .deal import deal_draws, pass_left, trio_draws, trio_name, trios
from .printed import Printed
from .script import CROSSFIRE_SCENES, asked_kinds, is_decided, shooters_told
from .state import (
    AnyStep,
    AskAims,
    AskShotCards,
    AskWas,
    AskWere,
    CrossfireState,
    Scene,
    Told,
)

LAST_SECONDS = tuple(range(10, 0, -1))


def whole_game(printed: Printed, state: CrossfireState) -> tuple[AnyStep, ...]:
    """Return all the steps from the deal to the end.

    In Sniper mode the cards decide on the way how it ends, so its end is added then.
    """
    steps = (*_deal(state), Scene("talk"))
    if not state.sniper:
        return (*steps, Scene("count"), Scene("point"), *_crossfire_script(printed, state))
    cards: tuple[AnyStep, ...] = () if state.cards_in_box else (AskShotCards("script.shot"),)
    return (*steps, *cards, Scene("script.shot"))


def _deal(state: CrossfireState) -> tuple[AnyStep, ...]:
    ring = state.ring
    if not state.cards_in_box:
        return (
            Scene("deal"),
            Scene("pass"),
            *(Scene(trio_name(ring, trio[1])) for trio in trios(ring)),
        )
    swaps: tuple[AnyStep, ...] = ()
    for trio in trios(ring):
        swaps = (*swaps, *trio_draws(ring, trio), AskSeats(trio_name(ring, trio[1]), trio))
    return (*deal_draws(ring), AskSeats("deal", ring), AskSeats("pass", ring), *swaps)


def _crossfire_script(printed: Printed, state: CrossfireState) -> tuple[AnyStep, ...]:
    steps: tuple[AnyStep, ...] = ()
    for scene in CROSSFIRE_SCENES:
        if not state.cards_in_box:
            if scene in ("script.agents", "script.vip"):
                kinds = asked_kinds(printed, state, scene)
                steps = (*steps, *(AskWere(kind, scene) for kind in kinds), AskAims(scene))
            elif scene == "script.own":
                steps = (*steps, *(AskWere(kind, scene) for kind in asked_kinds(printed, state, scene)))
        steps = (*steps, Scene(scene))
    return steps


def _sniper_end(printed: Printed, state: CrossfireState) -> tuple[AnyStep, ...]:
    """Return what follows the Sniper's cards: if they decide, all is shown; else the surviving Assassins point."""
    told = not state.cards_in_box
    asks = tuple(AskWere(kind, "script.all") for kind in asked_kinds(printed, state, "script.all")) if told else ()
    if is_decided(printed, state):
        return (*asks, Scene("script.all"))
    found = (AskWere("assassin", "script.assassins"),) if told else ()
    return (*found, Scene("script.assassins"), Scene("count"), Scene("point"), *asks, Scene("script.all"))


def go_on(printed: Printed, state: CrossfireState) -> CrossfireState:
    """Return the state after its first step is done."""
    return arrive(printed, replace(state, agenda=state.agenda[1:]), state.phase)


def arrive(printed: Printed, state: CrossfireState, before: str) -> CrossfireState:
    """Return the state after steps that need nobody are done, too, with the clock of the phase it has reached.

    ``before`` is the phase that it comes from.
    """
    while (after := _pass_by(printed, state)) is not None:
        state = after
    if state.phase == "pass" and len(state.rows) == 1:
        state = pass_left(state)
    if state.phase == before:
        return state
    return replace(state, clocks=clocks(printed, state))


def clocks(printed: Printed, state: CrossfireState) -> tuple[Clock, ...]:
    """Return the clock with which the phase begins, where the box keeps the time."""
    if state.keeper("clock") != "app":
        return ()
    times = printed.chart.times
    match state.phase:
        case "talk":
            return (Clock("talk", times.talk, running=True, cues=LAST_SECONDS),)
        case "count":
            return (Clock("count", times.count, running=True),)
        case _:
            return ()


def _pass_by(printed: Printed, state: CrossfireState) -> CrossfireState | None:
    """Return the state without its first step where that step waits for nobody, or None where it waits."""
    if not state.agenda:
        return None
    rest = state.agenda[1:]
    match state.agenda[0]:
        case AskSeats(seats=seats) if not state.present(seats):
            return replace(state, agenda=rest)
        case AskWere(kind) if not untold(state).count(kind):
            return replace(state, agenda=rest)
        case AskWas(seat) if seat in state.roles():
            return replace(state, agenda=rest)
        case AskAims(scene) if not shooters_told(printed, state, scene):
            return replace(state, agenda=rest)
        case Scene("count") if state.keeper("clock") != "app":
            return replace(state, agenda=rest)
        case Scene("script.shot") as scene if state.sniper and not rest:
            return replace(state, agenda=(scene, *_sniper_end(printed, state)))
        case _:
            return None


def untold(state: CrossfireState) -> Bag:
    """With the real cards: return the roles that nobody has been named for yet."""
    return state.lineup.take(*(told.kind for told in state.told))


def unknown(state: CrossfireState) -> tuple[int, ...]:
    """With the real cards: return the seats whose role has not been told yet, in the order of the seats."""
    roles = state.roles()
    return tuple(seat for seat in state.seats if seat not in roles)


def with_told(state: CrossfireState, *told: Told) -> CrossfireState:
    """Return the state in which these were told, and what follows from it when only one role is left."""
    state = replace(state, told=(*state.told, *told))
    left = untold(state)
    if len(left.kinds) != 1:
        return state
    rest = (Told(seat, left.kinds[0]) for seat in unknown(state))
    return replace(state, told=(*state.told, *rest))
