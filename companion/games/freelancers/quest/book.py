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

from typing import Literal, get_args

import msgspec

from companion.effects import Book, Test
from companion.game import Packed

from .language import SKILLS, Kind, Skill, Slot

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

Symbol = Literal[
    "might",
    "agility",
    "smarts",
    "will",
    "sense",
    "weapon",
    "xp",
    "gold",
    "luck",
    "corruption",
    "stress",
    "wound",
    "heal",
    "influence",
    "treasure",
    "follower",
    "supplies",
    "risk",
    "time",
    "threat",
    "title",
    "dial",
    "talk",
    "travel",
    "lock",
    "unknown",
]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
"""Guide symbols of actions: what it is about, at a glance."""

ActionType = Literal["unlimited", "limited", "required"]
Sides = Literal[4, 6, 8, 10, 12]
"""The bonus dice."""
Event = Literal["travel", "page", "round", "check"]
"""When a card's ongoing effect comes: the party has travelled, a page was turned, a round begins, its holder has made
a check."""


# --- quest.toml


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


# --- boards.toml: numbers of the boards and of the bag, which the rulebook's text does not give


class RiskToken(Packed, frozen=True):
    """So many risk tokens of a track; ``again``: with the icon that another token is drawn."""

    track: Literal[1, 2]
    n: int
    again: bool = False


class ThreatToken(Packed, frozen=True):
    """One of the five threat tokens. ``does``: luck and corruption leave the game when drawn; risk goes on ``track``.

    Track 0: either, the Scout picks.
    """

    does: Literal["luck", "corruption", "risk"]
    track: Literal[0, 1, 2] = 0
    again: bool = False


class Boards(Packed, frozen=True):
    """The boards: spaces of the risk tracks, values of the threat dial (start first), wounds, supplies, dials."""

    risk: tuple[int, int]
    threat: tuple[int, ...]
    tokens: tuple[RiskToken, ...]
    threats: tuple[ThreatToken, ...]
    wounds: int = 7
    supplies: int = 7
    seconds: int = 40
    """Planning time."""
    dials: int = 4
    dial_most: int = 20
    """How many location dials the Lookout has, and the highest number on one."""
    verified: bool = True


# --- map.toml


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


# --- pages


class PageDial(Packed, frozen=True):
    """A dial that a page uses; it is set to ``start`` and ``each`` per player when the page is turned to."""

    name: str
    start: int = 0
    each: int = 0


class Action(Packed, frozen=True):
    """An action of a page: what everyone sees (number, name, symbols, type), and the text read when it is resolved."""

    number: int
    name: str
    type: ActionType
    symbols: tuple[Symbol, ...] = ()
    text: str = ""


class LocationPage(Packed, frozen=True):
    """A page of the location book. ``end``: the code at the end of a round; ``locks``: locked from the start."""

    number: int
    name: str
    end: str
    actions: tuple[Action, ...]
    features: tuple[str, ...] = ()
    dials: tuple[PageDial, ...] = ()
    locks: tuple[int, ...] = ()
    seconds: int = 0
    """Planning time on this page (0: as the boards say)."""
    art: str = ""

    def action(self, number: int) -> Action:
        """Return an action by its number. Raises KeyError."""
        for action in self.actions:
            if action.number == number:
                return action
        raise KeyError(number)


# --- entries


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


# --- sheets


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


# --- cards and tokens


class Bonus(Packed, frozen=True):
    """Skill modifiers, added to the results of checks."""

    might: int = 0
    agility: int = 0
    smarts: int = 0
    will: int = 0
    sense: int = 0
    weapon: int = 0


class CardEvent(Packed, frozen=True):
    """An ongoing effect of a card: what it does whenever the event comes."""

    on: Event


class QuestCard(Packed, frozen=True):
    """A card: treasure of one of four kinds, or a follower.

    ``kind`` "any": its owner holds it in the hand and says what it is when it is gained. ``deck``: where it lies.
    """

    number: str
    name: str
    kind: Literal["trinket", "armor", "weapon", "augment", "follower", "any"]
    deck: Literal["treasure", "story", "follower", "weapon"]
    text: str = ""
    bonus: Bonus = Bonus()
    die: Sides | None = None
    """The bonus die of a weapon."""
    traits: tuple[str, ...] = ()
    hp: int = 0
    """Extra HP slots of an armor."""
    token: int = 0
    """The follower token that goes into the time bag with a follower (0: none)."""
    discards: bool = False
    """Whether it has a discard effect."""
    events: tuple[CardEvent, ...] = ()
    art: str = ""


class FollowerToken(Packed, frozen=True):
    """A follower token, and the code on its back; ``start``: in the time bag from the start."""

    number: int
    code: str
    start: bool = False


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

    def deck(self, deck: str) -> tuple[str, ...]:
        """Return the numbers of the cards of a deck, in the pack's order."""
        return tuple(number for number, card in self.cards.items() if card.deck == deck)

    def track(self, species: str, job: str, skill: Skill) -> tuple[Box, ...]:
        """Return the whole track of a skill: the species sheet's boxes, then the job sheet's beside them."""
        return (*self.species[species].skills.of(skill), *self.jobs[job].skills.of(skill))

    def bonus_die(self, species: str, job: str, skill: Skill, filled: int) -> int:
        """Return the sides of the bonus die with so many boxes filled, 0 where there is none yet."""
        return max((box.die or 0 for box in self.track(species, job, skill)[:filled]), default=0)


__all__ = [
    "ICONS",
    "SKILLS",
    "SYMBOLS",
    "Action",
    "Boards",
    "Bonus",
    "Box",
    "CampAction",
    "CardEvent",
    "Cover",
    "Ending",
    "Entry",
    "FollowerToken",
    "Job",
    "LocationPage",
    "Losses",
    "Map",
    "PageDial",
    "Path",
    "Place",
    "Quest",
    "QuestCard",
    "RiskToken",
    "SheetEnding",
    "Slot",
    "Species",
    "ThreatToken",
    "Tracks",
]
