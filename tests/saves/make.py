"""Writes the saves of this version: ``PYTHONPATH=. python -P -m tests.saves.make``, once before it is let out.

Bots play each game until a phase is reached; then the table is switched off. Saves of earlier versions stay.
"""

from __future__ import annotations

import random
from importlib import metadata
from pathlib import Path

from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import Actor, Box, Public, Seat, View
from companion.games import TITLES
from companion.journal import Journal, copy_of
from companion.packs import shipped
from companion.playtest import answers
from companion.shelf import Shelf
from companion.table import Envelope, Table

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
PHASES = {
    "crossfire": ("trio.1", "talk", "point", "script.vip"),
    "free_radicals": ("setup", "turn.card", "turn.discard", "final.left"),
    "rolling_freight": ("draft", "turn.pay", "turn.route", "final.left"),
    "freelancers": ("setup", "check", "travel.travel", "act"),
}
"""The phases; after a dot what the box waits for in it, where the game says so."""
PLAYERS = {"crossfire": 7, "free_radicals": 2, "rolling_freight": 2, "freelancers": 3}
BESIDE = {"final.left", "act"}
"""Phases that are saved of a game beside the boxed one."""


def phase_of(view: View) -> str:
    """Return the phase of a view, with what the box waits for in it."""
    need = getattr(view, "need", "")
    return f"{view.phase}.{need}" if need else view.phase


def play_on(table: Table, time: FakeTime, rng: random.Random, until: str) -> bool:
    """Let bots play until the phase ``until``, or the end; return whether the phase was reached."""
    for n in range(5000):
        now = table.now()
        if now.state is not None and phase_of(now.view(Public())) == until:
            return True
        if now.state is not None and now.result() is not None:
            return False
        if now.evening.paused:
            assert table.do(Box(), "pause", {"on": False}).ok
            now = table.now()
        actors: tuple[Actor, ...] = (Box(), *(Seat(n) for n in now.evening.seats))
        on_offer = [(a, o) for a in actors for o in now.offers(a) if not o.choice.of_table]
        if not on_offer:
            time.advance(1)
            table.tick()
            continue
        actor, offer = rng.choice(on_offer)
        table.submit(actor, Envelope(f"bot{n}", offer.question, offer.choice.id, answers(offer.choice, rng)))
    raise RuntimeError(f"{until} was never reached, nor the end")


def make(game: str, phase: str, seed: int) -> bool:
    """Write one save; return whether the phase was reached with this seed."""
    path = FOLDER / f"{metadata.version('tablehand')}-{game}-{phase}.sqlite3"
    path.unlink(missing_ok=True)
    time, rng = FakeTime(), random.Random(seed)
    shelf = Shelf(*((title, shipped(title.meta.key)) for title in TITLES))
    table = Table(shelf, Journal(path), Dice(random.Random(seed)), time)
    for name in NAMES[: PLAYERS[game]]:
        table.sit(None, name, f"{name}'s phone")
    assert table.do(Box(), "pick", {"game": game}).ok
    if phase in BESIDE:
        assert table.do(Box(), "preset", {"preset": "beside"}).ok
    usual = next(offer for offer in table.now().offers(Box()) if not offer.choice.asks)
    assert table.submit(Box(), Envelope("start", usual.question, usual.choice.id)).ok
    reached = play_on(table, time, rng, phase)
    table.stop()
    copy_of(path).unlink()
    return reached


if __name__ == "__main__":
    for game, phases in PHASES.items():
        for phase in phases:
            seed = next(seed for seed in range(100) if make(game, phase, seed))
            print(f"{game} {phase}: seed {seed}")
