"""General set-up (rulebook, "General Setup"): the ways to start, and the first state."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.effects import Do, begin
from companion.game import AskOne, AskOrder, Choice, Draw, Illegal, Option, Setup, Text, plain, say
from companion.pile import Pile

from .commands import FreeRadicalsSetup
from .describe import listing
from .needs import colour_name, seat_name
from .printed import Printed
from .state import FreeRadicalsState, Lay, Player
from .turns import with_clocks
from .verbs import THINGS

BEGINNERS = ("farmers", "paladins", "artisans", "merchants", "couriers")
"""One faction a colour, the two that suit beginners first."""


def ready_made(printed: Printed, players: int) -> tuple[str, ...]:
    """Return a faction for each of the players, one a colour also where an owner's copy has other colours than ours."""
    found: dict[str, str] = {}
    for key in dict.fromkeys((*BEGINNERS, *printed.factions)):
        if key in printed.factions:
            found.setdefault(printed.factions[key].colour, key)
    return tuple(found.values())[:players]


def setups(printed: Printed, seats: tuple[int, ...], last: FreeRadicalsState | None) -> tuple[Choice, ...]:
    """Return the ways to start: the last game's factions again, chosen ones, a ready set; then with the options."""
    usual = FreeRadicalsSetup()
    if last is not None:
        usual = replace(last.options, factions=(), first=0)
    factions = AskOrder(
        field="factions",
        label=say("free_radicals.ask.factions", seats=plain(" ".join(map(str, seats)))),
        options=tuple(
            Option(key, plain(faction.name), colour_name(faction.colour)) for key, faction in printed.factions.items()
        ),
        count=len(seats),
        seats=seats,
    )
    found: list[Choice] = []
    if last is not None and set(last.seats) == set(seats):
        same = tuple(last.player(seat).faction for seat in seats)
        if len({printed.factions[key].colour for key in same if key in printed.factions}) == len(seats):
            found.append(_way("again", replace(usual, factions=same)))
    found.append(_way("usual", usual, factions))
    ready = ready_made(printed, len(seats))
    names = listing(tuple(plain(printed.factions[key].name) for key in ready))
    found.append(replace(_way("beginners", replace(usual, factions=ready)), detail=names))
    first = AskOne(
        field="first",
        label=say("free_radicals.ask.first"),
        options=(
            Option(0, say("free_radicals.drawn"), digit=None if 10 in seats else 0),
            *(Option(seat, seat_name(seat), digit=seat % 10) for seat in seats),
        ),
    )
    switches = (
        _switch("ties", ("credits", "resources"), usual.ties),
        _switch("holo", ("credit", "titanium"), usual.holo),
        _switch("ranks", ("example", "ranking"), usual.ranks),
    )
    found.append(_way("custom", usual, factions, first, *switches))
    return tuple(found)


def _way(name: str, command: FreeRadicalsSetup, *asks: AskOne | AskOrder) -> Choice:
    return Choice(
        id=name,
        question="setup",
        command=command,
        label=say(f"free_radicals.setup.{name}"),
        detail=say(f"free_radicals.setup.{name}_detail"),
        asks=asks,
    )


def _switch(field: str, values: tuple[str, ...], now: str) -> AskOne:
    """Return the question for a named option, what is set now first: Enter leaves it so."""
    turned = sorted(values, key=lambda value: value != now)
    options = tuple(
        Option(value, say(f"free_radicals.{field}.{value}"), say(f"free_radicals.{field}.{value}_detail"))
        for value in turned
    )
    return AskOne(field=field, label=say(f"free_radicals.ask.{field}"), options=options)


def new(printed: Printed, setup: Setup) -> FreeRadicalsState:
    """Return the first state: the display still to be laid, then the starting cards, then the first player.

    Raises Illegal where the factions do not fit the seats.
    """
    options = setup.options
    if not isinstance(options, FreeRadicalsSetup):
        raise Illegal(say("free_radicals.refuse.setup"))
    seats = setup.seats
    keys = options.factions or ready_made(printed, len(seats))
    if len(keys) != len(seats):
        raise Illegal(say("free_radicals.refuse.factions", n=len(seats)))
    if options.first and options.first not in seats:
        raise Illegal(say("free_radicals.refuse.seat"))
    players = tuple(_player(printed, setup, seat, key) for seat, key in zip(seats, keys, strict=True))
    twice = same_colour(printed, keys)
    if twice is not None:
        raise Illegal(twice)
    state = FreeRadicalsState(
        seats=seats,
        keepers=setup.keepers,
        options=replace(options, factions=keys),
        players=players,
        first=options.first,
    )
    agenda: tuple[Draw | Do | Lay, ...] = () if options.first else (Draw("first", "first"),)
    if state.cards_in_box:
        state = replace(state, deck=Pile.of(printed.cards))
        for player in reversed(players):
            for _ in range(printed.factions[player.faction].start.data):
                agenda = begin(printed.book, "take.random", agenda, player.seat)
        agenda = (Lay(), *agenda)
    return with_clocks(replace(state, agenda=agenda))


def same_colour(printed: Printed, factions: Iterable[str]) -> Text | None:
    """Return which two of ``factions`` have one colour, in words; None where each has its own."""
    taken: dict[str, str] = {}
    for key in factions:
        faction = printed.factions[key]
        if faction.colour in taken:
            other, colour = plain(taken[faction.colour]), colour_name(faction.colour)
            return say("free_radicals.refuse.colour", a=other, b=plain(faction.name), colour=colour)
        taken[faction.colour] = faction.name
    return None


def clash(printed: Printed, setup: Setup) -> Text | None:
    """Return which two of the chosen factions have one colour by what the owner has seen on both boards."""
    options = setup.options
    if not isinstance(options, FreeRadicalsSetup):
        return None
    chosen = (key for key in options.factions if key in printed.factions)
    return same_colour(printed, (key for key in chosen if printed.factions[key].colour_verified))


def _player(printed: Printed, setup: Setup, seat: int, key: str) -> Player:
    if key not in printed.factions:
        raise Illegal(say("free_radicals.refuse.faction", what=plain(key)))
    faction = printed.factions[key]
    unseen = any(keeping.component == "items" and keeping.keeper != "app" for keeping in setup.keepers)
    start = {} if unseen else {thing: getattr(faction.start, thing) for thing in THINGS}
    return Player(
        seat=seat,
        faction=key,
        colour=faction.colour,
        counters=tuple(counter.start for counter in faction.counters),
        **start,
    )
