"""From TOML to checked effects, every fault with its file, place and hint."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from companion.game import PackError, converted, not_known

from .language import (
    AllOf,
    AnyOf,
    Band,
    Body,
    Check,
    Choose,
    Each,
    Effect,
    GoTo,
    If,
    Language,
    Not,
    Test,
    Way,
)


class _Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of the control flow as it stands in TOML, what it holds still unread."""


class _If(_Fields, frozen=True):
    test: Any
    then: Any = ()
    otherwise: Any = msgspec.field(default=(), name="else")


class _Each(_Fields, frozen=True):
    of: str
    then: Any


class _Choose(_Fields, frozen=True):
    ways: list[Any]
    ask: str = ""
    by: str = ""


class _Way(_Fields, frozen=True):
    text: str
    test: Any = None
    then: Any = ()


class _Check(_Fields, frozen=True):
    on: Any
    bands: list[Any]


class _Band(_Fields, frozen=True):
    least: int | None = None
    then: Any = ()


class _Joined(_Fields, frozen=True):
    tests: list[Any]


class _Turned(_Fields, frozen=True):
    test: Any


_FLOW = ("if", "each", "choose", "check", "goto")
_JOINS = ("not", "all", "any")
T = TypeVar("T")


def read(raw: object, language: Language, file: str, place: str) -> Body:
    """Return the body that ``raw``, a list of a TOML file, holds.

    Raises PackError with ``file``, the place below ``place``, and what would put it right.
    """
    if not isinstance(raw, list | tuple):
        raise PackError(file, place, "effects are a list of tables, each with a `do`")
    return tuple(_effect(item, language, file, f"{place}[{n}]") for n, item in enumerate(raw))


def _effect(raw: object, language: Language, file: str, place: str) -> Effect:
    do = _word(raw, "do", (*_FLOW, *_tags(language.verbs)), file, place)
    rest = {key: value for key, value in raw.items() if key != "do"} if isinstance(raw, dict) else {}
    match do:
        case "if":
            found = converted(file, place, rest, _If)
            return If(
                test=read_test(found.test, language, file, f"{place}.test"),
                then=read(found.then, language, file, f"{place}.then"),
                otherwise=read(found.otherwise, language, file, f"{place}.else"),
            )
        case "each":
            each = converted(file, place, rest, _Each)
            _known(each.of, language.groups, file, f"{place}.of")
            return Each(of=each.of, then=read(each.then, language, file, f"{place}.then"))
        case "choose":
            return _choose(converted(file, place, rest, _Choose), language, file, place)
        case "check":
            return _check(converted(file, place, rest, _Check), language, file, place)
        case _:
            made: Effect = _made(raw, (GoTo, *language.verbs), file, place)
            return made


def _choose(raw: _Choose, language: Language, file: str, place: str) -> Choose:
    if raw.by:
        _known(raw.by, language.groups, file, f"{place}.by")
    ways = []
    for n, item in enumerate(raw.ways):
        at = f"{place}.ways[{n}]"
        way = converted(file, at, item, _Way)
        test = None if way.test is None else read_test(way.test, language, file, f"{at}.test")
        ways.append(Way(text=way.text, test=test, then=read(way.then, language, file, f"{at}.then")))
    if not ways:
        raise PackError(file, f"{place}.ways", "a choice has at least one way")
    if len({way.text for way in ways}) < len(ways):
        raise PackError(file, f"{place}.ways", "two ways have the same text")
    return Choose(ways=tuple(ways), ask=raw.ask, by=raw.by)


def _check(raw: _Check, language: Language, file: str, place: str) -> Check:
    _word(raw.on, "roll", _tags(language.trials), file, f"{place}.on")
    bands = []
    for n, item in enumerate(raw.bands):
        band = converted(file, f"{place}.bands[{n}]", item, _Band)
        bands.append(Band(least=band.least, then=read(band.then, language, file, f"{place}.bands[{n}].then")))
    limits = [band.least for band in bands]
    falling = all(a is not None and (b is None or a > b) for a, b in pairwise(limits))
    if not bands or not falling:
        raise PackError(file, f"{place}.bands", "bands go from the highest `least` down, one without `least` last")
    return Check(on=_made(raw.on, language.trials, file, f"{place}.on"), bands=tuple(bands))


def read_test(raw: object, language: Language, file: str, place: str) -> Test:
    """Return the test that ``raw``, a table of a TOML file, holds. Raises PackError."""
    word = _word(raw, "is", (*_JOINS, *_tags(language.tests)), file, place)
    rest = {key: value for key, value in raw.items() if key != "is"} if isinstance(raw, dict) else {}
    if word == "not":
        return Not(test=read_test(converted(file, place, rest, _Turned).test, language, file, f"{place}.test"))
    if word in _JOINS:
        raws = converted(file, place, rest, _Joined).tests
        tests = tuple(read_test(item, language, file, f"{place}.tests[{n}]") for n, item in enumerate(raws))
        return AllOf(tests=tests) if word == "all" else AnyOf(tests=tests)
    made: Test = _made(raw, language.tests, file, place)
    return made


@lru_cache(maxsize=16)
def _tags(kinds: tuple[type[msgspec.Struct], ...]) -> tuple[str, ...]:
    return tuple(str(kind.__struct_config__.tag) for kind in kinds)


def _word(raw: object, field: str, known: tuple[str, ...], file: str, place: str) -> str:
    """Return the word in ``field`` that says what the table ``raw`` is."""
    if not isinstance(raw, dict) or field not in raw:
        raise PackError(file, place, f"a table with `{field}`: one of {', '.join(known)}")
    _known(raw[field], known, file, f"{place}.{field}")
    return str(raw[field])


def _known(word: object, known: tuple[str, ...], file: str, place: str) -> None:
    if word not in known:
        raise PackError(file, place, f"{word!r} {not_known(str(word), known)}")


def _made(raw: object, kinds: tuple[type[Any], ...], file: str, place: str) -> Any:
    return converted(file, place, raw, _union(kinds))


@lru_cache(maxsize=16)
def _union(kinds: tuple[type[Any], ...]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union
