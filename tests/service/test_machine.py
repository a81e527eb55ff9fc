"""How the doctor asks the machine itself: an I2C bus, the switch of the radio, a file that is being written."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from firmware_bridge import machine, parts_file
from firmware_bridge.machine import Machine
from firmware_bridge.status import Status


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An I2C bus on which something answers at 0x3D."""
    asked: dict[int, int] = {}

    def ioctl(handle: int, request: int, address: int) -> int:
        assert request == 0x0703  # I2C_SLAVE
        asked[handle] = address
        return 0

    def read(handle: int, size: int, usual: object = os.read) -> bytes:
        if handle not in asked:
            return usual(handle, size)  # type: ignore[operator,no-any-return]  # it is there on Unix
        assert size == 1  # the least that a display can be asked
        if asked[handle] != 0x3D:
            raise OSError(121, "Remote I/O error")
        return b"\0"

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(os, "read", read)
    file = tmp_path / "dev/i2c-1"
    file.parent.mkdir()
    file.touch()
    return file


def test_who_answers_on_a_bus_and_nothing_is_left_open(bus: Path, tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert Machine(tmp_path).displays("/dev/i2c-1") == [0x3D]
    assert [machine.answers(bus, address) for address in (0x3C, 0x3D)] == [False, True]
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    with pytest.raises(FileNotFoundError):
        Machine(tmp_path).displays("/dev/i2c-2")


def test_only_the_radio_of_the_wi_fi_counts_as_switched_off(tmp_path: Path) -> None:
    def put(name: str, content: str) -> None:
        file = tmp_path / "sys/class/rfkill" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{content}\n")

    for name, content in {"type": "bluetooth", "soft": "1", "hard": "0"}.items():
        put(f"rfkill0/{name}", content)
    assert not Machine(tmp_path).blocked()
    for name, content in {"type": "wlan", "soft": "0", "hard": "1"}.items():
        put(f"rfkill1/{name}", content)
    assert Machine(tmp_path).blocked()


def test_who_reads_of_the_parts_reads_all_of_it(tmp_path: Path) -> None:
    file, where = tmp_path / parts_file.NAME, {"RUNTIME_DIRECTORY": str(tmp_path)}
    parts_file.write([Status("keypad", True, "Pad")], where)
    with file.open("rb") as reader:
        parts_file.write([Status("keypad", False, "gone")], where)
        assert b"Pad" in reader.read()
    assert parts_file.read(file) == [Status("keypad", False, "gone")]
