"""Widgets that are typed into: a number, one digit a seat."""

from __future__ import annotations

from PIL import Image

from companion.game import page
from companion.screens import lettering
from companion.screens.canvas import Canvas, Rows
from companion.screens.glyphs import LARGE, PLAIN, TALL, TIGHT, TIGHT_PLAIN, TINY
from companion.screens.headings import heading

# -- Entry


#: A title and one row of boxes.
ENTRY_ROWS = Rows(28, 50, 52)


def entry(widget: page.Entry, canvas: Canvas) -> None:
    """Draw a box for every digit typed, a thick line where the next one goes, thin ones for the rest."""
    question = heading(canvas.words(widget.title), canvas.width, 16 if canvas.height >= 44 else 12)
    question.draw(canvas)
    top = question.rows
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
    asked = canvas.words(widget.title)
    sizes = ((16, TALL, 22), (16, PLAIN, 16), (12, TIGHT_PLAIN, 13), (12, TIGHT, 10), (0, TIGHT, 10), (0, TINY, 9))
    for title_rows, font, pitch in sizes:
        rows = _flowed([lettering.width(cell, font) + 4 for cell in cells], canvas.width)
        if title_rows + len(rows) * pitch <= canvas.height:
            break
    question = heading(asked if title_rows else "", canvas.width, title_rows, most=1)
    question.draw(canvas)
    top = question.rows
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
