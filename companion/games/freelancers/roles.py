"""The seven roles, spread over whoever plays (rulebook, "Roles")."""

from __future__ import annotations

ROLES = ("game-master", "bookkeeper", "cartographer", "medic", "scout", "lookout", "influencer")
"""In the order of the rulebook: A to G."""


def roles(seats: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Return every role with who has it: one after the other clockwise, so that nobody has two more than another."""
    return tuple((role, seats[n % len(seats)]) for n, role in enumerate(ROLES))


def holder(seats: tuple[int, ...], role: str) -> int:
    """Return who has a role."""
    return dict(roles(seats))[role]
