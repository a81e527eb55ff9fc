"""Reading a map's file: what somebody can mistype is named with its place and a hint."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import packs
from companion.game import PackError
from companion.games.rolling_freight import TITLE
from companion.games.rolling_freight.atlas import Atlas, Circle, is_map, read_map
from companion.games.rolling_freight.projection import Conic, Flat

SMALL = """
[map]
name = "Small"
players = [2, 4]
coordinates = "picture"
window = [0, 0, 400, 300]

[contracts]
blue = { A = "1-2", B = "9" }
slash = { C = "13" }

[cities]
reno = { name = "Reno", at = [100, 100], circles = ["red/blue", "black/white B"] }
elko = { name = "Elko", at = [300, 100], circles = ["blue/black"] }
ely = { name = "Ely", at = [200, 200], circles = ["gray/gray"] }

[links]
B1 = ["reno", "elko", 3]
B2 = ["reno", "elko", 4]
B9 = ["elko", "ely", 2]
S13 = ["ely", "reno", 5]

[via]
S13 = [[120, 220]]
"""

TABLES = (
    b"[cargo]\nblue = 23\ngray = 23\nred = 12\nyellow = 7\n"  # as in the shipped file
    b"[markers]\nB = 10\nC = 10\nsaturation = 62\n"
)


def read(text: str, **more: bytes) -> Atlas:
    return read_map("small.toml", {"small.toml": text.encode(), "tables.toml": TABLES, **more})


def test_a_map_is_read_as_it_is_typed() -> None:
    small = read(SMALL)
    assert (small.key, small.name, small.least, small.most) == ("small", "Small", 2, 4)
    assert [city.key for city in small.cities] == ["reno", "elko", "ely"]
    assert small.circles[:2] == (Circle("reno", "red", "blue"), Circle("reno", "", "any", "B"))
    assert small.circles[2] == Circle("elko", "blue", "")
    assert [(link.contract, link.a, link.b, link.length) for link in small.links] == [
        ("B1", "reno", "elko", 3),
        ("B2", "reno", "elko", 4),
        ("B9", "elko", "ely", 2),
        ("S13", "ely", "reno", 5),
    ]
    assert small.link("B9").beyond("ely") == "elko"
    assert len(small.link("S13").via) == 1


def test_a_picture_is_fitted_into_the_sheet() -> None:
    small = read(SMALL)
    assert (small.width, small.height) == (1333, 1000)
    assert (small.city("reno").x, small.city("reno").y) == pytest.approx((333.3, 333.3), abs=0.1)


def test_a_city_is_moved_on_the_drawing_only() -> None:
    moved = read(SMALL.replace("at = [100, 100]", "at = [100, 100], shift = [-20, 5]"))
    assert (moved.city("reno").x, moved.city("reno").y) == pytest.approx((313.3, 338.3), abs=0.1)


def test_without_a_window_the_sheet_shows_all_cities_and_a_margin() -> None:
    small = read(SMALL.replace("window = [0, 0, 400, 300]\n", ""))
    assert all(0 < city.x < small.width and 0 < city.y < small.height for city in small.cities)


@pytest.mark.parametrize(
    ("change", "place", "hint"),
    [
        (("[2, 4]", "[4, 2]"), "map.players", "2 to 5"),
        (("[2, 4]", "[1, 4]"), "map.players", "2 to 5"),
        (('"Small"', '" "'), "map.name", "1 to 30"),
        (("[0, 0, 400, 300]", "[400, 0, 0, 300]"), "map.window", "left, top, right, bottom"),
        (("reno = {", "Reno = {"), "cities.Reno", "small letters"),
        (('name = "Elko"', 'name = "reno"'), "cities.elko.name", "reno has this name too"),
        (("at = [300, 100]", "at = [100, 100]"), "cities.elko.at", "same place"),
        (("at = [300, 100]", "at = [500, 100]"), "cities.elko.at", "outside"),
        (('["gray/gray"]', "[]"), "cities.ely.circles", "one to four"),
        (('"gray/gray"', '"gray-gray"'), "cities.ely.circles[0]", "outer/inner"),
        (('"gray/gray"', '"grey/gray"'), "cities.ely.circles[0]", "outer is blue"),
        (('"gray/gray"', '"white/gray"'), "cities.ely.circles[0]", "outer is blue"),
        (('"gray/gray"', '"gray/gray A"'), "cities.ely.circles[0]", "phase marker"),
        (('"1-2"', '"1-3"'), "contracts.blue.A", "B3 is in the table, but no link bears"),
        (('"1-2"', '"1-9"'), "contracts.blue.A", "there is no blue 9 in phase A"),
        (('C = "13"', 'C = "19"'), "contracts.slash.C", "13-18 C"),
        (('"1-2"', '"2-1"'), "contracts.blue.A", "lower number comes first"),
        (('"1-2"', '"one"'), "contracts.blue.A", "9-12"),
        (("blue = {", "pink = {"), "contracts.pink", "one of blue"),
        (("B9 = [", "B10 = ["), "links.B10", "not in the table"),
        (("B9 = [", "9B = ["), "links.9B", "its number: R5"),
        (('["elko", "ely", 2]', '["elco", "ely", 2]'), "links.B9", "is it 'elko'?"),
        (('["elko", "ely", 2]', '["ely", "ely", 2]'), "links.B9", "two different cities"),
        (('["elko", "ely", 2]', '["elko", "ely", 0]'), "links.B9", "1 to 9 squares"),
        (('["elko", "ely", 2]', '["elko", "ely", 12]'), "links.B9", "not 12"),
        (("[via]\nS13", "[via]\nS14"), "via.S14", "no such link"),
        (('["ely", "reno", 5]', '["elko", "reno", 5]'), "", ""),
        (("[via]", '[scenery]\nrivers = ["1 2, x 3"]\n[via]'), "scenery.rivers[0]", "x y, x y"),
    ],
)
def test_what_cannot_be_is_named_with_its_place(change: tuple[str, str], place: str, hint: str) -> None:
    assert change[0] in SMALL
    text = SMALL.replace(*change)
    if not place:
        assert len(read(text).links) == 4  # still in one piece
        return
    with pytest.raises(PackError) as found:
        read(text)
    every = (found.value, *found.value.others)
    assert any(fault.place == place and hint in fault.hint for fault in every), [str(fault) for fault in every]
    assert all(fault.file == "small.toml" for fault in every)


def test_all_faults_are_named_at_once() -> None:
    text = (
        SMALL.replace('"gray/gray"', '"x"').replace('["elko", "ely", 2]', '["elko", "ely", 99]').replace("2, 4", "4, 2")
    )
    with pytest.raises(PackError) as found:
        read(text)
    places = [fault.place for fault in (found.value, *found.value.others)]
    assert places == ["map.players", "cities.ely.circles[0]", "links.B9"]


def test_a_city_without_a_link_dangles() -> None:
    text = SMALL.replace("[links]", 'mina = { name = "Mina", at = [50, 250], circles = ["red/red"] }\n[links]')
    with pytest.raises(PackError, match="mina: no link leads here"):
        read(text)


def test_a_part_that_cannot_be_reached_is_named() -> None:
    text = SMALL.replace(
        "[links]",
        'mina = { name = "Mina", at = [50, 250], circles = ["red/red"] }\n'
        'tonopah = { name = "Tonopah", at = [60, 280], circles = ["red/red"] }\n[links]\nB10 = ["mina", "tonopah", 2]',
    ).replace('B = "9"', 'B = "9-10"')
    with pytest.raises(PackError) as found:
        read(text)
    assert {fault.place for fault in (found.value, *found.value.others)} == {"cities.mina", "cities.tonopah"}


@pytest.mark.parametrize(
    ("circle", "count", "hint"),
    [
        ("black/white B", 11, "marked B; the game has 10"),
        ("black/white C", 11, "marked C; the game has 10"),
        ("red/black", 63, "62 saturation markers"),
        ("black/yellow", 8, "begin with yellow cargo; there are 7"),
        ("black/white", 66, "65 cargo markers"),
    ],
)
def test_more_circles_than_there_are_markers_for_are_refused(circle: str, count: int, hint: str) -> None:
    with pytest.raises(PackError) as found:
        read(fan(circle, count))
    assert any(hint in fault.hint for fault in (found.value, *found.value.others)), str(found.value)


def fan(circle: str, count: int) -> str:
    """Return a map whose cities hold ``count`` circles of one kind, four to a city, on one line."""
    cities = [min(4, count - at) for at in range(0, count, 4)]
    rows = "".join(
        f'c{n} = {{ name = "C{n}", at = [{10 + n}, {10 + n}], circles = [{", ".join([repr(circle)] * many)}] }}\n'
        for n, many in enumerate(cities)
    )
    links = "".join(f'B{n} = ["c{n - 1}", "c{n}", 2]\n' for n in range(1, len(cities)))
    phases = {"A": (1, 8), "B": (9, 16), "C": (17, 24)}
    deck = ", ".join(
        f'{phase} = "{low}-{min(high, len(cities) - 1)}"' for phase, (low, high) in phases.items() if low < len(cities)
    )
    return (
        '[map]\nname = "Fan"\nplayers = [2, 5]\ncoordinates = "picture"\n'
        f"[contracts]\nblue = {{ {deck} }}\n[cities]\n{rows}[links]\n{links}"
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("B2 =", "B1 ="),
        lambda text: text + "\nunknown = 1",
        lambda text: text.replace("players = [2, 4]", "players = 4"),
        lambda text: text.replace("[100, 100]", '"here"'),
        lambda text: text.replace("[links]", "[[links]]"),
    ],
)
def test_a_file_that_has_not_the_form_of_a_map_is_refused_by_name(spoil: Callable[[str], str]) -> None:
    with pytest.raises(PackError) as found:
        read(spoil(SMALL))
    assert found.value.file == "small.toml"
    assert found.value.place
    assert found.value.hint


def test_a_map_is_told_from_other_files() -> None:
    assert is_map(SMALL.encode())
    assert not is_map(TABLES)
    assert not is_map(b"\xff\xfe")
    assert not is_map(b"cities = ")


def test_degrees_are_put_down_with_north_up_and_without_bending_distances() -> None:
    sheet = Conic.of((-125.9, 31.5, -103.6, 46.5))
    west, east = sheet.place(-122.68, 45.52), sheet.place(-104.99, 39.74)
    assert west[0] < east[0]
    assert west[1] < east[1]
    # Portland to San Diego and Denver to San Diego: kilometres by the great circle.
    south = sheet.place(-117.16, 32.72)
    ratio = math.dist(west, south) / math.dist(east, south)
    assert ratio == pytest.approx(1497 / 1341, rel=0.02)


def test_a_picture_keeps_its_shape() -> None:
    flat = Flat.of((0, 0, 400, 300))
    assert flat.place(400, 300) == (1333.3, 1000.0)


def test_the_check_of_a_pack_names_every_fault(tmp_path: Path) -> None:
    folder = tmp_path / "rolling_freight"
    folder.mkdir()
    (folder / "mine.toml").write_text(SMALL.replace('"gray/gray"', '"x"').replace("2, 4", "4, 2"))
    found = packs.check(folder / "mine.toml", [TITLE])
    assert [(fault.file, fault.place) for fault in found] == [
        ("mine.toml", "map.players"),
        ("mine.toml", "cities.ely.circles[0]"),
    ]
