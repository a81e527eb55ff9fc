"""Free Radicals in a real browser: nothing is cut off on a small phone, nor on a big screen of 1280 by 720."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import Box, Public, Seat
from companion.games.free_radicals import TITLE
from companion.table import Envelope
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, PHONE, Phones, eventually, hold

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = MARKS

SMALL = {"width": 320, "height": 568}
SCREENS = (LAPTOP, {"width": 1920, "height": 1080})
NAMES = ("Annabel Lee", "Bo", "Cy", "Dimitri", "Ed")

INSIDE = """() => {
  const slab = document.getElementById("slab").getBoundingClientRect();
  const lines = [...document.querySelectorAll(".slab-secret span")];
  const outside = lines.filter((line) => {
    const box = line.getBoundingClientRect();
    return box.left < slab.left || box.right > slab.right || box.top < slab.top || box.bottom > slab.bottom;
  });
  return [lines.length, outside.map((line) => line.textContent)];
}"""
"""How many lines a look shows, and those that the slab cuts off."""


HIDDEN_AND_MARKED = """() => {
  const near = document.querySelector(".near");
  return [near.scrollHeight - near.clientHeight, Number(getComputedStyle(near, "::after").opacity)];
}"""
"""How many pixels of the answers at the thumb are out of sight, and how plainly a mark says so."""


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


def laid_out(room: Room, preset: str) -> None:
    """Five sit down to the ready-made factions, the first of them without a phone of her own yet."""
    for seat, name in enumerate(NAMES, 1):
        if seat not in room.table.now().evening.seats:
            room.phone(name, seat)
    assert room.table.do(Box(), "pick", {"game": "free_radicals"}).ok
    if preset == "beside":
        assert room.table.do(Box(), "preset", {"preset": "beside"}).ok
    offer = next(o for o in room.table.now().offers(Box()) if o.choice.id == "beginners")
    assert room.table.submit(Box(), Envelope("start", offer.question, "beginners")).ok


def begun(room: Room, preset: str) -> None:
    """The first turn is Annabel's, in a game that is well under way."""
    laid_out(room, preset)
    fix(room, "first", seat=1)
    assert room.table.do(Box(), "ready").ok
    for n, building in enumerate(("farm", "casino", "castle", "spire", "church"), 1):
        fix(room, "slots", building=building, one=n, two=n % 5 + 1)
    for seat in range(1, 6):
        fix(room, "score", seat=seat, n=9 + 23 * seat)
    fix(room, "prestige", seat=4)
    fix(room, "round", n=11)


def fix(room: Room, number: str, **answers: Any) -> None:
    assert room.table.do(Box(), f"fix-{number}", answers).ok


def overflow(page: Any) -> tuple[int, int]:
    """Return by how much a page is wider and higher than its window."""
    root = "document.documentElement"
    wide, high = page.evaluate(f"[{root}.scrollWidth - innerWidth, {root}.scrollHeight - innerHeight]")
    return wide, high


@pytest.mark.parametrize("preset", ["box", "beside"])
def test_the_big_screen_shows_everything_at_once(phones: Phones, room: Room, preset: str) -> None:
    boards = [phones.page("/board", size) for size in SCREENS]
    laid_out(room, preset)
    for board in boards:
        board.wait_for_selector(".fr-board.setup")
        assert overflow(board) <= (0, 0)
    room.table.do(Box(), "ready")
    for board in boards:
        board.wait_for_selector(".fr-lanes")
        assert overflow(board) <= (0, 0)
        clocks = board.locator(".fr-lanes .clock")
        eventually(lambda clocks=clocks: all(":" in text for text in clocks.all_inner_texts()))  # type: ignore[misc]  # it is read at once
        assert clocks.count() == len(NAMES), "everybody's thinking time"
    fix(room, "round", n=12)
    for _ in NAMES:
        assert room.table.do(Seat(room.table.now().view(Public()).turn), "end").ok  # type: ignore[attr-defined]  # the view is this game's
    for _ in NAMES if preset == "beside" else ():
        assert room.table.do(Seat(room.table.now().view(Public()).asking), "left", {"n": 7}).ok  # type: ignore[attr-defined]  # the view is this game's
    for _ in NAMES:
        asking = room.table.now().view(Public()).asking  # type: ignore[attr-defined]  # the view is this game's
        if asking:
            assert room.table.do(Seat(asking), "split", {"n": 2}).ok
    for board in boards:
        board.wait_for_selector(".fr-board.end")
        assert overflow(board) <= (0, 0)


