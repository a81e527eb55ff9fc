"""The little screen in every phase, pixel by pixel. ``pytest --rewrite-golden`` writes the pictures anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Page
from companion.games.free_radicals.commands import EndTurn
from companion.screens import draw
from companion.words import of_the_house
from tests.free_radicals.city import BESIDE, NAMES, City
from tests.screens.catalogue import Shown
from tests.screens.golden import same

GOLDEN = Path(__file__).parent / "golden"
FACES = {"seat.1": Shown(65)}
words = of_the_house("free_radicals").naming(dict(enumerate(NAMES, 1)))


def shown(city: City) -> dict[str, Page]:
    return {page.key: page for page in city.game.pages(city.view())}


def busy() -> City:
    """Five of them, in the middle of a game."""
    city = City("executives", "artisans", "merchants", "couriers", "paladins")
    for n, who in enumerate(NAMES):
        city.points(who, 7 + 23 * n)
    city.token("Di")
    city.knows(red=4, yellow=7, green=12, blue=1)
    city.awake("casino", "Ann", "Cy")
    city.awake("church", "Ed", "Ed")
    city.awake("aero_dock", "Bo")
    city.favor("Ann", yellow=12, green=3, blue=1)
    city.favor("Ed", red=2, yellow=2, green=2, blue=2)
    return city


def catalogue() -> dict[str, Page]:
    found = {f"middle-{key}": page for key, page in shown(busy()).items()}
    first = City("executives", "artisans", begin=False)
    found |= {f"setup-{key}": page for key, page in shown(first).items()}
    asked = busy()
    asked.hold("Ann", credit=2)
    asked.act("visit", "aero_dock")
    found |= {"reward": asked.game.pages(asked.view())[0]}
    beside = City("executives", "artisans", keepers=BESIDE)
    beside.token("Ann")
    taking = City("executives", "artisans", "paladins", keepers=BESIDE)
    taking.awake("castle", "Bo", "Cy")
    taking.act("visit", "castle")
    found |= {"taken": taking.game.pages(taking.view())[0]}
    found |= {"beside-token": beside.game.pages(beside.view())[0]}
    while beside.state.stage == "turn":
        beside.do(beside.turn, EndTurn())
    found |= {"final": beside.game.pages(beside.view())[0]}
    for name, points in (("end", 40), ("shared", 0)):
        over = City("executives", "artisans", "paladins")
        over.points("Bo", points)
        over.to_the_end()
        found |= {name: over.game.pages(over.view())[0]}
    return found


PAGES = catalogue()


@pytest.mark.parametrize("name", PAGES)
def test_picture(name: str, request: pytest.FixtureRequest) -> None:
    same(draw(PAGES[name], words, FACES), GOLDEN / f"{name}.png", request)


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PAGES)
