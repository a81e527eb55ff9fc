"""The box's own Wi-Fi as people meet it: a card to print, and the little screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.app
from companion.app import Appliance
from companion.config import Settings, Web
from companion.console import Join
from firmware_bridge import hotspot
from firmware_bridge.hotspot import Hotspot
from tests.web.conftest import PHONE, Room
from web import Wifi

OWN = Hotspot("tablehand-ABCD", "abcdefgh2345")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(None, wifi=lambda: Wifi(OWN.name, OWN.password, OWN.code()))
    yield made
    made.table.stop()


def test_the_host_gets_a_card_and_nobody_else(room: Room) -> None:
    page = room.app.test_client().get("/host/wifi")
    assert page.status_code == 200
    for text in (OWN.name, OWN.password, 'class="qr"'):
        assert text in page.text
    assert "no-store" in page.headers["Cache-Control"]
    assert "/host/wifi" in room.app.test_client().get("/host").text
    other = room.app.test_client().get("/host/wifi", environ_overrides=PHONE)
    assert other.status_code == 403
    assert OWN.password not in other.text


def test_a_table_without_a_network_of_its_own_says_so() -> None:
    plain = Room(None)
    try:
        page = plain.app.test_client().get("/host/wifi")
        assert page.status_code == 404
        assert "no Wi-Fi" in page.text
        assert "/host/wifi" not in plain.app.test_client().get("/host").text
    finally:
        plain.table.stop()


@pytest.fixture
def appliance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Appliance]:
    file = tmp_path / "hotspot.toml"
    file.write_text(OWN.toml())
    read = hotspot.read
    monkeypatch.setattr(hotspot, "read", lambda: read(file))
    made = Appliance(Settings(state=str(tmp_path), web=Web(port=0)))
    yield made
    made.stop()


def test_the_little_screen_lets_phones_in_while_the_hotspot_is_open(
    appliance: Appliance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.app, "_reached_at", lambda _: hotspot.ADDRESS)
    appliance._tell_join()
    join = appliance.front.join
    assert (join.wifi, join.network, join.password) == (OWN.code(), OWN.name, OWN.password)
    assert join.link.upper().startswith("HTTP://10.41.0.1")
    appliance.front.step()
    assert OWN.name in appliance.front.text()


def test_in_the_house_s_network_nothing_is_said_of_it(appliance: Appliance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.app, "_reached_at", lambda _: "192.168.7.4")
    appliance._tell_join()
    assert appliance.front.join.wifi == ""
    assert isinstance(appliance.front.join, Join)


def test_switching_off_leaves_the_wish_on_a_box_and_ends_the_program_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = tmp_path / "power-off"
    monkeypatch.setenv("TABLEHAND_POWER", str(wish))
    box = Appliance(Settings(state=str(tmp_path), web=Web(port=0)))
    assert box.front.switch_off is not None
    box.front.switch_off()
    assert wish.exists()
    assert not box._over.is_set()
    box.stop()
    monkeypatch.delenv("TABLEHAND_POWER")
    laptop = Appliance(Settings(state=str(tmp_path), web=Web(port=0)))
    assert laptop.front.switch_off is not None
    laptop.front.switch_off()
    assert laptop._over.is_set()
    laptop.stop()


def test_a_wish_that_cannot_be_left_is_said_and_the_table_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEHAND_POWER", str(tmp_path / "none/power-off"))
    box = Appliance(Settings(state=str(tmp_path), web=Web(port=0)))
    assert box.front.switch_off is not None
    box.front.switch_off()
    assert [t.key for t in box.table.now().troubles] == ["trouble.no_power_off"]
    assert not box._over.is_set()
    box.stop()
