"""The codes must be read by a reader that did not make them, from what the display shows."""

from __future__ import annotations

import pytest
import zxingcpp
from PIL import Image, ImageFilter

from companion.game.page import Big, Code
from companion.game.text import plain
from companion.screens import code, draw
from tests.screens.catalogue import JOIN, WIFI, page, words

BESIDE = (plain("Table"), plain("10.41.0.1"), plain("code 4719"))
CONTENTS = {
    "version 2": JOIN,
    "version 2 full": "HTTP://10.41.0.123/#K7QX2MZ4PDW5TCA",
    "version 3": "HTTP://192.168.178.123:8080/#K7QX2MZ4PDW5TCA",
    "version 3 Wi-Fi": WIFI,
    "lower case": "http://10.41.0.1/#k7qx2mz4",
    "not ASCII": "Łucja 小明",
}


def seen(picture: Image.Image, blur: float) -> list[str]:
    """What the reader finds in a photograph of the display: enlarged, on a dark box, a little out of focus."""
    photo = Image.new("L", (128 * 8 + 200, 64 * 8 + 200), 20)
    photo.paste(picture.convert("L").resize((128 * 8, 64 * 8), Image.Resampling.NEAREST), (100, 100))
    photo = photo.filter(ImageFilter.GaussianBlur(blur)) if blur else photo
    return [found.text for found in zxingcpp.read_barcodes(photo)]


@pytest.mark.parametrize("blur", [0, 4, 7])
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_an_independent_reader_reads_it(content: str, blur: float) -> None:
    alone = draw(page(Code(content)), words)
    beside = draw(page(Code(content, BESIDE), hints="5 seated"), words)
    with_more = draw(page(Code(content), Big(plain("Ann"))), words)
    for picture in (alone, beside, with_more):
        assert seen(picture, blur) == [content]


def test_the_version_is_the_smallest_and_the_level_the_best_that_fits() -> None:
    assert len(code.modules(JOIN)) == 25
    assert len(code.modules(CONTENTS["version 3"])) == 29
    found = zxingcpp.read_barcodes(draw(page(Code(JOIN)), words).convert("L").resize((1024, 512)))
    assert found[0].ec_level == "M"
    found = zxingcpp.read_barcodes(draw(page(Code("HTTP://10.41.0.1/")), words).convert("L").resize((1024, 512)))
    assert found[0].ec_level in ("Q", "H")


def test_segments_are_mixed_where_that_is_shorter() -> None:
    assert code.segments(JOIN) == [
        ("alphanumeric", "HTTP://10.41.0.1/"),
        ("byte", "#"),
        ("alphanumeric", "K7QX2MZ4PDW5TCA"),
    ]
    assert code.segments("abC1d") == [("byte", "abC1d")]
    assert code.segments("123456789") == [("numeric", "123456789")]
    assert code.segments("") == []


def test_the_light_border_is_as_wide_as_it_can_be() -> None:
    picture = draw(page(Code(JOIN, BESIDE)), words)
    assert picture.crop((0, 0, 66, 7)).getextrema() == (255, 255)
    assert picture.crop((0, 57, 66, 64)).getextrema() == (255, 255)
    assert picture.crop((0, 0, 8, 64)).getextrema() == (255, 255)
    assert picture.crop((58, 0, 66, 64)).getextrema() == (255, 255)


def test_what_does_not_fit_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="too long"):
        draw(page(Code("HTTP://" + "X" * 80)), words)
