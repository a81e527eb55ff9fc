"""`quest play`: bots at a table of their own, what they make of it, and what is said of it."""

from __future__ import annotations

import ast
import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from companion.__main__ import main
from companion.chance import Dice
from companion.commands.quest import bots as quest_bots
from companion.commands.quest.bots import Played, play
from companion.commands.quest.files import load
from companion.commands.quest.play import KEY, bound, deal
from companion.commands.quest.report import growth, lines, report
from companion.effects import Effect
from companion.game import Came, Choice, Command, Outcome, Seat, Setup, fill, pending
from companion.games.freelancers import bots
from companion.games.freelancers.bots import Bots
from companion.games.freelancers.bots.planning import wanted, worth
from companion.games.freelancers.commands import Accept, Enter, FreelancersSetup, Help, Luck, Pick, Place, Vote
from companion.games.freelancers.printed import Printed
from companion.games.freelancers.quest.verbs import Say
from companion.games.freelancers.rules import Freelancers
from companion.games.freelancers.sight import FreelancersView
from companion.games.freelancers.state import FreelancersState, Item
from tests.freelancers.party import ANN, BO, CY, Party, began
from tests.freelancers.quests import template

LAKE = "the-lake-has-left"
CHECK = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ least = 10, then = ["XP +1"] }] }'


@lru_cache
def lake() -> Freelancers:
    return bound(load(Path(LAKE))[0])


@lru_cache
def played(players: int, number: int) -> Played:
    return play(lake(), KEY, players, 2, number)


def never(_: int) -> int:
    """The whim of a bot that takes the first of what it has no reason for."""
    return 0


# --- whole games


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_games_of_the_shipped_quest_come_to_an_end(players: int) -> None:
    quest = lake().printed.quests[KEY]
    for number in range(2):
        run = played(players, number)
        assert run.won != bool(run.loss)
        last = f"end-{run.ending}" if run.won else {"wounds": "3896", "threat": "9606"}[run.loss]
        assert {quest.cover.start, "3024", last} <= set(run.read)
        assert len(run.xp) == players
        assert run.rounds > 1
        assert run.places > 1


def test_equal_seeds_play_equal_games_whatever_was_played_before() -> None:
    first = played(3, 1)
    assert play(lake(), KEY, 3, 2, 1) == first
    assert played(3, 0) != first != play(lake(), KEY, 3, 6, 1)


def test_a_game_that_nobody_can_end_is_named_with_its_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in template().items():
        (tmp_path / "stay" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "stay" / name).write_bytes(content)
    monkeypatch.setattr(quest_bots, "MOST", 12)
    assert main(["quest", "play", str(tmp_path / "stay"), "--games", "2", "--seed", "8", "--processes", "1"]) == 1
    assert re.search(r"game \d+ with \d players, seed 8, hangs: .*12 commands", capsys.readouterr().err)


# --- bots know what a person at their place knows


class Listener(Bots):
    """Bots that keep what they were shown and what they did."""

    def __init__(self) -> None:
        super().__init__(Random(4).randrange)
        self.shown: list[tuple[FreelancersView, tuple[Choice, ...]]] = []
        self.done: list[Any] = []

    def pick(self, view: FreelancersView, seat: int, choices: tuple[Choice, ...]) -> Any:
        self.shown.append((view, choices))
        self.done.append(super().pick(view, seat, choices))
        return self.done[-1]


def unread(printed: Printed, state: FreelancersState) -> Printed:
    """Return a quest of which all that this table has not read yet says and does something else."""
    quest = printed.quests[KEY]
    known = set(state.read) | {line.entry for line in (*state.heard, *state.shown)}
    known |= {step.entry for step in state.agenda if hasattr(step, "entry")}
    other: tuple[Effect, ...] = (Say(text="Something else."),)
    known |= {name for name in quest.book if name.startswith("camp.")}  # in print on the sheets before everybody
    book = {name: body if name in known else other for name, body in quest.book.items()}
    entries = {
        code: entry if entry.code in known else replace(entry, title="Another", text="Another story.")
        for code, entry in quest.entries.items()
    }
    return replace(printed, quests={KEY: replace(quest, book=book, entries=entries)})


def test_equal_views_of_different_quests_are_answered_equally() -> None:
    """All that the party has not read may be different: what is shown is the same, and so is what bots do."""
    game, rng = lake(), Random(11)
    source, here, there = Dice(rng), Listener(), Listener()
    state = game.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(quest=KEY)))
    decisions = 0
    while state.stage != "over":
        if chance := pending(game, state):
            only = chance.only()
            turns: list[Any] = [(Outcome(), Came(chance.key, source.decide(chance) if only is None else only))]
        else:
            twin = Freelancers(unread(game.printed, state))
            turns = quest_bots.turns(game, state, here)
            assert quest_bots.turns(twin, state, there) == turns
            assert there.shown[-1:] == here.shown[-1:]
            decisions += 1
        for actor, command in turns:
            state = game.apply(state, actor, command)
    assert there.done == here.done
    assert decisions > 200


