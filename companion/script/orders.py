"""In which orders the lines of a ``together`` block arrive, and which line a refusal belongs to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from random import Random

from . import lines as l
from .lines import Line

ORDERS_MOST = 24
"""So many orders of one block are played, as many as four lines have."""


def orders_of(block: l.Together) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which a block's lines arrive: every one up to four lines, else 24 seeded ones."""
    count = len(pairs(block.lines))
    if count <= 4:
        return tuple(itertools.permutations(range(count)))
    written = tuple(range(count))
    rng = Random(count)
    found: dict[tuple[int, ...], None] = {written: None}
    while len(found) < ORDERS_MOST:
        found[tuple(rng.sample(written, count))] = None
    return tuple(found)


def pairs(lines: Iterable[Line]) -> list[tuple[Line, l.ExpectRefused | None]]:
    """Return every line with the refusal that the next line expects of it, if one does."""
    found: list[tuple[Line, l.ExpectRefused | None]] = []
    for line in lines:
        if isinstance(line, l.ExpectRefused) and found and isinstance(found[-1][0], l.Action):
            found[-1] = (found[-1][0], line)
        else:
            found.append((line, None))
    return found
