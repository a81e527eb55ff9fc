"""Plays scripts with the toys, on the real pages."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from companion.front import Front
from companion.script import ScriptError, play, read, read_text
from companion.script.run import Player
from companion.script.stage import Stage
from companion.shelf import Shelf
from companion.table import Table
from companion.words import Words
from tests.contract.tables import TOYS
from tests.web.conftest import words_of
from web import Keys, Secrets, create_app

WORDS = words_of()


def pages(table: Table, words: Words, front: Front) -> Any:
    return create_app(table, words, keys=Keys(Secrets.fresh()), front=front)


def shelf() -> Shelf:
    return Shelf(*((title, {}) for title in TOYS))


def holds(text: str, file: str = "test.table") -> int:
    """Play ``text``, which must hold; return how often it was played."""
    return play(read_text(text, file), TOYS, WORDS, pages, shelf)


def holds_file(path: Path) -> int:
    return play(read(path), TOYS, WORDS, pages, shelf)


def fails(text: str, line: int, *parts: str) -> str:
    """Play ``text``, which must fail at ``line`` with all of ``parts`` in its sentence; return the sentence."""
    with pytest.raises(ScriptError) as error:
        holds(text)
    assert error.value.where == f"test.table:{line}", error.value
    for part in parts:
        assert part in error.value.sentence, error.value
    return error.value.sentence


def state_after(text: str) -> Any:
    """Play ``text`` and return the game's state."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), TOYS, WORDS, pages, shelf)
        try:
            Player(stage, {}).play(read_text(text).lines)
            return stage.table.now().state
        finally:
            stage.close()
