"""Delivering over the map in the box: cargo, source, destination, route, payment (rulebook, "Deliver Cargo")."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Text, Who, plain, say

from .atlas import Atlas
from .delivery import (
    EXTRA,
    Bill,
    bill,
    delivered,
    link_price,
    may_deliver,
    may_tell_symbol,
    price_of,
    so_far_text,
    told_owners,
    worth,
)
from .needs import Need, Opt, Turned
from .paying import most, pay, to_pay_text
from .printed import Printed
from .prospect import promising
from .routes import Route, Trip, onward, routes, targets
from .state import RollingFreightState
from .terms import COLOURS, FRIENDLY, POINTS, colour_name, contract_name

LINKS, DONE = "links", "done"


def wanting(atlas: Atlas, state: RollingFreightState, colour: str) -> frozenset[str]:
    """Return the cities with an open circle that wants cargo of ``colour``: neither saturated nor still covered."""
    return frozenset(
        circle.city
        for circle, spot in zip(atlas.circles, state.spots, strict=True)
        if circle.demand == colour and not spot.saturated and not spot.closed
    )


def supplying(atlas: Atlas, state: RollingFreightState, colour: str) -> tuple[str, ...]:
    """Return the cities where cargo of ``colour`` lies, in the map's order."""
    cities = (circle.city for circle, spot in zip(atlas.circles, state.spots, strict=True) if spot.cargo == colour)
    return tuple(dict.fromkeys(cities))


def trip(printed: Printed, state: RollingFreightState, colour: str, source: str) -> Trip:
    """Return what a delivery of ``colour`` from ``source`` starts from, for whoever's turn it is."""
    seat, atlas = state.turn, printed.maps[state.options.map]
    limit = most(state, seat)
    longest = 2 * len(state.built) + 1
    return Trip(
        built=state.built,
        source=source,
        wants=wanting(atlas, state, colour),
        seat=seat,
        dice=tuple((other, link_price(state, seat, other)) for other in state.seats),
        stations=state.player(seat).stations - (state.used if state.deliveries else 0),
        most=min(limit, longest),
        bonus=printed.tables.bonus.row(colour),
        friends=tuple(
            (player.seat, player.copies(FRIENDLY))
            for player in state.players
            if player.seat != seat and player.copies(FRIENDLY)
        ),
    )


