"""Makes the ``.glyphs`` files of this folder from Debian's font packages: see README.md. Not needed to run the box.

Usage: ``python build.py PACKAGES_DIR`` where PACKAGES_DIR holds what ``dpkg -x`` of fonts-spleen, fonts-unifont and
unifont unpacked. Needs Pillow (with FreeType, for the emoji plane that Debian ships only as OTF).
"""

from __future__ import annotations

import gzip
import struct
import sys
import unicodedata
import zlib
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

Glyphs = dict[int, tuple[int, bytes]]  # code point -> width in pixels, rows from the top, each padded to bytes

#: Emoji and other pictures; the rest of Unifont's upper planes (ancient scripts, music) stays out.
UPPER = range(0x1F000, 0x1FB00)

#: Marks for 6x12, five columns wide: the row where they begin, then their rows.
MARKS = {
    "\u0300": ("0", ".#...", "..#.."),
    "\u0301": ("0", "...#.", "..#.."),
    "\u0302": ("0", "..#..", ".#.#."),
    "\u0303": ("0", ".#..#", "#.##."),
    "\u0304": ("0", ".###."),
    "\u0306": ("0", "#...#", ".###."),
    "\u0307": ("0", "..#.."),
    "\u0308": ("0", ".#.#."),
    "\u030a": ("0", "..##.", "..##."),
    "\u030b": ("0", "..#.#", ".#.#."),
    "\u030c": ("0", ".#.#.", "..#.."),
    "\u0323": ("10", "..#.."),
    "\u0326": ("10", "..#..", ".#..."),
    "\u0327": ("9", "..#..", "..##.", ".##.."),
    "\u0328": ("9", "...#.", "...##"),
}

SPLEEN = ((5, 8), (6, 12), (8, 16), (12, 24), (16, 32), (32, 64))


