"""The bench at tiny counts: every measurement runs and names its figures. Nothing here depends on how fast it goes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from companion import bench
from companion.bench.board import BoardWire
from companion.bench.commits import Commits
from companion.bench.deals import LEAST_P, Deals, figures, seeded
from companion.bench.display import DisplayBus
from companion.bench.figure import Failed, Figure, Measure, chi_square, p_value, quantile
from companion.bench.keys import Phones, Pictures
from companion.bench.late_game import FREE_RADICALS, ROLLING_FREIGHT, LateGame
from companion.bench.long_evening import LongEvening
from companion.bench.moves import Moves
from companion.bench.parts import Countdown, Rounds
from companion.bench.routes import Routes
from companion.bench.start import Start
from tests.board.rig import micropython

TINY: dict[str, tuple[Measure, set[str]]] = {
    "start": (Start(1), {"start_picture_ms", "start_served_ms", "memory_streams_mb"}),
    "pictures": (
        Pictures(4),
        {"key_picture_median_ms", "key_picture_p99_ms", "key_picture_move_median_ms", "key_picture_act_median_ms"},
    ),
    "phones": (
        Phones(2),
        {"key_phones_median_ms", "key_phones_p99_ms", "key_phones_kept_median_ms", "phone_event_bytes"},
    ),
    "display": (
        DisplayBus(3),
        {
            "key_last_byte_median_ms",
            "key_last_byte_p99_ms",
            *(
                f"oled_{driver}_{kind}_{key}"
                for driver in ("ssd1306", "sh1106")
                for kind in ("tick", "clock", "dial", "page")
                for key in ("bytes", "bytes_most", "wire_ms")
            ),
        },
    ),
    "board": (BoardWire(20), {"board_median_ms", "board_p99_ms"}),
    "countdown": (Countdown(1), {"countdown_cpu_s_per_hour"}),
    "plugs": (
        Rounds(5),
        {
            f"rounds_{device}_{what}"
            for device in ("keypad", "display", "board")
            for what in ("counted", "threads", "files", "memory_mb")
        },
    ),
    "moves": (
        Moves(20, 1),
        {
            "tictactoe_moves_per_s",
            "tictactoe_table_per_s",
            "tictactoe_journal_per_s",
            "crossfire_games_per_s",
            "crossfire_commands_per_s",
        },
    ),
    **{
        f"late {busy.game}": (
            LateGame(busy, 4, 2),
            {
                f"{busy.game}_{name}"
                for name in ("choices_median_ms", "choices_p99_ms", "json_median_ms", "games", "commands_per_s")
            },
        )
        for busy in (FREE_RADICALS, ROLLING_FREIGHT)
    },
    "routes": (
        Routes(3),
        {
            "routes_late_median_ms",
            "routes_late_p99_ms",
            "routes_widest_median_ms",
            "routes_widest_p99_ms",
            "routes_steps_ms",
        },
    ),
    "commits": (Commits(20), {"journal_commit_median_ms", "journal_commit_p99_ms", "journal_commit_bytes"}),
    "evening": (
        LongEvening(40),
        {f"evening_{name}" for name in ("command_ms", "command_mean_ms", "command_same_ms", "restart_s", "journal_mb")},
    ),
    "deals": (
        Deals(40),
        {"deals", *(f"deals_{name}_{key}" for name in ("seats", "pairs", "rows") for key in ("chi2", "df", "p"))},
    ),
}


@pytest.mark.parametrize("which", TINY)
def test_every_measurement_gives_the_figures_that_it_names(which: str) -> None:
    if which in ("board", "plugs"):
        micropython()  # or says why not
    measure, names = TINY[which]
    ticks: list[int] = []
    found = measure.run(lambda: ticks.append(1))
    assert {f.name for f in found} == names
    assert len(ticks) == measure.samples()
    for figure in found:
        for name, number in figure.numbers():
            assert math.isfinite(number), name
            assert number > 0, name


def test_full_size_has_every_measurement_once() -> None:
    assert [type(m) for m in bench.measures()] == [type(m) for m, _ in TINY.values()]


def test_the_table_and_the_json_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    class Fixed:
        title = "fixed"

        def samples(self) -> int:
            return 1

        def run(self, tick: object) -> list[Figure]:
            return [
                Figure(name="a_ms", label="with a base", value=3.0, unit="ms", base=2.0, aim=1.4),
                Figure(name="b_s", label="alone", value=0.5, unit="s", aim=1.0),
                Figure(name="c_p", label="at least", value=0.5, unit="", aim=0.1, at_least=True),
                Figure(name="d", label="no aim", value=7.0, unit=""),
            ]

    file = tmp_path / "figures.json"
    assert bench.main(file, [Fixed()]) == 0
    assert json.loads(file.read_text()) == {
        "a_ms": 3.0,
        "a_ms_baseline": 2.0,
        "a_ms_ratio": 1.5,
        "b_s": 0.5,
        "c_p": 0.5,
        "d": 7.0,
    }
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines[1:]] == ["MISSED", "met", "met", "7"]
    assert "1.50" in lines[1]
    assert "2 ms" in lines[1]


def test_what_cannot_be_measured_is_a_sentence_and_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        title = "broken"

        def samples(self) -> int:
            return 1

        def run(self, tick: object) -> list[Figure]:
            raise Failed("no such thing here")

    assert bench.main(None, [Broken()]) == 1
    assert "broken could not be measured: no such thing here" in capsys.readouterr().err


def test_seeded_deals_are_uniform_over_seats_neighbours_and_rows() -> None:
    rows = seeded(2000, seed=20)
    assert rows == seeded(2000, seed=20)
    by_name = {f.name: f.value for f in figures(rows)}
    assert by_name["deals"] == 2000
    assert by_name["deals_seats_df"] == 6 * 4
    assert by_name["deals_rows_df"] == math.factorial(7) // 4 - 1
    for name in ("deals_seats_p", "deals_pairs_p", "deals_rows_p"):
        assert LEAST_P <= by_name[name] <= 1


def test_an_uneven_deal_is_seen() -> None:
    rows = seeded(2000, seed=20)
    kind = next(iter(rows))[0]
    for row in [r for r in rows if r[0] == kind]:
        rows[row] *= 2
    by_name = {f.name: f.value for f in figures(rows)}
    assert max(by_name[f"deals_{name}_p"] for name in ("seats", "pairs", "rows")) < LEAST_P


def test_a_card_that_is_not_in_the_game_is_seen() -> None:
    with pytest.raises(ValueError, match="cannot happen"):
        chi_square({"joker": 1}, {"agent": 2.0})


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        # Percentage points of the chi-square distribution as every table of it has them.
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (18.307, 10, 0.05),
        (2.558, 10, 0.99),
        (43.773, 30, 0.05),
        (124.342, 100, 0.05),
        (77.929, 100, 0.95),
        (0.0, 5, 1.0),
    ],
)
def test_p_values_are_those_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert p_value(statistic, freedom) == pytest.approx(p, abs=2e-4)


def test_quantiles_lie_between_samples() -> None:
    assert quantile([1.0], 0.99) == 1.0
    assert quantile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.5
    assert quantile([1.0, 2.0, 3.0], 1.0) == 3.0
    with pytest.raises(ValueError, match="no samples"):
        quantile([], 0.5)
