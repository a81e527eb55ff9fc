"""Bag and Pile: what can be drawn, and from where."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Bag(msgspec.Struct, frozen=True):
    """A multiset: (kind, how many) pairs in alphabetical order of kind, each count at least one."""

    counts: tuple[tuple[str, int], ...] = ()

    @staticmethod
    def of(items: Iterable[str]) -> Bag:
        """Return the bag that holds ``items``."""
        tally: dict[str, int] = {}
        for item in items:
            tally[item] = tally.get(item, 0) + 1
        return Bag(tuple(sorted(tally.items())))

    def __post_init__(self) -> None:
        before: str | None = None
        for kind, n in self.counts:
            if n < 1 or (before is not None and kind <= before):
                raise ValueError("a bag holds each kind once, in order, with a count of at least one")
            before = kind

    @property
    def kinds(self) -> tuple[str, ...]:
        """The different things in the bag, in alphabetical order."""
        return tuple(kind for kind, _ in self.counts)

    def __len__(self) -> int:
        return sum(n for _, n in self.counts)

    def count(self, kind: str) -> int:
        """Return how many of ``kind`` are in the bag."""
        for own, n in self.counts:
            if own == kind:
                return n
        return 0

    def items(self) -> tuple[str, ...]:
        """Return everything in the bag, one by one, in alphabetical order."""
        return tuple(kind for kind, n in self.counts for _ in range(n))

    def add(self, *items: str) -> Bag:
        """Return the bag with ``items`` put in."""
        return Bag.of((*self.items(), *items))

    def take(self, *items: str) -> Bag:
        """Return the bag without ``items``. Raises KeyError when one is not there."""
        tally = dict(self.counts)
        for item in items:
            if not tally.get(item):
                raise KeyError(item)
            tally[item] -= 1
        return Bag(tuple([(kind, n) for kind, n in tally.items() if n]))  # still in order: nothing was added


class Pile(msgspec.Struct, frozen=True):
    """Layers to draw from, the first one first, until it is empty.

    Put on top = a new first layer; returned to the bottom = a new last one; a card at a known place = a layer
    of one; shuffled = one layer.
    """

    layers: tuple[Bag, ...] = ()

    @staticmethod
    def of(items: Iterable[str]) -> Pile:
        """Return a shuffled pile of ``items``."""
        bag = Bag.of(items)
        return Pile((bag,)) if bag.counts else Pile()

    def __len__(self) -> int:
        return sum(len(layer) for layer in self.layers)

    def items(self) -> tuple[str, ...]:
        """Return everything in the pile, layer by layer."""
        return tuple(item for layer in self.layers for item in layer.items())

    def top(self) -> Bag:
        """Return what the next item can be: the first layer (an empty bag when nothing is left)."""
        return self.layers[0] if self.layers else Bag()

    def take(self, *items: str) -> Pile:
        """Return the pile after ``items`` were drawn in that order. Raises KeyError when one could not come."""
        layers = self.layers
        for item in items:
            if not layers:
                raise KeyError(item)
            rest = layers[0].take(item)
            layers = (rest, *layers[1:]) if rest.counts else layers[1:]
        return Pile(layers)

    def without(self, item: str) -> Pile:
        """Return the pile without one ``item``, wherever it lies. Raises KeyError when it is not there."""
        for n, layer in enumerate(self.layers):
            if layer.count(item):
                rest = layer.take(item)
                return Pile((*self.layers[:n], *((rest,) if rest.counts else ()), *self.layers[n + 1 :]))
        raise KeyError(item)

    def put_on_top(self, *items: str) -> Pile:
        """Return the pile with ``items`` on top, the last one topmost, each at its known place."""
        return Pile((*(Bag.of((item,)) for item in reversed(items)), *self.layers))

    def put_under(self, *items: str) -> Pile:
        """Return the pile with ``items`` below it, shuffled among themselves."""
        return Pile((*self.layers, Bag.of(items))) if items else self

    def shuffled(self, *items: str) -> Pile:
        """Return everything, ``items`` too, as one shuffled layer."""
        return Pile.of((*self.items(), *items))

    def certain(self, count: int) -> tuple[str, ...] | None:
        """Return the next ``count`` items when they can be nothing else (an empty pile gives nothing, surely)."""
        pile: Pile = self
        drawn: tuple[str, ...] = ()
        for _ in range(min(count, len(self))):
            if len(pile.top().kinds) > 1:
                return None
            drawn = (*drawn, pile.top().kinds[0])
            pile = pile.take(drawn[-1])
        return drawn
