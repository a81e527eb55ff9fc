"""Crossfire: hidden roles passed around a ring, three minutes of talk, and everybody points at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.game import PackError, Title

from .meta import META

if TYPE_CHECKING:
    from .rules import Crossfire

__all__ = ["META", "TITLE", "bind"]


def bind(packs: Mapping[str, bytes]) -> Crossfire:
    """Return the game bound to its packs ("chart.toml", "roles.toml"). Raises PackError for one it cannot use."""
    from .printed import load  # read when it is played: a table has one game of the shelf on it
    from .rules import Crossfire

    return Crossfire(load(packs))


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the files of a pack that this game does not read."""
    from .printed import unread

    return unread(packs)


TITLE = Title(META, bind, unread=unread)
