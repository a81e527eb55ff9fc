"""The owner's sheet: every value that no rulebook gives, and whose word it is."""

from __future__ import annotations

from pathlib import Path

from companion.app import sheets
from companion.games import TITLES
from companion.packs import open_library
from companion.shelf import Shelf
from companion.words import of_the_house

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
