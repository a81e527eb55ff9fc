"""What a part of the box says about itself, for the doctor and the log."""

from __future__ import annotations

import msgspec


class Missing(Exception):
    """A part that is not to be had; the message says why and what to do."""


class Status(msgspec.Struct, frozen=True):
    """``ok`` is False where somebody has to do something; ``text`` then says what."""

    name: str
    ok: bool
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"
