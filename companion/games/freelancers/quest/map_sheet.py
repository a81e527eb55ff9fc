"""The map sheet of a quest: places and paths (map.toml)."""

from __future__ import annotations

from typing import Literal, get_args

from companion.game import Packed

Icon = Literal[
    "campsite",
    "chaotic-temple",
    "crossroads",
    "duel",
    "dungeon",
    "event",
    "fortune-teller",
    "lawful-shrine",
    "location-page",
    "market",
    "tavern",
    "threat",
    "treasure-golem",
]
ICONS: tuple[Icon, ...] = get_args(Icon)
"""Every kind of map icon."""


def icon_file(icon: str) -> str:
    """Return the file in which a pack may have a picture of its own for a map icon."""
    return f"art/icon-{icon}.svg"


class Place(Packed, frozen=True):
    """A location of the map, at ``x``, ``y`` (per cent of the sheet from the left and from the top)."""

    key: str
    name: str
    icons: tuple[Icon, ...]
    x: int
    y: int
    entry: str = ""
    """What is read on arrival (where the quest starts there, nothing need be)."""
    trading: bool = False
    """Whether treasure may be traded here."""


class Path(Packed, frozen=True):
    """A path between two places. A path that is ``shut`` opens by an effect only."""

    key: str
    between: tuple[str, str]
    shut: bool = False


class Map(Packed, frozen=True):
    """The map sheet. ``art``: a picture to lie under places and paths."""

    name: str
    start: str
    places: tuple[Place, ...]
    paths: tuple[Path, ...]
    art: str = ""
