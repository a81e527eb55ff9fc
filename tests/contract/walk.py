"""Walks the values that a game gives: what they hold, and which words they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Text

PLAIN = frozenset({bool, int, float, str, type(None)})
Path = tuple[Any, ...]
"""Where something was found: the path of what holds it, and the name or number that it has there."""


def things(value: Any, seen: set[int] | None = None) -> Iterator[tuple[Path, Any]]:
    """Give ``value`` and all that it holds but what is PLAIN, each with where it was found (``at`` writes that out).

    What is in ``seen`` (ids of things that stay alive) is passed over, what is given is added to it.
    """
    left: list[tuple[Path, Any]] = [((type(value).__name__,), value)]
    while left:
        path, thing = left.pop()
        if type(thing) in PLAIN:
            continue
        if seen is not None and isinstance(thing, tuple | msgspec.Struct):
            if id(thing) in seen:
                continue
            seen.add(id(thing))
        yield path, thing
        inner: list[tuple[Path, Any]] = []
        if isinstance(thing, tuple):
            inner = [((path, i), item) for i, item in enumerate(thing) if type(item) not in PLAIN]
        elif isinstance(thing, msgspec.Struct):
            parts = ((name, getattr(thing, name)) for name in thing.__struct_fields__)
            inner = [((path, name), item) for name, item in parts if type(item) not in PLAIN]
        left += reversed(inner)


def at(path: Path) -> str:
    """Return where something was found, as Python would say it."""
    if len(path) == 1:
        return str(path[0])
    holder, name = path
    return f"{at(holder)}[{name}]" if isinstance(name, int) else f"{at(holder)}.{name}"


def changeable(value: Any, seen: set[int] | None = None) -> str | None:
    """Return where ``value`` holds something that can change or does not save, or None."""
    for path, thing in things(value, seen):
        if isinstance(thing, msgspec.Struct):
            if not thing.__struct_config__.frozen:
                return f"{at(path)} is a {type(thing).__name__}, which is not frozen"
        elif type(thing) is not tuple:
            return f"{at(path)} is a {type(thing).__name__}"
    return None


def texts(value: Any) -> Iterator[tuple[Path, Text]]:
    """Give every text in ``value`` with where it was found."""
    for path, thing in things(value):
        if isinstance(thing, Text):
            yield path, thing
