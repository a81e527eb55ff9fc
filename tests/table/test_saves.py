"""Games of yesterday: other packs, other numbers of players, saves of earlier versions."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import AnyGame, Box, Public, Seat, Title, plain
from companion.games import TITLES
from companion.journal import Journal
from companion.packs import shipped
from companion.shelf import Shelf
from companion.table import Envelope, Table
from tests.saves.make import phase_of, play_on
from tests.table.conftest import House
from tests.toys.tictactoe import Board, Sight, TicTacToe

SAVES = Path(__file__).parent.parent / "saves"


class Titled(TicTacToe):
    """Noughts and crosses whose pack gives the words above the board."""

    def __init__(self, words: str) -> None:
        self.words = words

    def view(self, state: Board, viewer: Any) -> Sight:
        return replace(super().view(state, viewer), prompt=plain(self.words))


def bind(packs: Mapping[str, bytes]) -> AnyGame:
    """Bind the rules to the one pack there is."""
    return Titled(packs["words.txt"].decode())


def open_with(path: Path, words: str) -> Table:
    """Open the journal with this version of the pack on the shelf."""
    shelf = Shelf((Title(TicTacToe.meta, bind), {"words.txt": words.encode()}))
    return Table(shelf, Journal(path), Dice(random.Random(1)), FakeTime())


def begin(table: Table) -> None:
    """Start the usual game."""
    assert table.do(Box(), "pick", {"game": "tictactoe"}).ok
    usual = table.now().offers(Box())[0]
    assert table.submit(Box(), Envelope("start", usual.question, usual.choice.id)).ok


def test_a_game_goes_on_with_the_pack_it_began_with_and_the_next_takes_the_new_one(tmp_path: Path) -> None:
    """Hazard 50."""
    table = open_with(tmp_path / "evening.db", "first edition")
    table.sit(None, "Ann", "a")
    table.sit(None, "Bo", "b")
    begin(table)
    table.stop()

    table = open_with(tmp_path / "evening.db", "second edition")
    assert table.now().view(Public()).prompt == plain("first edition")
    assert table.do(Seat(1), "mark", {"square": 5}).ok
    assert table.do(Box(), "finish").ok
    begin(table)
    assert table.now().view(Public()).prompt == plain("second edition")
    table.stop()


def test_more_people_after_a_game_play_as_at_a_fresh_table(house: House) -> None:
    """Hazard 50: two players, then four, without a restart."""
    house.seat("Ann", "Bo")
    for count in (2, 4):
        house.seat(*("Cy", "Di")[: count - len(house.table.now().evening.seats)])
        assert house.table.do(Box(), "pick", {"game": "pig"}).ok
        usual = house.table.now().offers(Box())[0]
        assert house.table.submit(Box(), Envelope(f"start{count}", usual.question, usual.choice.id)).ok
        state = house.table.now().state
        assert state is not None
        assert state.seats == tuple(range(1, count + 1))
        assert house.table.do(Box(), "finish").ok


@pytest.mark.parametrize("save", sorted(SAVES.glob("*.sqlite3")), ids=lambda p: p.stem)
def test_a_save_of_an_earlier_version_opens_and_is_played_to_its_end(save: Path, tmp_path: Path) -> None:
    """The file's name says which version wrote it, which game, and the phase in which it was switched off."""
    game, phase = save.name.removesuffix(".sqlite3").split("-")[1:]
    path = tmp_path / "evening.sqlite3"
    shutil.copyfile(save, path)
    shelf = Shelf(*((title, shipped(title.meta.key)) for title in TITLES))
    time = FakeTime()
    table = Table(shelf, Journal(path), Dice(random.Random(3)), time)
    now = table.now()
    assert not now.troubles
    assert now.title == game
    assert phase_of(now.view(Public())) == phase
    assert not play_on(table, time, random.Random(5), until="nowhere")
    assert table.now().result() is not None
    table.stop()


@pytest.mark.parametrize("save", sorted(SAVES.glob("*.sqlite3")), ids=lambda p: p.stem)
def test_what_a_phone_was_asked_before_a_new_version_came_it_can_still_answer(save: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.sqlite3"
    shutil.copyfile(save, path)
    journal = Journal(path)
    found = journal.moment(journal.last_row())
    assert found is not None
    moment = json.loads(found[1])
    rows = [(q["seat"], q["name"], q["row"]) for q in moment.get("opened", ())]
    rows += [(s, name, row) for q in moment.get("asked", ()) for s in q["seats"] for name, row in q["rows"].items()]
    table = Table(Shelf(*((title, shipped(title.meta.key)) for title in TITLES)), journal, Dice(), FakeTime())
    still = set()
    for seat, name, row in rows:
        now = {o.question for o in table.now().asked(Seat(seat) if seat else Box()) if o.name == name}
        # What a version calls by another name is closed; what undo asks goes by what it takes back.
        assert now <= {f"{row}:{name}"} or name == "table.undo"
        still |= now
    assert still
    table.stop()


def test_there_are_saves_to_open() -> None:
    assert list(SAVES.glob("*.sqlite3"))
