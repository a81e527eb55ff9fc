"""The shelf: every game that this table can play, bound to its packs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from companion.game import AnyGame, Doubt, Meta, Title

Packs = Mapping[str, bytes]


def digest(packs: Packs) -> str:
    """Return the name of these packs' content: equal content has equal names."""
    return hashlib.sha256(msgspec.json.encode(sorted((k, v.hex()) for k, v in packs.items()))).hexdigest()[:24]


def pack_up(packs: Packs) -> bytes:
    """Return the packs' content as one piece, for a save."""
    return msgspec.msgpack.encode(dict(packs))


def unpack(piece: bytes) -> dict[str, bytes]:
    """Return what ``pack_up`` made one piece of."""
    return msgspec.msgpack.decode(piece, type=dict[str, bytes])


class Answers(Protocol):
    """What the owner said of values that the rulebooks do not give."""

    def unanswered(self, game: str, doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
        """Return those of ``doubts`` that have still to be asked."""
        ...

    def answer(
        self, game: str, answers: Mapping[str, bool | int | str], fits: Callable[[AnyGame], object] | None = None
    ) -> Packs:
        """Keep ``answers`` and return what the next game is bound to. Raises PackError and OSError.

        ``fits`` is given the game with these answers; what it raises refuses them.
        """
        ...

    def play_with_ours(self, game: str) -> None:
        """Ask no more of this game. Raises OSError."""
        ...


class Shelf:
    """Games by their key. Each is bound to its packs when first asked for, so that a broken pack harms only itself."""

    def __init__(self, *boxes: tuple[Title, Packs]) -> None:
        self._boxes = {title.meta.key: (title, packs) for title, packs in boxes}
        self._bound: dict[tuple[str, str], AnyGame] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes)

    def __contains__(self, key: object) -> bool:
        return key in self._boxes

    def meta(self, key: str) -> Meta:
        """Return what is known of a game without its packs."""
        return self._boxes[key][0].meta

    def packs(self, key: str) -> Packs:
        """Return the packs that the next game of this kind is bound to."""
        return self._boxes[key][1]

    def replace(self, key: str, packs: Packs) -> None:
        """Bind the next game of this kind to other packs; a game that is on goes on with its own."""
        self._boxes[key] = (self._boxes[key][0], packs)

    def game(self, key: str, packs: Packs | None = None) -> AnyGame:
        """Return the game bound to ``packs`` (to those on the shelf, when none are given). Raises PackError."""
        title, own = self._boxes[key]
        packs = own if packs is None else packs
        ident = (key, digest(packs))
        if ident not in self._bound:
            self._bound[ident] = title.bind(packs)
        return self._bound[ident]
