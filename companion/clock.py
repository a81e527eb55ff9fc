"""The Table's time: what remains of every clock that a state declares."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Protocol

import msgspec

from companion.game import Clock


class Time(Protocol):
    """Where time comes from."""

    def monotonic(self) -> float:
        """Return seconds that never go back, whatever the wall clock does."""
        ...

    def wall(self) -> float:
        """Return seconds since 1970, for showing only."""
        ...


class SystemTime:
    """The machine's time."""

    def monotonic(self) -> float:
        """Return the machine's monotonic seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Return the machine's idea of the date."""
        return time.time()


class FakeTime:
    """Time that moves only when told: for tests and table scripts."""

    def __init__(self, start: float = 1000.0) -> None:
        self.at = start
        self.date = 1_700_000_000.0

    def monotonic(self) -> float:
        """Return the faked seconds."""
        return self.at

    def wall(self) -> float:
        """Return the faked date, which a test may set to anything."""
        return self.date

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.at += seconds
        self.date += seconds


COUNTED = 10
"""Seconds up to which a clock that counts down is counted, "3, 2, 1": a longer one is read, "0:03"."""


class Face(msgspec.Struct, frozen=True):
    """What a clock shows: ``spent`` seconds at the monotonic moment ``at``, running or not."""

    key: str
    length: int | None
    running: bool
    spent: float
    at: float

    def by(self, moment: float) -> Face:
        """Return the face as it stands at ``moment``, if nobody touches the clock until then."""
        if not self.running or moment <= self.at:
            return self
        return Face(self.key, self.length, True, self.spent + moment - self.at, moment)

    @property
    def left(self) -> float:
        """Seconds that remain, or those that have passed on a clock that counts up."""
        return self.spent if self.length is None else max(0.0, self.length - self.spent)

    @property
    def counted(self) -> bool:
        """Whether its seconds are counted down, not read as a time."""
        return self.length is not None and self.length <= COUNTED

    @property
    def shown(self) -> int:
        """Whole seconds to show: 3:00 for the first second of three minutes, 0:00 only at the end."""
        return math.floor(self.left) if self.length is None else math.ceil(self.left - 1e-6)


class Note(msgspec.Struct, frozen=True):
    """What is kept of one start of a clock: seconds spent, cues given, whether its end was entered."""

    key: str
    start: int
    spent: float = 0.0
    cued: tuple[int, ...] = ()
    over: bool = False


class Due(msgspec.Struct, frozen=True):
    """Something that a clock calls for now: a cue at ``cue`` seconds left, or its end (no cue)."""

    clock: Clock
    cue: int | None = None


class Clocks:
    """Keeps what remains of each start of each clock, across undo. Clocks are never rewound."""

    def __init__(self) -> None:
        self._notes: dict[tuple[str, int], Note] = {}
        self._since: dict[tuple[str, int], float] = {}
        self._clocks: tuple[Clock, ...] = ()

    def follow(self, clocks: tuple[Clock, ...], stopped: bool, now: float, *, back: bool = False) -> bool:
        """Go on with the clocks that the state declares now; ``stopped`` is the table's break.

        Return whether one that ran stands now: what remains of it is to be kept at once, for no later note will come.

        Where undo or a restart leads ``back`` to a clock that had run out, it stands at its end and people say when:
        else undo would undo nothing. Where its start was taken back too and it is started anew, it has all its time.
        """
        self._settle(now)
        known = {(clock.key, clock.start) for clock in self._clocks}
        ran = set(self._since)
        self._clocks = clocks
        self._since = {}
        for clock in clocks:
            ident = (clock.key, clock.start)
            note = self._notes.setdefault(ident, Note(clock.key, clock.start))
            if note.over and ident not in known and not back:
                note = self._notes[ident] = Note(clock.key, clock.start)
            if clock.running and not stopped and not note.over:
                self._since[ident] = now
        return any((clock.key, clock.start) in ran - set(self._since) for clock in clocks)

    def _settle(self, now: float) -> None:
        for ident, since in self._since.items():
            note = self._notes[ident]
            self._notes[ident] = msgspec.structs.replace(note, spent=note.spent + max(0.0, now - since))
            self._since[ident] = now

    def faces(self, now: float) -> dict[str, Face]:
        """Return what every declared clock shows."""
        self._settle(now)
        return {
            clock.key: Face(
                clock.key,
                clock.length,
                (clock.key, clock.start) in self._since,
                self._notes[clock.key, clock.start].spent,
                now,
            )
            for clock in self._clocks
        }

    def due(self, now: float) -> tuple[Due, ...]:
        """Return the cues and ends that are due, each once, the earliest first.

        A cue that was slept through by more than a second is not given late.
        """
        self._settle(now)
        due: list[tuple[float, Due]] = []
        for clock in self._clocks:
            ident = (clock.key, clock.start)
            note = self._notes[ident]
            if clock.length is None or ident not in self._since:
                continue
            left = clock.length - note.spent
            passed = tuple(c for c in clock.cues if c not in note.cued and left <= c)
            due += [(-cue, Due(clock, cue)) for cue in sorted(passed, reverse=True) if cue - left < 1.0]
            over = left <= 0
            if over:
                due.append((0.0, Due(clock)))
                del self._since[ident]
            self._notes[ident] = msgspec.structs.replace(note, cued=(*note.cued, *passed), over=over)
        return tuple(d for _, d in sorted(due, key=lambda pair: pair[0]))

    def next_due(self, now: float) -> float | None:
        """Return in how many seconds something will be due, or None when no clock runs."""
        self._settle(now)
        waits: list[float] = []
        for clock in self._clocks:
            ident = (clock.key, clock.start)
            if clock.length is None or ident not in self._since:
                continue
            note = self._notes[ident]
            left = clock.length - note.spent
            waits.append(left)
            waits += [left - c for c in clock.cues if c not in note.cued]
        return max(0.0, min(waits)) if waits else None

    def running(self) -> bool:
        """Tell whether any clock runs."""
        return bool(self._since)

    def notes(self, now: float) -> tuple[Note, ...]:
        """Return what to keep of all clocks, for the journal."""
        self._settle(now)
        return tuple(self._notes.values())

    def restore(self, notes: Iterable[Note]) -> None:
        """Take up what a journal kept."""
        self._notes = {(n.key, n.start): n for n in notes}
        self._since = {}

    def clear(self) -> None:
        """Forget everything: another game begins."""
        self.restore(())
        self._clocks = ()
