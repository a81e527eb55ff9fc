"""A break, for every game: nothing may be done but what is the table's own, whoever asks; after it all is as before."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.app import pages
from companion.game import Actor, Box, Seat, Title, say
from companion.packs import shipped
from companion.playtest import answers
from companion.published import Offer
from companion.script.stage import Stage
from companion.shelf import Shelf
from companion.table import Envelope
from firmware_bridge.simulated import key
from tests.contract.tables import TOYS, registered
from tests.script.hall import pages as toy_pages
from tests.web.conftest import words_of

TITLES = (*TOYS, *registered())
BREAKS = 6
MOVES = 7
"""So many breaks are taken, each after so many moves or less."""


@pytest.fixture(params=TITLES, ids=lambda title: title.meta.key)
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """Return a table at which a game has begun, everybody with a phone."""
    title: Title = request.param
    toy = title in TOYS
    packs = {} if toy else shipped(title.meta.key)
    words = words_of() if toy else words_of(title)
    made = Stage(tmp_path, (title,), words, toy_pages if toy else pages, lambda: Shelf((title, packs)))
    for seat in range(1, title.meta.least + 1):
        assert made.table.sit(seat, "", made.new_phone(seat)).ok
    assert made.table.do(Box(), "pick", {"game": title.meta.key}).ok
    usual = next(offer for offer in made.table.now().offers(Box()) if not offer.choice.asks)
    assert made.table.submit(Box(), Envelope("begin", usual.question, usual.choice.id)).ok
    yield made
    made.close()


def everyone(stage: Stage) -> tuple[Actor, ...]:
    seats = stage.table.now().evening.seats
    return (Box(), *map(Box, seats), *map(Seat, seats))


def asked(stage: Stage) -> dict[Actor, tuple[Offer, ...]]:
    """Return what everyone may do, but for the table's own."""
    now = stage.table.now()
    return {actor: tuple(o for o in now.offers(actor) if not o.choice.of_table) for actor in everyone(stage)}


def play_on(stage: Stage, rng: random.Random) -> None:
    """Let anybody do anything, a few times."""
    for _ in range(rng.randint(1, MOVES)):
        if stage.table.now().result() is not None:
            return
        actor, offers = rng.choice([pair for pair in asked(stage).items() if pair[1]])
        offer = rng.choice([o for o in offers if not o.choice.final] or offers)
        ident = f"move-{rng.getrandbits(60)}"
        stage.table.submit(actor, Envelope(ident, offer.question, offer.choice.id, answers(offer.choice, rng)))
        stage.settle()


class Forms(HTMLParser):
    """Collects what the forms answer that can be seen on a page."""

    VOID = frozenset({"br", "img", "input", "link", "meta"})

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[str] = []
        self._hidden: list[bool] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("name") == "question" and not self._hidden[-1]:
            self.questions.append(given.get("value") or "")
        if tag not in self.VOID:
            self._hidden.append(self._hidden[-1] or "hidden" in given)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._hidden.pop()


def seen(stage: Stage, path: str) -> list[str]:
    """Return which questions a page of the phone at seat 1 can answer."""
    reader = Forms()
    status, page = stage.get(path, 1)
    assert status == 200
    reader.feed(page)
    return [question.partition(":")[2] for question in reader.questions]


def keys(stage: Stage, strokes: str) -> str:
    """Type at the box; return what stands on the display then."""
    for stroke in strokes.split():
        stage.time.advance(0.5)
        stage.panel.put(key(stroke))
        stage.settle()
    return stage.front.text()


def test_in_a_break_nothing_goes_on_and_after_it_all_is_as_before(stage: Stage) -> None:
    rng = random.Random(11)
    for _ in range(BREAKS):
        play_on(stage, rng)
        before, state = asked(stage), stage.table.now().state
        page = seen(stage, "/seat/1")
        assert stage.table.do(Box(), "pause", {"on": True}).ok
        stage.settle()
        assert not any(asked(stage).values())
        for actor, offers in before.items():
            for offer in offers:
                ident = f"late-{rng.getrandbits(60)}"
                given = answers(offer.choice, rng)
                reply = stage.table.submit(actor, Envelope(ident, offer.question, offer.choice.id, given))
                assert (reply.ok, reply.stale, reply.reason) == (False, False, say("refused.paused"))
        for path in ("/seat/1", "/scribe", "/scribe/1"):
            assert all(question.startswith("table.") for question in seen(stage, path)), path
        assert "Break" in stage.front.text()
        for strokes in (*map(str, range(10)), "/ 1", "2"):
            assert "table has a break" in keys(stage, strokes).replace("\n", " ")
        keys(stage, ".")
        assert stage.table.now().state == state
        assert stage.table.do(Box(), "pause", {"on": False}).ok
        stage.settle()
        assert asked(stage) == before
        assert seen(stage, "/seat/1") == page


def test_no_page_has_somebody_elses_clock_on_top_while_none_runs(stage: Stage) -> None:
    rng = random.Random(12)
    for _ in range(BREAKS):
        play_on(stage, rng)
        assert stage.table.do(Box(), "pause", {"on": True}).ok
        state = stage.table.now().state
        whose = {clock.key: clock.seat for clock in (state.clocks if state is not None else ())}
        for seat in stage.table.now().evening.seats:
            top = on_top(stage, f"/seat/{seat}", seat)
            assert {whose[key] for key in top} <= {0, seat}
            assert top or seat not in whose.values()
        assert not any(whose[key] for key in on_top(stage, "/board", 0))
        assert stage.table.do(Box(), "pause", {"on": False}).ok


def on_top(stage: Stage, path: str, seat: int) -> list[str]:
    """Return which clocks stand in the head of a page."""
    status, page = stage.get(path, seat)
    assert status == 200
    return re.findall(r'data-clock="([^"]+)"', page.partition("</header>")[0])
