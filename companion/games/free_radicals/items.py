"""Items (rulebook, "Items"): resources, "any" as a choice per unit, Credits; gained, paid, exchanged."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.effects import begin
from companion.game import say

from . import data_cards
from .by_hand import left_to_people
from .needs import At, Need, Opt, Turned, amount, colour_name, colour_opt, done, one_more, reached, seat_opt, thing_opt
from .state import FreeRadicalsState
from .verbs import COLOURS, RESOURCES, THINGS, Bill, ForOther, Gain, GetItem, GiveItem, Pay, Trade

MOST = 50
"""The most of anything that is taken or given at once."""
NOTHING = Opt("nothing", say("free_radicals.nothing"), digit=0)


def with_items(state: FreeRadicalsState, seat: int, what: str, n: int) -> FreeRadicalsState:
    """Return the state in which ``seat`` has ``n`` more (or fewer) of a resource or Credits."""
    player = state.player(seat)
    return state.with_player(replace(player, **{what: player.has(what) + n}))


def gain(at: At[Gain]) -> Turned:
    """Take from the supply, which never runs out."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    if verb.what in ("data", "random"):
        return data_cards.gain(state, step, verb.what, verb.n, printed, pick)
    if not state.items_in_box:
        return left_to_people(state, step)
    if verb.what == "any":
        if pick is None:
            return Need(step.who, "gain", tuple(thing_opt(thing) for thing in RESOURCES))
        return one_more(with_items(state, step.who, pick.what, 1), step, verb.n)
    count = amount(printed, state, step, verb.n, verb.per, pick.n if pick else None)
    return count if isinstance(count, Need) else done(with_items(state, step.who, verb.what, count))


def pay(at: At[Pay]) -> Turned:
    """Return to the supply; None where there is not enough."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    if verb.what == "data":
        return data_cards.pay(printed, state, step, verb.n, pick)
    if not state.items_in_box:
        return left_to_people(state, step)
    player = state.player(step.who)
    if player.has(verb.what) < verb.n - (reached(step) if verb.what == "any" else 0):
        return None
    if verb.what != "any":
        return done(with_items(state, step.who, verb.what, -verb.n))
    if pick is None:
        return Need(step.who, "pay", tuple(thing_opt(thing) for thing in RESOURCES if player.has(thing)))
    return one_more(with_items(state, step.who, pick.what, -1), step, verb.n)


def get_item(at: At[GetItem]) -> Turned:
    """Take anything, because an action on the player aid says so."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    if pick is None:
        things = tuple(thing_opt(thing, high=MOST) for thing in THINGS) if state.items_in_box else ()
        cards = _cards(state, own_keys=True)
        return Need(step.who, "get", (*things, *cards)) if things or cards else None
    if pick.what in ("data", "random"):
        return replace(state, agenda=begin(printed.book, f"take.{pick.what}", state.agenda[1:], step.who))
    return done(with_items(state, step.who, pick.what, pick.n))


def _cards(state: FreeRadicalsState, *, own_keys: bool) -> tuple[Opt, ...]:
    """Return what can be taken of Data cards now: one of choice, one off the deck."""
    if not state.cards_in_box or not (state.display or len(state.deck)):
        return ()
    kinds = (("data", 5), ("random", 6)) if len(state.deck) else (("data", 5),)
    return tuple(Opt(what, say(f"free_radicals.item.{what}"), digit=key if own_keys else None) for what, key in kinds)


