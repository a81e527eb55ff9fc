"""Freelancers: a quest read from a pack, by a game master in the box; or the boxed game's boards and order alone."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Title

from .owner import load
from .rules import META, Freelancers

__all__ = ["META", "TITLE", "Freelancers", "bind"]


def bind(packs: Mapping[str, bytes]) -> Freelancers:
    """Return the game bound to its packs: the boards, and every quest. Raises PackError."""
    return Freelancers(load(packs))


TITLE = Title(META, bind, beside="quests/*/quest.toml")
