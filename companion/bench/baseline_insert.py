"""Baseline: the bare insert of so many bytes into SQLite, as safe on disk as the journal's (WAL, FULL)."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path


class Bare:
    """A file with one table of one column."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA journal_size_limit=4194304")
        self._db.execute("CREATE TABLE entry (value BLOB NOT NULL)")
        # Grow the log to the size at which SQLite begins it anew: from then on a commit writes over old pages, as
        # it does for most of an evening, and no longer makes the file longer, which is slower.
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO entry VALUES (?)", [(os.urandom(4000),)] * 1200)
        self._db.execute("COMMIT")

    def insert(self, size: int) -> float:
        """Insert ``size`` bytes in a transaction of their own; return the seconds that it took."""
        value = os.urandom(size)
        began = time.perf_counter()
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("INSERT INTO entry VALUES (?)", (value,))
        self._db.execute("COMMIT")
        return time.perf_counter() - began

    def close(self) -> None:
        """Close the file."""
        self._db.close()
