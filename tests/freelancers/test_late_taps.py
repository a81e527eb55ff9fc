"""Two people who tap at once: each text, and each roll, is a question of its own, so the later tap answers nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.commands.quest.files import load
from companion.commands.quest.play import KEY, bound
from companion.game import AnyGame, Box, Seat, Setup, State
from companion.games.freelancers.commands import FreelancersSetup, Help, Luck, Next
from companion.playtest import play
from tests.freelancers.party import ANN, BO, Party, began

CHECK = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = ["XP +1"] }] }'


def heard(game: AnyGame, state: State) -> set[str]:
    """Return the question whether what is shown has been heard."""
    return {c.question for c in game.choices(state, Box()) if c.command == Next("on")}


@pytest.mark.parametrize("seed", range(3))
def test_no_text_is_put_away_by_a_tap_at_the_one_before(seed: int) -> None:
    game = bound(load(Path("the-lake-has-left"))[0])
    setup = Setup(seats=(1, 2, 3), options=FreelancersSetup(quest=KEY, order=(1, 2, 3)))
    run = play(game, setup, random.Random(seed), most=100_000)
    texts = 0
    for entry, before, after in zip(run.entries, run.states, run.states[1:], strict=False):
        if entry.command == Next("on") and (later := heard(game, after)):
            texts += 1
            assert heard(game, before) != later
    assert texts


def rolled(table: Party) -> set[str]:
    """Return what is asked of the party at a roll."""
    asked = [c for seat in (ANN, BO) for c in table.offered(Seat(seat))]
    return {c.question for c in asked if c.id.startswith(("accept", "luck", "help"))}


def test_nobody_lets_a_roll_stand_that_has_been_rolled_again_meanwhile() -> None:
    table = began(CHECK).has(ANN, luck=2).tries(ANN).comes("3")
    three = rolled(table)
    twelve = rolled(table.do(Seat(BO), Help(BO, 0)).comes("12"))
    four = rolled(table.do(Seat(ANN), Luck(0)).comes("4"))
    assert three
    assert twelve
    assert four
    assert not three & twelve
    assert not twelve & four
