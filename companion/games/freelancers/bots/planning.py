"""Which action a bot stands on: by name and guide symbols alone, as the rulebook tells people to choose."""

from __future__ import annotations

from companion.games.freelancers.sight import ActionView, FreelancersView, PlayerView

from .seen import CHECKS, hurt, odds, player

GAINS = {
    "xp": 1.2,
    "gold": 0.7,
    "luck": 0.9,
    "influence": 0.4,
    "treasure": 1.7,
    "follower": 1.4,
    "supplies": 1.0,
    "title": 1.2,
    "travel": 1.0,
    "unknown": 1.0,
}
"""What a symbol of a gain is worth where it comes off."""
PRICES = {"wound": 1.6, "stress": 0.7, "corruption": 0.7, "time": 0.8, "threat": 1.6}
"""What a symbol of a loss costs where it does not come off."""
STORY = ("talk", "lock", "follower")
"""Symbols of something that happens once: what it is, people want to know."""


def wanted(view: FreelancersView, started: int) -> float:
    """Return how much is left to be done on a page's dials, less what those on dial actions will do about it.

    ``started`` is where the dials stood when the page was turned to: where at 0, nobody knows what they are for.
    """
    left = max((dial.value for dial in view.dials if dial.used), default=0)
    if not started:
        return 1.0 if any(dial.used for dial in view.dials) else 0.0
    at_it = sum(len(action.seats) for action in view.actions if "dial" in action.symbols)
    return left - 0.9 * at_it


def worth(view: FreelancersView, seat: int, action: ActionView, left: float, tried: int, opened: bool) -> float:
    """Return what an action promises to a seat: what its symbols say, by how good the player is at it.

    ``tried``: how often somebody stood on it on this page; ``opened``: it was locked before.
    """
    sheet = player(view, seat)
    checks = [symbol for symbol in action.symbols if symbol in CHECKS]
    chance = max((odds(sheet, what) for what in checks), default=0.9)
    total = 0.0
    for symbol in action.symbols:
        if symbol == "dial":
            total += (3.4 if left > 0 else 0.2) * chance
        elif symbol == "heal":
            total += 2.5 * hurt(sheet)
        elif symbol == "risk":
            total += 0.45 * max(len(track.tokens) for track in view.tracks) * chance
        elif symbol in GAINS:
            total += GAINS[symbol] * chance * (0.5 if symbol == "title" and tried else 1)
        if symbol in STORY:
            total += (1.6 if not tried else 0.3) * chance
    price = sum(PRICES.get(symbol, 0) for symbol in action.symbols) + (0.4 if checks else 0)
    total -= price * (1 - chance) * (1 + hurt(sheet) + (1.0 if view.wounds <= 2 else 0))
    total += sum(_box(sheet, what) for what in checks) * chance
    return total + (3.0 if opened and not tried else 0)


def _box(sheet: PlayerView, what: str) -> float:
    """Return what the next box of a skill is worth: a point, more with a star or a die."""
    skill = next((one for one in sheet.skills if one.key == what), None)
    empty = next((box for box in skill.boxes if not box.filled), None) if skill is not None else None
    if empty is None:
        return 0.0
    return 0.6 + (0.6 if empty.star else 0) + (0.3 if empty.die else 0) + (0.2 if empty.gold else 0)


def duty(view: FreelancersView, seat: int) -> int | None:
    """Return the open required action that this seat takes: whoever is best at it of those still to choose."""
    for action in view.actions:
        if action.type != "required" or not action.open or action.seats:
            continue
        checks = [symbol for symbol in action.symbols if symbol in CHECKS]
        fit = {
            other: max((odds(player(view, other), what, 12) for what in checks), default=0.5)
            - 0.25 * hurt(player(view, other))
            for other in view.waiting
        }
        if fit and max(fit, key=lambda other: (fit[other], -other)) == seat:
            return action.number
    return None
