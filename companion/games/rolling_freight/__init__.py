"""Rolling Freight: dice buy contracts, contracts become links, and cargo goes over everybody's links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.game import PackError, Title

from .meta import META

if TYPE_CHECKING:
    from .rules import RollingFreight

__all__ = ["META", "TITLE", "bind"]


def bind(packs: Mapping[str, bytes]) -> RollingFreight:
    """Return the game bound to its packs (tables and maps). Raises PackError."""
    from .owner import load  # read when it is played: a table has one game of the shelf on it
    from .rules import RollingFreight

    return RollingFreight(load(packs))


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the files of a pack that this game does not read."""
    from .reading import unread

    return unread(packs)


TITLE = Title(META, bind, unread=unread)
