"""Writes the evening with the shipped quest: ``PYTHONPATH=. python -P -m tests.freelancers.evening``, when it changes.

Bots play the quest on phones at a table until it is won; what they did becomes a table script that says what is seen.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion import packs, replay, script
from companion.app import pages
from companion.game import Public, Seat
from companion.games import TITLES
from companion.games.freelancers.bots import Bots
from companion.games.freelancers.sight import FreelancersView
from companion.script.record import as_script
from companion.script.run import Player
from companion.script.stage import JOURNAL, Stage
from companion.shelf import Shelf
from companion.table import Envelope
from companion.words import of_the_house

QUEST = "the-lake-has-left"
NAMES = ("Ann", "Bo", "Cy")
FILE = Path(__file__).parents[1] / "playthroughs/freelancers/evenings/phones-only" / f"{QUEST}-{len(NAMES)}.table"
HEAD = """# A whole evening with the shipped quest on three phones: bots that know what all at the table know. Whoever
# changes the quest has them play it again (tests/freelancers/evening.py says how).
"""
START = (f"seats {' '.join(NAMES)}", f"game freelancers quest={QUEST}")
MOST = 3000


def stage(folder: str) -> Stage:
    """Return a table in a folder, with the games as they are shipped."""
    library = packs.open_library(TITLES, None)
    words = of_the_house(*(title.meta.key for title in TITLES))
    return Stage(Path(folder), TITLES, words, pages, lambda: Shelf(*library.boxes()))


def view_of(table: Stage) -> FreelancersView:
    """Return what all can see."""
    view = table.table.now().view(Public())
    assert isinstance(view, FreelancersView)
    return view


def play(seed: int) -> tuple[bool, list[str]]:
    """Return whether bots won, and the lines of what they did."""
    bots, rng = Bots(Random(seed).randrange), Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        table = stage(folder)
        table.rng.seed(seed)
        Player(table, {}).play(script.read_text("\n".join(START)).lines)
        for n in range(MOST):
            view = view_of(table)
            if view.phase == "over":
                break
            assert any(act(table, bots, seat, f"bot{n}") for seat in asked(view)), "nobody does anything"
            table.wait(rng.choice((1, 2, 3)))
        table.close()
        with replay.opened(Path(folder) / JOURNAL) as saved:
            shelf = Shelf(*packs.open_library(TITLES, None).boxes())
            return bool(view.ending), list(as_script(replay.replay(saved, shelf)))


def asked(view: FreelancersView) -> tuple[int, ...]:
    """Return whom play waits for, in order: who has not voted; who may help comes before whose check it is."""
    voted = {seat for seat, _ in view.votes}
    others = tuple(seat for seat in view.order if seat not in (view.turn, *voted))
    turn = (view.turn,) if view.turn else ()
    return (*others, *turn) if view.phase == "check" else (*turn, *others)


def act(table: Stage, bots: Bots, seat: int, name: str) -> bool:
    """Let a bot do something from its phone; return whether it did."""
    now = table.table.now()
    offers = {offer.choice: offer for offer in now.offers(Seat(seat)) if not offer.choice.of_table}
    view = now.view(Seat(seat))
    assert isinstance(view, FreelancersView)
    picked = bots.pick(view, seat, tuple(offers)) if offers else None
    if picked is None:
        return False
    offer = offers[picked[0]]
    assert table.table.submit(Seat(seat), Envelope(name, offer.question, offer.choice.id, picked[1])).ok
    table.settle()
    return True


def told(lines: list[str]) -> Iterator[str]:
    """Give the lines of a recorded evening from where the game begins, with what is seen after some of them."""
    begun = next(n for n, line in enumerate(lines) if "freelancers-setup" in line)
    influence = next(line for line in lines if line.startswith("fate influence"))
    with tempfile.TemporaryDirectory() as folder:
        table = stage(folder)
        player = Player(table, {})
        yield from (START[0], influence, START[1])
        player.play(script.read_text("\n".join((START[0], influence, START[1]))).lines)
        before = view_of(table)
        for line in lines[begun + 1 : -1]:
            yield line
            player.play(script.read_text(line).lines)
            if not line.startswith("fate"):
                view = view_of(table)
                yield from seen(before, view)
                before = view
        yield f"expect public ending == {before.ending}"
        yield from (f"expect public players.{NAMES[p.seat - 1]}.xp == {p.xp}" for p in before.players)
        table.close()


def seen(before: FreelancersView, view: FreelancersView) -> Iterator[str]:
    """Give what has changed for all to see: the round, the place, the threat, the wounds."""
    if view.phase == "plan" and (view.page, view.round) != (before.page, before.round):
        yield f"# {view.page_name}, round {view.round}"
        yield f"expect public page == {view.page}"
    if view.place != before.place:
        yield f"expect public place == {view.place}"
    if view.level != before.level:
        yield f"expect public level == {view.level}"
    if view.wounds != before.wounds:
        yield f"expect public wounds == {view.wounds}"


if __name__ == "__main__":
    for seed in range(1, 100):
        won, lines = play(seed)
        print(f"seed {seed}: {'won' if won else 'lost'}, {len(lines)} lines")
        if won:
            FILE.write_text(HEAD + "\n".join(told(lines)) + "\n")
            break
