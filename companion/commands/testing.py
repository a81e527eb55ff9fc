"""``test``, ``test-appliance``, ``bench`` and ``playtest``: the program is tried out, and that takes long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tqdm import tqdm

from companion import packs
from companion.commands import FAILED, OK, TROUBLE, USAGE, Stop, title_of
from companion.games import TITLES


def test(arguments: list[str]) -> int:
    """Run pytest in the program's own folder with ``arguments``; returns its exit code."""
    home = Path(__file__).resolve().parents[2]
    if not (home / "tests").is_dir():
        raise Stop(TROUBLE, "the tests are not part of this installation")
    return subprocess.call([sys.executable, "-P", "-m", "pytest", *arguments], cwd=home)


def test_appliance(fresh: bool, keep: Path | None) -> int:
    """Send on to the launcher, which sets up what a virtual machine needs; returns its exit code."""
    home = Path(__file__).resolve().parents[2]
    if not (home / "tests/appliance").is_dir():
        raise Stop(TROUBLE, "the tests are not part of this installation")
    more = [*(["--fresh"] if fresh else []), *(["--keep", str(keep.resolve())] if keep else [])]
    return subprocess.call([str(home / "tablehand"), "test-appliance", *more])


def bench(json: Path | None) -> int:
    """Measure and print; returns 0, or 1 when something could not be measured."""
    if json is not None:
        try:
            json.open("ab").close()
        except OSError as error:
            raise Stop(TROUBLE, f"{json} cannot be written ({error.strerror})") from None
    from companion.bench import main

    return main(json)


def playtest(game: str, games: int, players: int, seed: int) -> int:
    """Let bots play and print what came of it; returns 1 when a game got stuck."""
    from companion.playtest import Stuck
    from companion.playtest import playtest as run

    title = title_of(game, TITLES)
    if not title.meta.least <= players <= title.meta.most:
        raise Stop(USAGE, f"{game} is for {title.meta.least} to {title.meta.most} players, not {players}")
    bound = title.bind(packs.shipped(game))
    with tqdm(total=games, unit="game", file=sys.stderr, disable=None) as bar:
        try:
            summary = run(bound, games, players, seed, progress=lambda played: bar.update(played - bar.n))
        except Stuck as stuck:
            raise Stop(FAILED, f"a game got stuck (seed {seed}): {stuck}") from None
        except ValueError as error:
            raise Stop(USAGE, str(error)) from None
    print(f"{summary.games} games of {game} with {players} players, seed {seed}")
    print(f"commands a game: {summary.shortest} to {summary.longest}, median {summary.median}")
    print("won by seat: " + "  ".join(f"{seat}: {n}" for seat, n in summary.wins))
    print(f"nobody won: {summary.nobody}   several won: {summary.shared}")
    print(f"{summary.per_second:.1f} games per second")
    return OK
