"""The owner's sheet: every value that no rulebook gives, and whose word it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app import sheets
from companion.games import TITLES
from companion.packs import open_library
from companion.shelf import Shelf
from companion.words import of_the_house
from tests.browser import in_a_browser
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, PHONE, Phones

words = of_the_house("crossfire")


def rows(state: Path) -> dict[str, tuple[str, bool]]:
    """Return what the sheet shows: label -> value, and whether it is the owner's."""
    library = open_library(TITLES, state)
    sheet = next(sheet for sheet in sheets(Shelf(*library.boxes()), library) if words(sheet.name) == "Crossfire")
    return {words(row.label): (words(row.value), row.yours) for row in sheet.rows}


def test_the_sheet_has_every_unverified_value_of_all_modes_numbers_and_roles(tmp_path: Path) -> None:
    found = rows(tmp_path)
    assert found["5 in Crossfire mode"] == ("Decoy", False)
    assert found["8 in Sniper mode"] == ("Red Decoy and Blue Decoy", False)
    assert found["Bomber"] == found["Protester"] == found["Supporter"] == ("no gun", False)
    assert len(found) == 6 + 4 + 3


def test_what_the_owner_has_said_stays_on_the_sheet_as_such(tmp_path: Path) -> None:
    library = open_library(TITLES, tmp_path)
    library.answer("crossfire", {"chart.crossfire.8.decoys": "decoy+red_decoy"})
    library.answer("crossfire", {"roles.bomber.armed": "true"})
    found = rows(tmp_path)
    assert found["8 in Crossfire mode"] == ("Decoy and Red Decoy", True)
    assert found["Bomber"] == ("one gun", True)
    assert found["Supporter"] == ("no gun", False)


BROKEN = """() => [...document.querySelectorAll(".values *")].flatMap((e) => [...e.childNodes])
  .filter((n) => n.nodeType === 3).flatMap((n) => [...n.data.matchAll(/[^\\s-]+/g)].map((m) => {
    const range = document.createRange();
    range.setStart(n, m.index);
    range.setEnd(n, m.index + m[0].length);
    return [m[0], new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size];
  })).filter(([, lines]) => lines > 1).map(([word]) => word)"""
"""Words of the sheet that stand on more than one line (a hyphen may end one)."""


@in_a_browser
@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}, LAPTOP], ids=["390", "320", "1280"])
def test_no_word_of_the_sheet_is_broken(tmp_path: Path, chromium: Any, size: dict[str, int]) -> None:
    library = open_library(TITLES, tmp_path)
    room = Room(None, *TITLES)
    room.app.extensions["tablehand"].sheets = lambda: sheets(Shelf(*library.boxes()), library)
    phones = Phones(chromium, room)
    try:
        page = phones.page("/host/owner-sheet", size)
        assert page.locator(".values").count() == len(TITLES)
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    finally:
        phones.close()
        room.close()
