"""Values that the rulebook's text does not give: what the box asks about, and the owner's answers put in place."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.game import AskCode, AskNumber, AskOne, Doubt, Option, PackError, Setup, Text, plain, read_file, say

from .commands import FreeRadicalsSetup
from .data_cards import card_line, letters_of
from .describe import cost_text, listing
from .needs import building_name, colour_name, thing_name
from .printed import (
    REWARDS,
    Cost,
    DataCard,
    Printed,
    Prize,
    Start,
    Track,
)
from .reading import bind_book, check_card, check_track, read_packs
from .setup import ready_made
from .verbs import BUILDINGS, COLOURS, Colour

OWNER_FILE = "owner.toml"
COST = ("any", "hydrogen", "carbon", "titanium", "credit")
START = ("hydrogen", "carbon", "titanium", "credit", "data")


def load(packs: Mapping[str, bytes]) -> Printed:
    """Return the checked packs with the owner's answers in place of ours. Raises PackError."""
    printed = read_packs(packs)
    if OWNER_FILE in packs:
        for key, value in read_file(OWNER_FILE, packs, dict[str, bool | int | str]).items():
            printed = _answered(printed, key, str(value))
    bind_book(printed)
    return printed


def _answered(printed: Printed, key: str, value: str) -> Printed:
    match key.split("."):
        case ["factions", name, "colour"] if name in printed.factions:
            if value not in COLOURS:
                raise PackError(OWNER_FILE, key, f"one of {', '.join(COLOURS)}")
            seen = replace(printed.factions[name], colour=value, colour_verified=True)
            return replace(printed, factions={**printed.factions, name: seen})
        case ["factions", name, "start"] if name in printed.factions:
            start = Start(**_digits(key, value, START))
            seen = replace(printed.factions[name], start=start, start_verified=True)
            return replace(printed, factions={**printed.factions, name: seen})
        case ["buildings", name, "reward"] if name in BUILDINGS:
            if value not in REWARDS:
                raise PackError(OWNER_FILE, key, f"one of {', '.join(REWARDS)}")
            building = replace(printed.buildings[name], reward=value, verified=True)
            return replace(printed, buildings={**printed.buildings, name: building})
        case ["knowledge", colour, place] if colour in COLOURS:
            track = _track(printed.tracks[colour], key, place, value)
            check_track(OWNER_FILE, key, track)
            return replace(printed, tracks={**printed.tracks, colour: track})
        case ["cards", name] if name in printed.cards:
            return replace(printed, cards={**printed.cards, name: _card(printed.cards[name], key, name, value)})
        case ["scoring", "knowledge" | "favor" as what, "first" | "second" as place]:
            if not value.isdecimal() or int(value) > 99:
                raise PackError(OWNER_FILE, key, "0 to 99 points")
            prize: Prize = getattr(printed.scoring, what)
            scoring = replace(printed.scoring, **{what: replace(prize, **{place: int(value)})})
            return replace(printed, scoring=scoring)
        case _:
            raise PackError(OWNER_FILE, key, "this game has no such value")


def _digits(key: str, value: str, fields: tuple[str, ...]) -> dict[str, int]:
    if len(value) != len(fields) or not (value.isascii() and value.isdecimal()):
        raise PackError(OWNER_FILE, key, f"{len(fields)} digits: {', '.join(fields)}")
    return {field: int(digit) for field, digit in zip(fields, value, strict=True)}


def _track(track: Track, key: str, place: str, value: str) -> Track:
    levels = ("1", "2", "3", "4")
    if place in ("steps", "points"):
        return replace(track, **{place: tuple(_digits(key, value, levels).values())})
    if place not in levels:
        raise PackError(OWNER_FILE, key, "steps, points, or a level from 1 to 4")
    cost = Cost(**_digits(key, value, COST))
    return replace(track, cost=tuple(cost if str(n) == place else old for n, old in enumerate(track.cost, 1)))


def _card(card: DataCard, key: str, name: str, value: str) -> DataCard:
    fields = ("hydrogen", "carbon", "titanium", "any", "credits", "points", "one", "two")
    found = _digits(key, value, fields)
    places = tuple(n for n in (found.pop("one"), found.pop("two")) if n)
    if not all(n <= len(COLOURS) for n in places):
        raise PackError(OWNER_FILE, key, "the last two digits are colours, 1 to 5 (0: none)")
    colours: tuple[Colour, ...] = tuple(COLOURS[n - 1] for n in places)
    resources = Cost(**{what: found[what] for what in ("any", "hydrogen", "carbon", "titanium")})
    seen = replace(card, resources=resources, credits=found["credits"], points=found["points"], colours=colours)
    check_card(OWNER_FILE, name, seen)
    return seen


# --- what is asked


