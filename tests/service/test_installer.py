"""The installer in a scratch root: twice is once, nothing of the owner's is lost, what it exits with."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge import hotspot
from systemd.installer import commands, release, steps
from systemd.installer.__main__ import main
from systemd.installer.machine import Machine, Trouble
from tests.service.fakes import HOME, Debian

pytestmark = pytest.mark.usefixtures("answering")


def test_twice_is_once(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    assert debian.active >= {steps.SERVICE, "tablehand-power.path", "tablehand-wifi.timer", "tablehand-blank.service"}
    assert debian.enabled == set(steps.ENABLED)
    before = debian.files()
    commands.install(debian.again(), one)
    assert debian.said == ["nothing to do"]
    assert debian.files() == before
    assert debian.starts == 1
    changing = ("apt-get", "enable", "restart", "venv", "pip", "daemon-reload", "sysusers", "reload", "trigger")
    assert [c for c in debian.calls if any(word in c.split() for word in changing)] == []


def test_what_is_where_and_who_may_read_it(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    at = debian.machine.at
    for unit in steps.units_of(one):
        assert at(f"{steps.UNITS}/{unit.name}").read_text() == unit.read_text()
    assert stat.S_IMODE(at(steps.PROFILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(at(str(hotspot.FILE)).stat().st_mode) == 0o640
    assert "<port>80</port>" in at(steps.AVAHI).read_text()
    assert at(steps.LINK).readlink() == Path("/opt/tablehand/current/tablehand")
    copy = at(release.CURRENT)
    assert (copy / release.STAMP).exists()
    assert os.access(copy / "tablehand", os.X_OK)
    assert not list(copy.rglob("__pycache__"))
    assert not (copy / "tests").exists()


def test_a_program_that_may_be_run_now_is_another_copy(tmp_path: Path, one: Path) -> None:
    before = release.name(one, "311")
    (one / "tablehand").chmod(0o644)
    assert release.name(one, "311") != before
    assert release.name(one, "313") != release.name(one, "311")


def test_a_file_is_on_the_disk_before_it_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a plug that is pulled in an update leaves an empty file where a whole one was."""
    machine = Machine(tmp_path, say=lambda _: None)
    machine.write("/etc/tablehand/settings.toml", "old\n")
    synced: dict[int, bytes] = {}
    told: list[bytes | None] = []
    fsync, replace = os.fsync, Path.replace

    def note(number: int) -> None:
        fsync(number)
        synced[os.fstat(number).st_ino] = Path(f"/proc/self/fd/{number}").read_bytes()

    def see(new: Path, place: Path) -> Path:
        told.append(synced.get(new.stat().st_ino))
        return replace(new, place)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(Path, "replace", see)
    machine.write("/etc/tablehand/settings.toml", "new\n")
    assert told == [b"new\n"]


