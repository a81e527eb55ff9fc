"""A slow device behind a fast hand: whoever shows a picture never waits, and the device gets only the latest."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


class Latest(Generic[T]):
    """One writer thread for one device. ``put`` replaces what has not been written yet.

    An OSError of ``write`` is logged once and what could not be written is kept for ``again``, which a device calls
    when it is back. ``close`` writes what is left, waiting for at most ``timeout`` seconds.
    """

    def __init__(self, write: Callable[[T], None], name: str = "display") -> None:
        self._write = write
        self._name = name
        self._ready = threading.Condition()
        self._waiting: list[T] = []
        self._last: T | None = None
        self._closed = False
        self._failing = False
        self.written = 0
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, item: T) -> None:
        with self._ready:
            self._waiting[:] = [item]
            self._last = item
            self._ready.notify()

    def again(self) -> None:
        with self._ready:
            if self._last is not None:
                self._waiting[:] = [self._last]
                self._ready.notify()

    def close(self, timeout: float = 1.0) -> None:
        with self._ready:
            self._closed = True
            self._ready.notify()
        self._thread.join(timeout)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: bool(self._waiting) or self._closed)
                if not self._waiting:
                    return
                item = self._waiting.pop()
            try:
                self._write(item)
                self.written += 1
                self._failing = False
            except OSError as error:
                if not self._failing:
                    _LOG.warning("%s does not answer: %s", self._name, error)
                self._failing = True
