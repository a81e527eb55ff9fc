"""One line for each check, as soon as it is known; at the end how many held."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.script import ScriptError
from tests.appliance.guest import Trouble


class Failed(Exception):
    """A check does not hold; the sentence says what is there instead."""


class Report:
    """Prints what is going on, and counts."""

    def __init__(self) -> None:
        self.passed = self.failed = 0
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self._began

    def tell(self, line: str) -> None:
        """Say what is going on."""
        print(f"[{self.seconds:4.0f} s] {line}", flush=True)

    def ok(self, what: str) -> None:
        """Something holds."""
        self.passed += 1
        self.tell(f"PASS {what}")

    def no(self, what: str, why: str) -> None:
        """Something does not hold."""
        self.failed += 1
        self.tell(f"FAIL {what}: {why}")

    @contextmanager
    def check(self, what: str) -> Iterator[Callable[[str], None]]:
        """Check one thing: it holds unless the block raises. What the block says by the yielded function is added."""
        more: list[str] = []
        try:
            yield more.append
        except (Failed, Trouble, ScriptError, AssertionError) as error:
            self.no(what, str(error) or type(error).__name__)
        else:
            self.ok(f"{what}{'; ' if more else ''}{', '.join(more)}")


def see(true: object, otherwise: str) -> None:
    """Raise Failed with ``otherwise`` unless ``true``."""
    if not true:
        raise Failed(otherwise)
