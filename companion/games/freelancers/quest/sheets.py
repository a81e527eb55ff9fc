"""Species and job sheets of a quest (sheets/)."""

from __future__ import annotations

from companion.effects import Test
from companion.game import Packed

from .things import Kind, Sides, Skill


class Box(Packed, frozen=True):
    """A box of a skill's track. ``die``: the bonus die from here on; ``star``, ``gold``: what filling it gives."""

    die: Sides | None = None
    star: bool = False
    gold: bool = False


class Tracks(Packed, frozen=True):
    """The five skill tracks, or a sheet's part of them."""

    might: tuple[Box, ...] = ()
    agility: tuple[Box, ...] = ()
    smarts: tuple[Box, ...] = ()
    will: tuple[Box, ...] = ()
    sense: tuple[Box, ...] = ()

    def of(self, skill: Skill) -> tuple[Box, ...]:
        """Return the track of one skill."""
        boxes: tuple[Box, ...] = getattr(self, skill)
        return boxes


class SheetEnding(Packed, frozen=True):
    """A line of an endings chart: from ``least`` XP on, perhaps only after one of the quest's endings.

    ``kind``: only for who has more titles of that kind than of the other.
    """

    least: int
    text: str
    after: str = ""
    kind: Kind | None = None


class CampAction(Packed, frozen=True):
    """A camp action of a sheet; ``test`` says for whom it is open."""

    name: str
    text: str = ""
    test: Test | None = None


class Species(Packed, frozen=True):
    """A species sheet: the left half of a character sheet."""

    key: str
    name: str
    weapon: str
    """The number of the starting weapon."""
    hp: int = 3
    skills: Tracks = Tracks()
    blanks: tuple[str, ...] = ()
    """Sentences with ``___`` for what players fill in."""
    camp: tuple[CampAction, ...] = ()
    art: str = ""


class Job(Packed, frozen=True):
    """A job sheet: the right half. ``gold`` and ``level`` count what has no effect of its own, too."""

    key: str
    name: str
    skills: Tracks
    gold: int
    level: int
    gold_title: str
    gold_kind: Kind
    endings: tuple[SheetEnding, ...]
    backstory: str = ""
    blanks: tuple[str, ...] = ()
    camp: tuple[CampAction, ...] = ()
    art: str = ""
