"""``quest play``: bots play whole quests, as many as are asked for, and what came of it is printed."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from tqdm import tqdm

from companion.commands import FAILED, OK, TROUBLE, USAGE, Stop, write
from companion.commands.quest.bots import Played, play
from companion.commands.quest.files import GAME, sound
from companion.commands.quest.report import Report, lines, report
from companion.games.freelancers import bind
from companion.games.freelancers.quest.reading import BOARDS
from companion.games.freelancers.rules import Freelancers
from companion.packs import shipped
from companion.playtest import Stuck

KEY = "played"
"""What the quest is called while bots play it."""


class Job(msgspec.Struct, frozen=True):
    """One game that is to be played."""

    players: int
    seed: int
    number: int


def deal(games: int, players: Sequence[int], seed: int) -> list[Job]:
    """Return ``games`` games, spread over the numbers of players as evenly as can be."""
    return [Job(players[n % len(players)], seed, n // len(players)) for n in range(games)]


def quest_play(
    path: Path,
    games: int,
    players: Sequence[int] | None,
    seed: int,
    processes: int | None,
    json: Path | None,
    plots: Path | None,
) -> int:
    """Let bots play the quest at ``path`` and print what came of it. Returns 1 when a game hangs."""
    quest, files = sound(path)
    least, most = quest.cover.players
    counts = sorted(set(players or range(least, most + 1)))
    if not least <= counts[0] <= counts[-1] <= most:
        raise Stop(USAGE, f"{path} is for {least} to {most} players")
    if games < len(counts):
        raise Stop(USAGE, f"{games} games are too few for {len(counts)} numbers of players")
    _ready(json, plots)
    runs = _run(files, deal(games, counts, seed), processes or multiprocessing.cpu_count())
    told = report(path.stem, quest, seed, runs)
    print("\n".join(lines(quest, told)))
    _write(told, json)
    if plots is not None:
        from companion.commands.quest.plots import draw

        for picture in draw(quest, told, plots):
            print(picture)
    return OK


def _ready(json: Path | None, plots: Path | None) -> None:
    """See that what comes of it can be written, before a long time is spent on it. Raises Stop."""
    try:
        if json is not None:
            json.open("ab").close()
        if plots is not None:
            import companion.commands.quest.plots  # noqa: F401 - it fails now or never

            plots.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(TROUBLE, f"{error.filename} cannot be written ({error.strerror})") from None
    except ModuleNotFoundError as error:
        hint = "./tablehand test fetches it, or pip install 'tablehand[plots]'"
        raise Stop(TROUBLE, f"plots are drawn by {error.name}, which is not here: {hint}") from None


def _write(told: Report, json: Path | None) -> None:
    if json is None:
        return
    write(msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n", json)


# --- many games on all cores


def _run(files: dict[str, bytes], jobs: Sequence[Job], processes: int) -> list[Played]:
    runs: list[Played] = []
    with (
        tqdm(total=len(jobs), unit="game", file=sys.stderr, disable=None) as bar,
        _players(files, jobs, min(processes, len(jobs))) as played,
    ):
        for run in played:
            if isinstance(run, str):
                raise Stop(FAILED, run)
            runs.append(run)
            bar.update()
    return runs


@contextmanager
def _players(files: dict[str, bytes], jobs: Sequence[Job], processes: int) -> Iterator[Iterator[Played | str]]:
    """Give what becomes of the jobs as it comes, in any order; of one that hangs a sentence about it."""
    if processes == 1:
        game = bound(files)
        yield (one(game, job) for job in jobs)
        return
    # Fresh processes: one that is forked off a program with threads can hang.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _begin, (files,)) as pool:
        yield pool.imap_unordered(_one, jobs, chunksize=4)


def bound(files: dict[str, bytes]) -> Freelancers:
    """Return the game bound to one quest, under the name of KEY."""
    boards = {BOARDS: shipped(GAME)[BOARDS]}
    return bind(boards | {f"quests/{KEY}/{name}": content for name, content in files.items()})


def one(game: Freelancers, job: Job) -> Played | str:
    """Return what became of one game; a sentence about it where it hangs."""
    try:
        return play(game, KEY, job.players, job.seed, job.number)
    except Stuck as stuck:
        return f"game {job.number} with {job.players} players, seed {job.seed}, hangs: {stuck}"


_game: Freelancers | None = None
"""The game of this process, one of several."""


def _begin(files: dict[str, bytes]) -> None:
    global _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits for us
    _game = bound(files)


def _one(job: Job) -> Played | str:
    assert _game is not None
    return one(_game, job)
