"""The bench: what this machine makes of a table, in figures, each beside the machine's own baseline."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from tqdm import tqdm

from companion.bench.board import BoardWire
from companion.bench.commits import Commits
from companion.bench.deals import Deals
from companion.bench.display import DisplayBus
from companion.bench.figure import Failed, Figure, Measure
from companion.bench.keys import Phones, Pictures
from companion.bench.late_game import FREE_RADICALS, ROLLING_FREIGHT, LateGame
from companion.bench.long_evening import LongEvening
from companion.bench.moves import Moves
from companion.bench.parts import Countdown, Rounds
from companion.bench.routes import Routes
from companion.bench.start import Start

__all__ = ["Figure", "main", "measures", "table"]


def measures() -> tuple[Measure, ...]:
    """Return all measurements at full size: some fifteen minutes on two slow cores."""
    return (
        Start(), Pictures(), Phones(), DisplayBus(), BoardWire(), Countdown(), Rounds(), Moves(),
        LateGame(FREE_RADICALS), LateGame(ROLLING_FREIGHT), Routes(), Commits(), LongEvening(), Deals(),
    )  # fmt: skip


def main(json: Path | None, what: Sequence[Measure] | None = None) -> int:
    """Measure, print the table, write names and numbers to ``json``. Returns 1 when something could not be measured.

    An aim that is missed is marked, and no failure: this says how fast a machine is, not whether the program is right.
    """
    found: list[Figure] = []
    troubles: list[str] = []
    for measure in what or measures():
        with tqdm(
            total=measure.samples(), desc=f"{measure.title:16}", file=sys.stderr, disable=None, leave=False
        ) as bar:
            try:
                found += measure.run(bar.update)
            except (Failed, OSError) as error:
                troubles.append(f"tablehand: {measure.title} could not be measured: {error}")
    for line in table(found):
        print(line)
    if json is not None:
        numbers = {name: number for figure in found for name, number in figure.numbers()}
        json.write_bytes(msgspec.json.format(msgspec.json.encode(numbers), indent=2) + b"\n")
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


def table(figures: Sequence[Figure]) -> list[str]:
    """Return the lines of the printed table."""
    rows = [("", "", "baseline", "ratio", "aim", "")]
    for f in figures:
        aim = "" if f.aim is None else f"{'≥' if f.at_least else '≤'} {f.aim:g}"
        ratio = "" if f.ratio is None else f"{f.ratio:.2f}"
        met = {True: "met", False: "MISSED", None: ""}[f.met]
        rows.append(
            (f.label, _number(f.value, f.unit), "" if f.base is None else _number(f.base, f.unit), ratio, aim, met)
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines


def _number(value: float, unit: str) -> str:
    if value == math.floor(value) and abs(value) < 1e6:
        digits = 0
    else:
        digits = max(0, 2 - math.floor(math.log10(abs(value)))) if abs(value) >= 1e-9 else 2
    return f"{value:.{min(digits, 6)}f} {unit}".rstrip()
