"""Every widget and typical pages, pixel by pixel. ``pytest --rewrite-golden`` writes the pictures anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.screens import draw, to_text
from tests.screens.catalogue import FACES, PAGES, words

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", PAGES)
def test_picture(name: str, request: pytest.FixtureRequest) -> None:
    picture = draw(PAGES[name], words, FACES)
    path = GOLDEN / f"{name}.png"
    if request.config.getoption("--rewrite-golden"):
        picture.save(path, optimize=True)
    assert path.exists(), f"no golden picture {path.name}: run with --rewrite-golden and look at it"
    with Image.open(path) as golden:
        assert golden.mode == "1"
        changed = ImageChops.logical_xor(picture, golden).getbbox()
    assert changed is None, f"{name} differs from {path.name} within {changed}"


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PAGES)


def test_drawing_is_deterministic() -> None:
    for page in PAGES.values():
        assert draw(page, words, FACES).tobytes() == draw(page, words, FACES).tobytes()
        assert to_text(page, words, FACES) == to_text(page, words, FACES)
