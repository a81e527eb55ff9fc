"""What the paper sheets would hold, on any screen in the room and on A4: nothing of a state is missing on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Box, Keeping, Public, Setup
from companion.games.freelancers import META, TITLE
from companion.games.freelancers.commands import FreelancersSetup
from companion.packs import shipped
from companion.playtest import play
from companion.table import Envelope
from tests.browser import in_a_browser
from tests.web.conftest import Room
from tests.web.phones import Phones
from tests.web.test_door import start

QUEST = "the-lake-has-left"
GAME: Any = TITLE.bind(shipped("freelancers"))
KEPT = tuple(Keeping(c.key, c.keepers[0]) for c in META.components)


@pytest.fixture(scope="module")
def inn() -> Iterator[Room]:
    room = Room(None, TITLE)
    yield room
    room.close()


@pytest.fixture
def table() -> Iterator[Room]:
    """Return a room in which a quest has begun."""
    room = Room(None, TITLE)
    for name in ("Ann", "Bo", "Cy"):
        room.phone(name)
    assert room.table.do(Box(), "pick", {"game": "freelancers"}).ok
    offer = next(o for o in room.table.now().offers(Box()) if o.choice.id == f"quest.{QUEST}")
    assert room.table.submit(Box(), Envelope("start", offer.question, offer.choice.id)).ok
    assert room.table.do(Box(), "ready").ok
    yield room
    room.close()


def written(room: Room, state: Any) -> str:
    """Return the paper of a state."""
    given = {"v": GAME.view(state, Public()), "names": {n: f"Nä<{n}>" for n in state.seats}}
    return room.app.jinja_env.get_template("games/freelancers/templates/paper.html").render(given)


def count(text: str, what: str) -> int:
    return len(re.findall(what, text))


@pytest.mark.parametrize("players", [3, 5, 7])
def test_nothing_that_a_sheet_holds_is_missing(inn: Room, players: int) -> None:
    setup = Setup(seats=tuple(range(1, players + 1)), options=FreelancersSetup(quest=QUEST), keepers=KEPT)
    states: tuple[Any, ...] = play(GAME, setup, Random(players), fixes=0.05).states
    for state in (*states[:: len(states) // 9], states[-1]):
        text = written(inn, state)
        for own in re.findall(r'<section class="fl-sheet">.*?</section>', text, re.DOTALL):
            found = re.search(r'<b class="fl-seat">(\d+)</b>', own)
            assert found is not None
            player = state.player(int(found[1]))
            if not player.species:
                continue
            skills = own.partition('class="fl-skills"')[2].partition("</ul>")[0]
            assert count(skills, r'<i class="on') == sum(player.skills)
            assert count(own, r'<i class="star on') == player.xp
            assert count(own, r'<i class="coin on') == player.gold
            on_armor = [item for item in player.items if item.kind == "armor"]
            assert count(own, "fl-heart wound") == player.wounds + sum(item.wounds for item in on_armor)
            assert count(own, "fl-heart stress") == player.stress + sum(item.stress for item in on_armor)
            assert re.search(rf"Luck <b>{player.luck}</b>", own)
            assert re.search(rf"Corruption <b>{player.corruption}</b>", own)
            assert set(re.findall(r'fl-card-number">([^<]+)<', own)) == {item.card for item in player.items}
            assert count(own, r'<li class="(lawful|chaotic)">') == len(player.titles)
            assert count(own, "<details") == count(own, "<details[^>]* open>")  # on paper nothing can be unfolded
        front = text.partition("fl-map-sheet")[0]
        tokens = re.findall(r"<li><b>(\d+)</b> ", front.partition("In the time bag")[2].partition("</ul>")[0])
        assert sum(map(int, tokens)) == len(state.bag)
        order = front.partition('class="fl-order"')[2]
        assert [int(n) for n in re.findall(r'fl-seat">(\d+)<', order)] == list(state.order)
        assert count(front, r'<p class="fl-risk">.*?</p>') == 2
        assert count(front, r'<i class="on" title=') == sum(map(len, state.tracks))
        crossed = count(text, r'<g class="[^"]*crossed')
        assert crossed == len(set(state.visited) - {state.place})
        assert count(text, r'<line class="walked') == len(state.walked)
        assert "Nä<" not in text


def test_who_is_in_the_room_may_read_it_and_nobody_else(table: Room) -> None:
    ann = table.app.test_client()
    assert table.phone().get("/paper").status_code == 403
    page = ann.get("/paper")
    assert page.status_code == 200
    assert "fl-saved" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    before = table.table.now().row
    assert table.table.do(Box(), "pause", {"on": True}).ok
    assert "fl-saved" in ann.get("/paper").text  # in a break, too: that is when it is wanted
    assert table.table.now().row > before


def test_a_phone_leads_there(table: Room) -> None:
    assert 'href="/paper"' in table.phone("Di").get("/seat/4").text


def test_without_sheets_it_says_so(room: Room) -> None:
    ann = room.phone("Ann")
    room.phone("Bo")
    start(room)
    answer = ann.get("/paper")
    assert answer.status_code == 404
    assert "sheets to print" in answer.text
    assert "/paper" not in ann.get("/seat/1").text


@in_a_browser
def test_it_prints_on_a4(chromium: Any, table: Room) -> None:
    phones = Phones(chromium, table)
    page = phones.page("", {"width": 703, "height": 1032})  # A4 within its margins, at 96 px an inch
    page.goto(f"{table.address}/join#ABCDEFGHIJKLMN2")
    page.wait_for_url("**/seats*")
    page.goto(f"{table.address}/paper")
    assert page.locator("[data-print]").is_visible()
    page.emulate_media(media="print")
    assert not page.locator("[data-print]").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 703
    pdf = page.pdf(prefer_css_page_size=True)
    # The table's own sheet, the map, three characters: a sheet of paper each.
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 5
    phones.close()
