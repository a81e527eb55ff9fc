"""How a game goes on: acts with their picks, and the tasks that the box sees to in between."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.game import Draw, Roll

from . import dice, phases, stockpile, tracks
from .contracts import build, contract
from .delivery import by_owners
from .disasters import disaster
from .draft import begin_draft, drafted
from .improvements import improve, station, swap
from .needs import Need, Turned
from .printed import Printed
from .shipping import by_map
from .state import RollingFreightState, Task

MOST_STEPS = 10_000

OBVIOUS = ("source", "target")
"""Kinds of picks that the box makes itself where there is only one."""


def course(printed: Printed, state: RollingFreightState) -> Turned:
    """Return what comes of the act under way with its picks so far. Changes nothing: it is a look ahead."""
    act, picks = state.doing, state.picks
    if act.startswith("build."):
        return build(printed, state, act.partition(".")[2], picks)
    if act == "deliver":
        return by_map(printed, state, picks) if state.map_in_box else by_owners(printed, state, picks)
    return ACTS[act](printed, state, picks)


ACTS: dict[str, Callable[[Printed, RollingFreightState, tuple[str, ...]], Turned]] = {
    "contract": contract,
    "station": station,
    "improve": improve,
    "swap": swap,
    "disaster": disaster,
}


def begun(state: RollingFreightState, act: str) -> RollingFreightState:
    """Return the state with an act begun, nothing of it done yet."""
    return replace(state, doing=act, picks=())


def picked(state: RollingFreightState, what: str) -> RollingFreightState:
    """Return the state with one more pick."""
    return replace(state, picks=(*state.picks, what))


def need_now(printed: Printed, state: RollingFreightState) -> Need | None:
    """Return what somebody has to pick before play goes on, None where nothing is under way."""
    if state.doing:
        turned = course(printed, state)
        return turned if isinstance(turned, Need) else None
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Task):
        return None
    if task.name == "stock":
        return stockpile.stock(printed, state, task.seat)
    if task.name == "plan":
        return dice.plan(printed, state, task.seat)
    return None


def answered(state: RollingFreightState, what: str) -> RollingFreightState:
    """Return the state with a task's question answered."""
    task = state.agenda[0]
    assert isinstance(task, Task)
    if task.name == "stock":
        return replace(stockpile.stocked(state, task.seat, what), agenda=state.agenda[1:])
    if what == dice.ROLL:
        return replace(state, agenda=state.agenda[1:])
    return dice.planned(state, task.seat, what)


def arrive(printed: Printed, state: RollingFreightState, obvious: bool = True) -> RollingFreightState:
    """Return the state with all done that waits for nobody: up to a pick, to chance, or to a turn's next act.

    With ``obvious`` the box makes picks itself that are no choice.
    """
    for _ in range(MOST_STEPS):
        if state.doing:
            act, turned = state.doing, course(printed, state)
            if isinstance(turned, Need):
                if obvious and turned.kind in OBVIOUS and len(turned.options) == 1:
                    state = picked(state, turned.options[0].value)
                    continue
                return state
            state = drafted(turned, act) if state.stage == "draft" and act != "swap" else turned
            continue
        if not state.agenda:
            return state
        task = state.agenda[0]
        if isinstance(task, Draw | Roll):
            return state
        after = _done(printed, state, task)
        if after is None:
            return state
        state = after
    raise AssertionError(f"{state.agenda} never ends")


def _done(printed: Printed, state: RollingFreightState, task: Task) -> RollingFreightState | None:
    """Return the state after the task on top of the agenda, or with what it needs first; None: it waits for a seat."""
    past = replace(state, agenda=state.agenda[1:])
    match task.name:
        case "draft":
            return None
        case "stock" | "plan":
            return past if need_now(printed, state) is None else None
        case "refill":
            return tracks.refill_contracts(state) or past
        case "market":
            return tracks.refill_market(state) or past
        case "replace":
            return tracks.wrecks_on_top(past)
        case "wreck":
            return tracks.wreck(past)
        case "pool":
            player = past.player(task.seat)
            own = replace(player, improvements=(*player.improvements, *player.bought), bought=())
            rolled = dice.pool(printed, own) if past.dice_in_box else ()
            return past.with_player(replace(own, dice=rolled))
        case "cast":
            return dice.cast(past, task.seat) if past.dice_in_box else past
        case "next":
            return phases.next_turn(printed, past)
        case "open":
            return phases.opening(past)
        case "lowest":
            return tracks.lowest_to_the_bottom(past)
        case "begin":
            return phases.begin_phase(past)
        case "cargo":
            return phases.filling(printed, state) or past
        case "order":
            return begin_draft(past)
        case "start":
            return replace(past, stage="turn", turn=past.first)
        case _:
            raise AssertionError(task.name)


def came(
    printed: Printed, state: RollingFreightState, step: Draw | Roll, items: tuple[str, ...]
) -> RollingFreightState:
    """Return the state after chance has brought ``items``, which are known to be possible."""
    state = replace(state, agenda=state.agenda[1:])
    if isinstance(step, Roll):
        assert step.seat is not None
        return dice.rolled(state, step.seat, items)
    if step.component == "bag":
        return phases.cargo_came(printed, state, items)
    (item,) = items
    match step.key.partition(".")[0]:
        case "first":
            return replace(state, first=int(item))
        case "contracts":
            return tracks.contract_came(state, item)
        case "improvements":
            return tracks.improvement_came(state, item)
        case _:
            return tracks.struck(printed, state, item)


def without_unseen(state: RollingFreightState) -> RollingFreightState:
    """Return the state without what the box keeps no longer, and without waiting for it."""
    after = state
    if not state.dice_in_box and any(player.dice for player in state.players):
        after = replace(after, players=tuple(replace(player, dice=()) for player in after.players))
    if not state.stock_in_box and any(any(player.stock) for player in state.players):
        after = replace(after, players=tuple(replace(player, stock=(0, 0, 0, 0)) for player in after.players))
    if not state.cubes_in_box and any(player.cubes for player in state.players):
        players = (
            replace(player, works=tuple(replace(work, cubes=0) for work in player.works)) for player in after.players
        )
        after = replace(after, players=tuple(players))
    if not state.deck_in_box and (any(state.contracts) or len(state.deck) or state.wrecked):
        after = replace(after, contracts=("",) * 4, deck=tracks.NOTHING, wrecked=())
    if not state.market_in_box and (any(state.market) or len(state.supply)):
        after = replace(after, market=("",) * 3, supply=tracks.NOTHING)
    if not state.map_in_box and (state.spots or len(state.bag)):
        after = replace(after, spots=(), bag=tracks.EMPTY)
    agenda = tuple(step for step in after.agenda if not _unseen(after, step))
    if after is state and len(agenda) == len(state.agenda):
        return state
    return replace(after, agenda=agenda).idle()


def _unseen(state: RollingFreightState, step: Draw | Roll | Task) -> bool:
    if isinstance(step, Task):
        return False
    if step.component == "bag":
        return not state.map_in_box
    return step.component != "first" and state.keeper(step.component) == "unseen"
