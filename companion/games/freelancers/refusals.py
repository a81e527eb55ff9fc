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
            return say("freelancers.refuse.locked" if action in state.locks else "freelancers.refuse.action")
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


def keyed(printed: Printed, state: FreelancersState, digit: int) -> tuple[Seat, Command] | None:
    """Return who chooses the action of the open page that ``digit`` is the number of, while actions are chosen."""
    page = printed.page(state)
    if page is None or state.stage != "plan" or state.agenda:
        return None
    number = next((action.number for action in page.actions if action.number % 10 == digit), None)
    return None if number is None else (Seat(wanted(state)), Place(number))
