"""What widgets draw on: a part of the display that remembers what it was told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from PIL import Image

from companion.game import Text
from companion.screens import lettering
from companion.screens.glyphs import Font


class Face(Protocol):
    """What a clock shows: whole seconds, whether these are counted down rather than read, and whether it runs."""

    @property
    def shown(self) -> int: ...
    @property
    def counted(self) -> bool: ...
    @property
    def running(self) -> bool: ...


class Rows(NamedTuple):
    """How many rows a widget needs at least, looks good with, and can use at most."""

    least: int
    good: int
    most: int


class Canvas:
    """A rectangle to draw on; 1 is lit. ``said`` gathers in plain text what was drawn, a line each."""

    def __init__(self, width: int, height: int, words: Callable[[Text], str], faces: Mapping[str, Face]) -> None:
        self.words = words
        self.faces = faces
        self.width = width
        self.height = height
        self.image = Image.new("1", (width, height))
        self.said: list[str] = []

    def part(self, width: int, height: int) -> Canvas:
        """Return a fresh canvas of another size for the same words and clocks."""
        return Canvas(width, height, self.words, self.faces)

    def say(self, *lines: str) -> None:
        """Note in plain text what was drawn."""
        self.said += [line for line in lines if line.strip()]

    def fill(self, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
        """Fill a rectangle; right and bottom are outside."""
        if right > left and bottom > top:
            self.image.paste(ink, (left, top, right, bottom))

    def frame(self, left: int, top: int, right: int, bottom: int, thick: int = 1) -> None:
        """Draw a lit frame inside the rectangle."""
        self.fill(left, top, right, bottom)
        self.fill(left + thick, top + thick, right - thick, bottom - thick, 0)

    def stamp(self, mask: Image.Image, left: int, top: int, ink: int = 1) -> None:
        """Draw a mask."""
        self.image.paste(ink, (left, top), mask)

    def line(
        self,
        string: str,
        box: tuple[int, int, int, int],
        fonts: Sequence[Font],
        *,
        align: str = "left",
        ink: int = 1,
        snug: bool = False,
    ) -> str:
        """Draw one line within a box, in the first of the fonts that it fits in, else cut; return what was drawn.

        Lines of one font in boxes of one height share their baseline, unless ``snug``: that centres the ink itself.
        """
        left, top, right, bottom = box
        room = right - left
        fitting = [font for font in fonts if snug or lettering.height(string, font) <= max(12, bottom - top)]
        for font in fitting or fonts[-1:]:
            wide = lettering.width(string, font)
            if wide == room + 1 and left == 1:  # sixteen characters of eight may have the margin too
                left, room = 0, wide
            if wide <= room:
                break
        else:
            string = lettering.cut(string, font, room)
        mask = lettering.picture(string, font)
        x = left + {"left": 0, "middle": (room - mask.width) // 2, "right": room - mask.width}[align]
        y = top + (bottom - top - mask.height) // 2
        ink_box = mask.getbbox() if snug else None
        if ink_box:
            y = top + (bottom - top - (ink_box[3] - ink_box[1])) // 2 - ink_box[1]
        self.stamp(mask, x, y, ink)
        return string
