"""What a publisher prints, checked: factions, buildings, knowledge tracks, Data cards, scoring."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from companion.effects import (
    Body,
    Test,
)
from companion.game import Packed, Text

from .verbs import (
    Building,
    Colour,
    Pay,
)

Reward = Literal["hydrogen", "carbon", "titanium", "any", "credit", "data", "random"]
REWARDS: tuple[Reward, ...] = ("hydrogen", "carbon", "titanium", "any", "credit", "data", "random")
LEVELS = (1, 2, 3, 4)
NonNegative = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Cost(Packed, frozen=True):
    """What is paid or given: units of any resource, of each resource, and Credits."""

    any: NonNegative = 0
    hydrogen: NonNegative = 0
    carbon: NonNegative = 0
    titanium: NonNegative = 0
    credit: NonNegative = 0

    def pays(self) -> Body:
        """Return the cost as effects, what is fixed first."""
        order = ("hydrogen", "carbon", "titanium", "credit", "any")
        return tuple(Pay(what=what, n=getattr(self, what)) for what in order if getattr(self, what))  # type: ignore[arg-type]  # a resource


class Start(Cost, frozen=True):
    """A faction's starting items; ``data`` are cards off the deck."""

    data: NonNegative = 0


class Counter(Packed, frozen=True):
    """A named counter of a faction, from 0 to ``most``; ``turn``: it goes back to 0 at the start of each turn."""

    key: str
    name: str
    most: int = 99
    start: int = 0
    turn: bool = False


class RawStep(Packed, frozen=True):
    """A line of a turn sequence, or an action of a player aid, its effects still to be read."""

    text: str
    test: Any = None
    effects: Any = ()


class RawFaction(Packed, frozen=True):
    """A faction as it stands in the file."""

    name: str
    colour: Colour
    building: Building
    start: Start
    bonus: RawStep
    components: tuple[str, ...] = ()
    counters: tuple[Counter, ...] = ()
    steps: tuple[RawStep, ...] = ()
    actions: tuple[RawStep, ...] = ()
    colour_verified: bool = True
    start_verified: bool = True


class Aid(Packed, frozen=True):
    """What an owner's file adds to a faction: counters, steps of the turn, actions."""

    counters: tuple[Counter, ...] = ()
    steps: tuple[RawStep, ...] = ()
    actions: tuple[RawStep, ...] = ()


class AidStep(msgspec.Struct, frozen=True):
    """A checked line of a player aid: its text, when it may be done, and the name of its effects' entry."""

    text: str
    test: Test | None
    entry: str


class Faction(msgspec.Struct, frozen=True, kw_only=True):
    """One faction."""

    key: str
    name: str
    colour: Colour
    building: Building
    start: Start
    bonus: AidStep
    components: tuple[str, ...]
    counters: tuple[Counter, ...]
    steps: tuple[AidStep, ...]
    actions: tuple[AidStep, ...]
    colour_verified: bool
    start_verified: bool

    def counter(self, key: str) -> int | None:
        """Return the place of a counter among the faction's, None where it has no such one."""
        return next((n for n, counter in enumerate(self.counters) if counter.key == key), None)


class RawBuilding(Packed, frozen=True):
    """A building as it stands in the file. ``titanium``: the power by the other reading of the rulebook."""

    name: str
    power: Any
    reward: Reward
    titanium: Any = None
    verified: bool = True


class Track(Packed, frozen=True):
    """A knowledge track: steps, points and cost of each level; ``known`` levels stand in the rulebook."""

    steps: tuple[int, ...]
    points: tuple[int, ...]
    cost: tuple[Cost, ...]
    known: tuple[int, ...] = ()
    verified: bool = True

    @property
    def length(self) -> int:
        """How many steps the whole track has."""
        return sum(self.steps)

    def level(self, steps: int) -> int:
        """Return the level reached after so many steps, 0 to 4."""
        reached = 0
        for level, count in enumerate(self.steps, 1):
            if steps <= reached:
                return level - 1
            reached += count
        return len(self.steps)


class DataCard(Packed, frozen=True):
    """A Data card: whose colours can use it, what it costs (one of two, where it has two) and scores."""

    building: Building
    colours: tuple[Colour, ...]
    points: int
    resources: Cost = Cost()
    credits: int = 0


class Prize(Packed, frozen=True):
    """Points for the first and the second place."""

    first: int
    second: int
    verified: bool = True


class Sets(Packed, frozen=True):
    """Points for each whole set of the other four colours."""

    points: int


class Rest(Packed, frozen=True):
    """``points`` for every ``each`` items left."""

    each: int
    points: int


class Scoring(Packed, frozen=True):
    """Rounds and the points at the end."""

    rounds: int
    knowledge: Prize
    favor: Prize
    sets: Sets
    items: Rest


class Printed(msgspec.Struct, frozen=True):
    """The checked packs. ``book`` has every body of effects by the name of its entry."""

    factions: dict[str, Faction]
    buildings: dict[str, RawBuilding]
    tracks: dict[str, Track]
    cards: dict[str, DataCard]
    cards_verified: bool
    scoring: Scoring
    book: dict[str, Body]
    lines: dict[str, tuple[Text, Text]] = msgspec.field(default_factory=dict)
    """Each Data card's short name, and what it costs and scores, put together once."""

    def usable(self, card: str, colours: tuple[str, ...]) -> bool:
        """Tell whether anyone who plays one of ``colours`` could awaken with ``card``."""
        return any(colour in colours for colour in self.cards[card].colours)
