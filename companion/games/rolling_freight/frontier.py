"""All simple paths between two cities at once: which mixtures of links they can be made of, without listing them.

The paths of a well-linked map run into millions, so they are not walked one by one. The cities are swept in a fixed
order. Between those swept and those to come lies a narrow front, and all that matters of the links chosen so far is
how the cities on the front hang together (who is the other end of whose piece of path) and how many links of each class
have been used. Pieces that agree in the first are kept as one state; the second is a set of counts, held as the bits of
one whole number, so that taking a link is a shift and merging two states is an "or". (Knuth's Simpath, The Art of
Computer Programming 4A, 7.1.4, with weights.) The work grows with the width of the front and not with the number of
paths. Paths are told back from the last link to the first: each state remembers from which ones it came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

BITS = 5
"""Bits of a state for each place of the front."""

MOST_PLACES = 27
FREE, PASSED, FROM, TO, MATE = 0, 1, 2, 3, 4
"""What a city on the front is: not on a path; inside of one; an open end of the piece that starts at the source, or of
the piece that ends at the target; MATE + n: an open end of a loose piece whose other end is at place n."""


class Edge(msgspec.Struct, frozen=True, array_like=True):
    """A link that may be used: its two cities, by how many bits it shifts a set of counts, and its own number."""

    a: str
    b: str
    shift: int
    link: int


class Found(msgspec.Struct):
    """What a sweep found: ``counts`` are the bits that some path reaches; ``trace`` tells one path for a bit."""

    counts: int
    edges: Sequence[Edge]
    ends: list[tuple[int, int, int]]
    parents: list[dict[int, list[tuple[int, int]]]]
    layers: list[dict[int, int]]

    def trace(self, bit: int) -> tuple[int, ...]:
        """Return the numbers of the links of one path that has the counts ``bit``, not in the path's order."""
        mask = 1 << bit
        step, state, _ = next(end for end in self.ends if end[2] & mask)
        taken = [self.edges[step].link]
        mask >>= self.edges[step].shift
        for before in range(step - 1, -1, -1):
            shift = self.edges[before].shift
            for parent, took in self.parents[before][state]:
                wanted = mask >> shift if took else mask
                if self.layers[before][parent] & wanted:
                    if took:
                        taken.append(self.edges[before].link)
                    state, mask = parent, wanted
                    break
        return tuple(taken)


def sweep(edges: Sequence[Edge], order: Sequence[str], source: str, target: str, allowed: int) -> Found:
    """Return the counts of all simple paths from ``source`` to ``target`` over ``edges``, as far as ``allowed``.

    ``order`` has every city once. A count is a bit; those outside of ``allowed`` are dropped on the way, so a count
    may only be outside of it when every larger one is.
    """
    rank = {city: n for n, city in enumerate(order)}
    edges = sorted(edges, key=lambda e: (max(rank[e.a], rank[e.b]), min(rank[e.a], rank[e.b]), e.link))
    last: dict[str, int] = {}
    for n, edge in enumerate(edges):
        last[edge.a] = last[edge.b] = n
    places: dict[str, int] = {}
    empty = list(range(MOST_PLACES - 1, -1, -1))
    layer = {0: 1}
    found = Found(0, edges, [], [], [])
    for n, edge in enumerate(edges):
        enter = 0
        for city in sorted((edge.a, edge.b), key=rank.__getitem__):
            if city not in places:
                places[city] = empty.pop()
                enter |= (FROM if city == source else TO if city == target else FREE) << (BITS * places[city])
        if enter:
            layer = {state | enter: cells for state, cells in layer.items()}
            if found.parents:  # the states of the step before are called by their new names
                found.parents[-1] = {state | enter: list_ for state, list_ in found.parents[-1].items()}
        leave = [city for city in (edge.a, edge.b) if last[city] == n]
        found.layers.append(layer)
        layer = _step(found, n, layer, edge, places, leave, allowed)
        empty += [places.pop(city) for city in leave]
        empty.sort(reverse=True)
        if not layer:
            break
    return found


_HIGH = sum(0b11110 << (BITS * place) for place in range(MOST_PLACES))
"""The bits that are set where a city is an open end."""


def _step(
    found: Found,
    n: int,
    layer: dict[int, int],
    edge: Edge,
    places: dict[str, int],
    leave: Iterable[str],
    allowed: int,
) -> dict[int, int]:
    """Return the states after leaving out, or taking, one link."""
    at_i, at_j = BITS * places[edge.a], BITS * places[edge.b]
    as_i, as_j = MATE + places[edge.a], MATE + places[edge.b]
    clear = ~((31 << at_i) | (31 << at_j))
    passed = (PASSED << at_i) | (PASSED << at_j)
    gone = sum(31 << (BITS * places[city]) for city in leave)
    loose, stay, shift = gone & _HIGH, ~gone, edge.shift
    after: dict[int, int] = {}
    parents: dict[int, list[tuple[int, int]]] = {}
    for state, cells in layer.items():
        if not state & loose:
            kept = state & stay
            if kept in after:
                after[kept] |= cells
                parents[kept].append((state, 0))
            else:
                after[kept] = cells
                parents[kept] = [(state, 0)]
        i, j = (state >> at_i) & 31, (state >> at_j) & 31
        if j == PASSED or i in (PASSED, as_j):
            continue
        cells = (cells << shift) & allowed
        if not cells:
            continue
        rest = state & clear
        if not i and not j:
            taken = rest | (as_j << at_i) | (as_i << at_j)
        elif not i:
            taken = rest | (j << at_i) | (PASSED << at_j)
            if j >= MATE:
                mate = BITS * (j - MATE)
                taken = taken & ~(31 << mate) | (as_i << mate)
        elif not j:
            taken = rest | (i << at_j) | (PASSED << at_i)
            if i >= MATE:
                mate = BITS * (i - MATE)
                taken = taken & ~(31 << mate) | (as_j << mate)
        else:
            taken = rest | passed
            if i < MATE and j < MATE:
                if not taken & _HIGH:
                    found.counts |= cells
                    found.ends.append((n, state, cells))
                continue
            if i >= MATE:
                mate = BITS * (i - MATE)
                taken = taken & ~(31 << mate) | (j << mate)
            if j >= MATE:
                mate = BITS * (j - MATE)
                taken = taken & ~(31 << mate) | (i << mate)
        if taken & loose:
            continue
        taken &= stay
        if taken in after:
            after[taken] |= cells
            parents[taken].append((state, 1))
        else:
            after[taken] = cells
            parents[taken] = [(state, 1)]
    found.parents.append(parents)
    return after
