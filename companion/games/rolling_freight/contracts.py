"""Contracts: taking one, building its link, finishing it (rulebook, "Purchase a Contract", "Construct a Link")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Text, plain, say

from .needs import Need, Opt, Turned, amount
from .paying import Price, affordable, coin_name, fits, pay, price_text, spend, wealth
from .printed import Printed
from .state import Built, Player, RollingFreightState, Work
from .terms import (
    ACQUISITION,
    BUILDER,
    CUBES,
    KINDS,
    PERIODS,
    colour_name,
    colour_of,
    contract_name,
    number_of,
    phase_of,
)

FINISHED, STEADY = "finished", "steady"
SYMBOL = f"extra.{CUBES}"


def length_of(printed: Printed, state: RollingFreightState, contract: str) -> int | None:
    """Return how many squares a contract's link has, None where the box does not know the map."""
    return printed.maps[state.options.map].link(contract).length if state.map_in_box else None


def cubes_left(printed: Printed, player: Player) -> int:
    """Return how many cubes a player has not on the board."""
    return max(0, printed.tables.limits.cubes - player.cubes)


def room(printed: Printed, state: RollingFreightState, player: Player, work: Work) -> int:
    """Return how many cubes can still be put on a link."""
    left = cubes_left(printed, player) if state.cubes_in_box else printed.tables.limits.cubes
    length = length_of(printed, state, work.contract)
    return min(left, length - work.cubes) if length is not None and state.cubes_in_box else left


def cheaper(state: RollingFreightState, price: int, seat: int) -> int:
    """Return a number of generic dice less what the Acquisition Experts save."""
    return max(0, price - state.player(seat).copies(ACQUISITION))


# --- taking one


def can_take(printed: Printed, state: RollingFreightState, seat: int) -> bool:
    """Tell whether a seat may have one more contract."""
    player, limits = state.player(seat), printed.tables.limits
    sticks = len(player.works) + len(state.built_by(seat))
    if len(player.works) >= limits.contracts or sticks >= limits.sticks:
        return False
    return not state.cubes_in_box or cubes_left(printed, player) > 0


