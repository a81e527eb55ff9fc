"""Draws what packs hold for paper: one SVG, or a poster over several sheets to be cut and joined."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from companion.game import Drawing, Text, say
from companion.words import Words

HOME = Path(__file__).resolve().parents[1]

SHEET = (210.0, 297.0)
MARGIN = 12.0
BLEED = 5.0
"""A sheet of A4 upright, its margin, and how far the drawing goes on beyond the cut: millimetres."""


class Part(msgspec.Struct, frozen=True):
    """A sheet of a poster: its row and column from 1 on, and the part of the drawing on it, in the drawing's units."""

    row: int
    column: int
    left: float
    top: float


class Poster(msgspec.Struct, frozen=True):
    """How a drawing is spread: sheets of ``wide`` by ``high`` millimetres, ``scale`` millimetres a unit."""

    wide: float
    high: float
    rows: int
    columns: int
    scale: float
    parts: tuple[Part, ...]


def spread(width: float, height: float, most: int) -> Poster:
    """Return how a drawing becomes as large as it can on at most so many sheets, all upright or all on their side.

    Sheets that would stay empty are not printed. Raises ValueError for fewer than one sheet.
    """
    if most < 1:
        raise ValueError("a poster has at least one sheet")
    best: tuple[float, int, float, float, int, int] | None = None
    for wide, high in (SHEET, SHEET[::-1]):
        across, down = wide - 2 * MARGIN, high - 2 * MARGIN
        for columns in range(1, most + 1):
            for rows in range(1, most // columns + 1):
                scale = min(columns * across / width, rows * down / height)
                found = (round(scale, 6), -columns * rows, wide, high, rows, columns)
                best = found if best is None else max(best, found)
    assert best is not None
    scale, _, wide, high, rows, columns = best
    across, down = (wide - 2 * MARGIN) / scale, (high - 2 * MARGIN) / scale
    left, top = (width - columns * across) / 2, (height - rows * down) / 2
    parts = tuple(
        Part(row + 1, column + 1, round(left + column * across, 2), round(top + row * down, 2))
        for row in range(rows)
        for column in range(columns)
    )
    return Poster(wide, high, rows, columns, scale, parts)


def svg(drawing: Drawing, words: Words) -> str:
    """Return a drawing as one SVG."""
    return _drawn(environment(words), drawing)


def poster(drawing: Drawing, words: Words, most: int) -> str:
    """Return a drawing as an HTML page that prints on at most ``most`` sheets of A4, with marks to cut along."""
    env = environment(words)
    return env.get_template("poster.html").render(
        drawing=drawing,
        svg=Markup(_drawn(env, drawing)),
        poster=spread(drawing.width, drawing.height, most),
        margin=MARGIN,
        bleed=BLEED,
    )


def _drawn(env: Environment, drawing: Drawing) -> str:
    return env.get_template(drawing.template).render(picture=drawing.picture).strip() + "\n"


def environment(words: Words) -> Environment:
    """Return where drawings' templates are rendered, as pages render them, with ``words``."""
    games = PrefixLoader({"games": FileSystemLoader(HOME / "games")})
    own = FileSystemLoader(HOME / "data")
    env = Environment(
        loader=ChoiceLoader((own, games)),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    env.filters["words"] = partial(_words, words)
    env.filters["word"] = lambda key: words(say(key))
    env.globals["piece"] = partial(_piece, env)
    return env


def _words(words: Words, text: Text) -> str:
    return words(text)


def _piece(env: Environment, template: str, **values: Any) -> Markup:
    return Markup(env.get_template(template).render(**values))
