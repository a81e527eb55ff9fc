"""An evening written down as a script plays to the same state."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Box, Seat
from companion.playtest import answers
from companion.replay import Differs, Unreadable, opened, replay
from companion.script import read_text
from companion.script.record import as_script
from companion.script.run import Player
from companion.script.stage import JOURNAL, Stage
from companion.table import Envelope
from tests.contract.tables import TOYS
from tests.script.hall import WORDS, pages, shelf


def stage_in(folder: Path) -> Stage:
    folder.mkdir()
    return Stage(folder, TOYS, WORDS, pages, shelf)


def evening(stage: Stage, game: str, rng: Random, moves: int) -> None:
    """Play at random: whatever anyone may do, and now and then the clock, an undo, a break or a restart."""
    if stage.table.now().state is not None:
        stage.table.do(Box(), "finish")
    if not stage.table.now().evening.seats:
        for seat, name in ((1, "Ann"), (2, ""), (3, "Zoë B")):
            stage.table.sit(seat, name, stage.new_phone(seat))
        stage.table.do(Box(), "arrange", {"order": [2, 1, 3]})
        if game == "tictactoe":
            stage.table.do(Box(), "stand", {"seat": 2})
    stage.table.do(Box(), "pick", {"game": game})
    stage.table.do(Box(), f"{game}-setup")
    for nth in range(moves):
        what = rng.random()
        if what < 0.05:
            stage.wait(40)
        elif what < 0.15:
            stage.table.do(Box(), "undo", ident=f"u{rng.random()}"[:9].replace(".", "x"))
        elif what < 0.2:
            stage.restart()
            stage.table.do(Box(), "pause", {"on": False})
        else:
            now = stage.table.now()
            offers = [
                (actor, offer)
                for actor in (Seat(1), Seat(2), Seat(3), Box())
                for offer in now.offers(actor)
                if offer.name == "table.fix" or not offer.name.startswith(("table.", "again"))
            ]
            if not offers:
                stage.wait(31)
                continue
            actor, offer = rng.choice(offers)
            given = msgspec.to_builtins(answers(offer.choice, rng))
            ident = f"{game}-{nth}-{rng.randrange(10**9)}"
            stage.table.submit(actor, Envelope(ident, offer.question, offer.choice.id, given), "x")
        stage.settle()


def ended(stage: Stage) -> Any:
    """Return everything that the evening came to, but for phones, breaks and what is asked again."""
    now = stage.table.now()
    people = [(p.number, p.name, p.away) for p in now.evening.places]
    return people, now.evening.scores, now.title, now.state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["tictactoe", "pig", "auction"])
def test_a_transcript_plays_to_the_same_state(tmp_path: Path, game: str, seed: int) -> None:
    rng = Random(seed)
    first = stage_in(tmp_path / "first")
    evening(first, game, rng, 40)
    if game != "tictactoe":
        evening(first, "pig", rng, 30)
    wanted = ended(first)
    first.close()
    with opened(tmp_path / "first" / JOURNAL) as journal:
        script = "\n".join(as_script(replay(journal, shelf())))
    second = stage_in(tmp_path / "second")
    try:
        Player(second, {}).play(read_text(script).lines)
        assert ended(second) == wanted, script
    finally:
        second.close()


def test_replay_only_reads(tmp_path: Path) -> None:
    stage = stage_in(tmp_path / "first")
    evening(stage, "pig", Random(1), 30)
    before = {p.name: p.read_bytes() for p in (tmp_path / "first").iterdir() if p.is_file()}
    with opened(tmp_path / "first" / JOURNAL) as journal:
        rows = list(replay(journal, shelf()))
    assert {p.name: p.read_bytes() for p in (tmp_path / "first").iterdir() if p.is_file()} == before
    assert [played.entry.row for played in rows] == list(range(1, stage.table.now().row + 1))
    stage.close()


def test_a_stored_state_that_the_commands_do_not_lead_to_is_found(tmp_path: Path) -> None:
    stage = stage_in(tmp_path / "first")
    evening(stage, "pig", Random(1), 10)
    stage.close()
    with opened(tmp_path / "first" / JOURNAL) as journal:
        row, value = journal.moment(journal.last_row()) or (0, b"")
        changed = value.replace(b'"target":10', b'"target":11')
        assert changed != value
        journal._db.execute("UPDATE moment SET value=? WHERE row=?", (changed, row))
        with pytest.raises(Differs, match=f"row {row}"):
            list(replay(journal, shelf()))


@pytest.mark.parametrize("content", [None, b"", b"no journal at all" * 100])
def test_what_is_no_journal_is_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "x.sqlite3"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Unreadable, match=r"x\.sqlite3"), opened(file):
        pass
    assert content is None or file.read_bytes() == content
