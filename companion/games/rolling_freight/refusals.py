"""Why something that is not on offer is refused, in words for whoever tried it."""

from __future__ import annotations

from companion.game import Actor, Command, Seat, Text, Who, say

from .choices import DIGITS
from .commands import Act, Back, CubesLeft, EndCard, EndTurn, Pick
from .contracts import can_take, cubes_left
from .printed import Printed
from .state import RollingFreightState

ACTS = ("contract", "deliver", "station", "improve", "swap", "disaster")


def why_not(printed: Printed, state: RollingFreightState, actor: Actor, command: Command) -> Text:
    """Return the reason for which ``command`` is refused to ``actor`` now."""
    match command:
        case CubesLeft():
            return say("rolling_freight.refuse.left")
        case _ if state.stage in ("lay", "final", "end"):
            return say("rolling_freight.refuse.stage")
        case Act() | EndTurn() | EndCard() | Pick() | Back() if actor.seat != state.turn:
            return say("rolling_freight.refuse.turn", seat=Who(state.turn))
        case Act() | EndTurn() | EndCard() if state.doing:
            return say("rolling_freight.refuse.open")
        case Act(act) if state.stage == "turn":
            return _act(printed, state, act)
        case Act("contract" | "improve"):
            return say("rolling_freight.refuse.other_kind")
        case Act(act):
            return say("rolling_freight.refuse.swap" if act == "swap" else "rolling_freight.refuse.draft")
        case EndTurn():
            return say("rolling_freight.refuse.draft" if state.stage == "draft" else "rolling_freight.refuse.step")
        case EndCard():
            return say("rolling_freight.refuse.card")
        case Back():
            return say("rolling_freight.refuse.back")
        case Pick():
            return say("rolling_freight.refuse.pick" if state.doing else "rolling_freight.refuse.nothing")
        case _:
            return say("rolling_freight.refuse.now")


def _act(printed: Printed, state: RollingFreightState, act: str) -> Text:
    seat = state.turn
    if act == "contract" and not can_take(printed, state, seat):
        return _no_contract(printed, state, seat)
    if act == "deliver" and not state.built_by(seat):
        return say("rolling_freight.refuse.no_link")
    if act == "deliver" and state.deliveries:
        return say("rolling_freight.refuse.once")
    if act.startswith("build."):
        return say("rolling_freight.refuse.build")
    return say(f"rolling_freight.refuse.{act}" if act in ACTS else "rolling_freight.refuse.act")


def _no_contract(printed: Printed, state: RollingFreightState, seat: int) -> Text:
    limits, player = printed.tables.limits, state.player(seat)
    if len(player.works) >= limits.contracts:
        return say("rolling_freight.refuse.three", n=limits.contracts)
    if state.cubes_in_box and not cubes_left(printed, player):
        return say("rolling_freight.refuse.cubes")
    return say("rolling_freight.refuse.sticks", n=limits.sticks)


def keyed(state: RollingFreightState, digit: int) -> tuple[Seat, Command] | None:
    """Return whose act of a turn ``digit`` begins, and which; None while another is under way."""
    act = next((act for act, key in DIGITS.items() if key == digit), None)
    if act not in ACTS or state.stage != "turn" or state.doing:
        return None
    return Seat(state.turn), Act(act)
