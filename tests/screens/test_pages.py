"""Anything in any widget is drawn, and the plain text says what is on the picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.game import Page
from companion.game.page import (
    AnyWidget,
    Big,
    Chair,
    Chairs,
    Code,
    Dial,
    Dials,
    Entry,
    Face,
    Item,
    Lines,
    Menu,
    Sequence,
    Track,
)
from companion.game.text import Text, plain
from companion.screens import draw, lettering, packed, to_text, unpacked
from companion.screens.glyphs import PLAIN, SMALL, TALL
from tests.screens.catalogue import FACES, PAGES, Shown, lines, menu, page, sequence, words

strings = st.text(st.characters(), max_size=40)
texts = strings.map(plain)
numbers = st.integers(-10_000, 10_000)
widgets: st.SearchStrategy[AnyWidget] = st.one_of(
    st.builds(Big, texts, st.none() | texts),
    st.builds(Lines, st.lists(texts, max_size=7).map(tuple), st.none() | st.integers(-2, 8)),
    st.builds(Face, st.sampled_from([*FACES, "none", "odd"]), st.lists(texts, max_size=3).map(tuple)),
    st.builds(
        Menu,
        texts,
        st.lists(st.builds(Item, st.none() | st.integers(0, 9), texts, st.booleans()), max_size=12).map(tuple),
        st.none() | st.integers(-2, 14),
    ),
    st.builds(Entry, texts, strings, st.integers(-1, 30), st.booleans()),
    st.builds(Sequence, texts, st.lists(st.tuples(numbers, strings), max_size=12).map(tuple)),
    st.builds(Chairs, st.lists(st.builds(Chair, numbers, strings, st.booleans()), max_size=14).map(tuple)),
    st.builds(Dials, st.lists(st.builds(Dial, texts, numbers, numbers, numbers), max_size=5).map(tuple)),
    st.builds(Track, texts, st.integers(-3, 400), st.integers(-3, 400)),
    st.builds(Code, st.text("ABCabc019/#", max_size=20), st.lists(texts, max_size=4).map(tuple)),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(widgets, max_size=4), st.none() | texts, st.integers(-400_000, 400_000))
def test_anything_is_drawn(found: list[AnyWidget], hints: object, seconds: int) -> None:
    shown = Page(key="any", widgets=tuple(found), hints=hints)  # type: ignore[arg-type]  # as it was built
    faces = {**FACES, "odd": Shown(seconds, seconds % 2 == 0)}
    picture = draw(shown, words, faces)
    assert (picture.mode, picture.size) == ("1", (128, 64))
    assert unpacked(packed(picture)).tobytes() == picture.tobytes()
    assert isinstance(to_text(shown, words, faces), str)


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("big", ["Guns down", "if not armed", "enter: next   (2/5)"]),
        ("big-sentence", ["Everybody looks at the card and passes it left"]),
        ("face", ["2:47"]),
        ("face-long", ["12:34"]),
        ("face-hours", ["1:12 h"]),
        ("face-paused", ["1:35 ‖"]),
        ("face-counted", ["3"]),
        ("face-none", ["-:--"]),
        ("face-chairs", ["0:38", "say who", "1A [2V] 3B 4? 5A 6U 7B", "/seat claim  -:pause"]),
        ("menu-table", ["Table", "2 What now", ">3 Join, leave"]),
        ("menu-ticks", [">1 Saboteur ✓", "2 Medic", "3 Twin ✓"]),
        ("entry", ["Story code", "407_"]),
        ("entry-pin", ["•••_"]),
        ("sequence-ten", ["1>3 2>7 3>- 4>1+5 5>6 6>2+10 7>1 8>9 9>8 10>4+7"]),
        ("dials", ["THREAT 3", "DIAL A 7", "WOUNDS 4"]),
        ("tracks", ["Trust 3/8", "Evolution 10/10", "Coal 25/60"]),
        ("code", ["[QR]", "Table", "10.41.0.1", "code 4719", "5 seated"]),
        ("code-long-address", ["192.168.178.123:8080", "code 4719"]),
    ],
)
def test_the_text_says_what_is_drawn(name: str, holds: list[str]) -> None:
    said = to_text(PAGES[name], words, FACES).split("\n")
    assert [line for line in holds if line not in said] == []


def test_the_text_leaves_out_what_is_cut_and_scrolled_away() -> None:
    said = to_text(page(menu("Who?", *("A name far too long for one row of it" for _ in range(9)), lit=8)), words)
    assert "1 A name" not in said
    assert said.count("row of it") == 1
    assert ">9 A name far too long for one row of it" in said
    assert "code" not in to_text(page(Code("HTTP://10.41.0.1/#CODE")), words).lower()


LONG = {
    "name": "Bartholomew-Maximilian-Constantin",
    "question": "Whom does the player at the far end of the table want to see next, and what for? " * 3,
    "word": "x" * 200,
    "broad": "WM" * 60,
    "Chinese": "小明" * 60,
}
TELLING: dict[str, Callable[[Text], AnyWidget]] = {
    "big": Big,
    "under": lambda text: Big(plain("A"), text),
    "line": lambda text: Lines((text,)),
    "lines": lambda text: Lines((text, plain("b"), plain("c"), text), 0),
    "face": lambda text: Face("last", (text, text)),
    "title": lambda text: Menu(text, (Item(1, plain("a")), Item(2, plain("b"))), 0),
    "unlit": lambda text: Menu(plain("T"), (Item(1, plain("a")), Item(2, text)), 0),
    "lit": lambda text: Menu(plain("T"), (Item(1, plain("a")), Item(2, text)), 1),
    "ticked": lambda text: Menu(plain("T"), tuple(Item(n, text, on=True) for n in range(1, 10)), 5),
    "entry": lambda text: Entry(text, "12", 4),
    "sequence": lambda text: Sequence(text, ((1, "2"), (2, ""))),
    "dial": lambda text: Dials((Dial(text, 3, 0, 9),)),
    "dials": lambda text: Dials((Dial(text, 3, 0, 9),) * 3),
    "track": lambda text: Track(text, 8, 3),
    "code": lambda text: Code("HTTP://10.41.0.1/#K7QX2MZ4PDW5TCA", (text, text, text)),
}


@pytest.mark.parametrize("hints", [None, "*: menu"])
@pytest.mark.parametrize("widget", TELLING)
@pytest.mark.parametrize("long", LONG)
def test_what_there_is_no_room_for_is_seen_to_be_cut(long: str, widget: str, hints: str | None) -> None:
    said = to_text(page(TELLING[widget](plain(LONG[long])), hints=hints), words, FACES)
    assert lettering.ELLIPSIS in said or "".join(LONG[long].split()) in "".join(said.split())
    assert lettering.ELLIPSIS in to_text(page(Big(plain("A")), hints="enter: " + LONG[long]), words, FACES)


def test_a_pin_is_neither_drawn_nor_said() -> None:
    pins = [page(Entry(plain("PIN"), typed, 4, masked=True)) for typed in ("4711", "0815")]
    assert draw(pins[0], words).tobytes() == draw(pins[1], words).tobytes()
    assert "4711" not in to_text(pins[0], words)


@pytest.mark.parametrize("lit", range(10))
def test_the_lit_item_is_always_on_the_screen(lit: int) -> None:
    ten = page(menu("Who is away?", *(f"Somebody {n}" for n in range(10)), lit=lit), hints="+-:move")
    assert f">{(lit + 1) % 10} Somebody {lit}" in to_text(ten, words)


def test_a_clock_that_matters_fills_the_screen() -> None:
    for name in ("face", "face-hints"):
        left, top, right, bottom = draw(PAGES[name], words, FACES).crop((0, 0, 128, 52)).getbbox() or (0, 0, 0, 0)
        assert right - left >= 118
        assert bottom - top >= 40


def test_hints_stand_inverted_in_the_last_twelve_rows() -> None:
    picture = draw(page(lines("x"), hints="a"), words)
    assert sum(picture.crop((0, 52, 128, 64)).tobytes().count(bit) for bit in (b"\xff",)) > 12 * 14
    assert picture.getpixel((127, 51)) == 0


def test_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="not a picture"):
        packed(draw(PAGES["big"], words).crop((0, 0, 10, 10)))
    with pytest.raises(ValueError, match="1024"):
        unpacked(b"x")


@settings(max_examples=300, deadline=None)
@example(plain("Rolling Freight is for 2 to 5 players; 7 are here"), None, plain("enter: put it back"))
@example(plain("gy jq pg " * 40), plain("gy Åj"), plain("jg"))
@example(plain("中文 " * 40), plain("中文"), plain("中文"))
@given(st.text(st.characters(), max_size=200).map(plain), st.none() | texts, texts.filter(lambda t: words(t).strip()))
def test_no_letter_of_a_fact_is_cut_by_the_hints_or_stands_on_them(text: Text, under: Text | None, hints: Text) -> None:
    """The row over the bar is dark, so what is drawn has ended by then: a widget ends where its canvas does."""
    bar = max(12, lettering.height(" ".join(words(hints).split("\n")), SMALL))
    picture = draw(page(Big(text, under), hints=words(hints)), words)
    assert picture.crop((0, 63 - bar, 128, 64 - bar)).getbbox() is None
    assert picture.getpixel((127, 64 - bar)) or bar > 12


hanging = st.text("gjpqyQ,;()[]_ßçŁ中gyp Ab1", min_size=1, max_size=24)


@settings(max_examples=300, deadline=None)
@example(["Crossfire", "Free Radicals", "Freelancers", "Rolling Freight"], "How to play?", 0, True)
@example(["y"] * 10, "gyp", 9, True)
@example(["gyp"] * 4, "gyp", None, False)
@given(st.lists(hanging, min_size=1, max_size=12), hanging, st.none() | st.integers(0, 11), st.booleans())
def test_no_line_of_a_list_hangs_into_the_hints(labels: list[str], title: str, lit: int | None, asks: bool) -> None:
    """Whatever hangs below a line, and whichever is lit: the row over the bar is dark."""
    shown = menu(title, *labels, lit=lit) if asks else lines(*labels, lit=lit)
    picture = draw(page(shown, hints="digit picks"), words)
    assert picture.crop((0, 51, 128, 52)).getbbox() is None


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("above", [True, False])
def test_every_chair_has_its_number_whole(count: int, above: bool) -> None:
    """Whole: each box looks different from the box of "…", which is what a number too wide is cut to."""
    top = (Big(plain("Hit?")),) if above else ()
    row = [str(n) for n in range(1, count + 1)]

    def drawn(numbers: list[str]) -> bytes:
        seats = tuple(Chair(int(n), "", False) for n in numbers)
        return draw(page(*top, Chairs(seats), hints="x"), words).tobytes()

    assert len({drawn([*row[:-1], last]) for last in (row[-1], *(str(n) for n in range(50, 99, 7)))}) == 8


@pytest.mark.parametrize("text", ["say who you are", "3 Cy 2 left", "1 Ann 4 left", "gyp (gyp)", "Ágy"])
def test_what_stands_under_a_clock_touches_neither_its_digits_nor_the_hints(text: str) -> None:
    for face in ("last", "talk", "break"):
        picture = draw(page(Face(face, (plain(text),)), hints="*: menu"), words, FACES)
        digits = picture.crop((0, 0, 128, 40)).getbbox()
        assert digits is not None
        assert digits[3] == 40
        assert picture.crop((0, 40, 128, 41)).getbbox() is None
        assert picture.crop((0, 51, 128, 52)).getbbox() is None
        assert text in to_text(page(Face(face, (plain(text),)), hints="*: menu"), words, FACES)


@pytest.mark.parametrize(
    "strings",
    [
        ("He has not had tea", "since two."),
        ("4d Efficient Storage", "5d Black die", "6d Careful Planner"),
        ("Ann begins", "5 H0 C0 T0 $0 D0", "gyp"),
        ("Ann", "Bo"),
        ("Ann", "Bo", "Cy", "Di"),
    ],
)
@pytest.mark.parametrize("hints", [None, "+ -"])
def test_lines_that_stand_together_are_of_one_size(strings: tuple[str, ...], hints: str | None) -> None:
    picture = draw(page(lines(*strings), hints=hints), words)
    sizes = [font for font in (TALL, PLAIN, SMALL) if all(_holds(picture, lettering.picture(s, font)) for s in strings)]
    assert len(sizes) == 1


def _holds(picture: Image.Image, mask: Image.Image) -> bool:
    """Whether a mask stands somewhere at the left edge of a picture, as it is."""
    ink = mask.crop(mask.getbbox())
    return any(
        picture.crop((x, y, x + ink.width, y + ink.height)).tobytes() == ink.tobytes()
        for x in range(4)
        for y in range(65 - ink.height)
    )


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("mark", ["A", "W", "?", "12", "Q", "✓"])
@pytest.mark.parametrize("above", [True, False])
def test_the_mark_of_a_chair_keeps_off_its_box(count: int, mark: str, above: bool) -> None:
    count = min(count, 11 - len(mark))  # two letters have no room beside nine others
    row = Chairs(tuple(Chair(n, mark) for n in range(1, count + 1)))
    top = (Big(plain("Hit?")),) if above else ()
    picture = draw(page(*top, row, hints="x"), words)
    boxes = _frames(picture.crop((0, 0, 128, 52)))
    assert len(boxes) == count
    for number, (left, first, right, last) in enumerate(boxes, 1):
        start = first + (9 if number == 10 else 1)  # its two digits take all of a narrow box, at the top
        for inside in ((left + 1, first + 1, right - 1, first + 2), (left + 1, last - 2, right - 1, last - 1)):
            assert picture.crop(inside).getbbox() is None, "touches its box above or below"
        for inside in ((left + 1, start, left + 2, last - 1), (right - 2, start, right - 1, last - 1)):
            assert picture.crop(inside).getbbox() is None, "touches its box at a side"


def _frames(picture: Image.Image) -> list[tuple[int, int, int, int]]:
    """Return the boxes whose four sides are lit, left to right, right and bottom outside."""
    found = []
    for y in range(picture.height - 8):
        x = 0
        while x < picture.width - 8:
            wide = next((n for n in range(picture.width - x) if not picture.getpixel((x + n, y))), picture.width - x)
            high = next((n for n in range(picture.height - y) if not picture.getpixel((x, y + n))), picture.height - y)
            below = picture.crop((x, y + high - 1, x + wide, y + high))
            if wide >= 8 and high >= 12 and below.getextrema() == (255, 255):
                found.append((x, y, x + wide, y + high))
            x += max(1, wide)
    return found


@pytest.mark.parametrize("typed", range(10))
@pytest.mark.parametrize("count", [5, 7, 8, 9, 10])
def test_the_pair_that_is_typed_next_stands_clear_of_all_others(typed: int, count: int) -> None:
    """Each seat's pair has a box to itself; the lit one shows where the target goes, and touches no other row."""
    aims = ["3"] * min(typed, count - 1)
    shown = sequence("Who points where", *aims, *[""] * (count - len(aims)))
    picture = draw(page(shown, hints="own digit = nobody"), words)
    runs = ((x, y) for x in range(128) for y in range(40) if picture.crop((x, y, x + 1, y + 12)).getextrema()[0])
    left, top = next(runs)  # nothing but a lit box is lit for twelve rows
    bottom = next(y for y in range(top, 52) if not picture.getpixel((left, y)))
    assert picture.crop((left, bottom - 1, left + 24, bottom)).getextrema() == (255, 255), "a row under where it goes"
    assert picture.crop((left, bottom, left + 24, bottom + 1)).getbbox() is None


def test_a_line_too_long_for_its_size_is_set_smaller_before_it_is_cut() -> None:
    said = to_text(page(lines("1 has Magnifying Monocle", "2 has Broom", "3 lost Élodie's tall umbrella")), words)
    assert said.split("\n") == ["1 has Magnifying Monocle", "2 has Broom", "3 lost Élodie's tall…"]
