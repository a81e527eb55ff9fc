"""Every widget and typical pages, pixel by pixel. ``pytest --rewrite-golden`` writes the pictures anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screens import draw, to_text
from tests.screens.catalogue import FACES, PAGES, words
from tests.screens.golden import same

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", PAGES)
def test_picture(name: str, request: pytest.FixtureRequest) -> None:
    same(draw(PAGES[name], words, FACES), GOLDEN / f"{name}.png", request)


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PAGES)


def test_drawing_is_deterministic() -> None:
    for page in PAGES.values():
        assert draw(page, words, FACES).tobytes() == draw(page, words, FACES).tobytes()
        assert to_text(page, words, FACES) == to_text(page, words, FACES)
