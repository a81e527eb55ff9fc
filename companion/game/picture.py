"""Pictures of packs: what they are and how large, told from their first bytes, whatever their name says."""

from __future__ import annotations

import re

import msgspec

from .errors import PackError

SUFFIXES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
}
"""The kinds of pictures that a pack can hold, by the ends of their names."""

MOST_SIDE = 1_000_000
"""A picture's sides are shorter than this, in units of its own: more is no size but a slip or an attack."""

_TAG = re.compile(r"<svg\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_VIEW = re.compile(r"\sviewBox\s*=\s*[\"']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*[\"']")
_SIDE = r"\s{}\s*=\s*[\"']\s*([\d.]+)\s*(?:px|mm|cm|in|pt)?\s*[\"']"
_BEFORE = re.compile(r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>)*", re.DOTALL)


class Picture(msgspec.Struct, frozen=True):
    """A picture of a pack: its bytes, what they are ("image/png"), its width and height in units of its own."""

    content: bytes
    kind: str
    width: float
    height: float


def read_picture(file: str, content: bytes) -> Picture:
    """Return the picture in ``content``. Raises PackError where it is none, or not of the kind that its name says."""
    kind = SUFFIXES.get(file.rpartition(".")[2].lower(), "")
    try:
        found, (width, height) = _measured(content)
    except (IndexError, ValueError):
        found, width, height = "", 0.0, 0.0
    if not found or found != kind:
        raise PackError(file, "the picture", f"is no {kind.partition('/')[2].partition('+')[0] or 'picture'}")
    if not (0 < width < MOST_SIDE and 0 < height < MOST_SIDE):
        raise PackError(file, "the picture", "says no size, or none that can be: an svg needs a viewBox")
    return Picture(content, kind, width, height)


def _measured(content: bytes) -> tuple[str, tuple[float, float]]:
    """Return what kind of picture this is ("": none that is known) and its size (0, 0: it does not say)."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return "image/png", (_big(content, 16, 4), _big(content, 20, 4))
    if content[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif", (_little(content, 6, 2), _little(content, 8, 2))
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg", _of_jpeg(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp", _of_webp(content)
    return _of_svg(content)


def _big(content: bytes, at: int, size: int) -> int:
    return int.from_bytes(content[at : at + size], "big")


def _little(content: bytes, at: int, size: int) -> int:
    return int.from_bytes(content[at : at + size], "little")


def _of_jpeg(content: bytes) -> tuple[float, float]:
    at = 2
    while content[at] == 0xFF:  # segments: FF, what it is, its length
        mark = content[at + 1]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            return _big(content, at + 7, 2), _big(content, at + 5, 2)
        at += 1 if mark == 0xFF else 2 + _big(content, at + 2, 2)
    return 0, 0


def _of_webp(content: bytes) -> tuple[float, float]:
    match content[12:16]:
        case b"VP8 ":
            return _little(content, 26, 2) & 0x3FFF, _little(content, 28, 2) & 0x3FFF
        case b"VP8L":
            bits = _little(content, 21, 4)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _little(content, 24, 3) + 1, _little(content, 27, 3) + 1
        case _:
            return 0, 0


def _of_svg(content: bytes) -> tuple[str, tuple[float, float]]:
    text = content.decode("utf-8-sig")
    before = _BEFORE.match(text)
    tag = _TAG.match(text, before.end() if before else 0)
    if tag is None or "<!ENTITY" in text:  # entities can grow without an end
        return "", (0, 0)
    head = tag[0]
    if view := _VIEW.search(head):
        return "image/svg+xml", (float(view[1]), float(view[2]))
    sides = [re.search(_SIDE.format(side), head) for side in ("width", "height")]
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    return "image/svg+xml", (width, height)


__all__ = ["SUFFIXES", "Picture", "read_picture"]
