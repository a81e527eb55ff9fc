"""Splits a line of a table script into words, quoted texts and JSON values."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec


class Word(msgspec.Struct, frozen=True):
    """One word of a line; ``quoted`` when it was a text in quotes."""

    text: str
    quoted: bool = False


class Odd(ValueError):
    """A line cannot be split, or a value is none."""


_OPEN = {"[": "]", "{": "}"}
_BARE = re.compile(r"(?<![\"\w])[^\W\d][\w-]*(?![\"\w])")


def split(line: str) -> list[Word]:
    """Return the words of ``line``. Quotes, brackets and braces hold together; a comment is left off.

    Raises Odd when a quote or bracket is not closed.
    """
    words: list[Word] = []
    i = 0
    while i < len(line):
        if line[i].isspace():
            i += 1
        elif line[i] == "#":
            break
        else:
            end = _end(line, i)
            written = line[i:end]
            if written.startswith('"'):
                text = _json(written)
                if not isinstance(text, str):
                    raise Odd(f"{written} is no text in quotes")
                words.append(Word(text, quoted=True))
            else:
                words.append(Word(written))
            i = end
    return words


def _end(line: str, i: int) -> int:
    """Return where the word that starts at ``i`` ends."""
    closing: list[str] = []
    while i < len(line):
        c = line[i]
        if c == '"':
            i = _after_quote(line, i)
            continue
        if c in _OPEN:
            closing.append(_OPEN[c])
        elif closing and c == closing[-1]:
            closing.pop()
        elif c.isspace() and not closing:
            return i
        i += 1
    if closing:
        raise Odd(f"there is no closing {closing[-1]}")
    return i


def _after_quote(line: str, start: int) -> int:
    i = start + 1
    while i < len(line):
        if line[i] == "\\":
            i += 2
        elif line[i] == '"':
            return i + 1
        else:
            i += 1
    raise Odd("a quote is not closed")


def value(written: str) -> Any:
    """Return what ``written`` means: JSON where it is JSON, else the word itself.

    Bare words inside of lists and objects are texts: ``[Ann,Bo]``. Zeros in front make a code, a text.
    Raises Odd for a broken list or text, and for NaN and infinities.
    """
    if written[:1] in ("[", "{"):
        try:
            return _json(written)
        except Odd:
            return _json(_BARE.sub(_quote, written))
    if written[:1] == '"':
        return _json(written)
    if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?|true|false|null", written, re.ASCII):
        return json.loads(written)
    return written


def _quote(word: re.Match[str]) -> str:
    return word[0] if word[0] in ("true", "false", "null") else f'"{word[0]}"'


def _json(written: str) -> Any:
    def refuse(name: str) -> Any:
        raise Odd(f"{name} is no value")

    try:
        return json.loads(written, parse_constant=refuse)
    except RecursionError:
        raise Odd("the value nests too deep") from None
    except Odd:
        raise
    except ValueError as error:
        raise Odd(f"{written} is no JSON value ({error})") from None


def field(word: Word) -> tuple[str, Any]:
    """Return the name and value of a ``field=value`` word. Raises Odd when it is none."""
    name, equals, written = word.text.partition("=")
    if word.quoted or not equals or not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        raise Odd(f"{word.text!r} is no field=value")
    return name, value(written)
