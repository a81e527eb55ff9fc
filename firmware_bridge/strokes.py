"""From a keypad's raw events to strokes: each key once, whatever the pad does with NumLock, zeros and repeats. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from companion.keycodes import KEY_NAMES, SHIFTED, SHIFTS, ZEROS
from companion.panel import Key

EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1
BURST = 0.03
"""Seconds between the presses that a 00 or 000 key makes; no finger is that fast."""
_ENTERS = frozenset(code for code, name in KEY_NAMES.items() if name == "enter")
_MOST = max(ZEROS)


class Event(Protocol):
    """The kernel's ``struct input_event``, as evdev gives it. Its time is the wall clock's, which may jump."""

    @property
    def type(self) -> int: ...
    @property
    def code(self) -> int: ...
    @property
    def value(self) -> int: ...
    def timestamp(self) -> float: ...


class Strokes:
    """One pad's keys. ``held`` reads which key codes are down now (EVIOCGKEY); it may raise OSError.

    A zero waits for ``BURST`` seconds, until ``due``, whether it is the first of a 00 key's: then call ``flush``.
    """

    def __init__(self, held: Callable[[], Collection[int]]) -> None:
        self.due: float | None = None
        self._held = held
        self._down: set[int] = set()
        self._zeros = 0
        self._zero_at = 0.0
        self._skipping = self._dropped = False

    def feed(self, events: Iterable[Event], at: float) -> list[Key]:
        """Return the strokes in ``events``, which were read at ``at`` seconds on the monotonic clock."""
        keys: list[Key] = []
        for event in events:
            if event.type == EV_SYN:
                if event.code == SYN_DROPPED:
                    self._skipping = self._dropped = True
                elif event.code == SYN_REPORT:
                    self._skipping = False
            elif event.type == EV_KEY and not self._skipping:
                if event.value == DOWN:
                    keys += self._press(event.code, event.timestamp(), at)
                    self._down.add(event.code)
                elif event.value == UP:
                    # The first thing heard of a key may be that it comes up: that means nothing.
                    self._down.discard(event.code)
        if self._dropped and not self._skipping:
            keys += self._catch_up(at)
        return keys

    def flush(self) -> list[Key]:
        """Return the zeros that waited."""
        zeros, self._zeros, self.due = self._zeros, 0, None
        return [Key(ZEROS[zeros])] if zeros else []

    def _press(self, code: int, stamp: float, at: float) -> list[Key]:
        # Down a second time without coming up between: the release was lost, the stroke is a new one.
        name = SHIFTED.get(code) if self._down & SHIFTS else None
        name = name or KEY_NAMES.get(code)
        if name is None or name == "numlock":
            return []  # pads wrap digits in NumLock; all that they send for a digit means that digit anyway
        if name == "enter" and self._enter_held(code):
            return []
        if name != "0":
            return [*self.flush(), Key(name)]
        before: list[Key] = []
        if self._zeros and not 0 <= stamp - self._zero_at <= BURST:
            before = self.flush()
        self._zeros += 1
        self._zero_at, self.due = stamp, at + BURST
        return before + self.flush() if self._zeros == _MOST else before

    def _enter_held(self, code: int) -> bool:
        """Tell whether the other Enter is down: two fingers, or a pad that sends both, mean one."""
        others = self._down & (_ENTERS - {code})
        return bool(others) and bool(others & self._now())

    def _now(self) -> set[int]:
        try:
            return set(self._held())
        except OSError:
            return set(self._down)  # it is gone, as the next read will tell

    def _catch_up(self, at: float) -> list[Key]:
        """After dropped events: what is down now and was not was pressed meanwhile; what is up has come up."""
        self._dropped = False
        now = self._now()
        keys: list[Key] = []
        for code in sorted(now - self._down):
            keys += self._press(code, at, at)
            self._down.add(code)
        self._down = now
        return keys
