"""The pages that live: whose they are, and as whom they act."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.game import Box, Public, Seat, Viewer

Kind = Literal["seat", "scribe", "board"]


class Screen(msgspec.Struct, frozen=True):
    """A page that lives: a seat's, a scribe's (``seat`` 0 = for the whole table) or the big one.

    ``mine`` are all seats of the phone, for the switcher; ``base`` is the path that its answers go to;
    ``inside`` says that the viewer has proved to be in the room and may pass the code on.
    """

    kind: Kind
    seat: int = 0
    mine: tuple[int, ...] = ()
    base: str = ""
    inside: bool = True

    @property
    def demo(self) -> bool:
        """Whether it stands in the row of phones beside the simulated box."""
        return self.base.startswith("/demo/")

    @property
    def me(self) -> int:
        """The seat whose page it is, 0 where it is nobody's."""
        return self.seat if self.kind == "seat" else 0

    @property
    def viewer(self) -> Viewer:
        """With whose eyes the game is seen."""
        return Seat(self.seat) if self.kind == "seat" else Public()

    @property
    def actor(self) -> Seat | Box:
        """As whom the page acts."""
        return Seat(self.seat) if self.kind == "seat" else Box(self.seat or None)
