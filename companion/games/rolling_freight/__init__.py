"""Rolling Freight: dice buy contracts, contracts become links, and cargo goes over everybody's links."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Title

from .owner import load
from .rules import META, RollingFreight

__all__ = ["META", "TITLE", "RollingFreight", "bind"]


def bind(packs: Mapping[str, bytes]) -> RollingFreight:
    """Return the game bound to its packs (tables and maps). Raises PackError."""
    return RollingFreight(load(packs))


TITLE = Title(META, bind)
