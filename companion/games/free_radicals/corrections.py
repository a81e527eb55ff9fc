"""Everything public, set by hand: reality wins."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.game import AskNumber, AskOne, Choice, Command, Option, Text, Who, plain, say
from companion.pile import Bag

from .commands import (
    Fix,
    FixCard,
    FixCounter,
    FixDeck,
    FixDisplay,
    FixFavor,
    FixFirst,
    FixItem,
    FixKnowledge,
    FixPrestige,
    FixRound,
    FixScore,
    FixSlots,
    FixTurn,
    FixVisited,
)
from .data_cards import DISPLAY, card_name, cards_moved, laid_anew
from .needs import building_name, colour_name, faction_of, seat_name, thing_name
from .printed import Printed
from .scoring import to_the_end
from .state import FreeRadicalsState, Player
from .turns import fresh_turn
from .verbs import BUILDINGS, COLOURS, THINGS

MOST = 999
NOBODY = Option(0, say("free_radicals.nobody"), digit=0)


def corrections(printed: Printed, state: FreeRadicalsState) -> tuple[Choice, ...]:
    """Return what can be set by hand now: between acts; before the first turn who begins, at the end the points."""
    if state.agenda or state.stage == "final":
        return ()
    if state.stage == "setup":
        return (_first(state.seats),)
    found = [_score(player) for player in state.players]
    if state.stage == "end":
        return tuple(found)
    found += [_favor(player.seat, player.colour) for player in state.players]
    if state.items_in_box:
        found += [_item(player.seat) for player in state.players]
    if state.aids_in_box:
        for player in state.players:
            found += _counters(printed, player)
    found += [_knowledge(colour, state.steps(colour), printed.tracks[colour].length) for colour in COLOURS]
    found.append(_prestige(state.seats))
    found += [_slots(building, building_name(printed, building), state.seats) for building in BUILDINGS]
    label = say("free_radicals.do.fix_round")
    found.append(_number("fix.round", FixRound(1), label, 1, printed.scoring.rounds, state.round))
    found += [
        _turn(state.seats),
        _first(state.seats),
        _visited(tuple((b, printed.buildings[b].name) for b in BUILDINGS)),
    ]
    if state.cards_in_box:
        found += _cards(printed, state)
    return tuple(found)


def _cards(printed: Printed, state: FreeRadicalsState) -> list[Choice]:
    """Return what can be done with the Data cards that all can see, and with the deck."""
    found = []
    if cards := (*state.display, *state.discard.kinds):
        found.append(_card(tuple((card, card_name(printed, card)) for card in cards), state.seats))
    if len(state.deck):
        ways = ("fill", "new") if len(state.display) < DISPLAY else ("new",)
        found.append(_display(ways))
    if len(state.discard):
        found.append(_fix("deck", FixDeck(), say("free_radicals.do.fix_deck")))
    return found


def _fix(name: str, command: Command, label: Text, *asks: AskNumber | AskOne) -> Choice:
    return Choice(id=name, question="fix", command=command, label=label, asks=asks)


def _n(label: Text, low: int, high: int, now: int | None = None) -> AskNumber:
    return AskNumber(field="n", label=label, low=low, high=high, start=now)


@lru_cache(maxsize=256)
def _number(name: str, command: Command, label: Text, low: int, high: int, now: int) -> Choice:
    """Return a number to set by hand, from what it is now."""
    return _fix(name, command, label, _n(label, low, high, min(max(now, low), high)))


def _score(player: Player) -> Choice:
    label = say("free_radicals.do.fix_score", seat=Who(player.seat))
    return _number(f"score.{player.seat}", FixScore(player.seat, 0), label, 0, MOST, player.points)


@lru_cache(maxsize=256)
def _favor(seat: int, own: str) -> Choice:
    options = tuple(
        Option(colour, colour_name(colour), digit=n) for n, colour in enumerate(COLOURS, 1) if colour != own
    )
    ask = AskOne(field="colour", label=say("free_radicals.ask.colour"), options=options)
    label = say("free_radicals.do.fix_favor", seat=Who(seat))
    return _fix(f"favor.{seat}", FixFavor(seat, "", 0), label, ask, _n(label, 0, MOST))


@lru_cache(maxsize=256)
def _item(seat: int) -> Choice:
    options = tuple(Option(thing, thing_name(thing), digit=n) for n, thing in enumerate(THINGS, 1))
    ask = AskOne(field="what", label=say("free_radicals.ask.what"), options=options)
    label = say("free_radicals.do.fix_item", seat=Who(seat))
    return _fix(f"item.{seat}", FixItem(seat, "", 0), label, ask, _n(label, 0, MOST))


def _counters(printed: Printed, player: Player) -> list[Choice]:
    return [
        _number(
            f"count.{player.seat}.{counter.key}",
            FixCounter(player.seat, counter.key, 0),
            say("free_radicals.do.fix_count", seat=Who(player.seat), what=plain(counter.name)),
            0,
            counter.most,
            now,
        )
        for counter, now in zip(faction_of(printed, player).counters, player.counters, strict=True)
    ]


def _knowledge(colour: str, now: int, length: int) -> Choice:
    label = say("free_radicals.do.fix_knowledge", colour=colour_name(colour))
    return _number(f"knowledge.{colour}", FixKnowledge(colour, 0), label, 0, length, now)


def _seats(field: str, label: Text, seats: tuple[int, ...], nobody: bool) -> AskOne:
    options = tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in seats)
    if nobody and 10 in seats:
        options = (*options, Option(0, say("free_radicals.nobody")))
    elif nobody:
        options = (*options, NOBODY)
    return AskOne(field=field, label=label, options=options)


@lru_cache(maxsize=64)
def _prestige(seats: tuple[int, ...]) -> Choice:
    ask = _seats("seat", say("free_radicals.ask.holder"), seats, nobody=True)
    return _fix("prestige", FixPrestige(0), say("free_radicals.do.fix_prestige"), ask)


@lru_cache(maxsize=256)
def _slots(building: str, name: Text, seats: tuple[int, ...]) -> Choice:
    one = _seats("one", say("free_radicals.ask.slot_one"), seats, nobody=True)
    two = _seats("two", say("free_radicals.ask.slot_two"), seats, nobody=True)
    label = say("free_radicals.do.fix_slots", what=name)
    return _fix(f"slots.{building}", FixSlots(building, 0, 0), label, one, two)


@lru_cache(maxsize=64)
def _turn(seats: tuple[int, ...]) -> Choice:
    ask = _seats("seat", say("free_radicals.ask.turn"), seats, nobody=False)
    return _fix("turn", FixTurn(0), say("free_radicals.do.fix_turn"), ask)


@lru_cache(maxsize=64)
def _first(seats: tuple[int, ...]) -> Choice:
    ask = _seats("seat", say("free_radicals.ask.first"), seats, nobody=False)
    return _fix("first", FixFirst(0), say("free_radicals.do.fix_first"), ask)


@lru_cache(maxsize=8)
def _visited(buildings: tuple[tuple[str, str], ...]) -> Choice:
    options = tuple(Option(key, plain(name), digit=n % 10) for n, (key, name) in enumerate(buildings, 1))
    which = AskOne(field="building", label=say("free_radicals.ask.building"), options=options)
    ways = (Option(1, say("free_radicals.visited.yes")), Option(0, say("free_radicals.visited.no")))
    whether = AskOne(field="visited", label=say("free_radicals.ask.visited"), options=ways)
    return _fix("visited", FixVisited("", 1), say("free_radicals.do.fix_visited"), which, whether)


@lru_cache(maxsize=64)
def _card(cards: tuple[tuple[str, Text], ...], seats: tuple[int, ...]) -> Choice:
    which = AskOne(
        field="card", label=say("free_radicals.ask.card"), options=tuple(Option(key, name) for key, name in cards)
    )
    places = tuple(Option(place, say(f"free_radicals.to.{place}")) for place in ("display", "discard", "deck"))
    hands = tuple(Option(str(seat), say("free_radicals.to.hand", seat=Who(seat))) for seat in seats)
    where = AskOne(field="to", label=say("free_radicals.ask.to"), options=(*places, *hands))
    return _fix("card", FixCard("", ""), say("free_radicals.do.fix_card"), which, where)


@lru_cache(maxsize=4)
def _display(ways: tuple[str, ...]) -> Choice:
    options = tuple(Option(way, say(f"free_radicals.anew.{way}")) for way in ways)
    ask = AskOne(field="how", label=say("free_radicals.ask.display"), options=options)
    return _fix("display", FixDisplay(""), say("free_radicals.do.fix_display"), ask)


def fixed(printed: Printed, state: FreeRadicalsState, command: Fix) -> FreeRadicalsState:
    """Return the state after a correction that is known to be on offer. Points corrected get a line of their own."""
    match command:
        case FixScore(seat, n):
            state = state.scored(seat, n - state.player(seat).points, "fix")
            # At the end a correction can bring a tie about, of players whom nobody has asked what their items are.
            return to_the_end(printed, replace(state, stage="final")) if state.stage == "end" else state
        case FixFavor(seat, colour, n):
            player = state.player(seat)
            favor = tuple(n if c == colour else old for c, old in zip(COLOURS, player.favor, strict=True))
            return state.with_player(replace(player, favor=favor))
        case FixItem(seat, what, n):
            return state.with_player(replace(state.player(seat), **{what: n}))
        case FixKnowledge(colour, n):
            steps = tuple(n if c == colour else old for c, old in zip(COLOURS, state.knowledge, strict=True))
            return replace(state, knowledge=steps)
        case FixPrestige(seat):
            return replace(state, prestige=seat)
        case FixSlots(building, one, two):
            slots = tuple(
                tuple(seat for seat in (one, two) if seat) if b == building else old
                for b, old in zip(BUILDINGS, state.slots, strict=True)
            )
            return replace(state, slots=slots)
        case FixRound(n):
            return replace(state, round=n)
        case FixTurn(seat):
            return fresh_turn(printed, replace(state, turn=seat))
        case FixFirst(seat):
            return replace(state, first=seat)
        case FixVisited(building, visited):
            others = tuple(b for b in state.visited if b != building)
            return replace(state, visited=(*others, building) if visited else others)
        case FixCard(card, to):
            return cards_moved(printed, state, card, to)
        case FixDisplay(how):
            return laid_anew(printed, state, keep=how == "fill")
        case FixDeck():
            return replace(state, deck=state.deck.shuffled(*state.discard.items()), discard=Bag(), barren=False)
        case FixCounter(seat, counter, n):
            return with_counter(printed, state, seat, counter, n)


def with_counter(printed: Printed, state: FreeRadicalsState, seat: int, counter: str, n: int) -> FreeRadicalsState:
    """Return the state with a counter set."""
    player = state.player(seat)
    place = faction_of(printed, player).counter(counter)
    assert place is not None
    counters = (*player.counters[:place], n, *player.counters[place + 1 :])
    return state.with_player(replace(player, counters=counters))
