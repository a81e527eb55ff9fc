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
    tight = canvas.height - 12 < min(4, len(labels)) * (pitch_least + 1)
    spare = canvas.height - 1 - min(4, len(labels)) * 12
    top = title(heading, canvas, min(16, spare) if spare >= 15 else 11 if tight else 12)
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
    cap = 18 if large else max(13, pitch_least + 3)
    pitch = min(cap, room // min(count, -(-len(labels) // columns)))
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
    # A very long number has no frames, and shows its end, where it is being typed.
    wide = next((cell for cell in (24, 18, 16, 12) if places * cell <= canvas.width), 10)
    size = {24: LARGE, 18: TALL, 16: TALL, 12: TALL}.get(wide, PLAIN)
    font = next((font for font in (size, TALL) if font.height * 3 // 4 < height and font.width <= size.width), PLAIN)
    shown = min(places, canvas.width // wide)
    skipped = max(0, len(widget.typed) + (len(widget.typed) < places) - shown)
    typed = widget.typed[skipped:]
    left = (canvas.width - shown * wide + 2) // 2
    for place in range(shown):
        x = left + place * wide
        right = x + wide - 2
        if place <= len(typed) and wide > 12:
            canvas.frame(x, top, right, bottom)
        if place < len(typed):
            if widget.masked:
                radius = max(2, wide // 5)
                canvas.stamp(disc(radius), (x + right) // 2 - radius, (top + bottom) // 2 - radius)
            else:
                inside = (x + 1, top + 1, right - 1, bottom - 1) if wide > 12 else (x - 1, top, right + 1, bottom - 2)
                canvas.line(typed[place], inside, (font,), align="middle", snug=True)
            if wide <= 12:
                canvas.fill(x + 1, bottom - 1, right - 1, bottom)
        elif place == len(typed):
            canvas.fill(x, bottom - 5, right, bottom)
        else:
            canvas.fill(x + 1, bottom - 1, right - 1, bottom)
    canvas.say(("•" * len(typed) if widget.masked else typed) + "_" * (shown > len(typed)))


# -- Sequence


#: A title and the pairs flowing over up to four rows.
SEQUENCE_ROWS = Rows(28, 52, 64)


def sequence(widget: page.Sequence, canvas: Canvas) -> None:
    """Draw ``1>3 2>7 ...`` in the largest lettering that holds all pairs; the next to be typed is lit."""
    cells = [f"{seat}>{aims or '_'}" for seat, aims in widget.pairs]
    waiting = next((index for index, (_, aims) in enumerate(widget.pairs) if not aims), None)
    heading = canvas.words(widget.title)
    sizes = ((16, TALL, 22), (16, PLAIN, 16), (12, PLAIN, 13), (12, SMALL, 10), (0, SMALL, 10), (0, TINY, 9))
    for title_rows, font, pitch in sizes:
        rows = _flowed([lettering.width(cell, font) + 4 for cell in cells], canvas.width)
        if title_rows + len(rows) * pitch <= canvas.height:
            break
    top = title(heading, canvas, title_rows) if title_rows else 0
    pitch = min(pitch + 6, (canvas.height - top) // max(1, len(rows)))
    for number, row in enumerate(rows):
        y = top + number * pitch
        for index, x, wide in row:
            lit = index == waiting
            if lit:
                canvas.fill(x, y, x + wide, y + pitch)
            canvas.line(cells[index], (x + 2, y, x + wide, y + pitch), (font,), ink=not lit)
    canvas.say(" ".join(cells))


def _flowed(widths: list[int], room: int) -> list[list[tuple[int, int, int]]]:
    """Return rows of (index, left edge, width), spread evenly over each row's room like the fullest."""
    rows: list[list[int]] = []
    for index, wide in enumerate(widths):
        if rows and sum(widths[i] for i in rows[-1]) + wide <= room:
            rows[-1].append(index)
        else:
            rows.append([index])
    # Even rows look better than full ones: as many a row as the fewest rows need, if that fits too.
    each = -(-len(widths) // max(1, len(rows)))
    even = [list(range(start, min(start + each, len(widths)))) for start in range(0, len(widths), each or 1)]
    if all(sum(widths[i] for i in row) <= room for row in even):
        rows = even
        # Columns under each other if the widest of each column leave room for that.
        wides = [max(widths[row[place]] for row in rows if place < len(row)) for place in range(each)]
        if sum(wides) <= room:
            gap = min(12, (room - sum(wides)) // max(1, each))
            lefts = [sum(wides[:place]) + gap * place for place in range(each)]
            return [[(i, lefts[place], widths[i]) for place, i in enumerate(row)] for row in rows]
    placed = []
    for row in rows:
        x, line = 0, []
        for index in row:
            line.append((index, x, widths[index]))
            x += widths[index]
        placed.append(line)
    return placed


def disc(radius: int) -> Image.Image:
    """Return a filled circle as a mask."""
    side = 2 * radius + 1
    mask = Image.new("1", (side, side))
    for y in range(side):
        for x in range(side):
            if (x - radius) ** 2 + (y - radius) ** 2 <= radius * radius + radius:
                mask.putpixel((x, y), 1)
    return mask
