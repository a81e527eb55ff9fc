"""Cards and follower tokens of a quest (cards/, tokens.toml)."""

from __future__ import annotations

from typing import Literal

from companion.game import Packed

from .things import Sides

Event = Literal["travel", "page", "round", "check"]
"""When a card's ongoing effect comes: the party has travelled, a page was turned, a round begins, its holder has made
a check."""


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