def by_map(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Deliver: which cargo, from where, to where, by which route (or link by link), then what it is paid with."""
    seat, atlas = state.turn, printed.maps[state.options.map]
    if not picks:
        return Need(seat, "cargo", _cargo(printed, state) if may_deliver(printed, state, seat) else ())
    colour = picks[0]
    if len(picks) < 2:
        return Need(seat, "source", _sources(printed, state, colour))
    source, way = picks[1], trip(printed, state, colour, picks[1])
    if len(picks) < 3:
        return Need(seat, "target", tuple(_city(atlas, city, "to") for city in targets(atlas, way)))
    target = picks[2]
    if len(picks) < 4:
        return Need(seat, "route", _routes(atlas, way, target))
    chosen, rest = picks[3], picks[4:]
    if chosen == LINKS:
        contracts, rest = _clicked(atlas, source, target, rest)
        if contracts is None:
            return Need(seat, "link", _links(atlas, state, way, target, rest), _so_far(printed, state, colour, rest))
    else:
        contracts = tuple(chosen.split("-"))
    owner = {built.contract: built.seat for built in state.built}
    cost = bill(printed, state, seat, colour, tuple(owner[contract] for contract in contracts))
    extras = 0
    if may_tell_symbol(state, cost.price, 0):
        if DONE not in rest:
            extras_left = _extras(printed, state, cost.price, rest.count(EXTRA))
            return Need(seat, "extra", extras_left, to_pay_text(price_of(state, cost.price)))
        extras, rest = rest.count(EXTRA), rest[rest.index(DONE) + 1 :]
    paid = pay(state, seat, price_of(state, cost.price), rest, worth(printed, cost, seat, extras))
    if isinstance(paid, Need):
        return paid
    state = _moved(atlas, state, colour, source, target)
    return delivered(printed, state, colour, cost, paid.coins, extras)


def _cargo(printed: Printed, state: RollingFreightState) -> tuple[Opt, ...]:
    """Return the colours of which there is some that can go somewhere."""
    atlas = printed.maps[state.options.map]
    return tuple(
        Opt(value=colour, label=colour_name(colour), digit=at + 1)
        for at, colour in enumerate(COLOURS)
        if promising(atlas, trip(printed, state, colour, ""), supplying(atlas, state, colour))
        and next(_shipping(printed, state, colour), None) is not None  # the exact search, where it is worth while
    )


def _sources(printed: Printed, state: RollingFreightState, colour: str) -> tuple[Opt, ...]:
    atlas = printed.maps[state.options.map]
    return tuple(_city(atlas, city, "from") for city in _shipping(printed, state, colour))


def _shipping(printed: Printed, state: RollingFreightState, colour: str) -> Iterator[str]:
    """Give the cities from which cargo of a colour can go somewhere."""
    atlas = printed.maps[state.options.map]
    joined = {city for built in state.built for link in (atlas.link(built.contract),) for city in (link.a, link.b)}
    way = trip(printed, state, colour, "")
    for city in supplying(atlas, state, colour):
        if city in joined and targets(atlas, replace(way, source=city)):
            yield city


def _city(atlas: Atlas, city: str, way: str) -> Opt:
    # The little screen shows the cities alone, source and destination one after the other: each says which it is.
    return Opt(value=city, label=say(f"rolling_freight.{way}_city", city=plain(atlas.city(city).name)))


def _routes(atlas: Atlas, way: Trip, target: str) -> tuple[Opt, ...]:
    found = [
        Opt(value="-".join(route.contracts), label=route_text(route), detail=_path(atlas, route.cities))
        for route in routes(atlas, way, target)
    ]
    return (*found, Opt(value=LINKS, label=say("rolling_freight.by_link")))


def route_text(route: Route) -> Text:
    """Return what a route costs and brings in short: dice, own points, rivals' points."""
    return say("rolling_freight.route", n=route.price, own=route.own, rivals=route.rivals)


def _path(atlas: Atlas, cities: tuple[str, ...]) -> Text:
    return plain(" – ".join(atlas.city(city).name for city in cities))


def _so_far(printed: Printed, state: RollingFreightState, colour: str, taken: tuple[str, ...]) -> Text | None:
    """Return what the links clicked up to now cost, stations and Friendly counted."""
    if not taken:
        return None
    owner = {built.contract: built.seat for built in state.built}
    cost = bill(printed, state, state.turn, colour, tuple(owner[contract] for contract in taken))
    return so_far_text(cost)


def _clicked(
    atlas: Atlas, source: str, target: str, picks: tuple[str, ...]
) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Return the contracts clicked and what was picked after them; None with those so far while it goes on."""
    here = source
    for count, contract in enumerate(picks, 1):
        here = atlas.link(contract).beyond(here)
        if here == target:
            return picks[:count], picks[count:]
    return None, picks


def _links(atlas: Atlas, state: RollingFreightState, way: Trip, target: str, taken: tuple[str, ...]) -> tuple[Opt, ...]:
    here = way.source
    for contract in taken:
        here = atlas.link(contract).beyond(here)
    owner = {built.contract: built.seat for built in state.built}
    return tuple(
        Opt(
            value=contract,
            label=say(
                "rolling_freight.link_to",
                what=plain(contract),
                city=plain(atlas.city(atlas.link(contract).beyond(here)).name),
            ),
            detail=say(
                "rolling_freight.link_detail",
                what=contract_name(contract),
                seat=Who(owner[contract]),
                n=link_price(state, way.seat, owner[contract]),
            ),
        )
        for contract in onward(atlas, way, target, taken)
    )


def _extras(printed: Printed, state: RollingFreightState, price: int, so_far: int) -> tuple[Opt, ...]:
    found = [Opt(value=DONE, label=say("rolling_freight.deliver_now"))]
    if may_tell_symbol(state, price, so_far):
        found.append(Opt(value=EXTRA, label=say("rolling_freight.symbol", n=printed.tables.symbols.points)))
    return tuple(found)


def _moved(atlas: Atlas, state: RollingFreightState, colour: str, source: str, target: str) -> RollingFreightState:
    """Return the state with the cargo gone from its circle, and the circle that wanted it saturated."""
    spots = list(state.spots)
    places = list(enumerate(zip(atlas.circles, state.spots, strict=True)))
    at = next(n for n, (circle, spot) in places if circle.city == source and spot.cargo == colour)
    spots[at] = replace(spots[at], cargo="")
    at = next(
        n
        for n, (circle, spot) in places
        if circle.city == target and circle.demand == colour and not spot.saturated and not spot.closed
    )
    spots[at] = replace(spots[at], saturated=True)
    return replace(state, spots=tuple(spots))


def lit(state: RollingFreightState) -> tuple[str, str, tuple[str, ...]]:
    """Return source, destination and contracts of the delivery under way, as far as they are picked."""
    if state.doing != "deliver" or not state.map_in_box:
        return "", "", ()
    picks = state.picks
    source, target = (*picks[1:3], "", "")[:2]
    if len(picks) < 4:
        return source, target, ()
    if picks[3] != LINKS:
        return source, target, tuple(picks[3].split("-"))
    known = {built.contract for built in state.built}
    clicked = tuple(pick for pick in picks[4:] if pick in known)
    return source, target, clicked


def outlook(printed: Printed, state: RollingFreightState) -> tuple[Bill, int] | None:
    """Return what the delivery under way costs and brings, as far as its route is known, and symbols picked so far."""
    if state.doing != "deliver" or not state.picks:
        return None
    colour, picks = state.picks[0], state.picks[1:]
    if state.map_in_box:
        *_, contracts = lit(state)
        owner = {built.contract: built.seat for built in state.built}
        owners = tuple(owner[contract] for contract in contracts)
    else:
        owners, *_ = told_owners(picks)
    if not owners:
        return None
    symbols = sum(pick == EXTRA or pick.endswith(f".{POINTS}") for pick in picks)
    return bill(printed, state, state.turn, colour, owners), symbols
