"""Widgets that say something: one big fact, lines, the face of a clock."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from companion.game import Text, page
from companion.screens import lettering
from companion.screens.canvas import Canvas, Face, Rows
from companion.screens.glyphs import HUGE, LARGE, PLAIN, SMALL, TALL, TIGHT, TIGHT_PLAIN, TINY, Font

# From one line to the next in a broken text: closer than the cells, for their top and bottom rows are mostly empty.
_PITCH = {HUGE: 52, LARGE: 26, TALL: 20, PLAIN: 14, SMALL: 11}


# -- Big


def big_rows(widget: page.Big) -> Rows:
    """Return room for one line of 16 at least, and for what stands under it."""
    under = 14 if widget.under else 0
    return Rows(14 + under, 30 + under, 64)


def big(widget: page.Big, canvas: Canvas) -> None:
    """Draw the fact in the largest lettering that holds all of it, broken at its spaces."""
    bottom = canvas.height
    if widget.under is not None and canvas.height >= 24:
        under = canvas.words(widget.under)
        ink = lettering.picture(under, PLAIN).getbbox()
        rows = max(12, lettering.height(under, PLAIN) - 2, ink[3] - ink[1] if ink else 0)
        bottom -= rows + 1
        drawn_under = canvas.line(
            under, (0, bottom, canvas.width, canvas.height), (PLAIN, SMALL, TINY), align="middle", snug=True
        )
    else:
        drawn_under = ""
    text = canvas.words(widget.text)
    whole = True
    room = max(1, bottom - 1)  # the last row stays dark: letters that stand on the bar of the hints look cut by it
    for font in _PITCH:
        lines = lettering.wrap(text, font, canvas.width)
        if lines is not None:
            block = _block(lines, font, canvas.width)
            if block.height <= room:
                break
    else:
        lines = lettering.wrap(text, font, canvas.width, hard=True) or []
        broken = lines
        for most in range(min(len(broken), room // _PITCH[font] + 1), 0, -1):
            whole = most == len(broken)
            rest = " ".join(broken[most - 1 :])
            lines = broken if whole else [*broken[: most - 1], lettering.cut(rest, font, canvas.width)]
            block = _block(lines, font, canvas.width)
            if block.height <= room:
                break
    canvas.stamp(block, 0, max(0, (bottom - block.height) // 2))
    canvas.say(" ".join(text.split() if whole else lines), drawn_under)


def _block(lines: list[str], font: Font, width: int) -> Image.Image:
    """Return lines, centred under each other, as a mask without empty rows above and below."""
    masks = [lettering.picture(lettering.ended(line), font) for line in lines]
    pitches = [max(_PITCH[font], mask.height - (mask.height <= font.height) * font.height) for mask in masks]
    block = Image.new("1", (width, sum(pitches) + 64))
    y = 0
    for mask, pitch in zip(masks, pitches, strict=True):
        block.paste(1, ((width - mask.width) // 2, y), mask)
        y += pitch
    ink = block.getbbox()
    return block.crop((0, ink[1], width, ink[3])) if ink else Image.new("1", (width, 0))


# -- Lines


def lines_rows(widget: page.Lines, words: Callable[[Text], str], width: int) -> Rows:
    """Return rows of 16, or of 12 where there is less room; taller ones for one or two short lines."""
    count = min(4, len(widget.lines))
    strings = [words(line) for line in widget.lines[:4]]
    least = sum(max(11, lettering.height(string, SMALL) - 1) for string in strings)
    tall = count < 3 and all(lettering.width(string, TALL) <= width for string in strings)
    return Rows(least, max(least, 16 * count), 26 * count if tall else 18 * count)


def lines(widget: page.Lines, canvas: Canvas) -> None:
    """Draw up to four lines from the top; of more, those around the lit one."""
    strings = [canvas.words(line) for line in widget.lines]
    if not strings:
        return
    tallest = max(lettering.height(string, SMALL) for string in strings)
    count = max(1, min(4, len(strings), canvas.height // (tallest - 1)))
    first = window(len(strings), count, widget.lit)
    pitch = min(26, canvas.height // count)
    if pitch >= 24 and all(lettering.width(string, TALL) <= canvas.width for string in strings):
        fonts: tuple[Font, ...] = (TALL,)
    else:
        pitch = min(18, pitch)
        fonts = (SMALL if pitch >= SMALL.height else TIGHT,)
        # All in one size: a line in larger letters than its neighbours would look like a heading.
        if pitch >= 15 and all(lettering.width(string, PLAIN) <= canvas.width for string in strings):
            fonts = (PLAIN,)
    if fonts[-1] in (SMALL, TIGHT):
        strings = [_fitted(strings, index, fonts[-1], canvas.width - 2) for index in range(len(strings))]
        fonts = (*fonts, TINY)
    for place, string in enumerate(strings[first : first + count]):
        top = place * pitch
        lit = first + place == widget.lit
        if lit:
            canvas.fill(0, top, canvas.width, top + pitch)
        box = (1, top, canvas.width, top + pitch)
        canvas.say((">" if lit else "") + canvas.line(string, box, fonts, ink=not lit))


def _fitted(strings: list[str], index: int, font: Font, room: int) -> str:
    """Return a line as long as it can be: too long for its lettering it is set smaller, and cut only then."""
    if lettering.width(strings[index], font) <= room:
        return strings[index]
    if lettering.height(strings[index], TINY) == TINY.height:
        font = TINY
    # Two lines that differ only behind the edge are cut so that they still differ.
    return lettering.cut_all(strings, font, room)[index]


def window(length: int, shown: int, lit: int | None) -> int:
    """Return the first of ``shown`` places out of ``length`` with the lit one among them."""
    return max(0, min((lit or 0) - (shown - 1) // 2, length - shown))


# -- Face


def reading(face: Face | None) -> str:
    """Return what a clock says: ``m:ss``, from an hour on ``h:mm``; one that is counted, its seconds alone."""
    if face is None:
        return "-:--"
    if face.counted:
        return str(face.shown)
    sign, seconds = "-" if face.shown < 0 else "", min(abs(face.shown), 359_999)
    if seconds < 3600:
        return f"{sign}{seconds // 60}:{seconds % 60:02}"
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}"


#: The digits' ink is 20 rows in the smaller size, 40 in the larger.
FACE_ROWS = Rows(22, 28, 64)


def face(widget: page.Face, canvas: Canvas) -> None:
    """Draw the clock: filling the screen when alone, else at the left with two lines beside it."""
    shown = canvas.faces.get(widget.clock)
    digits = reading(shown)
    paused = shown is not None and not shown.running
    hours = shown is not None and abs(shown.shown) >= 3600
    beside = [canvas.words(text) for text in widget.beside if canvas.words(text).strip()][:2]
    mark = " ‖" if paused else ""
    unit = " h" if hours else ""
    if not beside:
        font = HUGE if canvas.height >= 42 and canvas.width == 128 else LARGE if canvas.height >= 22 else PLAIN
        dial = _digits(digits, font, canvas.width, paused, hours)
        top = (canvas.height - dial.height) // 2
        if font is HUGE and canvas.height == 64:
            # Little displays take eight rows as one byte: with its ink (one row further down) on whole eights a
            # second costs an eighth less to tell.
            top -= (top + 1) % 8
        canvas.stamp(dial, (canvas.width - dial.width) // 2, top)
        canvas.say(digits + unit + mark)
        return
    joined = " ".join(beside)
    if canvas.height >= 52 and canvas.width == 128 and lettering.width(joined, SMALL) <= canvas.width:
        # Tall enough to keep the large digits: the lines become one, under them.
        dial = _digits(digits, HUGE, canvas.width, paused, hours)
        canvas.stamp(dial, (canvas.width - dial.width) // 2, (canvas.height - 52) // 3 - 1)
        canvas.say(digits + unit + mark)
        # Between the digits and the row over the hints there is room for capitals: what hangs stands on their line.
        box = (0, 41 + (canvas.height - 52) // 2, canvas.width, canvas.height - 1)
        ink = lettering.picture(joined, TIGHT_PLAIN).getbbox()
        fonts = (TIGHT_PLAIN, TIGHT) if ink and ink[3] - ink[1] <= box[3] - box[1] else (TIGHT,)
        canvas.say(canvas.line(joined, box, fonts, align="middle", snug=True))
        return
    dial = _digits(digits, LARGE, 72, paused, hours)
    top = (canvas.height - dial.height) // 2
    canvas.stamp(dial, 0, top)
    canvas.say(digits + unit + mark)
    left = dial.width + 4
    pitch = min(17, canvas.height // len(beside))
    y = (canvas.height - pitch * len(beside)) // 2
    for string in lettering.cut_all(beside, SMALL, canvas.width - left):
        canvas.say(canvas.line(string, (left, y, canvas.width, y + pitch), (PLAIN, SMALL)))
        y += pitch


def _digits(string: str, font: Font, room: int, paused: bool, hours: bool) -> Image.Image:
    """Return a clock's digits as a mask without the empty rows; two bars stand for its colon while it is paused."""
    cell, colon = font.width, font.width
    if len(string) * cell > room:
        # Digits leave a quarter of their cell empty: five signs fit where four did.
        cell, colon = cell * 7 // 8, cell // 2
    widths = [colon if sign == ":" else cell for sign in string]
    line = Image.new("1", (sum(widths), font.height))
    ink = lettering.picture("0", font).getbbox() or (0, 0, font.width, font.height)
    x = 0
    for sign, wide in zip(string, widths, strict=True):
        mask = lettering.picture(sign, font)
        if sign == ":" and paused:
            bar, gap = max(2, font.width // 8), max(2, font.width // 8)
            half = (ink[3] - ink[1]) // 4
            middle = (ink[1] + ink[3]) // 2
            for left in (x + wide // 2 - gap // 2 - bar, x + wide // 2 + gap // 2):
                line.paste(1, (left, middle - half, left + bar, middle + half))
        else:
            line.paste(1, (x + (wide - mask.width) // 2, 0), mask)
        if sign == ":" and hours:
            small = lettering.picture("h", PLAIN if font is HUGE else SMALL)
            line.paste(1, (x + (wide - small.width) // 2, ink[1] - (2 if font is HUGE else 4)), small)
        x += wide
    return line.crop((0, ink[1] - 1, line.width, ink[3] + 1))
