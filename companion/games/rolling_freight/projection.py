"""From degrees on the globe to places on a sheet: the conic that atlases of these latitudes are drawn in."""

from __future__ import annotations

import math
from typing import Protocol

import msgspec

WIDEST, TALLEST = 1600.0, 1000.0
"""The sheet that every map is fitted into, in the units in which all of it is drawn."""


class Projection(Protocol):
    """Puts places on the sheet: x to the right, y downwards, both in the sheet's units."""

    @property
    def width(self) -> float:
        """How wide the sheet is."""
        ...

    @property
    def height(self) -> float:
        """How high the sheet is."""
        ...

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return where on the sheet a place given in the pack's own coordinates lies."""
        ...


class Flat(msgspec.Struct, frozen=True):
    """A map measured off a picture: any unit, x to the right, y downwards."""

    left: float
    top: float
    scale: float
    width: float
    height: float

    @staticmethod
    def of(window: tuple[float, float, float, float]) -> Flat:
        """Return the projection whose sheet shows ``window`` (left, top, right, bottom)."""
        left, top, right, bottom = window
        scale = min(WIDEST / (right - left), TALLEST / (bottom - top))
        return Flat(left, top, scale, round((right - left) * scale), round((bottom - top) * scale))

    def place(self, x: float, y: float) -> tuple[float, float]:
        return round((x - self.left) * self.scale, 1), round((y - self.top) * self.scale, 1)


class Conic(msgspec.Struct, frozen=True):
    """Albers' equal-area conic: ``place`` takes degrees east and north (west is negative)."""

    middle: float
    cone: float
    constant: float
    left: float
    top: float
    scale: float
    width: float
    height: float

    @staticmethod
    def of(window: tuple[float, float, float, float]) -> Conic:
        """Return the projection whose sheet shows ``window`` (west, south, east, north, in degrees).

        The parallels of true scale lie a sixth of the height inside the edges, as is usual.
        """
        west, south, east, north = window
        low, high = (math.radians(south + part * (north - south)) for part in (1 / 6, 5 / 6))
        cone = (math.sin(low) + math.sin(high)) / 2
        constant = math.cos(low) ** 2 + 2 * cone * math.sin(low)
        bare = Conic((west + east) / 2, cone, constant, 0, 0, 1, 0, 0)
        steps = [part / 12 for part in range(13)]
        edge = [bare._bare(west + (east - west) * p, y) for p in steps for y in (south, north)]
        edge += [bare._bare(x, south + (north - south) * p) for p in steps for x in (west, east)]
        left, right = min(x for x, _ in edge), max(x for x, _ in edge)
        top, bottom = min(y for _, y in edge), max(y for _, y in edge)
        scale = min(WIDEST / (right - left), TALLEST / (bottom - top))
        wide, tall = round((right - left) * scale), round((bottom - top) * scale)
        return Conic(bare.middle, cone, constant, left, top, scale, wide, tall)

    def _bare(self, east: float, north: float) -> tuple[float, float]:
        radius = math.sqrt(max(0.0, self.constant - 2 * self.cone * math.sin(math.radians(north)))) / self.cone
        angle = self.cone * math.radians(east - self.middle)
        return radius * math.sin(angle), radius * math.cos(angle)

    def place(self, x: float, y: float) -> tuple[float, float]:
        east, south = self._bare(x, y)
        return round((east - self.left) * self.scale, 1), round((south - self.top) * self.scale, 1)
