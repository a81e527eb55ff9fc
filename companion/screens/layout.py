"""How the widgets of a page share its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from companion.game import Page, Text, page
from companion.screens import asking, code, facts, gauges, lettering, listing
from companion.screens.canvas import Canvas, Face, Rows
from companion.screens.glyphs import SMALL, TINY
from companion.screens.pixels import SIZE

Stackable = (
    page.Big | page.Lines | page.Face | page.Menu | page.Entry | page.Sequence | page.Chairs | page.Dials | page.Track
)


def rows(widget: Stackable, words: Callable[[Text], str], width: int) -> Rows:
    """Return how many rows a widget wants."""
    match widget:
        case page.Big():
            return facts.big_rows(widget)
        case page.Lines():
            return facts.lines_rows(widget, words, width)
        case page.Face():
            return facts.FACE_ROWS
        case page.Menu():
            return listing.MENU_ROWS
        case page.Entry():
            return asking.ENTRY_ROWS
        case page.Sequence():
            return asking.SEQUENCE_ROWS
        case page.Chairs():
            return gauges.chairs_rows(widget)
        case page.Dials():
            return gauges.DIALS_ROWS
        case page.Track():
            return gauges.TRACK_ROWS


def paint(widget: Stackable, canvas: Canvas) -> None:
    """Draw a widget on all of a canvas."""
    match widget:
        case page.Big():
            facts.big(widget, canvas)
        case page.Lines():
            facts.lines(widget, canvas)
        case page.Face():
            facts.face(widget, canvas)
        case page.Menu():
            listing.menu(widget, canvas)
        case page.Entry():
            asking.entry(widget, canvas)
        case page.Sequence():
            asking.sequence(widget, canvas)
        case page.Chairs():
            gauges.chairs(widget, canvas)
        case page.Dials():
            gauges.dials(widget, canvas)
        case page.Track():
            gauges.track(widget, canvas)


def compose(shown: Page, words: Callable[[Text], str], faces: Mapping[str, Face]) -> tuple[Image.Image, list[str]]:
    """Return the picture of a page and what it says."""
    screen = Canvas(*SIZE, words, faces)
    hint = " ".join(words(shown.hints).split("\n")) if shown.hints is not None else ""
    left, top = 0, 0
    stacked: list[Stackable] = []
    for widget in shown.widgets:
        if not isinstance(widget, page.Code):
            stacked.append(widget)
        elif not left:
            left, top = _code(widget, screen, alone=len(shown.widgets) == 1 and not hint, hint=_hint_rows(hint))
    bottom = screen.height - _hint_rows(hint)
    _stack(stacked, screen, (left, top, screen.width, bottom))
    if hint:
        # Always a dark row over the hints: nothing hangs into them, and a lit line ends before them.
        screen.fill(left, bottom - 1, screen.width, bottom, 0)
        screen.fill(left, bottom, screen.width, screen.height)
        box = (left + (2 if left else 1), bottom, screen.width, screen.height)
        screen.say(screen.line(hint, box, (SMALL, TINY), ink=0))
    # Through bytes, so that a lit pixel is 255 everywhere, however it was drawn.
    return Image.frombytes("1", SIZE, screen.image.tobytes()), screen.said


def _hint_rows(hint: str) -> int:
    if not hint:
        return 0
    return max(12, lettering.height(hint, SMALL))


def _code(widget: page.Code, screen: Canvas, alone: bool, hint: int) -> tuple[int, int]:
    """Draw a code over all rows at the left; return the first free column and row."""
    beside = [string for string in map(screen.words, widget.beside[:3]) if string.strip()]
    picture = code.block(widget.content, screen.height, screen.width if alone and not beside else 72)
    if alone and not beside:
        screen.fill(0, 0, *SIZE)
        screen.image.paste(picture, ((screen.width - picture.width) // 2, 0))
        screen.say("[QR]")
        return screen.width, 0
    screen.image.paste(picture, (0, 0))
    screen.say("[QR]")
    left = picture.width + 2
    column = screen.part(screen.width - left, screen.height)
    top = code.lines(beside, column, screen.height - hint)
    screen.image.paste(column.image, (left, 0))
    screen.say(*column.said)
    return picture.width, top


def _stack(widgets: Sequence[Stackable], screen: Canvas, area: tuple[int, int, int, int]) -> None:
    """Draw widgets under each other; the last ones that find no room are left out."""
    left, top, right, bottom = area
    wants: list[Rows] = []
    for widget in widgets:
        want = rows(widget, screen.words, right - left)
        if sum(w.least for w in wants) + min(want.least, 11) > bottom - top:
            break
        wants.append(want)
    if not wants:
        return
    heights = [want.least for want in wants]
    # First all get what looks good, then what they can use; widgets of one kind grow together or not at all.
    kinds = list(dict.fromkeys(type(widget) for widget in widgets[: len(wants)]))
    for goals in ([want.good for want in wants], [want.most for want in wants]):
        for kind in kinds:
            group = [index for index in range(len(wants)) if type(widgets[index]) is kind]
            for index in group:
                spare = (bottom - top - sum(heights)) // len(group)
                heights[index] = max(
                    heights[index],
                    min(goals[index], heights[group[0]] if index != group[0] else heights[index] + spare),
                )
    over = sum(heights) - (bottom - top)
    if over > 0:
        heights[-1] -= over
    spare = (bottom - top - sum(heights)) // (len(heights) + 1)
    for widget, height in zip(widgets, heights, strict=False):
        canvas = screen.part(right - left, max(1, height))
        paint(widget, canvas)
        screen.image.paste(canvas.image, (left, top + spare))
        screen.say(*canvas.said)
        top += height + spare
