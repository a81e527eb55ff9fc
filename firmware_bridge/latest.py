"""A slow device behind a fast hand: whoever shows something never waits, and the device gets only the latest."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.clock import SystemTime, Time

T = TypeVar("T")
_LOG = logging.getLogger(__name__)

FIRST_WAIT = 0.1
LONGEST_WAIT = 3.0
"""Seconds until a device that failed is tried again: at first, and at most; doubled after each failure between."""


class Latest(Generic[T]):
    """One writer for one device. ``put`` replaces what has not been written yet.

    Where ``write`` raises OSError the device is tried again after a growing while, with whatever is the latest by
    then; the first failure and the recovery are logged, not those between. Where nothing came for ``idle`` seconds,
    the latest is written again, so that a device which went away or lost its memory meanwhile is noticed.

    Started (the usual way) it has a thread of its own. With ``threaded=False`` ``step`` does the writing, by a clock
    that a test may move.
    """

    def __init__(
        self,
        write: Callable[[T], None],
        name: str = "display",
        *,
        time: Time | None = None,
        idle: float | None = None,
        threaded: bool = True,
    ) -> None:
        self._write = write
        self._name = name
        self._time = time or SystemTime()
        self._idle = idle
        self._ready = threading.Condition()
        self._waiting: list[T] = []
        self._last: list[T] = []
        self._due = 0.0  # the moment before which nothing is tried
        self._wait = FIRST_WAIT
        self._written_at = self._time.monotonic()
        self._closed = False
        self.trouble = ""
        """Why the device does not take what it is given; empty while it does."""
        self.written = 0
        self._thread: threading.Thread | None = None
        if threaded:
            self._thread = threading.Thread(target=self._run, name=name, daemon=True)
            self._thread.start()

    def put(self, item: T) -> None:
        """Hand over what is to be shown now."""
        with self._ready:
            self._waiting[:] = [item]
            self._last[:] = [item]
            self._ready.notify()

    def close(self, item: T | None = None, timeout: float = 1.0) -> bool:
        """Write ``item``, or what is left, and end. Waits at most ``timeout`` seconds; tells whether it was done.

        A device that is just failing gets one more try; one that is stuck is left to itself.
        """
        with self._ready:
            if item is not None:
                self._waiting[:] = [item]
            self._due = 0.0
            self._closed = True
            self._ready.notify()
        if self._thread is None:
            self.step()
        elif self._thread is not threading.current_thread():
            self._thread.join(timeout)
            if self._thread.is_alive():
                return False
        return not self.trouble

    @property
    def busy(self) -> bool:
        """Whether a write has begun and not come back."""
        return self._thread is not None and self._thread.is_alive()

    def step(self) -> float | None:
        """Write what is due. Returns the seconds until something will be due by itself, or None for never."""
        now = self._time.monotonic()
        with self._ready:
            if not self._waiting and self._last and self._idle is not None and not self._closed:
                left = self._written_at + self._idle - now
                if left > 0:
                    return left
                self._waiting[:] = self._last
            if not self._waiting:
                return None
            if now < self._due and not self._closed:
                return self._due - now
            item = self._waiting.pop()
        try:
            self._write(item)
        except OSError as error:
            self._failed(item, error.strerror or str(error))
        except Exception as error:  # noqa: BLE001 - a fault in a driver may cost a picture, but never the writer
            if not self.trouble:
                _LOG.exception("%s: a write went wrong", self._name)
            self._failed(item, f"{type(error).__name__}: {error}")
        else:
            if self.trouble:
                _LOG.warning("%s: it answers again", self._name)
            self.written += 1
            self.trouble = ""
            self._wait = FIRST_WAIT
        self._written_at = self._time.monotonic()
        return self._next()

    def _next(self) -> float | None:
        with self._ready:
            if self._waiting:
                return max(0.0, self._due - self._time.monotonic())
            return self._idle if self._last and not self._closed else None

    def _failed(self, item: T, why: str) -> None:
        if not self.trouble:
            _LOG.warning("%s: %s", self._name, why)
        self.trouble = why
        with self._ready:
            if not self._waiting:
                self._waiting[:] = [item]
            self._due = self._time.monotonic() + self._wait
            self._wait = min(2 * self._wait, LONGEST_WAIT)

    def _run(self) -> None:
        tried_last = False
        while True:
            wait = self.step()
            with self._ready:
                if self._closed and (tried_last or not self._waiting):
                    return
                if self._closed:
                    tried_last = True
                    continue
                self._ready.wait_for(self._can_go, wait)

    def _can_go(self) -> bool:
        return self._closed or (bool(self._waiting) and self._time.monotonic() >= self._due)
