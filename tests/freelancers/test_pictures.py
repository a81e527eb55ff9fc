"""A quest's pictures: what a page shows may be looked at, what lies ahead may not (hazards 30, 48)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.game import Box, Keeping, Public, Seat, Setup
from companion.games.freelancers import META, TITLE, bind
from companion.games.freelancers.charting import RADIUS, labels
from companion.games.freelancers.commands import FreelancersSetup, Ready, Sheet
from companion.games.freelancers.quest.map_sheet import ICONS, icon_file
from companion.packs import shipped
from companion.table import Envelope
from tests.freelancers.quests import says, template
from tests.web.conftest import Room

KEPT = tuple(Keeping(c.key, c.keepers[0]) for c in META.components)


def drawing(word: str, size: str = "40 30") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"><title>canary-{word}</title></svg>'.encode()


def illustrated() -> dict[str, bytes]:
    """Return the small quest with a picture on both pages, the map, every sheet and card, and two map icons."""
    files = template()
    for file, key in (
        ("pages/pages.toml", "number"),
        ("sheets/sheets.toml", "key"),
        ("cards/cards.toml", "number"),
    ):
        kind = file.partition("/")[0]
        lines = []
        for line in files[file].decode().split("\n"):
            lines.append(line)
            name, _, value = line.partition(" = ")
            value = value.partition("#")[0].strip().strip('"')
            if name == key and (kind != "pages" or lines[-2] == "[[page]]"):
                lines.append(f'art = "art/{kind}-{value}.svg"')
                files[f"art/{kind}-{value}.svg"] = drawing(f"{kind}-{value}")
        files[file] = "\n".join(lines).encode()
    files["map.toml"] = b'art = "art/map.svg"\n' + files["map.toml"]
    files |= {f"art/{name}.svg": drawing(name) for name in ("map", "icon-campsite", "icon-tavern", "unused")}
    return files


def packs() -> dict[str, bytes]:
    files = illustrated()
    boards = files.pop("boards.toml")
    return {"boards.toml": boards, **{f"quests/small/{name}": content for name, content in files.items()}}


@pytest.fixture
def inn() -> Iterator[Room]:
    """Return a room with the small quest on its shelf."""
    room = Room(None, TITLE, packs=packs())
    yield room
    room.close()


def seen(text: str) -> set[str]:
    """Return which pictures a view names."""
    return {name.removeprefix("small/art/").removesuffix(".svg") for name in text.split()}


def test_the_view_names_what_lies_on_the_table() -> None:
    game = bind(packs())
    state = game.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(quest="small", order=(1, 2, 3)), keepers=KEPT))

    def names() -> set[str]:
        assert game.view(state, Seat(2)).pictures == game.view(state, Public()).pictures
        return seen(" ".join(game.view(state, Public()).pictures))

    assert names() == {"map", "icon-campsite"}  # the map sheet lies there; no tavern is on it
    species, job = next(iter(game.printed.quests["small"].species)), next(iter(game.printed.quests["small"].jobs))
    weapon = game.printed.quests["small"].species[species].weapon
    state = game.apply(state, Seat(2), Sheet(2, species, job))
    assert names() == {"map", "icon-campsite", f"sheets-{species}", f"sheets-{job}"}
    state = game.apply(state, Box(), Ready())
    while game.view(state, Public()).page != 1:
        state = game.apply(state, Box(), game.choices(state, Box())[0].command)
    assert {"pages-1", f"cards-{weapon}"} <= names()
    assert not names() & {"pages-2", "unused", "icon-tavern"}


def test_no_canary_of_what_lies_ahead_leaves_the_pack(inn: Room) -> None:
    phones = [inn.phone(name) for name in ("Ann", "Bo", "Cy")]
    stranger = inn.phone()
    table = inn.table
    every = [name.removeprefix("quests/") for name in packs() if name.endswith(".svg")]

    def comes(phone: object) -> set[str]:
        answers = {name: phone.get(f"/picture/{name}") for name in every}  # type: ignore[attr-defined]  # a test client
        there = {name for name, answer in answers.items() if answer.status_code == 200}
        assert there == {name for name, answer in answers.items() if "canary" in answer.text}
        return seen(" ".join(there))

    assert all(comes(phone) == set() for phone in (*phones, stranger))
    assert table.do(Box(), "pick", {"game": "freelancers"}).ok
    offer = next(o for o in table.now().offers(Box()) if o.choice.id == "quest.small")
    assert table.submit(Box(), Envelope("start", offer.question, offer.choice.id)).ok
    assert all(comes(phone) == {"map", "icon-campsite"} for phone in phones)
    assert table.do(Box(), "ready").ok
    while table.now().view(Public()).page != 1:  # type: ignore[attr-defined]  # the view is this game's
        assert table.do(Box(), "next").ok
    for phone in phones:
        assert "pages-1" in comes(phone)
        assert not comes(phone) & {"pages-2", "unused", "icon-tavern", "cards-S1"}
    assert comes(stranger) == set()
    pages = "".join(phone.get(f"/seat/{n}").text for n, phone in enumerate(phones, 1)) + phones[0].get("/board").text
    assert "/picture/small/art/pages-1.svg" in pages
    assert "pages-2" not in pages


def test_every_picture_on_a_page_can_be_fetched(inn: Room) -> None:
    import re

    phones = [inn.phone(name) for name in ("Ann", "Bo", "Cy")]
    table = inn.table
    assert table.do(Box(), "pick", {"game": "freelancers"}).ok
    offer = next(o for o in table.now().offers(Box()) if o.choice.id == "quest.small")
    assert table.submit(Box(), Envelope("start", offer.question, offer.choice.id)).ok
    assert table.do(Box(), "ready").ok
    shown = set()
    for path in ("/seat/1", "/board", "/paper"):
        shown |= set(re.findall(r'(?:src|href)="(/picture/[^"]+)"', phones[0].get(path).text))
    assert len(shown) >= 8
    for address in shown:
        assert phones[1].get(address).status_code == 200, address


# --- what is wrong with pictures is found when a pack is checked


@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("pages/pages.toml", "art/pages-1.svg"),
        ("sheets/sheets.toml", "art/sheets-apologist.svg"),
        ("cards/cards.toml", "art/cards-W1.svg"),
        ("map.toml", "art/map.svg"),
    ],
)
def test_a_picture_that_is_not_there_is_named(file: str, old: str) -> None:
    files = illustrated()
    found = next((line for line in files[file].decode().split("\n") if line.startswith("art = ")), "")
    named = old if old in files[file].decode() else found.partition('"')[2].rstrip('"')
    files[file] = files[file].replace(named.encode(), b"art/elsewhere.svg")
    says(files, "no picture 'art/elsewhere.svg'", file)


def test_a_picture_that_is_none_is_named() -> None:
    files = illustrated()
    files["art/map.svg"] = b"<html><script>alert(1)</script></html>"
    says(files, "is no svg", "art/map.svg")


def test_an_icons_picture_has_the_icons_name() -> None:
    own = shipped("freelancers")
    for icon in ICONS:
        assert f"quests/the-lake-has-left/{icon_file(icon)}" in own


# --- names on the map


def test_names_on_the_shipped_map_cover_neither_each_other_nor_a_place() -> None:
    sheet = bind(shipped("freelancers")).printed.quests["the-lake-has-left"].map
    high = 64.0
    boxes = {}
    for key, label in labels(sheet, high).items():
        wide, tall = max(map(len, label.lines)) * 1.2, len(label.lines) * 2.6
        left = {"middle": label.x - wide / 2, "start": label.x, "end": label.x - wide}[label.anchor]
        boxes[key] = (left, label.y - 2, left + wide, label.y - 2 + tall)
        assert left >= 0, key
        assert left + wide <= 100, key
    keys = list(boxes)
    for n, one in enumerate(keys):
        for other in keys[n + 1 :]:
            a, b = boxes[one], boxes[other]
            wide_font = 0.5  # letters of some phones are wider by so much at each end of a name
            aside = min(a[2], b[2]) + wide_font <= max(a[0], b[0]) - wide_font
            assert aside or min(a[3], b[3]) <= max(a[1], b[1]), (one, other)
        for place in sheet.places:
            a, x, y = boxes[one], place.x, place.y * high / 100
            reach = RADIUS - 0.3
            assert not (a[0] < x + reach and x - reach < a[2] and a[1] < y + reach and y - reach < a[3]), (one, place)
