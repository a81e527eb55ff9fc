"""The map on phones and on the big screen, in a real browser: all of it is there, and a phone keeps its place on it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Box
from companion.games.rolling_freight import TITLE
from companion.playtest import answers
from companion.table import Envelope
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import Phones, eventually

pytestmark = MARKS


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a room in which three people have begun on the Southeastern map."""
    made = Room(None, TITLE)
    made.serve()
    for seat, name in enumerate(("Ann", "Bo", "Cy"), 1):
        made.table.sit(seat, name, f"{seat:064d}")
    assert made.table.do(Box(), "pick", {"game": "rolling_freight"}).ok
    offer = next(o for o in made.table.now().offers(Box()) if o.choice.id.startswith("map.southeastern"))
    asked = answers(offer.choice, Random(1))
    assert made.table.submit(Box(), Envelope("start", offer.question, offer.choice.id, asked)).ok
    yield made
    made.table.stop()


@pytest.fixture
def page(chromium: Any, room: Room) -> Iterator[Any]:
    """Return a phone that has sat down as the fourth, who looks on; nothing may go wrong in it."""
    phones = Phones(chromium, room)
    yield phones.seated("Di", 4)
    phones.close()


def measured(locator: Any) -> dict[str, float]:
    """Return where something stands, also where its part is painted anew at this moment."""
    boxes: list[dict[str, float]] = []

    def found() -> bool:
        boxes.extend(box for box in [locator.bounding_box()] if box)
        return bool(boxes)

    eventually(found)
    return boxes[0]


def test_a_phone_zooms_and_keeps_its_place_when_the_map_is_painted_anew(room: Room, page: Any) -> None:
    page.click("details[data-keep=map] > summary")
    frame = page.locator("[data-scroll=map]")
    wide = frame.evaluate("f => f.clientWidth")

    def size() -> float:
        return float(page.locator(".rf-map").evaluate("p => p.getBoundingClientRect().width"))

    assert size() > 2 * wide
    page.click("text=−")
    page.click("text=−")
    eventually(lambda: abs(size() - wide) < 4)
    page.click("text=+")
    smaller = size()
    assert wide < smaller < 2 * wide
    frame.evaluate("f => { f.scrollLeft = 90; }")
    time.sleep(0.2)
    old = page.locator(".rf-map").evaluate("p => { p.dataset.old = 'yes'; return p.dataset.old; }")
    assert old == "yes"
    seat = next(s for s in (1, 2, 3) if any("table" not in o.name for o in room.table.now().offers(Box(s))))
    for _ in range(12):  # until somebody's contract moves a crossing's sign
        offers = [o for o in room.table.now().offers(Box(seat)) if not o.choice.of_table]
        if not offers:
            seat = next(s for s in (1, 2, 3) if any(not o.choice.of_table for o in room.table.now().offers(Box(s))))
            continue
        one = offers[0]
        envelope = Envelope(f"m{room.table.now().row}", one.question, one.choice.id, answers(one.choice, Random(2)))
        assert room.table.submit(Box(seat), envelope).ok
        if page.locator(".rf-map[data-old]").count() == 0:
            break
    eventually(lambda: page.locator(".rf-map[data-old]").count() == 0)
    assert abs(size() - smaller) < 2
    assert abs(frame.evaluate("f => f.scrollLeft") - 90) < 3


@pytest.mark.parametrize(("wide", "high"), [(1920, 1080), (1280, 720), (3840, 2160)])
def test_the_big_screen_shows_all_of_the_map_beside_everybodys_lane(
    room: Room, window: Any, wide: int, high: int
) -> None:
    board = window.new_page()
    board.set_viewport_size({"width": wide, "height": high})
    board.goto(room.address + "/board")
    box = measured(board.locator(".rf-map"))
    lanes = measured(board.locator(".rf-right"))
    head = measured(board.locator("[data-part=head]"))
    name = measured(board.locator(".rf-map text", has_text="Richmond"))
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= lanes["x"]
    assert box["y"] + box["height"] <= high
    assert box["x"] + box["width"] <= head["x"]
    assert box["height"] > 0.78 * high or box["width"] > 0.6 * wide
    assert name["height"] > high / 64  # a letter as high as a finger's width on a screen of a metre
