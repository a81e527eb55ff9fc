"""Starting again: the table as the journal left it."""

from __future__ import annotations

import contextlib

import msgspec

from companion.clock import Note
from companion.game import PackError, State, Text, say
from companion.journal import Journal
from companion.moment import Now, Stored, decode_state
from companion.shelf import Shelf, unpack


class Resumed(msgspec.Struct, frozen=True):
    """The table where the journal ends, what remained of its clocks, and what could not be taken up."""

    now: Now = Now()
    notes: tuple[Note, ...] = ()
    troubles: tuple[Text, ...] = ()


def resume(journal: Journal, shelf: Shelf) -> Resumed:
    """Return the table as it was; a clock that ran comes back stopped, in a break."""
    found = journal.moment(journal.last_row())
    if found is None:
        return Resumed()
    stored = msgspec.json.decode(found[1], type=Stored)
    between = Now(evening=stored.evening, games=stored.games, opened=stored.questions, owed=stored.owed)
    if not stored.game:
        return Resumed(between)
    piece = journal.get(f"packs.{stored.packs}")
    try:
        rules = shelf.game(stored.title, unpack(piece) if piece else None)
        state = decode_state(rules, bytes(stored.state))
    except (KeyError, PackError, msgspec.DecodeError):
        # Nothing is lost: the journal keeps the game for the version that can read it.
        evening = msgspec.structs.replace(stored.evening, picked="")
        trouble = say("trouble.game_unreadable", game=stored.title)
        return Resumed(msgspec.structs.replace(between, evening=evening), troubles=(trouble,))
    kept = journal.clock()
    notes = msgspec.json.decode(kept, type=tuple[Note, ...]) if kept else ()
    ran = any(c.running for c in state.clocks)
    now = msgspec.structs.replace(
        between,
        evening=msgspec.structs.replace(stored.evening, paused=stored.evening.paused or ran),
        game=stored.game,
        title=stored.title,
        packs=stored.packs,
        rules=rules,
        state=state,
    )
    return Resumed(now, notes)


def last_ended(journal: Journal, shelf: Shelf, title: str) -> State | None:
    """Return the state in which the last game of this kind ended, if it can still be read."""
    raw = journal.get(f"ended.{title}")
    if raw is not None:
        with contextlib.suppress(PackError, msgspec.DecodeError):
            return decode_state(shelf.game(title), raw)
    return None
