"""Widgets that ask: a menu, a number being typed, one digit a seat."""

from __future__ import annotations

from PIL import Image

from companion.game import page
from companion.screens import lettering
from companion.screens.canvas import Canvas, Rows
from companion.screens.facts import window
from companion.screens.glyphs import LARGE, PLAIN, SMALL, TALL, TINY, Font


def title(string: str, canvas: Canvas, rows: int) -> int:
    """Draw a title at the top; return the first row under it."""
    if not string.strip():
        return 0
    rows = max(rows, lettering.height(string, SMALL) - 1)
    fonts = (PLAIN, SMALL) if rows >= 15 else (SMALL,)
    canvas.say(canvas.line(string, (1, 0, canvas.width, rows), fonts, snug=rows < 15))
    return rows


# -- Menu


#: A title and at least two items.
MENU_ROWS = Rows(32, 52, 64)


def menu(widget: page.Menu, canvas: Canvas) -> None:
    """Draw the title and as many items as fit, in two columns where they are short, around the lit one."""
    labels = [canvas.words(item.label) for item in widget.items]
    heading = canvas.words(widget.title)
    pitch_least = max([10, *(lettering.height(label, SMALL) - 2 for label in labels)])
    rows_of_16 = 16 * len(labels) + (16 if canvas.height >= 16 * len(labels) + 16 else 12)
    large = rows_of_16 <= canvas.height and all(lettering.width(label, PLAIN) <= canvas.width - 30 for label in labels)
    top = title(heading, canvas, 16 if canvas.height - 16 >= min(4, len(labels)) * 12 else 12)
    if top:
        canvas.fill(0, top - 1, canvas.width, top)
    if not labels:
        return
    room = canvas.height - top
    count = max(1, min(len(labels), room // pitch_least))
    columns = 1
    half = canvas.width // 2
    if count < len(labels) and all(_item_width(widget.items[i], labels[i]) <= half - 2 for i in range(len(labels))):
        columns = 2
    shown = min(len(labels), count * columns)
    first = window(len(labels), shown, widget.lit)
    pitch = min(18 if large else 13, room // min(count, -(-len(labels) // columns)))
    scrolls = shown < len(labels)
    right = canvas.width - (7 if scrolls else 0)
    wide = right // columns
    font = PLAIN if large else SMALL
    cut = lettering.cut_all(labels, font, wide - _before(font) - (8 if any(i.on for i in widget.items) else 1))
    for place in range(shown):
        index = first + place
        column, row = place % columns, place // columns
        box = (column * wide, top + row * pitch, column * wide + wide, top + row * pitch + pitch)
        _item(widget.items[index], cut[index], index == widget.lit, box, font, canvas)
    if scrolls:
        middle = right + 4
        if first:
            _triangle(canvas, middle, top + 3, up=True)
        if first + shown < len(labels):
            _triangle(canvas, middle, canvas.height - 6, up=False)


def _before(font: Font) -> int:
    """Return the pixels before an item's label: its digit and a space."""
    return font.width + 6


def _item_width(item: page.Item, label: str) -> int:
    return _before(SMALL) + lettering.width(label, SMALL) + (8 if item.on else 0)


def _item(item: page.Item, label: str, lit: bool, box: tuple[int, int, int, int], font: Font, canvas: Canvas) -> None:
    left, top, right, bottom = box
    if lit:
        canvas.fill(left, top, right, bottom)
    digit = "" if item.digit is None else str(item.digit)
    canvas.line(digit, (left + 2, top, left + 2 + font.width * 2, bottom), (font,), ink=not lit)
    end = right - (8 if item.on else 0)
    drawn = canvas.line(label, (left + _before(font), top, end, bottom), (font,), ink=not lit)
    if item.on:
        _tick(canvas, right - 8, (top + bottom) // 2 - 3, ink=not lit)
    canvas.say((">" if lit else "") + " ".join(part for part in (digit, drawn, "✓" if item.on else "") if part))


def _tick(canvas: Canvas, left: int, top: int, ink: int) -> None:
    for x, y in ((0, 3), (1, 4), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)):
        canvas.fill(left + x, top + y - 1, left + x + 1, top + y + 1, ink)


def _triangle(canvas: Canvas, middle: int, top: int, up: bool) -> None:
    for row in range(3):
        half = row if up else 2 - row
        canvas.fill(middle - half - 1, top + row, middle + half, top + row + 1)


# -- Entry


#: A title and one row of boxes.
ENTRY_ROWS = Rows(28, 50, 52)


def entry(widget: page.Entry, canvas: Canvas) -> None:
    """Draw a box for every digit typed, a thick line where the next one goes, thin ones for the rest."""
    top = title(canvas.words(widget.title), canvas, 16 if canvas.height >= 44 else 12)
    places = max(1, widget.most, len(widget.typed))
    height = min(33, canvas.height - top - 1)
    top += (canvas.height - top - height) // 2
    bottom = top + height
    wide = next((cell for cell in (24, 18, 14, 10) if places * cell <= canvas.width), 8)
    font = {24: LARGE, 18: TALL, 14: TALL, 10: PLAIN, 8: PLAIN}[wide]
    if height < 26:
        font = PLAIN if height < 20 else min(font, TALL, key=lambda one: one.height)
    if font is LARGE and height < 24:
        font = TALL
    # A very long number shows its end, where it is being typed.
    shown = min(places, canvas.width // wide)
    skipped = max(0, len(widget.typed) + (len(widget.typed) < places) - shown)
    typed = widget.typed[skipped:]
    left = (canvas.width - shown * wide) // 2
    for place in range(shown):
        x = left + place * wide
        if place < len(typed):
            canvas.frame(x, top, x + wide - 2, bottom)
            if widget.masked:
                middle, centre = x + wide // 2 - 1, (top + bottom) // 2
                canvas.stamp(disc(max(2, wide // 5)), middle - max(2, wide // 5), centre - max(2, wide // 5))
            else:
                canvas.line(
                    typed[place], (x + 1, top + 1, x + wide - 3, bottom - 1), (font,), align="middle", snug=True
                )
        elif place == len(typed):
            canvas.fill(x, bottom - 4, x + wide - 2, bottom)
        else:
            canvas.fill(x + 1, bottom - 1, x + wide - 3, bottom)
    canvas.say(("•" * len(typed) if widget.masked else typed) + "_" * (shown > len(typed)))


# -- Sequence


#: A title and the pairs flowing over up to four rows.
SEQUENCE_ROWS = Rows(28, 52, 64)


def sequence(widget: page.Sequence, canvas: Canvas) -> None:
    """Draw ``1>3 2>7 ...`` in the largest lettering that holds all pairs; the next to be typed is lit."""
    cells = [f"{seat}>{aims or '_'}" for seat, aims in widget.pairs]
    waiting = next((index for index, (_, aims) in enumerate(widget.pairs) if not aims), None)
    heading = canvas.words(widget.title)
    for title_rows, font, pitch in ((16, TALL, 22), (16, PLAIN, 15), (12, PLAIN, 15), (12, SMALL, 11), (12, TINY, 9)):
        wide = max((lettering.width(cell, font) for cell in cells), default=0) + 4
        columns = max(1, canvas.width // wide)
        rows = -(-len(cells) // columns)
        if title_rows + rows * pitch <= canvas.height:
            break
    top = title(heading, canvas, title_rows)
    rows = max(1, rows)
    columns = -(-len(cells) // rows) or 1
    pitch = min(24, (canvas.height - top) // rows)
    step = canvas.width // columns
    for index, cell in enumerate(cells):
        x, y = index % columns * step, top + index // columns * pitch
        lit = index == waiting
        if lit:
            canvas.fill(x, y, x + min(step, wide), y + pitch)
        canvas.line(cell, (x + 2, y, x + step, y + pitch), (font,), ink=not lit)
    canvas.say(" ".join(cells))


def disc(radius: int) -> Image.Image:
    """Return a filled circle as a mask."""
    side = 2 * radius + 1
    mask = Image.new("1", (side, side))
    for y in range(side):
        for x in range(side):
            if (x - radius) ** 2 + (y - radius) ** 2 <= radius * radius + radius:
                mask.putpixel((x, y), 1)
    return mask
