"""The QR code, drawn so that phones read it from a small display: lit ground, two pixels a module."""

from __future__ import annotations

import functools

from PIL import Image

from companion.screens import lettering
from companion.screens.canvas import Canvas
from companion.screens.glyphs import PLAIN, SMALL

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


def lines(strings: list[str], canvas: Canvas) -> int:
    """Draw the lines that stand beside a code, broken where they must be; return the first free row under them.

    The first is larger if it fits; an address breaks behind a dot, anything else at a space.
    """
    y = 1
    for index, string in enumerate(strings):
        large = index == 0 and lettering.width(string, PLAIN) <= canvas.width
        font = PLAIN if large else SMALL
        parts = lettering.wrap(string, font, canvas.width)
        if parts is None:
            parts = lettering.wrap(_breakable(string), font, canvas.width, hard=True) or []
        drawn = []
        for part in parts:
            rows = 16 if large else max(12, lettering.height(part, font))
            if y + rows > canvas.height + 1:
                break
            canvas.line(part, (0, y, canvas.width, y + rows), (font,))
            drawn.append(part)
            y += rows
        y += 1
        whole = "".join(drawn) if " " not in string else " ".join(drawn)
        canvas.say(whole)
    return y


def _breakable(string: str) -> str:
    """Return an address with spaces behind its second dot, where it may be broken."""
    parts = string.split(".")
    return string if len(parts) != 4 else f"{parts[0]}.{parts[1]}. {parts[2]}.{parts[3]}"
