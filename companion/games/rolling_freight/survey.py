"""Looks through a map's file as somebody typed it, and names everything that cannot be.

How such a file is written is told in ``docs/maps.md``.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion.game import Packed, PackError, read_file

from .projection import Conic, Flat, Projection
from .terms import COLOURS, KINDS, LETTERS, PERIODS, SLASH, phase_of

LONGEST = 9
"""The most squares that a link can have."""

_ORDER = {LETTERS[kind]: n for n, kind in enumerate(KINDS)}
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CONTRACT = re.compile(r"[BGRYS][1-9][0-9]?")
_RANGE = re.compile(r"([1-9][0-9]?)(?:\s*[-–]\s*([1-9][0-9]?))?")
_PAIR = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*")

_CIRCLE = (
    'it is outer/inner and, under a phase marker, its letter: "red/blue", "black/white B"; '
    f"outer is {', '.join(COLOURS)} or black, inner one of these or white"
)

Side = Literal["", "left", "right", "above", "below", "upper left", "upper right", "lower left", "lower right"]


class RawHead(Packed, frozen=True):
    """What the map is called, for how many it is, and what its coordinates mean.

    ``verified`` false: nobody has held it against the printed board.
    """

    name: str
    players: tuple[int, int]
    coordinates: Literal["degrees", "picture"] = "degrees"
    window: tuple[float, float, float, float] | None = None
    verified: bool = True


class RawCity(Packed, frozen=True):
    """A city as typed. ``shift`` moves it on the drawing only, in the sheet's units."""

    name: str
    at: tuple[float, float]
    circles: tuple[str, ...]
    shift: tuple[float, float] = (0, 0)
    label: Side = ""


class RawScenery(Packed, frozen=True):
    """What is drawn behind: lines as "x y, x y, ..."."""

    land: tuple[str, ...] = ()
    water: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    hills: tuple[str, ...] = ()
    cartouche: tuple[float, float] | None = None
    names: dict[str, tuple[float, float]] = msgspec.field(default_factory=dict)


class Raw(Packed, frozen=True):
    """A map's file as typed."""

    map: RawHead
    contracts: dict[str, dict[str, str]]
    cities: dict[str, RawCity]
    links: dict[str, tuple[str, str, int]]
    via: dict[str, tuple[tuple[float, float], ...]] = msgspec.field(default_factory=dict)
    scenery: RawScenery = RawScenery()

    def sheet(self) -> Projection:
        """Return what puts places on the sheet. Without a window it shows all cities, and a margin."""
        window = self.map.window or self._around()
        if self.map.coordinates == "degrees":
            return Conic.of(window)
        return Flat.of(window)

    def _around(self) -> tuple[float, float, float, float]:
        xs, ys = [city.at[0] for city in self.cities.values()], [city.at[1] for city in self.cities.values()]
        dx, dy = max(max(xs) - min(xs), 0.1) * 0.1, max(max(ys) - min(ys), 0.1) * 0.1
        return min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy

    def contracts_in_order(self) -> tuple[str, ...]:
        """Return the keys of all links by colour and number."""
        return tuple(sorted(self.links, key=lambda key: (_ORDER[key[0]], int(key[1:]))))


def raw_map(file: str, packs: Mapping[str, bytes]) -> Raw:
    """Return a map's file as typed. Raises PackError for what has not the form of a map."""
    return read_file(file, packs, Raw)


def spell_circle(written: str) -> tuple[str, str, str]:
    """Return demand, supply and phase letter of a circle written "red/blue" or "black/white B". Raises ValueError."""
    rings, _, opens = written.strip().partition(" ")
    outer, slash, inner = rings.partition("/")
    opens = opens.strip()
    if not slash or outer not in (*COLOURS, "black") or inner not in (*COLOURS, "white", "black"):
        raise ValueError(written)
    if opens not in ("", "B", "C"):
        raise ValueError(written)
    return "" if outer == "black" else outer, {"white": "any", "black": ""}.get(inner, inner), opens


def scenery_line(written: str) -> tuple[tuple[float, float], ...]:
    """Return the places of a line written "x y, x y, ...". Raises ValueError."""
    found = []
    for pair in written.split(","):
        match = _PAIR.fullmatch(pair)
        if match is None:
            raise ValueError(pair)
        found.append((float(match[1]), float(match[2])))
    return tuple(found)


