"""The command line as people meet it: exit codes, one sentence for what can be expected to go wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.__main__ import main, parser

COMMANDS = ("run", "test", "test-appliance", "play", "replay", "bench", "playtest", "pack", "games")


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """Run a command in this process; return its exit code, output and errors."""
    try:
        code = main([str(a) for a in arguments])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, command, "--help")
    assert code == 0
    assert "exit code" in out
    assert f"tablehand {command}" in out


@pytest.mark.parametrize("command", ["pack graph", "pack poster", "quest graph", "quest print"])
def test_where_a_drawing_goes_is_said_with_one_word(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, *command.split(), "--help")
    assert "--out FILE" in out
    assert "--to" not in out
    assert parser().parse_args([*command.split(), "it", "--out", "there.svg"]).out == Path("there.svg")


@pytest.mark.parametrize("what", ["graph", "print"])
def test_what_it_was_called_before_is_still_taken(what: str) -> None:
    assert parser().parse_args(["quest", what, "it", "--to", "there.svg"]).out == Path("there.svg")
    assert parser().parse_args(["quest", what, "it"]).out is None


@pytest.mark.parametrize(
    "arguments",
    [(), ("dance",), ("run", "--port", "x"), ("run", "--port", "65536"), ("play",), ("replay",), ("pack",),
     ("playtest", "crossfire"), ("playtest", "crossfire", "--games", "0", "--players", "5"), ("run", "--stat", "x"),
     ("replay", "a", "--state", "b")],
)  # fmt: skip
def test_bad_usage_is_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *arguments)[0] == 2


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version")[1].startswith("tablehand ")


# play


def test_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.table").write_text("seats Ann Bo Cy Di Ed\ngame crossfire\nexpect public phase == deal\n")
    assert said(capsys, "play", tmp_path) == (0, "1 script: all held\n", "")
    (tmp_path / "b.table").write_text('given a.table\nexpect lamp red\nexpect oled "x"\n')
    (tmp_path / "c.table").write_text("seats Ann\nexpect lamp red\n")
    code, _, err = said(capsys, "play", tmp_path)
    assert code == 1
    assert f"{tmp_path / 'b.table'}:2: expect lamp red: the lamp is " in err
    assert "c.table" not in err
    assert "c.table" in said(capsys, "play", "--keep-going", tmp_path)[2]
    assert said(capsys, "play", tmp_path / "a.table", tmp_path / "a.table")[1] == "1 script: all held\n"


def test_play_without_a_script_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "play", tmp_path)
    assert (code, "no script found" in err) == (1, True)
    assert said(capsys, "play", tmp_path / "none")[0] == 2
    (tmp_path / "a.table").write_text("dance\n")
    code, _, err = said(capsys, "play", tmp_path)
    assert (code, "a.table:1: 'dance' is no line" in err) == (2, True)


# replay, games, packs, playtest


def test_replay_says_what_is_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_text("no journal")
    for arguments in ((tmp_path / "x",), (tmp_path / "none",), ("--state", tmp_path)):
        code, _, err = said(capsys, "replay", *arguments)
        assert code == 2
        assert err.startswith("tablehand: ")
        assert err.count("\n") == 1


def test_games_lists_the_shelf_and_names_broken_packs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "games")[0] == 0
    pack = tmp_path / "packs" / "crossfire" / "mine"
    pack.mkdir(parents=True)
    (pack / "chart.toml").write_bytes(b"a = '\xe9'")
    code, out, _ = said(capsys, "games", "--state", tmp_path)
    assert code == 1
    assert "crossfire" in out
    assert "packs/crossfire/mine/chart.toml: line 1, column 6: byte E9" in out


def test_the_owners_own_words_are_used_wherever_a_pack_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "packs" / "rolling_freight" / "mine"
    pack.mkdir(parents=True)
    (pack / "words.toml").write_text('[rolling_freight]\nname = "Trains of ours"\n[poster]\nsheet = "Blatt"\n')
    assert "Trains of ours" in said(capsys, "games", "--state", tmp_path)[1]
    western = Path(__file__).parents[2] / "companion" / "games" / "rolling_freight" / "data" / "western.toml"
    (pack / "western.toml").write_bytes(western.read_bytes())
    assert "Western · Blatt 1/1" in said(capsys, "pack", "poster", pack)[1]


def test_a_file_is_no_state_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening"
    file.write_text("mine")
    code, _, err = said(capsys, "games", "--state", file)
    assert (code, f"{file} is no folder" in err) == (2, True)
    code, _, err = said(capsys, "run", "--state", file, "--port", "0")
    assert (code, f"{file} is a file; give a folder" in err) == (3, True)
    assert file.read_text() == "mine"


def test_a_pack_without_a_drawing_is_said_to_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).parents[2] / "companion" / "games" / "crossfire" / "data"
    code, _, err = said(capsys, "pack", "graph", shipped)
    assert (code, "crossfire has nothing that can be drawn" in err) == (2, True)


def test_pack_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).parents[2] / "companion" / "games" / "crossfire" / "data"
    assert said(capsys, "pack", "check", shipped)[0] == 0
    (tmp_path / "roles.toml").write_text("[vip]\ncards = 1\narmed = false\ncolour = 'red'\n")
    code, out, _ = said(capsys, "pack", "check", tmp_path, "--game", "crossfire")
    assert code == 1
    assert "roles.toml" in out
    assert "colour" in out
    assert said(capsys, "pack", "check", tmp_path / "none")[0] == 2
    assert said(capsys, "pack", "check", tmp_path, "--game", "whist")[0] == 2


def test_playtest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "playtest", "crossfire", "--games", "2", "--players", "5", "--seed", "3")
    assert code == 0
    assert "2 games of crossfire with 5 players, seed 3" in out
    assert said(capsys, "playtest", "crossfire", "--games", "2", "--players", "4")[0] == 2
    assert said(capsys, "playtest", "whist", "--games", "2", "--players", "4")[0] == 2


def test_bench_sees_first_whether_its_file_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "bench", "--json", tmp_path / "none" / "x.json")
    assert (code, "cannot be written" in err) == (3, True)


def test_every_command_of_the_design_is_there() -> None:
    assert all(command in parser().format_help() for command in COMMANDS)


# run


def table(*arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "companion", "run", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


@contextmanager
def running(*arguments: str | Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a table; give its process and address; stop it at the end, if it still runs."""
    process = table(*arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        assert "http://" in line, process.stderr.read()
        yield process, "http://" + line.split("http://")[1].split()[0].split("/")[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


def refused(*arguments: str | Path, **environment: str) -> tuple[int, str]:
    process = table(*arguments, **environment)
    out, err = process.communicate(timeout=30)
    assert out == ""
    assert "Traceback" not in err
    assert err.startswith("tablehand: "), err
    return process.returncode, err


def test_run_opens_a_table_and_ends_tidily(tmp_path: Path) -> None:
    with running("--state", tmp_path, "--port", "0") as (process, address):
        with urllib.request.urlopen(f"{address}/join", timeout=10) as page:
            assert page.status == 200
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        assert process.returncode == 0


@pytest.mark.parametrize("where", ["a full disk", "a reader that has gone"])
def test_an_address_that_can_be_told_to_nobody_closes_no_table(where: str, tmp_path: Path) -> None:
    """Hazard 45, no room for what is logged: the display and the phones are there all the same."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    if where == "a full disk":
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, out = os.pipe()
        os.close(reader)
    command = [sys.executable, "-P", "-m", "companion", "run", "--state", str(tmp_path), "--port", str(port)]
    with os.fdopen(out, "w"):
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        for line in process.stderr:
            if "the display is on" in line:
                break
        until = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/join", timeout=10) as page:
                assert page.status == 200
                break
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=20)
        assert (process.returncode, "Traceback" in err) == (0, False)


def test_a_second_copy_on_the_same_state_exits_and_the_first_plays_on(tmp_path: Path) -> None:
    with running("--state", tmp_path, "--port", "0") as (process, address):
        code, err = refused("--state", tmp_path, "--port", "0")
        assert code == 3
        assert f"a table is already running on {tmp_path} (process {process.pid})" in err
        with urllib.request.urlopen(f"{address}/join", timeout=10) as page:
            assert page.status == 200
        with running("--state", tmp_path / "other", "--port", "0"):
            pass


def test_a_busy_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("0.0.0.0", 0))
        busy.listen()
        port = busy.getsockname()[1]
        code, err = refused("--state", tmp_path, "--port", str(port))
    assert code == 3
    assert err == f"tablehand: port {port} is in use by another program; take another one with --port N\n"


def test_a_state_directory_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, err = refused("--state", tmp_path / "file" / "state", "--port", "0")
    assert code == 3
    assert "cannot be written (Not a directory)" in err
    code, err = refused("--state", "/proc/tablehand", "--port", "0")
    assert code == 3
    assert "/proc/tablehand cannot be written" in err


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands import Stop
    from companion.commands.run import make_state

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.commands.run.os.fsync", full)
    with pytest.raises(Stop, match="is full") as stop:
        make_state(tmp_path)
    assert stop.value.code == 3
    assert list(tmp_path.iterdir()) == []


def test_a_disk_with_room_for_a_probe_only_is_one_sentence(tmp_path: Path) -> None:
    """Hazard 45: the first file fits, the evening does not."""
    small = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192));"
        "sys.argv[:1] = ['tablehand', 'run']; runpy.run_module('companion', run_name='__main__')"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", small, "--state", str(tmp_path), "--port", "0"],
        capture_output=True,
        check=False,
        text=True,
        timeout=30,
    )
    assert (found.returncode, found.stdout) == (3, "")
    assert found.stderr.startswith(f"tablehand: the state directory {tmp_path} takes no evening (")
    assert found.stderr.count("\n") == 1


def test_bad_settings_are_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[web]\nport = '80'\n")
    code, err = refused("--config", file)
    assert code == 2
    assert err.startswith(f"tablehand: {file}: web.port: ")
    file.write_text("[web]\nhost = '203.0.113.7'\n")
    code, err = refused("--config", file, "--state", tmp_path / "s", "--port", "0")
    assert code == 3
    assert "this machine has no address 203.0.113.7" in err
    file.write_text("[web]\nhost = 'no such host'\n")
    assert refused("--config", file, "--state", tmp_path / "s", "--port", "0")[0] == 3


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000])
def test_a_damaged_journal_is_set_aside_and_the_table_opens(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "evening.sqlite3").write_bytes(content)
    with (
        running("--state", tmp_path, "--port", "0") as (_, address),
        urllib.request.urlopen(f"{address}/join", timeout=10) as page,
    ):
        assert page.status == 200
    assert any("damaged" in p.name and p.read_bytes() == content for p in tmp_path.iterdir())


def test_state_lies_where_the_service_manager_says(tmp_path: Path) -> None:
    process = table("--port", "0", STATE_DIRECTORY=str(tmp_path / "s"))
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert (tmp_path / "s" / "evening.sqlite3").exists()
    assert (tmp_path / "s").stat().st_mode & 0o077 == 0


def test_what_a_table_keeps_is_its_owners_alone_also_in_a_folder_that_others_look_into(tmp_path: Path) -> None:
    """Roles stand in the journal, and the room's key beside it."""
    place = tmp_path / "shared"
    place.mkdir(mode=0o755)
    for _ in range(2):  # what is made at the first start is only read at the next
        with running("--state", place, "--port", "0"):
            pass
    kept = {file.name: file.stat().st_mode & 0o077 for file in place.rglob("*")}
    assert kept.keys() >= {"evening.sqlite3", "secrets.json"}
    assert set(kept.values()) == {0}, kept


def test_an_evening_that_was_played_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running("--state", tmp_path, "--port", "0"):
        pass
    assert said(capsys, "replay", "--state", tmp_path)[:2] == (
        0,
        "0 rows: every stored state is the one that the commands lead to\n",
    )


def test_a_reader_that_goes_away_is_no_accident() -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "companion", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait(20)
    assert err == ""


def worked(process: subprocess.Popen[str]) -> float:
    """Return for how many seconds a process had a processor."""
    assert process.poll() is None
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_ends_long_work_tidily(tmp_path: Path) -> None:
    # Tests that run in the background of a shell have this signal ignored, and would pass that on.
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "companion", "playtest", "crossfire", "--games", "999999", "--players", "5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGINT, ours)
    try:
        while worked(process) < 1.5:  # it plays by then, however busy the machine is
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
