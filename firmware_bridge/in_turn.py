"""What sounds, one thing after another: whoever plays or says something never waits, and all can be hushed at once."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class InTurn(Generic[T]):
    """A thread that calls ``sound`` with each item that is put, in order.

    At most ``most`` wait; then the oldest gives way, for what is late is of no use. ``failed`` is told what ``sound``
    raised, and the next one has its turn. ``stop`` is called when what sounds is to be cut, from any thread; a
    ``sound`` that takes long looks at ``cut`` as well, or waits by ``rest``.
    """

    def __init__(
        self,
        name: str,
        sound: Callable[[T], None],
        failed: Callable[[Exception], None],
        *,
        most: int,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        self._sound, self._failed, self._stop = sound, failed, stop
        self._changed = threading.Condition()
        self._waiting: deque[T] = deque(maxlen=most)
        self._sounding = self._hushed = False
        self.closed = False
        """Whether no more is to sound, ever."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether something sounds or waits."""
        return self._sounding or bool(self._waiting)

    @property
    def cut(self) -> bool:
        """Whether what sounds now is to end."""
        return self._hushed or self.closed

    def put(self, item: T) -> None:
        """Let ``item`` sound after those that wait."""
        with self._changed:
            self._waiting.append(item)
            self._changed.notify_all()

    def hush(self) -> None:
        """Be silent at once: what sounds is cut, what waits is dropped."""
        with self._changed:
            self._waiting.clear()
            self._hushed = self._sounding
            self._stop()
            self._changed.notify_all()

    def rest(self, seconds: float) -> bool:
        """Let ``seconds`` pass; tells whether it was cut before that."""
        with self._changed:
            return self._changed.wait_for(lambda: self.cut, seconds)

    def idle(self, timeout: float) -> bool:
        """Wait until nothing sounds or waits; tells whether that came within ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self.busy, timeout)

    def close(self) -> None:
        """Be silent for good, and end."""
        with self._changed:
            self.closed = True
            self._waiting.clear()
            self._stop()
            self._changed.notify_all()
        self._thread.join(2)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting) or self.closed)
                if self.closed:
                    return
                item = self._waiting.popleft()
                self._sounding, self._hushed = True, False
            try:
                self._sound(item)
            except Exception as error:  # noqa: BLE001 - one that fails may stay silent; the next has its turn
                self._failed(error)
            finally:
                with self._changed:
                    self._sounding = False
                    self._changed.notify_all()
