"""What is wrong with a pack, where, and what to do about it."""

from __future__ import annotations

import msgspec

from companion.game import PackError


class Fault(msgspec.Struct, frozen=True, order=True):
    """One fault of a pack: the file, the place in it (a line and column, or a dotted path), and a hint."""

    file: str
    place: str
    hint: str

    def __str__(self) -> str:
        """Return the fault as one line for a person."""
        return f"{self.file}: {self.place}: {self.hint}" if self.place else f"{self.file}: {self.hint}"

    @staticmethod
    def of(error: PackError, file: str | None = None) -> Fault:
        """Return what a game found wrong; ``file`` names the pack's file where that says more."""
        return Fault(file or error.file, error.place, error.hint)
