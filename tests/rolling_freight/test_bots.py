"""Whole games by bots: nothing appears or vanishes that the rules do not move, and points are the sheet's sum."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.chance import Dice
from companion.game import Box, Came, Keeping, Outcome, Seat, Setup, fill, pending
from companion.games.rolling_freight import META
from companion.games.rolling_freight.commands import (
    FixContract,
    FixCubes,
    FixDie,
    FixGain,
    FixLast,
    FixLose,
    FixOwner,
    FixPhase,
    FixScore,
    RollingFreightSetup,
)
from companion.games.rolling_freight.corrections import fixed
from companion.games.rolling_freight.state import RollingFreightState
from companion.games.rolling_freight.terms import COLOURS, END, IMPROVEMENTS, die_of
from companion.playtest import Run, answers, play
from tests.rolling_freight.freight import BESIDE, game

BOX = tuple(Keeping(component.key, component.keepers[0]) for component in META.components)


def played(seed: int, players: int, keepers: tuple[Keeping, ...], fixes: float = 0.0) -> Run:
    rng = Random(seed)
    maps = [way.command for way in game.setups(tuple(range(1, players + 1)), None) if not way.asks]
    chosen: Any = rng.choice(maps)
    options = RollingFreightSetup(map=chosen.map, disasters=rng.choice(("off", "on")))
    seats = tuple(rng.sample(range(1, 11), players))
    return play(game, Setup(seats=seats, options=options, keepers=keepers), rng, scribe=0.2, fixes=fixes, most=20_000)


def contracts(state: RollingFreightState) -> list[str]:
    track = [key for key in state.contracts if key not in ("", "?")]
    deck = [card for card in state.deck.items() if card != END and not card.startswith("DIS")]
    return sorted([*track, *deck, *state.taken(), *state.gone, *state.wrecked])


def improvements(state: RollingFreightState) -> list[str]:
    held = [kind for player in state.players for kind in (*player.improvements, *player.bought)]
    return sorted([*held, *state.supply.items(), *(kind for kind in state.market if kind not in ("", "?"))])


def cargo(state: RollingFreightState) -> tuple[int, ...]:
    lying = [spot.cargo for spot in state.spots]
    return tuple(
        state.bag.count(colour)
        + lying.count(colour)
        + state.boxed[at]
        + sum(player.cargo[at] for player in state.players)
        for at, colour in enumerate(COLOURS)
    )


def conserved(state: RollingFreightState, box: bool) -> None:
    limits = game.printed.tables.limits
    for player in state.players:
        assert player.points == sum(line.points for line in state.log if line.seat == player.seat)
        assert 0 <= player.cubes <= limits.cubes
        assert len(player.works) <= limits.contracts
        assert player.holds <= limits.improvements
        assert len(player.works) + len(state.built_by(player.seat)) <= limits.sticks
        assert min(player.stock) >= 0
        assert 0 <= player.stations <= len(game.printed.tables.stations.price)
        if player.dice:
            extra = sorted(die.kind for die in player.dice if not die.basic)
            held = sorted(die_of(kind) for kind in player.improvements if die_of(kind))
            assert len(player.dice) - len(extra) == 6
            assert extra == held or state.stage in ("lay", "draft") or state.agenda
    for colour in COLOURS:
        assert 0 <= state.stock_left(colour) <= limits.stock
    assert all(n >= 0 for n in state.boxed)
    assert len({link.contract for link in state.built}) == len(state.built)
    if not box:
        return
    atlas = game.printed.maps[state.options.map]
    if state.spots:
        counts = game.printed.tables.cargo
        assert cargo(state) == (counts.blue, counts.gray, counts.red, counts.yellow)
        for circle, spot in zip(atlas.circles, state.spots, strict=True):
            assert not (spot.closed and (spot.cargo or spot.saturated))
            assert not (spot.saturated and not circle.demand)
        for player in state.players:
            for work in player.works:
                assert 1 <= work.cubes <= atlas.link(work.contract).length


@given(seed=st.integers(0, 2**32), players=st.integers(2, 5))
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_conservation_in_the_box(seed: int, players: int) -> None:
    run = played(seed, players, BOX)
    first = run.states[0]
    assert isinstance(first, RollingFreightState)
    cards, deck = contracts(first), improvements(first)
    assert deck == sorted(game.printed.improvement_deck(first.options.map, players))
    for before, after in zip(run.states, run.states[1:], strict=False):
        assert isinstance(before, RollingFreightState)
        assert isinstance(after, RollingFreightState)
        conserved(after, box=True)
        assert contracts(after) == cards
        assert improvements(after) == deck
        assert after.log[: len(before.log)] == before.log, "a line once written stays"


@given(seed=st.integers(0, 2**32), players=st.integers(2, 5))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_conservation_beside_the_boxed_game(seed: int, players: int) -> None:
    for state in played(seed, players, BESIDE, fixes=0.02).states:
        assert isinstance(state, RollingFreightState)
        conserved(state, box=False)
        held = [kind for player in state.players for kind in (*player.improvements, *player.bought)]
        deck = game.printed.improvement_deck(state.options.map, players)
        assert all(held.count(kind) <= deck.count(kind) for kind in IMPROVEMENTS)


@pytest.mark.parametrize("component", [c.key for c in META.components])
def test_every_keeper_alone_plays_to_the_end(component: str) -> None:
    kinds = next(c.keepers for c in META.components if c.key == component)
    for keeper in kinds[1:]:
        keepers = tuple(Keeping(k.component, keeper) if k.component == component else k for k in BOX)
        result = played(5, 3, keepers, fixes=0.01).result
        assert result.winners


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_list_is_too_long_to_read(players: int) -> None:
    for state in played(players, players, BOX).states[-400::20]:
        assert isinstance(state, RollingFreightState)
        for seat in state.seats:
            choices = game.choices(state, Seat(seat))
            assert len(choices) <= 45
            for choice in choices:
                for ask in choice.asks:
                    assert len(getattr(ask, "options", ())) <= 20


@pytest.mark.parametrize("keepers", [BOX, BESIDE], ids=["box", "beside"])
def test_every_correction_does_what_it_says_and_no_more(keepers: tuple[Keeping, ...]) -> None:
    rng = Random(3)
    done: set[str] = set()
    for state in played(3, 4, keepers).states[:: 150 if keepers is BOX else 25]:
        assert isinstance(state, RollingFreightState)
        deck = improvements(state)
        for choice in game.corrections(state):
            command: Any = fill(choice, answers(choice, rng))
            done.add(type(command).__name__)
            after = fixed(game.printed, state, command)
            match command:
                case FixScore(seat, n):
                    assert after.player(seat).points == n
                case FixContract(contract):
                    assert contract in after.gone
                    assert contract not in after.taken()
                case FixOwner(contract, seat):
                    assert [link.seat for link in after.built if link.contract == contract] == [seat]
                case FixDie(seat, _, face):
                    assert face in [die.face for die in after.player(seat).unspent]
                case FixGain(seat, kind):
                    assert after.player(seat).copies(kind) == state.player(seat).copies(kind) + 1
                case FixLose(seat, _):
                    assert after.player(seat).holds == state.player(seat).holds - 1
                case FixPhase(period):
                    assert (after.phase, after.last) == (period, 0)
                case FixLast(n):
                    assert after.last == n
                    assert bool(after.ender) == bool(n)
                case _:
                    assert after.log == state.log
            if keepers is BOX:
                assert improvements(after) == deck
            if not isinstance(command, FixContract | FixCubes):
                conserved(after, box=keepers is BOX)
    told = {"FixPhase", "FixLast"} if keepers is BESIDE else {"FixDie", "FixStock", "FixCubes"}
    assert done >= told | {"FixScore", "FixGain", "FixLose", "FixOwner", "FixTurn", "FixStations", "FixContract"}


def test_a_phase_set_by_hand_opens_its_circles() -> None:
    keepers = tuple(Keeping(k.component, "unseen") if k.component == "contracts" else k for k in BOX)
    setup = Setup(seats=(1, 2, 3), options=RollingFreightSetup(first=1), keepers=keepers)
    state: Any = next(
        state
        for state in play(game, setup, Random(2), most=20_000).states
        if isinstance(state, RollingFreightState) and state.stage == "turn" and not state.agenda and not state.doing
    )
    assert state.phase == "A"
    after: Any = game.apply(state, Box(), FixPhase("B"))
    chance = pending(game, after)
    assert chance is not None
    after = game.apply(after, Outcome(), Came(chance.key, Dice(Random(1)).decide(chance)))
    assert not after.agenda
    for circle, spot in zip(game.printed.maps["western"].circles, after.spots, strict=True):
        if circle.opens == "B":
            assert not spot.closed
            assert bool(spot.cargo) == bool(circle.supply)
    back: Any = game.apply(after, Box(), FixPhase("A"))
    assert back.phase == "A"


@pytest.mark.parametrize("players", [3, 5])
def test_nothing_that_is_offered_leads_to_where_there_is_only_the_way_back(players: int) -> None:
    for state in played(players, players, BOX).states:
        assert isinstance(state, RollingFreightState)
        if state.doing:
            offered = game.choices(state, Seat(state.turn))
            assert any(choice.question != "back" for choice in offered), (state.doing, state.picks)
