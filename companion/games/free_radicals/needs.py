"""What an act needs to be picked before it goes on, and the little helpers that all verbs share."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.effects import Do, Effect
from companion.game import Text, Who, plain, say

from .printed import Faction, Printed
from .state import FreeRadicalsState, Picked, Player
from .verbs import BUILDINGS, COLOURS, THINGS


class Opt(msgspec.Struct, frozen=True):
    """One thing that can be picked; from ``low`` to ``high`` of it where ``high`` is not 0. ``digit`` is its key.

    ``name`` stands for it where the value itself would give a secret away ("" = the value).
    """

    value: str
    label: Text
    detail: Text | None = None
    digit: int | None = None
    low: int = 1
    high: int = 0
    name: str = ""


class Need(msgspec.Struct, frozen=True):
    """What ``seat`` has to pick: ``kind`` names the question; ``secret``: only it may see what there is.

    ``ask`` is the question in the words of a pack, where it has some.
    """

    seat: int
    kind: str
    options: tuple[Opt, ...]
    secret: bool = False
    ask: str = ""


COPIED = "copied"
"""What the steps of a power are about that is used without a visit."""

V = TypeVar("V", bound=Effect)


class At(msgspec.Struct, Generic[V], frozen=True):
    """A verb at work: the packs, the state with its step on top of the agenda, and the pick that answers its need."""

    printed: Printed
    state: FreeRadicalsState
    step: Do
    verb: V
    pick: Picked | None


Turned = FreeRadicalsState | Need | None
"""What a verb comes to: the state after it, what it needs first, or None: it cannot be done."""


def done(state: FreeRadicalsState) -> FreeRadicalsState:
    """Return the state without the step on top of its agenda."""
    return replace(state, agenda=state.agenda[1:])


def reached(step: Do) -> int:
    """Return how many units of its effect a step has behind it."""
    number = step.about.rpartition("#")[2]
    return int(number) if "#" in step.about else 0


def one_more(state: FreeRadicalsState, step: Do, of: int) -> FreeRadicalsState:
    """Return the state after one more unit of ``step``; after the last one it is done."""
    count = reached(step) + 1
    if count >= of:
        return done(state)
    about = f"{step.about.rpartition('#')[0]}#{count}" if "#" in step.about else f"{step.about}#{count}"
    return replace(state, agenda=(replace(step, about=about), *state.agenda[1:]))


def faction_of(printed: Printed, player: Player) -> Faction:
    """Return the faction that a player plays."""
    return printed.factions[player.faction]


def names_of(printed: Printed, player: Player) -> tuple[tuple[str, str], ...]:
    """Return what the counters of the player's faction are called: key and printed name."""
    return tuple((counter.key, counter.name) for counter in faction_of(printed, player).counters)


def level_of(printed: Printed, state: FreeRadicalsState, colour: str) -> int:
    """Return the knowledge level of a colour, 0 to 4."""
    return printed.tracks[colour].level(state.steps(colour))


def counted(printed: Printed, player: Player, counter: str) -> int:
    """Return what a counter of the player's faction stands at."""
    place = faction_of(printed, player).counter(counter)
    return player.counters[place] if place is not None and place < len(player.counters) else 0


def amount(printed: Printed, state: FreeRadicalsState, step: Do, n: int, per: str, told: int | None) -> int | Need:
    """Return ``n`` times what it is counted ``per``; where people keep the counter, it has to be told."""
    player = state.player(step.who)
    if not per:
        return n
    if per == "level":
        return n * level_of(printed, state, player.colour)
    if state.aids_in_box:
        return n * counted(printed, player, per)
    if told is not None:
        return n * told
    counter = next(c for c in faction_of(printed, player).counters if c.key == per)
    return Need(step.who, "amount", (Opt("amount", plain(counter.name), low=0, high=counter.most),))


@lru_cache(maxsize=1024)
def colour_name(colour: str) -> Text:
    """Return a colour in words."""
    return say(f"free_radicals.colour.{colour}")


@lru_cache(maxsize=1024)
def thing_name(thing: str) -> Text:
    """Return an item in words."""
    return say(f"free_radicals.item.{thing}")


@lru_cache(maxsize=1024)
def seat_name(seat: int) -> Text:
    """Return the name of a seat's player."""
    return say("free_radicals.who", seat=Who(seat))


def building_name(printed: Printed, building: str) -> Text:
    """Return a building's printed name."""
    return plain(printed.buildings[building].name)


@lru_cache(maxsize=1024)
def colour_opt(colour: str, detail: Text | None = None, high: int = 0) -> Opt:
    """Return a colour to pick, under its own key 1 to 5."""
    return Opt(colour, colour_name(colour), detail, COLOURS.index(colour) + 1, high=high)


def building_opt(printed: Printed, building: str, detail: Text | None = None, low: int = 1, high: int = 0) -> Opt:
    """Return a building to pick, under its own key 1 to 9 and 0."""
    digit = (BUILDINGS.index(building) + 1) % 10
    return Opt(building, building_name(printed, building), detail, digit, low, high)


@lru_cache(maxsize=1024)
def thing_opt(thing: str, detail: Text | None = None, high: int = 0) -> Opt:
    """Return a resource or Credits to pick, under its own key 1 to 4."""
    return Opt(thing, thing_name(thing), detail, THINGS.index(thing) + 1, high=high)


@lru_cache(maxsize=1024)
def seat_opt(seat: int) -> Opt:
    """Return a player to pick, under the seat's key."""
    return Opt(str(seat), seat_name(seat), None, seat % 10)


def reason(step: Do) -> tuple[str, str]:
    """Return why points are scored by an effect at this place of the book, and of what."""
    entry, _, what = step.entry.partition(".")
    match entry:
        case "power" | "titanium" if step.about.partition("#")[0] == COPIED:
            return "bonus", what
        case "power" | "titanium":
            return "visit", what
        case "bonus":
            return "bonus", what
        case "card":
            return "awaken", what
        case _:
            return "aid", ""
