"""One suite for every game on the shelf, and for the toys always."""

from __future__ import annotations

from functools import lru_cache

import pytest

from tests.contract.case import Case, Law, case_of
from tests.contract.keypad import every_choice_can_be_typed
from tests.contract.laws import LAWS
from tests.contract.secrets import SECRECY
from tests.contract.tables import TOYS, Table, game_of, registered, run_of, tables_of, words_of


def _tables() -> tuple[tuple[Table, ...], str]:
    """Return all tables, and why those of the shelf are not among them (an empty text when they are)."""
    toys = [table for title in TOYS for table in tables_of(title.meta.key)]
    try:
        shelf = [table for title in registered() for table in tables_of(title.meta.key)]
    except Exception as error:  # noqa: BLE001 - a broken game must not keep the others from being tested
        return tuple(toys), repr(error)
    return (*toys, *shelf), ""


TABLES, BROKEN = _tables()


@lru_cache(maxsize=1)
def _case(table: Table) -> Case:
    return case_of(game_of(table.game), run_of(table), words_of(table.game), table.seed)


def test_every_game_on_the_shelf_is_played() -> None:
    assert not BROKEN


# Every law of one table, then the next table: so a game is played once, and not again for each law.
@pytest.mark.parametrize("law", [*LAWS, every_choice_can_be_typed, *SECRECY], ids=lambda law: law.__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_law(law: Law, table: Table) -> None:
    law(_case(table))
