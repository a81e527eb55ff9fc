"""What is said aloud, logged and sounded."""

from __future__ import annotations

from companion.game import Came, Command, Notice, Text, Who, say, won

from .commands import Back, Fix
from .look import line_text
from .phases import result
from .state import Player, RollingFreightState
from .terms import COLOURS, colour_name, contract_name, improvement_name


def tell(before: RollingFreightState, command: Command, after: RollingFreightState) -> tuple[Notice, ...]:
    """Return the notices of one command: everything that has changed, in short lines."""
    if isinstance(command, Back) or before is after:
        return ()
    found: list[Notice] = []
    if isinstance(command, Fix):
        found.append(Notice(text=say("rolling_freight.tell.fixed")))
    found += [Notice(text=line) for line in _lines(before, after)]
    for contract in after.ruined[len(before.ruined) :]:
        found.append(
            Notice(text=say("rolling_freight.tell.wrecked", what=contract_name(contract)), aloud=True, tone="end")
        )
    for point in after.log[len(before.log) :]:
        text = say(
            "rolling_freight.tell.points",
            seat=Who(point.seat),
            n=point.points,
            why=line_text(point.why, point.what),
        )
        found.append(Notice(text=text, aloud=point.why in ("link", "bonus", "cargo", "cubes")))
    found += _phase(before, after)
    found += _whose_turn(before, command, after)
    return tuple(found)


def _lines(before: RollingFreightState, after: RollingFreightState) -> list[Text]:
    found: list[Text] = []
    if before.first != after.first and after.first:
        found.append(say("rolling_freight.tell.first", seat=Who(after.first)))
    for one, other in zip(before.players, after.players, strict=True):
        if one is not other:
            found += _changes(one, other)
    for link in after.built[len(before.built) :] if len(after.built) > len(before.built) else ():
        what = contract_name(link.contract)
        found.append(say("rolling_freight.tell.built", seat=Who(link.seat), what=what, n=link.length))
    return found


def _changes(before: Player, after: Player) -> list[Text]:
    seat, found = Who(after.seat), list[Text]()
    had = {work.contract for work in before.works}
    for work in after.works:
        if work.contract not in had:
            found.append(say("rolling_freight.tell.contract", seat=seat, what=contract_name(work.contract)))
    old, new = (*before.improvements, *before.bought), (*after.improvements, *after.bought)
    for kind in dict.fromkeys((*old, *new)):
        gained = new.count(kind) - old.count(kind)
        if gained:
            key = "improvement" if gained > 0 else "gave_back"
            found.append(say(f"rolling_freight.tell.{key}", seat=seat, what=improvement_name(kind)))
    if after.stations > before.stations:
        found.append(say("rolling_freight.tell.station", seat=seat, n=after.stations))
    for colour, was, now in zip(COLOURS, before.cargo, after.cargo, strict=True):
        if now > was:
            found.append(say("rolling_freight.tell.cargo", seat=seat, colour=colour_name(colour)))
    for colour, was, now in zip(COLOURS, before.stock, after.stock, strict=True):
        if now > was:
            found.append(say("rolling_freight.tell.stock", seat=seat, n=now - was, colour=colour_name(colour)))
    return found


def _phase(before: RollingFreightState, after: RollingFreightState) -> list[Notice]:
    found: list[Notice] = []
    if after.last > before.last or len(after.later) > len(before.later):
        text = say("rolling_freight.say.card", seat=Who(after.later[-1] if after.later else after.ender))
        found.append(Notice(text=text, aloud=True, tone="end"))
    if after.period != before.period:
        found.append(Notice(text=say("rolling_freight.say.phase", letter=after.phase), aloud=True, tone="end"))
        if not after.deck_in_box:
            found.append(Notice(text=say("rolling_freight.say.lowest"), aloud=True))
        if not after.map_in_box:
            found.append(Notice(text=say("rolling_freight.say.circles", letter=after.phase), aloud=True))
    ended = result(after)
    if ended is not None and before.stage != "end":
        found.append(Notice(text=ended.why, aloud=True, tone="end"))
        found.append(Notice(text=won(ended.winners), aloud=True))
    elif after.stage == "final" and before.stage != "final":
        found.append(Notice(text=say("rolling_freight.say.final"), aloud=True))
    return found


def _whose_turn(before: RollingFreightState, command: Command, after: RollingFreightState) -> list[Notice]:
    if after.stage not in ("draft", "turn") or (after.turn, after.stage) == (before.turn, before.stage):
        return []
    if after.stage == "turn" and after.agenda and isinstance(command, Came):
        return []
    key = "draft" if after.stage == "draft" else "turn"
    return [Notice(text=say(f"rolling_freight.say.{key}", seat=Who(after.turn)), aloud=True, tone="turn")]
