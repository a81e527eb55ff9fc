"""An evening at the box with nothing but its own keys, on a real table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.console import Join
from companion.game import Box, Seat
from companion.games import TITLES as GAMES
from companion.packs import shipped
from companion.table import Envelope
from companion.words import of_the_house
from tests.console.hands import TITLES, Hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path)
    yield hands
    hands.table.stop()


def seats(hands: Hands) -> tuple[int, ...]:
    return hands.table.now().evening.seats


def lamp(hands: Hands) -> str:
    return hands.front.lamp


def test_the_lobby_shows_the_way_in_and_who_is_there(hands: Hands) -> None:
    assert hands.text() == "[QR]\n10.41.0.1\ncode 4719\n0 seated\nhow many?"
    assert hands.type("7 enter").splitlines()[3:] == ["7 seated", "enter:play"]
    assert seats(hands) == (1, 2, 3, 4, 5, 6, 7)
    hands.front.join = Join()
    hands.front.step()
    assert "Table" in hands.text()


def test_more_people_come_and_too_few_is_said(hands: Hands) -> None:
    hands.type("3 enter 1 0 enter")
    assert len(seats(hands)) == 10
    assert "* 3" in hands.type("4 enter")
    assert len(seats(hands)) == 10
    assert "1 to 10" in hands.type(". . 5 0 enter")


def test_people_sit_leave_and_are_away_at_the_box(hands: Hands) -> None:
    hands.type("* 3 2 4 enter")  # seat 4, without a name
    assert seats(hands) == (4,)
    hands.type("* 3 2 0 enter")
    assert seats(hands) == (4, 10)
    lines = hands.type("* 3").splitlines()
    away = next(line[0] if line[0] != ">" else line[1] for line in lines if "Away" in line)
    hands.type(f"{away} 4")
    assert hands.table.now().evening.playing == (10,)


def test_the_game_menu_its_setups_and_back_to_the_shelf(hands: Hands) -> None:
    hands.type("3 enter")
    assert ">1 Noughts" in hands.type("enter")
    assert ">1 To 10" in hands.type("2")
    assert hands.press("back").startswith("[QR]")
    assert hands.table.now().evening.picked == ""
    hands.type("enter 2 2 7 enter")
    assert hands.table.now().title == "pig"


def test_the_same_keys_begin_beside_the_boxed_game_at_every_visit(hands: Hands) -> None:
    hands.type("3 enter")
    for _ in range(2):
        assert "3 Beside boxed game" in hands.type("enter 2")
        assert "3 On: boxed game" in hands.type("3")
        assert "3 Beside boxed game" in hands.type("3")
        hands.type("3 2 7 enter")
        state = hands.table.now().state
        assert state is not None
        assert state.keeper("dice") == "unseen"
        hands.do(Box(), "finish")
    hands.type("enter 2 3")
    hands.press("back")
    assert "3 Beside boxed game" in hands.type("enter 2")


@pytest.mark.parametrize("game", [title.meta.key for title in TITLES])
@pytest.mark.parametrize("keys", ["+", "-", "9", "* .", "* 3 . .", "/ .", "/ 1 ."])
def test_no_list_of_the_lobby_outlives_the_start_of_a_game(hands: Hands, keys: str, game: str) -> None:
    hands.type("3 enter" if game != "tictactoe" else "2 enter")
    hands.do(Box(), "pick", game=game)
    hands.type(keys)
    lobby = next(o for o in hands.table.now().offers(Box()) if o.question.endswith(":lobby"))
    assert hands.table.submit(Box(), Envelope("phone-1", lobby.question, lobby.choice.id, {}), "phone").ok
    hands.wait(4)  # a sentence goes by itself
    assert hands.front.page().key.startswith("game.")


def test_a_game_from_the_box_alone(hands: Hands) -> None:
    hands.type("2 enter enter 1 enter")
    assert hands.table.now().title == "tictactoe"
    hands.type("7 1 8 2 9")
    result = hands.table.now().result()
    assert result is not None
    assert result.winners == (1,)
    assert lamp(hands) == "green"
    assert "enter: " in hands.text()
    hands.type("enter")
    assert hands.table.now().result() is None


def test_undo_names_what_it_takes_back_and_asks(hands: Hands) -> None:
    hands.type("2 enter enter 1 enter 7")
    before = hands.rows()
    assert "Seat 1" in hands.hold("back", 1.2)
    hands.type("2")
    assert hands.rows() == before
    hands.hold("back", 1.2)
    hands.type("1")
    assert hands.table.now().json(Seat(1))["rows"][0] == "· · ·"


def test_news_from_phones_leave_what_is_typed(hands: Hands) -> None:
    hands.type("2 enter enter 2 2 1")
    assert "1_" in hands.text()
    hands.do(Box(), "rename", seat=2, name="Bo")
    assert "1_" in hands.text()
    hands.do(Box(), "pick", game="")
    assert "closed" in hands.text()


def test_a_break_has_the_display_and_what_is_typed_waits_under_it(hands: Hands) -> None:
    hands.type("2 enter enter 2 2 1")
    hands.do(Box(), "pause", on=True)
    assert "Break" in hands.text()
    assert "1_" not in hands.text()
    assert "break" in hands.type("5")
    hands.type("5 enter")
    assert "Break" in hands.text()  # Enter has put the sentence away
    assert "1_" in hands.type("enter")
    assert not hands.table.now().evening.paused
    assert "Break" in hands.type("* 1")
    hands.do(Box(), "rename", seat=2, name="Bo")
    hands.wait(600)
    hands.do(Box(), "pause", on=False)
    assert "1_" in hands.text()


def test_a_break_and_mute(hands: Hands) -> None:
    hands.type("2 enter enter 2 1")
    assert lamp(hands) == "amber"
    assert "Break" in hands.type("* 1")
    assert lamp(hands) == "off"
    hands.type("enter")
    assert not hands.table.now().evening.paused
    hands.type("* 0")
    assert hands.table.now().evening.muted


def test_scores_and_next_game_with_the_same_people(hands: Hands) -> None:
    hands.type("2 enter enter 1 enter 7 1 8 2 9")
    assert "1 * Seat 1" in hands.type("* 5")
    hands.type(". . * 8")
    assert hands.text().splitlines()[1].startswith(">1")
    hands.type(". * * 8 1")
    assert hands.table.now().result() is None


def test_switching_off(hands: Hands) -> None:
    hands.type("* 9 enter")
    assert hands.switched_off == 0
    hands.type("1")
    assert hands.switched_off == 1
    hands.down("back", "select", seconds=3.1)
    hands.up("back", "select")
    hands.type("1")
    assert hands.switched_off == 2


def test_a_seat_s_phone_is_replaced(hands: Hands) -> None:
    assert hands.table.sit(1, "Ann", "old phone").ok
    hands.front.step()
    assert "scan" in hands.type("/ 1 /")
    assert hands.front.page().key == "pass.1"
    hands.table.move_seat(1, "new phone")
    hands.front.step()
    assert hands.front.page().key == "lobby"


@pytest.fixture
def crossfire(tmp_path: Path) -> Iterator[Hands]:
    packs = {title.meta.key: shipped(title.meta.key) for title in GAMES}
    hands = Hands(tmp_path, GAMES, of_the_house(*packs), packs)
    yield hands
    hands.table.stop()


def look(hands: Hands, *numbers: int) -> None:
    for n in numbers:
        hands.type(str(n))
        hands.down("select", seconds=1.5)
        hands.up("select")


def test_crossfire_s_keys_are_few(crossfire: Hands) -> None:
    hands = crossfire
    hands.type("7 enter")
    hands.type("enter 1 enter" if len(GAMES) > 1 else "enter 1")
    assert hands.table.now().title == "crossfire"
    before = hands.rows()
    hands.type("3")  # a look: a digit and a hold
    assert "let go" in hands.down("select", seconds=1.2)
    hands.up("select")
    assert hands.rows() == before + 1
    look(hands, 1, 2, 4, 5, 6, 7)
    for seat in 5 * (1, 2, 3, 4, 5, 6, 7):
        if lamp(hands) == "off":
            look(hands, seat)
    assert lamp(hands) == "amber"
    assert hands.text().startswith("3:00")
    hands.type("/ 3 2")
    assert "3B" in hands.text()
    hands.wait(171)
    assert lamp(hands) == "red"
    assert "tick" in hands.front.tones
    hands.wait(15)
    hands.type("2 3 4 5 6 7 1")
    assert "1>2 2>3 3>4 4>5 5>6 6>7 7>1" in hands.text()
    before = hands.rows()
    hands.type("enter")
    assert hands.rows() == before + 1
    for _ in range(40):
        if hands.table.now().result() is not None:
            break
        hands.type("enter")
    assert lamp(hands) == "green"
    hands.type("enter")
    assert hands.table.now().result() is None
    assert hands.table.now().title == "crossfire"
