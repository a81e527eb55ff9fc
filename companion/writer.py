"""What the one writer does: commands, chance, undo, clocks. Each change goes through the ledger."""

from __future__ import annotations

import contextlib

import msgspec

from companion import evening as lobby
from companion import offering
from companion.chance import Source, settle
from companion.clock import Time
from companion.evening import Evening, Points
from companion.game import (
    Actor,
    AnyGame,
    Box,
    Came,
    Choice,
    Command,
    Expired,
    Illegal,
    Keep,
    Keeping,
    Notice,
    Outcome,
    PackError,
    SetUp,
    Setup,
    State,
    Told,
    pending,
    say,
)
from companion.history import Began, Took, Unit
from companion.journal import Entry, Journal, NotSaved
from companion.ledger import Ledger
from companion.moment import Absent, Now, enter
from companion.shelf import Answers, Shelf, digest, pack_up

_CHANCES_MOST = 10_000
NOTE_EVERY = 5.0
"""Seconds between two notes of what remains of running clocks."""


class Writer(Ledger):
    """The one who changes the table. Not for two threads at once: the Table sees to that."""

    def __init__(self, shelf: Shelf, journal: Journal, source: Source, time: Time, answers: Answers | None) -> None:
        super().__init__(shelf, journal, time)
        self._source, self._answers = source, answers
        self._noted = time.monotonic()

    def take(self, actor: Actor, choice: Choice, command: Command, ident: str, owner: str) -> int:
        """Enter a command that is on offer; return its row. Raises TableError, and then nothing has changed."""
        self._said = ()
        match command:
            case SetUp():
                return self._begin(command, ident, owner)
            case lobby.Verify() | lobby.Ours():
                return self._settle_doubt(actor, command, ident, owner)
            case lobby.Undo():
                return self._undo(actor, ident, owner)
            case lobby.Finish():
                return self._finish(ident, owner)
            case Told(key, items):
                return self._told(actor, key, items, ident, owner)
            case Keep() if self._now.state is None:
                return self.enter_evening(actor, command, ident, owner)
            case _ if offering.is_evening(command):
                return self.enter_evening(actor, command, ident, owner)
            case _:
                return self._play(actor, choice, command, ident, owner)

    # the evening

    def enter_evening(self, actor: Actor, command: Command, ident: str, owner: str) -> int:
        evening = self._now.evening
        if isinstance(command, Keep):
            kept = Keeping(command.component, command.keeper)
            others = tuple(k for k in evening.keepers if k.component != command.component)
            evening = msgspec.structs.replace(evening, keepers=(*others, kept))
        else:
            if self._now.state is not None and isinstance(command, lobby.Stand | lobby.Arrange):
                raise Illegal(say("refused.in_game"))
            evening = lobby.apply(evening, command)
        entries = [self._entry("table", actor, command, ident=ident, owner=owner)]
        now = msgspec.structs.replace(self._now, evening=evening)
        if isinstance(command, lobby.Away):
            now = self._who_is_here(now, entries, self._history.units)
        self._commit(now, entries)
        return entries[0].row

    def _who_is_here(self, now: Now, entries: list[Entry], units: list[Unit]) -> Now:
        """Tell the game who is away, where it does not know. What follows from it goes with the last of ``units``."""
        gone = tuple(s for s in now.state.seats if s not in now.evening.playing) if now.state is not None else ()
        if now.state is None or gone == now.state.away:
            return now
        unit = units[-1].unit if units else self._row + 1 + len(entries)
        entries.append(self._entry("table", Box(), Absent(gone), offset=len(entries), game=now.game, unit=unit))
        return self._drain(self._changed(now, Box(), Absent(gone)), entries)

    # games

    def _begin(self, options: SetUp, ident: str, owner: str) -> int:
        evening = self._now.evening
        title = self._now.title or evening.picked
        if self._now.result is not None:
            evening = self._scored()
        rules = self._shelf.game(title)
        packs = self._shelf.packs(title)
        seats = evening.playing
        keepers = offering.keepers(rules.meta, evening)
        misfit = offering.misfit(rules.meta, evening)
        if misfit is not None:
            raise Illegal(misfit)
        setup = Setup(seats=seats, options=options, keepers=keepers)
        state: State = rules.new(setup)
        asked = self._answers.unanswered(title, rules.doubts(setup)) if self._answers else ()
        if asked:
            waiting = msgspec.Raw(msgspec.json.encode(options))
            doubting = msgspec.structs.replace(self._now.evening, doubts=asked, waiting=waiting)
            entries = [self._entry("table", Box(), options, ident=ident, owner=owner)]
            self._commit(msgspec.structs.replace(self._now, evening=doubting), entries)
            return entries[0].row
        name = digest(packs)
        with contextlib.suppress(NotSaved):
            if self._journal.get(f"packs.{name}") is None:
                self._journal.put(f"packs.{name}", pack_up(packs))
        games = self._now.games + 1
        began = Began(seats=seats, options=msgspec.Raw(msgspec.json.encode(options)), keepers=keepers)
        entries = [self._entry("new", Box(), began, ident=ident, owner=owner, game=games)]
        now = Now(
            evening=msgspec.structs.replace(evening, picked=title, paused=False, doubts=()),
            game=games,
            games=games,
            title=title,
            packs=name,
            rules=rules,
            state=state,
        )
        self._journal.back_up()
        self._clocks.clear()
        self.note_clocks()  # or a power cut would give this game what the last one's clocks had spent
        self._history.begin(games, rules)
        now = self._drain(now, entries)
        self._commit(now, entries)
        return entries[0].row

    def _settle_doubt(self, actor: Actor, command: lobby.Verify | lobby.Ours, ident: str, owner: str) -> int:
        """Keep what the owner says; with the last doubt settled the game begins."""
        assert self._answers is not None
        evening = self._now.evening
        title = self._now.title or evening.picked
        try:
            if isinstance(command, lobby.Ours):
                self._answers.play_with_ours(title)
            else:
                answers = {command.key: command.value}
                self._shelf.replace(title, self._answers.answer(title, answers, self._fits))
        except PackError as error:
            raise Illegal(say("refused.value", hint=error.hint)) from error
        except OSError:
            self._saving = False  # the answer holds until the program ends, and the table says so
        left = () if isinstance(command, lobby.Ours) else evening.doubts[1:]
        settled = msgspec.structs.replace(evening, doubts=left)
        entries = [self._entry("table", actor, command, ident=ident, owner=owner)]
        self._commit(msgspec.structs.replace(self._now, evening=settled), entries)
        if left:
            return entries[0].row
        options = msgspec.json.decode(evening.waiting, type=self._shelf.game(title).setup_type)
        return self._begin(options, "", owner)

    def _fits(self, rules: AnyGame) -> None:
        """See that what waits to be started may still be, as ``rules`` have it. Raises Illegal."""
        evening = self._now.evening
        options = msgspec.json.decode(evening.waiting, type=rules.setup_type)
        keepers = offering.keepers(rules.meta, evening)
        clash = rules.clash(Setup(seats=evening.playing, options=options, keepers=keepers))
        if clash is not None:
            raise Illegal(clash)

    def _finish(self, ident: str, owner: str) -> int:
        evening = self._scored() if self._now.result is not None else self._now.evening
        entries = [self._entry("table", Box(), lobby.Finish(), ident=ident, owner=owner)]
        now = Now(evening=msgspec.structs.replace(evening, picked="", paused=False), games=self._now.games)
        self._clocks.clear()
        self._history.begin(0, None)
        self._commit(now, entries)
        return entries[0].row

    def _scored(self) -> Evening:
        """Return the evening with the points of the game that has ended; its last state is kept for the next one."""
        now = self._now
        result = now.result
        assert result is not None
        assert now.state is not None
        with contextlib.suppress(NotSaved):
            self._journal.put(f"ended.{now.title}", msgspec.json.encode(now.state))
        return lobby.score(now.evening, tuple(Points(s.seat, s.points) for s in result.scores))

    def _play(self, actor: Actor, choice: Choice, command: Command, ident: str, owner: str) -> int:
        unit = self._history.units[-1] if self._history.units else None
        joins = unit is not None and unit.open and unit.owner == owner and unit.seat == actor.seat
        kind = "memo" if choice.memo else "staged" if choice.staged else "final" if choice.final else "game"
        assert self._now.rules is not None
        assert self._now.state is not None
        now = self._changed(self._now, actor, command)
        assert now.state is not None
        if kind == "game" and self._now.rules.vain(self._now.state, now.state):
            kind = "tried"
        joins = joins and kind not in ("memo", "tried")
        label = offering.label(actor, choice)
        entry = self._entry(
            kind, actor, command, ident=ident, owner=owner, label=label, game=self._now.game,
            unit=unit.unit if joins and unit else None,
        )  # fmt: skip
        entries = [entry]
        self._commit(self._drain(now, entries), entries)
        return entry.row

    def _told(self, actor: Actor, key: str, items: tuple[str, ...], ident: str, owner: str) -> int:
        assert self._now.rules is not None
        assert self._now.state is not None
        chance = pending(self._now.rules, self._now.state)
        if chance is None or chance.key != key or not chance.possible(items):
            raise Illegal(say("refused.cannot_come"))
        label = say("did.told", who=offering.who(actor)) if chance.seen == "all" else None
        told = self._entry(
            "game", Outcome(), Came(key, items), ident=ident, owner=owner, label=label, game=self._now.game
        )
        entries = [told]
        now = self._changed(self._now, Outcome(), Came(key, items))
        self._commit(self._drain(now, entries), entries)
        return told.row

    def _changed(self, now: Now, actor: Actor, command: Command) -> Now:
        """Return the table after a command of the game; what it says aloud is held back until it is committed."""
        assert now.rules is not None
        assert now.state is not None
        after = enter(now.rules, now.state, actor, command)
        self._said = (*self._said, *now.rules.tell(now.state, actor, command, after))
        return msgspec.structs.replace(now, state=after)

    def _drain(self, now: Now, entries: list[Entry]) -> Now:
        """Let chance answer as long as the box keeps what is drawn, or only one thing can come."""
        for _ in range(_CHANCES_MOST):
            assert now.rules is not None
            assert now.state is not None
            chance = pending(now.rules, now.state)
            if chance is None:
                return now
            owed = now.owed
            items = chance.only()
            if items:
                self._source.hear(chance, items)
            if items is None and now.state.keeper(chance.component) == "told":
                if chance.seen != ():
                    return now
                items = ()
            if items is None:
                items, owed = settle(owed, chance)
            if items is None:
                items = self._source.decide(chance)
            command = Came(chance.key, items)
            entries.append(
                self._entry("chance", Outcome(), command, offset=len(entries), game=now.game, unit=entries[-1].unit)
            )
            now = self._changed(msgspec.structs.replace(now, owed=owed), Outcome(), command)
        raise RuntimeError(f"{now.title}: chance never ends")

    # undo

    def _undo(self, actor: Actor, ident: str, owner: str) -> int:
        unit = self._history.undoable(actor, owner)
        if unit.final and not self._history.agreed(unit, owner):
            raise Illegal(say("refused.undo_second", what=unit.label))
        state = self._history.before(unit)
        owed = self._history.undone(unit)
        took = Took(unit=unit.unit, before=unit.before)
        entry = self._entry(
            "undo", actor, took, ident=ident, owner=owner, label=unit.label, game=self._now.game, unit=unit.unit
        )
        self._said = (Notice(text=say("undo.done", what=unit.label)),)
        now = msgspec.structs.replace(self._now, state=state, owed=(*owed, *self._now.owed))
        entries = [entry]
        now = self._who_is_here(now, entries, self._history.units[:-1])
        assert now.state is not None
        state, memos = self._history.memos(now.state, unit.before)
        for who, command, by in memos:
            entries.append(self._entry("memo", who, command, owner=by, offset=len(entries), game=now.game))
        now = msgspec.structs.replace(now, state=state)
        self._commit(now, entries)
        return entry.row

    # clocks

    def tick(self) -> None:
        """Give the cues that are due, enter the ends of clocks, note what remains now and then."""
        at = self._time.monotonic()
        for due in self._clocks.due(at):
            if due.cue is not None:
                self._said = (Notice(tone="tick"),)
                self._publish()
            elif self._now.state is not None:
                self._expire(due.clock.key)
        if at - self._noted >= NOTE_EVERY:
            self._noted = at
            if self._clocks.running():
                self.note_clocks()
            if not self._saving:
                self._try_again()

    def next_due(self) -> float | None:
        """Return in how many seconds a clock will call, or None while none runs."""
        return self._clocks.next_due(self._time.monotonic())

    def _expire(self, key: str) -> None:
        entries = [self._entry("chance", Outcome(), Expired(key), game=self._now.game)]
        if self._history.units:
            entries[0] = msgspec.structs.replace(entries[0], unit=self._history.units[-1].unit)
        with contextlib.suppress(Illegal):
            now = self._changed(self._now, Outcome(), Expired(key))
            self._commit(self._drain(now, entries), entries)
