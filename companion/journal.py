"""The journal: every accepted command and the state after it, committed before anyone sees the effect."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

SCHEMA = 1
KEEP_LAST = 200
KEEP_EVERY = 50
PRUNE_EVERY = 10
"""Rows after which older moments are looked through: each time is a page of the file more to write."""

_TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (
    row INTEGER PRIMARY KEY, game INTEGER NOT NULL, unit INTEGER NOT NULL, kind TEXT NOT NULL,
    actor BLOB NOT NULL, command BLOB NOT NULL, label BLOB NOT NULL,
    ident TEXT NOT NULL, owner TEXT NOT NULL, wall REAL NOT NULL);
CREATE INDEX IF NOT EXISTS entry_ident ON entry (ident) WHERE ident != '';
CREATE INDEX IF NOT EXISTS entry_game ON entry (game);
CREATE TABLE IF NOT EXISTS moment (row INTEGER PRIMARY KEY, game INTEGER NOT NULL, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS clock (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""

_KEEPING = f"""
CREATE TEMP VIEW kept AS SELECT entry.*, moment.game AS running, moment.value FROM entry LEFT JOIN moment USING (row);
CREATE TEMP TRIGGER keep INSTEAD OF INSERT ON kept BEGIN
    INSERT INTO entry VALUES (
        new.row, new.game, new.unit, new.kind, new.actor, new.command, new.label, new.ident, new.owner, new.wall);
    INSERT OR REPLACE INTO moment SELECT new.row, new.running, new.value WHERE new.value IS NOT NULL;
END;
CREATE TEMP TRIGGER thin_out AFTER INSERT ON entry WHEN new.row % {PRUNE_EVERY} = 0 BEGIN
    DELETE FROM moment
    WHERE row BETWEEN new.row - {KEEP_LAST + 2 * KEEP_EVERY} AND new.row - {KEEP_LAST} AND EXISTS (
        SELECT 1 FROM moment AS earlier
        WHERE earlier.row BETWEEN moment.row / {KEEP_EVERY} * {KEEP_EVERY} AND moment.row - 1);
END;
"""
"""One statement keeps entries with the moments after them: SQLite begins, writes and commits in a single call, and for
all that time other threads may run. Of older moments one in fifty rows stays; the window that is looked through is
narrow, so it costs the same all evening."""
_ROW = "(?,?,?,?,?,?,?,?,?,?,?,?)"
_AT_ONCE = 20
"""Commits that go into one statement, where an earlier one could not be written."""


class Entry(msgspec.Struct, frozen=True):
    """One row: what was entered, by whom, in which game (0: the evening) and unit of undo.

    ``kind`` is "table" (of the evening), "new" (a game begins), "game", "staged" or "final" (of the game, as its
    choice says), "memo" and "tried" (of the game, but of no unit), "chance" (an outcome) or "undo"; ``actor``,
    ``command`` and ``label`` (public words for it) are JSON; ``ident`` is the command's own id and ``owner`` who
    sent it; ``wall`` the date, only to show.
    """

    row: int
    game: int
    unit: int
    kind: str
    actor: bytes
    command: bytes
    label: bytes = b"null"
    ident: str = ""
    owner: str = ""
    wall: float = 0.0


class Damaged(Exception):
    """The journal's file cannot be read as one. ``path`` is where it was set aside."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"the saved evening could not be read; it was set aside as {path}")
        self.path = path


class NotSaved(Exception):
    """The disk did not take it: full, read-only or gone. Play goes on."""


