"""Favor (rulebook, "Favor"): earned of other factions, never of one's own, never lost, never short."""

from __future__ import annotations

from msgspec.structs import replace

from .by_hand import noted
from .needs import At, Need, Turned, colour_opt, done, one_more
from .state import FreeRadicalsState
from .verbs import COLOURS, EarnFavor, Favor, Tribute

MOST = 50


def earn(state: FreeRadicalsState, seat: int, colour: str, n: int) -> FreeRadicalsState:
    """Return the state after ``seat`` earned favor of a colour; of its own there is none to earn."""
    player = state.player(seat)
    if colour == player.colour:
        return state
    favor = tuple(count + (n if c == colour else 0) for c, count in zip(COLOURS, player.favor, strict=True))
    return state.with_player(replace(player, favor=favor))


def favor(at: At[Favor]) -> Turned:
    """Earn favor of a colour that is fixed, spoken of, or chosen for each one."""
    state, step, verb, pick = at.state, at.step, at.verb, at.pick
    if verb.colour != "any":
        colour = step.about.partition("#")[0] if verb.colour == "that" else verb.colour
        return done(earn(state, step.who, colour, verb.n))
    if pick is None:
        own = state.player(step.who).colour
        return Need(step.who, "colour", tuple(colour_opt(colour) for colour in COLOURS if colour != own))
    return one_more(earn(state, step.who, pick.what, 1), step, verb.n)


def earn_favor(at: At[EarnFavor]) -> Turned:
    """Earn any number of a colour, because an action on the player aid says so."""
    state, step, pick = at.state, at.step, at.pick
    if pick is None:
        own = state.player(step.who).colour
        return Need(step.who, "favor", tuple(colour_opt(colour, high=MOST) for colour in COLOURS if colour != own))
    return done(earn(state, step.who, pick.what, pick.n))


def tribute(at: At[Tribute]) -> Turned:
    """Let a controller take the visitor's favor off its slot."""
    state, step = at.state, at.step
    if not state.items_in_box:
        state = noted(state, step)
    return done(earn(state, step.who, step.about, 1))