def faults(file: str, raw: Raw, packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return everything that is wrong with a map, from its head to its scenery."""
    found = [*_head(raw), *_cities(raw), *_contracts(raw), *_links(raw)]
    if not found:
        found += [*_reach(raw), *_counts(raw, packs)]
    found += _scenery(raw)
    return tuple(PackError(file, place, hint) for place, hint in found)


Found = Iterator[tuple[str, str]]
"""Places in the file, each with what is wrong there and how to put it right."""


def _head(raw: Raw) -> Found:
    least, most = raw.map.players
    if not 2 <= least <= most <= 5:
        yield "map.players", "the least and the most players, 2 to 5"
    if not 1 <= len(raw.map.name.strip()) <= 30:
        yield "map.name", "a name of 1 to 30 letters"
    if raw.map.window is not None:
        left, low, right, high = raw.map.window
        if left >= right or low >= high:
            yield "map.window", "west, south, east, north (of a picture: left, top, right, bottom)"
        elif raw.map.coordinates == "degrees" and not (left >= -180 and right <= 180 and low >= -80 and high <= 80):
            yield "map.window", "degrees: -180 to 180 east, -80 to 80 north"


def _cities(raw: Raw) -> Found:
    if len(raw.cities) < 2:
        yield "cities", "a map has at least two cities"
    names: dict[str, str] = {}
    places: dict[tuple[float, float], str] = {}
    for key, city in raw.cities.items():
        place = f"cities.{key}"
        if not _KEY.fullmatch(key):
            yield place, "a city's key is small letters, digits and _: san_francisco"
        if not 1 <= len(city.name.strip()) <= 30:
            yield f"{place}.name", "a name of 1 to 30 letters"
        if (other := names.setdefault(city.name.casefold(), key)) != key:
            yield f"{place}.name", f"{other} has this name too"
        spot = (city.at[0] + city.shift[0] / 1e6, city.at[1] + city.shift[1] / 1e6)
        if (other := places.setdefault(spot, key)) != key:
            yield f"{place}.at", f"{other} lies at the same place; `shift` moves a city on the drawing"
        if outside := _outside(raw, city.at):
            yield f"{place}.at", outside
        if not 1 <= len(city.circles) <= 4:
            yield f"{place}.circles", "a city has one to four circles"
        for n, circle in enumerate(city.circles):
            try:
                spell_circle(circle)
            except ValueError:
                yield f"{place}.circles[{n}]", f"{circle!r} is no circle; {_CIRCLE}"


def _outside(raw: Raw, at: tuple[float, float]) -> str:
    if raw.map.coordinates == "degrees" and not (-180 <= at[0] <= 180 and -80 <= at[1] <= 80):
        return "degrees east (west is negative), then degrees north"
    if raw.map.window is None:
        return ""
    left, low, right, high = raw.map.window
    if left <= at[0] <= right and low <= at[1] <= high:
        return ""
    swapped = left <= at[1] <= right and low <= at[0] <= high
    return "lies outside the map's window" + ("; east comes first, then north" if swapped else "")


def _deck(raw: Raw) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the contracts of the table, key -> place in the file, and what is wrong with the table."""
    deck: dict[str, str] = {}
    wrong: list[tuple[str, str]] = []
    for kind, row in raw.contracts.items():
        if kind not in KINDS:
            wrong.append((f"contracts.{kind}", f"one of {', '.join(KINDS)}"))
            continue
        for phase, written in row.items():
            place = f"contracts.{kind}.{phase}"
            match = _RANGE.fullmatch(written.strip())
            if phase not in PERIODS or match is None:
                wrong.append((place, 'phases A, B, C, each with numbers as "9-12"'))
                continue
            first, last = int(match[1]), int(match[2] or match[1])
            for number in range(first, last + 1):
                key = f"{LETTERS[kind]}{number}"
                if number > (18 if kind == SLASH else 24) or phase_of(key) != phase:
                    each = "1-6 A, 7-12 B, 13-18 C" if kind == SLASH else "1-8 A, 9-16 B, 17-24 C"
                    wrong.append((place, f"there is no {kind} {number} in phase {phase}; there are {each}"))
                    break
                deck[key] = place
            if last < first:
                wrong.append((place, 'the lower number comes first: "9-12"'))
    return deck, wrong


def _contracts(raw: Raw) -> Found:
    deck, wrong = _deck(raw)
    yield from wrong
    for key, place in deck.items():
        if key not in raw.links:
            yield place, f"{key} is in the table, but no link bears this contract"
    for key in raw.links:
        if not _CONTRACT.fullmatch(key):
            yield f"links.{key}", "a contract is its colour's letter (B G R Y, S for slash) and its number: R5"
        elif key not in deck:
            yield f"links.{key}", f"{key} is not in the table of contracts"


def _links(raw: Raw) -> Found:
    for key, (a, b, length) in raw.links.items():
        place = f"links.{key}"
        for end in (a, b):
            if end not in raw.cities:
                near = difflib.get_close_matches(end, raw.cities, 1)
                yield place, f"there is no city {end!r}" + (f"; is it {near[0]!r}?" if near else "")
        if a == b:
            yield place, "a link joins two different cities"
        if not 1 <= length <= LONGEST:
            yield place, f"a link is 1 to {LONGEST} squares long, not {length}"
    for key in raw.via:
        if key not in raw.links:
            yield f"via.{key}", "there is no such link"


def _reach(raw: Raw) -> Found:
    """Name cities without a link, and those that cannot be reached from the first one."""
    near: dict[str, set[str]] = {key: set() for key in raw.cities}
    for a, b, _ in raw.links.values():
        near[a].add(b)
        near[b].add(a)
    for key, others in near.items():
        if not others:
            yield f"cities.{key}", "no link leads here"
    linked = [key for key in raw.cities if near[key]]
    reached, todo = set(linked[:1]), linked[:1]
    while todo:
        fresh = near[todo.pop()] - reached
        reached |= fresh
        todo += fresh
    for key in linked:
        if key not in reached:
            yield f"cities.{key}", f"cannot be reached from {linked[0]}, with every link built"


def _counts(raw: Raw, packs: Mapping[str, bytes]) -> Found:
    """Name circles that the box of the game has not the markers for."""
    circles = [spell_circle(circle) for city in raw.cities.values() for circle in city.circles]
    cargo, spare = _equipment(packs)
    for letter in ("B", "C"):
        count = sum(opens == letter for _, _, opens in circles)
        if letter in spare and count > spare[letter]:
            yield "cities", f"{count} circles are marked {letter}; the game has {spare[letter]} such markers"
    wanting = sum(bool(demand) for demand, _, _ in circles)
    if "saturation" in spare and wanting > spare["saturation"]:
        yield "cities", f"{wanting} circles take cargo; the game has {spare['saturation']} saturation markers"
    if not cargo:
        return
    fixed = Counter(supply for _, supply, opens in circles if supply in COLOURS and not opens)
    for colour in COLOURS:
        if fixed[colour] > cargo.get(colour, 0):
            yield (
                "cities",
                f"{fixed[colour]} circles begin with {colour} cargo; there are {cargo.get(colour, 0)} such markers",
            )
    filled = sum(bool(supply) for _, supply, _ in circles)
    if filled > sum(cargo.values()):
        yield "cities", f"{filled} circles are filled during a game; there are {sum(cargo.values())} cargo markers"


def _equipment(packs: Mapping[str, bytes]) -> tuple[dict[str, int], dict[str, int]]:
    """Return what the tables say of cargo and of other markers; the rules' own check is strict with them."""
    tables = read_file("tables.toml", packs, dict[str, Any]) if "tables.toml" in packs else {}
    cargo, spare = (
        {k: n for k, n in found.items() if isinstance(n, int)} if isinstance(found, dict) else {}
        for found in (tables.get("cargo"), tables.get("markers"))
    )
    return cargo, spare


def _scenery(raw: Raw) -> Found:
    for name in ("land", "water", "rivers", "borders", "hills"):
        for n, line in enumerate(getattr(raw.scenery, name)):
            try:
                scenery_line(line)
            except ValueError as error:
                yield f"scenery.{name}[{n}]", f'{str(error)[:40]!r} is no place; a line is "x y, x y, ..."'
