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
        write(here / f"{name}.glyphs", width, height, glyphs)
    glyphs = unihex(packages / "usr/share/unifont/unifont.hex")
    glyphs |= outlines(packages / "usr/share/fonts/opentype/unifont/unifont_upper.otf", UPPER)
    write(here / "unifont.glyphs", 8, 16, glyphs)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
