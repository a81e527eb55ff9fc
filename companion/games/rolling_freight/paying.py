"""Paying with dice and stockpile markers (rulebook, "Playing the Game"; rulings on symbols and markers).

What can be spent comes in coins, alike ones under one name: ``basic.BR`` a player die showing blue and red,
``extra.points`` an improvement die with that symbol, ``marker.red`` a stockpile marker.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.game import Text, plain, say

from .needs import Need, Opt
from .state import Die, Player, RollingFreightState
from .terms import (
    AGAIN,
    BLANK,
    COLOURS,
    CUBES,
    DOUBLE,
    LETTERS,
    POINTS,
    SLASH,
    SYMBOLS,
    colour_name,
    colour_of,
    colours_on,
    face_name,
    listing,
)

AUTO = "auto"
UNCOUNTED = 9
"""How many markers of a colour somebody may have where people keep them."""


class Price(msgspec.Struct, frozen=True):
    """What something costs: generic dice, and one die of a colour (``slash``: of two; ``again``: the symbol)."""

    generic: int
    colour: str = ""

    @property
    def dice(self) -> int:
        """How many dice that is in all."""
        return self.generic + bool(self.colour)


class Paid(msgspec.Struct, frozen=True):
    """The coins that pay a price."""

    coins: tuple[str, ...]


class Worth(msgspec.Struct, frozen=True):
    """The points that paying brings whoever pays: without symbols for points, and for each of those spent."""

    points: int
    symbol: int


def coin(die: Die) -> str:
    """Return the name under which a die is spent."""
    return f"{'basic' if die.basic else 'extra'}.{die.face}"


def wealth(state: RollingFreightState, player: Player) -> dict[str, int]:
    """Return what a player can spend: how many of each coin."""
    found: dict[str, int] = {}
    for die in player.dice:
        if not die.spent:
            found[coin(die)] = found.get(coin(die), 0) + 1
    counted = state.stock_in_box
    for colour, count in zip(COLOURS, player.stock, strict=True):
        number = count if counted else UNCOUNTED
        if number:
            found[f"marker.{colour}"] = number
    return found


def value(name: str) -> int:
    """Return how many generic dice a coin can stand for."""
    return 2 if name.endswith(f".{DOUBLE}") else 1


def capacity(coins: dict[str, int]) -> int:
    """Return how many generic dice all these coins can stand for."""
    return sum(value(name) * count for name, count in coins.items())


def fits(name: str, colour: str) -> bool:
    """Tell whether a coin pays the part of a price that is of ``colour``."""
    kind, _, face = name.partition(".")
    if kind == "marker":
        return face == colour
    if colour == AGAIN:
        return face == AGAIN
    seen = colours_on(face)
    return len(seen) >= 2 if colour == SLASH else colour in seen


def affordable(state: RollingFreightState, seat: int, price: Price) -> bool:
    """Tell whether a seat can pay; where people keep the dice the box takes their word for it."""
    if not state.dice_in_box:
        return True
    coins = wealth(state, state.player(seat))
    if price.colour and not any(fits(name, price.colour) for name in coins):
        return False
    return capacity(coins) >= price.dice


def most(state: RollingFreightState, seat: int) -> int:
    """Return the most generic dice that a seat can pay."""
    return capacity(wealth(state, state.player(seat))) if state.dice_in_box else 999


def pay(
    state: RollingFreightState, seat: int, price: Price, picks: tuple[str, ...], worth: Worth | None = None
) -> Need | Paid:
    """Return the coins that ``picks`` pay the price with, or what is still to be picked.

    ``worth`` is what it brings: then symbols for points are spent first.
    """
    if not state.dice_in_box or not price.dice:
        return Paid(())
    player = state.player(seat)
    coins = wealth(state, player)
    wanted = tuple(colour_of(work.contract) for work in player.works)
    colour, left = price.colour, price.generic
    first = POINTS if worth is not None else ""
    spent: list[str] = []
    for pick in picks:
        if pick == AUTO:
            spent += _rest(coins, colour, left, first, wanted)
            return Paid(tuple(spent))
        spent.append(pick)
        coins[pick] -= 1
        if colour:
            colour = ""
        else:
            left -= min(value(pick), left)
        if not colour and not left:
            return Paid(tuple(spent))
    options = [
        Opt(value=name, label=coin_name(name), detail=say("rolling_freight.times", n=count))
        for name, count in coins.items()
        if count and (not colour or fits(name, colour))
    ]
    rest = _rest(coins, colour, left, first, wanted)
    if len(rest) > 1 or len(options) > 1:
        label = say("rolling_freight.pay_rest", what=plain(" ".join(code(name) for name in rest)))
        if worth is not None:
            symbols = sum(name.endswith(f".{POINTS}") for name in (*spent, *rest))
            label = say("rolling_freight.pay_for", what=label, n=worth.points + symbols * worth.symbol)
        options.insert(0, Opt(value=AUTO, label=label, detail=listing(tuple(coin_name(name) for name in rest))))
    return Need(seat, "pay", tuple(options), to_pay_text(Price(left, colour)))


def _rest(coins: dict[str, int], colour: str, left: int, first: str, wanted: tuple[str, ...]) -> list[str]:
    """Return the coins that a careful player would pay with: what is of least use first.

    ``wanted`` are the colours of the player's own contracts.
    """

    def use(name: str) -> tuple[bool, int, str]:
        builds = any(fits(name, other) for other in wanted)
        return not name.endswith(f".{first}") if first else False, _use(name) + 4 * builds, name

    order = sorted(coins, key=use)
    found: list[str] = []
    have = dict(coins)
    if colour:
        name = next(name for name in order if have[name] and fits(name, colour))
        found.append(name)
        have[name] -= 1
    for wasteful in (False, True):
        for name in order:
            while left and have[name] and (wasteful or value(name) <= left):
                found.append(name)
                have[name] -= 1
                left -= min(value(name), left)
    return found


def _use(name: str) -> int:
    """Return how useful a coin still is for other things."""
    kind, _, face = name.partition(".")
    if kind == "marker":
        return 9
    if face in SYMBOLS or face == BLANK:
        return {BLANK: 0, POINTS: 1, DOUBLE: 2, CUBES: 4, AGAIN: 8}[face]
    return 2 + len(face)


def code(name: str) -> str:
    """Return a coin in a few letters, for the little screen."""
    kind, _, face = name.partition(".")
    if kind == "marker":
        return f"[{LETTERS[face]}]"
    return {BLANK: "-", CUBES: "c2", POINTS: "+2", DOUBLE: "x2", AGAIN: "2D"}.get(face, face)


def coin_name(name: str) -> Text:
    """Return a coin in words."""
    kind, _, face = name.partition(".")
    if kind == "marker":
        return say("rolling_freight.coin.marker", colour=colour_name(face))
    if face in SYMBOLS:  # no player die has any
        return face_name(face)
    return say(f"rolling_freight.coin.{kind}", face=face_name(face))


def spend(state: RollingFreightState, seat: int, coins: tuple[str, ...]) -> RollingFreightState:
    """Return the state after a seat has spent ``coins``: dice are set aside, markers go back to the supply."""
    if not coins:
        return state
    player = state.player(seat)
    dice, stock = list(player.dice), list(player.stock)
    for name in coins:
        kind, _, face = name.partition(".")
        if kind == "marker":
            if state.stock_in_box:
                stock[COLOURS.index(face)] -= 1
            continue
        at = next(i for i, die in enumerate(dice) if not die.spent and coin(die) == name)
        dice[at] = replace(dice[at], spent=True)
    return state.with_player(replace(player, dice=tuple(dice), stock=tuple(stock)))


def to_pay_text(price: Price) -> Text:
    """Return what is still to be paid: "To pay: 1 red + 3 dice"."""
    return say("rolling_freight.to_pay", price=price_text(price))


def price_text(price: Price) -> Text:
    """Return a price in words: "1 red + 3"."""
    if not price.colour:
        return say("rolling_freight.dice", n=price.generic)
    what = say(f"rolling_freight.part.{price.colour}")
    return say("rolling_freight.price", what=what, n=price.generic) if price.generic else what
