"""Free Radicals: ten factions that play by rules of their own, one city, twelve rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.game import Title

from .meta import META

if TYPE_CHECKING:
    from .rules import FreeRadicals

__all__ = ["META", "TITLE", "bind"]


def bind(packs: Mapping[str, bytes]) -> FreeRadicals:
    """Return the game bound to its packs (factions, buildings, knowledge, cards, scoring). Raises PackError."""
    from .owner import load  # read when it is played: a table has one game of the shelf on it
    from .rules import FreeRadicals

    return FreeRadicals(load(packs))


TITLE = Title(META, bind)