def give_item(at: At[GiveItem]) -> Turned:
    """Return anything that one has, because an action on the player aid says so."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    player = state.player(step.who)
    if pick is None:
        held = THINGS if state.items_in_box else ()
        things = tuple(thing_opt(thing, high=player.has(thing)) for thing in held if player.has(thing))
        cards = (Opt("data", say("free_radicals.item.data"), digit=5),) if player.hand else ()
        return Need(step.who, "give", (*things, *cards)) if things or cards else None
    if pick.what == "data":
        return replace(state, agenda=begin(printed.book, "drop.data", state.agenda[1:], step.who))
    return done(with_items(state, step.who, pick.what, -pick.n))


def bill(at: At[Bill]) -> Turned:
    """With real cards and items in the box: pay what the card says, until it is all paid."""
    state, step, pick = at.state, at.step, at.pick
    player = state.player(step.who)
    if pick is None:
        paid = Opt("done", say("free_radicals.paid"), digit=0)
        things = tuple(thing_opt(thing, high=player.has(thing)) for thing in THINGS if player.has(thing))
        return Need(step.who, "bill", (*things, paid))
    return done(state) if pick.what == "done" else with_items(state, step.who, pick.what, -pick.n)


def for_other(at: At[ForOther]) -> Turned:
    """Let somebody else score, gain or earn: first who, then what."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    if not step.about:
        if pick is None:
            return Need(step.who, "whom", tuple(seat_opt(seat) for seat in state.seats if seat != step.who))
        return replace(state, agenda=(replace(step, about=pick.what), *state.agenda[1:]))
    other = state.player(int(step.about))
    if pick is None:
        favor = tuple(_favor_opt(colour) for colour in COLOURS if colour != other.colour)
        points = Opt("points", say("free_radicals.points"), digit=6, high=99)
        things = tuple(
            Opt(thing, say(f"free_radicals.item.{thing}"), digit=(n + 7) % 10, high=MOST)
            for n, thing in enumerate(THINGS)
            if state.items_in_box
        )
        return Need(step.who, "what", (*favor, points, *things, *_cards(state, own_keys=False)))
    if pick.what in ("data", "random"):
        return replace(state, agenda=begin(printed.book, f"take.{pick.what}", state.agenda[1:], other.seat))
    if pick.what == "points":
        return done(state.scored(other.seat, pick.n, "aid"))
    if pick.what in THINGS:
        return done(with_items(state, other.seat, pick.what, pick.n))
    favor_now = tuple(n + (pick.n if c == pick.what else 0) for c, n in zip(COLOURS, other.favor, strict=True))
    return done(state.with_player(replace(other, favor=favor_now)))


@lru_cache(maxsize=8)
def _favor_opt(colour: str) -> Opt:
    return replace(colour_opt(colour, high=MOST), label=say("free_radicals.colour_favor", colour=colour_name(colour)))


def trade(at: At[Trade]) -> Turned:
    """Exchange items: with whom, what is given, what comes back. Both may be nothing, not at once."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    parts = step.about.split(":") if step.about else []
    if len(parts) < 2:
        if pick is not None:
            about = pick.what if not parts else f"{parts[0]}:{pick.what}:{pick.n}"
            return replace(state, agenda=(replace(step, about=about), *state.agenda[1:]))
        own = _held(state, step.who)
        if not parts:
            partners = tuple(seat for seat in state.seats if seat != step.who and (own or _held(state, seat)))
            return Need(step.who, "whom", tuple(seat_opt(seat) for seat in partners)) if partners else None
        return Need(step.who, "give", (*own, NOTHING) if _held(state, int(parts[0])) else own)
    other, what, n = int(parts[0]), parts[1], int(parts[2])
    if pick is None:
        options = (*_held(state, other), NOTHING) if what != "nothing" else _held(state, other)
        return Need(step.who, "get", options) if options else None
    agenda = state.agenda[1:]
    for giver, getter, given, count in ((other, step.who, pick.what, pick.n), (step.who, other, what, n)):
        if given == "data":
            agenda = begin(printed.book, "hand", agenda, giver, str(getter))
        elif given != "nothing":
            state = with_items(with_items(state, giver, given, -count), getter, given, count)
    return replace(state, agenda=agenda)


def _held(state: FreeRadicalsState, seat: int) -> tuple[Opt, ...]:
    player = state.player(seat)
    held = THINGS if state.items_in_box else ()
    things = tuple(thing_opt(thing, high=player.has(thing)) for thing in held if player.has(thing))
    return (*things, Opt("data", say("free_radicals.item.data"), digit=5)) if player.hand else things
