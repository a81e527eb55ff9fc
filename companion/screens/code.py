"""The QR code, drawn so that phones read it from a small display: lit ground, two pixels a module."""

from __future__ import annotations

import functools
import re

from PIL import Image

from companion.screens import lettering
from companion.screens.canvas import Canvas
from companion.screens.glyphs import PLAIN, SMALL, TINY, Font

_ALPHANUMERIC = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

# Sixths of a bit for one more character, and whole bits for opening a segment (QR versions 1 to 9, ISO/IEC 18004).
_COST = {"numeric": (20, 14), "alphanumeric": (33, 13), "byte": (48, 12)}


def segments(content: str) -> list[tuple[str, str]]:
    """Return the content cut into (mode, characters) so that the code takes the fewest bits.

    ``HTTP://10.41.0.1/#ABC`` becomes alphanumeric, one byte ``#``, alphanumeric.
    """
    best: dict[str, tuple[int, list[tuple[str, str]]]] = {}
    for character in content:
        possible = ["byte"]
        if character in _ALPHANUMERIC:
            possible.append("alphanumeric")
        if character in "0123456789":
            possible.append("numeric")
        size = len(character.encode("utf-8", "replace"))
        following = {}
        for mode in possible:
            each, opening = _COST[mode]
            each *= size
            ways = [(6 * opening + each, [(mode, character)])] if not best else []
            for before, (bits, parts) in best.items():
                if before == mode:
                    ways.append((bits + each, [*parts[:-1], (mode, parts[-1][1] + character)]))
                else:  # a segment ends on a whole bit
                    ways.append((-(-bits // 6) * 6 + 6 * opening + each, [*parts, (mode, character)]))
            following[mode] = min(ways, key=lambda way: way[0])
        best = following
    return min(best.values(), key=lambda way: way[0])[1] if best else []


@functools.lru_cache(maxsize=16)
def modules(content: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of the smallest code (version 2, else 3) with the best error correction that fits.

    Raises ValueError if the content is too long for version 3, which is all that 64 rows can show.
    """
    import qrcode  # only when a code is shown: it costs start-up time
    from qrcode import constants, exceptions, util

    modes = {"numeric": util.MODE_NUMBER, "alphanumeric": util.MODE_ALPHA_NUM, "byte": util.MODE_8BIT_BYTE}
    parts = segments(content)
    for version in (2, 3):
        for level in "HQML":
            code = qrcode.QRCode(version, getattr(constants, f"ERROR_CORRECT_{level}"), box_size=1, border=0)
            for mode, characters in parts:
                code.add_data(util.QRData(characters.encode("utf-8", "replace"), modes[mode]), optimize=0)
            try:
                code.make(fit=False)
            except exceptions.DataOverflowError:
                continue
            return tuple(tuple(map(bool, row)) for row in code.modules)
    raise ValueError(f"too long for a code on 64 rows: {len(content)} characters")


def block(content: str, height: int, room: int) -> Image.Image:
    """Return the code on lit ground, ``height`` rows tall, as wide as a full border needs but at most ``room``."""
    matrix = modules(content)
    side = 2 * len(matrix)
    border = (height - side) // 2
    # Four modules of border are the standard; above and below there are fewer rows, at the sides often more.
    wide = min(room, side + 2 * max(border, 8))
    ground = Image.new("1", (wide, height), 1)
    left, top = (wide - side) // 2, border
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                ground.paste(0, (left + 2 * x, top + 2 * y, left + 2 * x + 2, top + 2 * y + 2))
    return ground


def lines(strings: list[str], canvas: Canvas, bottom: int) -> int:
    """Draw the lines that stand beside a code, broken where they must be; return the first free row under them.

    The first is larger if it fits; an address breaks behind a dot, anything else at a space, a word where it must.
    If that takes more rows than there are above ``bottom``, broken lines are set in the smallest lettering, else all.
    """
    for dense in (0, 1, 2):
        laid = [_laid(string, canvas.width, index == 0, dense) for index, string in enumerate(strings)]
        if sum(len(parts) * rows for _, rows, parts in laid) <= bottom:
            break
    y = 0
    for string, (font, rows, parts) in zip(strings, laid, strict=True):
        room = max(0, (bottom - y) // rows)
        cut = len(parts) > room
        if cut and room:
            parts = [*parts[: room - 1], lettering.cut("".join(parts[room - 1 :]), font, canvas.width)]
        for part in parts[:room]:
            canvas.line(part, (0, y, canvas.width, y + rows), (font,))
            y += rows
        canvas.say("".join(parts[:room]) if cut else string)
    return y


def _laid(string: str, room: int, first: bool, dense: int) -> tuple[Font, int, list[str]]:
    """Return a line's font, the rows of each of its parts, and the parts."""
    if first and lettering.width(string, PLAIN) <= room:
        return PLAIN, 16, [string]
    font = TINY if dense == 2 or (dense and lettering.width(string, SMALL) > room) else SMALL
    parts = lettering.wrap(string, font, room) or _address(string, font, room)
    parts = parts or lettering.wrap(string, font, room, hard=True) or [""]
    rows = max(lettering.height(part, font) for part in parts)
    return font, max(rows, 9 if font is TINY else 13), parts


def _address(string: str, font: Font, room: int) -> list[str] | None:
    """Return an address broken behind its dots and before its port, or None if it is none or a piece is too wide."""
    pieces = re.findall(r":?[^.:]*\.?", string)[:-1]
    if " " in string or len(pieces) < 2 or any(lettering.width(piece, font) > room for piece in pieces):
        return None
    # Two halves of two numbers read better than three and one.
    if len(pieces) >= 4 and lettering.width("".join(pieces[:2]), font) <= room:
        pieces[:2] = ["".join(pieces[:2])]
        start = 1
    else:
        start = 0
    lines = pieces[:start]
    for number, piece in enumerate(pieces[start:]):
        if number and lettering.width(lines[-1] + piece, font) <= room:
            lines[-1] += piece
        else:
            lines.append(piece)
    return lines
