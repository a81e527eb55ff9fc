"""Whole games by bots: nothing appears or vanishes that the rules do not move, and points are the sheet's sum."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game import Came, Public, Seat, Setup, fill
from companion.games.free_radicals.commands import (
    Back,
    EndTurn,
    FixFavor,
    FixScore,
    FreeRadicalsSetup,
    Left,
    Pick,
    ScorePoints,
    SetCounter,
    Split,
)
from companion.games.free_radicals.corrections import fixed
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import COLOURS, THINGS
from companion.playtest import Run, answers, play
from tests.free_radicals.city import BESIDE, game

STILL = (EndTurn, Back, ScorePoints, SetCounter, Left, Split)
"""What moves no items and no favor."""


def played(seed: int, players: int, beside: bool) -> Run:
    rng = Random(seed)
    taken: dict[str, str] = {}
    keys = list(game.printed.factions)
    rng.shuffle(keys)
    for key in keys:
        if len(taken) < players:
            taken.setdefault(game.printed.factions[key].colour, key)
    factions = tuple(list(taken.values())[:players])
    seats = tuple(rng.sample(range(1, 11), players))
    setup = Setup(seats=seats, options=FreeRadicalsSetup(factions=factions), keepers=BESIDE if beside else ())
    return play(game, setup, rng, scribe=0.2, fixes=0.01)


def holdings(state: FreeRadicalsState) -> dict[str, int]:
    return {what: sum(player.has(what) for player in state.players) for what in THINGS}


def given_out(state: FreeRadicalsState) -> list[tuple[int, ...]]:
    return [player.favor for player in state.players]


def cards(state: FreeRadicalsState) -> list[str]:
    hands = [held.card for player in state.players for held in player.hand]
    return sorted([*hands, *state.display, *state.deck.items(), *state.discard.items()])


@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), beside=st.booleans())
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_conservation(seed: int, players: int, beside: bool) -> None:
    run = played(seed, players, beside)
    everything = [] if beside else sorted(game.printed.cards)
    for entry, before, after in zip(run.entries, run.states, run.states[1:], strict=False):
        assert isinstance(before, FreeRadicalsState)
        assert isinstance(after, FreeRadicalsState)
        command = entry.command
        assert cards(after) == everything
        for player in after.players:
            assert player.points == sum(line.points for line in after.log if line.seat == player.seat)
            assert min(player.has(what) for what in (*THINGS, "data")) >= 0
            assert player.favor_of(player.colour) == 0
        assert after.log[: len(before.log)] == before.log, "a line once written stays"
        if isinstance(command, STILL) or (isinstance(command, Came) and before.stage == "setup"):
            assert holdings(before) == holdings(after)
            assert given_out(before) == given_out(after)
        if before.doing == "trade" and isinstance(command, Pick):
            assert holdings(before) == holdings(after), "what is exchanged only changes hands"
        if not isinstance(command, FixFavor):
            for one, other in zip(given_out(before), given_out(after), strict=True):
                assert all(a <= b for a, b in zip(one, other, strict=True)), "favor earned is never lost"


@pytest.mark.parametrize("players", [2, 5])
def test_a_late_game_is_quick_to_offer(players: int) -> None:
    """Not a figure (the bench has those): only that what is offered stays a list that people can read."""
    for state in played(players, players, False).states[-200::20]:
        assert isinstance(state, FreeRadicalsState)
        for seat in state.seats:
            assert len(game.choices(state, Seat(seat))) <= 40


def test_every_correction_does_what_it_says_and_no_more() -> None:
    rng = Random(3)
    for state in played(3, 4, False).states[::60]:
        assert isinstance(state, FreeRadicalsState)
        for choice in game.corrections(state):
            command: Any = fill(choice, answers(choice, rng))
            after = fixed(game.printed, state, command)
            if isinstance(command, FixScore):
                assert after.player(command.seat).points == command.n
                assert after.log[:-1] in (state.log, state.log[:-1])
            else:
                assert after.log == state.log
            assert game.view(after, Public()).seats == state.seats
            assert len(after.knowledge) == len(COLOURS)