def test_in_a_second_game_the_city_is_as_large_as_in_the_first(phones: Phones, room: Room) -> None:
    board = phones.page("/board", LAPTOP)
    begun(room, "box")
    board.wait_for_selector(".fr-city")
    wide = board.locator(".fr-city").bounding_box()["width"]
    fix(room, "round", n=12)
    for _ in NAMES:
        assert room.table.do(Seat(room.table.now().view(Public()).turn), "end").ok  # type: ignore[attr-defined]  # the view is this game's
    board.wait_for_selector(".fr-board.end")
    assert board.locator(".big-side").is_visible(), "the evening's points"
    offer = next(o for o in room.table.now().offers(Box()) if o.choice.id == "again")
    assert room.table.submit(Box(), Envelope("again", offer.question, "again")).ok
    assert room.table.do(Box(), "ready").ok
    board.wait_for_selector(".fr-city")
    assert board.locator(".fr-city").bounding_box()["width"] >= wide - 30
    assert overflow(board) <= (0, 0)


def test_a_busy_city_fits_the_big_screen_too(phones: Phones, room: Room) -> None:
    board = phones.page("/board", LAPTOP)
    begun(room, "box")
    board.wait_for_selector("text=Round 11 of 12")
    assert overflow(board) <= (0, 0)
    star, clocks = board.locator(".fr-lanes .star"), board.locator(".fr-lanes .clock")
    box, lane = star.bounding_box(), clocks.nth(3).bounding_box()
    assert box is not None
    assert lane is not None
    assert box["x"] + box["width"] <= lane["x"] + lane["width"] / 3, "the token stands beside the time"


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_all_of_a_turn_fits_a_phone(phones: Phones, room: Room, size: dict[str, int]) -> None:
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(size)
    begun(room, "box")
    ann.wait_for_selector("button:has-text('Prestige token')")
    assert overflow(ann)[0] <= 0
    for name in ("Awaken", "Knowledge"):
        word = ann.locator(f"button:has-text('{name}') span").first
        assert word.evaluate("e => e.getClientRects().length === 1 && e.offsetHeight < 30"), f"{name} is broken"
    for fold in ("The city", "Knowledge", "Display", "Everyone", "Score sheet"):
        ann.locator(f"summary:has-text('{fold}')").first.click()
        assert overflow(ann)[0] <= 0, fold
    for act, picks in (("gain", ("data",)), ("pay", ("data",)), ("visit", ()), ("knowledge", ())):
        fix(room, "item", seat=1, what="credit", n=3)
        assert room.table.do(Seat(1), "act", {"act": act}).ok, act
        for pick in picks:
            assert room.table.do(Seat(1), "pick", {"what": pick}).ok
        ann.wait_for_selector("button:has-text('Back')")
        assert overflow(ann)[0] <= 0, act
        while room.table.do(Seat(1), "back").ok:
            pass


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("cards", [2, 3, 14])
def test_a_whole_hand_is_seen_while_it_is_held(phones: Phones, room: Room, size: dict[str, int], cards: int) -> None:
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(size)
    begun(room, "box")
    for _ in range(cards - 1):
        assert room.table.do(Seat(1), "act", {"act": "gain"}).ok
        assert room.table.do(Seat(1), "pick", {"what": "random"}).ok
    ann.wait_for_selector(".fr-own")
    eventually(lambda: ann.locator(".fr-own .data + b").inner_text() == str(cards))
    ann.evaluate("document.getElementById('slab').scrollIntoView()")
    hold(ann)
    ann.wait_for_selector(f".slab-secret >> text={cards} Data cards")
    lines, outside = ann.evaluate(INSIDE)  # at once: a look ends after five seconds
    assert lines == 2 * cards
    assert outside == []
    ann.mouse.up()
    eventually(lambda: ann.locator(".slab-secret span").count() == 0)


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 667}])
def test_every_answer_at_the_thumb_is_in_sight_or_pointed_at(phones: Phones, room: Room, size: dict[str, int]) -> None:
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(size)
    begun(room, "box")
    for what in ("hydrogen", "carbon", "titanium", "credit"):
        fix(room, "item", seat=1, what=what, n=3)
    for act, picks in (("knowledge", ()), ("gain", ("data",)), ("visit", ()), ("visit", ("spire",))):
        assert room.table.do(Seat(1), "act", {"act": act}).ok
        for pick in picks:
            assert room.table.do(Seat(1), "pick", {"what": pick}).ok
        back = ann.locator(".near .dock button:has-text('Back')")
        back.wait_for()
        ann.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        few = picks == ("spire",) or (act, size) == ("knowledge", PHONE)  # these, and the way back, are all in sight

        def told(few: bool = few) -> bool:
            hidden, marked = ann.evaluate(HIDDEN_AND_MARKED)
            return (marked > 0.9) is (hidden > 0) and not (few and hidden)

        eventually(told)
        while room.table.do(Seat(1), "back").ok:
            pass


