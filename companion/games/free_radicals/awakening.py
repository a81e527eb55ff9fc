"""Awakening a building (rulebook, "Awakening a Building"): play, pay, place, score, discard."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin

from .data_cards import discarded, own_opts
from .needs import At, Need, Turned, building_opt, done
from .state import FreeRadicalsState
from .verbs import BUILDINGS, Awaken, Establish

SLOTS = 2
MOST_POINTS = 20


def awaken(at: At[Awaken]) -> Turned:
    """Play a card of one's colour; with real cards, tell the building and the points on the card."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    player = state.player(step.who)
    if not state.cards_in_box:
        if pick is None:
            options = (building_opt(printed, key, low=0, high=MOST_POINTS) for key in BUILDINGS)
            return Need(step.who, "awaken", tuple(options))
        placed = awakened(done(state), step.who, pick.what, pick.n)
        return (
            replace(placed, agenda=begin(printed.book, "bill", placed.agenda, step.who))
            if (state.items_in_box)
            else placed
        )
    if not player.hand:
        return None
    if pick is None:
        fitting = {held.card for held in player.hand if player.colour in printed.cards[held.card].colours}
        return Need(step.who, "play", own_opts(player.hand, fitting), secret=True)
    return replace(state, agenda=begin(printed.book, f"card.{pick.what}", state.agenda[1:], step.who))


def establish(at: At[Establish]) -> Turned:
    """Place the favor, score, discard: the cost is paid."""
    printed, state, step, verb = at.printed, at.state, at.step, at.verb
    card = printed.cards[verb.card]
    placed = awakened(done(state), step.who, card.building, card.points)
    return discarded(printed, placed, step.who, verb.card)


def awakened(state: FreeRadicalsState, seat: int, building: str, points: int) -> FreeRadicalsState:
    """Return the state after ``seat`` awakened a building: into an empty slot, if there is one, and the points."""
    at = BUILDINGS.index(building)
    if len(state.slots[at]) < SLOTS:
        slots = (*state.slots[:at], (*state.slots[at], seat), *state.slots[at + 1 :])
        state = replace(state, slots=slots)
    return state.scored(seat, points, "awaken", building)
