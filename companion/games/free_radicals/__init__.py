"""Free Radicals: ten factions that play by rules of their own, one city, twelve rounds."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Title

from .owner import load
from .rules import META, FreeRadicals

__all__ = ["META", "TITLE", "FreeRadicals", "bind"]


def bind(packs: Mapping[str, bytes]) -> FreeRadicals:
    """Return the game bound to its packs (factions, buildings, knowledge, cards, scoring). Raises PackError."""
    return FreeRadicals(load(packs))


TITLE = Title(META, bind)
