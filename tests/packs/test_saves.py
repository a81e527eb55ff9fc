"""Hazard 50: a save keeps its packs; a new value reaches the next game only."""

from __future__ import annotations

from pathlib import Path

from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import Box
from companion.games import TITLES
from companion.journal import Journal
from companion.packs import open_library, shipped
from companion.shelf import Shelf
from companion.table import Table


def opened(state: Path) -> Table:
    library = open_library(TITLES, state)
    assert library.faults == ()
    return Table(Shelf(*library.boxes()), Journal(state / "evening.sqlite3"), Dice(), FakeTime())


def start(table: Table) -> None:
    table.do(Box(), "finish")
    table.do(Box(), "pick", {"game": "crossfire"})
    assert table.do(Box(), "crossfire-setup").ok


def talk(table: Table) -> int:
    """Return how long the running game's talk lasts, by the packs that it is bound to."""
    game = table.now().game
    assert game is not None
    return int(game.printed.chart.times.talk)  # type: ignore[attr-defined]  # this game's own


def change(state: Path, seconds: int) -> None:
    pack = state / "packs" / "crossfire" / "mine"
    pack.mkdir(parents=True, exist_ok=True)
    ours = shipped("crossfire")["chart.toml"]
    assert b"talk = 180" in ours
    (pack / "chart.toml").write_bytes(ours.replace(b"talk = 180", f"talk = {seconds}".encode()))


def test_a_game_goes_on_with_the_packs_that_it_began_with(tmp_path: Path) -> None:
    table = opened(tmp_path)
    for seat in range(1, 6):
        table.sit(seat, f"P{seat}", "")
    start(table)
    before = table.now().state
    assert talk(table) == 180
    table.stop()

    change(tmp_path, 100)
    table = opened(tmp_path)
    assert (table.now().state, talk(table)) == (before, 180)
    start(table)
    assert talk(table) == 100
    table.stop()

    change(tmp_path, 90)
    table = opened(tmp_path)
    assert talk(table) == 100
    table.stop()
