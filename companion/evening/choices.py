"""What can be done to the table at any time, and how a value that nobody has compared yet is settled."""

from __future__ import annotations

from functools import lru_cache

from companion.game import AskNumber, AskOne, AskOrder, AskText, Choice, Command, Doubt, Option, Who, plain, say

from .commands import Arrange, Away, Finish, Mute, Ours, Pause, Pick, Release, Rename, Sit, Stand, Verify
from .rules import NAME_MOST
from .state import SEATS, Claimed, Evening, Place


def table_choices(evening: Evening, in_game: bool) -> tuple[Choice, ...]:
    """Return what can be done to the table at any time, each under its own ``table.*`` question."""
    return _choices(evening.places, evening.claims, evening.paused, evening.muted, in_game)


@lru_cache(maxsize=4)  # asked for at every key, while seats, phones and breaks change now and then
def _choices(
    places: tuple[Place, ...], claims: tuple[Claimed, ...], paused: bool, muted: bool, in_game: bool
) -> tuple[Choice, ...]:
    seats = tuple(place.number for place in places)
    free = tuple(n for n in range(1, SEATS + 1) if n not in seats)
    found = [
        # Each way is a question of its own: of two taps for a break the second must not end it.
        _choice("resume", Pause(False), "table.resume") if paused else _choice("pause", Pause(True), "table.pause"),
        _choice("unmute", Mute(False), "table.unmute") if muted else _choice("mute", Mute(True), "table.mute"),
    ]
    if in_game:
        found.append(_choice("finish", Finish(), "table.finish", final=True))
    elif free:
        ask = AskOne(field="seat", label=say("table.which_seat"), options=_numbers(free))
        name = AskText(field="name", label=say("table.name"), most=NAME_MOST)
        found.append(_choice("sit", Sit(0), "table.sit", (ask, name)))
    if places:
        which = AskOne(field="seat", label=say("table.which_seat"), options=_seats(seats), usual=False)
        name = AskText(field="name", label=say("table.name"), most=NAME_MOST)
        found.append(_choice("rename", Rename(0, ""), "table.rename", (which, name)))
        for away in (True, False):
            those = tuple(p.number for p in places if p.away is not away)
            if those:
                ask = AskOne(field="seat", label=say("table.which_seat"), options=_seats(those))
                key = "away" if away else "back"
                found.append(_choice(key, Away(0, away), f"table.{key}", (ask,), question="table.away"))
        if not in_game:
            found.append(_choice("stand", Stand(0), "table.stand", (which,), final=True))
            order = AskOrder(field="order", label=say("table.clockwise"), options=_seats(seats))
            found.append(_choice("arrange", Arrange(()), "table.arrange", (order,)))
    if claims:
        held = {claim.seat for claim in claims}
        phones = AskOne(
            field="seat", label=say("table.which_seat"), options=_seats(tuple(n for n in seats if n in held))
        )
        found.append(_choice("phone", Release(0), "table.release", (phones,)))
    return tuple(found)


def doubt_choices(doubt: Doubt) -> tuple[Choice, ...]:
    """Return the ways to settle a value that nobody has compared with a printed copy yet."""
    other = doubt.ask or AskText(field="value", label=doubt.label, most=40)
    verify = Verify(doubt.key, doubt.value)
    return (
        Choice(
            id="right",
            question="doubt",
            command=verify,
            label=say("doubt.right", value=doubt.shown),
            detail=doubt.label,
        ),
        Choice(id="other", question="doubt", command=verify, label=say("doubt.other"), asks=(other,)),
        Choice(id="ours", question="doubt", command=Ours(), label=say("doubt.ours")),
        Choice(id="back", question="doubt", command=Pick(""), label=say("lobby.back")),
    )


def another() -> Choice:
    """Return the way from a game that has ended back to the shelf."""
    return Choice(id="another", question="again", command=Finish(), label=say("lobby.another"))


def _choice(
    key: str,
    command: Command,
    label: str,
    asks: tuple[AskOne | AskText | AskNumber | AskOrder, ...] = (),
    *,
    question: str = "",
    final: bool = False,
) -> Choice:
    return Choice(
        id=key, question=question or f"table.{key}", command=command, label=say(label), asks=asks, final=final
    )


def _numbers(seats: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option(n, plain(str(n)), digit=n % 10) for n in seats)


def _seats(seats: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option(n, say("who", seat=Who(n)), digit=n % 10) for n in seats)
