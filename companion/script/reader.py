"""Reads table scripts: a file becomes lines as values, or a sentence that says which line is odd."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path as File

from . import lines as l
from .lines import At, Line, Script, ScriptError
from .verbs import READERS
from .words import Odd, Word, split

MOST_BYTES = 2_000_000
"""A script that is longer is none."""
MOST_TOGETHER = 10
"""So many lines can arrive at once: as many as there are seats."""
SUFFIX = ".table"


def find(path: File) -> tuple[File, ...]:
    """Return the scripts at ``path``: the file itself, or all ``*.table`` in a folder and below, sorted."""
    return tuple(sorted(path.rglob(f"*{SUFFIX}"))) if path.is_dir() else (path,)


def read(path: File) -> Script:
    """Return the script in ``path``. Raises ScriptError naming the line that cannot be read."""
    return Script(str(path), tuple(_file(path, ())))


def read_text(text: str, file: str = "script") -> Script:
    """Return the script ``text``; ``given`` files are looked for beside ``file``."""
    return Script(file, tuple(_lines(text, file, (File(file).resolve(),))))


def _file(path: File, around: tuple[File, ...]) -> list[Line]:
    if path.resolve() in around:
        raise ScriptError(str(path), "starts where it ends itself (given goes round in a circle)")
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ScriptError(str(path), f"cannot be read ({error.strerror})") from None
    if len(content) > MOST_BYTES:
        raise ScriptError(str(path), "is far too large for a script")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise ScriptError(f"{path}:{number}", f"byte {content[error.start]:02X} is no UTF-8") from None
    return _lines(text, str(path), (*around, path.resolve()))


def _lines(text: str, file: str, around: tuple[File, ...]) -> list[Line]:
    found: list[Line] = []
    block: list[Line] | None = None
    opened: At | None = None
    for number, written in enumerate(text.splitlines(), 1):
        at = At(file, number, written.strip())
        try:
            words = split(written)
            if not words:
                continue
            verb = words[0].text if not words[0].quoted else ""
            if verb == "given":
                _only(words, 2)
                if found or block is not None:
                    raise Odd("given comes first")
                found += _file(File(file).parent / words[1].text, around)
            elif verb == "together":
                _only(words, 1)
                if block is not None:
                    raise Odd("together stands inside together")
                block, opened = [], at
            elif verb == "end":
                _only(words, 1)
                if block is None or opened is None:
                    raise Odd("end without together")
                found.append(_together(opened, block))
                block = None
            else:
                line = _line(at, verb, words[1:])
                (found if block is None else block).append(line)
        except Odd as error:
            raise ScriptError(str(at), f"{error}: {at.written}") from None
    if block is not None:
        raise ScriptError(str(opened), "together without end")
    return found


def _together(at: At, block: list[Line]) -> Line:
    acts = [line for line in block if not isinstance(line, l.ExpectRefused)]
    for line in block:
        if not isinstance(line, l.Do | l.Told | l.Keys | l.Undo | l.ExpectRefused):
            raise Odd("between together and end stand do, box, told, undo, key and expect refused")
    if not 2 <= len(acts) <= MOST_TOGETHER or isinstance(block[0], l.ExpectRefused):
        raise Odd(f"together takes 2 to {MOST_TOGETHER} lines")
    return l.Together(at=at, lines=tuple(block))


def _line(at: At, verb: str, rest: list[Word]) -> Line:
    reader = READERS.get(verb)
    if reader is None:
        near = get_close_matches(verb, READERS, 1)
        raise Odd(f"{verb!r} is no line of a script{f'; did you mean {near[0]}?' if near else ''}")
    return reader(at, rest)


def _only(words: list[Word], count: int) -> None:
    if len(words) != count:
        raise Odd(f"{words[0].text} takes {count - 1 or 'no'} word{'' if count == 2 else 's'} after it")
