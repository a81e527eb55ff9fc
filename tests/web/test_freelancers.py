"""The pages of Freelancers: every seat's and the big one, in the states of whole random games."""

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
from companion.playtest import Run, play
from companion.table import Envelope
from tests.web.conftest import Room
from tests.web.painted import paint, presets, whole

GAME: Any = TITLE.bind(shipped("freelancers"))
BOX, BESIDE = presets(META)
QUEST = "the-lake-has-left"


def run(players: int, keepers: tuple[Keeping, ...], seed: int) -> Run:
    """Return a whole random game."""
    seats = tuple(sorted(Random(seed).sample(range(1, 11), players)))
    setup = Setup(seats=seats, options=FreelancersSetup(quest=QUEST), keepers=keepers)
    return play(GAME, setup, Random(seed), scribe=0.2, fixes=0.02)


@pytest.fixture(scope="module")
def inn() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


def some(played: Run) -> tuple[Any, ...]:
    """Return some states of a game, one of each phase among them."""
    phases = {GAME.view(state, Public()).phase: state for state in played.states[::7]}
    return (*played.states[:: max(1, len(played.states) // 6)], *phases.values(), played.states[-1])


@pytest.mark.parametrize("keepers", [BOX, BESIDE], ids=["box", "beside"])
@pytest.mark.parametrize("players", range(META.least, META.most + 1))
def test_every_page_of_random_games_is_whole(inn: Room, players: int, keepers: tuple[Keeping, ...]) -> None:
    for n, state in enumerate(some(run(players, keepers, players))):
        for seat in (0, *state.seats):
            whole(paint(inn, GAME, state, seat), GAME, f"state {n}, seat {seat}")


def test_a_phone_shows_its_own_sheet_first_and_the_others_below(inn: Room) -> None:
    state = run(4, BOX, 11).states[-1]
    own = state.seats[2]
    text = paint(inn, GAME, state, own)
    sheets = re.findall(r'<section class="fl-sheet">.*?<b class="fl-seat">(\d+)</b>', text, re.DOTALL)
    assert sheets == [str(own), *(str(seat) for seat in state.seats if seat != own)]


def test_beside_the_boxed_game_there_is_no_sheet_no_map_and_no_page(inn: Room) -> None:
    for state in some(run(3, BESIDE, 5)):
        for seat in (0, *state.seats):
            assert not re.search(r'class="fl-(sheet|map|page|read)"', paint(inn, GAME, state, seat))


def test_a_phone_and_the_big_screen_of_a_real_table_show_the_game(inn: Room) -> None:
    phones = [inn.phone(name) for name in ("Ann", "Bo", "Cy")]
    table = inn.table
    assert table.do(Box(), "pick", {"game": "freelancers"}).ok
    offer = next(o for o in table.now().offers(Box()) if o.choice.id == f"quest.{QUEST}")
    assert table.submit(Box(), Envelope("start", offer.question, offer.choice.id)).ok
    assert table.do(Box(), "ready").ok
    board = inn.app.test_client().get("/board").text
    assert all(part in board for part in ("fl-read", "fl-boards", "freelancers.css"))
    mine = phones[0].get("/seat/1").text
    assert 'class="fl-sheet"' in mine
    assert not re.search(r"freelancers\.(?!css)[a-z_.]+", board + mine)


def test_a_page_of_a_quest_is_light(inn: Room) -> None:
    state = run(7, BOX, 3).states[200]
    for seat in (0, *state.seats):
        assert len(paint(inn, GAME, state, seat).encode()) < 80_000
