"""The pages of Free Radicals: every seat's and the big one, in the states of whole random games, under all keepers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Actor, Box, Choice, Keeping, Public, Seat, Setup, State, Title, Viewer, plain
from companion.games.free_radicals import META, TITLE
from companion.games.free_radicals.commands import FreeRadicalsSetup
from companion.games.free_radicals.setup import BEGINNERS
from companion.games.free_radicals.sight import CardView, FreeRadicalsView
from companion.games.free_radicals.verbs import COLOURS
from companion.packs import shipped
from companion.playtest import Run, play
from companion.shelf import Packs
from companion.table import Envelope
from tests.web import painted
from tests.web.conftest import Room
from tests.web.painted import presets, whole

GAME: Any = TITLE.bind(shipped("free_radicals"))
BOX, BESIDE = presets(META)
KEEPERS = (
    BOX,
    BESIDE,
    *(
        tuple(Keeping(k.component, keeper) if k.component == c.key else k for k in BOX)
        for c in META.components
        for keeper in c.keepers[1:]
    ),
)
STATES = 6
"""How many of a game's states are painted, and one of each stage."""


def run(players: int, keepers: tuple[Keeping, ...], seed: int) -> Run:
    """Return a whole random game."""
    seats = tuple(sorted(Random(seed).sample(range(1, 11), players)))
    options = FreeRadicalsSetup(factions=BEGINNERS[:players])
    return play(GAME, Setup(seats=seats, options=options, keepers=keepers), Random(seed), scribe=0.2, fixes=0.02)


def canary(seat: int, n: int) -> str:
    return f"canary{seat}x{n}bird"


def masked(view: FreeRadicalsView, seat: int) -> FreeRadicalsView:
    """Return a seat's view with a word of its own for every card of the hand."""
    if view.private is None or view.held is None:
        return view
    hand = tuple(
        CardView(
            canary(seat, n),
            plain(canary(seat, n)),
            plain(canary(seat, n)),
            plain(canary(seat, n)),
            canary(seat, n),
            c.colours,
            c.points,
        )
        for n, c in enumerate(view.private.hand)
    )
    held = replace(view.held, lines=tuple(plain(canary(seat, n)) for n, _ in enumerate(view.held.lines)))
    return replace(view, private=replace(view.private, hand=hand), held=held)


def paint(room: Room, state: State, seat: int) -> str:
    """Return a seat's part of the page, or the big screen's (0), with a word of its own for every card of a hand."""
    return painted.paint(room, GAME, state, seat, masked(GAME.view(state, Seat(seat) if seat else Public()), seat))


@pytest.fixture(scope="module")
def city() -> Iterator[Room]:
    """Return a room whose shelf has this game alone."""
    room = Room(None, TITLE)
    yield room
    room.close()


