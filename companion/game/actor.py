"""Who acts and who looks."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec


class Seat(msgspec.Struct, frozen=True, tag="seat", tag_field="is", order=True):
    """A player's place at the table, 1 to 10: the digit that means them on the keypad (0 = tenth).

    A seat acts for itself, and looks at what its player may see.
    """

    number: int

    @property
    def seat(self) -> int:
        """The seat acted for."""
        return self.number


class Box(msgspec.Struct, frozen=True, tag="box", tag_field="is"):
    """The box or a scribe's phone: acts for the table, or for ``seat`` in what is public at the table."""

    seat: int | None = None


class Outcome(msgspec.Struct, frozen=True, tag="outcome", tag_field="is"):
    """Chance and clocks. Only the Table acts as this."""

    seat: ClassVar[None] = None


class Public(msgspec.Struct, frozen=True, tag="public", tag_field="is"):
    """What anyone in the room may see. The host sees as the public until the end."""


Actor = Seat | Box | Outcome
Viewer = Seat | Public
Seen = tuple[int, ...] | Literal["all"]
"""Who sees a draw: some seats (none: nobody), or everyone at the table."""


def sees(seen: Seen, viewer: Viewer) -> bool:
    """Tell whether ``viewer`` is among those who see."""
    return seen == "all" or (isinstance(viewer, Seat) and viewer.number in seen)
