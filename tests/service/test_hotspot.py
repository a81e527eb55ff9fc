"""The box's own Wi-Fi: a name and password of its own, the code for phones, and when it is opened."""

from __future__ import annotations

import configparser
import os
import subprocess
import tomllib
from pathlib import Path

import pytest
import qrcode
import zxingcpp

from companion.screens import code
from firmware_bridge import hotspot
from firmware_bridge.hotspot import Hotspot

SCRIPT = Path(__file__).resolve().parents[2] / "systemd/files/wifi"


def test_every_box_has_its_own() -> None:
    made = [hotspot.fresh() for _ in range(50)]
    assert len({h.name for h in made}) > 45
    assert len({h.password for h in made}) == 50
    for one in made:
        assert hotspot.usable(*one)
        assert set(one.password) & set("0o1il") == set()
        assert tomllib.loads(one.toml()) == {"name": one.name, "password": one.password}


def test_a_phone_reads_the_code() -> None:
    made = hotspot.fresh()
    found = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_L)
    found.add_data(made.code())
    found.make()
    assert found.version <= 3  # what the little screen can show
    picture = code.block(made.code(), 64, 64).convert("L").resize((640, 640))
    read = zxingcpp.read_barcodes(picture)
    assert [r.text for r in read] == [f"WIFI:T:WPA;S:{made.name};P:{made.password};;"]


def test_what_means_something_in_a_code_is_escaped() -> None:
    assert Hotspot("a;b", "c,d:e\\f").code() == r"WIFI:T:WPA;S:a\;b;P:c\,d\:e\\f;;"


def test_network_manager_gets_a_profile_that_does_not_start_by_itself() -> None:
    parsed = configparser.ConfigParser()
    parsed.read_string(Hotspot("tablehand-ABCD", "abcdefgh2345").profile())
    assert parsed["connection"]["autoconnect"] == "false"
    assert parsed["wifi"]["mode"] == "ap"
    assert parsed["wifi"]["ssid"] == "tablehand-ABCD"
    assert parsed["wifi-security"]["key-mgmt"] == "wpa-psk"
    assert parsed["wifi-security"]["psk"] == "abcdefgh2345"
    assert parsed["wifi-security"]["pmf"] == "1"  # NetworkManager's number for "disable"
    assert parsed["ipv4"] == {"method": "shared", "address1": "10.41.0.1/24"}
    again = Hotspot("tablehand-ABCD", "abcdefgh2345").profile()
    assert parsed["connection"]["uuid"] in again


def test_its_channel_is_allowed_everywhere_and_its_own() -> None:
    """Left to NetworkManager it may be 13: no access point opens there without the right country."""
    found = {hotspot.fresh().channel for _ in range(200)}
    assert found == {1, 6, 11}
    own = hotspot.fresh()
    assert f"\nchannel={own.channel}\n" in own.profile()
    assert own.profile() == Hotspot(*own).profile()


@pytest.mark.parametrize(
    "content",
    ["", "name = 1", 'name = "x"', 'name = "x"\npassword = "short"', 'name = "x\\"y"\npassword = "longenough"',
     'name = "a\\nb"\npassword = "longenough"', 'name = " x"\npassword = "longenough"', "\xff", "name = ["],
)  # fmt: skip
def test_a_file_that_no_wifi_can_be_made_of(tmp_path: Path, content: str) -> None:
    file = tmp_path / "hotspot.toml"
    file.write_text(content, "latin-1")
    assert hotspot.read(file) is None
    assert hotspot.read(tmp_path / "none") is None


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "hotspot.toml"
    made = hotspot.fresh()
    file.write_text(made.toml())
    assert hotspot.read(file) == made


# when it opens


class House:
    """A house whose network comes and goes, as nmcli tells it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.devices = "wifi:disconnected:"
        (folder / "run").mkdir()
        (folder / "bin").mkdir()
        nmcli = folder / "bin/nmcli"
        nmcli.write_text(
            # As on a machine of a German house: whoever reads its words has to ask for the plain ones.
            f'#!/bin/sh\n[ "${{LC_ALL:-$LANG}}" = C ] || exec sed s/:connect/:verb/ {folder}/devices\n'
            f'case "$*" in *device*) cat {folder}/devices ;; *) echo "$*" >>{folder}/calls; '
            f"test ! -e {folder}/refuses ;; esac\n"
        )
        nmcli.chmod(0o755)

    def look(self, devices: str = "") -> list[str]:
        """Let the timer come round; return what NetworkManager was asked to do."""
        (self.folder / "devices").write_text(f"{devices or self.devices}\n")
        (self.folder / "calls").write_text("")
        done = subprocess.run(
            ["/bin/sh", str(SCRIPT)],
            env={
                "PATH": f"{self.folder}/bin:{os.defpath}",
                "RUNTIME_DIRECTORY": str(self.folder / "run"),
                "LANG": "de_DE.UTF-8",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return (self.folder / "calls").read_text().splitlines()


OPENED = ["--wait 40 connection up tablehand-hotspot"]


def test_the_house_comes_first_and_the_hotspot_after_a_minute_without_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.look("wifi:connecting (getting IP configuration):House") == []
    assert house.look("wifi:connected:House") == []
    assert house.look("wifi:connected:House") == []  # back in time: counting starts anew
    assert [house.look(), house.look()] == [[], []]
    assert house.look() == OPENED
    assert house.look("wifi:connected:tablehand-hotspot") == []


def test_a_cable_is_a_network_and_a_loopback_is_none(tmp_path: Path) -> None:
    house = House(tmp_path)
    for _ in range(5):
        assert house.look("wifi:disconnected:\nethernet:connected:Wired\nloopback:connected (externally):lo") == []
    alone = "wifi:disconnected:\nethernet:unavailable:\nloopback:connected (externally):lo"
    assert [house.look(alone) for _ in range(3)] == [[], [], OPENED]


def test_no_radio_no_hotspot(tmp_path: Path) -> None:
    house = House(tmp_path)
    for _ in range(5):
        assert house.look("ethernet:disconnected:") == []


def test_a_hotspot_that_does_not_open_is_tried_again(tmp_path: Path) -> None:
    house = House(tmp_path)
    (tmp_path / "refuses").touch()
    assert [house.look() for _ in range(4)] == [[], [], OPENED, OPENED]


def test_a_hotspot_that_is_still_opening_is_left_to_it(tmp_path: Path) -> None:
    """A small radio may take longer than the pause between looks; asked again, it would begin anew."""
    house = House(tmp_path)
    assert [house.look() for _ in range(3)] == [[], [], OPENED]
    for at in ("connecting (configuring)", "connecting (getting IP configuration)"):
        assert house.look(f"wifi:{at}:tablehand-hotspot\n") == []
    # Trying the house's network is no such thing.
    assert [house.look("wifi:connecting (configuring):house\n") for _ in range(3)] == [[], [], OPENED]


def test_a_memory_with_junk_in_it_hinders_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    (tmp_path / "run/without").write_text("x; reboot")
    assert [house.look() for _ in range(3)] == [[], [], OPENED]
