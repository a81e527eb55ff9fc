"""The worked example of a delivery (rulebook, "Deliver Cargo"): Amy's six links and nine dice in the West."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.rolling_freight.state import Spot
from tests.rolling_freight.freight import ATLAS, Table

AMYS = ("B1", "R4", "S1")
JAMES = ("B3", "R10")
DOUG = ("G3",)
ROUTE = "B1-R4-S1-B3-R10-G3"


def clear(table: Table) -> None:
    """Let no city want or have anything."""
    spots = tuple(Spot(saturated=True, closed=circle.opens) for circle in ATLAS.circles)
    table.state = replace(table.state, spots=spots)


def put(table: Table, city: str, demand: str = "", cargo: str = "") -> None:
    """Open a circle of a city that wants ``demand``, or lay ``cargo`` on one."""
    spots = list(table.state.spots)
    for at, circle in enumerate(ATLAS.circles):
        if circle.city == city and (not demand or circle.demand == demand):
            spots[at] = Spot(cargo=cargo or spots[at].cargo, saturated=not demand)
            table.state = replace(table.state, spots=tuple(spots))
            return
    raise AssertionError(f"{city} has no such circle")


def amys() -> Table:
    """Ann plays Amy, Bo James, Cy Doug: the worked example's links and stations."""
    table = Table().drafted()
    table.built("Ann", *AMYS)
    table.built("Bo", *JAMES)
    table.built("Cy", *DOUG)
    clear(table)
    put(table, "fresno", cargo="blue")
    put(table, "los_angeles", demand="blue")
    table.set("Ann", stations=4)
    table.dice("Ann", "R G G Y BG B")
    return table
