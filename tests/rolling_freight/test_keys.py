"""At the box beside the boxed game: how few keys everything takes, on a real table with its own console."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import Box, Seat
from companion.games import rolling_freight
from companion.games.rolling_freight.state import RollingFreightState
from companion.journal import Journal
from companion.packs import shipped
from companion.shelf import Shelf
from companion.table import Table
from companion.words import of_the_house
from tests.console.hands import Hands


class Fingers(Hands):
    """Hands that count: so many people, the first of them begins; the draft is typed by the shortest way."""

    def __init__(self, folder: Path, players: int = 3, preset: str = "beside", dice: str = "", told: str = "") -> None:
        packs = {"rolling_freight": shipped("rolling_freight")}
        super().__init__(folder, (rolling_freight.TITLE,), of_the_house("rolling_freight"), packs)
        for seat in range(1, players + 1):
            self.table.sit(seat, ("Ann", "Bo", "Cy", "Di", "Ed")[seat - 1], "")
        self.do(Box(), "pick", game="rolling_freight")
        if preset != "box":
            self.do(Box(), "preset", preset=preset)
        if told:
            self.do(Box(), "keep", component=told, keeper="told")
        self.fate.say("dice", dice.split())
        self.do(Box(), "rolling-freight-setup", map="western", first=1, disasters="off")

    @property
    def state(self) -> RollingFreightState:
        state = self.table.now().state
        assert isinstance(state, RollingFreightState)
        return state

    def keys(self, strokes: str) -> RollingFreightState:
        """Type, and return what came of it; the box is at the game's own page before and after."""
        assert not self.front._console.layers
        self.type(strokes)
        assert not self.front._console.layers, self.text()
        assert not self.state.doing
        return self.state

    def draft(self) -> None:
        for colour in "123":  # Cy, Bo, Ann: a contract each, blue 1, gray 1, red 1
            self.keys(f"1 {colour} 1")
        for kind in "678":  # dice that each of them takes
            self.keys(f"enter {kind}")


@pytest.fixture
def box(tmp_path: Path) -> Fingers:
    box = Fingers(tmp_path)
    box.draft()
    return box


def test_the_draft_is_three_keys_or_two(box: Fingers) -> None:
    assert box.state.stage == "turn"
    assert [p.works[0].contract for p in box.state.players] == ["R1", "G1", "B1"]
    assert [p.improvements for p in box.state.players] == [("die_blue",), ("die_yellow",), ("die_black",)]


def test_a_contract_is_three_keys(box: Fingers) -> None:
    assert [work.contract for work in box.keys("1 4 3").player(1).works] == ["R1", "Y3"]


def test_a_finished_link_is_two_keys(box: Fingers) -> None:
    state = box.keys("2 6")
    assert [(link.contract, link.seat, link.length) for link in state.built] == [("R1", 1, 6)]


def test_an_improvement_is_two_keys(box: Fingers) -> None:
    assert box.keys("7 4").player(1).bought == ("friendly",)


def test_a_station_and_the_end_of_a_turn_are_one(box: Fingers) -> None:
    assert box.keys("6").player(1).stations == 1
    assert box.keys("0").turn == 2


def test_a_delivery_over_two_rivals_links_is_six_keys(box: Fingers) -> None:
    box.keys("2 6")
    box.keys("0")
    box.keys("2 3")
    box.keys("0")
    box.keys("2 2")
    box.keys("0")
    state = box.keys("5 1 1 2 3 enter")
    assert state.player(1).cargo == (1, 0, 0, 0)
    assert [line.points for line in state.log if line.why == "route"] == [1, 1, 1]


def test_the_card_is_one_key(box: Fingers) -> None:
    assert box.keys("9").last == 4


def test_one_undo_takes_back_a_whole_delivery(box: Fingers) -> None:
    box.keys("2 6")
    before = box.state
    box.keys("5 1 1 enter")
    assert box.state != before
    box.hold("back", 1.5)
    box.type("1")
    assert box.state == before


def test_the_way_back_by_the_list(box: Fingers) -> None:
    box.keys("2 6")
    box.type("5 3 1")
    assert box.state.picks == ("red", "1")
    box.type("0 0 0")
    assert box.state.doing == ""


def test_a_spend_can_be_undone_die_by_die(tmp_path: Path) -> None:
    box = Fingers(tmp_path, preset="box", dice="R G B Y BG RY " * 3)
    for _ in range(3):
        box.keys("1 1")
    for seat in (3, 2, 1):
        box.do(Seat(seat), "act", act="improve")
        box.do(Seat(seat), "pick", what="0")
    assert box.state.stage == "turn"
    work = box.state.player(1).works[0]
    box.type("2")
    text = box.type("1")
    player = box.state.player(1)
    assert player.works == () or player.works[0].cubes == work.cubes + 1, text
    assert len(player.unspent) == len(player.dice) - 1
    box.hold("back", 1.5)
    box.type("1")
    assert box.state.player(1).works[0] == work
    assert len(box.state.player(1).unspent) == len(box.state.player(1).dice)


def test_a_real_contract_is_told_by_its_colour_and_its_number(tmp_path: Path) -> None:
    box = Fingers(tmp_path, preset="box", told="contracts")
    for strokes in ("1 3", "3 1", "5 1"):
        box.type(strokes)
    assert box.state.contracts[:3] == ("B3", "R1", "S1")
    assert "Slash" not in box.type("enter"), "there is one slash contract in phase A, and it lies there"
    box.type("4 . 2 1")  # not yellow after all
    assert box.state.contracts == ("B3", "R1", "S1", "G1")


def test_real_dice_are_told_in_as_many_keys_as_there_are_dice(tmp_path: Path) -> None:
    box = Fingers(tmp_path, preset="box", told="dice")
    box.type("enter 1 2 3 4 5 0 enter")
    assert [die.face for die in box.state.player(1).dice] == ["B", "G", "R", "Y", "BG", "RY"]


def test_real_cargo_is_told_circle_by_circle(tmp_path: Path) -> None:
    box = Fingers(tmp_path, preset="box", told="bag")
    atlas = rolling_freight.bind(shipped("rolling_freight")).printed.maps["western"]
    white = [n for n, circle in enumerate(atlas.circles) if circle.supply == "any" and not circle.opens]
    for n in white[:2]:
        assert atlas.city(atlas.circles[n].city).name in box.type("enter")
        box.type("3")
        assert box.state.spots[n].cargo == "red"


def test_a_restart_in_the_middle_of_a_delivery(box: Fingers, tmp_path: Path) -> None:
    box.keys("2 6")
    box.type("5 1 1")
    before = box.state
    assert before.picks == ("blue", "1")
    shelf = Shelf((rolling_freight.TITLE, shipped("rolling_freight")))
    again = Table(shelf, Journal(tmp_path / "evening.db"), Dice(Random(1)), FakeTime())
    assert again.now().state == before
    assert again.do(Seat(1), "pick", {"what": "done"}).ok
    assert again.now().state.player(1).cargo == (1, 0, 0, 0)  # type: ignore[union-attr]  # a game is on


def test_a_key_that_is_not_on_offer_says_why(tmp_path: Path) -> None:
    box = Fingers(tmp_path)
    box.draft()
    assert " ".join(box.type("5").splitlines()).startswith("At least one link of the route has to be your own.")
    box.type("enter")
    assert box.type("4").splitlines()[0] == "There is no 4 here", "nobody has a contract that it would build"
    box.table.stop()
