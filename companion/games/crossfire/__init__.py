"""Crossfire: hidden roles passed around a ring, three minutes of talk, and everybody points at once."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Title

from .printed import load
from .rules import META, Crossfire

__all__ = ["META", "TITLE", "Crossfire", "bind"]


def bind(packs: Mapping[str, bytes]) -> Crossfire:
    """Return the game bound to its packs ("chart.toml", "roles.toml"). Raises PackError for one it cannot use."""
    return Crossfire(load(packs))


TITLE = Title(META, bind)
