"""The drawn map: nothing covers anything, all can be told without colours, and it prints over several sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion import packs
from companion.commands import Stop
from companion.commands import drawing as commands
from companion.game import Drawing, plain
from companion.games.rolling_freight import TITLE
from companion.games.rolling_freight.chart import MapView, blank
from companion.games.rolling_freight.engraving import RADIUS, Label, width, written_in
from companion.packs.drawings import HOME, environment, poster, spread, svg
from companion.words import of_the_house
from tests.browser import in_a_browser
from tests.rolling_freight.boards import printed

MAPS = ("western", "southeastern")
SHEET = "games/rolling_freight/templates/map_sheet.html"


def drawn(key: str) -> MapView:
    return blank(printed(key))


def drawing(key: str) -> Drawing:
    atlas = printed(key)
    return Drawing(key, plain(atlas.name), SHEET, blank(atlas), atlas.width, atlas.height)


@pytest.mark.parametrize("key", MAPS)
def test_cities_and_squares_keep_clear_of_each_other(key: str) -> None:
    view = drawn(key)
    circles = [(c.x, c.y, city.key) for city in view.cities for c in city.circles]
    squares = [(x, y, link.contract) for link in view.links for x, y, _ in link.squares]
    for a, b in combinations(circles, 2):
        assert a[2] == b[2] or math.dist(a[:2], b[:2]) > 2 * RADIUS + 6, (a, b)
    for a, b in combinations(squares, 2):
        assert a[2] == b[2] or math.dist(a[:2], b[:2]) > 13, (a, b)
    for square in squares:
        assert all(math.dist(square[:2], circle[:2]) > RADIUS + 6 for circle in circles), square


@pytest.mark.parametrize("key", MAPS)
def test_every_link_shows_as_many_squares_as_it_is_long(key: str) -> None:
    view = drawn(key)
    assert all(len(link.squares) == link.length for link in view.links)
    assert all(link.long >= 8 for link in view.links)  # a cube can still be told from the square it stands on


@pytest.mark.parametrize("key", MAPS)
def test_names_stand_inside_the_sheet_and_on_no_circle_or_other_name(key: str) -> None:
    view = drawn(key)
    boxes = [(written_in(Label(c.x, c.y, c.anchor), width(c.name)), c.name) for c in view.cities]
    circles = [(c.x, c.y) for city in view.cities for c in city.circles]
    for (left, top, right, bottom), name in boxes:
        assert left >= 0, name
        assert right <= view.scene.width, name
        assert top >= 0, name
        assert bottom <= view.scene.height, name
        for x, y in circles:
            assert math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) > RADIUS * 0.7, name
    for (a, one), (b, two) in combinations(boxes, 2):
        assert min(a[2], b[2]) - max(a[0], b[0]) < 3 or min(a[3], b[3]) - max(a[1], b[1]) < 3, (one, two)


@pytest.mark.parametrize("key", MAPS)
def test_a_contracts_number_stands_on_no_name_no_circle_and_no_other_number(key: str) -> None:
    view = drawn(key)
    names = [(written_in(Label(c.x, c.y, c.anchor), width(c.name)), c.name) for c in view.cities]
    numbers = [((link.x - 13, link.y - 7, link.x + 13, link.y + 7), link.contract) for link in view.links]
    circles = [((c.x - 12, c.y - 12, c.x + 12, c.y + 12), city.key) for city in view.cities for c in city.circles]
    for n, (a, one) in enumerate(numbers):
        for b, two in (*names, *circles, *numbers[n + 1 :]):
            assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1]), (one, two)


@pytest.mark.parametrize("key", MAPS)
def test_the_drawing_is_sound_xml_that_needs_nothing_from_outside(key: str) -> None:
    text = svg(drawing(key), of_the_house("rolling_freight"))
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "href" not in text
    assert " style=" not in text  # pages forbid it
    for city in printed(key).cities:
        assert f">{city.name}<" in text
    for link in printed(key).links:
        assert f">{link.contract}<" in text
    assert "rolling_freight." not in text  # every word is there


def colours(name: str) -> Mapping[str, str]:
    """Return a table of colours as the templates have it."""
    env = environment(of_the_house("rolling_freight"))
    module: Any = env.get_template("games/rolling_freight/templates/map_marks.html").module
    found: Mapping[str, str] = getattr(module, name)
    return found


def contrast(one: str, two: str) -> float:
    """Return the contrast of two colours by WCAG 2: 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_letters_and_numbers_stand_out_from_what_they_are_written_on() -> None:
    cargo, on, sticks, stripe = (colours(name) for name in ("cargo", "on", "sticks", "stripe"))
    for colour in ("blue", "gray", "red", "yellow"):
        assert contrast(cargo[colour], on[colour]) >= 4.5, colour
    for colour, stick in sticks.items():
        assert contrast(stick, stripe[colour]) >= 4.0, colour  # the numbers are large and bold: 3 would do
    assert contrast("#26221c", "#efe5cd") >= 7
    assert contrast("#3f6574", "#a9c6d2") >= 3


