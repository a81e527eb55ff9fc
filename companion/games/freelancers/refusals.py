"""Why something that is not on offer is refused, in words for whoever tried it."""

from __future__ import annotations

from companion.game import Actor, Command, Seat, Text, Who, say

from . import codes
from .choices import wanted
from .commands import (
    Accept,
    Discard,
    Enter,
    Help,
    Luck,
    Pick,
    Place,
    Resolve,
    Sheet,
    Trade,
    Vote,
)
from .look import phase
from .printed import Printed
from .state import FreelancersState


def why_not(printed: Printed, state: FreelancersState, actor: Actor, command: Command) -> Text:
    """Return the reason for which ``command`` is refused to ``actor`` now."""
    turn = wanted(state)
    match command:
        case Place(action) if state.stage == "plan" and not state.agenda and actor.seat == turn:
            return say(f"freelancers.refuse.{_not_open(printed, state, action)}")
        case Place() | Resolve() | Pick() | Accept() | Luck() if turn and actor.seat != turn:
            return say("freelancers.refuse.turn", seat=Who(turn))
        case Sheet() if state.stage == "setup":
            return say("freelancers.refuse.sheet")
        case Discard():
            return say("freelancers.refuse.discard")
        case Trade():
            return say("freelancers.refuse.trade")
        case Enter() if codes.open_now(state):
            least, most = printed.quest(state).cover.digits
            return say("freelancers.refuse.digits", least=least, most=most)
        case Enter():
            return say("freelancers.refuse.code" if state.story else "freelancers.refuse.no_story")
        case Help():
            return say("freelancers.refuse.help")
        case Vote() | Pick():
            return say("freelancers.refuse.pick")
        case _:
            return say(f"freelancers.refuse.now_{phase(state)}")


def _not_open(printed: Printed, state: FreelancersState, number: int) -> str:
    """Return why an action cannot be chosen: locked, taken, or one that must be taken comes first."""
    page = printed.page(state)
    action = next((a for a in page.actions if a.number == number), None) if page is not None else None
    if number in state.locks:
        return "locked"
    if action is None:
        return "action"
    taken = any(standee.action == number for standee in state.standees)
    return "taken" if taken and action.type != "unlimited" else "required"


def keyed(printed: Printed, state: FreelancersState, digit: int) -> tuple[Seat, Command] | None:
    """Return who chooses the action of the open page that ``digit`` is the number of, while actions are chosen."""
    page = printed.page(state)
    if page is None or state.stage != "plan" or state.agenda:
        return None
    number = next((action.number for action in page.actions if action.number % 10 == digit), None)
    return None if number is None else (Seat(wanted(state)), Place(number))
