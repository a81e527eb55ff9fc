"""What the disk does to an evening, and what the evening does about it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.game import Box, Seat
from companion.history import History
from companion.journal import PRUNE_EVERY, Damaged, Entry, Journal, NotSaved, copy_of, open_journal
from companion.moment import Stored
from tests.table.conftest import House
from tests.table.test_undo import start, state, throw


def test_replaying_the_commands_gives_every_stored_state(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    for n in range(20):
        throw(house, state(house).turn, dice=1 + n % 2)
        if n % 5 == 4:
            assert house.table.do(Box(), "undo").ok
    journal = house.table.journal
    history = History(journal)
    history.begin(1, house.table.shelf.game("pig"))
    replayed = None
    for entry in journal.entries(game=1):
        replayed = history.replay(replayed, entry)
        history.remember(entry.row, replayed)
        found = journal.moment(entry.row)
        assert found is not None
        if found[0] == entry.row:
            stored = msgspec.json.decode(found[1], type=Stored)
            assert msgspec.json.encode(replayed) == bytes(stored.state)
    assert replayed == state(house)


@pytest.mark.parametrize("damage", ["empty", "half", "noise"])
def test_a_damaged_journal_is_set_aside_never_deleted(house: House, damage: str) -> None:
    """Hazard 43."""
    house.seat("Ann", "Bo")
    house.table.stop()
    whole = house.path.read_bytes()
    house.path.write_bytes({"empty": b"", "half": whole[: len(whole) // 2], "noise": b"\x93" * 9000}[damage])
    with pytest.raises(Damaged) as raised:
        Journal(house.path)
    assert raised.value.path.exists()
    assert not house.path.exists()
    house.open()


def test_a_page_in_the_middle_is_damage_too(house: House) -> None:
    """SQLite would find it only when it reads that page, in the middle of a game."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.table.stop()
    whole = house.path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    house.path.write_bytes(whole[: 3 * size] + b"\x93" * size + whole[4 * size :])
    opened = open_journal(house.path)
    assert (opened.copied, opened.lost is None) == (True, False)
    opened.journal.close()


def test_what_belongs_to_a_damaged_journal_is_set_aside_with_it(house: House) -> None:
    """Left where it was, SQLite would take the old one's last writes for the new one's."""
    house.seat("Ann", "Bo")
    house.table.stop()
    house.path.write_bytes(b"")
    wal = house.path.with_name(house.path.name + "-wal")
    wal.write_bytes(b"last writes")
    opened = open_journal(house.path)
    assert opened.lost is not None
    assert opened.lost.with_name(opened.lost.name + "-wal").read_bytes() == b"last writes"
    opened.journal.close()


