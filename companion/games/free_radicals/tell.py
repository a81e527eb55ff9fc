"""What is said aloud, logged and sounded."""

from __future__ import annotations

from companion.effects import Do
from companion.game import Came, Command, Notice, Text, Who, say, won

from .by_hand import taken
from .commands import Act, Back, Fix
from .data_cards import card_name
from .flow import play
from .needs import building_name, colour_name, seat_name, thing_name
from .printed import Printed
from .scoring import result
from .sheet import line_text
from .state import FreeRadicalsState, Player
from .verbs import BUILDINGS, COLOURS, THINGS


def tell(printed: Printed, before: FreeRadicalsState, command: Command, after: FreeRadicalsState) -> tuple[Notice, ...]:
    """Return the notices of one command: everything public that has changed, in short lines."""
    if isinstance(command, Back) or before is after:
        return ()
    found = [Notice(text=say("free_radicals.tell.fixed"))] if isinstance(command, Fix) else []
    found += [Notice(text=line, aloud=aloud) for line, aloud in _lines(printed, before, command, after)]
    ended = result(printed, after)
    if ended is not None and before.stage != "end":
        found.append(Notice(text=ended.why, aloud=True, tone="end"))
        found.append(Notice(text=won(ended.winners), aloud=True))
    elif after.stage == "turn" and (after.turn, after.round, before.stage) != (before.turn, before.round, "turn"):
        if after.round != before.round:
            text = say("free_radicals.say.round", n=after.round, of=printed.scoring.rounds)
            found.append(Notice(text=text, aloud=True))
        found.append(Notice(text=say("free_radicals.say.turn", seat=Who(after.turn)), aloud=True, tone="turn"))
    elif after.stage == "final" and before.stage == "turn":
        found.append(Notice(text=say("free_radicals.say.final"), aloud=True, tone="end"))
    elif (asked := _other(printed, after)) and asked != _other(printed, before):
        found.append(Notice(text=say("free_radicals.say.asked", seat=Who(asked)), aloud=True))
    return tuple(found)


def _other(printed: Printed, state: FreeRadicalsState) -> int:
    """Return who has something to pick on the turn of somebody else, 0 for nobody."""
    need = play(printed, state).need if state.agenda else None
    return need.seat if need is not None and need.seat != state.turn else 0


def _lines(
    printed: Printed, before: FreeRadicalsState, command: Command, after: FreeRadicalsState
) -> list[tuple[Text, bool]]:
    found: list[tuple[Text, bool]] = []
    if before.first != after.first:
        found.append((say("free_radicals.say.first", seat=Who(after.first)), True))
    by_hand = isinstance(command, Fix) or after.visited[: len(before.visited)] != before.visited
    found += [
        (say("free_radicals.tell.visits", seat=Who(after.turn), what=building_name(printed, key)), False)
        for key in ([] if by_hand else after.visited[len(before.visited) :])
    ]
    for key, old, new in zip(BUILDINGS, before.slots, after.slots, strict=True) if before.slots != after.slots else ():
        if old != new:
            what = building_name(printed, key)
            found += [
                (say("free_radicals.tell.controls", seat=Who(seat), what=what), False) for seat in new[len(old) :]
            ]
    for colour, was, now in zip(COLOURS, before.knowledge, after.knowledge, strict=True):
        if was != now:
            found.append((say("free_radicals.tell.knowledge", colour=colour_name(colour), n=now), False))
    if before.prestige != after.prestige and after.prestige:
        found.append((say("free_radicals.tell.prestige", seat=Who(after.prestige)), True))
    takers = {step.who for step in _new_steps(before, command, after) if step.entry == "tribute"}
    for one, other in zip(before.players, after.players, strict=True):
        found += [(line, False) for line in _changes(one, other, favor=one.seat not in takers)]
    for point in after.log[len(before.log) :]:
        why = line_text(printed, point.why, point.what)
        found.append((say("free_radicals.tell.points", seat=Who(point.seat), n=point.points, why=why), False))
    found += [(line, True) for line in _by_hand(printed, before, command, after)]
    for card in after.display if isinstance(command, Came) and before.stage != "setup" else ():
        if card not in before.display:
            found.append((say("free_radicals.tell.display", card=card_name(printed, card)), False))
    return found


def _changes(before: Player, after: Player, *, favor: bool) -> list[Text]:
    """Return what a player has got or given, of what is public; favor only where no other line says it."""
    if before is after:
        return []
    found = []
    for thing in THINGS:
        n = after.has(thing) - before.has(thing)
        if n:
            key = "free_radicals.tell.gets" if n > 0 else "free_radicals.tell.pays"
            found.append(say(key, seat=Who(after.seat), n=abs(n), what=thing_name(thing)))
    for colour, was, now in zip(COLOURS, before.favor, after.favor, strict=True):
        if now > was and favor:
            found.append(say("free_radicals.tell.favor", seat=Who(after.seat), n=now - was, colour=colour_name(colour)))
    if len(after.hand) > len(before.hand):
        found.append(say("free_radicals.tell.card", seat=Who(after.seat), n=len(after.hand) - len(before.hand)))
    return found


def _by_hand(printed: Printed, before: FreeRadicalsState, command: Command, after: FreeRadicalsState) -> list[Text]:
    """Return what people take themselves, or have to do on their own boards, by what has just been done."""
    return [
        say("free_radicals.tell.remind", seat=seat_name(one.seat), what=one.what)
        for one in taken(printed, after, _new_steps(before, command, after))
    ]


def _new_steps(before: FreeRadicalsState, command: Command, after: FreeRadicalsState) -> tuple[Do, ...]:
    return after.by_hand if isinstance(command, Act) else after.by_hand[len(before.by_hand) :]
