"""What a large game costs at its busiest: what is on offer late in a game of five, and whole games by bots."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import msgspec

from companion import packs
from companion.bench.figure import Failed, Figure, Ticks, quantile
from companion.game import Game, Seat, State
from companion.games import TITLES
from companion.playtest import Stuck, play, start

PLAYERS = 5


def free_radicals() -> Game[Any, Any]:
    """Return Free Radicals as it is shipped."""
    return next(t for t in TITLES if t.meta.key == "free_radicals").bind(packs.shipped("free_radicals"))


class LateGame:
    """The measurement: ``states`` states of the last quarter of a game of five, then ``games`` games by bots.

    The bots sit down in twos to fives by turns, all in the box. A game in which nobody can go on, or that does not end,
    fails the measurement.
    """

    title = "a late game"

    def __init__(self, states: int = 400, games: int = 200) -> None:
        self.states, self.games = states, games

    def samples(self) -> int:
        """Return the number of states and games."""
        return self.states + self.games

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure. Raises Failed where a game hangs."""
        game, rng = free_radicals(), Random(5)
        offered, wire = [], []
        for state, seat in self._late(game, rng):
            began = time.perf_counter()
            game.choices(state, Seat(seat))
            offered.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            msgspec.json.decode(msgspec.json.encode(state), type=game.state_type)
            wire.append((time.perf_counter() - began) * 1000)
            tick()
        commands, began = 0, time.perf_counter()
        for n in range(self.games):
            seats = tuple(range(1, 3 + n % 4))
            setup, _ = start(game, seats, rng)
            try:
                commands += len(play(game, setup, rng).entries)
            except Stuck as stuck:
                raise Failed(f"a game of {len(seats)} by bots hangs ({str(stuck)[:80]})") from stuck
            tick()
        spent = time.perf_counter() - began
        return [
            Figure(
                name="free_radicals_choices_median_ms",
                label="Free Radicals, late with 5: all that is on offer, median",
                value=quantile(offered, 0.5),
                unit="ms",
                aim=5.0,
            ),
            Figure(
                name="free_radicals_choices_p99_ms",
                label="the same, p99",
                value=quantile(offered, 0.99),
                unit="ms",
            ),
            Figure(
                name="free_radicals_json_median_ms",
                label="calibration: the same states to JSON and back, median",
                value=quantile(wire, 0.5),
                unit="ms",
            ),
            Figure(
                name="free_radicals_games",
                label="whole games of 2 to 5 bots without a hang",
                value=self.games,
                unit="",
            ),
            Figure(
                name="free_radicals_commands_per_s",
                label="commands of these games",
                value=commands / spent,
                unit="/s",
            ),
        ]

    def _late(self, game: Game[Any, Any], rng: Random) -> list[tuple[State, int]]:
        """Return states at which somebody of five may act, from the last quarter of each game."""
        found: list[tuple[State, int]] = []
        while len(found) < self.states:
            setup, _ = start(game, tuple(range(1, PLAYERS + 1)), rng)
            states = play(game, setup, rng).states
            for state in states[len(states) * 3 // 4 : -1]:
                seat = next((seat for seat in state.seats if game.choices(state, Seat(seat))), None)
                if seat is not None:
                    found.append((state, seat))
        return rng.sample(found, self.states)
