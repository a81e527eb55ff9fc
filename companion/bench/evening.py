"""A Table in the bench: Crossfire on it, with bots that do what is on offer."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from random import Random

from companion import packs, playtest
from companion.bench.figure import Failed
from companion.chance import Dice
from companion.clock import FakeTime, Time
from companion.game import Actor, Box, Seat
from companion.games import TITLES
from companion.journal import Journal
from companion.published import Offer
from companion.shelf import Shelf
from companion.table import Envelope, Reply, Table

LONGEST_CLOCK = 200.0
"""Seconds after which every clock of Crossfire has run out."""


def token(seat: int) -> str:
    """Return the cookie of the phone at ``seat``."""
    return f"bench-{seat:016d}"


def open_table(journal: Journal, players: int, clock: Time | None = None) -> Table:
    """Return a table, its writer not started, with ``players`` phones at a usual Crossfire that has just begun."""
    shelf = Shelf(*packs.open_library(TITLES, None).boxes())
    table = Table(shelf, journal, Dice(), clock or FakeTime())
    for seat in range(1, players + 1):
        _well(table.sit(seat, f"Player {seat}", hashlib.sha256(token(seat).encode()).hexdigest()))
    _well(table.do(Box(), "pick", {"game": "crossfire"}))
    usual = next(o for o in table.now().offers(Box()) if o.choice.id == "usual")
    _well(table.submit(Box(), Envelope("start", usual.question, usual.choice.id)))
    return table


def talk(table: Table) -> None:
    """Let everybody look until the talk is on, and stop its clock, so that a restart goes on right there."""
    while looking := [s for s in table.now().evening.seats if _looks(table, s)]:
        _well(table.do(Seat(looking[0]), "seen"))
    _well(table.do(Box(), "clock", {"on": False}))


def _looks(table: Table, seat: int) -> bool:
    return any(o.name.startswith("look.") for o in table.now().offers(Seat(seat)))


def _well(reply: Reply) -> None:
    if not reply.ok:
        raise Failed(f"the table refused what it offered ({reply.reason})")


def commands(table: Table, clock: FakeTime, count: int, rng: Random) -> Iterator[float]:
    """Play on by bots, game after game; yield for each of ``count`` accepted commands how many seconds it took.

    What is timed is all that the table does for a phone's command: find the offer, apply, chance, commit, publish.
    """
    done = 0
    while done < count:
        offered = _someone(table, rng)
        if offered is None:
            clock.advance(LONGEST_CLOCK)
            table.tick()
            continue
        actor, offer = offered
        envelope = Envelope(
            f"bench-{table.now().row}", offer.question, offer.choice.id, playtest.answers(offer.choice, rng)
        )
        began = time.perf_counter()
        reply = table.submit(actor, envelope)
        spent = time.perf_counter() - began
        if reply.ok:
            done += 1
            yield spent


def _someone(table: Table, rng: Random) -> tuple[Actor, Offer] | None:
    """Return one of the offers to a random one of those who have any; after a game, the same again."""
    now = table.now()
    again = next((o for o in now.offers(Box()) if o.name == "again"), None)
    if again is not None:
        return Box(), again
    actors: list[Actor] = [Box(), *(Seat(n) for n in now.evening.seats)]
    rng.shuffle(actors)
    for actor in actors:
        if offers := [o for o in now.offers(actor) if not o.choice.of_table]:
            return actor, rng.choice(offers)
    return None
