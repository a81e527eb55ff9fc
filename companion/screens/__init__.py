"""The box's little screen: a page becomes a picture of 128 x 64 pixels, or the same in plain text.

Drawn in Spleen, with GNU Unifont for what Spleen lacks (``fonts/``), at their own sizes and without smoothing.
Nothing here knows a device: ``packed`` gives a picture's bytes to whoever shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from companion.game import Page, Text
from companion.screens.canvas import Face
from companion.screens.layout import compose
from companion.screens.lettering import shorten
from companion.screens.pixels import SIZE, packed, unpacked

__all__ = ["SIZE", "Face", "draw", "draw_and_say", "packed", "shorten", "to_text", "unpacked"]

_NO_FACES: Mapping[str, Face] = MappingProxyType({})


def draw(page: Page, words: Callable[[Text], str], faces: Mapping[str, Face] = _NO_FACES) -> Image.Image:
    """Return the page as a picture, mode "1", 128 x 64, lit where 1; the same for the same arguments.

    ``faces`` says what each clock shows; a clock without one shows ``-:--``. Any wording can be drawn.
    Raises ValueError only for a QR code whose content does not fit on 64 rows.
    """
    return compose(page, words, faces)[0]


def draw_and_say(
    page: Page, words: Callable[[Text], str], faces: Mapping[str, Face] = _NO_FACES
) -> tuple[Image.Image, str]:
    """Return both what ``draw`` and what ``to_text`` give, laid out once. Raises as ``draw`` does."""
    picture, said = compose(page, words, faces)
    return picture, "\n".join(said)


def to_text(page: Page, words: Callable[[Text], str], faces: Mapping[str, Face] = _NO_FACES) -> str:
    """Return what ``draw`` shows, line by line from the top: what it cuts is cut here, what scrolled out is missing.

    A lit line begins with ``>``, a lit chair stands in brackets, a ticked item ends in ``✓``, a paused
    clock in ``‖``; broken lines are joined; a QR code is ``[QR]``, for its content may be for one phone only.
    """
    return draw_and_say(page, words, faces)[1]
