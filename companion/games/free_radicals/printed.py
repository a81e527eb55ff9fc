"""What a publisher prints, checked: factions, buildings, knowledge tracks, Data cards, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from companion.effects import Body, Choose, Effect, Test, Way, read, read_test, walk
from companion.game import PackError

from .verbs import (
    BUILDINGS,
    COLOURS,
    LANGUAGE,
    Advance,
    Awaken,
    Bill,
    Building,
    Colour,
    Count,
    Counted,
    EarnFavor,
    Establish,
    ForOther,
    Gain,
    GetItem,
    GiveItem,
    Knowledge,
    Pay,
    Points,
    Prestige,
    Trade,
    Tribute,
    Visit,
)

Reward = Literal["hydrogen", "carbon", "titanium", "any", "credit", "data", "random"]
REWARDS: tuple[Reward, ...] = ("hydrogen", "carbon", "titanium", "any", "credit", "data", "random")
LEVELS = (1, 2, 3, 4)


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of what is read from a pack. ``verified``: somebody has seen it in print."""


class Cost(Packed, frozen=True):
    """What is paid or given: units of any resource, of each resource, and Credits."""

    any: int = 0
    hydrogen: int = 0
    carbon: int = 0
    titanium: int = 0
    credit: int = 0

    def pays(self) -> Body:
        """Return the cost as effects, what is fixed first."""
        order = ("hydrogen", "carbon", "titanium", "credit", "any")
        return tuple(Pay(what=what, n=getattr(self, what)) for what in order if getattr(self, what))  # type: ignore[arg-type]


class Start(Cost, frozen=True):
    """A faction's starting items; ``data`` are cards off the deck."""

    data: int = 0


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

    def usable(self, card: str, colours: tuple[str, ...]) -> bool:
        """Tell whether anyone who plays one of ``colours`` could awaken with ``card``."""
        return any(colour in colours for colour in self.cards[card].colours)


ACTS: dict[str, Effect] = {
    "visit": Visit(),
    "awaken": Awaken(),
    "knowledge": Knowledge(),
    "favor": EarnFavor(),
    "prestige": Prestige(),
    "gain": GetItem(),
    "pay": GiveItem(),
    "bonus": Visit(bonus=True),
    "other": ForOther(),
    "trade": Trade(),
}
"""The acts that every faction has, in the order in which they are offered."""

T = TypeVar("T")


def _read(file: str, packs: Mapping[str, bytes], what: type[T]) -> T:
    if file not in packs:
        raise PackError(file, "the pack", "this file is missing")
    try:
        return msgspec.toml.decode(packs[file].decode("utf-8-sig"), type=what)
    except UnicodeDecodeError as fault:
        raise PackError(file, f"byte {fault.start}", "save the file as UTF-8") from fault
    except msgspec.ValidationError as fault:
        hint, _, place = str(fault).partition(" - at `$")
        raise PackError(file, place.strip("`.") or "the top", hint) from fault
    except (msgspec.DecodeError, RecursionError) as fault:
        raise PackError(file, "the whole file", str(fault) or "too deeply nested") from fault


def read_packs(packs: Mapping[str, bytes]) -> Printed:
    """Return the packs' content, checked file by file. Raises PackError with file, place and hint."""
    book: dict[str, Body] = {f"act.{name}": (effect,) for name, effect in ACTS.items()}
    book["tribute"] = (Tribute(),)
    book["bill"] = (Bill(),)
    book["take.data"], book["take.random"] = (Gain(what="data"),), (Gain(what="random"),)
    book["drop.data"] = (Pay(what="data"),)
    factions = {
        key: _faction(key, raw, book) for key, raw in _read("factions.toml", packs, dict[str, RawFaction]).items()
    }
    buildings = _buildings(_read("buildings.toml", packs, dict[Building, RawBuilding]), book)
    tracks = _tracks(_read("knowledge.toml", packs, dict[str, Any]), book)
    cards, verified = _cards(_read("cards.toml", packs, dict[str, Any]))
    scoring = _read("scoring.toml", packs, Scoring)
    if not 1 <= scoring.rounds <= 30 or scoring.items.each < 1:
        raise PackError("scoring.toml", "rounds", "1 to 30 rounds, and at least one item each")
    _check_counters(factions, buildings, book)
    return Printed(factions, buildings, tracks, cards, verified, scoring, book)


def _faction(key: str, raw: RawFaction, book: dict[str, Body]) -> Faction:
    file = "factions.toml"
    if len({counter.key for counter in raw.counters}) < len(raw.counters):
        raise PackError(file, f"{key}.counters", "two counters have the same key")
    for counter in raw.counters:
        if not 0 <= counter.start <= counter.most <= 999:
            raise PackError(file, f"{key}.counters.{counter.key}", "0 to 999, and it starts within that")
    if len({step.text for step in raw.actions}) < len(raw.actions):
        raise PackError(file, f"{key}.actions", "two actions have the same text")
    if len({step.text for step in raw.steps}) < len(raw.steps):
        raise PackError(file, f"{key}.steps", "two steps have the same text")

    def aid(step: RawStep, name: str) -> AidStep:
        place = f"{key}.{name}"
        test = None if step.test is None else read_test(step.test, LANGUAGE, file, f"{place}.test")
        book[f"{name}.{key}"] = read(step.effects, LANGUAGE, file, f"{place}.effects")
        return AidStep(step.text, test, f"{name}.{key}")

    return Faction(
        key=key,
        name=raw.name,
        colour=raw.colour,
        building=raw.building,
        start=raw.start,
        bonus=aid(raw.bonus, "bonus"),
        components=raw.components,
        counters=raw.counters,
        steps=tuple(aid(step, f"steps[{n}]") for n, step in enumerate(raw.steps)),
        actions=tuple(aid(step, f"actions[{n}]") for n, step in enumerate(raw.actions)),
        colour_verified=raw.colour_verified,
        start_verified=raw.start_verified,
    )


