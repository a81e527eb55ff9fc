"""What people do themselves because of an act: take what the box does not keep, and what it reminds them of."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from companion.effects import Do, find
from companion.game import Text, plain, say

from .describe import gain_text, listing
from .needs import colour_name, done, names_of
from .printed import Printed
from .state import FreeRadicalsState
from .verbs import Gain, Pay, Remind, Tribute


class Taken(msgspec.Struct, frozen=True):
    """What ``seat`` takes, pays or does by hand, in full and in the few letters of the little screen."""

    seat: int
    what: Text
    short: Text


def left_to_people(state: FreeRadicalsState, step: Do) -> FreeRadicalsState:
    """Return the state after a step that people do by hand: noted, unless it is what the acting player picked."""
    own = step.who == state.turn and not step.entry.startswith("benefactor.")
    return done(state if own else noted(state, step))


def noted(state: FreeRadicalsState, step: Do) -> FreeRadicalsState:
    """Return the state in which a step is among those that people do by hand."""
    return replace(state, by_hand=(*state.by_hand, step))


def taken(printed: Printed, state: FreeRadicalsState, steps: Iterable[Do]) -> tuple[Taken, ...]:
    """Return what the ``steps`` leave to people, all that one player takes in one line, reminders after that."""
    amounts: dict[int, dict[tuple[str, str], int]] = {}
    reminders: list[Taken] = []
    for step in steps:
        own = amounts.setdefault(step.who, {})
        match find(printed.book, step):
            case Tribute():
                own[("favor", step.about)] = own.get(("favor", step.about), 0) + 1
            case Gain(what=what, n=n, per=""):
                own[("gain", what)] = own.get(("gain", what), 0) + n
            case Pay(what=what, n=n):
                own[("pay", what)] = own.get(("pay", what), 0) + n
            case Gain() as gain:
                text = gain_text((gain,), names_of(printed, state.player(step.who)))
                reminders.append(Taken(step.who, text, text))
            case Remind(text=words):
                reminders.append(Taken(step.who, plain(words), plain(words)))
            case effect:
                raise AssertionError(effect)
    return (*(_line(seat, own) for seat, own in amounts.items() if own), *reminders)


def _line(seat: int, amounts: dict[tuple[str, str], int]) -> Taken:
    full = tuple(_full(kind, what, n) for (kind, what), n in amounts.items())
    short = tuple(_short(kind, what, n) for (kind, what), n in amounts.items())
    return Taken(seat, listing(full), listing(short))


def _full(kind: str, what: str, n: int) -> Text:
    if kind == "favor":
        return say("free_radicals.n_colour", n=n, colour=colour_name(what))
    found = say(f"free_radicals.n_{what}", n=n)
    return say("free_radicals.pays", a=found) if kind == "pay" else found


def _short(kind: str, what: str, n: int) -> Text:
    if kind == "favor":
        return say("free_radicals.short.n", n=n, what=colour_name(what))
    name = say(f"free_radicals.short.{what}")
    return say("free_radicals.short.pay" if kind == "pay" else "free_radicals.short.n", n=n, what=name)
