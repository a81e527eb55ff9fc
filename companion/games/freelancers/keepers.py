"""A component changes its keeper in mid-game: what waited for the old one goes on with the new one."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Draw, Roll
from companion.pile import Bag

from . import bag, cards
from .printed import Printed
from .roles import holder
from .state import FreelancersState, Need, Rolled


def kept(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state with every component where its keeper has it."""
    if state.stage in ("setup", "over"):
        return state
    if state.bag_in_box and not state.filled:
        state = _filled(printed, state)
    elif not state.bag_in_box and state.filled:
        state = replace(state, bag=Bag(), filled=False)
    if state.story and state.cards_in_box and not state.dealt:
        state = cards.decks(printed, state)
    elif state.dealt and not state.cards_in_box:
        state = replace(state, dealt=False)
    return _waiting(state)


def _filled(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state with the bag as it should be: all that is neither on the tracks nor out of the game."""
    full = bag.first_bag(printed, state)
    for token in (*state.tracks[0], *state.tracks[1]):
        if full.count(token):
            full = full.take(token)
    seen = len(printed.boards_of(state).threats) - len(state.unseen)
    full = full.add(*("threat",) * max(0, min(state.added, len(printed.boards_of(state).threats)) - seen))
    return replace(state, bag=full, filled=True)


def _waiting(state: FreelancersState) -> FreelancersState:
    """Return the state with a draw or roll that the box has nothing to do with any more asked for, or left out."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, Draw | Roll) or state.keeper(step.component) != "unseen":
        return state
    rest = replace(state, agenda=state.agenda[1:])
    if isinstance(step, Roll):
        rolled = rest.agenda[0]
        assert isinstance(rolled, Rolled)
        return rest.then(Need(kind="total", options=(), seat=rolled.seat, about=rolled.what, n=rolled.plus))
    if step.component != "bag":
        return rest
    return rest.then(Need(kind="time", options=("done", *bag.TRACKS), seat=holder(state.seats, "scout"), n=1))