def test_bots_import_no_state_and_no_quest() -> None:
    allowed = {"companion.game", "companion.games.freelancers.commands", "companion.games.freelancers.sight"}
    modules = list(Path(bots.__path__[0]).glob("*.py"))
    assert len(modules) > 3
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level and str(node.module).startswith("companion"):
                assert node.module in allowed, f"{module.name} knows {node.module}"


# --- what they do


def act(table: Party, seat: int, party: Bots | None = None) -> Command | None:
    """Return what a seat's bot does; None where it lets others go on."""
    picked = (party or Bots(never)).pick(table.view, seat, table.offered(Seat(seat)))
    return None if picked is None else fill(*picked)


def test_the_one_who_bears_it_best_takes_the_required_action() -> None:
    table = began()  # action 4, Calm the vicar, costs a stress
    assert act(table, ANN) == Place(4)
    table.has(ANN, stress=2)
    assert act(table, ANN) != Place(4)
    table.places(2)
    assert act(table, BO) == Place(4)


def test_what_is_left_on_a_dial_is_left_to_those_who_stand_there_already() -> None:
    table = began('"Turn to 2"').tries()  # the Kettle stands at 5; action 1 is to catch it by the handle

    def draw_of_the_handle() -> float:
        view = table.view
        return worth(view, CY, view.actions[0], wanted(view, 5), 1, False)

    before = draw_of_the_handle()
    table.places(3, 1)
    assert draw_of_the_handle() == before
    table.given(dials=(0, 0, 0, 0))
    assert draw_of_the_handle() < before - 1


def test_a_luck_is_spent_on_a_bad_roll_only() -> None:
    table = began(CHECK).has(ANN, luck=1).tries(ANN).comes("3")
    assert act(table, ANN) == Luck(0)
    table = began(CHECK).has(ANN, luck=1).tries(ANN).comes("15")
    assert act(table, ANN) == Accept()


def test_one_friend_helps_who_has_no_luck_and_rolled_badly() -> None:
    table = began(CHECK).tries(ANN).comes("3")
    helps = [act(table, seat) for seat in (BO, CY)]
    assert sorted(map(str, helps)) == sorted(map(str, (None, Help((helps.index(None) and BO) or CY, 0))))
    table.has(ANN, luck=1)
    assert [act(table, seat) for seat in (BO, CY)] == [None, None]
    table = began(CHECK).tries(ANN).comes("12")
    assert [act(table, seat) for seat in (BO, CY)] == [None, None]


def test_what_adds_more_is_kept() -> None:
    """Of trinkets T5 adds to Sense, T1 and the unknown X add nothing."""
    table = began('"Treasure +1"').holds(ANN, Item("T1", "trinket"), Item("X", "trinket")).tries(ANN).comes("T5")
    assert act(table, ANN) in (Pick("T1"), Pick("X"))
    table = began('"Treasure +1"').holds(ANN, Item("T5", "trinket"), Item("X", "trinket")).tries(ANN).comes("T1")
    assert act(table, ANN) in (Pick("new"), Pick("X"))


def test_an_augment_is_attached() -> None:
    assert act(began('"Treasure +1"').tries(ANN).comes("T4"), ANN) == Pick("attach")


def test_a_code_that_was_told_is_entered_once_a_round_until_it_was_read() -> None:
    later = '[[entry]]\ncode = "7777"\ntitle = "Now"\ntext = "Now."\neffects = ["everyone: Luck +1"]\n'
    table, party = began('"Tell 7777"', '"New round"', more=later), Bots(never)
    table.tries()
    party.hear(table.view)
    table.next()
    first = act(table, ANN, party)
    assert first == Enter("7777")
    assert isinstance(act(table, ANN, party), Place)
    table.do(Seat(ANN), first).listen()
    assert isinstance(act(table.given(round=2), ANN, party), Place)


def test_the_party_goes_where_nobody_has_been() -> None:
    table = began('"Travel"').given(place="camp", visited=("green", "camp"), walked=("lane",)).tries()
    assert {act(table, seat) for seat in (ANN, BO, CY)} == {Vote("steep")}


def test_wounds_are_healed_before_stress() -> None:
    table = began('"Heal 1"').has(ANN, stress=1, wounds=1).tries(ANN)
    assert act(table, ANN) == Pick("wounds")


# --- what is said of it


def made_up(players: int, number: int, ending: str = "", loss: str = "", read: tuple[str, ...] = ()) -> Played:
    return Played(
        players=players, number=number, ending=ending, loss=loss, rounds=10 + number, places=3, level=1, wounds=0,
        deaths=number, xp=(number,) * players, titles=0, commands=50, read=("prologue", *read),
    )  # fmt: skip


def test_the_figures_add_up() -> None:
    quest = lake().printed.quests[KEY]
    runs = [played(players, number) for players in (3, 6) for number in range(2)]
    told = report("lake", quest, 2, runs[::-1])
    assert told.games == 4
    for row, mine in [*zip(told.rows, (runs[:2], runs[2:]), strict=True), (told.all, runs)]:
        assert row.games == len(mine)
        assert row.won == sum(row.endings.values()) == row.games - sum(row.losses.values())
        assert row.rounds.mean == sum(run.rounds for run in mine) / len(mine)
        assert row.xp.least == min(xp for run in mine for xp in run.xp)
        assert row.between[0] <= row.rate <= row.between[1]
        assert row.reached == len({code for run in mine for code in run.read})
    assert told.all.reached + len(told.missed) == told.entries == len({e.code for e in quest.entries.values()})
    assert told.runs == tuple(runs)
    assert growth(runs)[-1] == (4, told.all.reached)


