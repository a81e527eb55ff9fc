"""At the box beside the boxed game: how few keys everything takes, on a real table with its own console."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Box, Seat
from companion.games import free_radicals
from companion.games.free_radicals.state import FreeRadicalsState
from companion.packs import shipped
from companion.words import of_the_house
from tests.console.hands import Hands


class Fingers(Hands):
    """Hands that count: two to five people, the first of them begins."""

    def __init__(self, folder: Path, *factions: str, preset: str = "beside") -> None:
        packs = {"free_radicals": shipped("free_radicals")}
        super().__init__(folder, (free_radicals.TITLE,), of_the_house("free_radicals"), packs)
        for seat in range(1, len(factions) + 1):
            self.table.sit(seat, ("Ann", "Bo", "Cy", "Di", "Ed")[seat - 1], "")
        self.do(Box(), "pick", game="free_radicals")
        if preset != "box":
            self.do(Box(), "preset", preset=preset)
        options = {"ties": "credits", "holo": "credit", "ranks": "example"}
        self.do(Box(), "free-radicals-setup", factions=list(factions), first=1, **options)
        self.type("enter")

    @property
    def state(self) -> FreeRadicalsState:
        state = self.table.now().state
        assert isinstance(state, FreeRadicalsState)
        return state

    def keys(self, strokes: str) -> FreeRadicalsState:
        """Type, and return what came of it; the box is at the game's own page before and after."""
        assert not self.front._console.layers
        self.type(strokes)
        assert not self.front._console.layers, self.text()
        assert not self.state.agenda
        return self.state


def test_factions_are_typed_for_the_seats_that_are_named(tmp_path: Path) -> None:
    packs = {"free_radicals": shipped("free_radicals")}
    box = Hands(tmp_path, (free_radicals.TITLE,), of_the_house("free_radicals"), packs)
    for seat in (2, 5, 7):
        box.table.sit(seat, "", "")
    box.do(Box(), "pick", game="free_radicals")
    said = box.type("enter")
    assert "Factions: 2 5 7" in said
    said = box.type("2 3")
    assert "2. Executives" in said
    assert "5. Artisans" in said
    box.table.stop()


@pytest.fixture
def box(tmp_path: Path) -> Fingers:
    return Fingers(tmp_path, "executives", "artisans", "paladins")


def test_the_end_of_a_turn_is_one_key(box: Fingers) -> None:
    assert "Ann" in box.text()
    assert box.keys("0").turn == 2
    assert "Bo" in box.text()


def test_five_points_are_three_keys(box: Fingers) -> None:
    assert box.keys("5 5 enter").player(1).points == 5


def test_an_awakening_is_four_keys(box: Fingers) -> None:
    state = box.keys("2 3 4 enter")
    assert state.slots[2] == (1,)
    assert state.player(1).points == 4


@pytest.mark.parametrize("building", range(10))
def test_a_visit_is_four_keys_at_most(box: Fingers, building: int) -> None:
    digit = str((building + 1) % 10)
    box.keys(f"2 {digit} 1 enter")
    box.keys("0")
    picks = {5: "4 3", 6: "5"}.get(building, "")  # two favor of choice; whose knowledge
    state = box.keys(f"1 {digit} {picks}".strip())
    assert state.player(1).favor[1] == 1, "the controller has the visitor's favor"
    assert len(f"1 {digit} {picks}".split()) <= 4
    if building == 5:
        assert state.player(2).favor == (0, 0, 1, 1, 0)


def test_a_knowledge_step_is_three_keys_at_most(box: Fingers) -> None:
    state = box.keys("3 2")
    assert state.knowledge[1] == 1
    assert state.player(1).favor[1] == 1, "the benefactor's favor came with it"


def test_the_token_is_one_key_and_favor_takes_an_amount(box: Fingers) -> None:
    assert box.keys("6").prestige == 1
    assert box.keys("4 4 3 enter").player(1).favor[3] == 3
    assert box.keys("4 4 enter").player(1).favor[3] == 4


def test_a_bonus_power_in_the_own_building(box: Fingers) -> None:
    box.keys("2 6 1 enter")
    box.keys("0")
    box.keys("0")
    box.keys("2 0 1 enter")
    state = box.keys("9 3")
    assert state.prestige == 3
    assert state.player(3).favor[2] == 1


def test_a_key_that_is_not_on_offer_says_why(tmp_path: Path) -> None:
    box = Fingers(tmp_path, "executives", "artisans", preset="box")
    offered = {offer.choice.digit for offer in box.table.now().offers(Seat(1))}
    refused = [digit for digit in range(10) if digit not in offered]
    assert refused
    for digit in refused:
        said = " ".join(box.type(str(digit)).splitlines())
        assert said.startswith(("You ", "Your ", "No building")), said
        assert "\u2026" not in said
        box.type("enter")
    box.table.stop()


def test_one_undo_takes_back_a_whole_visit(box: Fingers) -> None:
    box.keys("2 6 1 enter")
    box.keys("0")
    before = box.state
    box.keys("1 6 4 3")
    assert box.state != before
    box.hold("back", 1.5)
    box.type("1")
    assert box.state == before


def test_the_way_back_by_the_list(box: Fingers) -> None:
    box.keys("2 6 1 enter")
    box.type("1 6")
    assert box.state.doing == "visit"
    text = box.type("4")
    assert box.state.picks
    assert "Back" in text or "Yellow" in text
    box.type("0")
    assert len(box.state.picks) == 1
    box.type("0 0")
    assert box.state.doing == ""
    assert box.state.player(1).favor == (0, 0, 0, 0, 0)


def test_what_is_left_is_typed_at_once_at_the_end(box: Fingers) -> None:
    for _ in range(36):
        box.keys("0")
    assert box.state.stage == "final"
    for keys in ("7 enter", "3 enter", "0 enter"):
        box.type(keys)
    result = box.table.now().result()
    assert result is not None
    assert result.winners == (1,)


def test_a_whole_turn_in_the_box(tmp_path: Path) -> None:
    box = Fingers(tmp_path, "executives", "artisans", preset="box")
    had = box.state.player(1).credit
    assert box.keys("7 4 2 enter").player(1).credit == had + 2
    assert box.keys("8 4 enter").player(1).credit == had + 1
    assert box.keys("0").turn == 2