def doubts(printed: Printed, setup: Setup) -> tuple[Doubt, ...]:
    """Return the unverified values on which this game would rest, those that every game rests on last."""
    options = setup.options
    if not isinstance(options, FreeRadicalsSetup):
        return ()
    kept = {keeping.component: keeping.keeper for keeping in setup.keepers}
    items, cards = kept.get("items", "app") == "app", kept.get("data", "app") == "app"
    found: list[Doubt] = []
    for key in options.factions or ready_made(printed, len(setup.seats)):
        if key in printed.factions:
            found += _faction(printed, key, items or cards)
    found += [_reward(printed, key) for key in BUILDINGS if not printed.buildings[key].verified]
    for colour in COLOURS:
        if not printed.tracks[colour].verified:
            found += _track_doubts(printed.tracks[colour], colour, items)
    for what in ("knowledge", "favor"):
        prize: Prize = getattr(printed.scoring, what)
        if not prize.verified:
            found += [_prize(what, place, getattr(prize, place)) for place in ("first", "second")]
    if cards and not printed.cards_verified:
        found += [_card_doubt(printed, key) for key in printed.cards]
    return tuple(found)


def _faction(printed: Printed, key: str, start: bool) -> list[Doubt]:
    faction, name = printed.factions[key], plain(printed.factions[key].name)
    found = []
    if not faction.colour_verified:
        ask = _one_of(tuple((colour, colour_name(colour)) for colour in COLOURS))
        label = say("free_radicals.doubt.colour", what=name)
        found.append(Doubt(f"factions.{key}.colour", label, faction.colour, ask, colour_name(faction.colour)))
    if start and not faction.start_verified:
        value = "".join(str(getattr(faction.start, field)) for field in START)
        label = say("free_radicals.doubt.start", what=name)
        ask_code = AskCode(field="value", label=say("free_radicals.doubt.start_how"), least=5, most=5)
        found.append(Doubt(f"factions.{key}.start", label, value, ask_code, _things(faction.start, START)))
    return found


def _reward(printed: Printed, key: str) -> Doubt:
    reward = printed.buildings[key].reward
    ask = _one_of(tuple((value, thing_name(value)) for value in REWARDS))
    label = say("free_radicals.doubt.reward", what=building_name(printed, key))
    return Doubt(f"buildings.{key}.reward", label, reward, ask, thing_name(reward))


def _track_doubts(track: Track, colour: str, items: bool) -> list[Doubt]:
    found = []
    for what in ("steps", "points"):
        numbers = getattr(track, what)
        label = say(f"free_radicals.doubt.{what}", colour=colour_name(colour))
        ask = AskCode(field="value", label=say("free_radicals.doubt.levels"), least=4, most=4)
        value = "".join(map(str, numbers))
        found.append(Doubt(f"knowledge.{colour}.{what}", label, value, ask, plain(" ".join(map(str, numbers)))))
    for level, cost in enumerate(track.cost, 1):
        if items and level not in track.known:
            label = say("free_radicals.doubt.cost", colour=colour_name(colour), n=level)
            ask = AskCode(field="value", label=say("free_radicals.doubt.cost_how"), least=5, most=5)
            value = "".join(str(getattr(cost, field)) for field in COST)
            found.append(Doubt(f"knowledge.{colour}.{level}", label, value, ask, cost_text(cost.pays())))
    return found


def _prize(what: str, place: str, n: int) -> Doubt:
    ask = AskNumber(field="value", label=say("free_radicals.points"), low=0, high=99)
    return Doubt(f"scoring.{what}.{place}", say(f"free_radicals.doubt.{what}_{place}"), str(n), ask)


def _card_doubt(printed: Printed, key: str) -> Doubt:
    card = printed.cards[key]
    places = [COLOURS.index(colour) + 1 for colour in card.colours][:2]
    parts = (card.resources.hydrogen, card.resources.carbon, card.resources.titanium, card.resources.any)
    value = "".join(map(str, (*parts, card.credits, card.points, *places, *[0] * (2 - len(places)))))
    says = say("free_radicals.doubt.card_says", line=card_line(printed, key), colours=letters_of(card))
    label = say("free_radicals.doubt.card", what=building_name(printed, card.building), n=plain(key[-1]))
    ask = AskCode(field="value", label=say("free_radicals.doubt.card_how"), least=8, most=8)
    return Doubt(f"cards.{key}", label, value, ask, says)


def _one_of(values: tuple[tuple[str, Text], ...]) -> AskOne:
    options = tuple(Option(value, label) for value, label in values)
    return AskOne(field="value", label=say("free_radicals.doubt.which"), options=options)


def _things(start: Start, fields: tuple[str, ...]) -> Text:
    parts = tuple(say(f"free_radicals.n_{field}", n=getattr(start, field)) for field in fields if getattr(start, field))
    return listing(parts) if parts else say("free_radicals.nothing")
