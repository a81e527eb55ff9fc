"""Switching stations and improvements (rulebook, "Build Switching Stations", "Purchase Improvements")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Draw, Text, say

from .contracts import cheaper, places
from .needs import Need, Opt, Turned
from .paying import Price, affordable, pay, price_text, spend
from .printed import Printed
from .state import Die, Player, RollingFreightState
from .terms import IMPROVEMENTS, die_of, face_sign, improvement_name, listing

HERE = "?"
"""The place of a track that the card being drawn goes to."""


def next_station(printed: Printed, state: RollingFreightState, seat: int) -> Price | None:
    """Return the price of a seat's next station, None where it has them all."""
    prices, built = printed.tables.stations.price, state.player(seat).stations
    return Price(cheaper(state, prices[built], seat)) if built < len(prices) else None


def station(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Build the next switching station."""
    seat = state.turn
    price = next_station(printed, state, seat)
    if price is None or not affordable(state, seat, price):
        return Need(seat, "station", ())
    paid = pay(state, seat, price, picks)
    if isinstance(paid, Need):
        return paid
    state = spend(state, seat, paid.coins).idle()
    player = state.player(seat)
    return state.with_player(replace(player, stations=player.stations + 1))


# --- improvements


def left_over(printed: Printed, state: RollingFreightState, kind: str) -> int:
    """Return how many cards of an improvement nobody holds."""
    deck = printed.improvement_deck(state.options.map, len(state.seats))
    held = sum((*player.improvements, *player.bought).count(kind) for player in state.players)
    return max(0, deck.count(kind) - held)


def gives(printed: Printed, state: RollingFreightState, kind: str) -> Text | None:
    """Return in short what an improvement is good for: of a die its faces, where these are the box's."""
    if kind in ("", HERE):
        return None
    die = die_of(kind)
    if not die:
        return say(f"rolling_freight.gives.{kind}")
    return listing(tuple(map(face_sign, printed.tables.dice[die].faces))) if state.keeper("dice") == "app" else None


def improve(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Buy an improvement: which, what it is paid with, and which goes back where that makes four."""
    seat, prices, free = state.turn, printed.tables.improvements.price, state.stage == "draft"
    if not picks:
        return Need(seat, "market", _on_offer(printed, state))
    if state.market_in_box:
        place = int(picks[0])
        kind, picks = state.market[place], picks[1:]
    else:
        place, kind, picks = -1, picks[0], picks[1:]
    if not free:
        paid_place = max(place, 0)
        if place < 0 and state.dice_in_box:
            if not picks:
                return Need(seat, "place", places(state, prices, seat, ""))
            paid_place, picks = int(picks[0]), picks[1:]
        paid = pay(state, seat, Price(cheaper(state, prices[paid_place], seat)), picks)
        if isinstance(paid, Need):
            return paid
        picks = picks[_paying(picks, len(paid.coins)) :]
        state = spend(state, seat, paid.coins)
    player = state.player(seat)
    if player.holds >= printed.tables.limits.improvements:
        if not picks:
            return _which_goes_back(seat, player, kind)
        state = returned(_bought(state, seat, kind, free), seat, picks[0])
    else:
        state = _bought(state, seat, kind, free)
    return replace(state, market=tuple("" if at == place else other for at, other in enumerate(state.market))).idle()


def _paying(picks: tuple[str, ...], coins: int) -> int:
    """Return how many of the picks paid: one for each coin, or up to the one that left the rest to the box."""
    return picks.index("auto") + 1 if "auto" in picks[:coins] else coins


def _on_offer(printed: Printed, state: RollingFreightState) -> tuple[Opt, ...]:
    seat, prices, free = state.turn, printed.tables.improvements.price, state.stage == "draft"
    if not state.market_in_box:
        least = Price(cheaper(state, min(prices), seat))
        if not free and not affordable(state, seat, least):
            return ()
        kinds = [kind for kind in IMPROVEMENTS if left_over(printed, state, kind)]
        return tuple(
            Opt(
                value=kind,
                label=improvement_name(kind),
                detail=gives(printed, state, kind),
                digit=(IMPROVEMENTS.index(kind) + 1) % 10,
            )
            for kind in kinds
        )
    found = []
    for place, kind in enumerate(state.market):
        price = Price(cheaper(state, prices[place], seat))
        if kind and (free or affordable(state, seat, price)):
            twice = state.market.count(kind) > 1
            label = say("rolling_freight.at", what=improvement_name(kind), n=place + 1)
            cost = say("rolling_freight.free") if free else price_text(price)
            what = gives(printed, state, kind)
            found.append(
                Opt(
                    value=str(place),
                    label=label if twice else improvement_name(kind),
                    detail=cost if what is None else say("rolling_freight.list", a=cost, b=what),
                    digit=place + 1,
                )
            )
    return tuple(found)


def _which_goes_back(seat: int, player: Player, new: str) -> Need:
    kinds = dict.fromkeys((*player.improvements, *player.bought, new))
    return Need(seat, "give", tuple(Opt(value=kind, label=improvement_name(kind)) for kind in kinds))


def _bought(state: RollingFreightState, seat: int, kind: str, now: bool) -> RollingFreightState:
    player = state.player(seat)
    if now:
        return state.with_player(replace(player, improvements=(*player.improvements, kind)))
    return state.with_player(replace(player, bought=(*player.bought, kind)))


def returned(state: RollingFreightState, seat: int, kind: str) -> RollingFreightState:
    """Return the state with a card back under the deck, its die out of the pool: one that is spent, if there is."""
    player = state.player(seat)
    if kind in player.improvements:
        at = player.improvements.index(kind)
        own = (*player.improvements[:at], *player.improvements[at + 1 :])
        player = replace(player, improvements=own, dice=_without(player.dice, die_of(kind)))
    else:
        at = player.bought.index(kind)
        player = replace(player, bought=(*player.bought[:at], *player.bought[at + 1 :]))
    state = state.with_player(player)
    return replace(state, supply=state.supply.put_under(kind)) if state.market_in_box else state


def gained(printed: Printed, state: RollingFreightState, seat: int, kind: str) -> RollingFreightState:
    """Return the state after a seat got a card by hand: out of the deck, else off the track, with its die."""
    track, supply = list(state.market), state.supply
    if state.market_in_box:
        if kind in supply.items():
            supply = supply.without(kind)
        else:
            track[track.index(kind)] = ""
    player = state.player(seat)
    dice = player.dice
    if die_of(kind) and state.dice_in_box:
        dice = (*dice, Die(die_of(kind), printed.tables.dice[die_of(kind)].faces[0]))
    player = replace(player, improvements=(*player.improvements, kind), dice=dice)
    return replace(state, market=tuple(track), supply=supply).with_player(player)


def _without(dice: tuple[Die, ...], kind: str) -> tuple[Die, ...]:
    alike = [at for at, die in enumerate(dice) if die.kind == kind]
    if not kind or not alike:
        return dice
    at = next((at for at in alike if dice[at].spent), alike[0])
    return (*dice[:at], *dice[at + 1 :])


# --- exchanging a duplicate


def swap(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:  # noqa: ARG001 - an act
    """Move one of two equal improvements under the deck; another is drawn for the top of the track."""
    seat, market = state.turn, state.market
    if not picks:
        places = [at for at, kind in enumerate(market) if kind and market.count(kind) > 1]
        options = tuple(
            Opt(
                value=str(at),
                label=say("rolling_freight.at", what=improvement_name(market[at]), n=at + 1),
                digit=at + 1,
            )
            for at in places
            if state.market_in_box
        )
        return Need(seat, "swap", options)
    place = int(picks[0])
    filled = [at for at, kind in enumerate(market) if kind]
    staying = [market[at] for at in filled if at != place]
    track = list(market)
    for at, kind in zip(filled, (*staying, HERE), strict=True):
        track[at] = kind
    state = replace(state, market=tuple(track), supply=state.supply.put_under(market[place])).idle()
    return draw(state, "improvements")


def draw(state: RollingFreightState, component: str, count: int = 1, what: str = "") -> RollingFreightState:
    """Return the state with a draw to be made next; ``what`` it is for, where it is no plain one of ``component``."""
    number = state.drawn + 1
    step = Draw(f"{what or component}.{number}", component, state.turn or None, "all", count)
    return replace(state, drawn=number).doing_next(step)
