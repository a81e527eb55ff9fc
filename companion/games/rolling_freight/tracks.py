"""The two tracks and their decks: refilling, end-of-phase cards, disasters (rulebook, "Refill", "Disasters")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.pile import Bag, Pile

from .improvements import HERE, draw
from .printed import Printed
from .state import RollingFreightState, Task
from .terms import DISASTER, END

NOTHING, EMPTY = Pile(), Bag()
DISASTERS = "disaster"
"""What the draw of a destroyed contract is for, and its component where the box draws it."""


def slid(track: tuple[str, ...]) -> tuple[str, ...]:
    """Return a track with its cards slid down over the gaps."""
    cards = tuple(card for card in track if card)
    return (*cards, *("",) * (len(track) - len(cards)))


def _awaiting(track: tuple[str, ...]) -> tuple[str, ...]:
    at = track.index("")
    return (*track[:at], HERE, *track[at + 1 :])


def _placed(track: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(card if other == HERE else other for other in track)


def refill_contracts(state: RollingFreightState) -> RollingFreightState | None:
    """Return the state with one card to be drawn for the contract track; None where it is full, or the deck empty."""
    track = slid(state.contracts)
    if not state.deck_in_box or "" not in track or not len(state.deck):
        return None if track == state.contracts else replace(state, contracts=track)
    return draw(replace(state, contracts=_awaiting(track)), "contracts")


def refill_market(state: RollingFreightState) -> RollingFreightState | None:
    """Return the state with one card to be drawn for the improvement track; None where nothing is to be done."""
    track = slid(state.market)
    if not state.market_in_box or "" not in track or not len(state.supply):
        return None if track == state.market else replace(state, market=track)
    return draw(replace(state, market=_awaiting(track)), "improvements")


def contract_came(state: RollingFreightState, card: str) -> RollingFreightState:
    """Return the state after ``card`` was drawn for the contract track."""
    state = replace(state, deck=state.deck.take(card))
    if card == END:
        return end_card(replace(state, contracts=_placed(state.contracts, "")))
    if card == DISASTER:
        state = replace(state, contracts=_placed(state.contracts, ""))
        return state.doing_next(Task("wreck"))
    return replace(state, contracts=_placed(state.contracts, card))


def improvement_came(state: RollingFreightState, card: str) -> RollingFreightState:
    """Return the state after ``card`` was drawn for the improvement track."""
    return replace(state, supply=state.supply.take(card), market=_placed(state.market, card))


def end_card(state: RollingFreightState, before: bool = False) -> RollingFreightState:
    """Return the state after the one whose turn it is, or was last, got an end-of-phase card: one more turn each.

    ``before``: it came to whoever played last, and is told only now, in the first of these turns.
    """
    if before:
        return replace(state, ender=state.left_of(state.turn, -1), last=len(state.seats))
    if state.last:
        return replace(state, later=(*state.later, state.turn))
    during = state.stage == "turn" and not any(isinstance(task, Task) and task.name == "begin" for task in state.agenda)
    return replace(state, ender=state.turn, last=len(state.seats) + during)


def lowest_to_the_bottom(state: RollingFreightState) -> RollingFreightState:
    """Return the state with the lowest card of each track under its deck (rulebook, "Beginning Phase B" and "C")."""
    if state.deck_in_box and any(state.contracts):
        lowest, *others = [card for card in state.contracts if card]
        track = slid((*others, *("",) * (len(state.contracts) - len(others))))
        state = replace(state, contracts=track, deck=state.deck.put_under(lowest))
    if state.market_in_box and any(state.market):
        lowest, *others = [card for card in state.market if card]
        track = slid((*others, *("",) * (len(state.market) - len(others))))
        state = replace(state, market=track, supply=state.supply.put_under(lowest))
    return state


# --- natural disasters


def wreck(state: RollingFreightState) -> RollingFreightState:
    """Return the state with a finished contract to be drawn by lot; as it is, where there is none.

    Whoever draws the contracts draws this one too, out of those that lie finished.
    """
    if not state.built:
        return state
    return draw(state, "contracts" if state.keeper("contracts") == "told" else DISASTERS, what=DISASTERS)


def at_risk(state: RollingFreightState) -> Pile:
    """Return the finished contracts out of which a disaster strikes one."""
    return Pile.of(link.contract for link in state.built)


def struck(printed: Printed, state: RollingFreightState, contract: str) -> RollingFreightState:
    """Return the state with a finished link destroyed, and the saturation markers at both its ends gone."""
    spots = state.spots
    if state.map_in_box:
        atlas = printed.maps[state.options.map]
        link = atlas.link(contract)
        spots = tuple(
            replace(spot, saturated=False) if circle.city in (link.a, link.b) else spot
            for circle, spot in zip(atlas.circles, spots, strict=True)
        )
    built = tuple(link for link in state.built if link.contract != contract)
    wrecked = (*state.wrecked, contract) if state.deck_in_box else state.wrecked
    return replace(state, built=built, spots=spots, wrecked=wrecked, ruined=(*state.ruined, contract))


def wrecks_on_top(state: RollingFreightState) -> RollingFreightState:
    """Return the state with destroyed contracts on top of the deck, the last one topmost: the track is full."""
    if not state.wrecked:
        return state
    return replace(state, deck=state.deck.put_on_top(*state.wrecked), wrecked=())
