"""Setting up (rulebook, "Player Setup", "Game Board Setup"): the ways to start, and the first state."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AskOne, Choice, Draw, Illegal, Option, Setup, plain, say
from companion.pile import Bag, Pile

from .atlas import Atlas
from .commands import RollingFreightSetup
from .printed import Printed
from .state import Player, RollingFreightState, Spot, Task
from .terms import DISASTER, END, PERIODS, phase_of, seat_name

DISASTERS = {"B": 2, "C": 1}
"""Natural disasters by phase deck."""


def setups(printed: Printed, seats: tuple[int, ...], last: RollingFreightState | None) -> tuple[Choice, ...]:
    """Return the ways to start: again as before, each map that suits so many players, then all options."""
    usual = RollingFreightSetup()
    if last is not None:
        usual = replace(last.options, first=0)
    maps = [atlas for atlas in printed.maps.values() if suits(atlas, len(seats))]
    maps.sort(key=lambda atlas: (atlas.key != usual.map, atlas.key != "western", atlas.key))
    if not maps:
        return ()
    found: list[Choice] = []
    if last is not None and usual.map in [atlas.key for atlas in maps]:
        found.append(_way("again", usual))
    found += [
        Choice(
            id=f"map.{atlas.key}",
            question="setup",
            command=RollingFreightSetup(map=atlas.key),
            label=plain(atlas.name),
            detail=say("rolling_freight.setup.map", n=len(atlas.links)),
        )
        for atlas in maps
    ]
    which = tuple(Option(atlas.key, plain(atlas.name)) for atlas in maps)
    first = (Option(0, say("rolling_freight.drawn")), *(Option(seat, seat_name(seat)) for seat in seats))
    off_on = sorted(("off", "on"), key=lambda value: value != usual.disasters)
    found.append(
        _way(
            "custom",
            replace(usual, map=maps[0].key),
            AskOne(field="map", label=say("rolling_freight.ask.map"), options=which),
            AskOne(field="first", label=say("rolling_freight.ask.first"), options=first),
            AskOne(
                field="disasters",
                label=say("rolling_freight.ask.disasters"),
                options=tuple(Option(value, say(f"rolling_freight.disasters.{value}")) for value in off_on),
            ),
        )
    )
    return tuple(found)


def _way(name: str, command: RollingFreightSetup, *asks: AskOne) -> Choice:
    return Choice(
        id=name,
        question="setup",
        command=command,
        label=say(f"rolling_freight.setup.{name}"),
        detail=say(f"rolling_freight.setup.{name}_detail"),
        asks=asks,
    )


def suits(atlas: Atlas, players: int) -> bool:
    """Tell whether a map is for so many players; two play by their own rules on any map that allows two."""
    return atlas.least <= players <= atlas.most


def deck_of(printed: Printed, map_key: str, phases: int, disasters: bool) -> Pile:
    """Return the contract deck: a layer a phase, shuffled, each with its end-of-phase card below."""
    layers: list[Bag] = []
    for letter in PERIODS[:phases]:
        cards = [link.contract for link in printed.maps[map_key].links if phase_of(link.contract) == letter]
        extra = DISASTERS.get(letter, 0) if disasters else 0
        layers += [Bag.of((*cards, *(DISASTER,) * extra)), Bag.of((END,))]
    return Pile(tuple(layer for layer in layers if layer.counts))


def new(printed: Printed, setup: Setup) -> RollingFreightState:
    """Return the first state, with everything still to be laid out. Raises Illegal where the options do not fit."""
    options, seats = setup.options, setup.seats
    if not isinstance(options, RollingFreightSetup) or options.map not in printed.maps:
        raise Illegal(say("rolling_freight.refuse.setup"))
    atlas = printed.maps[options.map]
    if not suits(atlas, len(seats)):
        raise Illegal(say("rolling_freight.refuse.players", map=plain(atlas.name), least=atlas.least, most=atlas.most))
    if options.first and options.first not in seats:
        raise Illegal(say("rolling_freight.refuse.seat"))
    state = RollingFreightState(
        seats=seats,
        keepers=setup.keepers,
        options=options,
        players=tuple(Player(seat=seat) for seat in seats),
        first=options.first,
    )
    if state.map_in_box:
        state = replace(state, spots=_spots(atlas), bag=_bag(printed, atlas))
    if state.deck_in_box:
        deck = deck_of(printed, options.map, state.phases, options.disasters == "on")
        state = replace(state, deck=deck)
    if state.market_in_box:
        state = replace(state, supply=Pile.of(printed.improvement_deck(options.map, len(seats))))
    agenda: list[Draw | Task] = [] if options.first else [Draw("first", "first")]
    if state.map_in_box:
        agenda.append(Task("cargo"))
    agenda += [Task("refill"), Task("market")]
    for seat in seats:
        agenda += [Task("pool", seat), Task("cast", seat)]
    return replace(state, agenda=(*agenda, Task("order")))


def _spots(atlas: Atlas) -> tuple[Spot, ...]:
    """Return the circles as they begin: coloured ones with their cargo, those of later phases covered."""
    return tuple(
        Spot(closed=circle.opens)
        if circle.opens
        else Spot(cargo=circle.supply if circle.supply not in ("", "any") else "")
        for circle in atlas.circles
    )


def _bag(printed: Printed, atlas: Atlas) -> Bag:
    """Return the bag after the coloured circles have got theirs."""
    begun = (circle.supply for circle in atlas.circles if not circle.opens and circle.supply not in ("", "any"))
    return Bag.of(printed.tables.cargo.items()).take(*begun)