def _buildings(raw: dict[Building, RawBuilding], book: dict[str, Body]) -> dict[str, RawBuilding]:
    file = "buildings.toml"
    for key in BUILDINGS:
        if key not in raw:
            raise PackError(file, key, "every building needs a section of its own")
        building = raw[key]
        book[f"power.{key}"] = read(building.power, LANGUAGE, file, f"{key}.power")
        if building.titanium is not None:
            book[f"titanium.{key}"] = read(building.titanium, LANGUAGE, file, f"{key}.titanium")
    return {str(key): building for key, building in raw.items()}


def _tracks(raw: dict[str, Any], book: dict[str, Body]) -> dict[str, Track]:
    file = "knowledge.toml"
    bonuses = raw.pop("benefactor", {})
    tracks: dict[str, Track] = {}
    for level in LEVELS:
        if str(level) not in bonuses:
            raise PackError(file, f"benefactor.{level}", "each of the four levels has its bonus")
        book[f"benefactor.{level}"] = read(bonuses[str(level)], LANGUAGE, file, f"benefactor.{level}")
    for colour in COLOURS:
        if colour not in raw:
            raise PackError(file, colour, "every colour has its track")
        try:
            tracks[colour] = msgspec.convert(raw.pop(colour), type=Track)
        except msgspec.ValidationError as fault:
            hint, _, place = str(fault).partition(" - at `$")
            raise PackError(file, colour + place.rstrip("`"), hint) from fault
        check_track(file, colour, tracks[colour])
    if raw:
        raise PackError(file, next(iter(raw)), f"no such track; there are {', '.join(COLOURS)}")
    return tracks


def check_track(file: str, colour: str, track: Track) -> None:
    """Refuse a track that has not four levels, or says otherwise than the rulebook's worked cell."""
    if not len(track.steps) == len(track.points) == len(track.cost) == len(LEVELS):
        raise PackError(file, colour, "steps, points and cost have one entry for each of the four levels")
    if min(track.steps) < 1 or min(track.points) < 0 or track.length > 60:
        raise PackError(file, colour, "a level has at least one step, and no points below zero")
    if colour == "red" and (track.cost[1], track.points[1]) != (Cost(titanium=1, credit=1), 2):
        raise PackError(file, "red", "the second level costs 1 titanium and 1 credit and scores 2: the worked example")


def _cards(raw: dict[str, Any]) -> tuple[dict[str, DataCard], bool]:
    file = "cards.toml"
    verified = raw.pop("verified", True)
    cards: dict[str, DataCard] = {}
    for key, value in raw.items():
        try:
            cards[key] = msgspec.convert(value, type=DataCard)
        except msgspec.ValidationError as fault:
            hint, _, place = str(fault).partition(" - at `$")
            raise PackError(file, key + place.rstrip("`"), hint) from fault
        check_card(file, key, cards[key])
    if len(cards) != 50:
        raise PackError(file, "the cards", f"there are 50 Data cards, not {len(cards)}")
    return cards, bool(verified)


def check_card(file: str, key: str, card: DataCard) -> None:
    """Refuse a card that nobody can use, or whose numbers cannot be."""
    if not card.colours or len(set(card.colours)) < len(card.colours):
        raise PackError(file, f"{key}.colours", "at least one colour, none twice")
    if not 0 <= card.points <= 20 or card.credits < 0:
        raise PackError(file, key, "0 to 20 points, and no cost below zero")


def bind_book(printed: Printed) -> None:
    """Write the bodies that follow from rewards, tracks and cards into the book."""
    book = printed.book
    for key, building in printed.buildings.items():
        book[f"reward.{key}"] = (Gain(what=building.reward),)
    for colour, track in printed.tracks.items():
        for level, cost in enumerate(track.cost, 1):
            book[f"track.{colour}.{level}"] = (*cost.pays(), Advance(colour=colour))  # type: ignore[arg-type]
    for key, card in printed.cards.items():
        ways = [card.resources.pays()] if card.resources.pays() else []
        if card.credits:
            ways.append((Pay(what="credit", n=card.credits),))
        pay: Body = ways[0] if ways else ()
        if len(ways) > 1:
            names = ("@resources", "@credits")
            pay = (Choose(ways=tuple(Way(text=name, then=way) for name, way in zip(names, ways, strict=True))),)
        book[f"card.{key}"] = (*pay, Establish(card=key))


def _check_counters(factions: dict[str, Faction], buildings: dict[str, RawBuilding], book: dict[str, Body]) -> None:
    """Refuse effects of a faction that speak of a counter it does not have."""
    for name, body in book.items():
        key = name.rpartition(".")[2]
        owner = factions.get(key) if name.startswith(("bonus", "steps", "actions")) else None
        known = {"", "level", *(counter.key for counter in owner.counters)} if owner else {"", "level"}
        file = "factions.toml" if owner else "buildings.toml"
        for _, effect in walk(body):
            words = [effect.per] if isinstance(effect, Gain | Points) else []
            words += [effect.counter] if isinstance(effect, Count) else []
            for word in words:
                if word not in known:
                    raise PackError(file, name, f"there is no counter {word!r} here")
    for key, faction in factions.items():
        for step in (faction.bonus, *faction.steps, *faction.actions):
            if isinstance(step.test, Counted) and faction.counter(step.test.counter) is None:
                raise PackError("factions.toml", f"{key}.test", f"there is no counter {step.test.counter!r} here")
    if len({faction.building for faction in factions.values()}) < len(factions):
        raise PackError("factions.toml", "building", "each faction has its bonus power at a building of its own")
    assert len(buildings) == len(BUILDINGS)
