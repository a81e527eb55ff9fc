"""Delivering cargo: what a route costs and brings (rulebook, "Deliver Cargo"; rulings on stations and symbols)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.game import Text, Who, say

from .needs import Need, Opt, Turned
from .paying import Price, Worth, affordable, most, pay, price_text, spend
from .printed import Printed
from .state import Player, RollingFreightState
from .terms import AGAIN, COLOURS, FRIENDLY, POINTS, colour_name

DONE, EXTRA = "done", "symbol"
OWN, OTHERS = 1, 2
"""Dice for a link of one's own, and of somebody else."""


class Bill(msgspec.Struct, frozen=True):
    """What a delivery costs and brings.

    ``dice`` before stations, ``price`` after them, ``stations`` how many really discounted it; ``points`` a seat for
    links and friendliness, ``bonus`` for speed or distance.
    """

    dice: int
    price: int
    stations: int
    links: tuple[tuple[int, int], ...]
    friendly: tuple[tuple[int, int], ...]
    bonus: int

    def points(self, seat: int) -> int:
        """Return what the route brings a seat, the bonus of the one who delivers left out."""
        return dict(self.links).get(seat, 0) + dict(self.friendly).get(seat, 0)


def link_price(state: RollingFreightState, seat: int, owner: int) -> int:
    """Return the dice that ``seat`` pays for one link of ``owner``."""
    return OWN if owner == seat else max(0, OTHERS - state.player(owner).copies(FRIENDLY))


def bill(printed: Printed, state: RollingFreightState, seat: int, colour: str, owners: tuple[int, ...]) -> Bill:
    """Return what a delivery over links of these owners, in order, costs and brings."""
    dice = sum(link_price(state, seat, owner) for owner in owners)
    free = max(0, state.player(seat).stations - (state.used if state.deliveries else 0))
    price = max(1, dice - free)
    used = [other for other in state.seats if other in owners]
    friends = [(other, state.player(other).copies(FRIENDLY)) for other in used if other != seat]
    return Bill(
        dice=dice,
        price=price,
        stations=max(0, dice - price),
        links=tuple((other, owners.count(other)) for other in used),
        friendly=tuple((other, n) for other, n in friends if n),
        bonus=printed.tables.bonus.points(colour, len(owners)) if owners else 0,
    )


def price_of(state: RollingFreightState, dice: int) -> Price:
    """Return the price of a delivery of so many dice; a second one takes the symbol for it."""
    return Price(dice - 1, AGAIN) if state.deliveries else Price(dice)


def may_deliver(printed: Printed, state: RollingFreightState, seat: int) -> bool:
    """Tell whether a seat may still deliver this turn and has a link of its own."""
    player = state.player(seat)
    if not state.built_by(seat) or state.deliveries > 1:
        return False
    if state.deliveries and not state.dice_in_box and not player.extra_die:
        return False
    return affordable(state, seat, price_of(state, 1)) and any(cargo_left(printed, state))


def cargo_left(printed: Printed, state: RollingFreightState) -> tuple[int, ...]:
    """Return how many markers of each colour no player has and none has been paid for."""
    return tuple(
        getattr(printed.tables.cargo, colour) - state.boxed[at] - sum(player.cargo[at] for player in state.players)
        for at, colour in enumerate(COLOURS)
    )


# --- by owners, where the map is not in the box


