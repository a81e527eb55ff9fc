"""Rolling Freight in a real browser: nothing on the big screen is cut off or covered at 1280 by 720."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import Keeping
from companion.games.rolling_freight import META, TITLE
from companion.published import Published
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, Phones
from tests.web.test_rolling_freight import BESIDE, BOX, GAME, run, some

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = MARKS

NAMES = ("Annemarie Louise", "Bo", "Cy", "Dimitri", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
OVER = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


@pytest.mark.parametrize("keepers", [BOX, BESIDE], ids=["box", "beside"])
@pytest.mark.parametrize("players", [META.least, META.most - 1, META.most])
def test_the_big_screen_shows_lanes_map_and_tables_whole(
    phones: Phones, room: Room, players: int, keepers: tuple[Keeping, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat, name in enumerate(NAMES, 1):
        assert room.table.sit(seat, name, "").ok
    now = room.table.now()
    page = phones.page(size=LAPTOP)
    page.route("**/stream**", lambda route: route.abort())  # the table itself is in the lobby: nothing new comes of it
    for state in some(run(players, keepers, players)):
        moment = Published(
            epoch=now.epoch,
            serial=now.serial,
            row=now.row,
            evening=now.evening,
            title="rolling_freight",
            game=GAME,
            state=state,
        )
        monkeypatch.setattr(room.table, "now", lambda moment=moment: moment)
        page.goto(f"{room.address}/board")
        assert page.locator(".rf-board").count() == 1
        assert max(page.evaluate(OVER)) <= 0, state.stage
        sums = page.locator(".rf-sums tr").evaluate_all(
            "rows => rows.map(r => parseFloat(getComputedStyle(r.lastElementChild).fontSize))"
        )
        for name in page.locator(".rf-sums thead span").all_inner_texts():
            assert name in NAMES or name == "Annemarie…", "there is room for names"
        assert not sums or sums[-1] == max(sums), "the sum is what people look for"
        (head,) = _boxes(page, ".big-head :is(h1, p)")[:1]
        for what in (".rf-map", ".rf-lanes > li", ".rf-result", ".rf-tracks", ".rf-printed .rf-facts"):
            for box in _boxes(page, what):
                assert box["bottom"] <= LAPTOP["height"], (state.stage, what)
                assert not _meet(head, box), (state.stage, what)


def _boxes(page: Any, what: str) -> list[dict[str, float]]:
    """Return where all of a kind stand on the page."""
    found: list[dict[str, float]] = page.locator(what).evaluate_all("es => es.map(e => e.getBoundingClientRect())")
    return found


def _meet(a: dict[str, float], b: dict[str, float]) -> bool:
    return a["left"] < b["right"] and b["left"] < a["right"] and a["top"] < b["bottom"] and b["top"] < a["bottom"]
