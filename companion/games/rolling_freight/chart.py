"""The map as everybody sees it: what it is drawn from, with all that lies on it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .atlas import Atlas
from .engraving import engraved
from .state import RollingFreightState, Spot
from .terms import colour_of


class CircleView(msgspec.Struct, frozen=True):
    """A city circle: where it is drawn, its ring and inner circle as printed, what lies on it.

    ``demand`` "" is black, ``supply`` "any" white and "" black; ``closed`` is the phase marker that covers it.
    """

    x: float
    y: float
    demand: str
    supply: str
    cargo: str
    saturated: bool
    closed: str


class CityView(msgspec.Struct, frozen=True, kw_only=True):
    """A city: where its circles and its name are drawn. ``anchor`` is start, middle or end, as in SVG."""

    key: str
    name: str
    x: float
    y: float
    anchor: str
    circles: tuple[CircleView, ...]


class LinkView(msgspec.Struct, frozen=True, kw_only=True):
    """A link: its contract, its line and squares (x, y, degrees; each ``long``), and what stands on it.

    ``owner`` is the seat whose it is, ``builder`` the seat that has the contract, with ``cubes`` of its squares filled;
    0 = nobody. ``slot`` is the place of its contract on the track, 1 the cheapest, 0 = not there.
    """

    contract: str
    colour: str
    a: str
    b: str
    length: int
    path: str
    squares: tuple[tuple[float, float, float], ...]
    long: float
    x: float
    y: float
    middle: tuple[float, float]
    owner: int = 0
    builder: int = 0
    cubes: int = 0
    slot: int = 0


class SceneView(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn behind, as SVG paths, and the lettering on it."""

    width: float
    height: float
    land: str
    water: str
    rivers: str
    borders: str
    hills: tuple[tuple[float, float], ...]
    cartouche: tuple[float, float] | None
    names: tuple[tuple[str, float, float], ...]


class MapView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole map."""

    key: str
    name: str
    scene: SceneView
    cities: tuple[CityView, ...]
    links: tuple[LinkView, ...]


@lru_cache(16)
def blank(atlas: Atlas) -> MapView:
    """Return the printed map, with every phase marker on it and no cargo."""
    drawing = engraved(atlas)
    circles: dict[str, list[CircleView]] = {city.key: [] for city in atlas.cities}
    for circle, (x, y) in zip(atlas.circles, drawing.circles, strict=True):
        circles[circle.city].append(CircleView(x, y, circle.demand, circle.supply, "", False, circle.opens))
    return MapView(
        key=atlas.key,
        name=atlas.name,
        scene=SceneView(
            width=atlas.width,
            height=atlas.height,
            land=drawing.land,
            water=drawing.water,
            rivers=drawing.rivers,
            borders=drawing.borders,
            hills=atlas.scenery.hills,
            cartouche=atlas.scenery.cartouche,
            names=atlas.scenery.names,
        ),
        cities=tuple(
            CityView(
                key=city.key,
                name=city.name,
                x=label.x,
                y=label.y,
                anchor=label.anchor,
                circles=tuple(circles[city.key]),
            )
            for city, label in zip(atlas.cities, drawing.labels, strict=True)
        ),
        links=tuple(
            LinkView(
                contract=link.contract,
                colour=colour_of(link.contract),
                a=link.a,
                b=link.b,
                length=link.length,
                path=track.path,
                squares=track.squares,
                long=track.long,
                x=track.number[0],
                y=track.number[1],
                middle=(round(track.middle[0], 1), round(track.middle[1], 1)),
            )
            for link, track in zip(atlas.links, drawing.tracks, strict=True)
        ),
    )


def chart(atlas: Atlas, state: RollingFreightState) -> MapView:
    """Return the map with all that lies on it now."""
    printed = blank(atlas)
    owners = {built.contract: built.seat for built in state.built}
    works = {work.contract: (player.seat, work.cubes) for player in state.players for work in player.works}
    slots = {contract: place for place, contract in enumerate(state.contracts, 1) if contract}
    links = []
    for link in printed.links:
        if link.contract in owners or link.contract in works or link.contract in slots:
            builder, cubes = works.get(link.contract, (0, 0))
            link = msgspec.structs.replace(
                link,
                owner=owners.get(link.contract, 0),
                builder=builder,
                cubes=cubes,
                slot=slots.get(link.contract, 0),
            )
        links.append(link)
    spots = iter(state.spots)
    cities = []
    for city in printed.cities:
        lying = tuple(_lying(circle, next(spots, None)) for circle in city.circles)
        cities.append(city if lying == city.circles else msgspec.structs.replace(city, circles=lying))
    return msgspec.structs.replace(printed, cities=tuple(cities), links=tuple(links))


def _lying(circle: CircleView, spot: Spot | None) -> CircleView:
    if spot is None:
        return circle
    return msgspec.structs.replace(circle, cargo=spot.cargo, saturated=spot.saturated, closed=spot.closed)
