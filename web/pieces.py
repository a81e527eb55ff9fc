"""Pieces of pages that are rendered once for everyone who gets the same.

A piece's template is given the values that it is called with, what the seats are called, and nothing else. Its HTML
is kept under exactly those values: two pages share it only where all that can be in it is equal, so whatever one
seat alone may see makes a piece of its own. Where answers go differs from page to page, and when a question was asked
from time to time: marks stand for both.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

KEPT = 256
"""Pieces after which those are forgotten that were not wanted since as many before: about 1 MB of HTML for both."""
_SALT = secrets.token_hex(8)
"""Nobody can know it and type a mark as a name."""
_PATH = f"/{_SALT}"
"""Stands where a page's own path goes."""
_QUESTION = re.compile(rf"\?{_SALT}[0-9a-f]+\.")


@lru_cache(maxsize=256)
def mark_of(actor: str, name: str) -> str:
    """Return the mark that stands where the question ``name`` to ``actor`` does."""
    return f"?{_SALT}{f'{actor} {name}'.encode().hex()}."


class Piece(str):
    """HTML that may stand on several pages: a mark stands in it where a page's own path goes."""

    _lately: tuple[tuple[str, ...], Piece] | None = None
    _marks: tuple[str, ...] | None = None
    _json: msgspec.Raw | None = None

    def on(self, base: str) -> str:
        """Return it for the page whose answers go to ``base``."""
        return self.replace(_PATH, str(escape(base)))

    def at(self, questions: Mapping[str, str]) -> Piece:
        """Return it with the ``questions`` by their marks: the very same as long as they are."""
        marks = self._marks
        if marks is None:
            marks = self._marks = tuple(dict.fromkeys(_QUESTION.findall(self)))
        if not marks:
            return self
        now = tuple(map(questions.__getitem__, marks))
        lately = self._lately
        if lately is None or lately[0] != now:
            filled = str(self)
            for mark, question in zip(marks, now, strict=True):
                filled = filled.replace(mark, str(escape(question)))
            lately = self._lately = (now, Piece(filled))
        return lately[1]

    @property
    def json(self) -> msgspec.Raw:
        """What it is as a JSON string, the marks still in it: written once for all."""
        if self._json is None:
            self._json = msgspec.Raw(msgspec.json.encode(str(self)))
        return self._json


def written_down(pieces: Mapping[str, Piece], before: Mapping[str, Piece]) -> bytes:
    """Return those of ``pieces`` that are not what they were ``before``, by name, in JSON without its braces."""
    new = {part: piece.json for part, piece in pieces.items() if before.get(part) != piece}
    return msgspec.json.encode(new)[1:-1]


def on(base: str, written: bytes) -> bytes:
    """Return what is written down, for the page whose answers go to ``base``."""
    return written.replace(*_written_path(base))


@lru_cache(maxsize=64)
def _written_path(base: str) -> tuple[bytes, bytes]:
    return _PATH.encode(), msgspec.json.encode(str(escape(base)))[1:-1]


class Names(msgspec.Struct, frozen=True, cache_hash=True):
    """What the seats are called, in pairs: a part of every piece's key, so its hash is kept."""

    pairs: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, names: Mapping[int, str]) -> Names:
        """Return the names as a template has them."""
        return cls(tuple(names.items()))


class Pieces:
    """Renders pieces and remembers those lately wanted. Called by templates of pages (``piece`` and ``question``)."""

    def __init__(self, env: Environment) -> None:
        self._lock = threading.Lock()
        self._env = env
        self._kept: dict[tuple[Any, ...], Piece] = {}
        self._before: dict[tuple[Any, ...], Piece] = {}
        env.globals["piece"] = self.piece
        env.globals["question"] = self.question

    @pass_context
    def piece(self, context: Context, template: str, base: str = "", **values: Any) -> Markup:
        """Return ``template`` rendered with ``values``; answers in it go to ``base``.

        Values that cannot be hashed are fine, but such a piece is rendered each time.
        """
        return Markup(self.made(template, Names.of(context.get("names") or {}), values).on(base))

    @pass_context
    def question(self, context: Context, group: Any, base: str, **more: Any) -> Markup:
        """Return the form of the choices in ``group``, whose answers go to ``base``."""
        form = self.made("question.html", Names.of(context.get("names") or {}), {"group": group, **more})
        if base != _PATH:  # else this is in a piece itself, which may stand for a while
            form = form.at({group.mark: group.question})
        return Markup(form.on(base))

    def made(self, template: str, names: Names, values: Mapping[str, Any]) -> Piece:
        """Return the piece that ``template`` makes of ``values`` and the seats' ``names``."""
        key = (template, names, *values.items())
        try:
            found = self._kept.get(key)
        except TypeError:
            return self._render(template, names, values)
        if found is None:
            found = self._before.get(key)
            if found is None:
                found = self._render(template, names, values)
            with self._lock:
                self._kept[key] = found
                if len(self._kept) >= KEPT:
                    self._before, self._kept = self._kept, {}
        return found

    def _render(self, template: str, names: Names, values: Mapping[str, Any]) -> Piece:
        return Piece(self._env.get_template(template).render({**values, "names": dict(names.pairs), "base": _PATH}))