def contract(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Take a contract: which, then what it is paid with."""
    seat = state.turn
    if not can_take(printed, state, seat):
        return Need(seat, "slot", ())
    if state.deck_in_box:
        if not picks:
            return Need(seat, "slot", _on_track(printed, state))
        key, picks = picks[0], picks[1:]
        place = state.contracts.index(key)
    else:
        if len(picks) < 2:
            return _by_number(printed, state, picks)
        key, picks = picks[1], picks[2:]
        place = -1
    if state.stage == "draft":
        return _taken(printed, state, seat, key, place)
    if place < 0 and state.dice_in_box:
        if not picks:
            return Need(seat, "place", places(state, printed.tables.slots.price, seat, colour_of(key)))
        place_paid, picks = int(picks[0]), picks[1:]
    else:
        place_paid = max(place, 0)
    price = Price(cheaper(state, printed.tables.slots.price[place_paid], seat), colour_of(key))
    paid = pay(state, seat, price, picks)
    if isinstance(paid, Need):
        return paid
    return _taken(printed, spend(state, seat, paid.coins), seat, key, place)


def _on_track(printed: Printed, state: RollingFreightState) -> tuple[Opt, ...]:
    found = []
    for place, key in enumerate(state.contracts):
        if not key:
            continue
        price = Price(cheaper(state, printed.tables.slots.price[place], state.turn), colour_of(key))
        if state.stage == "draft" or affordable(state, state.turn, price):
            cost = say("rolling_freight.free") if state.stage == "draft" else price_text(price)
            found.append(
                Opt(value=key, label=contract_name(key), detail=_where(printed, state, key, cost), digit=place + 1)
            )
    return tuple(found)


def _where(printed: Printed, state: RollingFreightState, key: str, cost: Text) -> Text:
    """Return what a contract costs, and what and where its link is."""
    if not state.map_in_box:
        return cost
    atlas = printed.maps[state.options.map]
    link = atlas.link(key)
    a, b = (plain(atlas.city(city).name) for city in (link.a, link.b))
    return say("rolling_freight.on_map", cost=cost, a=a, b=b, n=link.length)


def known_contracts(printed: Printed, state: RollingFreightState) -> tuple[str, ...]:
    """Return all contracts of this game's map and player count."""
    keys = (link.contract for link in printed.maps[state.options.map].links)
    return tuple(key for key in keys if PERIODS.index(phase_of(key)) < state.phases)


def _by_number(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Need:
    """Ask for colour, then number: of this phase first, each by its last digit."""
    latest = state.period + bool(state.last)
    taken = state.taken()
    keys = [key for key in known_contracts(printed, state) if key not in taken and key not in state.gone]
    keys = [key for key in keys if PERIODS.index(phase_of(key)) <= latest]
    if not picks:
        colours = [colour for colour in KINDS if any(colour_of(key) == colour for key in keys)]
        return Need(
            state.turn,
            "colour",
            tuple(Opt(value=c, label=colour_name(c), digit=KINDS.index(c) + 1) for c in colours),
        )
    mine = sorted((key for key in keys if colour_of(key) == picks[0]), key=number_of)
    now = [key for key in mine if phase_of(key) == state.phase]
    others = [key for key in mine if key not in now]
    return Need(
        state.turn,
        "number",
        (
            *(Opt(value=key, label=contract_name(key), digit=number_of(key) % 10) for key in now),
            *(Opt(value=key, label=contract_name(key)) for key in others),
        ),
    )


def places(state: RollingFreightState, prices: tuple[int, ...], seat: int, colour: str) -> tuple[Opt, ...]:
    """Return the places of a track that people keep, as far as the seat can pay them."""
    found = []
    for place, generic in enumerate(prices):
        price = Price(cheaper(state, generic, seat), colour)
        if affordable(state, seat, price):
            label = say("rolling_freight.place", n=place + 1)
            found.append(Opt(value=str(place), label=label, detail=price_text(price), digit=place + 1))
    return tuple(found)


def _taken(printed: Printed, state: RollingFreightState, seat: int, key: str, place: int) -> RollingFreightState:
    player = state.player(seat)
    work = Work(key, 1 if state.cubes_in_box else 0)
    track = tuple("" if at == place else other for at, other in enumerate(state.contracts))
    state = replace(state, contracts=track).with_player(replace(player, works=(*player.works, work)))
    return _finished_if_full(printed, state.idle(), seat, key)


# --- building


def build(printed: Printed, state: RollingFreightState, key: str, picks: tuple[str, ...]) -> Turned:
    """Put cubes on a link, one die after the other; where people keep them, say when it is finished."""
    seat = state.turn
    player = state.player(seat)
    work = player.work(key)
    if work is None:
        return Need(seat, "build", ())
    length = length_of(printed, state, key)
    asked = not state.cubes_in_box and length is None
    if picks and picks[0] == FINISHED:
        if asked:
            return _length(printed, state, key, picks[1:])
        return finished(printed, state.idle(), seat, key, length or work.cubes)
    if not picks and not state.cubes_in_box and not state.dice_in_box:
        if asked:
            return _length(printed, state, key, ())
        return finished(printed, state.idle(), seat, key, length or 1)
    if asked and not state.dice_in_box:
        return _length(printed, state, key, picks)
    if picks:
        return _built(printed, state, seat, key, picks[0])
    return Need(seat, "build", _ways_to_build(printed, state, player, work))


def _length(printed: Printed, state: RollingFreightState, key: str, picks: tuple[str, ...]) -> Turned:
    """Ask how long a finished link is."""
    if picks:
        return finished(printed, state.idle(), state.turn, key, int(picks[0]))
    held = len(state.player(state.turn).works)
    payout = printed.tables.payout
    return Need(
        state.turn,
        "length",
        tuple(
            Opt(
                value=str(n),
                label=say("rolling_freight.long", n=n),
                detail=say("rolling_freight.points", n=payout.points(n, held)),
                digit=n % 10,
            )
            for n in range(1, min(len(payout.rows), 10) + 1)
        ),
    )


def _ways_to_build(printed: Printed, state: RollingFreightState, player: Player, work: Work) -> tuple[Opt, ...]:
    colour, space = colour_of(work.contract), room(printed, state, player, work)
    found: list[Opt] = []
    if state.dice_in_box and space:
        for name, count in wealth(state, player).items():
            if fits(name, colour):
                times = say("rolling_freight.times", n=count)
                found.append(Opt(value=name, label=coin_name(name), detail=times))
            if name == SYMBOL:
                found += [
                    Opt(value=f"{SYMBOL}*{n}", label=say("rolling_freight.coin.cubes", n=n))
                    for n in range(min(printed.tables.symbols.cubes, space), 0, -1)
                ]
        if state.steady < player.copies(BUILDER):
            found.append(Opt(value=STEADY, label=say("rolling_freight.improvement.builder")))
    elif space:
        found.append(Opt(value="cubes", label=say("rolling_freight.cubes"), low=1, high=space))
    if not state.cubes_in_box or (not state.map_in_box and work.cubes):
        found.append(Opt(value=FINISHED, label=say("rolling_freight.finished")))
    return tuple(found)


def _built(printed: Printed, state: RollingFreightState, seat: int, key: str, pick: str) -> RollingFreightState:
    """Return the state with the cubes that a pick brings; the act stays open while more can be put there."""
    count = 1
    if pick == STEADY:
        state = replace(state, steady=state.steady + 1)
    elif pick.startswith("cubes="):
        count = amount(pick)
    else:
        name, _, number = pick.partition("*")
        count = int(number or 1)
        state = spend(state, seat, (name,))
    player = state.player(seat)
    if state.cubes_in_box:
        works = tuple(
            replace(work, cubes=work.cubes + count) if work.contract == key else work for work in player.works
        )
        state = state.with_player(replace(player, works=works))
    state = _finished_if_full(printed, replace(state, picks=()), seat, key)
    again = build(printed, state, key, ()) if state.dice_in_box else None
    return state if isinstance(again, Need) and again.options else state.idle()


def _finished_if_full(printed: Printed, state: RollingFreightState, seat: int, key: str) -> RollingFreightState:
    work, length = state.player(seat).work(key), length_of(printed, state, key)
    if work is None or length is None or not state.cubes_in_box or work.cubes < length:
        return state
    return finished(printed, state, seat, key, length)


def finished(printed: Printed, state: RollingFreightState, seat: int, key: str, length: int) -> RollingFreightState:
    """Return the state with a link finished: its points by the contracts held, this one counted; cubes come back."""
    player = state.player(seat)
    points = printed.tables.payout.points(length, len(player.works))
    works = tuple(work for work in player.works if work.contract != key)
    state = state.with_player(replace(player, works=works))
    return replace(state, built=(*state.built, Built(key, seat, length))).scored(seat, points, "link", key)
