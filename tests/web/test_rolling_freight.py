"""The pages of Rolling Freight: every seat's and the big one, in the states of whole random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.game import Box, Keeping, Public, Seat, Setup
from companion.games.rolling_freight import META, TITLE
from companion.games.rolling_freight.commands import RollingFreightSetup
from companion.packs import shipped
from companion.playtest import Run, play
from companion.table import Envelope
from tests.web.conftest import Room
from tests.web.painted import paint, presets, whole

GAME: Any = TITLE.bind(shipped("rolling_freight"))
BOX, BESIDE = presets(META)


def run(players: int, keepers: tuple[Keeping, ...], seed: int) -> Run:
    """Return a whole random game."""
    seats = tuple(sorted(Random(seed).sample(range(1, 11), players)))
    options = RollingFreightSetup(map="western" if players < 5 else "southeastern", disasters="on")
    setup = Setup(seats=seats, options=options, keepers=keepers)
    return play(GAME, setup, Random(seed), scribe=0.2, fixes=0.02, most=20_000)


@pytest.fixture(scope="module")
def yard() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


def some(played: Run) -> tuple[Any, ...]:
    """Return some states of a game, one of each stage among them."""
    stages = {state.stage: state for state in played.states}  # type: ignore[attr-defined]  # the states are this game's
    return (*played.states[:: max(1, len(played.states) // 6)], *stages.values())


@pytest.mark.parametrize("keepers", [BOX, BESIDE], ids=["box", "beside"])
@pytest.mark.parametrize("players", range(META.least, META.most + 1))
def test_every_page_of_random_games_is_whole(yard: Room, players: int, keepers: tuple[Keeping, ...]) -> None:
    for n, state in enumerate(some(run(players, keepers, players))):
        for seat in (0, state.seats[0]):
            text, where = paint(yard, GAME, state, seat), f"state {n}, seat {seat}"
            whole(text, GAME, where)
            assert not re.search(r"<b>1</b> \w+s\b|<b>(?!1<)\d+</b> (station|link)\b", text), where


def test_beside_the_boxed_game_nothing_is_shown_that_the_box_does_not_know(yard: Room) -> None:
    for state in some(run(3, BESIDE, 5)):
        text = paint(yard, GAME, state, 0) + paint(yard, GAME, state, state.seats[0])
        assert not re.search(r'class="rf-(die|map|track|cubes|stock)\b', text)
    state = run(3, BOX, 5).states[400]
    text = paint(yard, GAME, state, 0) + paint(yard, GAME, state, state.seats[0])
    assert all(f'class="rf-{kind}' in text for kind in ("die", "map", "track"))


def test_the_map_of_a_phone_comes_up_at_each_delivery_where_it_begins(yard: Room) -> None:
    frames: dict[str, set[str]] = {}
    for state in run(3, BOX, 5).states:
        begins = GAME.view(state, Public()).from_city
        if begins not in frames:
            text = paint(yard, GAME, state, state.seats[0])
            frames[begins] = set(re.findall(r'data-scroll="([^"]*)"', text))
            assert re.findall(r'data-city="([^"]+)" data-lit', text) == ([begins] if begins else [])
    # A frame of a new name comes up at what is lit in it; one of the same name stays as it was scrolled.
    assert len(frames) > 3
    assert all(len(names) <= 1 for names in frames.values())
    names = [name for found in frames.values() for name in found]
    assert len(names) == len(set(names)) >= len(frames) - 1


def test_the_sheet_adds_up(yard: Room) -> None:
    state: Any = run(4, BOX, 9).states[-1]
    text = paint(yard, GAME, state, 0)
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", text[text.index("rf-sums") :], re.DOTALL)
    cells = [[int(c.replace("–", "0")) for c in re.findall(r"<td[^>]*>(-?\d+|–)</td>", row)] for row in rows]
    assert [sum(column) for column in zip(*cells[:-1], strict=True)] == cells[-1]
    assert cells[-1] == [player.points for player in state.players]


def test_dice_are_tapped_on_the_phone_of_whoever_has_the_turn(yard: Room) -> None:
    ann, _ = yard.phone("Ann"), yard.phone("Bo")
    table = yard.table
    assert table.do(Box(), "pick", {"game": "rolling_freight"}).ok
    assert table.do(Box(), "rolling-freight-setup", {"map": "western", "first": 1, "disasters": "off"}).ok
    for act, count in (("contract", 2), ("improve", 2)):
        for _ in range(count):
            seat = table.now().state.turn  # type: ignore[union-attr]  # the states are this game's
            assert table.do(Seat(seat), "act", {"act": act}).ok
            offer = next(o for o in table.now().offers(Seat(seat)) if o.question.endswith(("slot", "market")))
            assert table.submit(Seat(seat), Envelope(f"{act}{seat}", offer.question, offer.choice.id)).ok
    assert table.do(Seat(1), "act", {"act": "station"}).ok
    text = ann.get("/seat/1").text
    assert "rolling_freight.css" in text
    values = re.findall(r'value="(pay\.[a-z]+\.[A-Za-z-]+)"', text)
    assert values, "each different die is a button that says which"
    board = yard.app.test_client().get("/board").text
    assert "rf-map" in board
    assert "rf-lanes" in board


def test_the_host_finds_the_posters_and_nobody_else(yard: Room) -> None:
    host = yard.phone()
    assert host.get("/host/poster/western").status_code == 403
    host.post("/host/pin", data={"pin": "918273"})
    if yard.table.now().state is None:
        assert yard.table.do(Box(), "pick", {"game": "rolling_freight"}).ok
    links = re.findall(r'href="(/host/poster/[^"]+)"', host.get("/host").text)
    assert sorted(links) == ["/host/poster/southeastern", "/host/poster/western"]
    sheet = host.get(links[0])
    assert sheet.status_code == 200
    assert sheet.text.count('class="sheet"') > 1
    assert "script-src" not in sheet.headers["Content-Security-Policy"], "it is looked at and printed, no more"
    assert host.get("/host/poster/nowhere").status_code == 404


def test_real_cargo_and_cards_are_told_on_a_phone_for_what_they_are() -> None:
    room = Room(None, TITLE)
    ann, _ = room.phone("Ann"), room.phone("Bo")
    assert room.table.do(Box(), "pick", {"game": "rolling_freight"}).ok
    for component in ("bag", "contracts"):
        assert room.table.do(Box(), "keep", {"component": component, "keeper": "told"}).ok
    assert room.table.do(Box(), "rolling-freight-setup", {"map": "western", "first": 1, "disasters": "off"}).ok
    atlas = GAME.printed.maps["western"]
    waiting = [n for n, circle in enumerate(atlas.circles) if circle.supply == "any" and not circle.opens]
    for n in waiting:
        assert f"Cargo for {atlas.city(atlas.circles[n].city).name}" in ann.get("/seat/1").text
        assert told(room, ann, "blue")
    text = ann.get("/seat/1").text
    assert "Next contract" in text
    asked = text[text.index("Next contract") :]
    assert re.findall(r"<summary>(\w+)</summary>", asked)[:5] == ["Blue", "Gray", "Red", "Yellow", "Slash"]
    assert told(room, ann, "R3")
    state: Any = room.table.now().state
    assert state.contracts[0] == "R3"
    room.close()


def told(room: Room, phone: Any, item: str) -> bool:
    """Tell from a phone what came; return whether it was taken."""
    offer = next(o for o in room.table.now().offers(Seat(1)) if o.choice.id == "told")
    sent = {"question": offer.question, "choice": "told", "as": "seat", "a.items": item}
    status: int = phone.post("/seat/1/act", data=sent, headers={"Accept": "application/json"}).status_code
    return status == 200