def test_whoever_sees_no_colours_tells_players_cargo_and_contracts_by_marks() -> None:
    letter, dashes = colours("letter"), colours("dashes")
    assert len(set(letter.values())) == len(letter) == 4
    assert len(set(dashes.values())) == len(dashes) == 5
    marks = (HOME / "games/rolling_freight/templates/map_marks.html").read_text()
    shapes = re.findall(r'colour == "(\w+)" %}<(\w+ \S+)', marks)
    assert len({shape for _, shape in shapes}) == len(shapes) == 4


def test_a_poster_is_as_large_as_its_sheets_allow() -> None:
    found = spread(1269, 1000, 8)
    assert (found.columns, found.rows, len(found.parts)) == (4, 2, 8)
    assert found.scale * 1000 == pytest.approx(2 * (297 - 24), rel=0.001)
    assert spread(1000, 1000, 1).parts[0].row == 1
    with pytest.raises(ValueError, match="at least one"):
        spread(1, 1, 0)


@pytest.mark.parametrize("sheets", [1, 2, 4, 6, 9, 12])
def test_the_sheets_of_a_poster_join_without_a_gap_and_hold_all_of_it(sheets: int) -> None:
    found = spread(1187, 1000, sheets)
    across, down = (found.wide - 24) / found.scale, (found.high - 24) / found.scale
    lefts, tops = sorted({p.left for p in found.parts}), sorted({p.top for p in found.parts})
    assert len(lefts) * len(tops) == len(found.parts) <= sheets
    assert all(b - a == pytest.approx(across, abs=0.02) for a, b in pairwise(lefts))
    assert all(b - a == pytest.approx(down, abs=0.02) for a, b in pairwise(tops))
    assert lefts[0] <= 0.01
    assert tops[0] <= 0.01
    assert lefts[-1] + across >= 1186.9
    assert tops[-1] + down >= 999.9


@in_a_browser
def test_the_poster_prints_on_as_many_sheets_of_a4(tmp_path: Path, window: Any) -> None:
    page_file = tmp_path / "poster.html"
    page_file.write_text(poster(drawing("southeastern"), of_the_house("rolling_freight"), 8), encoding="utf-8")
    page = window.new_page()
    page.goto(page_file.as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    assert re.findall(rb"/Count (\d+)", pdf) == [b"8"]
    sizes = {tuple(round(float(n)) for n in box.split()) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)}
    assert sizes == {(0, 0, 595, 842)}


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "TITLES", (TITLE,))


@pytest.mark.usefixtures("shelf")
def test_a_map_is_drawn_into_a_file(tmp_path: Path) -> None:
    owned = tmp_path / "packs" / "rolling_freight"
    owned.mkdir(parents=True)
    mine = owned / "mine.toml"
    mine.write_bytes(packs.shipped("rolling_freight")["western.toml"].replace(b'"Western"', b'"My own West"'))
    out = tmp_path / "mine.svg"
    assert commands.graph(mine, None, None, out) == 0
    assert "My own West" in out.read_text()
    assert commands.poster(mine, None, None, tmp_path / "mine.html", 4) == 0
    assert (tmp_path / "mine.html").read_text().count('class="sheet"') == 4


@pytest.mark.usefixtures("shelf")
def test_where_several_maps_could_be_meant_one_has_to_be_named(tmp_path: Path) -> None:
    whole = HOME / "games" / "rolling_freight" / "data"
    with pytest.raises(Stop, match="--only"):
        commands.graph(whole, None, None, None)
    assert commands.graph(whole, None, "western", tmp_path / "w.svg") == 0
    with pytest.raises(Stop, match="there are southeastern, western"):
        commands.graph(whole, None, "eastern", None)


@pytest.mark.usefixtures("shelf")
def test_a_map_with_a_fault_is_not_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "rolling_freight"
    folder.mkdir()
    (folder / "mine.toml").write_text("[cities]\nreno = 1\n")
    with pytest.raises(Stop, match="pack check"):
        commands.graph(folder / "mine.toml", None, None, None)
    with pytest.raises(Stop, match="nothing here"):
        commands.graph(folder / "other.toml", None, None, None)
