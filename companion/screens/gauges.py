"""Widgets that show how things stand: the seats' boxes, dials, a track."""

from __future__ import annotations

import functools
import math

from PIL import Image

from companion.game import page
from companion.screens import lettering
from companion.screens.canvas import Canvas, Rows
from companion.screens.glyphs import LARGE, PLAIN, SMALL, TALL, TINY, Font

# -- Chairs


def chairs_rows(widget: page.Chairs) -> Rows:
    """Return room for one row of boxes; in eight and more the number stands over the mark. More room: two rows."""
    low = 20 if len(widget.chairs) < 8 else 24
    return Rows(20, low, 64)


def chairs(widget: page.Chairs, canvas: Canvas) -> None:
    """Draw a box for every seat: its number small, its mark large; the lit ones inverted."""
    count = len(widget.chairs)
    if not count:
        return
    rows = 2 if count > 5 and canvas.height >= 44 else 1
    columns = -(-count // rows)
    wide = min(canvas.width // columns, 42)
    high = min(canvas.height // rows, 32 if rows == 1 else 31)
    left = (canvas.width - wide * columns) // 2
    top = (canvas.height - high * rows) // 2
    for index, chair in enumerate(widget.chairs):
        x, y = left + index % columns * wide, top + index // columns * high
        _chair(chair, canvas, (x, y, x + wide - 1, y + high - 1))
    canvas.say(" ".join(f"[{c.number}{c.mark}]" if c.lit else f"{c.number}{c.mark}" for c in widget.chairs))


def _chair(chair: page.Chair, canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    canvas.frame(left, top, right, bottom)
    if chair.lit:
        canvas.fill(left, top, right, bottom)
    ink = not chair.lit
    number, mark = str(chair.number), chair.mark
    if not mark.strip() and lettering.width(number, TINY) > right - left - 2:  # ten boxes in a row: by its ink it fits
        mask = lettering.picture(number, TINY)
        mask = mask.crop(mask.getbbox())
        canvas.stamp(mask, (left + right + 1 - mask.width) // 2, (top + bottom + 1 - mask.height) // 2, ink)
        return
    if not mark.strip():
        canvas.line(number, (left + 1, top, right - 1, bottom), (TALL, PLAIN, TINY), align="middle", ink=ink, snug=True)
        return
    small = SMALL if right - left >= (17 if chair.number < 10 else 30) else TINY
    taken = lettering.picture(number, small).getbbox() or (0, 0, 0, 0)
    canvas.stamp(lettering.picture(number, small), left + 2 - taken[0], top + 2 - taken[1], ink)
    large = next((f for f in (LARGE, TALL) if bottom - top > f.height and right - left > f.width + 8), PLAIN)
    room, beside, under = right - left - 2, taken[2] - taken[0] + 2, taken[3] - taken[1] + 3
    if beside + lettering.width(mark, large) <= room + (-1 if large is PLAIN else 1):  # its ink is less than its cells
        area = (left + 1 + beside, top + 2, right, bottom - 1)
        canvas.line(mark, area, (large, PLAIN), align="middle", ink=ink, snug=True)
        return
    # Narrow boxes: the largest lettering that stands clear of the box; in small letters all stand under their numbers.
    aside, below = (left + 1 + beside, top + 2, right - 2, bottom - 2), (left + 2, top + under, right - 2, bottom - 2)
    for font, area in ((PLAIN, aside), (PLAIN, below), (SMALL, below), (SMALL, aside), (TINY, below)):
        mask = _ink(mark, font)
        wide, high = area[2] - area[0], area[3] - area[1]
        if (mask.width <= wide and mask.height <= high) or font is TINY:
            y = area[1] + (high - mask.height) // 2 if area is aside else area[3] - mask.height
            canvas.stamp(mask, area[0] + (wide - mask.width) // 2, y, ink)
            return


def _ink(string: str, font: Font) -> Image.Image:
    """Return a line as a mask without the empty rows and columns around it."""
    mask = lettering.picture(string, font)
    return mask.crop(mask.getbbox())


# -- Dials


#: An arc of 24 rows at least and its label.
DIALS_ROWS = Rows(34, 52, 64)


def dials(widget: page.Dials, canvas: Canvas) -> None:
    """Draw up to three dials side by side; one alone has its label at its right."""
    count = min(3, len(widget.dials))
    for index, dial in enumerate(widget.dials[:count]):
        label = canvas.words(dial.label)
        if count == 1 and canvas.width >= 100:
            size = max(4, min(canvas.height, 58))
            _dial(dial, canvas, 2, (canvas.height - size) // 2, size)
            left = size + 8
            room, most = canvas.width - left, max(0, (canvas.height - 14) // 16)
            plain = lettering.wrap(label, PLAIN, room)
            lines = plain or lettering.wrap(label, SMALL, room, hard=True) or []
            if len(lines) > most > 0:
                rest = " ".join(lines[most - 1 :])
                lines = [*lines[: most - 1], lettering.cut(rest, PLAIN if plain else SMALL, room)]
            lines = lines[:most]
            y = (canvas.height - 16 * len(lines) - 13) // 2
            for line in lines:
                canvas.line(line, (left, y, canvas.width, y + 16), (PLAIN, SMALL))
                y += 16
            scale = f"{dial.low}–{dial.high}"
            canvas.line(scale, (left, y, canvas.width, y + 13), (SMALL,))
            canvas.say(f"{' '.join(lines)} {dial.value} {scale}")
            continue
        wide = canvas.width // count
        left = index * wide
        caption = max(11, lettering.height(label, SMALL) - 1)
        # The open bottom of the arc reaches behind its label.
        size = max(4, min(wide - 2, int((canvas.height - caption) / 0.86)))
        _dial(dial, canvas, left + (wide - size) // 2, 1, size)
        drawn = canvas.line(
            label, (left + 1, canvas.height - caption, left + wide - 1, canvas.height), (SMALL, TINY), align="middle"
        )
        canvas.say(f"{drawn} {dial.value}")


def _dial(dial: page.Dial, canvas: Canvas, left: int, top: int, size: int) -> None:
    span = dial.high - dial.low
    part = min(1.0, max(0.0, (dial.value - dial.low) / span)) if span > 0 else 1.0
    canvas.stamp(arc(size, round(part * 256)), left, top)
    thick = 3 + size // 14
    inner = size / 2 - thick - 1
    fonts = [font for font in (LARGE, TALL, PLAIN, SMALL) if _corner(str(dial.value), font) <= inner]
    font = fonts[0] if fonts else TINY
    middle = top + size // 2
    canvas.line(
        str(dial.value),
        (left + thick, middle - 16, left + size - thick, middle + 16),
        (font, TINY),
        align="middle",
        snug=True,
    )


def _corner(string: str, font: Font) -> float:
    """Return how far the corners of a line's ink lie from its middle."""
    left, top, right, bottom = lettering.picture(string, font).getbbox() or (0, 0, 0, 0)
    return math.hypot(right - left, bottom - top) / 2


@functools.lru_cache(maxsize=128)
def arc(size: int, part: int) -> Image.Image:
    """Return a dial open at the bottom as a mask: a thin arc, and a thick one inside up to ``part`` of 256.

    It runs clockwise over 270 degrees from the lower left to the lower right.
    """
    mask = Image.new("1", (size, size))
    centre = (size - 1) / 2
    outer = centre + 0.4
    thick = 2 + size // 14
    for y in range(size):
        for x in range(size):
            across, down = x - centre, y - centre
            distance = math.hypot(across, down)
            if not outer - thick - 2 <= distance <= outer:
                continue
            turned = (math.degrees(math.atan2(down, across)) - 135) % 360  # 0 at the lower left, clockwise
            if turned > 270:
                continue
            if distance > outer - 1 or (distance <= outer - 2 and turned <= 270 * part / 256 and part):
                mask.putpixel((x, y), 1)
    return mask


# -- Track


#: A line for the label and one for the spaces; both in one where there is little room.
TRACK_ROWS = Rows(12, 26, 34)


def track(widget: page.Track, canvas: Canvas) -> None:
    """Draw the spaces as boxes, the filled ones filled, with label and number; very many spaces become a bar."""
    spaces, filled = max(0, widget.spaces), max(0, min(widget.filled, widget.spaces))
    label, number = canvas.words(widget.label), f"{widget.filled}/{widget.spaces}"
    if canvas.height >= 24:
        font = PLAIN if canvas.height >= 26 else SMALL
        rows = 16 if font is PLAIN else 12
        taken = lettering.width(number, font) + 4
        drawn = canvas.line(label, (1, 0, canvas.width - taken, rows), (font, SMALL))
        canvas.line(number, (canvas.width - taken, 0, canvas.width - 1, rows), (font,), align="right")
        left, top, bottom = 0, rows + 1, min(canvas.height - 1, rows + 15)
    else:
        taken = lettering.width(number, SMALL) + 2
        canvas.line(number, (canvas.width - taken, 0, canvas.width, canvas.height), (SMALL,), align="right")
        drawn = canvas.line(label, (1, 0, 1 + min(56, canvas.width - taken - 24), canvas.height), (SMALL, TINY))
        left, top, bottom = min(lettering.width(drawn, SMALL), 54) + 5, 1, canvas.height - 1
        canvas_right = canvas.width - taken - 2
    right = canvas.width if canvas.height >= 24 else canvas_right
    canvas.say(f"{drawn} {number}")
    if not spaces:
        return
    step = (right - left) // spaces
    if step >= 4:
        step = min(step, 16)
        for space in range(spaces):
            x = left + space * step
            canvas.frame(x, top, x + step - 1, bottom)
            if space < filled:
                canvas.fill(x, top, x + step - 1, bottom)
    else:
        canvas.frame(left, top, right, bottom)
        canvas.fill(left + 2, top + 2, left + 2 + (right - left - 4) * filled // spaces, bottom - 2)
