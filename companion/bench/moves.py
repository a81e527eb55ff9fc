"""What rules cost: moves of a tiny game without and with a Table, whole games of a large one."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path
from random import Random

from companion import playtest
from companion.bench.commits import place
from companion.bench.deals import crossfire
from companion.bench.figure import Failed, Figure, Ticks
from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import AnyGame, Box, Public, Seat, SetUp, Setup, Title, fill
from companion.journal import Journal
from companion.shelf import Shelf
from companion.table import Envelope, Table

TOY = Path(__file__).resolve().parents[2] / "tests" / "toys" / "tictactoe.py"


def tictactoe() -> Title:
    """Return the tests' noughts and crosses. Raises Failed where the tests are not installed."""
    spec = importlib.util.spec_from_file_location("tablehand_bench_tictactoe", TOY)
    if not TOY.is_file() or spec is None or spec.loader is None:
        raise Failed(f"there is no {TOY}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    title: Title = module.TITLE
    return title


def pure(game: AnyGame, moves: int, rng: Random, tick: Ticks) -> float:
    """Return the seconds that ``moves`` moves take through choices, apply and view, as a bot makes them."""
    options = game.setups((1, 2), None)[0].command
    assert isinstance(options, SetUp)
    setup = Setup(seats=(1, 2), options=options)
    state = game.new(setup)
    spent = 0.0
    for _ in range(moves):
        began = time.perf_counter()
        mover, offered = next((s, c) for s in state.seats if (c := game.choices(state, Seat(s))))
        choice = rng.choice(offered)
        state = game.apply(state, Seat(mover), fill(choice, playtest.answers(choice, rng)))
        game.view(state, Public())
        spent += time.perf_counter() - began
        if game.outcome(state) is not None:
            state = game.new(setup)
        tick()
    return spent


def at_table(title: Title, journal: Journal, moves: int, rng: Random, tick: Ticks) -> float:
    """Return the seconds that ``moves`` moves take through a Table: offers, the same rules, the journal, publishing."""
    table = Table(Shelf((title, {})), journal, Dice(), FakeTime())
    for seat in (1, 2):
        table.sit(seat, f"Player {seat}", f"{seat:064d}")
    table.do(Box(), "pick", {"game": title.meta.key})
    spent = 0.0
    done = 0
    while done < moves:
        now = table.now()
        start = next((o for o in now.offers(Box()) if o.choice.id == "usual"), None)
        if start is not None:
            table.submit(Box(), Envelope(f"start-{now.row}", start.question, start.choice.id))
            continue
        began = time.perf_counter()
        mover, offer = next((s, o) for s in (1, 2) for o in now.offers(Seat(s)) if o.name == "turn")
        answers = playtest.answers(offer.choice, rng)
        reply = table.submit(Seat(mover), Envelope(f"m-{now.row}", offer.question, offer.choice.id, answers))
        table.now().view(Public())
        spent += time.perf_counter() - began
        if not reply.ok:
            raise Failed(f"the table refused a move ({reply.reason})")
        done += 1
        tick()
    table.stop()
    return spent


class Moves:
    """The measurement: ``moves`` moves without a table, a tenth as many with one, and ``games`` whole Crossfires."""

    title = "moves"

    def __init__(self, moves: int = 20_000, games: int = 100) -> None:
        self.moves, self.games = moves, games
        self._table_moves = max(10, moves // 10)

    def samples(self) -> int:
        """Return the number of moves and games."""
        return self.moves + 2 * self._table_moves + self.games

    def run(self, tick: Ticks) -> list[Figure]:
        """Measure."""
        title, rng = tictactoe(), Random(1)
        alone = pure(title.bind({}), self.moves, rng, tick)
        memory = at_table(title, Journal(None), self._table_moves, rng, tick)
        with place() as folder:
            disk = at_table(title, Journal(folder / "evening.sqlite3"), self._table_moves, rng, tick)

        def progress(_: int) -> None:
            tick()

        summary = playtest.playtest(crossfire(), self.games, 7, progress=progress)
        return [
            _rate("tictactoe_moves", "noughts and crosses: choices, apply, view", self.moves / alone),
            _rate("tictactoe_table", "the same through a Table, journal in memory", self._table_moves / memory),
            _rate("tictactoe_journal", "the same through a Table, journal on disk", self._table_moves / disk),
            _rate("crossfire_games", "Crossfire, whole games of 7 bots on one core", summary.per_second),
            _rate("crossfire_commands", "commands of these games", summary.commands / summary.seconds),
        ]


def _rate(name: str, label: str, value: float) -> Figure:
    return Figure(name=f"{name}_per_s", label=label, value=value, unit="/s")
