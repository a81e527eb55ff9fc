"""What a display has to be told when one picture follows another. Nothing here knows a bus.

A page is eight rows of the display; its bytes go from left to right, the uppermost of eight pixels in the lowest bit.
So the memory of the SSD1306 and of the SH1106 is laid out (SSD1306 data sheet, 8.7; SH1106 data sheet, figure 8).
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

Pages = tuple[bytes, ...]

ROWS = 8
"""Rows of a page."""

_UPSIDE_DOWN = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


class Window(NamedTuple):
    """A rectangle of the memory: pages and columns, the last of each included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def of(self, pages: Pages) -> bytes:
        """Return what ``pages`` hold there, in the order in which a display takes it."""
        return b"".join(page[self.left : self.right + 1] for page in pages[self.top : self.bottom + 1])


def pages_of(picture: Image.Image) -> Pages:
    """Return a picture of mode "1", its height a whole number of pages, as the bytes of a display's memory."""
    height = picture.height // ROWS
    # Turned over its diagonal a column of the picture is a row, and Pillow packs rows: all pages of column 0 come
    # first, then those of column 1; only the bits of each byte are the other way round.
    columns = picture.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_UPSIDE_DOWN)
    return tuple(columns[page::height] for page in range(height))


def runs(before: bytes, after: bytes, cost: int) -> list[tuple[int, int]]:
    """Return the columns in which two pages differ as (first, last), those nearer than ``cost`` bytes as one run."""
    found: list[tuple[int, int]] = []
    if before == after:
        return found
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if found and column - found[-1][1] - 1 <= cost:
            found[-1] = (found[-1][0], column)
        else:
            found.append((column, column))
    return found


def by_page(before: Pages | None, after: Pages, cost: int) -> list[Window]:
    """Return what must be sent to a display that takes one page at a time; ``before`` None: nobody knows what it shows.

    ``cost`` is what addressing another place takes, in bytes.
    """
    if before is None:
        return [Window(page, page, 0, len(bytes_) - 1) for page, bytes_ in enumerate(after)]
    return [
        Window(page, page, left, right)
        for page, (old, new) in enumerate(zip(before, after, strict=True))
        for left, right in runs(old, new, cost)
    ]


def by_window(before: Pages | None, after: Pages, cost: int) -> list[Window]:
    """Return what must be sent to a display that takes any rectangle; never more than the whole at once."""
    whole = Window(0, len(after) - 1, 0, len(after[0]) - 1)
    if before is None:
        return [whole]
    done: list[Window] = []
    open_: list[Window] = []
    for run in by_page(before, after, cost):
        page = run.top
        done += [window for window in open_ if window.bottom < page - 1]
        open_ = [window for window in open_ if window.bottom >= page - 1]
        # Of all rectangles that end on this page or the one above, the one that grows cheapest takes the run in.
        best, gain = -1, -1
        for index, window in enumerate(open_):
            grown = _around(window, run)
            saved = window.size + run.size + cost - grown.size
            if saved > gain:
                best, gain = index, saved
        if best < 0:
            open_.append(run)
        else:
            open_[best] = _around(open_[best], run)
    windows = done + open_
    if sum(window.size + cost for window in windows) >= whole.size + cost:
        return [whole]
    return windows


def _around(one: Window, other: Window) -> Window:
    return Window(
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        min(one.left, other.left),
        max(one.right, other.right),
    )
