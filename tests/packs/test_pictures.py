"""What a pack's pictures are is told from their bytes: kind and size, whatever their names say."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion.game import SUFFIXES, PackError, read_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"/>'


def saved(kind: str, **options: Any) -> bytes:
    into = BytesIO()
    Image.new("RGB", (31, 47), "teal").save(into, kind, **options)
    return into.getvalue()


REAL = {
    "a.png": saved("PNG"),
    "a.jpg": saved("JPEG"),
    "b.jpeg": saved("JPEG", progressive=True, exif=b"Exif\0\0" + b"\0" * 300),
    "a.gif": saved("GIF"),
    "a.webp": saved("WEBP"),
    "b.webp": saved("WEBP", lossless=True),
    "c.webp": saved("WEBP", exif=b"Exif\0\0" + b"\0" * 30),
}


@pytest.mark.parametrize("name", REAL)
def test_kind_and_size_are_those_of_an_independent_reader(name: str) -> None:
    found = read_picture(name, REAL[name])
    image = Image.open(BytesIO(REAL[name]))
    assert found.kind == image.get_format_mimetype()
    assert [found.width, found.height] == [image.width, image.height]
    assert found.content == REAL[name]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (SVG, (320, 200)),
        ('<svg width="40mm" height="20mm" xmlns="http://www.w3.org/2000/svg"></svg>', (40, 20)),
        (f'\ufeff<?xml version="1.0"?>\n<!-- a > b <svg> -->\n<!DOCTYPE svg PUBLIC "x" "y">\n{SVG}', (320, 200)),
        ("<svg data-a='>' viewBox=' -5,-5 , 1e2 50.5 '>", (100, 50.5)),
    ],
)
def test_a_drawing_says_its_own_size(text: str, size: tuple[float, float]) -> None:
    found = read_picture("a.SVG", text.encode())
    assert ((found.width, found.height), found.kind) == (size, "image/svg+xml")


ODD = {
    "png.svg": REAL["a.png"],
    "svg.png": SVG.encode(),
    "page.svg": b"<html><svg viewBox='0 0 1 1'></svg></html>",
    "sizeless.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "flat.svg": b"<svg viewBox='0 0 0 10'/>",
    "endless.svg": b"<svg viewBox='0 0 1e999 10'/>",
    "bomb.svg": b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 1 1"/>',
    "bytes.svg": b"<svg viewBox='0 0 1 1'>\xe9",
    "empty.png": b"",
    "cut.jpg": REAL["a.jpg"][:5],
    "cut.png": REAL["a.png"][:14],
    "cut.webp": REAL["a.webp"][:14],
    "notes.txt": SVG.encode(),
    "none": SVG.encode(),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_such_picture_is_refused_by_name(name: str) -> None:
    with pytest.raises(PackError) as refused:
        read_picture(name, ODD[name])
    assert refused.value.file == name
    assert refused.value.hint


@pytest.mark.parametrize("name", REAL)
def test_a_picture_cut_off_anywhere_is_no_crash(name: str) -> None:
    for end in range(0, len(REAL[name]), 7):
        with suppress(PackError):  # enough of it may be there to say what it is
            assert read_picture(name, REAL[name][:end]).kind == read_picture(name, REAL[name]).kind


def test_every_kind_of_picture_that_packs_hold_is_known() -> None:
    from companion.packs.files import PICTURES

    assert {f".{suffix}" for suffix in SUFFIXES} == set(PICTURES)
