"""Pieces of pages that are rendered once for everyone who gets the same.

A piece's template is given the values that it is called with, what the seats are called, and nothing else. Its HTML
is kept under exactly those values: two pages share it only where all that can be in it is equal, so whatever one
seat alone may see makes a piece of its own. Where answers go differs from page to page, so a mark stands for it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

KEPT = 256
"""Pieces after which those are forgotten that were not wanted since as many before: about 1 MB of HTML for both."""


class Pieces:
    """Renders pieces and remembers those lately wanted. Called by templates of pages (``piece`` and ``question``)."""

    def __init__(self, env: Environment) -> None:
        self._lock = threading.Lock()
        self._env = env
        self._kept: dict[tuple[Any, ...], str] = {}
        self._before: dict[tuple[Any, ...], str] = {}
        # Nobody can know it and type it as a name.
        self._mark = f"/{secrets.token_hex(8)}"
        env.globals["piece"] = self.piece
        env.globals["question"] = self.question

    @pass_context
    def piece(self, context: Context, template: str, base: str = "", **values: Any) -> Markup:
        """Return ``template`` rendered with ``values``; answers in it go to ``base``.

        Values that cannot be hashed are fine, but such a piece is rendered each time.
        """
        return Markup(self.rendered(template, context.get("names") or {}, base, values))

    @pass_context
    def question(self, context: Context, group: Any, base: str, **more: Any) -> Markup:
        """Return the form of the offers in ``group``, whose answers go to ``base``."""
        return self.piece(context, "question.html", base, group=group, **more)

    def rendered(self, template: str, names: Mapping[int, str], base: str, values: Mapping[str, Any]) -> str:
        """Return the HTML of ``template``, given ``values`` and the seats' ``names``; answers in it go to ``base``."""
        return self._kept_or_made(template, tuple(names.items()), values).replace(self._mark, str(escape(base)))

    def _kept_or_made(self, template: str, names: tuple[tuple[int, str], ...], values: Mapping[str, Any]) -> str:
        key = (template, names, *values.items())
        try:
            with self._lock:
                found = self._kept.get(key)
        except TypeError:
            return self._render(template, names, values)
        if found is None:
            found = self._before.get(key)
            if found is None:
                found = self._render(template, names, values)
            with self._lock:
                self._kept[key] = found
                if len(self._kept) == KEPT:
                    self._before, self._kept = self._kept, {}
        return found

    def _render(self, template: str, names: tuple[tuple[int, str], ...], values: Mapping[str, Any]) -> str:
        return self._env.get_template(template).render({**values, "names": dict(names), "base": self._mark})
