"""Lines of lettering: any string becomes a picture, a width, or a shorter string. Nothing here raises on odd text."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence

from PIL import Image, ImageChops

from companion.screens import reading
from companion.screens.glyphs import PLAIN, Font, borrowed

ELLIPSIS = "…"

# These only choose a picture's style or glue pictures together; behind a picture they have nothing to show.
_GLUE = {"\u200d", "\ufe0e", "\ufe0f"}


@functools.lru_cache(maxsize=1024)
def clusters(string: str) -> tuple[str, ...]:
    """Return what takes one place each: a character with the marks that stand on or under it."""
    found: list[str] = []
    for character in unicodedata.normalize("NFC", string):
        mark = unicodedata.category(character) in ("Mn", "Me")
        if character in _GLUE and found and ord(found[-1][0]) > 0x2000:
            continue
        # Two different marks at most and none twice: a heap of marks would look like any other heap.
        if mark and found and len(found[-1]) < 3 and character not in found[-1] and character not in _GLUE:
            found[-1] += character
        else:
            found.append(character)
    return tuple(found)


@functools.lru_cache(maxsize=1024)
def glyph(cluster: str, font: Font) -> Image.Image:
    """Return the mask of one cluster: as tall as the font, or 16 rows where a small font must borrow from Unifont."""
    if len(cluster) == 1:
        own = font.own(cluster)
        if own is not None:
            return own
    mask = borrowed(cluster[0])
    if len(cluster) > 1:
        mask = mask.copy()
        for mark in cluster[1:]:
            over = borrowed(mark)
            middle = (mask.width - over.width) // 2
            layer = Image.new("1", mask.size)
            layer.paste(over, (max(0, middle), 0))
            mask = ImageChops.logical_or(mask, layer)
    if font.scale > 1:
        mask = mask.resize((mask.width * font.scale, mask.height * font.scale), Image.Resampling.NEAREST)
    if mask.height < font.height:
        taller = Image.new("1", (mask.width, font.height))
        taller.paste(mask, (0, (font.height - mask.height) // 2))
        mask = taller
    return mask


@functools.lru_cache(maxsize=512)
def picture(string: str, font: Font) -> Image.Image:
    """Return the mask of a whole line, in reading order from the left (right-to-left scripts turned round)."""
    masks = [glyph(cluster, font) for cluster in reading.visual(clusters(reading.shaped(string)))]
    height = max((mask.height for mask in masks), default=font.height)
    line = Image.new("1", (sum(mask.width for mask in masks), height))
    x = 0
    for mask in masks:
        line.paste(mask, (x, height - mask.height))
        x += mask.width
    return line


@functools.lru_cache(maxsize=1024)
def width(string: str, font: Font) -> int:
    """Return the width of a line in pixels."""
    return sum(glyph(cluster, font).width for cluster in clusters(reading.shaped(string)))


@functools.lru_cache(maxsize=1024)
def height(string: str, font: Font) -> int:
    """Return the rows that a line takes: the font's, or 16 where a small font lacks something."""
    return max((glyph(cluster, font).height for cluster in clusters(string)), default=font.height)


def _head(parts: Sequence[str], font: Font, room: int) -> int:
    """Return how many clusters from the start fit into ``room`` pixels."""
    used = 0
    for count, part in enumerate(parts):
        used += glyph(part, font).width
        if used > room:
            return count
    return len(parts)


@functools.lru_cache(maxsize=1024)
def cut(string: str, font: Font, room: int, tail: int = 0) -> str:
    """Return the line, shortened with an ellipsis so that it takes at most ``room`` pixels.

    ``tail`` clusters of its end are kept behind the ellipsis, as far as there is room for them.
    """
    if width(string, font) <= room:
        return string
    parts = clusters(string)
    dots = glyph(ELLIPSIS, font).width
    if dots > room:
        return ""
    end = parts[len(parts) - tail :]
    end = end[len(end) - _head(end[::-1], font, room - dots) :]
    left = room - dots - sum(glyph(part, font).width for part in end)
    count = _head(parts, font, left)
    shorter = "".join(parts[:count]).rstrip() + ELLIPSIS + "".join(end)
    while count and width(shorter, font) > room:  # Arabic letters change their width with their neighbours
        count -= 1
        shorter = "".join(parts[:count]).rstrip() + ELLIPSIS + "".join(end)
    return shorter if width(shorter, font) <= room else ELLIPSIS


def cut_all(strings: Sequence[str], font: Font, room: int) -> list[str]:
    """Return the lines, each shortened to ``room`` pixels; different ones stay different where that can be.

    Where two would be cut to the same, they keep more of their ends: ``Alexander 1`` and ``Alexander 2`` become
    ``Alexa…1`` and ``Alexa…2``.
    """
    fitted = [cut(string, font, room) for string in strings]
    for index, string in enumerate(strings):
        if fitted[index] == string:
            continue
        others = [other for other in strings if other != string]
        for tail in range(len(clusters(string))):
            fitted[index] = cut(string, font, room, tail)
            if all(fitted[index] != cut(other, font, room, tail) for other in others):
                break
        else:
            fitted[index] = cut(string, font, room)
    return fitted


def shorten(names: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the names, each at most ``most`` places wide (a Chinese character takes two), all different.

    Names that no cutting tells apart get a number in their order. Equal names stay equal.
    """
    fitted = cut_all(names, PLAIN, most * PLAIN.width)
    shown: dict[str, str] = {}
    for name, short in zip(names, fitted, strict=True):
        number = 1
        while name not in shown and short in shown.values():
            number += 1
            end = ELLIPSIS + str(number)
            short = cut(name + end, PLAIN, most * PLAIN.width, len(end)).replace(ELLIPSIS * 2, ELLIPSIS)
            if number > len(names) + 1:
                break
        shown.setdefault(name, short)
    return tuple(shown[name] for name in names)


def ended(line: str) -> str:
    """Return a row of a broken text without the dot that parts two facts: the end of the row says as much."""
    return line.removesuffix(" ·")


def wrap(string: str, font: Font, room: int, hard: bool = False) -> list[str] | None:
    """Return the string broken at its spaces into lines of at most ``room`` pixels.

    A word that is wider is broken anywhere if ``hard``; else the answer is None.
    """
    lines: list[str] = []
    for word in string.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width(joined, font) <= room:
            lines[-1] = joined
            continue
        parts = clusters(word)
        while parts and width("".join(parts), font) > room:
            if not hard:
                return None
            count = max(1, _head(parts, font, room))
            lines.append("".join(parts[:count]))
            parts = parts[count:]
        if parts:
            lines.append("".join(parts))
    return lines
