"""What people type to start a game is the same every time, whatever was played before."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.chance import Dice
from companion.clock import FakeTime
from companion.console import menus
from companion.game import Box, Keeping, SetUp, Setup, Title
from companion.journal import Journal
from companion.packs import shipped
from companion.shelf import Shelf
from companion.table import Table
from tests.contract.tables import TOYS, registered


def picked(title: Title, file: Path, last: bytes | None, preset: str) -> Table:
    """Return a table at which a game was taken from the shelf, after one that was ``last``."""
    journal = Journal(file)
    if last is not None:
        journal.put(f"ended.{title.meta.key}", last)
    packs = {} if title in TOYS else shipped(title.meta.key)
    table = Table(Shelf((title, packs)), journal, Dice(), FakeTime())
    for seat in range(1, title.meta.least + 1):
        assert table.sit(seat, "", "").ok
    assert table.do(Box(), "pick", {"game": title.meta.key}).ok
    if preset != table.now().evening.preset:
        assert table.do(Box(), "preset", {"preset": preset}).ok
    return table


def keys(table: Table) -> dict[str, int]:
    """Return the key of every line on the first sheet of the list, the line that Enter takes first."""
    lines = menus.offer_lines(menus.main_offers(table.now()))
    return {line.id.partition("/")[2]: digit for digit, line in menus.shown(lines, menus.first(lines))}


@pytest.mark.parametrize(
    ("title", "preset"), [*((t, "box") for t in (*TOYS, *registered())), *((t, "beside") for t in registered())]
)
def test_what_was_played_last_moves_no_key(title: Title, preset: str, tmp_path: Path) -> None:
    game = title.bind({} if title in TOYS else shipped(title.meta.key))
    seats = tuple(range(1, title.meta.least + 1))
    kept = tuple(Keeping(c.key, c.keepers[0] if preset == "box" else c.beside) for c in title.meta.components)
    first = picked(title, tmp_path / "first", None, preset)
    before = keys(first)
    ways = [way for way in game.suited(game.setups(seats, None), kept) if not way.asks]
    assert ways
    for n, way in enumerate(ways):
        assert isinstance(way.command, SetUp)
        state = game.new(Setup(seats=seats, options=way.command, keepers=kept))
        table = picked(title, tmp_path / f"again{n}", msgspec.json.encode(state), preset)
        after = keys(table)
        assert {line: key for line, key in after.items() if line in before} == {
            line: key for line, key in before.items() if line in after
        }
        assert len(set(after.values())) == len(after)
        table.stop()
    first.stop()
