"""Plays a saved evening again, from its journal alone, and compares every state that was stored on the way."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion import evening as lobby
from companion.game import Actor, AnyGame, Command, PackError, State
from companion.history import Began, Took, new_state
from companion.journal import Damaged, Entry, Journal, NotSaved
from companion.moment import Absent, Stored, decode_actor, decode_command, decode_state, enter
from companion.shelf import Shelf, unpack


class Unreadable(Exception):
    """There is no journal here that can be read; the message is one sentence."""


class Differs(Exception):
    """A stored state is not what the commands lead to. ``row`` is where."""

    def __init__(self, row: int, stored: bytes, replayed: bytes) -> None:
        super().__init__(f"row {row}: the stored state is not the one that the commands lead to")
        self.row, self.stored, self.replayed = row, stored, replayed


class Played(msgspec.Struct, frozen=True):
    """One entry of a journal, decoded, with the running game and its state before and after (none in the lobby).

    ``command`` is None for a set-up that waited for the owner's answers: it comes again when the game begins.
    """

    entry: Entry
    actor: Actor
    command: Command | Began | None
    rules: AnyGame | None = None
    before: State | None = None
    after: State | None = None


@contextmanager
def opened(path: Path) -> Iterator[Journal]:
    """Open a copy of the journal at ``path``, so that the saved one is only read. Raises Unreadable."""
    with tempfile.TemporaryDirectory(prefix="tablehand-") as folder:
        copy = Path(folder) / "journal.sqlite3"
        try:
            for end in ("", "-wal"):
                if end == "" or path.with_name(path.name + end).exists():
                    shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
            journal = Journal(copy)
        except (Damaged, NotSaved):
            raise Unreadable(f"{path} is no journal of a table, or it is damaged") from None
        except OSError as error:
            raise Unreadable(f"{path} cannot be read ({error.strerror})") from None
        try:
            yield journal
        finally:
            journal.close()


def replay(journal: Journal, shelf: Shelf) -> Iterator[Played]:
    """Yield every entry with the state that it leads to. Raises Differs, or Unreadable for games not on the shelf."""
    rules: AnyGame | None = None
    states: dict[int, State] = {}
    state: State | None = None
    game = 0
    for entry in journal.entries():
        before = state
        actor = decode_actor(entry.actor)
        command: Command | Began | None
        if entry.kind == "new":
            command = msgspec.json.decode(entry.command, type=Began)
            rules, game = _rules(journal, shelf, entry, command), entry.game
            states, before, state = {}, None, new_state(rules, entry.command)
        elif entry.kind == "undo":
            command = msgspec.json.decode(entry.command, type=Took)
            state = states[command.before]
        elif entry.game and rules is not None and state is not None:
            command = decode_command(rules, actor, entry.command)
            state = enter(rules, state, actor, command)
        else:
            command = _of_evening(entry.command)
            if isinstance(command, lobby.Finish):
                rules, state, before, game = None, None, None, 0
        if state is not None:
            states[entry.row] = state
            _same(journal, entry.row, game, state, rules)
        yield Played(entry, actor, command, rules, before, state)


def _of_evening(raw: bytes) -> Command | None:
    try:
        command: Command = msgspec.json.decode(raw, type=lobby.TableCommand)
    except msgspec.ValidationError:
        return None
    return command


def _rules(journal: Journal, shelf: Shelf, entry: Entry, began: Began) -> AnyGame:
    """Return the game that begins with ``entry``, bound to the packs that the save keeps of it."""
    tag = msgspec.json.decode(began.options, type=dict[str, Any]).get("do")
    title = next((key for key in shelf if shelf.game(key).setup_type.__struct_config__.tag == tag), None)
    if title is None:
        raise Unreadable(f"row {entry.row} begins a game that is not on the shelf ({tag})")
    piece = journal.get(f"packs.{_packs(journal, entry)}")
    try:
        return shelf.game(title, unpack(piece) if piece else None)
    except (PackError, msgspec.DecodeError) as error:
        raise Unreadable(f"row {entry.row}: the packs of {title} cannot be read ({error})") from None


def _packs(journal: Journal, entry: Entry) -> str:
    """Return the name of the packs of the game that begins with ``entry``, by any moment that is kept of it."""
    last = max((e.row for e in journal.entries(game=entry.game)), default=entry.row)
    found = journal.moment(last)
    stored = msgspec.json.decode(found[1], type=Stored) if found else None
    return stored.packs if stored is not None and stored.game == entry.game else ""


def _same(journal: Journal, row: int, game: int, state: State, rules: AnyGame | None) -> None:
    found = journal.moment(row)
    if found is None or found[0] != row or rules is None:
        return
    stored = msgspec.json.decode(found[1], type=Stored)
    if stored.game == game and decode_state(rules, bytes(stored.state)) != state:
        raise Differs(row, bytes(stored.state), msgspec.json.encode(state))


__all__ = ["Absent", "Differs", "Played", "Unreadable", "opened", "replay"]
