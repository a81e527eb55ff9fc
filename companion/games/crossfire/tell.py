"""What is said aloud, logged and sounded."""

from __future__ import annotations

from companion.game import Actor, Command, Notice, Text, Tone, Who, say, won

from .commands import Claim, FixRole, FixTarget, PlaceShot, Point, RunClock, TakeShot, Targets
from .lineup import listing, role_name
from .look import of_everyone, result
from .printed import Printed
from .state import CrossfireState

TONES: dict[str, Tone] = {"talk": "ok", "count": "end", "point": "end", "end": "ok"}
IN_THE_BOX = frozenset(("pass", "trio", "agents", "shot", "vip", "own", "assassins", "all"))
"""Steps at which the box itself does what people do with real cards: its words for them are others."""


def tell(
    printed: Printed, before: CrossfireState, actor: Actor, command: Command, after: CrossfireState
) -> tuple[Notice, ...]:
    """Return the notices of one command. Looks, notes and secret pointing make none."""
    found = [Notice(text=line) for line in _acts(before, actor, command)]
    if before.phase == after.phase and not _step_changed(before, after):
        return tuple(found)
    new = of_everyone(printed, after)
    old = of_everyone(printed, before)
    old_up = {shown.seat for shown in old.revealed}
    found += [
        Notice(text=say("crossfire.tell.shows", seat=Who(shown.seat), role=role_name(shown.role)))
        for shown in new.revealed
        if shown.seat not in old_up
    ]
    if before.phase != after.phase:
        name = _name(after)
        box = "box." if after.cards_in_box and name in IN_THE_BOX else ""
        line = say(f"crossfire.say.{box}{name}", **_gaps(after))
        found.append(Notice(text=line, aloud=True, tone=TONES.get(after.phase, "turn")))
    if new.team and not old.team:
        found.append(Notice(text=say(f"crossfire.team.{new.team}"), aloud=True))
    ended = result(printed, after)
    if ended and result(printed, before) is None:
        found.append(Notice(text=ended.why, aloud=True))
        found.append(Notice(text=won(ended.winners), aloud=True))
        found += [
            Notice(text=say("crossfire.tell.won" if s.points else "crossfire.tell.lost", seat=Who(s.seat), why=s.why))
            for s in ended.scores
        ]
    return tuple(found)


def _step_changed(before: CrossfireState, after: CrossfireState) -> bool:
    return bool(before.agenda) and (not after.agenda or type(before.agenda[0]) is not type(after.agenda[0]))


def _name(state: CrossfireState) -> str:
    phase = state.phase
    if phase.startswith("trio."):
        return "trio"
    if state.sniper and phase in ("count", "point"):
        return f"{phase}_assassins"
    return phase.removeprefix("script.")


def _gaps(state: CrossfireState) -> dict[str, Who]:
    phase = state.phase
    if not phase.startswith("trio."):
        return {}
    return {"seat": Who(state.ring[int(phase.partition(".")[2]) - 1])}


def _acts(state: CrossfireState, actor: Actor, command: Command) -> tuple[Text, ...]:
    """Return the log lines of what somebody did in public."""
    who = Who(actor.seat or 0)
    match command:
        case Claim(role):
            return (say("crossfire.tell.claims", seat=who, role=say(f"crossfire.claim.{role}")),)
        case RunClock(on):
            return (say("crossfire.tell.resumed" if on else "crossfire.tell.paused"),)
        case PlaceShot(target):
            return (say("crossfire.tell.shot", seat=Who(target)),)
        case TakeShot(target):
            return (say("crossfire.tell.unshot", seat=Who(target)),)
        case Point(target, second) if not state.secret:
            return (_points(actor.seat or 0, tuple(s for s in (target, second) if s)),)
        case Targets(who=seats, targets=targets):
            return tuple(_points(seat, aim) for seat, aim in zip(seats, targets, strict=True))
        case FixTarget(seat, target, second):
            return (say("crossfire.tell.fixed"), _points(seat, tuple(s for s in (target, second) if s)))
        case FixRole(seat, other):
            return (say("crossfire.tell.swapped", a=Who(seat), b=Who(other)),)
        case _:
            return ()


def _points(seat: int, targets: tuple[int, ...]) -> Text:
    names = listing(tuple(say("crossfire.who", seat=Who(target)) for target in targets))
    return say("crossfire.tell.points", seat=Who(seat), targets=names)
