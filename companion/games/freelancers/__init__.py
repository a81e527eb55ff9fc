"""Freelancers: a quest read from a pack, by a game master in the box; or the boxed game's boards and order alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.game import PackError, Title

from .meta import META

if TYPE_CHECKING:
    from .rules import Freelancers

__all__ = ["META", "TITLE", "bind"]


def bind(packs: Mapping[str, bytes]) -> Freelancers:
    """Return the game bound to its packs: the boards, and every quest. Raises PackError."""
    from .owner import load  # read when it is played: a table has one game of the shelf on it
    from .rules import Freelancers

    return Freelancers(load(packs))


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the files of a pack that this game does not read."""
    from .owner import unread

    return unread(packs)


TITLE = Title(META, bind, beside="quests/*/quest.toml", unread=unread)
