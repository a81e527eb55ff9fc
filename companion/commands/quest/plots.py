"""What many games of a quest came to, in pictures (SVG): the only module that knows pygal, an optional extra."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygal
from pygal.style import Style

from companion.commands import TROUBLE, Stop
from companion.commands.quest.report import LOSSES, Report, Row, growth
from companion.games.freelancers.quest import Quest

INK, PAPER = "#23211d", "#fffaf0"
GOOD = ("#3f7fc4", "#6aa57c", "#e0ac3b", "#8a6fb0", "#4c9fa8")
"""Colours of the endings."""
BAD = ("#d4553d", "#8c4a3c", "#b9877c", "#6a6357")
"""Colours of the losses."""
_SCRIPT = re.compile(rb"<script\b.*?</script>", re.DOTALL)
"""What pygal puts in for pages that load its tooltips: pictures of ours run nothing."""


def draw(quest: Quest, told: Report, folder: Path) -> Iterator[Path]:
    """Write the plots into ``folder`` and yield where each is. Raises Stop where that cannot be done."""
    for name, chart in (
        ("won", _outcomes(quest, told)),
        ("rounds", _box(told, "Rounds", "rounds a game", lambda run: [run.rounds])),
        ("xp", _box(told, "Experience", "XP of each player", lambda run: list(run.xp))),
        ("deaths", _deaths(told)),
        ("entries", _entries(told)),
    ):
        target = folder / f"{name}.svg"
        try:
            target.write_bytes(_SCRIPT.sub(b"", chart.render()))
        except OSError as error:
            raise Stop(TROUBLE, f"{target} cannot be written ({error.strerror})") from None
        yield target


def _settings(told: Report, title: str, colors: tuple[str, ...]) -> dict[str, Any]:
    """Return how all of them look. Nothing is fetched from anywhere: no scripts, no fonts."""
    style = Style(
        background=PAPER,
        plot_background=PAPER,
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle="#6a6357",
        guide_stroke_color="#d9d2c2",
        major_guide_stroke_color="#c9c2b2",
        colors=colors,
        opacity="0.9",
        font_family="system-ui, sans-serif",
        title_font_size=18,
        label_font_size=13,
        major_label_font_size=13,
        legend_font_size=13,
        value_font_size=12,
        value_colors=(INK,) * len(colors),
    )
    return {
        "style": style,
        "js": (),
        "title": f"{title}: {told.title}, {told.games} games of bots, seed {told.seed}",
        "width": 860,
        "height": 480,
        "legend_at_bottom": True,
        "pretty_print": False,
        "no_prefix": True,  # the same games give the same file
    }


def _counts(told: Report) -> list[str]:
    return [f"{row.players} players" for row in told.rows]


def _part(n: int, row: Row) -> float:
    return round(100 * n / row.games, 1)


def _outcomes(quest: Quest, told: Report) -> Any:
    """Return how the games ended, by the number of players."""
    endings = {ending.key: ending.title for ending in quest.cover.endings}
    losses = [loss for loss in LOSSES if any(loss in row.losses for row in told.rows)]
    colors = tuple(GOOD[n % len(GOOD)] for n in range(len(endings))) + tuple(BAD[n] for n in range(len(losses)))
    chart = pygal.StackedBar(
        **_settings(told, "How it ended", colors),
        range=(0, 100),
        y_title="% of games",
        print_values=True,
        print_zeroes=False,
        value_formatter=lambda part: f"{part:.0f}" if part >= 3 else "",
    )
    chart.x_labels = _counts(told)
    for key, title in endings.items():
        chart.add(title, [_part(row.endings[key], row) for row in told.rows])
    for loss in losses:
        chart.add(f"lost: {LOSSES[loss]}", [_part(row.losses.get(loss, 0), row) for row in told.rows])
    return chart


def _box(told: Report, title: str, what: str, numbers: Any) -> Any:
    """Return boxes from quartile to quartile with whiskers to the extremes, by the number of players."""
    chart = pygal.Box(**_settings(told, title, GOOD), box_mode="extremes", y_title=what, min_scale=4, show_legend=False)
    chart.x_labels = _counts(told)
    for row in told.rows:
        chart.add(f"{row.players}", [n for run in told.runs if run.players == row.players for n in numbers(run)])
    return chart


def _deaths(told: Report) -> Any:
    """Return how often a wound found no free heart, by the number of players."""
    chart = pygal.StackedBar(
        **_settings(told, "Deaths", ("#c9c2b2", *BAD)),
        range=(0, 100),
        y_title="% of games",
        value_formatter=lambda part: f"{part:.0f} %",
    )
    chart.x_labels = _counts(told)
    for least, most, name in ((0, 0, "none"), (1, 1, "1"), (2, 2, "2"), (3, 999, "3 and more")):
        games = [
            sum(least <= run.deaths <= most for run in told.runs if run.players == row.players) for row in told.rows
        ]
        chart.add(name, [_part(n, row) for n, row in zip(games, told.rows, strict=True)])
    return chart


def _entries(told: Report) -> Any:
    """Return which part of the entries had been read after so many games."""
    chart = pygal.XY(
        **_settings(told, "Entries that were read", (*GOOD[: len(told.rows)], INK)),
        range=(0, 100),
        x_title="games",
        y_title="% of entries",
        show_dots=False,
        stroke_style={"width": 3},
    )
    runs = {f"{row.players} players": [run for run in told.runs if run.players == row.players] for row in told.rows}
    runs["all"] = sorted(told.runs, key=lambda run: (run.number, run.players))
    for name, those in runs.items():
        chart.add(name, [(n, round(100 * read / told.entries, 1)) for n, read in growth(those)])
    return chart
