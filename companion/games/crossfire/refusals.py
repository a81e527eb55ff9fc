"""Why something that is not on offer is refused, in words for whoever tried it."""

from __future__ import annotations

from companion.game import Actor, Command, Seat, Text, say

from .commands import Claim, Look, Note, PlaceShot, Point, Targets
from .script import pointers
from .state import CrossfireState


def why_not(state: CrossfireState, actor: Actor, command: Command) -> Text:
    """Return the reason for which ``command`` is refused to ``actor`` now."""
    match command:
        case Note() if not isinstance(actor, Seat):
            return say("crossfire.refuse.private")
        case Note():
            return say("crossfire.refuse.note")
        case Claim() if actor.seat == state.sniper:
            return say("crossfire.refuse.sniper")
        case Claim():
            return say("crossfire.refuse.claim")
        case Look():
            return say("crossfire.refuse.look")
        case PlaceShot() if actor.seat != state.sniper or not state.sniper:
            return say("crossfire.refuse.no_sniper")
        case PlaceShot():
            return say("crossfire.refuse.shot")
        case Point() | Targets() if state.phase != "point":
            return say("crossfire.refuse.point")
        case Point() if state.secret and not isinstance(actor, Seat):
            return say("crossfire.refuse.private")
        case Point() if actor.seat not in pointers(state):
            return say("crossfire.refuse.not_pointing")
        case Point(target) if target == actor.seat:
            return say("crossfire.refuse.self")
        case Point(0):
            return say("crossfire.refuse.nobody")
        case Point():
            return say("crossfire.refuse.target")
        case _:
            return say("crossfire.refuse.now")
