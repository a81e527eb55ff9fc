"""Pieces of pages that are rendered once for everyone who gets the same.

A piece's template is given the values that it is called with, what the seats are called, and nothing else. Its HTML
is kept under exactly those values: two pages share it only where all that can be in it is equal, so whatever one
seat alone may see makes a piece of its own. Where answers go differs from page to page, so a mark stands for it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

KEPT = 256
"""Pieces after which those are forgotten that were not wanted since as many before: about 1 MB of HTML for both."""
_MARK = f"/{secrets.token_hex(8)}"
"""Stands where a page's own path goes. Nobody can know it and type it as a name."""


class Piece(str):
    """HTML that may stand on several pages: a mark stands in it where a page's own path goes."""

    def on(self, base: str) -> str:
        """Return it for the page whose answers go to ``base``."""
        return self.replace(_MARK, str(escape(base)))

    @cached_property
    def json(self) -> msgspec.Raw:
        """What it is as a JSON string, the marks still in it: written once for all."""
        return msgspec.Raw(msgspec.json.encode(str(self)))


def json_on(base: str, pieces: Mapping[str, Piece]) -> msgspec.Raw:
    """Return ``pieces`` by their names, in JSON, for the page whose answers go to ``base``."""
    marked = msgspec.json.encode({name: piece.json for name, piece in pieces.items()})
    return msgspec.Raw(marked.replace(_MARK.encode(), msgspec.json.encode(str(escape(base)))[1:-1]))


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
        """Return the form of the offers in ``group``, whose answers go to ``base``."""
        return self.piece(context, "question.html", base, group=group, **more)

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
        return Piece(self._env.get_template(template).render({**values, "names": dict(names.pairs), "base": _MARK}))