def test_names_are_whole_beside_token_and_points(phones: Phones, room: Room) -> None:
    ann = phones.seated("Alexandra", 1)
    for seat, name in enumerate(("Mehmet", "Maximilian"), 2):
        room.phone(name, seat)
    ann.set_viewport_size(PHONE)
    begun(room, "box")
    fix(room, "prestige", seat=1)
    ann.wait_for_selector(".fr-people .fr-star")
    for name in ("Alexandra", "Mehmet"):
        who = ann.locator(f".fr-people .fr-who:has-text('{name}')")
        assert who.evaluate("e => e.scrollWidth <= e.clientWidth"), f"{name} is cut"
    ann.locator("summary:has-text('Knowledge')").first.click()
    for name in ("Mehmet", "Alexa…"):
        track = ann.locator(f".fr-tracks .who:text-is('{name}')")
        assert track.evaluate(
            "e => e.getBoundingClientRect().right <= e.closest('g').querySelector('.step').getBoundingClientRect().left"
        ), f"{name} runs under the track"


def test_factions_are_picked_for_seats_by_name_with_their_colours(phones: Phones, room: Room) -> None:
    bo = phones.seated("Bo", 2)
    for seat, name in ((5, "Ed"), (7, "Gus")):
        room.phone(name, seat)
    assert room.table.do(Box(), "pick", {"game": "free_radicals"}).ok
    bo.locator("summary:has-text('Choose factions')").click()
    picks = bo.locator("details[open] .pick")
    eventually(lambda: picks.count() == 3)
    assert [pick.locator(".no").inner_text() for pick in picks.all()] == ["2", "5", "7"]
    first = picks.first.locator("select")
    assert "Bo" in first.get_attribute("aria-label")
    texts = first.locator("option").all_inner_texts()
    assert texts[0] == "Bo"
    assert {"Executives · Red", "Couriers · Blue"} <= set(texts)


def test_the_clock_above_is_that_of_the_turn_or_else_ones_own(phones: Phones, room: Room) -> None:
    """Where no turn's time runs, a phone shows its own, and the big screen none: whose it is nobody could tell."""
    ann, bo = (phones.seated(name, seat) for seat, name in enumerate(NAMES[:2], 1))
    board = phones.page("/board", LAPTOP)
    begun(room, "beside")
    above = "[data-part=bar] .clock, .big-head .clock"
    turn = room.table.now().view(Public()).turn  # type: ignore[attr-defined]  # the view is this game's
    for page in (ann, bo, board):
        page.wait_for_selector(f":is({above})[data-clock='seat.{turn}']:not(.resting)")
    assert room.table.do(Box(), "pause", {"on": True}).ok
    for seat, page in ((1, ann), (2, bo)):
        page.wait_for_selector(f":is({above})[data-clock='seat.{seat}'].resting")
    board.wait_for_selector(above, state="detached")
    assert board.locator(".fr-lanes .clock").first.is_visible()
    assert room.table.do(Box(), "pause", {"on": False}).ok
    board.wait_for_selector(above)
    fix(room, "round", n=12)
    for _ in NAMES:
        assert room.table.do(Seat(room.table.now().view(Public()).turn), "end").ok  # type: ignore[attr-defined]  # the view is this game's
    for seat, page in ((1, ann), (2, bo)):
        page.wait_for_selector(f":is({above})[data-clock='seat.{seat}'].resting")
    board.wait_for_selector(above, state="detached")


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("cards", [2, 5, 9])
def test_a_whole_hand_is_seen_from_among_the_answers(
    phones: Phones, room: Room, size: dict[str, int], cards: int
) -> None:
    """The slab is small beside the cards to play, and grows while it is held."""
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(size)
    begun(room, "box")
    for what in ("hydrogen", "carbon", "titanium", "credit"):
        fix(room, "item", seat=1, what=what, n=9)
    for _ in range(cards - 1):
        assert room.table.do(Seat(1), "act", {"act": "gain"}).ok
        assert room.table.do(Seat(1), "pick", {"what": "random"}).ok
    assert room.table.do(Seat(1), "act", {"act": "awaken"}).ok
    ann.wait_for_selector("button:has-text('Back')")
    eventually(lambda: ann.locator(".fr-own .data + b").inner_text() == str(cards))
    if ann.locator(".near .dock").count():
        assert ann.locator("#slab").bounding_box()["height"] < 80
    ann.evaluate("document.getElementById('slab').scrollIntoView({block: 'center'})")
    hold(ann)
    ann.wait_for_selector(".slab-secret span")
    lines, outside = ann.evaluate(INSIDE)
    assert lines == 2 * cards
    assert outside == []
    ann.mouse.up()
    eventually(lambda: ann.locator(".slab-secret span").count() == 0)


@pytest.mark.parametrize("preset", ["box", "beside"])
def test_acts_begin_on_the_first_screen_and_what_is_looked_up_stands_below(
    phones: Phones, room: Room, preset: str
) -> None:
    ann = phones.seated(NAMES[0], 1)
    begun(room, preset)
    act = ann.locator(".near button:has-text('Awaken')").first
    act.wait_for()
    ann.evaluate("scrollTo(0, 0)")
    box, folds = act.bounding_box(), ann.locator(".fr-folds").bounding_box()
    last = ann.locator(".near .question").last.bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    assert folds["y"] >= last["y"] + last["height"]
    assert ann.locator(".foot").bounding_box()["y"] >= folds["y"] + folds["height"]