def test_the_report_says_how_games_ended_and_what_nobody_read() -> None:
    quest = lake().printed.quests[KEY]
    runs = [
        made_up(3, 0, ending="sea"), made_up(3, 1, ending="home"), made_up(3, 2, loss="wounds"),
        made_up(3, 3, ending="sea", read=("3024",)), made_up(5, 0, loss="threat"),
    ]  # fmt: skip
    said = [line.split() for line in lines(quest, report("lake", quest, 1, runs))]
    assert ["3", "4", "75.0", "%", "30-95", "%", "11.5", "(10-13)", "3.0", "1.0", "1.50", "1.5", "(0-3)", "2"] in said
    assert ["3", "25.0", "%", "50.0", "%", "0.0", "%", "25.0", "%", "0.0", "%"] in said
    assert ["5", "0.0", "%", "0.0", "%", "0.0", "%", "0.0", "%", "100.0", "%"] in said
    unread = " ".join(" ".join(line) for line in said).partition("2 of 176 entries were read (1.1 %); never: ")[2]
    assert unread.startswith("0183 The mole surfaces ")
    assert len(said[said.index([]) :]) > 174, "a line each"


def test_games_are_spread_over_the_numbers_of_players() -> None:
    jobs = deal(8, (3, 4, 7), 9)
    assert [job.players for job in jobs] == [3, 4, 7, 3, 4, 7, 3, 4]
    assert len({(job.players, job.number) for job in jobs}) == 8


# --- the command


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small quest for 3 and 4 players."""
    place = tmp_path / "kettle"
    assert main(["quest", "new", str(place)]) == 0
    return place


def test_one_process_and_several_play_the_same_games(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in "12":
        capsys.readouterr()
        figures = small.parent / f"{processes}.json"
        what = ["--games", "12", "--players", "4", "3", "--seed", "3", "--processes", processes, "--json", str(figures)]
        assert main(["quest", "play", str(small), *what]) == 0
        told.append((capsys.readouterr().out, json.loads(figures.read_text())))
    assert told[0] == told[1]
    assert [row["games"] for row in told[0][1]["rows"]] == [6, 6]
    assert len(told[0][1]["runs"]) == told[0][1]["all"]["games"] == 12


def test_plots_are_pictures_that_fetch_nothing(small: Path) -> None:
    drawn = small.parent / "plots"
    what = ["--games", "8", "--processes", "1", "--plots", str(drawn)]
    assert main(["quest", "play", str(small), *what]) == 0
    assert {path.name for path in drawn.iterdir()} == {"won.svg", "rounds.svg", "xp.svg", "deaths.svg", "entries.svg"}
    first = {path.name: path.read_bytes() for path in drawn.iterdir()}
    for content in first.values():
        said = "".join(ElementTree.fromstring(content).itertext())
        assert "The Missing Kettle, 8 games of bots" in said
        assert not re.search(rb"""(href|src|url)\s*[=(]\s*["']?\s*(https?:)?//""", content)
        assert b"<script" not in content
    assert main(["quest", "play", str(small), *what]) == 0
    assert {path.name: path.read_bytes() for path in drawn.iterdir()} == first


def test_without_the_plotter_that_is_said_before_anything_is_played(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "companion.commands.quest.plots", raising=False)
    monkeypatch.setitem(sys.modules, "pygal", None)
    capsys.readouterr()
    assert main(["quest", "play", str(small), "--plots", str(small.parent / "p")]) == 3
    said = capsys.readouterr()
    assert "pygal" in said.err
    assert not said.out


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["--players", "5"], 2, "for 3 to 4 players"),
        (["--players", "2", "3"], 2, "for 3 to 4 players"),
        (["--games", "1"], 2, "too few"),
        (["--json", "no/such/folder/f.json"], 3, "cannot be written"),
        (["--plots", "quest.toml"], 3, "cannot be written"),
    ],
)
def test_what_cannot_be_is_said_at_once(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], code: int, why: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(small)
    capsys.readouterr()
    assert main(["quest", "play", str(small), *arguments]) == code
    said = capsys.readouterr()
    assert why in said.err
    assert not said.out


def test_only_a_sound_quest_is_played(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quest", "play", str(small.parent / "nothing")]) == 2
    entries = small / "entries/entries.toml"
    entries.write_text(entries.read_text().replace("Goto tea", "Goto coffee"))
    assert main(["quest", "play", str(small)]) == 1
    assert "coffee" in capsys.readouterr().err
    for odd in (["--games", "0"], ["--seed", "-1"], ["--players", "many"]):
        with pytest.raises(SystemExit) as end:
            main(["quest", "play", str(small), *odd])
        assert end.value.code == 2
