"""From the bytes of a pack's TOML file to values, naming the place of everything that is odd."""

from __future__ import annotations

import codecs
import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from .fault import Fault

DEEPEST = 24
"""How far tables and lists of a pack may nest."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Strings and comments are skipped whole; one that is never closed runs to the end, which keeps this linear.
_NESTING = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:\\.|[^"\\\n])*(?:"|$)'
    r"|'[^'\n]*(?:'|$)"
    r"|#[^\n]*"
    r"|[\[\]{}=,.\n]",
    re.DOTALL | re.MULTILINE,
)
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_PLAIN = {
    "Illegal character '\\n'": "a text in quotes ends on its own line: a quote is missing",
    "Unescaped '\\' in a string": "a backslash in a text is written twice",
    "Invalid statement": "a line is a name, = and a value, or a table's name in brackets",
    "Invalid value": "this is no value: a text stands in quotes, true and false in small letters",
    "Expected '=' after a key in a key/value pair": "a name is followed by = and its value",
    "Expected ']' at the end of a table declaration": "a table's name stands between [ and ]",
    "Expected ']]' at the end of an array declaration": "a list's name stands between [[ and ]]",
    "Expected newline or end of document after a statement": "after a value its line is over; a text stands in quotes",
}
"""What the parser says of the commonest slips, and what people make of it."""
_ZEROS = re.compile(r"^[^#\"']*=\s*[+-]?0\d")


def read_toml(file: str, content: bytes) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Return what ``content`` holds, and every fault found. With faults the values are not to be used.

    A byte-order mark is accepted. Refused: bytes that are no UTF-8, NaN and infinities, a key given twice,
    nesting beyond ``DEEPEST``, and whatever is no TOML.
    """
    if content.startswith(_UTF16):
        return {}, (Fault(file, "line 1", "this is UTF-16; save the file as UTF-8"),)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return {}, (_odd_byte(file, content, error.start),)
    text = text.replace("\r\n", "\n")
    if too_deep := _nesting(file, text):
        return {}, (too_deep,)
    try:
        values = tomllib.loads(text)
    except RecursionError:
        return {}, (Fault(file, "", f"tables and lists nest too deep; {DEEPEST} levels are the most"),)
    except ValueError as error:
        return {}, (_not_toml(file, text, str(error)),)
    return values, tuple(_odd_values(file, values))


def without_mark(content: bytes) -> bytes:
    """Return ``content`` without a byte-order mark in front."""
    return content.removeprefix(codecs.BOM_UTF8)


def _place(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - (text.rfind(chr(10), 0, at) + 1) + 1}"


def _odd_byte(file: str, content: bytes, at: int) -> Fault:
    start = content.rfind(b"\n", 0, at) + 1
    column = len(content[start:at].decode("utf-8-sig", "replace")) + 1
    place = f"line {content.count(bytes([10]), 0, at) + 1}, column {column}"
    return Fault(file, place, f"byte {content[at]:02X} is no UTF-8; save the file as UTF-8")


def _nesting(file: str, text: str) -> Fault | None:
    depth = dots = 0
    for match in _NESTING.finditer(text):
        # A long dotted key nests as well, and costs the parser far more than its length.
        dots = dots + 1 if match[0] == "." else 0 if match[0] in "[]{}=,\n" else dots
        if dots > DEEPEST:
            return Fault(file, _place(text, match.start()), f"a key nests deeper than {DEEPEST} levels")
        if match[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                return Fault(file, _place(text, match.start()), f"nests deeper than {DEEPEST} levels")
        elif match[0] in "]}":
            depth = max(0, depth - 1)
    return None


def _not_toml(file: str, text: str, message: str) -> Fault:
    at = _AT.search(message)
    hint = _AT.sub("", message)
    if at is None:
        if "digits" in message:
            hint = "a number with far too many digits"
        return Fault(file, "", hint)
    place = f"line {at[1]}, column {at[2]}" if at[1] else _place(text, max(0, len(text.rstrip()) - 1))
    line = int(place.split(",")[0].removeprefix("line "))
    # The parser counts a statement's end as the next line's start, so the guilty line may be the one before.
    written = text.split("\n")
    if any(_ZEROS.match(written[n]) for n in (line - 1, line - 2) if 0 <= n < len(written)):
        return Fault(file, place, 'a number has no zeros in front; a code is text: "007"')
    if hint.startswith("Cannot overwrite a value"):
        hint = "this key stands here twice (a key is given once)"
    elif hint.startswith(("Cannot declare", "Cannot mutate", "Cannot redefine")):
        hint = f"this table stands here twice ({hint})"
    elif at[1] is None:
        hint = f"{hint}: the file ends before something is closed or finished"
    return Fault(file, place, _PLAIN.get(hint, hint))


def walk(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every value with its dotted path, tables and lists before what they hold. Never recurses."""
    todo: list[tuple[str, int, Any]] = [(key, 1, value) for key, value in reversed(values.items())]
    while todo:
        path, depth, value = todo.pop()
        yield path, value
        if depth > DEEPEST:
            continue
        if isinstance(value, dict):
            todo += [(f"{path}.{key}", depth + 1, inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            todo += [(f"{path}[{n}]", depth + 1, inner) for n, inner in reversed(list(enumerate(value)))]


def _odd_values(file: str, values: dict[str, Any]) -> Iterator[Fault]:
    for path, value in walk(values):
        if isinstance(value, float) and not math.isfinite(value):
            yield Fault(file, path, f"{value} is no number that a game can use")
        if path.count(".") + path.count("[") >= DEEPEST:
            yield Fault(file, path[:80] + "…", f"nests deeper than {DEEPEST} levels")
            return
