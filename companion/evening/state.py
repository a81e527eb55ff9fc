"""Who is at the table, what is picked, what the score is; and what anyone sees of it between games."""

from __future__ import annotations

import msgspec

from companion.game import Doubt, Illegal, Keeping, View, say

SEATS = 10
"""The most that can sit at the table: the keypad has a digit for each, 0 for the tenth."""


class Place(msgspec.Struct, frozen=True):
    """A taken seat: its number, its player's name (empty: none), whether the player is away."""

    number: int
    name: str = ""
    away: bool = False


class Points(msgspec.Struct, frozen=True):
    """What a seat has won tonight."""

    seat: int
    points: int


class Claimed(msgspec.Struct, frozen=True):
    """A seat's phone, by the SHA-256 of its token in hexadecimal."""

    seat: int
    digest: str


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """An evening's state. ``places`` are in clockwise order, by number until people have ``arranged`` them.

    ``claims`` are the phones of seats, ``regulars`` the names used lately, the latest first. ``picked`` is the game
    being set up, with its ``preset`` ("box" or "beside") and what was chosen otherwise, ``keepers``; ``doubts`` are the
    values that the owner is asked about before the game with the set-up ``waiting`` begins. ``scores`` are the points
    of the ``played`` games.
    """

    places: tuple[Place, ...] = ()
    arranged: bool = False
    claims: tuple[Claimed, ...] = ()
    regulars: tuple[str, ...] = ()
    picked: str = ""
    preset: str = "box"
    keepers: tuple[Keeping, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    waiting: msgspec.Raw = msgspec.Raw(b"null")
    paused: bool = False
    muted: bool = False
    scores: tuple[Points, ...] = ()
    played: int = 0

    def place(self, seat: int) -> Place:
        """Return the taken seat ``seat``. Raises Illegal when nobody sits there."""
        for place in self.places:
            if place.number == seat:
                return place
        raise Illegal(say("refused.empty_seat", n=seat))

    @property
    def seats(self) -> tuple[int, ...]:
        """The taken seats, clockwise."""
        return tuple(p.number for p in self.places)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats whose players are here, clockwise."""
        return tuple(p.number for p in self.places if not p.away)

    @property
    def free(self) -> tuple[int, ...]:
        """The free seats."""
        taken = self.seats
        return tuple(n for n in range(1, SEATS + 1) if n not in taken)

    def names(self) -> dict[int, str]:
        """Return the names of the seats that have one."""
        return {p.number: p.name for p in self.places if p.name}

    def points(self, seat: int) -> int:
        """Return what ``seat`` has won tonight, not counting a game that is not put away yet."""
        return next((p.points for p in self.scores if p.seat == seat), 0)


class LobbyView(View, frozen=True, kw_only=True):
    """What anyone sees between games."""

    places: tuple[Place, ...] = ()
    free: tuple[int, ...] = ()
    picked: str = ""
    preset: str = "box"
    arranged: bool = False
    scores: tuple[Points, ...] = ()
    played: int = 0


def lobby(evening: Evening) -> LobbyView:
    """Return the view between games."""
    prompt = "lobby.prompt_seated" if evening.places else "lobby.prompt"
    return LobbyView(
        phase="setup" if evening.picked else "lobby",
        prompt=say("doubt.prompt" if evening.doubts else "lobby.setup" if evening.picked else prompt),
        note=say("lobby.seated", n=len(evening.places)),
        places=evening.places,
        free=evening.free,
        picked=evening.picked,
        preset=evening.preset,
        arranged=evening.arranged,
        scores=evening.scores,
        played=evening.played,
    )
