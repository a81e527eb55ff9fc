"""Reads and checks the packs: every fault with its file, place and hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.effects import Body, Choose, Effect, Way, read, read_test
from companion.game import PackError, converted, read_file

from .checking import Places, all_of, check_effects
from .data_cards import card_lines
from .printed import (
    LEVELS,
    Aid,
    AidStep,
    Cost,
    Counter,
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
    EarnFavor,
    Establish,
    ForOther,
    Gain,
    GetItem,
    GiveItem,
    Hand,
    Knowledge,
    Pay,
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
FILES = (
    "factions.toml",
    "buildings.toml",
    "knowledge.toml",
    "cards.toml",
    "scoring.toml",
    "words.toml",
    "owner.toml",
)
STRANGE = f"is not read; there are {', '.join(FILES[:5])}, and player aids in files whose names begin with aid"


def read_packs(packs: Mapping[str, bytes]) -> Printed:
    """Return the packs' content, checked file by file. Raises PackError with file, place and hint."""
    strange = [name for name in packs if name.endswith(".toml") and name not in FILES and not _is_aid(name)]
    if strange:
        raise all_of([PackError(name, "the file", STRANGE) for name in sorted(strange)])
    book: dict[str, Body] = {f"act.{name}": (effect,) for name, effect in ACTS.items()}
    book["tribute"] = (Tribute(),)
    book["bill"] = (Bill(),)
    book["hand"] = (Hand(),)
    book["take.data"], book["take.random"] = (Gain(what="data"),), (Gain(what="random"),)
    book["drop.data"] = (Pay(what="data"),)
    places: Places = {}
    factions = _factions(packs, book, places)
    buildings = _buildings(read_file("buildings.toml", packs, dict[Building, RawBuilding]), book, places)
    tracks = _tracks(read_file("knowledge.toml", packs, dict[str, Any]), book, places)
    cards, verified = _cards(read_file("cards.toml", packs, dict[str, Any]))
    scoring = read_file("scoring.toml", packs, Scoring)
    if not 1 <= scoring.rounds <= 30 or scoring.items.each < 1:
        raise PackError("scoring.toml", "rounds", "1 to 30 rounds, and at least one item each")
    check_effects(factions, book, places)
    return Printed(factions, buildings, tracks, cards, verified, scoring, book)


def _is_aid(name: str) -> bool:
    return name.startswith("aid") and name.endswith(".toml")


def _factions(packs: Mapping[str, bytes], book: dict[str, Body], places: Places) -> dict[str, Faction]:
    """Return the factions, each with the counters, steps and actions that owners' files ("aid*.toml") add to it."""
    file = "factions.toml"
    raw = {key: converted(file, key, one, RawFaction) for key, one in read_file(file, packs, dict[str, Any]).items()}
    aids: dict[str, list[tuple[str, Aid]]] = {
        key: [(file, Aid(counters=one.counters, steps=one.steps, actions=one.actions))] for key, one in raw.items()
    }
    faults: list[PackError] = []
    for name in sorted(filter(_is_aid, packs)):
        for key, one in read_file(name, packs, dict[str, Any]).items():
            try:
                if key not in raw:
                    raise PackError(name, key, f"no such faction; there are {', '.join(raw)}")
                aids[key].append((name, converted(name, key, one, Aid)))
            except PackError as fault:
                faults.append(fault)
    found = {key: _faction(key, raw[key], aids[key], book, places, faults) for key in raw}
    if len({faction.building for faction in found.values()}) < len(found):
        faults.append(PackError(file, "building", "each faction has its bonus power at a building of its own"))
    if faults:
        raise all_of(faults)
    return found


def _faction(
    key: str,
    raw: RawFaction,
    aids: list[tuple[str, Aid]],
    book: dict[str, Body],
    places: Places,
    faults: list[PackError],
) -> Faction:
    """Return a faction put together from all files that speak of it; what is wrong with it goes to ``faults``."""
    main = aids[0][0]
    lines: dict[str, list[AidStep]] = {"steps": [], "actions": []}
    counters: dict[str, Counter] = {}

    def line(file: str, step: RawStep, place: str, name: str) -> AidStep:
        test = None
        try:
            test = None if step.test is None else read_test(step.test, LANGUAGE, file, f"{place}.test")
            book[f"{name}.{key}"] = read(step.effects, LANGUAGE, file, f"{place}.effects")
            places[f"{name}.{key}"] = (file, f"{place}.effects")
        except PackError as fault:
            faults.append(fault)
        return AidStep(step.text, test, f"{name}.{key}")

    bonus = line(main, raw.bonus, f"{key}.bonus", "bonus")
    for file, aid in aids:
        for counter in aid.counters:
            place = f"{key}.counters.{counter.key}"
            if counter.key in counters or counter.key == "level":
                faults.append(PackError(file, place, "this name is taken; give the counter another one"))
            elif not 0 <= counter.start <= counter.most <= 999:
                faults.append(PackError(file, place, "0 to 999, and it starts within that"))
            counters.setdefault(counter.key, counter)
        for kind, steps in (("steps", aid.steps), ("actions", aid.actions)):
            for n, step in enumerate(steps):
                place, name = f"{key}.{kind}[{n}]", f"{kind}[{len(lines[kind])}]"
                if step.text in {other.text for other in lines[kind]}:
                    faults.append(PackError(file, f"{place}.text", f"{step.text!r} is there already"))
                lines[kind].append(line(file, step, place, name))
    return Faction(
        key=key,
        name=raw.name,
        colour=raw.colour,
        building=raw.building,
        start=raw.start,
        bonus=bonus,
        components=raw.components,
        counters=tuple(counters.values()),
        steps=tuple(lines["steps"]),
        actions=tuple(lines["actions"]),
        colour_verified=raw.colour_verified,
        start_verified=raw.start_verified,
    )


def _buildings(raw: dict[Building, RawBuilding], book: dict[str, Body], places: Places) -> dict[str, RawBuilding]:
    file = "buildings.toml"
    for key in BUILDINGS:
        if key not in raw:
            raise PackError(file, key, "every building needs a section of its own")
        for kind, effects in (("power", raw[key].power), ("titanium", raw[key].titanium)):
            if effects is not None:
                book[f"{kind}.{key}"] = read(effects, LANGUAGE, file, f"{key}.{kind}")
                places[f"{kind}.{key}"] = (file, f"{key}.{kind}")
    return {str(key): building for key, building in raw.items()}


def _tracks(raw: dict[str, Any], book: dict[str, Body], places: Places) -> dict[str, Track]:
    file = "knowledge.toml"
    bonuses = raw.pop("benefactor", {})
    tracks: dict[str, Track] = {}
    for level in LEVELS:
        if str(level) not in bonuses:
            raise PackError(file, f"benefactor.{level}", "each of the four levels has its bonus")
        book[f"benefactor.{level}"] = read(bonuses[str(level)], LANGUAGE, file, f"benefactor.{level}")
        places[f"benefactor.{level}"] = (file, f"benefactor.{level}")
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
            book[f"track.{colour}.{level}"] = (*cost.pays(), Advance(colour=colour))  # type: ignore[arg-type]  # a colour of the book
    for key, card in printed.cards.items():
        ways = [card.resources.pays()] if card.resources.pays() else []
        if card.credits:
            ways.append((Pay(what="credit", n=card.credits),))
        pay: Body = ways[0] if ways else ()
        if len(ways) > 1:
            names = ("@resources", "@credits")
            pay = (Choose(ways=tuple(Way(text=name, then=way) for name, way in zip(names, ways, strict=True))),)
        book[f"card.{key}"] = (*pay, Establish(card=key))