class Journal:
    """One evening's file. One thread writes; SQLite in WAL mode with synchronous=FULL."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the journal at ``path`` (none: in memory).

        Raises Damaged when there is a file that is no journal; it has been renamed and a new start will do.
        Raises OSError or NotSaved when the place cannot be written at all.
        """
        self.path = path
        if path is not None and path.exists() and path.stat().st_size == 0:
            raise Damaged(_set_aside(path))  # SQLite would take it for a new one, and the evening for lost
        try:
            self._db = self._open()
        except sqlite3.DatabaseError as error:
            if path is None or not path.exists() or _is_disk_trouble(error):
                raise NotSaved(str(error)) from error
            raise Damaged(_set_aside(path)) from error
        self.saving = True
        self._unput: dict[tuple[str, str], bytes] = {}
        self._unsaved: list[tuple[list[Entry], tuple[int, int, bytes] | None]] = []

    def _open(self) -> sqlite3.Connection:
        name = ":memory:" if self.path is None else str(self.path)
        db = sqlite3.connect(name, check_same_thread=False, isolation_level=None, cached_statements=64)
        try:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA journal_size_limit=4194304")
            if self.path is not None and db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("quick_check")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA:
                raise sqlite3.DatabaseError(f"written by a newer version ({version})")
            db.executescript(_TABLES)
            if version != SCHEMA:  # only then: it is a write of its own, and every start would wait for the disk
                db.execute(f"PRAGMA user_version={SCHEMA}")
            db.execute("PRAGMA temp_store=MEMORY")
            db.executescript(_KEEPING)
        except BaseException:
            db.close()
            raise
        return db

    # writing

    def commit(self, entries: list[Entry], moment: tuple[int, int, bytes] | None) -> None:
        """Write ``entries`` and the ``moment`` (row, game, bytes) after them, all or nothing.

        What an earlier commit could not write goes first. Raises NotSaved; then everything is kept for later.
        """
        self._unsaved.append((entries, moment))
        self.flush()

    def flush(self) -> None:
        """Write what is not written yet. Raises NotSaved."""
        while self._unput:
            (table, key), value = next(iter(self._unput.items()))
            self._write(f"INSERT OR REPLACE INTO {table} VALUES (?,?)", (key, value))
            del self._unput[table, key]
        while self._unsaved:
            commits = self._unsaved[:_AT_ONCE]
            rows = [row for entries, moment in commits for row in _rows(entries, moment)]
            self._write(f"INSERT INTO kept VALUES {','.join([_ROW] * len(rows))}", [v for row in rows for v in row])
            del self._unsaved[: len(commits)]

    def put(self, key: str, value: bytes) -> None:
        """Keep ``value`` under ``key``. Raises NotSaved; then it is kept for later, as a commit is."""
        self._unput["meta", key] = value
        self.flush()

    def put_clock(self, value: bytes) -> None:
        """Keep what remains of the clocks. Raises NotSaved; then it is kept for later, as a commit is."""
        self._unput["clock", "notes"] = value
        self.flush()

    def _write(self, sql: str, values: Sequence[object]) -> None:
        """Carry out one statement, which is a transaction of its own."""
        try:
            self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error

    # reading

    def get(self, key: str) -> bytes | None:
        """Return what is kept under ``key``, or will be."""
        if ("meta", key) in self._unput:
            return self._unput["meta", key]
        found = self._db.execute("SELECT value FROM meta WHERE key=?", (key,)).fetchone()
        return bytes(found[0]) if found else None

    def clock(self) -> bytes | None:
        """Return what was kept of the clocks."""
        found = self._db.execute("SELECT value FROM clock").fetchone()
        return bytes(found[0]) if found else None

    def last_row(self) -> int:
        """Return the number of the last entry (0: none)."""
        return int(self._db.execute("SELECT coalesce(max(row),0) FROM entry").fetchone()[0])

    def moment(self, row: int) -> tuple[int, bytes] | None:
        """Return the latest (row, moment) at or before ``row``."""
        found = self._db.execute(
            "SELECT row, value FROM moment WHERE row<=? ORDER BY row DESC LIMIT 1", (row,)
        ).fetchone()
        return (int(found[0]), bytes(found[1])) if found else None

    def entries(self, *, game: int | None = None, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """Yield the entries of ``game`` (of all) with rows after ``after`` and up to ``upto``, in order."""
        sql = (
            "SELECT * FROM entry WHERE row>? AND row<=?" + (" AND game=?" if game is not None else "") + " ORDER BY row"
        )
        top = (1 << 62) if upto is None else upto
        for row in self._db.execute(sql, (after, top) if game is None else (after, top, game)):
            yield Entry(*row)
        for entries, _ in self._unsaved:
            yield from (e for e in entries if after < e.row <= top and game in (None, e.game))

    def row_of(self, ident: str, owner: str) -> int | None:
        """Return the row of the command that ``owner`` sent under ``ident``."""
        found = self._db.execute("SELECT row FROM entry WHERE ident=? AND owner=?", (ident, owner)).fetchone()
        return int(found[0]) if found else None

    def back_up(self) -> None:
        """Write a checked copy beside the journal: the old copy stays until the new one is whole.

        Does nothing in memory. A disk that does not take it keeps the old copy.
        """
        if self.path is None:
            return
        fresh = self.path.with_suffix(".new")
        with contextlib.suppress(sqlite3.Error, OSError):
            fresh.unlink(missing_ok=True)
            with contextlib.closing(sqlite3.connect(fresh)) as copy:
                self._db.backup(copy)
                sound = copy.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            if sound:
                fresh.replace(copy_of(self.path))

    def close(self) -> None:
        """Close the file; a read-only or missing disk is no reason to fail."""
        with contextlib.suppress(sqlite3.Error, NotSaved):
            self.flush()
        self._db.close()


def _rows(entries: list[Entry], moment: tuple[int, int, bytes] | None) -> Iterator[tuple[object, ...]]:
    """Yield ``entries`` as rows of ``kept``: the last one with the moment, where there is one."""
    for entry in entries:
        after = (None, None) if moment is None or moment[0] != entry.row else moment[1:]
        yield *msgspec.structs.astuple(entry), *after


def _is_disk_trouble(error: sqlite3.Error) -> bool:
    words = ("unable to open", "readonly", "read-only", "full", "disk i/o", "locked")
    return any(w in str(error).lower() for w in words)


def _set_aside(path: Path) -> Path:
    """Rename a damaged journal with its WAL, and return its new name; nothing is deleted."""

    def files(of: Path) -> tuple[Path, ...]:
        return tuple(of.with_name(of.name + end) for end in ("", "-wal", "-shm"))

    n = 1
    while any(file.exists() for file in files(path.with_name(f"{path.stem}.damaged-{n}{path.suffix}"))):
        n += 1
    aside = path.with_name(f"{path.stem}.damaged-{n}{path.suffix}")
    for file, name in zip(files(path), files(aside), strict=True):
        if file.exists():
            file.rename(name)
    return aside


def copy_of(path: Path) -> Path:
    """Return where the checked copy of the journal at ``path`` lies."""
    return path.with_suffix(".copy")


class Opened(NamedTuple):
    """A journal as it was found: ``lost`` is the damaged file that was set aside, ``copied`` whether it is the copy."""

    journal: Journal
    lost: Path | None = None
    copied: bool = False


def open_journal(path: Path) -> Opened:
    """Open the journal at ``path``; a damaged or missing one is replaced by its last checked copy.

    Where the copy is damaged as well, a new evening begins. Raises NotSaved or OSError when the place cannot be
    written.
    """
    lost: Path | None = None
    if path.exists():
        try:
            return Opened(Journal(path))
        except Damaged as damaged:
            lost = damaged.path
    else:
        _set_aside(path)  # its last writes alone, that may be there: SQLite would take them for the copy's
    copy = copy_of(path)
    if copy.exists():
        shutil.copyfile(copy, path)
        try:
            return Opened(Journal(path), lost, copied=True)
        except Damaged as damaged:
            lost = lost or damaged.path
    return Opened(Journal(path), lost)
