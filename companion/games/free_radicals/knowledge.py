"""The knowledge tracks (rulebook, "Knowledge Track"): one's own step, another faction's, the benefactor's bonus."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.effects import Body, begin
from companion.game import Text, say

from .describe import cost_text, gain_text
from .needs import At, Need, Opt, Turned, colour_opt, done, level_of
from .printed import Cost, Printed
from .state import FreeRadicalsState, Player
from .verbs import COLOURS, Advance, Favor, Knowledge


def next_level(printed: Printed, state: FreeRadicalsState, colour: str) -> int:
    """Return the level that the next step on a track goes into, 0 at its end."""
    track, steps = printed.tracks[colour], state.steps(colour)
    return track.level(steps + 1) if steps < track.length else 0


def affordable(player: Player, cost: Cost) -> bool:
    """Tell whether a player can pay a cost: what is fixed, and any resources out of the rest."""
    spare = (
        player.hydrogen - cost.hydrogen,
        player.carbon - cost.carbon,
        player.titanium - cost.titanium,
        player.credit - cost.credit,
    )
    return min(spare) >= 0 and sum(spare[:3]) >= cost.any


def knowledge(at: At[Knowledge]) -> Turned:
    """Pick a track; its cost comes first, then the step."""
    printed, state, step, verb, pick = at.printed, at.state, at.step, at.verb, at.pick
    player = state.player(step.who)
    if pick is None:
        allowed = tuple(
            colour for colour in COLOURS if verb.of == "any" or (verb.of == "own") == (colour == player.colour)
        )
        options = tuple(_opt(printed, state, player, colour) for colour in allowed)
        found = tuple(opt for opt in options if opt is not None)
        return Need(step.who, "advance", found) if found else None
    level = next_level(printed, state, pick.what)
    return replace(state, agenda=begin(printed.book, f"track.{pick.what}.{level}", state.agenda[1:], step.who))


def _opt(printed: Printed, state: FreeRadicalsState, player: Player, colour: str) -> Opt | None:
    level = next_level(printed, state, colour)
    if not level:
        return None
    track = printed.tracks[colour]
    if state.items_in_box and not affordable(player, track.cost[level - 1]):
        return None
    return colour_opt(colour, _detail(printed, state, player, colour, level))


def _detail(printed: Printed, state: FreeRadicalsState, player: Player, colour: str, level: int) -> Text:
    bonus = colour != player.colour and level != level_of(printed, state, colour)
    track = printed.tracks[colour]
    body = printed.book[f"benefactor.{level}"] if bonus else ()
    return _advance_text(track.cost[level - 1], track.points[level - 1], named(body, colour))


@lru_cache(maxsize=64)
def named(body: Body, colour: str) -> Body:
    """Return a benefactor's bonus with the colour that is advanced in place of "that"."""
    return tuple(
        replace(effect, colour=colour) if isinstance(effect, Favor) and effect.colour == "that" else effect
        for effect in body
    )


@lru_cache(maxsize=256)
def _advance_text(cost: Cost, points: int, bonus: Body) -> Text:
    """Return what a step costs and gives in words."""
    found = say("free_radicals.advance_detail", cost=cost_text(cost.pays()), n=points)
    return say("free_radicals.plus", a=found, b=gain_text(bonus)) if bonus else found


def advance(at: At[Advance]) -> Turned:
    """Go one step on: points to the mover, and a bonus for bringing another faction to a new level."""
    printed, state, step, verb = at.printed, at.state, at.step, at.verb
    track, before = printed.tracks[verb.colour], state.steps(verb.colour)
    if before >= track.length:
        return done(state)
    after = tuple(n + (c == verb.colour) for c, n in zip(COLOURS, state.knowledge, strict=True))
    level = track.level(before + 1)
    state = done(replace(state, knowledge=after))
    state = state.scored(step.who, track.points[level - 1], "knowledge", verb.colour)
    if verb.colour == state.player(step.who).colour or level == track.level(before):
        return state
    return replace(state, agenda=begin(printed.book, f"benefactor.{level}", state.agenda, step.who, verb.colour))
