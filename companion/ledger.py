"""The table's one ledger: what is entered is kept on disk, and then shown to everyone."""

from __future__ import annotations

import contextlib
import secrets

import msgspec

from companion import offering
from companion.clock import Clocks, Time
from companion.game import Actor, Notice, State, Text
from companion.history import History
from companion.journal import Entry, Journal, NotSaved
from companion.moment import Now
from companion.offering import Offers
from companion.published import Board, Numbered, Published
from companion.resume import last_ended, resume
from companion.shelf import Shelf


class Ledger:
    """The table as it stands, taken up where the journal has left it; ``board`` is where everyone sees it."""

    def __init__(self, shelf: Shelf, journal: Journal, time: Time) -> None:
        self._shelf, self._journal, self._time = shelf, journal, time
        self._now = Now()
        self._row = journal.last_row()
        self._serial = 0
        self._epoch = secrets.token_hex(4)
        self._clocks = Clocks()
        self._history = History(journal)
        self._offers: Offers = {}
        self._notices: tuple[Numbered, ...] = ()
        self._heard = 0
        self._said: tuple[Notice, ...] = ()
        self._saving = True
        resumed = resume(journal, shelf)
        self._now, self.troubles = resumed.now, resumed.troubles
        if resumed.now.rules is not None and resumed.now.state is not None:
            self._history.begin(resumed.now.game, resumed.now.rules)
            self._history.rebuild(journal.entries(game=resumed.now.game))
            self._clocks.restore(resumed.notes)
            self._clocks.follow(resumed.now.state.clocks, resumed.now.evening.paused, time.monotonic(), back=True)
        self._now = self._offered(self._now, self._row)
        self.board = Board(self._published(self._now, self._row))

    def note_clocks(self) -> None:
        """Keep what remains of the clocks."""
        notes = self._clocks.notes(self._time.monotonic())
        with contextlib.suppress(NotSaved):
            self._journal.put_clock(msgspec.json.encode(notes))

    def trouble(self, *troubles: Text) -> None:
        """Add something that people should know of the box itself."""
        self.troubles = (*self.troubles, *troubles)
        self._publish()

    def _entry(
        self,
        kind: str,
        actor: Actor,
        command: msgspec.Struct,
        *,
        ident: str = "",
        owner: str = "",
        label: Text | None = None,
        offset: int = 0,
        game: int = 0,
        unit: int | None = None,
    ) -> Entry:
        row = self._row + 1 + offset
        return Entry(
            row=row,
            game=game,
            unit=row if unit is None else unit,
            kind=kind,
            actor=msgspec.json.encode(actor),
            command=msgspec.json.encode(command),
            label=msgspec.json.encode(label),
            ident=ident,
            owner=owner,
            wall=self._time.wall(),
        )

    def _commit(self, now: Now, entries: list[Entry]) -> None:
        """Keep it, then show it. A disk that takes nothing stops nobody: the table says "not saving"."""
        row = entries[-1].row
        for entry in entries:
            if entry.game and entry.game == now.game:
                self._history.add(entry)
        self._history.remember(row, now.state)
        now = self._offered(now, row)
        clocks, undone = now.state.clocks if now.state else (), entries[0].kind == "undo"
        stands = self._clocks.follow(clocks, now.evening.paused, self._time.monotonic(), back=undone)
        moment, saving = self._next(now, row), self._saving
        self.board.announce(moment)  # whoever prepares for it works while the disk takes it
        try:
            self._journal.commit(entries, (row, now.game, now.stored()))
            self._saving = True
        except NotSaved:
            self._saving = False
        self._row, self._now = row, now
        self.board.hang(moment if self._saving == saving else self._next(now, row))
        if stands:
            self.note_clocks()  # people read what it says while it stands: no power cut may give any of it back

    def _try_again(self) -> None:
        with contextlib.suppress(NotSaved):
            self._journal.flush()
            self._saving = True
            self._publish()

    def _publish(self) -> None:
        self.board.hang(self._next(self._now, self._row))

    def _next(self, now: Now, row: int) -> Published:
        """Return the next moment to be published, with what was said meanwhile."""
        said, self._said = self._said, ()
        names = now.evening.names()
        for notice in said:
            self._heard += 1
            self._notices = (*self._notices[-49:], Numbered(self._heard, notice, names))
        self._serial += 1
        return self._published(now, row)

    def _offered(self, now: Now, row: int) -> Now:
        """Work out what everyone has on offer now, and return the table with the questions that are open."""
        self._offers, opened = offering.offers(now, self._history, row, self._shelf, self._last)
        return msgspec.structs.replace(now, opened=opened)

    def _published(self, now: Now, row: int) -> Published:
        units = self._history.units
        return Published(
            epoch=self._epoch,
            serial=self._serial,
            row=row,
            evening=now.evening,
            title=now.title,
            game=now.rules,
            state=now.state,
            saving=self._saving,
            faces=self._clocks.faces(self._time.monotonic()),
            notices=self._notices,
            offers=self._offers,
            undo=units[-1].label if units else None,
            troubles=self.troubles,
        )

    def _last(self, title: str) -> State | None:
        return last_ended(self._journal, self._shelf, title)
