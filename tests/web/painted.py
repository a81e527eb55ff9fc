"""A game's parts of the pages, painted for any of its states, and what holds of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from companion.clock import Face
from companion.game import AnyGame, Keeping, Meta, Public, Seat, State, View
from tests.web.conftest import Room
from web.parts import dials


def presets(meta: Meta) -> tuple[tuple[Keeping, ...], tuple[Keeping, ...]]:
    """Return who keeps what with all in the box, and beside the boxed game."""
    box = tuple(Keeping(c.key, c.keepers[0]) for c in meta.components)
    return box, tuple(Keeping(c.key, c.beside) for c in meta.components)


def paint(room: Room, game: AnyGame, state: State, seat: int, view: View | None = None) -> str:
    """Return a seat's part of the page, or the big screen's (0), for what it may know or for ``view``."""
    given: dict[str, Any] = {
        "v": game.view(state, Seat(seat) if seat else Public()) if view is None else view,
        "me": seat,
        "names": {n: f"Nä<{n}>" for n in state.seats},
        "dials": dials((Face(clock.key, None, True, 1.0, 0.0) for clock in state.clocks), None),
    }
    name = f"games/{game.meta.key}/templates/{'seat' if seat else 'board'}.html"
    return room.app.jinja_env.get_template(name).render(given)


def whole(text: str, game: AnyGame, where: str) -> None:
    """Whatever is painted is whole: words for all keys, well-formed pictures, every name escaped, nothing inline."""
    missing = re.findall(rf"{game.meta.key}\.[a-z_.]+", text)
    assert not missing, f"{where}: no words for {missing}"
    assert not re.search(r"\sstyle=|<script|\son[a-z]+=", text), where
    assert not re.search("Undefined|None", text), where
    assert "Nä<" not in text, f"{where}: a name is not escaped"
    for picture in _pictures(text):
        ElementTree.fromstring(picture)


def _pictures(text: str) -> Iterator[str]:
    """Yield the outermost pictures of a page: those of a map stand in each other."""
    start = depth = 0
    for tag in re.finditer(r"<svg\b|</svg>", text):
        if tag[0] == "<svg":
            start, depth = start if depth else tag.start(), depth + 1
        else:
            depth -= 1
            if not depth:
                yield text[start : tag.end()]
    assert not depth, "a picture is not closed"
