"""The units as systemd reads them, and how far the service is shut in."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

HOME = Path(__file__).resolve().parents[2]
UNITS = sorted((HOME / "systemd/units").iterdir())
PYTHON = "/opt/tablehand/current/.venv/bin/python"
WIFI = "/opt/tablehand/current/systemd/files/wifi"

analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze here (Debian: apt install systemd)"
)


def lines(unit: str, name: str) -> list[str]:
    """Return the values of a setting of a unit."""
    text = (HOME / "systemd/units" / unit).read_text()
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


@analyze
def test_systemd_finds_no_fault_in_any_unit(tmp_path: Path) -> None:
    for unit in UNITS:
        # Where the program will lie there is nothing here; the rest is checked as it stands.
        text = unit.read_text().replace(PYTHON, sys.executable).replace(WIFI, str(HOME / "systemd/files/wifi"))
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / u.name) for u in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "tablehand" in line]
    assert ours == []
    assert done.returncode == 0, done.stderr


@analyze
@pytest.mark.parametrize(
    ("unit", "most"),
    [("tablehand.service", 2.5), ("tablehand-blank.service", 2.5), ("tablehand-power.service", 4.5),
     ("tablehand-wifi.service", 4.5)],
)  # fmt: skip
def test_exposure(unit: str, most: float) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(HOME / "systemd/units" / unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stderr
    print(found[0])
    assert float(found[1]) <= most


def test_port_80_is_bound_by_the_one_privilege_that_takes() -> None:
    assert lines("tablehand.service", "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]
    assert lines("tablehand.service", "CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]
    # in a user namespace of its own the privilege would not count for the machine's ports
    assert lines("tablehand.service", "PrivateUsers") == []


def test_it_is_started_again_however_often() -> None:
    assert lines("tablehand.service", "StartLimitIntervalSec") == ["0"]
    assert lines("tablehand.service", "Restart") == ["always"]
    assert lines("tablehand.service", "Type") == ["notify"]
    assert float(lines("tablehand.service", "WatchdogSec")[0]) >= 10


def test_lgpio_finds_a_folder_that_it_may_write_in() -> None:
    assert lines("tablehand.service", "WorkingDirectory") == ["%t/tablehand"]
    assert lines("tablehand.service", "RuntimeDirectory") == ["tablehand"]
    assert "LG_WD=%t/tablehand" in " ".join(lines("tablehand.service", "Environment"))


def test_the_wish_to_switch_off_is_left_where_it_is_looked_for() -> None:
    assert "TABLEHAND_POWER=%t/tablehand/power-off" in lines("tablehand.service", "Environment")
    assert lines("tablehand-power.path", "PathExists") == ["/run/tablehand/power-off"]
    assert lines("tablehand-power.service", "ExecStart")[0].endswith("/run/tablehand/power-off")


DRIVERS = {"i2c": "i2c_dev", "spi": "spidev", "ttyACM": "cdc_acm", "alsa": "snd"}
"""Which module brings a kind of device that may not be there yet: a name that nobody has brought allows nothing."""


@pytest.mark.parametrize(
    ("unit", "kinds"),
    [
        ("tablehand.service", ("gpiochip", "i2c", "spi", "input", "ttyACM", "alsa")),
        ("tablehand-blank.service", ("gpiochip", "i2c", "spi")),
    ],
)
def test_every_kind_of_device_is_allowed_and_its_driver_asked_for_first(unit: str, kinds: tuple[str, ...]) -> None:
    assert lines(unit, "DeviceAllow") == [f"char-{kind} rw" for kind in kinds]
    wanted = lines(unit, "Wants")[0].split()
    assert wanted == [f"modprobe@{DRIVERS[kind]}.service" for kind in kinds if kind in DRIVERS]
    assert set(wanted) <= set(" ".join(lines(unit, "After")).split())


def test_the_user_is_in_the_groups_of_the_devices() -> None:
    groups = lines("tablehand.service", "SupplementaryGroups")[0].split()
    made = (HOME / "systemd/files/sysusers.conf").read_text()
    for group in groups:
        assert f"g {group} - -" in made
        assert f"m tablehand {group}" in made
    assert set(lines("tablehand-blank.service", "SupplementaryGroups")[0].split()) <= set(groups)


def test_nothing_there_stops_the_service_for_being_absent() -> None:
    for word in (
        "Requires",
        "BindsTo",
        "Requisite",
        "ConditionPathExists",
        "network-online.target",
        "time-sync.target",
    ):
        assert word not in (HOME / "systemd/units/tablehand.service").read_text()


def test_the_log_is_bounded() -> None:
    parsed = configparser.ConfigParser()
    parsed.read(HOME / "systemd/files/journald.conf")
    assert parsed["Journal"]["SystemMaxUse"] == "48M"
    assert parsed["Journal"]["RuntimeMaxUse"] == "16M"
    assert lines("tablehand.service", "LogRateLimitBurst")


def test_avahi_can_read_its_file() -> None:
    found = ElementTree.fromstring((HOME / "systemd/files/avahi.service").read_text().replace("@PORT@", "80"))
    assert found.findtext("service/type") == "_http._tcp"
    assert found.findtext("service/port") == "80"


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="no udevadm here (Debian: apt install udev)")
def test_udev_finds_no_fault_in_the_rules() -> None:
    help_text = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=False).stdout
    if "verify" not in help_text:
        pytest.skip("this udevadm cannot verify rules (systemd 254 and later can)")
    rules = HOME / "systemd/files/70-tablehand.rules"
    done = subprocess.run(["udevadm", "verify", str(rules)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_board_is_kept_from_modem_commands() -> None:
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in (HOME / "systemd/files/70-tablehand.rules").read_text()


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="no systemd-sysusers here")
def test_users_are_made_as_asked_for(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(HOME / "systemd/files/sysusers.conf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    groups = (tmp_path / "etc/group").read_text()
    for group in ("gpio", "i2c", "spi", "input", "dialout", "audio"):
        assert re.search(rf"^{group}:.*:.*:tablehand$", groups, re.MULTILINE)
