"""The boards and the time bag, of which the rulebook's text does not give the numbers (boards.toml)."""

from __future__ import annotations

from typing import Literal

from companion.game import Packed


class RiskToken(Packed, frozen=True):
    """So many risk tokens of a track; ``again``: with the icon that another token is drawn."""

    track: Literal[1, 2]
    n: int
    again: bool = False


class ThreatToken(Packed, frozen=True):
    """One of the five threat tokens. ``does``: luck and corruption leave the game when drawn; risk goes on ``track``.

    Track 0: either, the Scout picks.
    """

    does: Literal["luck", "corruption", "risk"]
    track: Literal[0, 1, 2] = 0
    again: bool = False


class Boards(Packed, frozen=True):
    """The boards: spaces of the risk tracks, values of the threat dial (start first), wounds, supplies, dials."""

    risk: tuple[int, int]
    threat: tuple[int, ...]
    tokens: tuple[RiskToken, ...]
    threats: tuple[ThreatToken, ...]
    wounds: int = 7
    supplies: int = 7
    seconds: int = 40
    """Planning time."""
    dials: int = 4
    dial_most: int = 20
    """How many location dials the Lookout has, and the highest number on one."""
    verified: bool = True
