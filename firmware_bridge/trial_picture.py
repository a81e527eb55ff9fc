"""A picture that shows at a glance what is wrong with a display: its edges, how it is turned, its rows, a code."""

from __future__ import annotations

from PIL import Image, ImageDraw

from companion.screens import SIZE, code, lettering
from companion.screens.glyphs import PLAIN, SMALL, Font

CONTENT = "TABLEHAND"
"""What the code says where nothing else is given."""


def trial_picture(content: str = CONTENT) -> Image.Image:
    """Return a picture for the doctor, mode "1", 128 x 64.

    A border of one pixel (a side that is missing, or stands inside: the wrong offset), numbers (upright, 1 at the upper
    left), every second pixel lit (stripes: a wrong driver), a code for a phone's camera (bands: a slow clock).
    Raises ValueError if ``content`` is too long for a code.
    """
    picture = Image.new("1", SIZE)
    wide, high = SIZE
    block = code.block(content, high - 4, 62)
    picture.paste(block, (wide - 2 - block.width, 2))
    drawn = ImageDraw.Draw(picture)
    drawn.rectangle((0, 0, wide - 1, high - 1), outline=1)
    _stamp(picture, "1 2 3", PLAIN, (4, 3))
    _stamp(picture, "45678", SMALL, (4, 20))
    _stamp(picture, "90", SMALL, (4, 48))
    for y in range(34, 46):
        for x in range(4 + y % 2, 56, 2):
            picture.putpixel((x, y), 1)
    return picture


def _stamp(picture: Image.Image, string: str, font: Font, at: tuple[int, int]) -> None:
    picture.paste(1, at, lettering.picture(string, font))
