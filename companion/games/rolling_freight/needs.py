"""What an act under way, or a step at the end of a turn, needs picked before it can go on."""

from __future__ import annotations

import msgspec

from companion.game import Text

from .state import RollingFreightState


class Opt(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be picked. With ``high`` an amount from ``low`` to ``high`` is asked with it."""

    value: str
    label: Text
    detail: Text | None = None
    digit: int | None = None
    low: int = 0
    high: int = 0


class Need(msgspec.Struct, frozen=True):
    """A pick that is waited for: whose, of which kind (the name of the question), out of what.

    ``note`` says what is still to be paid.
    """

    seat: int
    kind: str
    options: tuple[Opt, ...]
    note: Text | None = None


Turned = Need | RollingFreightState
"""What comes of an act and its picks so far: another need, or the state after it."""


def written(value: str, n: int, opt: Opt) -> str:
    """Return a pick as the state keeps it: with its amount where one was asked."""
    return f"{value}={n}" if opt.high else value


def amount(pick: str) -> int:
    """Return the amount that was picked (1 where none was asked)."""
    return int(pick.partition("=")[2] or 1)
