"""What a large game costs at its busiest: what is on offer late in a game of five, and whole games by bots."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import msgspec

from companion import packs
from companion.bench.figure import Failed, Figure, Ticks, quantile
from companion.game import AnyGame, Seat, State
from companion.games import TITLES
from companion.games.rolling_freight import routes
from companion.playtest import Stuck, play, start

PLAYERS = 5
SPREAD = 4
"""So many times the states that are measured are played, and those drawn from them: from more than one game."""


class Busy(msgspec.Struct, frozen=True):
    """A game whose lists are long: its key, and the milliseconds that a list may take (median; p99 or none).

    ``forget`` drops what it has found before, where it keeps such things: a list at a table is of a moment never seen.
    """

    game: str
    label: str
    median: float
    p99: float | None = None
    forget: Callable[[], None] = lambda: None


FREE_RADICALS = Busy("free_radicals", "Free Radicals, late with 5", 5.0)
ROLLING_FREIGHT = Busy(
    "rolling_freight", "Rolling Freight, late with 5 in the South-East", 20.0, 100.0, forget=routes.forget
)


class LateGame:
    """The measurement: ``states`` states of the last quarter of games of five, then ``games`` games by bots.

    The bots sit down in twos to fives by turns, all in the box, each time to one of the ways to start. A game in which
    nobody can go on, or that does not end, fails the measurement.
    """

    def __init__(self, busy: Busy, states: int = 400, games: int = 200) -> None:
        self.busy, self.states, self.games = busy, states, games
        self.title = f"late {busy.game}"

    def samples(self) -> int:
        """Return the number of states and games."""
        return self.states + self.games

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure. Raises Failed where a game hangs."""
        busy, key, rng = self.busy, self.busy.game, Random(5)
        game = next(title for title in TITLES if title.meta.key == key).bind(packs.shipped(key))
        offered, wire = [], []
        for state, seat in self._late(game, rng):
            busy.forget()
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
                name=f"{key}_choices_median_ms",
                label=f"{busy.label}: all that is on offer, median",
                value=quantile(offered, 0.5),
                unit="ms",
                aim=busy.median,
            ),
            Figure(
                name=f"{key}_choices_p99_ms",
                label="the same, p99",
                value=quantile(offered, 0.99),
                unit="ms",
                aim=busy.p99,
            ),
            Figure(
                name=f"{key}_json_median_ms",
                label="calibration: the same states to JSON and back, median",
                value=quantile(wire, 0.5),
                unit="ms",
            ),
            Figure(
                name=f"{key}_games",
                label="whole games of 2 to 5 bots without a hang",
                value=self.games,
                unit="",
            ),
            Figure(
                name=f"{key}_commands_per_s",
                label="commands of these games",
                value=commands / spent,
                unit="/s",
            ),
        ]

    def _late(self, game: AnyGame, rng: Random) -> list[tuple[State, int]]:
        """Return states at which somebody of five may act, from the last quarter of several games."""
        found: list[tuple[State, int]] = []
        while len(found) < SPREAD * self.states:
            setup, _ = start(game, tuple(range(1, PLAYERS + 1)), rng)
            states = play(game, setup, rng).states
            for state in states[len(states) * 3 // 4 : -1]:
                seat = next((seat for seat in state.seats if game.choices(state, Seat(seat))), None)
                if seat is not None:
                    found.append((state, seat))
        return rng.sample(found, self.states)
