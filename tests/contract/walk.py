"""Walks the values that a game gives: what they hold, and which words they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Text

PLAIN = (bool, int, float, str, type(None))


def things(value: Any, path: str = "", seen: set[int] | None = None) -> Iterator[tuple[str, Any]]:
    """Give ``value`` and all that it holds, each with where it was found.

    What is in ``seen`` (ids of things that stay alive) is passed over, what is given is added to it.
    """
    if seen is not None and isinstance(value, tuple | msgspec.Struct):
        if id(value) in seen:
            return
        seen.add(id(value))
    yield path, value
    if isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from things(item, f"{path}[{i}]", seen)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from things(getattr(value, name), f"{path}.{name}", seen)


def changeable(value: Any, seen: set[int] | None = None) -> str | None:
    """Return where ``value`` holds something that can change or does not save, or None."""
    for path, thing in things(value, type(value).__name__, seen):
        if isinstance(thing, msgspec.Struct):
            if not thing.__struct_config__.frozen:
                return f"{path} is a {type(thing).__name__}, which is not frozen"
        elif type(thing) is not tuple and type(thing) not in PLAIN:
            return f"{path} is a {type(thing).__name__}"
    return None


def texts(value: Any) -> Iterator[tuple[str, Text]]:
    """Give every text in ``value`` with where it was found."""
    for path, thing in things(value, type(value).__name__):
        if isinstance(thing, Text):
            yield path, thing