def by_owners(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Deliver: the cargo, whose links in order, then what it is paid with."""
    seat = state.turn
    if not may_deliver(printed, state, seat):
        return Need(seat, "cargo", ())
    if not picks:
        left = cargo_left(printed, state)
        return Need(
            seat,
            "cargo",
            tuple(
                Opt(value=colour, label=colour_name(colour), digit=at + 1)
                for at, colour in enumerate(COLOURS)
                if left[at]
            ),
        )
    colour, picks = picks[0], picks[1:]
    owners, extras, rest = told_owners(picks)
    cost = bill(printed, state, seat, colour, owners)
    if rest is None:
        so_far = so_far_text(cost) if owners else None
        return Need(seat, "link", _whose(printed, state, colour, owners, extras), so_far)
    paid = pay(state, seat, price_of(state, cost.price), rest, worth(printed, cost, seat, extras))
    if isinstance(paid, Need):
        return paid
    return delivered(printed, state, colour, cost, paid.coins, extras)


def told_owners(picks: tuple[str, ...]) -> tuple[tuple[int, ...], int, tuple[str, ...] | None]:
    """Return whose links were told, how many symbols, and what was picked after the route; None while it goes on."""
    taken = picks[: picks.index(DONE)] if DONE in picks else picks
    owners = tuple(int(pick) for pick in taken if pick != EXTRA)
    return owners, taken.count(EXTRA), picks[len(taken) + 1 :] if DONE in picks else None


def _whose(
    printed: Printed, state: RollingFreightState, colour: str, owners: tuple[int, ...], extras: int
) -> tuple[Opt, ...]:
    """Return what can come next on a route: whose link, the symbol, or its end."""
    seat, limit = state.turn, most(state, state.turn)
    found: list[Opt] = []
    cost = bill(printed, state, seat, colour, owners)
    if seat in owners:
        more = extras * printed.tables.symbols.points
        found.append(Opt(value=DONE, label=done_text(cost, seat, more), detail=gain_text(state, printed, cost, extras)))
    for other in state.seats:
        if owners.count(other) >= len(state.built_by(other)):
            continue
        longer = (*owners, other) if seat in (*owners, other) else (*owners, other, seat)
        if bill(printed, state, seat, colour, longer).price <= limit:
            n = link_price(state, seat, other)
            label = say("rolling_freight.link_of", seat=Who(other))
            found.append(Opt(value=str(other), label=label, detail=say("rolling_freight.dice", n=n), digit=other % 10))
    if owners and may_tell_symbol(state, cost.price, extras):
        found.append(Opt(value=EXTRA, label=say("rolling_freight.symbol", n=printed.tables.symbols.points)))
    return tuple(found)


def may_tell_symbol(state: RollingFreightState, price: int, told: int) -> bool:
    """Tell whether one more symbol for points can be among the dice of ``price``, which people keep.

    Only improvement dice have it; of those that pay a second delivery one shows the symbol for that (rulings).
    """
    dice = sum(kind.startswith("die_") for kind in state.player(state.turn).improvements)
    return not state.dice_in_box and told < min(dice, price) - bool(state.deliveries)


def worth(printed: Printed, cost: Bill, seat: int, extras: int = 0) -> Worth:
    """Return what paying a delivery brings whoever makes it; ``extras``: symbols told of dice that people keep."""
    symbol = printed.tables.symbols.points
    return Worth(cost.points(seat) + cost.bonus + extras * symbol, symbol)


def done_text(cost: Bill, seat: int, more: int = 0) -> Text:
    """Return what a delivery costs and brings whoever makes it: "Deliver: 5 dice, +4"."""
    return say("rolling_freight.deliver_for", n=cost.price, own=cost.points(seat) + cost.bonus + more)


def so_far_text(cost: Bill) -> Text:
    """Return what a route costs up to now, stations and Friendly counted."""
    return say("rolling_freight.so_far", price=price_text(Price(cost.price)))


def gain_text(state: RollingFreightState, printed: Printed, cost: Bill, extras: int = 0) -> Text:
    """Return what a delivery brings everybody."""
    seat = state.turn
    own = cost.points(seat) + cost.bonus + extras * printed.tables.symbols.points
    found = say("rolling_freight.gets", seat=Who(seat), n=own)
    for other, _ in cost.links:
        if other != seat:
            found = say(
                "rolling_freight.list", a=found, b=say("rolling_freight.gets", seat=Who(other), n=cost.points(other))
            )
    return found


def brief_text(state: RollingFreightState, printed: Printed, cost: Bill, extras: int = 0) -> Text:
    """Return in short what a delivery brings, as a route in a list says it: "+5, them +3"."""
    own = worth(printed, cost, state.turn, extras).points
    rivals = sum(cost.points(other) for other, _ in cost.links if other != state.turn)
    return say(f"rolling_freight.brings{'_them' if rivals else ''}", own=own, rivals=rivals)


# --- what comes of it


def delivered(
    printed: Printed, state: RollingFreightState, colour: str, cost: Bill, coins: tuple[str, ...], extras: int = 0
) -> RollingFreightState:
    """Return the state after a delivery: dice spent, every owner paid, the marker taken."""
    seat = state.turn
    symbols = extras + sum(name.endswith(f".{POINTS}") for name in coins)
    state = spend(state, seat, coins).idle()
    player: Player = state.player(seat)
    cargo = tuple(n + (of == colour) for of, n in zip(COLOURS, player.cargo, strict=True))
    state = state.with_player(replace(player, cargo=cargo))
    used = state.used if state.deliveries else cost.stations
    state = replace(state, deliveries=state.deliveries + 1, used=used)
    for owner, points in cost.links:
        state = state.scored(owner, points, "route", colour)
    for owner, points in cost.friendly:
        state = state.scored(owner, points, "friendly", colour)
    state = state.scored(seat, cost.bonus, "bonus", colour)
    return state.scored(seat, symbols * printed.tables.symbols.points, "symbol", colour)
