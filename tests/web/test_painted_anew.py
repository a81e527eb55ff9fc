"""What a page that lives has been sent, part by part, is what a fresh page shows; and whatever asks there, is open."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape

import pytest

from companion.game import Actor, Box, Seat, Title
from companion.games import TITLES
from companion.playtest import answers
from companion.published import Offer
from companion.table import Envelope
from tests.web.conftest import TOYS, Room, words_of
from web import Settings, create_app
from web.parts import Painted, Painter
from web.screen import Screen

MOVES = 40
LOOKS = 0.4
"""How often a page is looked at after a move: some miss several."""
RARE = {"table.finish": 0.0, "table.stand": 0.0, "table.undo": 1.0}
ASKED = re.compile(r'data-question="([^"|]*)\|(seat|box)(?:\.(\d+))?"')


@pytest.fixture(params=(*TOYS, *TITLES), ids=lambda title: title.meta.key)
def room(request: pytest.FixtureRequest) -> Iterator[Room]:
    """Return a room in which as few as can play it begin a game, the last of them without a phone."""
    title: Title = request.param
    room = Room(None, title)
    for seat in range(1, title.meta.least + 1):
        assert room.table.sit(seat, f"Nä{seat}", "" if seat == title.meta.least else f"{seat:064d}").ok
    assert room.table.do(Box(), "pick", {"game": title.meta.key}).ok
    usual = next(offer for offer in room.table.now().offers(Box()) if not offer.choice.asks)
    assert room.table.submit(Box(), Envelope("begin", usual.question, usual.choice.id)).ok
    assert room.table.now().game is not None
    yield room
    room.close()


def fresh(room: Room) -> Painter:
    """Return a painter that has painted nothing yet."""
    settings = Settings(address=lambda: room.address)
    app = create_app(room.table, words_of(*TITLES), keys=room.keys, settings=settings)
    painter: Painter = app.extensions["tablehand"].painter
    return painter


def move(room: Room, rng: random.Random, ident: str) -> None:
    """Let somebody do something; what is about the table itself, now and then."""
    now = room.table.now()
    actors: tuple[Actor, ...] = (Box(), *map(Seat, now.evening.seats))
    actor = rng.choice(actors)
    offers = now.offers(actor)

    def wanted(offer: Offer) -> float:
        return RARE.get(offer.name, 0.1 if offer.choice.of_table else 1.0)

    if sum(map(wanted, offers)):
        offer = rng.choices(offers, list(map(wanted, offers)))[0]
        room.table.submit(actor, Envelope(ident, offer.question, offer.choice.id, answers(offer.choice, rng)), "panel")


def test_parts_sent_one_by_one_are_the_page_as_it_is(room: Room) -> None:
    rng = random.Random(7)
    painter, seats = room.app.extensions["tablehand"].painter, room.table.now().evening.seats
    screens = [*(Screen("seat", n, (n,), f"/seat/{n}") for n in seats), Screen("board")]
    screens += [Screen("scribe", n, (1,), "/scribe") for n in (0, seats[-1])]
    shown: dict[Screen, tuple[Painted, dict[str, str]]] = {}
    for number in range(MOVES):
        move(room, rng, f"move-{number}")
        now = room.table.now()
        anew = fresh(room) if number % 4 == 0 else None
        for screen in screens:
            if rng.random() > LOOKS and anew is None:
                continue
            before, parts = shown.get(screen, (None, {}))
            painted = painter.live(now, screen, before)
            parts = parts | json.loads(painted.since(before, screen.base))
            shown[screen] = painted, parts
            for question, who, seat in ASKED.findall("".join(parts.values())):
                actor = Seat(screen.seat) if who == "seat" else Box(int(seat) if seat else None)
                assert unescape(question) in {offer.question for offer in now.asked(actor)}
            if anew is not None:
                assert parts == {part: piece.on(screen.base) for part, piece in anew.live(now, screen).pieces.items()}
