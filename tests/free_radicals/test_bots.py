"""Whole games by bots: nothing appears or vanishes that the rules do not move, and points are the sheet's sum."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game import Came, Outcome, Public, Seat, Setup, fill
from companion.games.free_radicals.commands import (
    Act,
    Back,
    EndTurn,
    FixFavor,
    FixScore,
    FreeRadicalsSetup,
    GiveUp,
    Left,
    Pick,
    ScorePoints,
    SetCounter,
    Split,
)
from companion.games.free_radicals.corrections import fixed
from companion.games.free_radicals.flow import play as play_on
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import COLOURS, THINGS
from companion.playtest import Run, answers, play
from tests.free_radicals.accountant import Accountant, difference
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


@pytest.mark.parametrize("beside", [False, True])
def test_a_step_towards_more_is_undone_with_what_it_leads_to_and_a_last_one_alone(beside: bool) -> None:
    """Staged is exactly what the same seat has to go on with, also when cards come or others are asked in between."""
    seen = {True: 0, False: 0}
    for players in (2, 5):
        run = played(players, players, beside)
        for n, entry in enumerate(run.entries):
            if entry.choice is None or not isinstance(entry.command, Act | Pick):
                continue
            rest = range(n + 1, len(run.entries))
            later = next((m for m in rest if not isinstance(run.entries[m].actor, Outcome)), len(run.entries))
            after = run.states[later]
            assert isinstance(after, FreeRadicalsState)
            need = play_on(game.printed, after).need if after.agenda else None
            goes_on = need is not None and need.seat == entry.actor.seat
            assert entry.choice.staged is goes_on, f"{entry.command}: then {need}"
            seen[goes_on] += 1
    assert min(seen.values()) > 50


LAPSES = 4
"""Fewer Data cards than these in deck and display together: a gain of cards may lapse."""


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_act_moves_what_the_rulebook_says(players: int, beside: bool) -> None:
    """Whole games, gone over by somebody who knows the rulebook and not the game: items, favor, points of all."""
    gone_over: set[str] = set()
    for seed in range(4):
        run = played(seed * 100 + players, players, beside)
        began: FreeRadicalsState | None = None
        act = ""
        picks: list[Pick] = []
        for entry, before, after in zip(run.entries, run.states, run.states[1:], strict=False):
            assert isinstance(before, FreeRadicalsState)
            assert isinstance(after, FreeRadicalsState)
            match entry.command:
                case Act(act=begun):
                    began, act, picks = before, begun, []
                case Pick():
                    picks.append(entry.command)
                case Back():
                    picks = picks[: len(after.picks)] if after.doing else []
                    began = began if after.doing else None
                case GiveUp():
                    began = None
                case _:
                    pass
            if began is None or after.doing or after.agenda:
                continue
            expected = Accountant(began, picks).act(act)
            scarce = min(len(s.deck) + len(s.display) for s in (began, after)) < LAPSES and not beside
            found = difference(began, after)
            if not scarce or expected == found:
                assert found == expected, f"{act} {picks} of {began.player(began.turn).faction}"
                gone_over.add(act)
            began = None
    others = {"visit", "awaken", "knowledge", "favor", "prestige", "bonus", "other"}
    assert gone_over >= (others if beside else {*others, "gain", "pay", "trade"})


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
