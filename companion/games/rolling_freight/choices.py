"""Everything that a seat may do now."""

from __future__ import annotations

from companion.game import Actor, AnyAsk, AskNumber, Choice, Command, Seat, Text, Who, say

from .commands import Act, Back, CubesLeft, EndCard, EndTurn, Pick
from .contracts import can_take, length_of
from .draft import may_draft
from .flow import begun, course, need_now, picked
from .improvements import next_station
from .needs import Need, Opt, written
from .paying import price_text
from .phases import untold
from .printed import Printed
from .state import RollingFreightState, Task, Work
from .terms import contract_name

DIGITS = {"contract": 1, "deliver": 5, "station": 6, "improve": 7, "swap": 8, "card": 9, "end": 0}
BUILD = (2, 3, 4)
"""Keys of the contracts under construction."""

SAME = frozenset({"cargo", "source", "target", "colour", "give", "stock", "length", "swap", "struck"})
"""Kinds of picks that all lead to the same: to another pick, or to the act's end."""


def choices(
    printed: Printed, state: RollingFreightState, actor: Actor, only: Command | None = None
) -> tuple[Choice, ...]:
    """Return what ``actor`` may do now; the box for the whole table has nothing of its own.

    With ``only`` what cannot make that command may be left out: to check one command costs less than to offer all.
    """
    if not isinstance(actor, Seat):
        return ()
    seat = actor.number
    if state.stage == "final":
        return (_left(printed, seat),) if untold(state)[:1] == (seat,) else ()
    need = need_now(printed, state)
    if need is not None:
        return _picks(printed, state, need, only) if need.seat == seat else ()
    if state.turn != seat:
        return ()
    if state.stage == "turn" and not state.agenda:
        return _acts(printed, state, only)
    task = state.agenda[0] if state.agenda else None
    if state.stage == "draft" and isinstance(task, Task) and task.name == "draft":
        return _draft(printed, state)
    return ()


def _left(printed: Printed, seat: int) -> Choice:
    label = say("rolling_freight.ask.left", seat=Who(seat))
    ask = AskNumber(field="n", label=label, low=0, high=printed.tables.limits.cubes)
    return Choice(id="left", question="left", command=CubesLeft(0), label=say("rolling_freight.do.left"), asks=(ask,))


# --- the acts of a turn


def _act(
    act: str,
    label: Text,
    digit: int | None = None,
    *,
    detail: Text | None = None,
    staged: bool = True,
    command: Command | None = None,
) -> Choice:
    return Choice(
        id=act,
        question="act",
        command=command or Act(act),
        label=label,
        detail=detail,
        digit=digit,
        staged=staged,
    )


def _acts(printed: Printed, state: RollingFreightState, only: Command | None) -> tuple[Choice, ...]:
    wanted = None if only is None else only.act if isinstance(only, Act) else ""
    seat, player = state.turn, state.player(state.turn)
    found: list[Choice] = []
    if wanted in (None, "contract") and can_take(printed, state, seat):
        found += _if_possible(printed, state, "contract", say("rolling_freight.do.contract"))
    for digit, work in zip(BUILD, player.works, strict=False):
        if wanted in (None, f"build.{work.contract}"):
            found += _if_possible(
                printed,
                state,
                f"build.{work.contract}",
                say("rolling_freight.do.build", what=contract_name(work.contract)),
                digit,
                detail=_progress(printed, state, work),
            )
    if wanted in (None, "deliver"):
        again = "_again" if state.deliveries else ""
        found += _if_possible(printed, state, "deliver", say(f"rolling_freight.do.deliver{again}"))
    price = next_station(printed, state, seat)
    if wanted in (None, "station") and price is not None:
        label = say("rolling_freight.do.station")
        found += _if_possible(printed, state, "station", label, detail=price_text(price))
    if wanted in (None, "improve"):
        found += _if_possible(printed, state, "improve", say("rolling_freight.do.improve"))
    if wanted in (None, "swap"):
        found += _if_possible(printed, state, "swap", say("rolling_freight.do.swap"))
    if not state.deck_in_box and not state.last:
        label = say("rolling_freight.do.card")
        found.append(_act("card", label, DIGITS["card"], staged=False, command=EndCard()))
        late = say("rolling_freight.do.card_before", seat=Who(state.left_of(seat, -1)))
        found.append(_act("card.before", late, None, staged=False, command=EndCard(before=True)))
    found.append(_act("end", say("rolling_freight.do.end"), DIGITS["end"], staged=False, command=EndTurn()))
    if not state.deck_in_box and state.options.disasters == "on" and wanted in (None, "disaster"):
        found += _if_possible(printed, state, "disaster", say("rolling_freight.do.disaster"))
    return tuple(found)