def test_a_file_that_somebody_changed_is_put_right_and_the_settings_are_left(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    at = debian.machine.at
    at(f"{steps.UNITS}/{steps.SERVICE}").write_text("[Service]\nExecStart=/bin/false\n")
    at(steps.SETTINGS).write_text("[web]\nport = 8080\n")
    at(f"{steps.UNITS}/tablehand-old.timer").write_text("[Timer]\n")
    commands.install(debian.again(), one)
    assert "Type=notify" in at(f"{steps.UNITS}/{steps.SERVICE}").read_text()
    assert not at(f"{steps.UNITS}/tablehand-old.timer").exists()
    assert at(steps.SETTINGS).read_text() == "[web]\nport = 8080\n"
    assert "<port>8080</port>" in at(steps.AVAHI).read_text()
    assert "systemctl daemon-reload" in debian.calls
    assert debian.starts == 2


def test_only_what_is_missing_is_installed_and_what_is_only_wanted_may_stay_away(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    debian.refuses = {"espeak-ng"}
    commands.install(debian.machine, one)
    assert debian.installed == {"python3-venv", "gcc", "libc6-dev", "python3-dev", "avahi-daemon"}
    assert any("left out espeak-ng" in line for line in debian.said)
    assert "network-manager" not in " ".join(debian.calls)  # this is no Pi: its network is somebody's affair


def test_without_apt_and_without_a_network(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    commands.install(debian.machine, one, apt=False, wheels=wheels)
    assert not any("apt-get" in call for call in debian.calls)
    pips = [c for c in debian.calls if " pip " in c]
    assert pips
    assert all("--no-index" in c for c in pips)
    plain = (debian.machine.at(release.CURRENT) / ".requirements").read_text()
    assert "--hash" not in plain
    assert re.search(r"^evdev==\S+$", plain, re.MULTILINE)
    assert 'lgpio==0.2.2.0 ; python_version < "3.13"' in plain


def test_a_needed_package_that_cannot_be_had_is_a_sentence(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    debian.refuses = {"gcc"}
    with pytest.raises(Trouble, match=r"--no-apt(.|\n)*Unable to locate"):
        commands.install(debian.machine, one)


def test_a_pi_gets_its_bus_once_and_gives_it_back(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root", pi=True)
    config = tmp_path / "root/boot/firmware/config.txt"
    before = config.read_text()
    commands.install(debian.machine, one)
    after = config.read_text()
    assert after.startswith(before)
    # after a section for another board alone, "[all]" makes the lines count for every board
    assert after.endswith(
        "# tablehand: begin\n[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n# tablehand: end\n"
    )
    assert any("reboot" in line for line in debian.said)
    assert {"network-manager", "dnsmasq-base"} <= debian.installed
    commands.install(debian.again(), one)
    assert debian.said == ["nothing to do"]
    commands.uninstall(debian.again())
    assert config.read_text() == before


def test_a_display_on_the_other_bus_switches_that_on(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root", pi=True)
    commands.install(debian.machine, one)
    debian.machine.at(steps.SETTINGS).write_text('[display]\ndriver = "ssd1309"\ninterface = "spi"\n')
    commands.install(debian.again(), one)
    config = (tmp_path / "root/boot/firmware/config.txt").read_text()
    assert "dtparam=spi=on" in config
    assert config.count(steps.BEGIN) == 1


def test_a_newer_python_borrows_the_systems_lgpio_and_nothing_else(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root", python="313")
    packages = tmp_path / "root/usr/lib/python3/dist-packages"
    packages.mkdir(parents=True)
    for name in ("lgpio.py", "_lgpio.cpython-313-aarch64-linux-gnu.so", "flask.py"):
        (packages / name).write_text("")
    commands.install(debian.machine, one, apt=False)
    site = debian.machine.at(release.CURRENT) / ".venv/lib/python3.13/site-packages"
    assert sorted(p.name for p in site.iterdir()) == ["_lgpio.cpython-313-aarch64-linux-gnu.so", "lgpio.py"]
    assert release.current(debian.machine).endswith("-py313")


def test_an_lgpio_of_its_own_is_not_borrowed(tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    debian = Debian(tmp_path / "root")
    packages = tmp_path / "root/usr/lib/python3/dist-packages"
    packages.mkdir(parents=True)
    (packages / "lgpio.py").write_text("the system's")

    def pinned(_machine: Machine, place: Path, _wheels: Path | None) -> None:
        (place / ".venv/lib/python3.11/site-packages/lgpio.py").write_text("the pinned one")

    monkeypatch.setattr(release, "_requirements", pinned)
    commands.install(debian.machine, one, apt=False)
    site = debian.machine.at(release.CURRENT) / ".venv/lib/python3.11/site-packages"
    assert (site / "lgpio.py").read_text() == "the pinned one"


def test_uninstalling_keeps_the_evening_and_purging_does_not(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    state = debian.machine.at(steps.STATE)
    state.mkdir()
    (state / "evening.sqlite3").write_text("tonight")
    commands.uninstall(debian.again())
    left = [p for p in debian.files() if "tablehand" in p]
    assert left == ["etc/tablehand/hotspot.toml", "etc/tablehand/settings.toml", "var/lib/tablehand/evening.sqlite3"]
    assert debian.active == debian.enabled == set()
    commands.uninstall(debian.again())
    assert debian.said == ["nothing to do"]
    commands.install(debian.again(), one)
    assert (state / "evening.sqlite3").read_text() == "tonight"
    commands.uninstall(debian.again(), purge=True)
    assert [p for p in debian.files() if "tablehand" in p] == []
    assert not debian.user


def test_where_systemd_does_not_run_nothing_is_touched(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    (tmp_path / "root/run/systemd/system").rmdir()
    before = debian.files()
    with pytest.raises(Trouble, match="tablehand run"):
        commands.install(debian.machine, one)
    assert debian.files() == before


def test_a_wifi_of_the_owners_choice(tmp_path: Path, one: Path) -> None:
    debian = Debian(tmp_path / "root")
    commands.install(debian.machine, one)
    file = debian.machine.at(str(hotspot.FILE))
    file.write_text('name = "Game night"\npassword = "correct horse"\n')
    commands.install(debian.again(), one)
    profile = debian.machine.at(steps.PROFILE).read_text()
    assert "ssid=Game night\n" in profile
    assert "psk=correct horse\n" in profile
    file.write_text('name = "Game night"\npassword = "short"\n')
    with pytest.raises(Trouble, match="8 to 63"):
        commands.install(debian.again(), one)
    assert file.read_text() == 'name = "Game night"\npassword = "short"\n'


def test_without_rights_the_person_is_told_how(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for command in ("install", "update", "uninstall"):
        assert main([command]) == 3
        assert f"sudo ./tablehand {command}" in capsys.readouterr().err


def test_what_it_exits_with_says_whose_affair_it_is(
    tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = ["--root", str(tmp_path / "root")]
    assert main(["install", *root, "--wheels", str(tmp_path / "none")]) == 2
    assert main(["update", *root, str(tmp_path / "none")]) == 2  # a folder without the program
    assert main(["update", *root]) == 3  # there is nothing to update
    capsys.readouterr()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "/opt/tablehand")

    monkeypatch.setattr(commands, "install", full)
    assert main(["install", *root]) == 3
    assert capsys.readouterr().err == "tablehand: /opt/tablehand: No space left on device\n"


def test_the_installer_needs_nothing_but_python() -> None:
    for name in ("__main__", "commands", "steps", "release", "health", "machine"):
        code = f"import sys; before = set(sys.modules); import systemd.installer.{name}; print(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(HOME)!r}); {code}"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert {"msgspec", "flask", "PIL"} & set(done.stdout.split()) == set()
