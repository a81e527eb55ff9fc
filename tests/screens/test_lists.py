"""Lists to pick from, as they are read at the table: no row touches the next, no letter or label is lost."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.screens import draw, headings, lettering, to_text
from companion.screens.glyphs import PLAIN, SMALL, TIGHT, TINY
from tests.screens.catalogue import lines, menu, page, words

HINTS = "digit picks  .:back"
letters = st.text("gjpqyQ,;ABxyz1 ", min_size=1, max_size=40).filter(str.strip)
anything = st.text("gjpqyQ,;()[]/ÁÉÖçßŁAb1 ", min_size=1, max_size=40).filter(str.strip)
LONG = "Resolve 1 Reach into the chest"


def boxes(picture: Image.Image, bottom: int) -> list[tuple[int, int]]:
    """Return first and last row of what is lit from the left edge on: letters and the line under a question are not."""
    rows = [y for y in range(bottom) if picture.getpixel((0, y))]
    starts = [y for y in rows if y - 1 not in rows]
    ends = [y for y in rows if y + 1 not in rows]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end - start > 4]


def clear_below(picture: Image.Image, bottom: int) -> None:
    for _, end in boxes(picture, bottom):
        if end + 1 < bottom:
            assert picture.crop((0, end + 1, 128, end + 2)).getbbox() is None, f"row {end + 1} touches the lit one"


@settings(max_examples=300, deadline=None)
@example(["Crossfire", "Freelancers", "Free Radicals", "Rolling Freight"], "Game of tonight", 1, True)
@example(["Agent", "Bystander", "VIP"], "Which, Peggy?", 0, True)
@example(["Agent", "Bystander", "VIP", "Say nothing"], "", 2, True)
@example([LONG, "gyp", LONG, "gyp"], "Bo resolves an action", 2, True)
@example(["gyp"] * 9, "gyp", 4, False)
@given(st.lists(letters, min_size=1, max_size=12), st.just("") | letters, st.integers(0, 11), st.booleans())
def test_a_lit_row_touches_no_letter_below_it(labels: list[str], title: str, lit: int, hints: bool) -> None:
    title = title[:15]  # sixteen would begin at the left edge, where only what is lit does
    picture = draw(page(menu(title, *labels, lit=lit), hints=HINTS if hints else None), words)
    clear_below(picture, 52 if hints else 64)
    picture = draw(page(lines(*(label[:15] for label in labels), lit=lit), hints=HINTS if hints else None), words)
    clear_below(picture, 52 if hints else 64)


@pytest.mark.parametrize("lit", range(4))
@pytest.mark.parametrize("count", [2, 3, 4, 5, 9])
@pytest.mark.parametrize("title", ["Gyula plays", "Who deals?", "Ann: Which follower is lost?"])
def test_a_lit_row_keeps_off_accents_and_brackets_too(lit: int, count: int, title: str) -> None:
    labels = ["Élodie", "[G] Gray", "(gyp)", "Ágy", "/"] * 2
    clear_below(draw(page(menu(title, *labels[:count], lit=lit), hints=HINTS), words), 52)


@settings(max_examples=60, deadline=None)
@example(["pygmy"] * 4, "Peggy", 0)
@example(["pygmy", "(gyp)", "Ágyp"], "Peggy", 2)
@example(["pygmy"] * 4, "Élodie plays", 1)
@given(st.lists(anything, min_size=1, max_size=9), anything, st.none() | st.integers(0, 8))
def test_every_row_of_a_list_has_its_letters_whole(labels: list[str], title: str, lit: int | None) -> None:
    """Each label that stands there as it is has all its pixels, from accents to what hangs below the line."""
    labels = [" ".join(label.split()) for label in labels]
    shown = page(menu(title, *labels, lit=lit), hints=HINTS)
    picture, said = draw(shown, words), to_text(shown, words).split("\n")
    for number, label in enumerate(labels):
        row = f"{(number + 1) % 10} {label}"
        if f">{row}" in said and lettering.width(label, TINY) <= 100:
            assert _stands_there(picture, label, lit=True), row
        elif row in said:
            assert _stands_there(picture, label, lit=False), row


def _stands_there(picture: Image.Image, label: str, lit: bool) -> bool:
    for font in (PLAIN, SMALL, TIGHT, TINY):
        mask = lettering.picture(label, font)
        ink = mask.getbbox()
        assert ink is not None
        mask = mask.crop(ink)
        wanted = ImageChops.invert(mask.convert("L")).convert("1") if lit else mask
        # Under the label of a row, or beside it in the second column: only where its own letters begin.
        for left in {font.width + 6, SMALL.width + 6, 64 + font.width + 6, 60 + font.width + 6}:
            for top in range(53 - mask.height):
                x = left + ink[0]
                if x + mask.width > 128:
                    continue
                there = picture.crop((x, top, x + mask.width, top + mask.height))
                if there.tobytes() == Image.frombytes("1", there.size, wanted.tobytes()).tobytes():
                    return True
    return False


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text("abcdefgp", min_size=1, max_size=11), min_size=2, max_size=20), st.integers(2, 12), st.data())
def test_what_is_lit_stands_there_whole(long: list[str], count: int, data: st.DataObject) -> None:
    """However long the name of an action is: as long as four rows of the smallest letters hold it."""
    label = " ".join(long)
    assume(len(label) <= 56)
    labels = [LONG, *(f"Take {n}" for n in range(count))]
    lit = data.draw(st.integers(0, count))
    labels[lit] = label
    said = to_text(page(menu("Bo resolves an action", *labels, lit=lit), hints=HINTS), words).split("\n")
    found = next(line for line in said if line.startswith(">"))
    assert found.removeprefix(f">{(lit + 1) % 10} ").replace(" ", "") == label.replace(" ", "")


def test_where_the_light_goes_the_rows_above_stay_where_they_are() -> None:
    """Going down a list moves nothing that has been passed: only what changes is drawn anew."""
    labels = ["Agent", "Bystander", "VIP", "Say nothing"]
    before = draw(page(menu("Ann plays", *labels, lit=2), hints=HINTS), words)
    after = draw(page(menu("Ann plays", *labels, lit=3), hints=HINTS), words)
    changed = ImageChops.logical_xor(before, after).getbbox()
    assert changed is not None
    assert changed[1] >= 30  # question and two rows


def test_facts_over_a_list_are_broken_between_two_of_them() -> None:
    """What somebody is paid stands beside the name."""
    for facts, first in (
        ("3 dice so far · Ann +4 · Bo +2", "3 dice so far ·"),
        ("Switching station · To pay: 1 die", "Switching station ·"),
    ):
        above, below = headings.heading(facts, 128, 12).lines
        assert above == first
        assert f"{above} {below}" == facts


@pytest.mark.parametrize("count", [2, 4, 9])
@pytest.mark.parametrize(
    "asked",
    [
        "What next?",
        "Ann advances which track?",
        "Amy takes a contract: which number?",
        "Ann: Both slots are full. Draw a follower?",
        "Philomena-Rose earns favor of which colour?",
    ],
)
def test_a_question_over_a_list_is_whole(asked: str, count: int) -> None:
    labels = [f"Take number {n} now" for n in range(count)]
    said = to_text(page(menu(asked, *labels, lit=1), hints=HINTS), words).split("\n")
    assert said[0] == asked
    assert sum(label in " ".join(said) for label in labels) >= min(count, 3)