def pcf(data: bytes, width: int, height: int) -> Glyphs:
    """Read a PCF font of one cell size."""
    tables = {}
    for index in range(struct.unpack_from("<I", data, 4)[0]):
        kind, form, _, offset = struct.unpack_from("<4I", data, 8 + 16 * index)
        tables[kind] = (form, offset)
    form, offset = tables[8]  # bitmaps
    order, pad = "><"[not form & 4], 1 << (form & 3)
    count = struct.unpack_from(order + "I", data, offset + 4)[0]
    starts = struct.unpack_from(f"{order}{count}I", data, offset + 8)
    bits = offset + 8 + 4 * count + 16
    reverse = not form & 8  # least significant bit first
    stride = -(-width // (8 * pad)) * pad
    cells = []
    for start in starts:
        rows = b""
        for y in range(height):
            row = data[bits + start + y * stride :][: -(-width // 8)]
            rows += bytes(int(f"{byte:08b}"[::-1], 2) for byte in row) if reverse else row
        cells.append(rows)
    form, offset = tables[32]  # encodings
    order = "><"[not form & 4]
    low2, high2, low1, high1, _ = struct.unpack_from(order + "5H", data, offset + 4)
    glyphs = {}
    at = offset + 14
    for high in range(low1, high1 + 1):
        for low in range(low2, high2 + 1):
            cell = struct.unpack_from(order + "H", data, at)[0]
            at += 2
            if cell != 0xFFFF:
                glyphs[high << 8 | low] = (width, cells[cell])
    return glyphs


def unihex(path: Path) -> Glyphs:
    """Read Unifont's own format: ``code point:bits`` in hexadecimal, 8 or 16 pixels wide."""
    glyphs = {}
    for line in path.read_text("ascii").split():
        code, _, bits = line.partition(":")
        rows = bytes.fromhex(bits)
        glyphs[int(code, 16)] = (8 * (len(rows) // 16), rows)
    return glyphs


def outlines(path: Path, codes: range) -> Glyphs:
    """Draw the glyphs of an outline font that is a bitmap font of 16 rows inside."""
    font = ImageFont.truetype(path, 16)
    missing = bytes(font.getmask("\U0001faff", "1"))
    glyphs = {}
    for code in codes:
        width = int(font.getlength(chr(code)))
        if width not in (8, 16) or not unicodedata.name(chr(code), ""):
            continue
        image = Image.new("1", (width, 16))
        ImageDraw.Draw(image).text((0, 0), chr(code), 1, font=font)
        if bytes(font.getmask(chr(code), "1")) != missing:
            glyphs[code] = (width, image.tobytes())
    return glyphs


def drawn(path: Path, height: int) -> Glyphs:
    """Read glyphs drawn with ``#`` and ``.``: a line with the character, then its rows."""
    glyphs = {}
    lines = iter(path.read_text("utf-8").splitlines())
    for line in lines:
        if not line or line.startswith("//"):
            continue
        rows = [next(lines) for _ in range(height)]
        width = len(rows[0])
        whole = -(-width // 8)
        bits = [int(row.replace("#", "1").replace(".", "0").ljust(8 * whole, "0"), 2) for row in rows]
        glyphs[ord(line)] = (width, b"".join(row.to_bytes(whole, "big") for row in bits))
    return glyphs


def accented(glyphs: Glyphs) -> Glyphs:
    """Return Latin letters that Spleen 6x12 lacks, made of its own letters and the marks below."""
    made: Glyphs = {}
    for code in (*range(0x100, 0x250), *range(0x1E00, 0x1EFA)):
        letters = unicodedata.normalize("NFD", chr(code))
        if code in glyphs or len(letters) != 2 or ord(letters[0]) not in glyphs or letters[1] not in MARKS:
            continue
        base, mark = letters[0], letters[1]
        top, *drawn_mark = MARKS[mark]
        rows = list(glyphs[ord(base)][1])
        if mark == "\u030c" and base in "dltL":  # the caron stands as an apostrophe at the right of a tall letter
            rows[1] |= 0b00000100
            rows[2] |= 0b00000100
        elif int(top) == 0:
            if base in "ij":
                rows[1] = rows[2] = 0
            elif rows[1]:  # a tall letter makes room: one of two equal rows goes
                twice = next((y for y in range(2, 8) if rows[y] == rows[y + 1]), 4)
                rows = [0, 0, *rows[1:twice], *rows[twice + 1 :]]
        if not (mark == "\u030c" and base in "dltL"):
            for y, row in enumerate(drawn_mark, int(top)):
                rows[y] |= int(row.replace("#", "1").replace(".", "0"), 2) << 3
        made[code] = (6, bytes(rows))
    return made


def dashes(glyphs: Glyphs) -> Glyphs:
    """Return the two dashes: a hyphen as wide as the cell but for one pixel, and as wide as the cell."""
    width, hyphen = glyphs[ord("-")]
    stride = -(-width // 8)
    made: Glyphs = {}
    for code, wide in ((0x2013, width - max(1, width // 12)), (0x2014, width)):
        bar = (((1 << wide) - 1) << (8 * stride - wide)).to_bytes(stride, "big")
        rows = [hyphen[at : at + stride] for at in range(0, len(hyphen), stride)]
        made[code] = (width, b"".join(bar if any(row) else bytes(stride) for row in rows))
    return made


def enlarged(glyphs: Glyphs, times: int) -> Glyphs:
    """Return glyphs of 8 x 16 pixels enlarged without smoothing."""
    made: Glyphs = {}
    for code, (width, rows) in glyphs.items():
        image = Image.frombytes("1", (width, 16), rows).resize((width * times, 16 * times), Image.Resampling.NEAREST)
        made[code] = (width * times, image.tobytes())
    return made


def write(path: Path, width: int, height: int, glyphs: Glyphs) -> None:
    """Write the format that ``companion/screens/glyphs.py`` reads and describes."""
    blocks = []
    for number in sorted({code >> 8 for code in glyphs}):
        codes = [code for code in range(number << 8, (number + 1) << 8) if code in glyphs]
        here = sum(1 << (code & 255) for code in codes)
        wide = sum(1 << (code & 255) for code in codes if glyphs[code][0] != width)
        body = here.to_bytes(32, "little") + wide.to_bytes(32, "little")
        body += b"".join(glyphs[code][1] for code in codes)
        blocks.append((number, zlib.compress(body, 9)))
    at = 8 + 12 * len(blocks)
    head = struct.pack("<4sBBH", b"GLY1", width, height, len(blocks))
    for number, packed in blocks:
        head += struct.pack("<3I", number, at, len(packed))
        at += len(packed)
    path.write_bytes(head + b"".join(packed for _, packed in blocks))
    print(f"{path.name}: {len(glyphs)} glyphs, {at} bytes")


def main(packages: Path) -> None:
    """Write all files beside this script."""
    here = Path(__file__).parent
    for width, height in SPLEEN:
        name = f"spleen-{width}x{height}"
        glyphs = pcf(
            gzip.decompress((packages / f"usr/share/fonts/X11/misc/{name}.pcf.gz").read_bytes()), width, height
        )
        ours = here / f"ours-{width}x{height}.txt"
        if ours.exists():
            glyphs = drawn(ours, height) | glyphs
        elif height % 16 == 0:
            glyphs = enlarged(drawn(here / "ours-8x16.txt", 16), height // 16) | glyphs
        glyphs = dashes(glyphs) | glyphs
        if height == 12:
            glyphs = accented(glyphs) | glyphs
        write(here / f"{name}.glyphs", width, height, glyphs)
    glyphs = unihex(packages / "usr/share/unifont/unifont.hex")
    glyphs |= outlines(packages / "usr/share/fonts/opentype/unifont/unifont_upper.otf", UPPER)
    write(here / "unifont.glyphs", 8, 16, glyphs)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
