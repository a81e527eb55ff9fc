"""Names and words: any string is drawn, different names look different, what is cut stays apart."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.screens import lettering, reading, shorten
from companion.screens.glyphs import LARGE, PLAIN, SMALL, TALL, TIGHT, TIGHT_PLAIN, TINY

HARD_NAMES = [
    "Zoë",
    "Zoe",
    "Łucja",
    "Lucja",
    "O’Neil – 2",
    "O'Neil - 2",
    "小明",
    "小红",
    "🙂",
    "🙃",
    "👩\u200d🚀",
    "👨\u200d🚀",
    "x̣̂",
    "x̂",
    "אבי",
    "יבא",
    "علي",
    "ليع",
    "Ann\u200b",
    "Ann",
    "A\x00",
    "A\x01",
    "\U0010fffd",
    "\U0010fffc",
    "\ue000",
    "\ue001",
    "\ud800",
    "\ud801",
    "𝒜",
    "ℬ",
    "Żółć",
    "Zolc",
    "Ğ",
    "G",
    "Ǧ",
    "ệ",
    "ê",
    "한글",
    "글한",
    "かな",
    "カナ",
    "\U000e0041",
    "\U000e0042",
]


@pytest.mark.parametrize("font", [TINY, TIGHT, SMALL, TIGHT_PLAIN, PLAIN, TALL, LARGE], ids=str)
def test_different_names_never_look_the_same(font: object) -> None:
    assert isinstance(font, type(PLAIN))
    pictures = {name: lettering.picture(name, font) for name in HARD_NAMES}
    for (one, first), (two, second) in itertools.combinations(pictures.items(), 2):
        assert (first.size, first.tobytes()) != (second.size, second.tobytes()), (one, two)


def test_the_same_name_in_two_spellings_looks_the_same() -> None:
    assert lettering.picture("Zoe\u0308", PLAIN).tobytes() == lettering.picture("Zoë", PLAIN).tobytes()


def test_a_missing_glyph_is_a_box_with_its_number() -> None:
    box = lettering.glyph("\U0010fffd", PLAIN)
    assert box.size == (16, 16)
    assert box.tobytes() != lettering.glyph("\U0010fffc", PLAIN).tobytes()


def test_small_lines_have_european_letters_of_their_own() -> None:
    for name in ("Łucja", "Žofie", "Ağca", "Ştefan", "Őri", "Þór", "Ēriks", "–’“”…•"):
        assert lettering.height(name, SMALL) == 12, name


@pytest.mark.parametrize("font", [TINY, TIGHT, SMALL, TIGHT_PLAIN, PLAIN, TALL, LARGE], ids=str)
def test_no_letter_is_an_empty_cell(font: object) -> None:
    """Where a size has none of its own, the letter is borrowed: a name never has a gap in it."""
    assert isinstance(font, type(PLAIN))
    for code in (*range(33, 127), *range(0xA1, 0x180)):
        if chr(code) != "\u00ad":
            assert lettering.glyph(chr(code), font).getbbox(), chr(code)


@pytest.mark.parametrize(("size", "close"), [(SMALL, TIGHT), (PLAIN, TIGHT_PLAIN)], ids=str)
def test_close_lines_keep_every_letter_apart(size: object, close: object) -> None:
    """Of all letters that the size has: shortened they end where the rows of the close one do, and none looks alike."""
    assert isinstance(size, type(PLAIN))
    assert isinstance(close, type(PLAIN))
    letters = [chr(code) for code in range(33, 0x600) if chr(code).isalnum() and size.has(chr(code))]
    assert len(letters) > 250
    shortened: dict[bytes, bytes] = {}
    for letter in letters:
        whole, short = size.own(letter), close.own(letter)
        assert whole is not None
        assert short is not None
        assert short.size == (size.width, close.height)
        assert bool(short.getbbox()) == bool(whole.getbbox()), letter
        assert shortened.setdefault(short.tobytes(), whole.tobytes()) == whole.tobytes(), letter
        ink = whole.getbbox()
        if ink and ink[3] <= close.height:  # what hangs nowhere is the same in both
            assert whole.crop((0, 0, size.width, close.height)).tobytes() == short.tobytes()


def test_right_to_left_names_are_drawn_from_the_right() -> None:
    aleph, bet = (lettering.glyph(letter, PLAIN) for letter in "אב")
    line = lettering.picture("אב", PLAIN)
    assert line.crop((0, 0, 8, 16)).tobytes() == bet.tobytes()
    assert line.crop((8, 0, 16, 16)).tobytes() == aleph.tobytes()


def test_arabic_letters_join() -> None:
    assert reading.shaped("علي") == "\ufecb\ufee0\ufef2"


@pytest.mark.parametrize(
    ("logical", "visual"),
    [
        ("אבי 12", "12 יבא"),
        ("3 אבי", "יבא 3"),
        ("Ann אב גד Bo", "Ann דג בא Bo"),
        ("(אב)", "(בא)"),
        ("Ann 3", "Ann 3"),
    ],
)
def test_mixed_directions(logical: str, visual: str) -> None:
    assert "".join(reading.visual(lettering.clusters(logical))) == visual


@given(st.text(st.characters(), max_size=60), st.integers(0, 140))
@example("", 0)
@example("\u0301\u0301\ufe0f", 5)
def test_cutting_never_exceeds_its_room(string: str, room: int) -> None:
    for font in (TINY, SMALL, PLAIN):
        short = lettering.cut(string, font, room)
        assert lettering.width(short, font) <= room
        assert lettering.picture(string, font).width == lettering.width(string, font)
        for line in lettering.wrap(string, font, max(16, room), hard=True) or []:
            assert lettering.width(line, font) <= max(16, room)


@pytest.mark.parametrize("room", [-3, 0, 5])
def test_breaking_ends_where_there_is_no_room(room: int) -> None:
    assert lettering.wrap("a b", PLAIN, room) is None
    assert lettering.wrap("ab 小", PLAIN, room, hard=True) == ["a", "b", "小"]


def test_cut_lines_stay_apart() -> None:
    assert shorten(["Alexander 1", "Alexander 2", "Bo"], 8) == ("Alexan…1", "Alexan…2", "Bo")
    assert shorten(["Alexander the Great", "Bo"], 8) == ("Alexand…", "Bo")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20), min_size=1, max_size=10))
def test_shortened_names_are_short_and_different(names: list[str]) -> None:
    short = shorten(names, 10)
    assert all(lettering.width(name, PLAIN) <= 80 for name in short)
    assert len(set(short)) == len(set(names))


def test_the_big_font_costs_nothing_until_a_name_needs_it() -> None:
    program = (
        "from companion.screens import glyphs, lettering\n"
        "lettering.picture('Zoe: Łucja, O’Neil – 2', glyphs.PLAIN); lettering.picture('Łucja – 2', glyphs.SMALL)\n"
        "assert glyphs._UNIFONT._index is None\n"
        "lettering.picture('小', glyphs.PLAIN)\n"
        "assert list(glyphs._UNIFONT._blocks) == [0x5c]\n"
    )
    subprocess.run([sys.executable, "-P", "-c", program], check=True, env={"PYTHONPATH": "."})