@pytest.mark.parametrize("damage", ["empty", "half", "noise", "missing"])
def test_after_damage_the_last_complete_copy_is_taken_up(house: House, damage: str) -> None:
    """Hazard 43: the last complete state loads, and what happened is said."""
    house.seat("Ann", "Bo")
    house.table.stop()
    whole = house.path.read_bytes()
    if damage == "missing":
        house.path.unlink()
    else:
        house.path.write_bytes({"empty": b"", "half": whole[: len(whole) // 2], "noise": b"\x93" * 9000}[damage])
    opened = open_journal(house.path)
    assert opened.copied
    assert (opened.lost is None) == (damage == "missing")
    opened.journal.close()
    assert house.open().now().names() == {1: "Ann", 2: "Bo"}


@pytest.mark.parametrize("damage", ["empty", "half", "noise", "missing"])
def test_killed_and_then_damaged_its_last_writes_do_not_spoil_the_copy(tmp_path: Path, damage: str) -> None:
    """Hazard 43: only a tidy stop takes them away, and a box is unplugged."""
    path = tmp_path / "evening.db"
    journal = Journal(path)
    for row in range(1, 301):  # so many that some are in the file and some beside it
        journal.commit([Entry(row, 1, row, "game", b"{}", b"{}")], (row, 1, b"state %d " % row * 400))
        if row == 50:
            journal.back_up()
    wal = path.with_name(path.name + "-wal")
    killed = {file: file.read_bytes() for file in (path, wal)}
    journal.close()
    assert not wal.exists()
    for file, there in killed.items():
        file.write_bytes(there)
    whole = killed[path]
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes({"empty": b"", "half": whole[: len(whole) // 2], "noise": b"\x93" * 9000}[damage])
    opened = open_journal(path)
    assert opened.copied
    assert opened.journal.moment(999) == (50, b"state 50 " * 400)
    assert [entry.row for entry in opened.journal.entries()] == list(range(1, 51))
    opened.journal.close()
    if damage in ("empty", "missing"):  # else SQLite has read it, and on closing merged it with what it found
        assert killed[wal] in [file.read_bytes() for file in tmp_path.iterdir()]  # set aside, never deleted


WRITER = """
import sys
from pathlib import Path
from companion.journal import Entry, Journal
journal, n = Journal(Path(sys.argv[1])), 0
while True:
    n = journal.last_row() + 1
    entries = [Entry(n, 1, n, "game", b"{}", b"{}"), Entry(n + 1, 1, n, "chance", b"{}", b"{}")]
    journal.commit(entries, (n + 1, 1, b"state %d" % (n + 1)))
    print(n + 1, flush=True)
    if n % 7 == 1:
        journal.back_up()
"""


@pytest.mark.parametrize("rows", [[1], [1, 2, 3]])
def test_a_commit_is_one_call_of_the_database(tmp_path: Path, rows: list[int]) -> None:
    """Pages are painted during all of it: between two calls whoever commits would wait for the painter."""
    journal = Journal(tmp_path / "evening.db")
    said: list[str] = []
    journal._db.set_trace_callback(said.append)
    journal.commit([Entry(row, 1, 1, "game", b"{}", b"{}") for row in rows], (rows[-1], 1, b"state"))
    assert len({sql for sql in said if not sql.startswith("--")}) == 1  # told again for each thing that a trigger does
    assert [entry.row for entry in journal.entries()] == rows
    assert journal.moment(rows[-1]) == (rows[-1], b"state")
    journal.close()


def test_a_commit_is_kept_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "evening.db")
    journal.commit([Entry(2, 1, 1, "game", b"{}", b"{}")], (2, 1, b"two"))
    with pytest.raises(NotSaved):
        journal.commit([Entry(row, 1, 1, "game", b"{}", b"{}") for row in (1, 2, 3)], (3, 1, b"three"))
    found = [row for (row,) in journal._db.execute("SELECT row FROM entry")]
    assert found == [2]
    assert journal.moment(9) == (2, b"two")


def test_killed_at_any_step_of_a_save_it_opens_with_all_that_was_confirmed(tmp_path: Path) -> None:
    """Hazard 43: kill -9 while commands are kept and copies made; the file, or else its copy, is whole each time."""
    path = tmp_path / "evening.db"
    for after in (1, 2, 3, 8, 9, 15, 30):
        writer = subprocess.Popen([sys.executable, "-P", "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        confirmed = [int(writer.stdout.readline()) for _ in range(after)][-1]
        writer.kill()
        writer.communicate()
        opened = open_journal(path)
        assert opened.lost is None
        last = opened.journal.last_row()
        assert last >= confirmed
        assert last % 2 == 0  # a command and what came of it, or neither
        assert opened.journal.moment(last) == (last, b"state %d" % last)
        opened.journal.close()
        if copy_of(path).exists():
            Journal(copy_of(path)).close()


def test_what_is_confirmed_has_reached_the_disk(tmp_path: Path) -> None:
    """No test can pull the plug of this machine; so it is held that SQLite was told to wait for the disk."""
    journal = Journal(tmp_path / "evening.db")
    asked = ("PRAGMA synchronous", "PRAGMA journal_mode")
    assert [journal._db.execute(sql).fetchone()[0] for sql in asked] == [2, "wal"]
    journal.close()


def test_a_new_place_has_nothing_to_replace(tmp_path: Path) -> None:
    opened = open_journal(tmp_path / "evening.db")
    assert (opened.lost, opened.copied) == (None, False)
    opened.journal.close()


def test_with_its_copy_damaged_too_a_new_evening_begins_and_both_are_kept(house: House) -> None:
    """Hazard 43: nobody is told that a whole copy is open when none is."""
    house.seat("Ann", "Bo")
    house.table.stop()
    house.path.write_bytes(b"x" * 999)
    copy_of(house.path).write_bytes(b"y" * 999)
    opened = open_journal(house.path)
    assert not opened.copied
    assert opened.lost is not None
    assert opened.lost.read_bytes() == b"x" * 999
    opened.journal.close()
    assert house.open().now().names() == {}


def test_the_back_up_opens_as_the_evening_it_copies(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    before = house.table.now()
    house.table.stop()
    house.path = copy_of(house.path)
    assert house.open().now().state == before.state


@pytest.mark.parametrize("damage", ["a bit", "a page"])  # one can be read and does not fit, the other is nonsense
def test_a_damaged_copy_does_not_take_the_place_of_the_sound_one(tmp_path: Path, damage: str) -> None:
    """A card that wears out damages the journal while the table runs on: what was copied before is all that is left."""
    journal = Journal(tmp_path / "evening.db")
    for row in range(1, 101):
        journal.commit([Entry(row, 1, row, "game", b"{}", b"{}")], (row, 1, b"state" * 400))
    journal.back_up()
    assert journal.path is not None
    sound = copy_of(journal.path).read_bytes()
    journal.commit([Entry(101, 1, 101, "game", b"{}", b"{}")], (101, 1, b"state" * 400))
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all is in the file, and
    journal._db.execute("PRAGMA shrink_memory")  # nothing of it in memory
    worn = bytearray(journal.path.read_bytes())
    size = int.from_bytes(worn[16:18], "big")
    if damage == "a bit":
        worn[20 * size + 7] ^= 0x40  # how many bytes of the page are of no use
    else:
        worn[20 * size : 21 * size] = b"\x93" * size
    journal.path.write_bytes(worn)
    journal.back_up()
    assert copy_of(journal.path).read_bytes() == sound
    journal.close()


def test_when_a_game_begins_all_before_it_is_copied(house: House) -> None:
    """A box is unplugged rather than switched off: the copy must not wait for that."""
    house.seat("Ann", "Bo")
    assert not copy_of(house.path).exists()
    start(house, "pig")
    copy = Journal(copy_of(house.path))
    assert copy.last_row() == house.table.now().row - 1
    copy.close()


def test_a_place_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises((NotSaved, OSError)):
        Journal(tmp_path / "missing" / "evening.db")


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(Damaged):
        Journal(path)


def test_stored_states_are_thinned_out_and_the_newest_two_hundred_rows_stay(house: House) -> None:
    house.seat("Ann", "Bo")
    for n in range(700):
        assert house.table.do(Box(), "rename", {"seat": 1, "name": f"A{n}"}).ok
    rows = [r for (r,) in house.table.journal._db.execute("SELECT row FROM moment ORDER BY row")]
    last = house.table.now().row
    assert [r for r in rows if r > last - 200] == list(range(last - 199, last + 1))
    assert len([r for r in rows if r <= last - 200]) <= (last - 200) / 50 + 2 + PRUNE_EVERY


def test_secrets_are_in_nobodys_journal_label(house: House) -> None:
    house.seat("Ann", "Bo", "Cy")
    table = start(house, "auction")
    assert table.do(Seat(1), "bid", {"coins": 3}).ok
    last = list(table.journal.entries())[-1]
    assert last.label == b"null"
