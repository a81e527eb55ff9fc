"""A map as it lies on the table: cities with their circles, links with their contracts, and what is drawn behind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from companion.game import PackError

from .survey import Raw, faults, raw_map, scenery_line, spell_circle

Place = tuple[float, float]
"""A place on the map's sheet: units to the right, units downwards."""


class City(msgspec.Struct, frozen=True):
    """A city: its key, its name as printed, where it is drawn, and on which side its name stands."""

    key: str
    name: str
    x: float
    y: float
    label: str = ""


class Circle(msgspec.Struct, frozen=True):
    """A city circle (rulebook, "Add Cargo to the Board").

    ``demand`` is the outer ring: a colour, "" = black, takes none. ``supply`` is the inner circle: a colour, "any" =
    white, random cargo, "" = black, none. ``opens`` is the phase marker's letter that lies on it: "", "B" or "C".
    """

    city: str
    demand: str
    supply: str
    opens: str = ""


class Link(msgspec.Struct, frozen=True):
    """A link: its contract's key ("B3", "S8"), the two cities' keys, its squares. Cities may have several links.

    ``via`` are places through which it is drawn, on the way from ``a`` to ``b``.
    """

    contract: str
    a: str
    b: str
    length: int
    via: tuple[Place, ...] = ()

    def beyond(self, city: str) -> str:
        """Return the city at the other end than ``city``."""
        return self.b if city == self.a else self.a


class Scenery(msgspec.Struct, frozen=True):
    """What is drawn behind: land and lakes as closed lines, rivers and borders as open ones, hills, and lettering.

    ``cartouche`` is the middle of the plate with the map's title and signs.
    """

    land: tuple[tuple[Place, ...], ...] = ()
    water: tuple[tuple[Place, ...], ...] = ()
    rivers: tuple[tuple[Place, ...], ...] = ()
    borders: tuple[tuple[Place, ...], ...] = ()
    hills: tuple[Place, ...] = ()
    cartouche: Place | None = None
    names: tuple[tuple[str, float, float], ...] = ()


class Atlas(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A checked map. Links are in the order of colour and number, circles in that of the cities.

    ``verified`` false: it is not known to be as the printed board is.

    It is hashed once: much is looked up by it, at every choice.
    """

    key: str
    name: str
    least: int
    most: int
    width: float
    height: float
    cities: tuple[City, ...]
    circles: tuple[Circle, ...]
    links: tuple[Link, ...]
    scenery: Scenery = Scenery()
    verified: bool = True

    def link(self, contract: str) -> Link:
        """Return the link that a contract builds. Raises KeyError when the map has none."""
        return _by_contract(self)[contract]

    def city(self, key: str) -> City:
        """Return a city. Raises KeyError when the map has none."""
        return _by_key(self)[key]


@lru_cache(16)
def _by_contract(atlas: Atlas) -> dict[str, Link]:
    return {link.contract: link for link in atlas.links}


@lru_cache(16)
def _by_key(atlas: Atlas) -> dict[str, City]:
    return {city.key: city for city in atlas.cities}


def is_map(content: bytes) -> bool:
    """Tell whether a TOML file of a pack is meant as a map: it has a table of cities."""
    try:
        found = msgspec.toml.decode(content.decode("utf-8-sig"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(found, dict) and "cities" in found


def read_map(file: str, packs: Mapping[str, bytes]) -> Atlas:
    """Return the map in ``file``. Raises PackError for the first fault, with all others in ``others``."""
    raw = raw_map(file, packs)
    found = faults(file, raw, packs)
    if found:
        first, *others = found
        raise PackError(first.file, first.place, first.hint, tuple(others))
    return _atlas(file.rpartition("/")[2].removesuffix(".toml"), raw)


def _atlas(key: str, raw: Raw) -> Atlas:
    sheet = raw.sheet()

    def lines(written: tuple[str, ...]) -> tuple[tuple[Place, ...], ...]:
        return tuple(tuple(sheet.place(x, y) for x, y in scenery_line(line)) for line in written)

    cities = []
    for name, city in raw.cities.items():
        x, y = sheet.place(*city.at)
        cities.append(City(name, city.name, round(x + city.shift[0], 1), round(y + city.shift[1], 1), city.label))
    return Atlas(
        key=key,
        name=raw.map.name,
        least=raw.map.players[0],
        most=raw.map.players[1],
        verified=raw.map.verified,
        width=sheet.width,
        height=sheet.height,
        cities=tuple(cities),
        circles=tuple(
            Circle(name, *spell_circle(circle)) for name, city in raw.cities.items() for circle in city.circles
        ),
        links=tuple(
            Link(contract, *raw.links[contract], tuple(sheet.place(*at) for at in raw.via.get(contract, ())))
            for contract in raw.contracts_in_order()
        ),
        scenery=Scenery(
            land=lines(raw.scenery.land),
            water=lines(raw.scenery.water),
            rivers=lines(raw.scenery.rivers),
            borders=lines(raw.scenery.borders),
            hills=tuple(place for line in lines(raw.scenery.hills) for place in line),
            cartouche=sheet.place(*raw.scenery.cartouche) if raw.scenery.cartouche else None,
            names=tuple((text, *sheet.place(x, y)) for text, (x, y) in raw.scenery.names.items()),
        ),
    )
