"""Why something that is not on offer is refused, in words for whoever tried it."""

from __future__ import annotations

from companion.game import Actor, Command, Seat, Text, Who, say

from .choices import DIGITS
from .commands import Act, Back, EndTurn, Left, Pick, Ready, ScorePoints, SetCounter, Split
from .state import FreeRadicalsState


def why_not(state: FreeRadicalsState, actor: Actor, command: Command) -> Text:
    """Return the reason for which ``command`` is refused to ``actor`` now. Says nothing of what is secret."""
    match command:
        case Ready():
            return say("free_radicals.refuse.ready")
        case Left() | Split():
            return say("free_radicals.refuse.left")
        case _ if state.stage != "turn":
            return say("free_radicals.refuse.stage")
        case Act() | EndTurn() | ScorePoints() | SetCounter() if actor.seat != state.turn:
            return say("free_radicals.refuse.turn", seat=Who(state.turn))
        case Act() | EndTurn() | ScorePoints() | SetCounter() if state.agenda:
            return say("free_radicals.refuse.open")
        case Act(act):
            known = ("visit", "awaken", "knowledge", "bonus", "pay", "gain", "trade")
            return say(f"free_radicals.refuse.{act}" if act in known else "free_radicals.refuse.act")
        case Back():
            return say("free_radicals.refuse.back")
        case Pick() if not state.agenda:
            return say("free_radicals.refuse.nothing")
        case Pick() if not isinstance(actor, Seat):
            return say("free_radicals.refuse.pick_box")
        case Pick():
            return say("free_radicals.refuse.pick")
        case _:
            return say("free_radicals.refuse.now")


def keyed(state: FreeRadicalsState, digit: int) -> tuple[Seat, Command] | None:
    """Return whose act of a turn ``digit`` begins, and which; None while another is under way."""
    act = next((act for act, key in DIGITS.items() if key == digit), None)
    return (Seat(state.turn), Act(act)) if act and state.stage == "turn" and not state.agenda else None
