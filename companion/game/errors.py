"""What can be wrong with what a person asks for, each with a reason that the person understands."""

from __future__ import annotations

from .text import Text


class TableError(Exception):
    """A request that is refused and changes nothing; ``reason`` is for the person who made it."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class Illegal(TableError):
    """The command can be read but breaks a rule, or is not on offer to this actor now."""


class Stale(TableError):
    """The command answers a question that is no longer open to this actor."""


class Malformed(TableError):
    """The message cannot be read as any command."""


class PackError(ValueError):
    """A data pack that cannot be used. Names the file, the place in it, and what would put it right.

    ``others`` is what else is wrong, where a whole file was looked through at once.
    """

    def __init__(self, file: str, place: str, hint: str, others: tuple[PackError, ...] = ()) -> None:
        super().__init__(f"{file}: {place}: {hint}")
        self.file, self.place, self.hint, self.others = file, place, hint, others
