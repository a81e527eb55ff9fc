"""A quest as checked data: what the location book, the map, the sheets, the cards and the app would say.

All bodies of effects lie in ``Quest.book`` by the name of their entry:

====================  =============================================================
the code              an entry (each of its other codes too)
action.PAGE.N         an action of a location page
camp.species.KEY.N    a camp action of a species, camp.job.KEY.N of a job (N from 0)
gold.JOB.N            what the N-th gold symbol gives; level.JOB.N the N-th star (N from 0)
discard.CARD          what discarding the card does
event.CARD.N          what the card does at its N-th event (N from 0)
====================  =============================================================
"""

from __future__ import annotations

import msgspec

from companion.effects import Book, Test
from companion.game import Packed, Picture

from .boards import Boards
from .cards import FollowerToken, QuestCard
from .location_book import LocationPage
from .map_sheet import Map
from .sheets import Box, Job, Species
from .things import Skill


class Ending(Packed, frozen=True):
    """One way in which the quest can be completed."""

    key: str
    title: str


class Losses(Packed, frozen=True):
    """The codes of both losses. Two boards name one for the threat: both codes lead to the same entry."""

    wounds: str
    threat: tuple[str, ...]


class Cover(Packed, frozen=True):
    """What is on the box: the title, for how many, where it starts, how it can be lost and won."""

    title: str
    about: str
    start: str
    losses: Losses
    endings: tuple[Ending, ...]
    players: tuple[int, int] = (3, 7)
    digits: tuple[int, int] = (1, 6)
    """The fewest and the most digits of a code."""
    author: str = ""
    language: str = "en"
    version: str = "1"
    words: int = 60
    """The most words of an entry that is read aloud."""


class Entry(Packed, frozen=True):
    """Something that is read aloud and done.

    A ``code`` of digits only can be typed in; any other is a name by which effects lead here. ``also``: more codes
    for the same. ``when``: a code that was told counts only then; before, ``not_yet`` is said.
    """

    code: str
    title: str
    text: str = ""
    also: tuple[str, ...] = ()
    when: Test | None = None
    not_yet: str = ""

    @property
    def typed(self) -> bool:
        """Whether people can type it in."""
        return self.code.isascii() and self.code.isdecimal()


class Quest(msgspec.Struct, frozen=True, kw_only=True):
    """A whole checked quest."""

    key: str
    cover: Cover
    boards: Boards
    map: Map
    pages: dict[int, LocationPage]
    entries: dict[str, Entry]
    """By code, each of its other codes too."""
    species: dict[str, Species]
    jobs: dict[str, Job]
    cards: dict[str, QuestCard]
    tokens: dict[int, FollowerToken]
    book: Book
    origins: dict[str, tuple[str, str]]
    """File and place of every body of the book."""
    pictures: dict[str, Picture] = {}
    """By their files, named from the pack's top ("art/map.svg")."""

    def picture(self, file: str) -> Picture | None:
        """Return a picture by its file, None where a sheet, page or card names none ("")."""
        return self.pictures.get(file)

    def deck(self, deck: str) -> tuple[str, ...]:
        """Return the numbers of the cards of a deck, in the pack's order."""
        return tuple(number for number, card in self.cards.items() if card.deck == deck)

    def track(self, species: str, job: str, skill: Skill) -> tuple[Box, ...]:
        """Return the whole track of a skill: the species sheet's boxes, then the job sheet's beside them."""
        return (*self.species[species].skills.of(skill), *self.jobs[job].skills.of(skill))

    def bonus_die(self, species: str, job: str, skill: Skill, filled: int) -> int:
        """Return the sides of the bonus die with so many boxes filled, 0 where there is none yet."""
        return max((box.die or 0 for box in self.track(species, job, skill)[:filled]), default=0)
