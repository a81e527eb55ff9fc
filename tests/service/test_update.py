"""From one version to another in a scratch root: state and settings stay, and there is a way back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware_bridge import hotspot
from systemd.installer import __main__ as command
from systemd.installer import commands, health, release, steps
from systemd.installer.machine import Machine, Trouble
from tests.service.fakes import Debian, another

pytestmark = pytest.mark.usefixtures("answering")


def test_an_update_keeps_state_and_settings(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    first = release.current(debian.machine)
    state = debian.machine.at(steps.STATE)
    state.mkdir()
    (state / "evening.sqlite3").write_text("tonight")
    password = debian.machine.at(str(hotspot.FILE)).read_text()
    two = another(tmp_path / "two", "the second")
    commands.update(debian.again(), two)
    assert release.current(debian.machine) != first
    assert (debian.machine.at(release.CURRENT) / "CHANGELOG.md").read_text() == "the second"
    assert (state / "evening.sqlite3").read_text() == "tonight"
    assert debian.machine.at(str(hotspot.FILE)).read_text() == password
    assert not debian.machine.at(commands.BEFORE).exists()
    commands.update(debian.again(), two)
    assert debian.said == ["nothing to do"]


def test_an_update_that_does_not_come_up_is_taken_back(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    first, units = release.current(debian.machine), sorted(debian.machine.at(steps.UNITS).iterdir())
    state = debian.machine.at(steps.STATE)
    state.mkdir(mode=0o700)
    (state / "evening.sqlite3").write_text("tonight")
    (state / "packs").mkdir()
    (state / "packs/own.toml").write_text("x = 1")
    two = another(tmp_path / "two", Debian.breaks)
    (two / "systemd/units/tablehand-new.timer").write_text("[Timer]\nOnBootSec=1\n")
    unit = two / "systemd/units/tablehand.service"
    unit.write_text(unit.read_text().replace("WatchdogSec=20", "WatchdogSec=7"))
    with pytest.raises(Trouble, match="the old one is in use again"):
        commands.update(debian.again(), two)
    assert release.current(debian.machine) == first
    assert sorted(debian.machine.at(steps.UNITS).iterdir()) == units
    assert "WatchdogSec=20" in debian.machine.at(f"{steps.UNITS}/{steps.SERVICE}").read_text()
    assert steps.SERVICE in debian.active
    assert (state / "evening.sqlite3").read_text() == "tonight"
    assert (state / "packs/own.toml").read_text() == "x = 1"
    assert not (state / "more").exists()
    assert len(list(debian.machine.at(release.RELEASES).iterdir())) == 1
    commands.install(debian.again(), one)
    assert debian.said == ["nothing to do"]


def test_an_update_that_answers_no_phone_is_taken_back(
    tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    first = release.current(debian.machine)
    monkeypatch.setattr(health, "answers", lambda m: 200 if release.current(m) == first else 500)
    with pytest.raises(Trouble, match="HTTP 500"):
        commands.update(debian.again(), another(tmp_path / "two", "a page that fails"))
    assert release.current(debian.machine) == first


def test_an_update_that_cannot_be_made_leaves_the_old_one_running(
    tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    first = release.current(debian.machine)

    def fails(*_: object) -> None:
        raise Trouble("no package index")

    monkeypatch.setattr(release, "_requirements", fails)
    with pytest.raises(Trouble, match="no package index"):
        commands.update(debian.again(), another(tmp_path / "two", "the second"))
    assert release.current(debian.machine) == first
    assert debian.starts == 1
    assert steps.SERVICE in debian.active
    assert [p.name for p in debian.machine.at(release.RELEASES).iterdir()] == [first]


def test_an_update_that_breaks_off_half_way_is_taken_back(
    tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    first = release.current(debian.machine)
    files = steps.files

    def full(machine: Machine, home: Path) -> bool:
        if "the second" in (home / "CHANGELOG.md").read_text():
            raise OSError(28, "No space left on device")
        return files(machine, home)

    monkeypatch.setattr(steps, "files", full)
    with pytest.raises(Trouble, match=r"No space left(.|\n)*the old one is in use again"):
        commands.update(debian.again(), another(tmp_path / "two", "the second"))
    assert release.current(debian.machine) == first
    assert steps.SERVICE in debian.active


def _without_python(debian: Debian) -> None:
    """The system was upgraded: the Python that the copy was made for is gone."""
    (debian.machine.at(release.CURRENT) / ".venv/bin/python").unlink()


def test_a_copy_whose_python_is_gone_is_made_again_in_place(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    name = release.current(debian.machine)
    _without_python(debian)
    commands.install(debian.again(), one)
    assert release.whole(debian.machine, name)
    stopped, made = (next(n for n, c in enumerate(debian.calls) if what in c) for what in ("systemctl stop", "-m venv"))
    assert stopped < made  # its files are not taken from under it
    assert steps.SERVICE in debian.active


def test_to_a_copy_whose_python_is_gone_there_is_no_way_back(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    _without_python(debian)
    two = another(tmp_path / "two", Debian.breaks)
    with pytest.raises(Trouble, match="the table does not come up"):
        commands.update(debian.again(), two)
    assert not any("going back" in line for line in debian.said)
    assert (debian.machine.at(release.CURRENT) / "CHANGELOG.md").read_text() == Debian.breaks


def test_updating_what_is_not_installed_and_a_folder_that_holds_nothing(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    with pytest.raises(Trouble, match="not installed here"):
        commands.update(debian.machine, one)
    with pytest.raises(Trouble, match="no complete tablehand"):
        commands.install(debian.machine, tmp_path)


def test_an_update_is_made_by_the_new_versions_own_installer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    two = another(tmp_path / "two", "the second")
    called: list[list[str]] = []

    def execv(_program: str, argv: list[str]) -> None:
        called.append(argv)
        raise OSError(8, "Exec format error", "python")  # the call that never comes back

    monkeypatch.setattr("os.execv", execv)
    monkeypatch.setenv("PYTHONPATH", "")
    assert command.main(["update", "--root", str(tmp_path / "root"), str(two)]) == 3
    assert called == [
        [sys.executable, "-P", "-B", "-m", "systemd.installer", "update", str(two), "--root", str(tmp_path / "root")]
    ]
    (tmp_path / "empty").mkdir()
    assert command.main(["update", "--root", str(tmp_path / "root"), str(tmp_path / "empty")]) == 2
    assert "holds no tablehand" in capsys.readouterr().err
