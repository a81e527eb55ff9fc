"""Single glyphs: Spleen in its six sizes, GNU Unifont for what Spleen lacks, and a hex box for what both lack.

A ``.glyphs`` file (made by ``fonts/build.py``) is, little-endian: ``GLY1``, the cell's width and height (a byte each),
the number of blocks (2 bytes); for every block of 256 code points its number, offset and length (4 bytes each); then
the blocks, each compressed by itself, so that one name in Chinese costs a few kilobytes and not the whole font. A block
holds two sets of 256 bits, "is here" and "is two cells wide", then the glyphs' rows in the order of their code points.
"""

from __future__ import annotations

import functools
import struct
import unicodedata
import zlib
from pathlib import Path

from PIL import Image

FONTS = Path(__file__).parent / "fonts"
DOT = "·"
"""What stands between two facts of one line."""
BRAILLE_BLANK = "\u2800"


class GlyphFile:
    """The glyphs of one file. Opens it at the first glyph and reads only the blocks that are asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._index: dict[int, tuple[int, int]] | None = None
        self._blocks: dict[int, bytes] = {}
        self._cell = (0, 0)

    def find(self, code: int) -> Image.Image | None:
        """Return the glyph of a code point as a mask (mode "1", lit where there is ink), or None."""
        body = self._block(code >> 8)
        if not body:
            return None
        below = (1 << (code & 255)) - 1
        here = int.from_bytes(body[:32], "little")
        if not here >> (code & 255) & 1:
            return None
        wide = int.from_bytes(body[32:64], "little")
        width, height = self._cell
        one, two = -(-width // 8) * height, -(-2 * width // 8) * height
        before, before_wide = (here & below).bit_count(), (wide & below).bit_count()
        at = 64 + (before - before_wide) * one + before_wide * two
        if wide >> (code & 255) & 1:
            return Image.frombytes("1", (2 * width, height), body[at : at + two])
        return Image.frombytes("1", (width, height), body[at : at + one])

    def _block(self, number: int) -> bytes:
        if number not in self._blocks:
            with self._path.open("rb") as file:
                if self._index is None:
                    _, width, height, count = struct.unpack("<4sBBH", file.read(8))
                    self._cell = (width, height)
                    entries = struct.iter_unpack("<3I", file.read(12 * count))
                    self._index = {block: (at, length) for block, at, length in entries}
                at, length = self._index.get(number, (0, 0))
                file.seek(at)
                self._blocks[number] = zlib.decompress(file.read(length)) if length else b""
        return self._blocks[number]


class Font:
    """One size of lettering: a cell of ``width`` x ``height`` pixels for each ordinary character."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._file = GlyphFile(FONTS / f"spleen-{width}x{height}.glyphs")
        #: How many times Unifont's 16 rows are enlarged beside this size.
        self.scale = max(1, height // 16)

    def __repr__(self) -> str:
        return f"Font({self.width}x{self.height})"

    def has(self, character: str) -> bool:
        """Return whether the size itself has the character, without Unifont's help."""
        return self.own(character) is not None

    def own(self, character: str) -> Image.Image | None:
        """Return the size's own glyph, or None. The smallest size has empty cells where others have letters."""
        glyph = self._file.find(ord(character))
        if glyph is None or glyph.getbbox() or unicodedata.category(character)[0] in "ZC" or character == BRAILLE_BLANK:
            return glyph
        if character != DOT:
            return None
        glyph = glyph.copy()
        glyph.putpixel((self.width // 2, self.height // 2), 1)
        return glyph


class Tight(Font):
    """A size whose letters hang only one row below the line, so that four of its lines stand clear of each other.

    Rows of a letter that only go on as the one above are left out, from below, until it ends ``height`` rows down: the
    stem of a p becomes shorter, the bowl of a g a row lower. What has no such row loses its last one.
    """

    def __init__(self, font: Font, height: int) -> None:
        super().__init__(font.width, font.height)
        self.height = height

    def own(self, character: str) -> Image.Image | None:
        glyph = super().own(character)
        return None if glyph is None else _shorter(glyph, self.height)


def _shorter(glyph: Image.Image, height: int) -> Image.Image:
    """Return a glyph with as many rows left out as it takes for its ink to end within ``height``."""
    ink = glyph.getbbox()
    rows = [glyph.crop((0, y, glyph.width, y + 1)) for y in range(ink[3] if ink else 0)]
    while len(rows) > height:
        same = [y for y in range(1, len(rows)) if rows[y].tobytes() == rows[y - 1].tobytes()]
        rows.pop(same[-1] if same else -1)
    shorter = Image.new("1", (glyph.width, height))
    for y, row in enumerate(rows):
        shorter.paste(row, (0, y))
    return shorter


#: Digits in corners; key hints and captions; lists; and three sizes to be seen from across the table.
TINY, SMALL, PLAIN, TALL, LARGE, HUGE = (
    Font(width, height) for width, height in ((5, 8), (6, 12), (8, 16), (12, 24), (16, 32), (32, 64))
)
#: Small and plain letters for lines so close that a p would hang into the next one.
TIGHT, TIGHT_PLAIN = Tight(SMALL, 10), Tight(PLAIN, 12)

_UNIFONT = GlyphFile(FONTS / "unifont.glyphs")

# Hexadecimal digits of 3 x 5 pixels, five rows of three bits each, for the boxes.
_HEX = (
    0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111,
    0o75757, 0o75717, 0o75755, 0o65656, 0o74447, 0o65556, 0o74647, 0o74644,
)  # fmt: skip


def borrowed(character: str) -> Image.Image:
    """Return Unifont's glyph of 16 rows, or a box with the code point in hexadecimal where Unifont has none."""
    return _UNIFONT.find(ord(character)) or hex_box(ord(character))


@functools.cache
def hex_box(code: int) -> Image.Image:
    """Return a box of 16 x 16 pixels that holds the four (or six) hexadecimal digits of a code point."""
    box = Image.new("1", (16, 16), 1)
    box.paste(0, (1, 1, 15, 15))
    digits = f"{code:04X}" if code < 0x10000 else f"{code:06X}"
    half = len(digits) // 2
    left = 4 if half == 2 else 2
    for index, digit in enumerate(digits):
        x, y = left + 4 * (index % half) + (half == 2) * (index % half), 2 + 7 * (index // half)
        bits = _HEX[int(digit, 16)]
        for row in range(5):
            for column in range(3):
                if bits >> (14 - 3 * row - column) & 1:
                    box.putpixel((x + column, y + row), 1)
    return box
