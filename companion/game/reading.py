"""Reads a pack's TOML files into typed values: whatever does not fit is named with its file and place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from .errors import PackError
from .misread import misread

T = TypeVar("T")


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of what is read from a pack. A field ``verified`` says that somebody has seen the value in print."""


def read_file(file: str, packs: Mapping[str, bytes], what: type[T]) -> T:
    """Return a TOML file of the pack as ``what``. Raises PackError with file, place and hint."""
    if file not in packs:
        raise PackError(file, "the pack", "this file is missing")
    try:
        return msgspec.toml.decode(packs[file].decode("utf-8-sig"), type=what)
    except UnicodeDecodeError as fault:
        raise PackError(file, f"byte {fault.start}", "save the file as UTF-8") from fault
    except msgspec.ValidationError as fault:
        place, hint = misread(fault, msgspec.toml.decode(packs[file].decode("utf-8-sig")), what)
        raise PackError(file, place or "the top", hint) from fault
    except (msgspec.DecodeError, RecursionError) as fault:
        raise PackError(file, "the whole file", str(fault) or "too deeply nested") from fault


def converted(file: str, key: str, raw: object, what: type[T]) -> T:
    """Return a part of a file that was read as plain values, as ``what``. Raises PackError; ``key`` is its place."""
    try:
        return msgspec.convert(raw, type=what)
    except msgspec.ValidationError as fault:
        place, hint = misread(fault, raw, what)
        raise PackError(file, _within(key, place) or "the top", hint) from fault


def _within(outer: str, inner: str) -> str:
    """Return the place ``inner`` inside of ``outer``: "farm" and "power[1].n" are "farm.power[1].n"."""
    return f"{outer}{'.' if outer and inner and not inner.startswith('[') else ''}{inner}"
