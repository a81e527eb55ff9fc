"""Unused dice become stockpile markers once the actions of a turn are over (rulebook, "Stockpile Resources")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Text, say

from .needs import Need, Opt
from .printed import Printed
from .state import NONE, Player, RollingFreightState
from .terms import COLOURS, LETTERS, STORAGE, colour_name, colours_on, listing

NOTHING = "0000"


def stock(printed: Printed, state: RollingFreightState, seat: int) -> Need | None:
    """Ask which markers are taken for the dice left over, None where there are none to have."""
    if not state.stock_in_box:
        return None
    ways = outcomes(printed, state, state.player(seat))
    if not ways:
        return None
    options = [Opt(value="".join(map(str, way)), label=in_letters(way), detail=in_words(way)) for way in ways]
    return Need(seat, "stock", (*options, Opt(value=NOTHING, label=say("rolling_freight.stock_none"))))


def in_letters(way: tuple[int, ...]) -> Text:
    """Return markers in short: "2 B, 1 R"."""
    return listing(
        tuple(
            say("rolling_freight.n_letters", n=n, letter=LETTERS[colour])
            for n, colour in zip(way, COLOURS, strict=True)
            if n
        )
    )


def in_words(way: tuple[int, ...]) -> Text:
    """Return markers in words."""
    return listing(
        tuple(
            say("rolling_freight.n_of", n=n, colour=colour_name(colour))
            for n, colour in zip(way, COLOURS, strict=True)
            if n
        )
    )


def outcomes(printed: Printed, state: RollingFreightState, player: Player) -> tuple[tuple[int, ...], ...]:
    """Return the markers that the unspent dice can be turned in for, by COLOURS: only ways than which none is better.

    A colour brings one marker fewer than there are dice of it, with Efficient Storage as many; a die of several
    colours goes to one of them, and with two cards a player die of two colours to both. There are so many markers.
    """
    copies = player.copies(STORAGE)
    lost = 0 if copies else 1
    counts: set[tuple[int, ...]] = {NONE}
    for die in player.unspent:
        seen = [COLOURS.index(colour) for colour in colours_on(die.face)]
        if not seen:
            continue
        both = copies > 1 and die.basic and len(seen) == 2
        seen_at_once = [tuple(seen)] if both else [(at,) for at in seen]
        counts = {
            tuple(n + (at in places) for at, n in enumerate(count)) for count in counts for places in seen_at_once
        }
    free = [printed.tables.limits.stock - state.stock_left(colour) for colour in COLOURS]
    ways = {tuple(min(max(0, n - lost), left) for n, left in zip(count, free, strict=True)) for count in counts} - {
        NONE
    }
    best = [way for way in ways if not any(_better(other, way) for other in ways)]
    return tuple(sorted(best, key=lambda way: (-sum(way), tuple(-n for n in way))))


def _better(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def stocked(state: RollingFreightState, seat: int, what: str) -> RollingFreightState:
    """Return the state after a seat has taken the markers of ``what``, four digits."""
    player = state.player(seat)
    return state.with_player(
        replace(player, stock=tuple(n + int(more) for n, more in zip(player.stock, what, strict=True)))
    )
