"""Reads and checks the packs: every fault with its file, place and hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.effects import (
    Body,
    Choose,
    Effect,
    Way,
    circles,
    dangling,
    read,
    read_test,
    walk,
)
from companion.game import PackError, converted, read_file

from .data_cards import card_lines
from .printed import (
    LEVELS,
    Aid,
    AidStep,
    Cost,
    DataCard,
    Faction,
    Printed,
    RawBuilding,
    RawFaction,
    RawStep,
    Scoring,
    Track,
)
from .verbs import (
    BUILDINGS,
    COLOURS,
    LANGUAGE,
    Advance,
    Awaken,
    Bill,
    Building,
    Count,
    Counted,
    EarnFavor,
    Establish,
    ForOther,
    Gain,
    GetItem,
    GiveItem,
    Hand,
    Knowledge,
    Pay,
    Points,
    Prestige,
    Trade,
    Tribute,
    Visit,
)

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


def read_packs(packs: Mapping[str, bytes]) -> Printed:
    """Return the packs' content, checked file by file. Raises PackError with file, place and hint."""
    book: dict[str, Body] = {f"act.{name}": (effect,) for name, effect in ACTS.items()}
    book["tribute"] = (Tribute(),)
    book["bill"] = (Bill(),)
    book["hand"] = (Hand(),)
    book["take.data"], book["take.random"] = (Gain(what="data"),), (Gain(what="random"),)
    book["drop.data"] = (Pay(what="data"),)
    factions = _factions(packs, book)
    buildings = _buildings(read_file("buildings.toml", packs, dict[Building, RawBuilding]), book)
    tracks = _tracks(read_file("knowledge.toml", packs, dict[str, Any]), book)
    cards, verified = _cards(read_file("cards.toml", packs, dict[str, Any]))
    scoring = read_file("scoring.toml", packs, Scoring)
    if not 1 <= scoring.rounds <= 30 or scoring.items.each < 1:
        raise PackError("scoring.toml", "rounds", "1 to 30 rounds, and at least one item each")
    _check_counters(factions, buildings, book)
    return Printed(factions, buildings, tracks, cards, verified, scoring, book)


def _factions(packs: Mapping[str, bytes], book: dict[str, Body]) -> dict[str, Faction]:
    """Return the factions, each with the counters, steps and actions that owners' files ("aid*.toml") add to it."""
    file = "factions.toml"
    raw = {key: converted(file, key, one, RawFaction) for key, one in read_file(file, packs, dict[str, Any]).items()}
    where = dict.fromkeys(raw, file)
    for name in sorted(packs):
        if not name.startswith("aid") or not name.endswith(".toml"):
            continue
        for key, one in read_file(name, packs, dict[str, Any]).items():
            if key not in raw:
                raise PackError(name, key, f"no such faction; there are {', '.join(raw)}")
            aid, old = converted(name, key, one, Aid), raw[key]
            where[key] = name
            raw[key] = replace(
                old,
                counters=(*old.counters, *aid.counters),
                steps=(*old.steps, *aid.steps),
                actions=(*old.actions, *aid.actions),
            )
    return {key: _faction(where[key], key, one, book) for key, one in raw.items()}


def _faction(file: str, key: str, raw: RawFaction, book: dict[str, Body]) -> Faction:
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
        tracks[colour] = converted(file, colour, raw.pop(colour), Track)
        check_track(file, colour, tracks[colour])
    if raw:
        raise PackError(file, next(iter(raw)), f"no such track; there are {', '.join(COLOURS)}")
    return tracks


def check_track(file: str, place: str, track: Track) -> None:
    """Refuse a track that has not four levels, or says otherwise than the rulebook's worked cell."""
    if not len(track.steps) == len(track.points) == len(track.cost) == len(LEVELS):
        raise PackError(file, place, "steps, points and cost have one entry for each of the four levels")
    if min(track.steps) < 1 or min(track.points) < 0 or track.length > 60:
        raise PackError(file, place, "a level has at least one step, and no points below zero")
    if "red" in place.split(".") and (track.cost[1], track.points[1]) != (Cost(titanium=1, credit=1), 2):
        raise PackError(file, place, "the second level costs 1 titanium and 1 credit and scores 2: the worked example")


def _cards(raw: dict[str, Any]) -> tuple[dict[str, DataCard], bool]:
    file = "cards.toml"
    verified = raw.pop("verified", True)
    cards: dict[str, DataCard] = {}
    for key, value in raw.items():
        cards[key] = converted(file, key, value, DataCard)
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
    printed.lines.clear()
    printed.lines.update({key: card_lines(printed, key) for key in printed.cards})
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


def _place(entry: str) -> tuple[str, str]:
    """Return the file and the place in it that an entry of the book came from."""
    kind, _, key = entry.partition(".")
    if kind.startswith(("bonus", "steps", "actions")):
        return "factions.toml", f"{key}.{kind}"
    return ("buildings.toml", f"{key}.{kind}") if kind in ("power", "titanium") else ("knowledge.toml", entry)


def _check_counters(factions: dict[str, Faction], buildings: dict[str, RawBuilding], book: dict[str, Body]) -> None:
    """Refuse effects of a faction that speak of a counter it does not have."""
    for name, _, to in dangling(book):
        raise PackError(*_place(name), f"there is no entry {to!r} to go to")
    for name in circles(book):
        raise PackError(*_place(name), "goes round in a circle with nothing picked on the way")
    for name, body in book.items():
        owner = factions.get(name.rpartition(".")[2]) if name.startswith(("bonus", "steps", "actions")) else None
        known = {"", "level", *(counter.key for counter in owner.counters)} if owner else {"", "level"}
        for _, effect in walk(body):
            words = [effect.per] if isinstance(effect, Gain | Points) else []
            words += [effect.counter] if isinstance(effect, Count) else []
            for word in words:
                if word not in known:
                    raise PackError(*_place(name), f"there is no counter {word!r} here")
            if isinstance(effect, Choose) and effect.by:
                raise PackError(*_place(name), "whoever an effect is done for picks; leave out `by`")
            if isinstance(effect, Gain) and effect.per and effect.what in ("any", "data", "random"):
                raise PackError(*_place(name), "`per` goes with a resource that is named, or with Credits")
    for key, faction in factions.items():
        for step in (faction.bonus, *faction.steps, *faction.actions):
            if isinstance(step.test, Counted) and faction.counter(step.test.counter) is None:
                raise PackError("factions.toml", f"{key}.test", f"there is no counter {step.test.counter!r} here")
    if len({faction.building for faction in factions.values()}) < len(factions):
        raise PackError("factions.toml", "building", "each faction has its bonus power at a building of its own")
    assert len(buildings) == len(BUILDINGS)
