"""A list to pick from: its question, and the items around the lit one, each row clear of the next."""

from __future__ import annotations

from typing import NamedTuple

from companion.game import page
from companion.screens import lettering
from companion.screens.canvas import Canvas, Rows
from companion.screens.facts import window
from companion.screens.glyphs import PLAIN, SMALL, TIGHT, TINY, Font
from companion.screens.headings import Heading, heading

#: A title and at least two items.
MENU_ROWS = Rows(32, 52, 64)

FEW = 3
"""Rows that there is room for under a question of two."""
ARROWS = 7
"""Pixels at the right that a list takes which goes on above or below."""
TICK = 8


class Form(NamedTuple):
    """How a list stands: its question, the letters of its items, rows of pixels from one row of letters to the next.

    ``lines``: how many rows of letters there is room for; ``scrolls``: that not all items stand there at once.
    """

    question: Heading
    font: Font
    pitch: int
    lines: int
    scrolls: bool = False
    columns: int = 1


class Row(NamedTuple):
    """An item's label as it is drawn: one line, or all that it takes where the lit one is too long for one."""

    lines: tuple[str, ...]
    font: Font


def menu(widget: page.Menu, canvas: Canvas) -> None:
    """Draw the question and as many items as fit, in two columns where they are short, around the lit one.

    A label too long for its row is set smaller; what is still too long is cut, and whole on rows more when it is lit.
    """
    labels = [canvas.words(item.label) for item in widget.items]
    form = _form(widget, labels, canvas)
    form.question.draw(canvas)
    top = form.question.rows
    if top:
        canvas.fill(0, top - 1, canvas.width, top)
    if not labels:
        return
    rows = _rows(widget, labels, form, canvas.width)
    lit = widget.lit if widget.lit is not None and 0 <= widget.lit < len(rows) else None
    more = 0 if lit is None else len(rows[lit].lines) - 1
    shown = min(len(labels), (form.lines - more) * form.columns)
    first = window(len(labels), shown, widget.lit)
    right = canvas.width - ARROWS * form.scrolls
    wide = right // form.columns
    # One row of pixels that is left over goes under the lit item: brackets and accents keep off it, too.
    spare = canvas.height - 1 - top - form.pitch * (-(-shown // form.columns) + more)
    y = top
    for place in range(shown):
        index = first + place
        column = place % form.columns
        bottom = y + form.pitch * len(rows[index].lines)
        box = (column * wide, y, column * wide + wide, bottom)
        _item(widget.items[index], rows[index], index == widget.lit, box, form, canvas)
        if column == form.columns - 1:
            y = bottom + (spare > 0 and lit is not None and index - column <= lit <= index)
    if form.scrolls:
        middle = right + 4
        if first:
            _triangle(canvas, middle, top + 3, up=True)
        if first + shown < len(labels):
            _triangle(canvas, middle, canvas.height - 6, up=False)


# -- How it stands


def _form(widget: page.Menu, labels: list[str], canvas: Canvas) -> Form:
    """Return the airiest form in which all items stand there at once; else the closest, which scrolls."""
    asked, count = canvas.words(widget.title), len(labels)
    for font, pitch in ((PLAIN, 16), (SMALL, 12)):
        # Letters of twelve rows fill them: one row of pixels is for under the lit item, one for over the hints.
        room = canvas.height - 2 * (font is SMALL)
        lines = count if font is PLAIN else count + _more(widget, labels, font, canvas.width)
        spare = room - lines * pitch
        question = heading(asked, canvas.width, min(16, spare) if spare >= 14 else 12, roomy=lines <= FEW)
        one_row = all(lettering.width(label, font) <= _room(widget, font, canvas.width) for label in labels)
        tall = any(lettering.height(label, font) > pitch + 2 for label in labels)
        if count and question.rows <= spare and not tall and (one_row or font is SMALL):
            cap = 18 if font is PLAIN else 13
            return Form(question, font, min(cap, (room - question.rows) // lines), lines)
    return _close(widget, labels, canvas)


def _close(widget: page.Menu, labels: list[str], canvas: Canvas) -> Form:
    """Return the form of a list of many: four lines over the row of hints."""
    wanted = len(labels) + _more(widget, labels, TIGHT, canvas.width)
    question = heading(canvas.words(widget.title), canvas.width, 10, roomy=wanted <= FEW)
    room = canvas.height - 1 - question.rows
    least = max([10, *(lettering.height(label, SMALL) - 2 for label in labels)])
    lines = max(1, room // least)
    scrolls = wanted > lines
    columns = 1
    if scrolls and len(labels) > lines:
        rows = -(-len(labels) // 2)
        half = (canvas.width - ARROWS * (rows > lines)) // 2
        if all(_item_width(item, label) <= half - 2 for item, label in zip(widget.items, labels, strict=True)):
            columns, wanted, scrolls = 2, rows, rows > lines
    pitch = min(max(13, least + 3), room // max(1, min(lines, wanted)))
    font = TIGHT if pitch < SMALL.height else SMALL
    return Form(question, font, pitch, lines, scrolls, columns)


def _before(font: Font) -> int:
    """Return the pixels before an item's label: its digit and a space."""
    return font.width + 6


def _room(widget: page.Menu, font: Font, width: int) -> int:
    """Return the pixels for a label where items are ``width`` wide."""
    return width - _before(font) - (TICK if any(item.on for item in widget.items) else 1)


def _item_width(item: page.Item, label: str) -> int:
    return _before(SMALL) + lettering.width(label, SMALL) + TICK * item.on


def _more(widget: page.Menu, labels: list[str], font: Font, width: int) -> int:
    """Return how many rows more than one an item takes at most, when it is lit."""
    room = _room(widget, font, width)
    long = (label for label in labels if lettering.width(label, font) > room)
    return max((len(_whole(label, font, room, 4).lines) - 1 for label in long), default=0)


def _rows(widget: page.Menu, labels: list[str], form: Form, width: int) -> list[Row]:
    """Return how each item is drawn: in one row, the lit one whole."""
    room = _room(widget, form.font, (width - ARROWS * form.scrolls) // form.columns)
    rows = []
    cut: dict[Font, list[str]] = {}
    for index, label in enumerate(labels):
        if lettering.width(label, form.font) <= room:
            rows.append(Row((label,), form.font))
        elif index == widget.lit:
            rows.append(_whole(label, form.font, room, form.lines))
        else:
            face = _faces(label, form.font)[-1]
            if lettering.width(label, face) > room:
                if face not in cut:
                    cut[face] = lettering.cut_all(labels, face, room)
                label = cut[face][index]
            rows.append(Row((label,), face))
    return rows


def _faces(label: str, font: Font) -> tuple[Font, ...]:
    """Return the letterings for a label; the smallest has few letters of its own, and is for labels of those alone."""
    return (font, TINY) if lettering.height(label, TINY) == TINY.height else (font,)


def _whole(label: str, font: Font, room: int, most: int) -> Row:
    """Return a label in one row if it fits there, else on as many rows as it takes, ``most`` at most."""
    faces = _faces(label, font)
    for face in faces:
        if lettering.width(label, face) <= room:
            return Row((label,), face)
    for hard in (False, True):  # smaller letters rather than a broken word
        for face in faces:
            lines = lettering.wrap(label, face, room, hard) or []
            if 0 < len(lines) <= most:
                return Row(tuple(lines), face)
    lines = lettering.wrap(label, faces[-1], room, hard=True) or []
    return Row((*lines[: most - 1], lettering.cut(" ".join(lines[most - 1 :]), faces[-1], room)), faces[-1])


# -- An item


def _item(item: page.Item, row: Row, lit: bool, box: tuple[int, int, int, int], form: Form, canvas: Canvas) -> None:
    left, top, right, bottom = box
    if lit:
        canvas.fill(left, top, right, bottom)
    font = form.font
    digit = "" if item.digit is None else str(item.digit)
    canvas.line(digit, (left + 2, top, left + 2 + font.width * 2, top + form.pitch), (font,), ink=not lit)
    end = right - TICK * item.on
    drawn = []
    for number, line in enumerate(row.lines):
        y = top + number * form.pitch + (row.font is TINY)  # one row down they stand on the same line as the digit
        drawn.append(canvas.line(line, (left + _before(font), y, end, y + form.pitch), (row.font,), ink=not lit))
    if item.on:
        _tick(canvas, right - TICK, (top + top + form.pitch) // 2 - 3, ink=not lit)
    said = " ".join(drawn)
    canvas.say((">" if lit else "") + " ".join(part for part in (digit, said, "✓" if item.on else "") if part))


def _tick(canvas: Canvas, left: int, top: int, ink: int) -> None:
    for x, y in ((0, 3), (1, 4), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)):
        canvas.fill(left + x, top + y - 1, left + x + 1, top + y + 1, ink)


def _triangle(canvas: Canvas, middle: int, top: int, up: bool) -> None:
    for row in range(3):
        half = row if up else 2 - row
        canvas.fill(middle - half - 1, top + row, middle + half, top + row + 1)
