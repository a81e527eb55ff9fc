"""Every evening in ``tests/playthroughs`` holds, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import packs, script
from companion.app import pages
from companion.games import TITLES
from companion.shelf import Shelf
from companion.words import of_the_house

HERE = Path(__file__).parent / "playthroughs"
LIBRARY = packs.open_library(TITLES, None)
WORDS = of_the_house(*(title.meta.key for title in TITLES))


@pytest.mark.parametrize("path", script.find(HERE), ids=lambda path: str(path.relative_to(HERE)))
def test_evening(path: Path) -> None:
    script.play(script.read(path), TITLES, WORDS, pages, lambda: Shelf(*LIBRARY.boxes()))


def test_evenings_are_played_at_every_count_in_every_way() -> None:
    """A file that is lost, renamed or not named ``*.table`` would else be missed by nobody."""
    found = {path.relative_to(HERE / "crossfire/evenings").as_posix() for path in script.find(HERE)
             if path.is_relative_to(HERE / "crossfire/evenings")}  # fmt: skip
    kinds = ("box-only", "phones-only", "mixed", "beside")
    games = [f"crossfire-{n:02}" for n in range(5, 11)] + [f"sniper-{n:02}" for n in range(6, 11)]
    assert found == {f"{kind}/{game}.table" for kind in kinds for game in games}


def test_rolling_freight_is_played_at_every_count_of_each_map_in_every_way() -> None:
    here = HERE / "rolling_freight" / "evenings"
    found = {path.relative_to(here).as_posix() for path in script.find(here)}
    kinds = ("box-only", "phones-only", "mixed", "beside")
    games = [*(f"western-{n}" for n in (2, 3, 4)), *(f"southeastern-{n}" for n in (3, 4, 5))]
    assert found == {f"{kind}/{game}.table" for kind in kinds for game in games}


def test_freelancers_is_played_in_every_way_and_once_as_it_is_shipped() -> None:
    here = HERE / "freelancers" / "evenings"
    found = {path.relative_to(here).as_posix().removesuffix(".table") for path in script.find(here)}
    assert found == {
        "box-only/3", "phones-only/7", "phones-only/the-lake-has-left-3", "mixed/5", "beside/3", "beside/4"
    }  # fmt: skip