def some(played: Run) -> tuple[State, ...]:
    """Return some states of a game, the first and the last ones among them."""
    stages = {state.stage: state for state in played.states}  # type: ignore[attr-defined]  # the states are this game's
    return (*played.states[:: max(1, len(played.states) // STATES)], *stages.values())


@pytest.mark.parametrize("players", range(META.least, META.most + 1))
@pytest.mark.parametrize("kept", range(len(KEEPERS)))
def test_every_page_of_random_games_is_whole_and_tells_no_hand(city: Room, players: int, kept: int) -> None:
    played = run(players, KEEPERS[kept], 10 * players + kept)
    for n, state in enumerate(some(played)):
        for seat in (0, *state.seats):
            text, where = paint(city, state, seat), f"state {n}, seat {seat}"
            whole(text, GAME, where)
            assert "canary" not in text, where


def test_the_box_shows_only_what_it_knows(city: Room) -> None:
    """Beside the boxed game there are no items, no cards and no checklist, neither of one's own nor of others."""
    played = run(3, BESIDE, 5)
    for state in some(played):
        for seat in (0, *state.seats):
            text = paint(city, state, seat)
            assert not re.search(
                r'class="fr-(i (hydrogen|carbon|titanium|credit|data)|steps|display|piles|t)[" ]', text
            )
    inside = run(3, BOX, 5)
    text = "".join(paint(city, state, inside.setup.seats[0]) for state in some(inside))
    assert all(f'class="fr-{kind}"' in text for kind in ("i hydrogen", "i data", "steps", "display", "piles"))


def test_every_colour_is_also_a_shape_and_a_letter(city: Room) -> None:
    text = paint(city, run(5, BOX, 7).states[-1], 0)
    marks = re.findall(r'<g class="fr-c (\w+)"[^>]*>(<\w+).*?<text[^>]*>(\w)</text>', text, re.DOTALL)
    assert {(colour, letter) for colour, _, letter in marks} == {(c, c[0].upper()) for c in COLOURS}


def test_the_sheet_shows_every_point_and_its_columns_add_up(city: Room) -> None:
    state: Any = run(4, BOX, 9).states[-1]
    text = paint(city, state, state.seats[0])
    lines = re.findall(r'<b class="points">([+-]\d+)</b>', text)
    assert sorted(map(int, lines)) == sorted(line.points for line in state.log)
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", text, re.DOTALL)
    cells = [[int(c.replace("–", "0")) for c in re.findall(r"<td[^>]*>(-?\d+|–)</td>", row)] for row in rows]
    assert [sum(column) for column in zip(*cells[:-1], strict=True)] == cells[-1]
    assert cells[-1] == [player.points for player in state.players]


def begin(room: Room) -> None:
    """Start a game with the ready-made factions and lay everything out."""
    table = room.table
    assert table.do(Box(), "pick", {"game": "free_radicals"}).ok
    offer = next(o for o in table.now().offers(Box()) if o.choice.id == "beginners")
    assert table.submit(Box(), Envelope("start", offer.question, "beginners")).ok
    assert table.do(Box(), "ready").ok


def test_a_phone_and_the_big_screen_of_a_real_table_show_the_game(city: Room) -> None:
    ann, bo = city.phone("Ann"), city.phone("Bo")
    begin(city)
    board = city.app.test_client().get("/board").text
    assert all(part in board for part in ("fr-city", "fr-lanes", "free_radicals.css"))
    mine, other = ann.get("/seat/1").text, bo.get("/seat/2").text
    assert all('class="fr-own ' in text and 'id="slab"' in text for text in (mine, other))
    assert not re.search(r"free_radicals\.(?!css)[a-z_.]+", board + mine + other)


def with_canaries(packs: Packs) -> Any:
    """Return the game, with a word of its own for each card that a seat alone may see, in view and choices."""
    game: Any = TITLE.bind(packs)
    game.see, game.offer = game.view, game.choices

    def choices(state: State, actor: Actor, *more: Any) -> tuple[Choice, ...]:
        return tuple(
            choice
            if choice.public or not isinstance(actor, Seat)
            else replace(choice, label=plain(canary(actor.number, 9)))
            for choice in game.offer(state, actor, *more)
        )

    def view(state: State, viewer: Viewer) -> FreeRadicalsView:
        return masked(game.see(state, viewer), viewer.number if isinstance(viewer, Seat) else 0)

    game.view, game.choices = view, choices
    return game


def test_no_page_of_a_real_table_carries_a_card_of_another_hand() -> None:
    """Also while somebody picks a card to play: that choice is in the picker's own page and nowhere else."""
    room = Room(None, Title(META, with_canaries))
    phones = {n: room.phone(name) for n, name in enumerate(("Ann", "Bo", "Cy"), 1)}
    begin(room)
    picked = 0
    for _ in range(12):
        turn = room.table.now().view(Public()).turn  # type: ignore[attr-defined]  # the view is this game's
        room.table.do(Seat(turn), "act", {"act": "awaken"})
        public = {"board": room.app.test_client().get("/board"), "scribe": phones[turn].get("/scribe")}
        for where, answer in public.items():
            assert b"canary" not in answer.data, where
        for n, phone in phones.items():
            page = phone.get(f"/seat/{n}")
            assert page.status_code == 200
            others = [other for other in phones if other != n]
            assert not any(f"canary{other}x".encode() in page.data for other in others), f"page of {n}"
            assert f"canary{n}x" in phone.post(f"/seat/{n}/held").text
            picked += f"canary{n}x9bird" in page.text
        room.table.do(Seat(turn), "back")
        assert room.table.do(Seat(turn), "end").ok
    room.close()
    assert picked, "nobody picked a card in secret"
