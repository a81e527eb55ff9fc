"""The threads that serve pages: as many as are needed at once, up to a most. An idle one costs memory too."""

from __future__ import annotations

import threading
from typing import Any

from waitress.task import ThreadedTaskDispatcher

FIRST = 4
"""Threads to begin with: a page and what it loads."""


class Crew(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Hires a thread whenever more is to be done than threads are idle, ``most`` at most; none goes before the end."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._ends = False
        self._hiring = threading.Lock()  # two that hire at once could send each other's threads home
        self.set_thread_count(min(FIRST, most))

    def add_task(self, task: Any) -> None:
        """Have ``task`` done by the next idle thread."""
        super().add_task(task)
        with self._hiring:
            with self.lock:
                running = len(self.threads) - self.stop_count
                idle = running - self.active_count
                waiting = len(self.queue)
            # One for each task is enough: whoever was hired for an earlier one is already on the way.
            if waiting > idle and running < self._most and not self._ends:
                self.set_thread_count(running + 1)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Send all threads home; what is still to be done is given up."""
        with self._hiring:
            self._ends = True
        return bool(super().shutdown(cancel_pending, timeout))
