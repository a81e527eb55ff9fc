"""The question over a widget that asks: in one row where it fits, else in smaller letters, else in two rows."""

from __future__ import annotations

from typing import NamedTuple

from companion.screens import lettering
from companion.screens.canvas import Canvas
from companion.screens.glyphs import PLAIN, SMALL, TIGHT, TINY, Font

SNUG = 14
"""Rows that hold a line of sixteen rows with the line under it, where no accent is over a letter that hangs."""


class Heading(NamedTuple):
    """A question laid out: its lines in one lettering from ``top`` on, ``pitch`` apart, and the rows that it takes.

    Without a lettering of its own it is a single line that takes the largest that fits.
    """

    lines: tuple[str, ...]
    rows: int
    font: Font | None = None
    top: int = 0
    pitch: int = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw it at the top of a canvas."""
        if self.font is not None:
            for number, line in enumerate(self.lines):
                mask = lettering.picture(lettering.ended(line), self.font)
                canvas.stamp(mask, 1, self.top + number * self.pitch)
            canvas.say(" ".join(self.lines))
        elif self.lines:
            fonts = (PLAIN, SMALL) if self.rows >= SNUG else (SMALL,)
            box = (1, 0, canvas.width, self.rows)
            canvas.say(canvas.line(self.lines[0], box, fonts, snug=self.rows < 15))


def heading(string: str, width: int, rows: int, most: int = 2, roomy: bool = False) -> Heading:
    """Lay a question out over ``width`` pixels; ``rows`` high, where that does for it.

    It takes at most ``most`` rows of letters: what these do not hold is cut at its end. ``roomy``: two rows rather than
    one of the smallest letters.
    """
    if not string.strip():
        return Heading((), 0)
    tall = lettering.height(string, SMALL) > SMALL.height
    fits = lettering.width(string, SMALL) <= width
    if tall or (fits and rows >= SMALL.height):
        ink = lettering.picture(string, PLAIN).getbbox() or (0, 0, 0, 0)
        if rows == SNUG and ink[3] - ink[1] >= SNUG:
            rows = SMALL.height
        return Heading((string,), max(rows, lettering.height(string, SMALL) - 1))
    lines, font = ([string], TIGHT) if fits else _broken(string, width - 1, most, roomy)
    # The first of a letter's rows is there for accents and brackets only: without them, capitals begin at the top.
    up = font is TIGHT and not lettering.picture(lines[0], font).crop((0, 0, width, 1)).getbbox()
    pitch = font.height + (font is TINY)
    block = pitch * (len(lines) - 1) + font.height - up
    rows = max(rows, block + 1)
    return Heading(tuple(lines), rows, font, (rows - 1 - block) // 2 - up, pitch)


def _broken(string: str, width: int, most: int, roomy: bool) -> tuple[list[str], Font]:
    """Return the lines of a question that one row of small letters does not hold, and their lettering."""
    ways = [(TIGHT, 2), (TINY, 2)] if roomy else [(TINY, 1), (TIGHT, 2), (TINY, 2)]
    if lettering.height(string, TINY) > TINY.height:  # that has few letters of its own: no accents, say
        ways = [(TIGHT, 2)]
    for font, count in ways:
        lines = (count > 1 and _at_a_dot(string, font, width)) or lettering.wrap(string, font, width)
        if lines is not None and len(lines) <= count <= most:
            return lines, font
    font = ways[-1][0]
    lines = lettering.wrap(string, font, width, hard=True) or []
    return [*lines[: most - 1], lettering.cut(" ".join(lines[most - 1 :]), font, width)], font


def _at_a_dot(string: str, font: Font, width: int) -> list[str] | None:
    """Return a list of facts, "a · b · c", broken between two of them, or None where that does not make two rows."""
    facts = string.split(" · ")
    for count in range(len(facts) - 1, 0, -1):
        first, second = " · ".join(facts[:count]), " · ".join(facts[count:])
        if max(lettering.width(first, font), lettering.width(second, font)) <= width:
            return [f"{first} ·", second]
    return None
