"""Freelancers in a real browser, in every phase: legible from across the room, easy to hit, nothing cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.evening import Points
from companion.game import Actor, Box, Public, Seat
from companion.games.freelancers import TITLE
from companion.games.freelancers.state import Titled
from companion.playtest import answers
from companion.published import Published
from companion.table import Envelope
from companion.words import of_the_house
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, PHONE, Phones, awake, eventually, hide
from tests.web.test_browser import CONTRAST

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = MARKS

SMALL = {"width": 320, "height": 568}
TELLY = {"width": 1920, "height": 1080}
NAMES = ("Annemarie Louise", "Bo", "Cy", "Dimitri", "Ed", "Flo", "Gustav")
PHASES = ("setup", "story", "plan", "act", "check", "choose", "end", "travel", "over")
ONWARD = ("next", "place", "pass", "resolve", "accept", "pick", "ready", "sheet", "vote", "end", "total")
"""What a party does that plays on: it neither corrects nor looks anything up."""

TINY = """(least) => [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest("svg"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < least).map((e) => e.outerHTML)"""
"""Text in letters of fewer pixels."""
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, summary, input:not([type=hidden]):not(.place)")]
  .filter((e) => e.checkVisibility() && !e.closest("label"))
  .map((e) => [e.getBoundingClientRect().height, e.outerHTML]).filter(([h]) => h < 60)"""
CUT = """() => [...document.querySelectorAll(".fl-board *")].filter((e) => e.checkVisibility())
  .filter((e) => { const r = e.getBoundingClientRect();
    return r.width && (r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.left < -1 || r.top < -1); })
  .filter((e) => !e.closest("svg") || e.tagName === "svg").map((e) => e.outerHTML.slice(0, 120))"""
"""What of the big screen is out of sight."""
HIDDEN = """() => [...document.querySelectorAll(".fl-board *")].filter((e) => e.checkVisibility() && !e.closest("svg"))
  .filter((e) => e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY !== "visible")
  .map((e) => e.outerHTML.slice(0, 120))"""
"""What has more in it than it shows."""

BESIDE_ITS_COLUMN = """() => [".fl-main", ".fl-side"].flatMap((column) => {
  const of = document.querySelector(column);
  const edge = of.getBoundingClientRect().right + 1;
  return [...of.querySelectorAll("*")].filter((e) => e.checkVisibility() && !e.closest("svg svg, svg > *"))
    .filter((e) => e.getBoundingClientRect().right > edge).map((e) => e.outerHTML.slice(0, 120));
})"""
"""What sticks out of its column, where the next one covers it."""


def after_an_earlier_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every moment of the table be one of an evening on which something has been won before."""
    made = Published.__init__

    def moment(self: Published, **given: Any) -> None:
        scores = tuple(Points(seat, 11 * seat) for seat in range(1, len(NAMES) + 1))
        made(self, **given | {"evening": replace(given["evening"], scores=scores, played=1)})

    monkeypatch.setattr(Published, "__init__", moment)


class Tour:
    """A party that plays a quest at a real table, without thinking, and stops in each phase."""

    def __init__(self, room: Room, players: int, seed: int) -> None:
        self.table, self.rng, self.count = room.table, Random(seed), 0
        for seat, name in enumerate(NAMES[:players], 1):
            if seat not in room.table.now().evening.seats:
                assert room.table.sit(seat, name, "").ok
        self.actors: list[Actor] = [*map(Seat, range(1, players + 1)), Box()]
        assert self.table.do(Box(), "pick", {"game": "freelancers"}).ok
        offer = next(o for o in self.table.now().offers(Box()) if o.choice.id.startswith("quest."))
        assert self.table.submit(Box(), Envelope("start", offer.question, offer.choice.id)).ok

    @property
    def view(self) -> Any:
        return self.table.now().view(Public())

    def step(self) -> None:
        """Let somebody do something."""
        self.rng.shuffle(self.actors)
        for actor in self.actors:
            offers = [o for o in self.table.now().offers(actor) if o.choice.id.partition(".")[0] in ONWARD]
            if offers:
                offer = self.rng.choice(offers)
                self.count += 1
                given = answers(offer.choice, self.rng)
                self.table.submit(actor, Envelope(f"tour-{self.count}", offer.question, offer.choice.id, given))
                return
        pytest.fail(f"nobody has anything to do in {self.view.phase}")

    def stops(self, turn: int = 0) -> Iterator[str]:
        """Play on, and stop in each phase: planning, acting and checks when it is the turn of seat ``turn`` (0: any).

        A second time comes late in the quest, when sheets and boards have filled.
        """
        left = set(PHASES)
        again = False
        while left and self.count < 4000:
            view = self.view
            if view.phase in left and view.turn in (0, turn or view.turn):
                left.discard(view.phase)
                yield view.phase
            if not left - {"setup", "over"} and not again and view.phase == "plan":
                left, again = left | {"plan", "act", "check", "travel"}, True
            if view.phase == "over":
                return
            self.step()


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


def looked_at(stops: Iterator[str], *pages: Any) -> Iterator[str]:
    """Give the stops of a tour; between them the pages sleep, and at each they catch up with all that was played.

    They would else paint every one of a thousand commands.
    """
    for page in pages:
        hide(page, True)
    for phase in stops:
        for page in pages:
            hide(page, False)
        yield phase
        for page in pages:
            hide(page, True)


def overflow(page: Any) -> tuple[int, int]:
    """Return by how much a page is wider and higher than its window."""
    root = "document.documentElement"
    wide, high = page.evaluate(f"[{root}.scrollWidth - innerWidth, {root}.scrollHeight - innerHeight]")
    return wide, high


def caught_up(page: Any, room: Room) -> None:
    """Wait until a page shows the table as it is, with its pictures."""
    awake(page)
    sheets = "[document.styleSheets.length, document.querySelectorAll('link[rel=stylesheet]').length]"
    eventually(lambda: len(set(page.evaluate(sheets))) == 1)  # those of the game come with it
    words = of_the_house("freelancers").naming(dict(enumerate(NAMES, 1)))
    now = room.table.now()
    board = "board" in page.evaluate("document.body.className")
    seat = Public() if board else Seat(1)
    eventually(lambda: page.inner_text("main h1") == words(now.view(seat).prompt))
    eventually(lambda: page.evaluate("[...document.images].every((i) => i.complete || i.loading === 'lazy')"))
    broken = "[...document.images].filter((i) => i.complete && i.loading !== 'lazy' && !i.naturalWidth).length"
    assert page.evaluate(broken) == 0


@pytest.mark.parametrize(("players", "earlier"), [(3, False), (7, True)], ids=["3", "7-after-an-earlier-game"])
def test_the_big_screen_shows_everything_at_once(
    phones: Phones, room: Room, players: int, earlier: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if earlier:
        after_an_earlier_game(monkeypatch)
    boards = [phones.page("/board", size) for size in (LAPTOP, TELLY)]
    seen = set()
    for phase in looked_at(Tour(room, players, seed=3).stops(), *boards):
        seen.add(phase)
        for page, size in zip(boards, (LAPTOP, TELLY), strict=True):
            caught_up(page, room)
            where = f"{phase}, {size['width']} wide"
            assert overflow(page) <= (0, 0), where
            assert page.evaluate(CUT) == [], where
            assert page.evaluate(HIDDEN) == [], where
            assert page.evaluate(BESIDE_ITS_COLUMN) == [], where
            assert page.evaluate(CONTRAST) == [], where
            # From two metres: at 1280 by 720 on a metre of screen, letters of 16 pixels are 12 mm.
            assert page.evaluate(TINY, 0.022 * size["height"]) == [], where
    assert room.table.now().evening.played == earlier
    assert seen >= {"setup", "story", "plan", "act", "check", "end", "travel", "over"}


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_a_phone_has_what_one_may_do_on_top_and_the_sheet_below(
    phones: Phones, room: Room, size: dict[str, int]
) -> None:
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(size)
    seen = set()
    for phase in looked_at(Tour(room, 4, seed=11).stops(turn=1), ann):
        seen.add(phase)
        caught_up(ann, room)
        for fold in (False, True):
            ann.evaluate(f"document.querySelectorAll('details').forEach((d) => (d.open = {str(fold).lower()}))")
            where = f"{phase}, {size['width']} wide, {'open' if fold else 'folded'}"
            assert overflow(ann)[0] <= 0, where
            assert ann.evaluate(SMALL_TARGETS) == [], where
            assert ann.evaluate(TINY, 17) == [], where
            assert ann.evaluate(CONTRAST) == [], where
        ann.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = false)); scrollTo(0, 0)")
        asked = ann.locator("main h1").bounding_box()
        assert asked is not None
        assert asked["y"] + asked["height"] < size["height"] / 2, phase
        dock = ann.locator(".near:has(.dock)")
        if dock.count():  # what is at the thumb leaves room for what it is about
            box = dock.bounding_box()
            assert box is not None
            assert box["y"] > asked["y"] + asked["height"], phase
            assert box["height"] <= 0.65 * size["height"], phase
        if phase == "end":  # one act, and the code that one may type instead below it
            act = ann.locator(".dock button[value='end']").bounding_box()
            assert act is not None
            assert 0 < act["y"] <= size["height"] - act["height"]
            assert ann.locator(".for-table input.digits").count() == 1
        if phase != "setup":
            assert ann.locator(".fl-sheet").first.locator(".fl-seat").first.inner_text() == "1"
            assert ann.locator(".fl-sheet").first.locator(".fl-skills li").count() == 5
    assert len(seen) >= 7


def test_the_map_comes_up_where_the_party_is(phones: Phones, room: Room) -> None:
    ann = phones.seated(NAMES[0], 1)
    ann.set_viewport_size(SMALL)
    tour = Tour(room, 3, seed=3)
    for phase in looked_at(tour.stops(), ann):
        if phase == "travel":
            break
    caught_up(ann, room)
    here = ann.locator(".fl-map g.here circle").first.bounding_box()
    assert here is not None
    assert 0 < here["x"] < SMALL["width"]
    pictures = re.findall(r'href="(/picture/[^"]+)"', ann.content())
    assert len(pictures) > 10


@pytest.mark.parametrize("players", [3, 5, 7])
def test_everybodys_ending_stands_on_the_big_screen(
    phones: Phones, room: Room, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = phones.seated(NAMES[0], 1)
    hide(ann, True)
    tour = Tour(room, players, seed=5)
    while tour.view.page != 1:
        tour.step()
    now = room.table.now()
    state: Any = now.state
    quest = next(iter(now.game.printed.quests.values()))  # type: ignore[union-attr]  # this game's own
    names = ("the Patient", "Friend of Fish", "Shaker of Trees", "Keeper of Minutes")
    titles = tuple(Titled(name, "lawful") for name in names)
    # The longest of the endings that each can come to, with a name full of titles.
    ends = {
        p.seat: max(quest.jobs[p.job].endings, key=lambda e: len(e.text) if not e.after else 0) for p in state.players
    }
    grown = tuple(replace(p, xp=ends[p.seat].least, titles=titles) for p in state.players)
    over = replace(state, stage="over", agenda=(), players=grown, ending=quest.cover.endings[0].key)
    moment = Published(
        epoch=now.epoch,
        serial=now.serial,
        row=now.row,
        evening=now.evening,
        title="freelancers",
        game=now.game,
        state=over,
    )
    monkeypatch.setattr(room.table, "now", lambda: moment)
    for size in (LAPTOP, TELLY):
        page = phones.page("/board", size)
        caught_up(page, room)
        assert page.locator(".fl-ending").count() == players
        assert overflow(page) <= (0, 0)
        assert page.evaluate(CUT) == []
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(TINY, 0.022 * size["height"]) == []
    ann.reload()
    mine = ann.locator(".fl-read", has_text="Keeper of Minutes")
    assert mine.count() == 1

    def is_above_the_sheet() -> bool:
        one, sheet = mine.bounding_box(), ann.locator(".fl-sheet").first.bounding_box()
        # The stream of a page just loaded swaps its parts once: what is read in that very moment stands nowhere.
        return one is not None and sheet is not None and one["y"] < sheet["y"]

    eventually(is_above_the_sheet)  # one's own name and ending, to be read out
