"""What a part of the box says about itself, for the doctor and the log."""

from __future__ import annotations

import msgspec


class Status(msgspec.Struct, frozen=True):
    """``ok`` is False where somebody has to do something; ``text`` then says what."""

    name: str
    ok: bool
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"
