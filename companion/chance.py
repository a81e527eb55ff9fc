"""Who decides a roll or a draw."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Protocol

import msgspec

from companion.game import Chance
from companion.pile import Bag


class Source(Protocol):
    """Decides what comes of a chance."""

    def decide(self, chance: Chance) -> tuple[str, ...]:
        """Return the items that come, in order: fewer than asked for only where the pile is too small."""
        ...

    def hear(self, chance: Chance, items: tuple[str, ...]) -> None:
        """Take note of an outcome that nobody decided, because nothing else could come."""
        ...


class Dice:
    """Decides fairly, by a random generator: the system's own, unless a seeded one is given."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    def decide(self, chance: Chance) -> tuple[str, ...]:
        """Return a fair outcome of ``chance``."""
        if chance.dice:
            return tuple(self._one(die) for die in chance.dice)
        pile = chance.pile
        drawn: list[str] = []
        while len(drawn) < chance.count and len(pile):
            drawn.append(self._one(pile.top()))
            pile = pile.take(drawn[-1])
        return tuple(drawn)

    def hear(self, chance: Chance, items: tuple[str, ...]) -> None:
        """Let it be: what had to come tells dice nothing."""

    def _one(self, bag: Bag) -> str:
        nth = self._rng.randrange(len(bag))
        for kind, n in bag.counts:
            if nth < n:
                return kind
            nth -= n
        raise AssertionError("a bag counts what it holds")


class Fate:
    """Decides as a script says, item by item of each component; where it says nothing, ``otherwise`` decides."""

    def __init__(self, otherwise: Source) -> None:
        self._otherwise = otherwise
        self._next: dict[str, deque[str]] = defaultdict(deque)

    def say(self, component: str, items: Iterable[str]) -> None:
        """Let ``items`` be the next ones of ``component``, in order."""
        self._next[component].extend(items)

    def hear(self, chance: Chance, items: tuple[str, ...]) -> None:
        """Strike out what had to come, where the script has named it too: people list every card of a deal."""
        wanted = self._next[chance.component]
        if tuple(wanted)[: len(items)] == items:
            for _ in items:
                wanted.popleft()

    def decide(self, chance: Chance) -> tuple[str, ...]:
        """Return what the script says, if it can come. Raises ValueError when it cannot."""
        wanted = self._next[chance.component]
        if len(wanted) < chance.size or not chance.size:
            return self._otherwise.decide(chance)
        items = tuple(wanted.popleft() for _ in range(chance.size))
        if not chance.possible(items):
            raise ValueError(f"{' '.join(items)} cannot come of {chance.key} ({chance.component})")
        return items


class Owed(msgspec.Struct, frozen=True):
    """An outcome that was undone and comes again at the next like chance, so that undo changes nobody's luck."""

    component: str
    seat: int | None
    possibilities: str
    items: tuple[str, ...]


def possibilities(chance: Chance) -> str:
    """Return a short name for all that can come of ``chance``, equal for equal possibilities."""
    return hashlib.sha256(msgspec.json.encode((chance.pile, chance.count, chance.dice))).hexdigest()[:16]


def owe(chance: Chance, items: tuple[str, ...]) -> Owed:
    """Return the debt that undoing this outcome makes."""
    return Owed(chance.component, chance.seat, possibilities(chance), items)


def settle(owed: tuple[Owed, ...], chance: Chance) -> tuple[tuple[str, ...] | None, tuple[Owed, ...]]:
    """Return the oldest outcome owed to this component, seat and possibilities (or None), and what is still owed."""
    if owed:
        name = possibilities(chance)
        for i, debt in enumerate(owed):
            if (debt.component, debt.seat, debt.possibilities) == (chance.component, chance.seat, name):
                return debt.items, owed[:i] + owed[i + 1 :]
    return None, owed
