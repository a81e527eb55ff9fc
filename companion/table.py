"""The Table: one writer decides, the journal keeps, everyone else reads what is published."""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion import evening as lobby
from companion import offering
from companion.chance import Source
from companion.clock import Time
from companion.game import (
    Actor,
    Box,
    Choice,
    Command,
    Illegal,
    Malformed,
    Stale,
    TableError,
    Text,
    fill,
    offered,
    parse,
    say,
    tag_of,
)
from companion.journal import Journal
from companion.published import Follower, Published, Subscription
from companion.shelf import Answers, Shelf
from companion.writer import Writer

_IDENT = re.compile(r"[A-Za-z0-9_-]{1,40}")
_ANSWERS_KEPT = 512


class Envelope(msgspec.Struct, frozen=True):
    """What a person sends: an id of its own, the question it answers, which choice, and its open fields."""

    id: str
    question: str
    choice: str
    answers: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True):
    """What the sender hears: whether it was accepted, at which row, or the reason why not.

    ``seat`` is the seat given to someone who sat down.
    """

    ok: bool
    row: int
    reason: Text | None = None
    stale: bool = False
    repeated: bool = False
    seat: int | None = None


class Table:
    """The table. ``answers`` are the owner's; without them no value is asked for.

    ``submit`` may be called from any thread, and works there: one after the other, for there is one writer.

    Not started, it leaves the clocks to ``tick``: for scripts, tests and bots, with a time that they move.
    """

    def __init__(
        self, shelf: Shelf, journal: Journal, source: Source, time: Time, answers: Answers | None = None
    ) -> None:
        self.shelf, self.journal, self.time = shelf, journal, time
        self._writer = Writer(shelf, journal, source, time, answers)
        self._board = self._writer.board
        self._answered: OrderedDict[tuple[str, str], Reply] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._over = False
        self._lock = threading.RLock()
        self._changed = threading.Event()
        self.alive = time.monotonic()
        """When the clocks were last looked at: what a watchdog looks at."""

    # starting and stopping

    def start(self) -> None:
        """Start the thread that keeps an eye on the clocks."""
        self._over = False
        self._thread = threading.Thread(target=self._watch, name="table", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the clocks and keep what remains of them, tell all subscribers, close the journal."""
        if self._thread is not None:
            self._over = True
            self._changed.set()
            self._thread.join(5)
            self._thread = None
        with self._lock:
            self._writer.note_clocks()
            self.journal.back_up()
            self._board.close()
            self.journal.close()

    def _watch(self) -> None:
        while not self._over:
            self._changed.clear()
            self.tick()
            with self._lock:
                due = self._writer.next_due()
            self._changed.wait(1.0 if due is None else min(1.0, due + 0.001))

    def _run(self, work: Callable[[], Reply]) -> Reply:
        """Do ``work`` here and now, nobody else at the same time; return its reply."""
        with self._lock:
            try:
                return work()
            except TableError as error:
                return Reply(False, self.now().row, error.reason, stale=isinstance(error, Stale))
            finally:
                self._changed.set()

    def tick(self) -> None:
        """Let the clocks do what is due. A table that was started does so by itself."""
        with self._lock:
            self.alive = self.time.monotonic()
            self._writer.tick()

    # reading

    def now(self) -> Published:
        """Return the table as it is."""
        return self._board.latest

    def subscribe(self) -> Subscription:
        """Return a subscription whose first ``wait`` gives the table as it is."""
        return Subscription(self._board)

    def follow(self, follower: Follower, ahead: Follower) -> None:
        """Have every moment given to ``follower`` as soon as it is published, before whoever waits for it wakes.

        ``ahead`` gets a moment that a command makes before it is kept: to prepare for it, and to show nothing of it.
        Both come on the thread of whoever changed the table, and must neither wait for anybody nor raise.
        """
        self._board.followers.append(follower)
        self._board.heralds.append(ahead)

    def seats_of(self, token_digest: str) -> tuple[int, ...]:
        """Return the seats that this phone holds, lowest first."""
        return self.now().seats_of(token_digest)

    def trouble(self, *troubles: Text) -> None:
        """Tell the people something about the box itself, in words."""
        with self._lock:
            self._writer.trouble(*troubles)

    # what people do

    def submit(self, actor: Actor, envelope: Envelope, by: str = "") -> Reply:
        """Enter what a person sends. Never raises for bad input: the reply says in words what is wrong."""
        return self._run(lambda: self._answer(actor, envelope, by))

    def do(
        self,
        actor: Actor,
        tag: str,
        answers: Mapping[str, Any] | None = None,
        *,
        ident: str = "",
        question: str | None = None,
        by: str = "",
    ) -> Reply:
        """Enter the command ``tag`` with ``answers`` for its fields, where some choice on offer makes it."""
        answers = dict(answers or {})

        def work() -> Reply:
            try:
                offer, answered = offering.find(self.now().asked(actor), tag, answers)
            except TableError as error:
                raise self.why(error, actor, tag, answers) from error
            envelope = Envelope(ident or secrets.token_hex(8), question or offer.question, offer.choice.id, answered)
            return self._answer(actor, envelope, by)

        return self._run(work)

    def why(self, refused: TableError, actor: Actor, tag: str, answers: Mapping[str, Any]) -> TableError:
        """Return ``refused``, what is not on offer, with the game's own reason where it has one."""
        better = offering.reason(self.now(), self.shelf, actor, tag, answers)
        return refused if better is None else Illegal(better)

    def sit(self, seat: int | None, name: str, token_digest: str) -> Reply:
        """Give a newcomer's phone the free ``seat`` (or the first free one)."""

        def work() -> Reply:
            free = self.now().evening.free
            if seat is None and not free:
                raise Illegal(say("refused.table_full"))
            number = free[0] if seat is None else seat
            row = self._writer.enter_evening(Box(), lobby.Sit(number, name, token_digest), "", "")
            return Reply(True, row, seat=number)

        return self._run(work)

    def move_seat(self, seat: int, token_digest: str) -> Reply:
        """Let another phone take over ``seat``: the check at the table has been made by the caller."""
        return self._run(
            lambda: Reply(True, self._writer.enter_evening(Box(), lobby.Claim(seat, token_digest), "", ""), seat=seat)
        )

    def _answer(self, actor: Actor, envelope: Envelope, by: str) -> Reply:
        owner = by or offering.owner(actor)
        known = self._answered.get((owner, envelope.id))
        if known is not None:
            return msgspec.structs.replace(known, repeated=True)
        if not _IDENT.fullmatch(envelope.id):
            raise Malformed(say("refused.malformed"))
        try:
            reply = self._decide(actor, envelope, owner)
        except Stale:
            row = self.journal.row_of(envelope.id, owner)
            if row is None:
                raise
            reply = Reply(True, row, repeated=True)
        except TableError as error:
            reply = Reply(False, self.now().row, error.reason)
        self._answered[owner, envelope.id] = reply
        while len(self._answered) > _ANSWERS_KEPT:
            self._answered.popitem(last=False)
        return reply

    def _decide(self, actor: Actor, envelope: Envelope, owner: str) -> Reply:
        """Open question? Offered? Then apply, commit, swap, publish."""
        now = self.now()
        on_offer = [o.choice for o in now.offers(actor) if o.question == envelope.question]
        if not on_offer and any(o.question == envelope.question for o in now.asked(actor)):
            raise Illegal(say("refused.paused"))
        if not on_offer:
            raise Stale(say("refused.stale"))
        choice = next((c for c in on_offer if c.id == envelope.choice), None)
        if choice is None:
            raise Illegal(say("refused.not_now"))
        if set(envelope.answers) - {ask.field for ask in choice.asks}:
            raise Malformed(say("refused.malformed"))
        try:
            command = _answered(choice, actor, envelope)
        except TableError as error:
            raise self.why(
                error, actor, tag_of(choice.command), msgspec.to_builtins(choice.command) | envelope.answers
            ) from error
        return Reply(True, self._writer.take(actor, choice, command, envelope.id, owner))


def _answered(choice: Choice, actor: Actor, envelope: Envelope) -> Command:
    """Return the command that ``choice`` with these answers makes. Raises TableError where it makes none."""
    answers = {}
    for ask in choice.asks:
        if ask.field not in envelope.answers:
            raise Malformed(say("refused.missing", question=ask.label))
        answers[ask.field] = parse(ask, envelope.answers[ask.field])
    command = fill(choice, answers)
    if offered((choice,), actor, command) is None:
        raise Illegal(say("refused.answer", question=choice.asks[0].label if choice.asks else choice.label))
    return command