def _if_possible(
    printed: Printed,
    state: RollingFreightState,
    act: str,
    label: Text,
    digit: int | None = None,
    *,
    detail: Text | None = None,
) -> list[Choice]:
    turned = course(printed, begun(state, act))
    if isinstance(turned, Need) and not turned.options:
        return []
    staged = isinstance(turned, Need)
    return [_act(act, label, DIGITS.get(act) if digit is None else digit, detail=detail, staged=staged)]


def _progress(printed: Printed, state: RollingFreightState, work: Work) -> Text | None:
    if not state.cubes_in_box:
        return None
    length = length_of(printed, state, work.contract)
    if length is None:
        return say("rolling_freight.cubes_on", n=work.cubes)
    points = printed.tables.payout.points(length, len(state.player(state.turn).works))
    return say("rolling_freight.cubes_of", n=work.cubes, of=length, points=points)


def _draft(printed: Printed, state: RollingFreightState) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for act in ("contract", "improve"):
        if may_draft(state, act):
            found += _if_possible(printed, state, act, say(f"rolling_freight.do.{act}"))
    return (*found, *_if_possible(printed, state, "swap", say("rolling_freight.do.swap")))


# --- what an act under way, or a step at the end of a turn, needs


def _picks(printed: Printed, state: RollingFreightState, need: Need, only: Command | None) -> tuple[Choice, ...]:
    options = need.options
    if only is not None:
        what = only.what if isinstance(only, Pick) else None
        options = tuple(opt for opt in options if opt.value == what)
    same = need.kind in SAME and bool(options)
    alike = _goes_on(printed, state, options[0]) if same else False
    found = [_pick(need, opt, alike if same else _goes_on(printed, state, opt)) for opt in options]
    if state.doing:
        label = say(_back_key(state))
        digit = next((key for key in (0, 9, 8, 7, 6) if key not in {choice.digit for choice in found}), None)
        found.append(
            Choice(id="back", question="back", command=Back(), label=label, digit=digit, staged=bool(state.picks))
        )
    return tuple(found)


def _back_key(state: RollingFreightState) -> str:
    if state.picks:
        return "rolling_freight.do.back"
    return "rolling_freight.do.done" if state.doing.startswith("build.") else "rolling_freight.do.leave"


def _pick(need: Need, opt: Opt, staged: bool) -> Choice:
    asks: tuple[AnyAsk, ...] = ()
    if opt.high:
        asks = (AskNumber(field="n", label=opt.label, low=opt.low, high=opt.high, start=opt.low),)
    return Choice(
        id=f"{need.kind}.{opt.value}",
        question=need.kind,
        command=Pick(opt.value),
        label=opt.label,
        detail=opt.detail,
        digit=opt.digit,
        asks=asks,
        staged=staged,
    )


def _goes_on(printed: Printed, state: RollingFreightState, opt: Opt) -> bool:
    """Tell whether the same seat has more to pick for this once it has picked ``opt``."""
    if not state.doing:
        return opt.value != "roll" and "." in opt.value  # a die is set, and more may be
    return isinstance(course(printed, picked(state, written(opt.value, opt.low or 1, opt))), Need)
