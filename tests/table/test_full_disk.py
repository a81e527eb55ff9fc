"""A disk that takes nothing: play goes on, and what it did not take is written when it takes something again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.game import Box, Seat
from companion.journal import Entry, Journal, NotSaved
from companion.moment import Stored
from tests.table.conftest import House
from tests.table.test_undo import start, state, throw


class Full:
    """A database on a full disk: the disk itself cannot be filled here; the connection can be made to say so."""

    def __init__(self, real: sqlite3.Connection) -> None:
        self.real = real

    def __getattr__(self, name: str) -> object:
        return getattr(self.real, name)

    def execute(self, sql: str, *more: object) -> object:
        if sql.startswith(("BEGIN", "INSERT")):
            raise sqlite3.OperationalError("database or disk is full")
        return self.real.execute(sql, *more)  # type: ignore[arg-type]  # passed through as it came


def test_a_full_disk_stops_nobody_and_nothing_is_lost_when_there_is_room_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hazard 45: play goes on marked "not saving"; the next commit brings everything."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    journal = house.table.journal
    real = journal._db
    monkeypatch.setattr(journal, "_db", Full(real))
    house.fate.say("dice", "42")
    throw(house, 1)
    assert not house.table.now().saving
    throw(house, 1)
    assert state(house).pot == 6
    assert house.table.do(Box(), "undo").ok
    assert state(house).pot == 4
    monkeypatch.setattr(journal, "_db", real)
    house.wait(6)
    assert house.table.now().saving
    assert house.restart().now().state == state(house)
    assert state(house).pot == 4


def test_what_was_noted_while_the_disk_was_full_outlives_anothers_undo(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not written yet has happened all the same."""
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    real = table.journal._db
    monkeypatch.setattr(table.journal, "_db", Full(real))
    assert table.do(Seat(2), "bid", {"coins": 1}).ok
    assert table.do(Seat(1), "jot", {"note": "lamp"}).ok
    assert not table.now().saving
    assert table.do(Box(), "undo").ok
    assert state(house).bidder(1).note == "lamp"
    monkeypatch.setattr(table.journal, "_db", real)


def test_a_disk_that_turns_read_only_stops_nobody_and_nothing_is_lost_when_it_is_mended(house: House) -> None:
    """Hazard 45, EROFS: SQLite itself refuses to write, as it does once the system has made the disk read-only."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.table.journal._db.execute("PRAGMA query_only = ON")
    house.fate.say("dice", "42")
    throw(house, 1)
    assert not house.table.now().saving
    throw(house, 1)
    assert state(house).pot == 6
    house.table.journal._db.execute("PRAGMA query_only = OFF")
    house.wait(6)
    assert house.table.now().saving
    assert house.restart().now().state == state(house)
    assert state(house).pot == 6


def test_a_long_evening_on_a_full_disk_is_written_when_there_is_room(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "evening.db")
    journal._db.execute("PRAGMA query_only = ON")
    for row in range(1, 1001):
        with pytest.raises(NotSaved):
            journal.commit([Entry(row, 1, row, "game", b"{}", b"{}")], (row, 1, b"%d" % row))
    journal._db.execute("PRAGMA query_only = OFF")
    journal.flush()
    assert [row for (row,) in journal._db.execute("SELECT row FROM entry")] == list(range(1, 1001))
    assert journal.moment(1000) == (1000, b"1000")
    journal.close()


def test_whatever_a_full_disk_did_not_take_is_written_when_there_is_room(tmp_path: Path) -> None:
    """Packs, ended games and clocks as well as commands: nobody gives them a second time."""
    journal = Journal(tmp_path / "evening.db")
    journal.put("ended.pig", b"old")
    journal._db.execute("PRAGMA query_only = ON")
    puts: tuple[Callable[[], None], ...] = (
        lambda: journal.put("packs.1", b"pack"),
        lambda: journal.put("ended.pig", b"new"),
        lambda: journal.commit([Entry(1, 1, 1, "game", b"{}", b"{}")], (1, 1, b"one")),
        lambda: journal.put_clock(b"30"),
        lambda: journal.put_clock(b"25"),
    )
    for put in puts:
        with pytest.raises(NotSaved):
            put()
    assert [journal.get(key) for key in ("packs.1", "ended.pig", "none")] == [b"pack", b"new", None]
    journal._db.execute("PRAGMA query_only = OFF")
    journal.flush()
    journal.close()
    again = Journal(tmp_path / "evening.db")
    assert [again.get(key) for key in ("packs.1", "ended.pig")] == [b"pack", b"new"]
    assert (again.moment(1), again.clock()) == ((1, b"one"), b"25")
    again.close()


def test_a_game_that_begins_on_a_full_disk_keeps_its_packs(house: House) -> None:
    """Hazards 45 and 50: started again, it would be bound to whatever packs lie there by then."""
    house.seat("Ann", "Bo")
    house.table.journal._db.execute("PRAGMA query_only = ON")
    start(house, "pig")
    assert not house.table.now().saving
    house.table.journal._db.execute("PRAGMA query_only = OFF")
    house.wait(6)
    assert house.table.now().saving
    journal = house.restart().journal
    found = journal.moment(journal.last_row())
    assert found is not None
    assert journal.get(f"packs.{msgspec.json.decode(found[1], type=Stored).packs}") is not None
