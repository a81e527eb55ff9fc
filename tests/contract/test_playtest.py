"""The bots themselves: they answer everything, play the same game for the same seed, and act for who is away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chance import Dice, Fate
from companion.game import (
    AnyAsk,
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    Box,
    Came,
    Choice,
    Expired,
    Option,
    Seat,
    fits,
    plain,
    say,
)
from companion.playtest import Run, answer, anyhow, play, playtest, start
from tests.toys import auction, pig, tictactoe

THREE = tuple(Option(value, plain(str(value))) for value in ("a", 7, "c"))
WHAT = say("auction.at")
ASKS: tuple[AnyAsk, ...] = (
    AskNumber(field="x", label=WHAT, low=-2, high=2),
    AskCode(field="x", label=WHAT, least=1, most=4),
    AskOne(field="x", label=WHAT, options=THREE),
    AskSome(field="x", label=WHAT, options=THREE, least=0, most=2),
    AskOrder(field="x", label=WHAT, options=THREE),
    AskOrder(field="x", label=WHAT, options=THREE, count=2),
    AskOrder(field="x", label=WHAT, options=THREE, count=5, repeats=True),
    AskEach(field="x", label=WHAT, who=(1, 2, 3), options=(1, 2, 3), most=2),
    AskText(field="x", label=WHAT, most=3),
    AskText(field="x", label=WHAT, most=60),
)


@given(ask=st.sampled_from(ASKS), seed=st.integers())
def test_every_question_gets_an_answer_that_fits(ask: AnyAsk, seed: int) -> None:
    assert fits(ask, answer(ask, Random(seed)))


def _game(toy: Any, players: int, seed: int, **how: Any) -> Run:
    game = toy.TITLE.bind({})
    setup, _ = start(game, tuple(range(1, players + 1)), Random(seed))
    return play(game, setup, Random(seed), **how)


def test_equal_seeds_play_equal_games_and_others_do_not() -> None:
    assert _game(auction, 4, 7) == _game(auction, 4, 7)
    assert _game(auction, 4, 7) != _game(auction, 4, 8)


def test_the_box_enters_what_is_public_and_nothing_else() -> None:
    run = _game(auction, 4, 3, scribe=1.0)
    public = [e for e in run.entries if e.choice and e.choice.public]
    secret = [e for e in run.entries if e.choice and not e.choice.public]
    assert {type(e.actor) for e in public} == {Box}
    assert {type(e.actor) for e in secret} == {Seat}


def test_corrections_happen_when_asked_for() -> None:
    assert any(isinstance(e.command, pig.SetScore) for e in _game(pig, 3, 1, fixes=0.3).entries)
    assert not any(isinstance(e.command, pig.SetScore) for e in _game(pig, 3, 1).entries)


def test_clocks_run_out_in_haste_and_when_nothing_else_is_left() -> None:
    assert sum(isinstance(e.command, Expired) for e in _game(pig, 2, 1, haste=0.5).entries) > 3
    assert not any(isinstance(e.command, Expired) for e in _game(pig, 2, 1, haste=0.0).entries)


def test_a_source_decides_what_comes() -> None:
    fate = Fate(Dice(Random(1)))
    fate.say("dice", ["6"] * 1000)
    run = _game(pig, 2, 1, source=fate)
    rolled = {item for e in run.entries if isinstance(e.command, Came) for item in e.command.items}
    assert rolled == {"6"}


def test_who_is_away_acts_only_through_the_box() -> None:
    game = pig.TITLE.bind({})
    setup, first = start(game, (1, 2), Random(1))
    run = play(game, setup, Random(1), begin=replace(first, away=(2,)))
    assert Seat(2) not in {e.actor for e in run.entries}
    assert Seat(1) in {e.actor for e in run.entries}


def test_a_policy_is_asked_for_every_choice() -> None:
    def best(state: Any, actor: Any, choices: tuple[Choice, ...], rng: Random) -> Any:
        """Take the middle first."""
        choice, given = anyhow(state, actor, choices, rng)
        return choice, {"square": 5} if 5 not in state.marks else given

    run = _game(tictactoe, 2, 1, policy=best)
    assert run.entries[0].command == tictactoe.Mark(5)


def test_an_evening_is_counted() -> None:
    heard: list[int] = []
    summary = playtest(tictactoe.TITLE.bind({}), games=50, players=2, seed=3, progress=heard.append)
    assert heard == list(range(1, 51))
    assert sum(n for _, n in summary.wins) + summary.nobody == 50
    assert summary.shared == 0
    assert 5 <= summary.shortest <= summary.median <= summary.longest <= 9
    assert 50 * 5 <= summary.commands <= 50 * 9
    assert summary.per_second > 1


def test_an_evening_for_too_many_or_of_no_games_is_refused() -> None:
    game = tictactoe.TITLE.bind({})
    with pytest.raises(ValueError, match="for 2 to 2 players"):
        playtest(game, games=1, players=3)
    with pytest.raises(ValueError, match="at least one game"):
        playtest(game, games=0, players=2)
