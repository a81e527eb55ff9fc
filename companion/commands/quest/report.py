"""What many games of a quest came to: won and lost, how long, how well, what was read; by the number of players."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median

import msgspec

from companion.commands.quest.bots import Played
from companion.games.freelancers.quest import Quest

LOSSES = {
    "wounds": "too wounded",
    "threat": "disbanded",
    "stranded": "no way on",
    "fail": "failed",
}
"""Why parties lose, as heads of columns: the rulebook's two ways, a map without a way on, an entry that ends it."""


class Spread(msgspec.Struct, frozen=True):
    """Numbers in short: the mean, the lowest, the one in the middle, the highest."""

    mean: float
    least: float
    median: float
    most: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        """Return the spread of numbers, of which there is one at least."""
        found = sorted(numbers)
        return cls(fmean(found), found[0], median(found), found[-1])


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The games with one number of players, or all of them (``players`` 0).

    ``endings`` count won games by the quest's ending, ``losses`` lost ones by what was the matter, both with zeros.
    ``xp`` is of each player, ``deaths`` (wounds that found no free heart), ``rounds``, ``level`` (of threat) of each
    game. ``reached`` is how many entries were read in at least one of them.
    """

    players: int
    games: int
    won: int
    endings: dict[str, int]
    losses: dict[str, int]
    rounds: Spread
    places: Spread
    xp: Spread
    deaths: Spread
    level: Spread
    reached: int

    @property
    def rate(self) -> float:
        """The part of the games that was won."""
        return self.won / self.games

    @property
    def between(self) -> tuple[float, float]:
        """Between what and what the true rate lies, 95 times in 100 (Wilson's interval)."""
        z, n, p = 1.96, self.games, self.rate
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What all games came to. ``missed`` are the entries that nobody read, by code with their titles."""

    quest: str
    title: str
    seed: int
    games: int
    entries: int
    rows: tuple[Row, ...]
    all: Row
    missed: dict[str, str]
    runs: tuple[Played, ...]

    @property
    def coverage(self) -> float:
        """The part of the entries that was read in at least one game."""
        return self.all.reached / self.entries


def report(key: str, quest: Quest, seed: int, runs: Sequence[Played]) -> Report:
    """Return the report of games, of which there is one at least. The order in which they are given does not matter."""
    ordered = tuple(sorted(runs, key=lambda run: (run.players, run.number)))
    titles = {entry.code: entry.title for entry in quest.entries.values()}
    read = {code for run in ordered for code in run.read}
    counts = sorted({run.players for run in ordered})
    return Report(
        quest=key,
        title=quest.cover.title,
        seed=seed,
        games=len(ordered),
        entries=len(titles),
        rows=tuple(_row(quest, titles, n, [run for run in ordered if run.players == n]) for n in counts),
        all=_row(quest, titles, 0, ordered),
        missed={code: title for code, title in sorted(titles.items()) if code not in read},
        runs=ordered,
    )


def _row(quest: Quest, titles: dict[str, str], players: int, runs: Sequence[Played]) -> Row:
    endings = Counter(run.ending for run in runs if run.won)
    losses = Counter(run.loss for run in runs if not run.won)
    read = {code for run in runs for code in run.read}
    return Row(
        players=players,
        games=len(runs),
        won=sum(run.won for run in runs),
        endings={ending.key: endings[ending.key] for ending in quest.cover.endings},
        losses={loss: losses[loss] for loss in LOSSES if losses[loss] or loss in ("wounds", "threat")},
        rounds=Spread.of(run.rounds for run in runs),
        places=Spread.of(run.places for run in runs),
        xp=Spread.of(xp for run in runs for xp in run.xp),
        deaths=Spread.of(run.deaths for run in runs),
        level=Spread.of(run.level for run in runs),
        reached=len(read & titles.keys()),
    )


def growth(runs: Sequence[Played], points: int = 60) -> list[tuple[int, int]]:
    """Return how many entries had been read after so many games, in the order given, at about ``points`` of them."""
    read: set[str] = set()
    found = [(0, 0)]
    step = max(1, len(runs) // points)
    for n, run in enumerate(runs, 1):
        read.update(run.read)
        if n % step == 0 or n == len(runs):
            found.append((n, len(read)))
    return found


# --- as it is printed: English in the code, as all that the command line says (docs/house.md)


def lines(quest: Quest, told: Report) -> list[str]:
    """Return the report as it is printed."""
    titles = {ending.key: ending.title for ending in quest.cover.endings}
    losses = sorted({loss for row in told.rows for loss in row.losses}, key=list(LOSSES).index)
    head = ("players", "games", "won", "95 in 100", "rounds", "places", "threat", "deaths", "XP each", "entries")
    first = [head, *map(_figures, (*told.rows, told.all))]
    ends = ("players", *titles.values(), *(LOSSES[loss] for loss in losses))
    second = [ends]
    for row in (*told.rows, told.all):
        counts = (*(row.endings[key] for key in titles), *(row.losses.get(loss, 0) for loss in losses))
        second.append((_players(row), *(_part(n, row.games) for n in counts)))
    reached = f"{told.all.reached} of {told.entries} entries were read ({100 * told.coverage:.1f} %)"
    missed = [f"{code} {title}" for code, title in told.missed.items()]
    return [
        f"{told.title}: {told.games} games of bots, seed {told.seed}",
        "",
        *_table(first),
        "",
        *_table(second),
        "",
        f"{reached}; never:" if missed else reached,
        *(f"  {entry}" for entry in missed),
    ]


def _players(row: Row) -> str:
    return str(row.players or "all")


def _part(n: int, of: int) -> str:
    return f"{100 * n / of:.1f} %"


def _figures(row: Row) -> tuple[str, ...]:
    low, high = row.between
    return (
        _players(row),
        str(row.games),
        _part(row.won, row.games),
        f"{100 * low:.0f}-{100 * high:.0f} %",
        f"{row.rounds.mean:.1f} ({row.rounds.least:.0f}-{row.rounds.most:.0f})",
        f"{row.places.mean:.1f}",
        f"{row.level.mean:.1f}",
        f"{row.deaths.mean:.2f}",
        f"{row.xp.mean:.1f} ({row.xp.least:.0f}-{row.xp.most:.0f})",
        str(row.reached),
    )


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
