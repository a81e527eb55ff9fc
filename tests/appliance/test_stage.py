"""What can be told of the virtual machine's test without a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import packs, script
from companion.app import pages
from companion.games import TITLES
from companion.panel import KEYS
from companion.script import lines as l
from companion.shelf import Shelf
from companion.words import of_the_house
from tests.appliance import cache, hands
from tests.appliance.checks import EVENING, SECRET
from tests.appliance.guest import Display
from tests.appliance.mirror import REMARKS, remarks


def test_the_evening_holds_without_hardware_too() -> None:
    library, words = packs.open_library(TITLES, None), of_the_house(*(t.meta.key for t in TITLES))
    assert script.play(script.read(EVENING), TITLES, words, pages, lambda: Shelf(*library.boxes())) == 1


def test_the_way_to_a_secret_leads_there() -> None:
    library, words = packs.open_library(TITLES, None), of_the_house(*(t.meta.key for t in TITLES))
    looked = 'hold select 2\nexpect oled "[2?]"\nexpect no oled "[1?]"'
    table = script.read_text(f"{EVENING.read_text('utf-8')}\n{SECRET}{looked}", "secret")
    assert script.play(table, TITLES, words, pages, lambda: Shelf(*library.boxes())) == 1


def test_every_remark_stands_beside_keys_and_is_known() -> None:
    found = remarks(EVENING)
    lines = {line.at.number: line for line in script.read(EVENING).lines}
    assert set(found.values()) == set(REMARKS)
    assert all(isinstance(lines[number], l.Keys) for number in found)


def test_every_key_has_a_bit_of_its_own_on_the_pad() -> None:
    names = [name for name in KEYS if name not in ("00", "000")]
    assert len({hands.report(name) for name in names}) == len(names)
    assert hands.report("numlock") == "010000"
    assert hands.report("backspace") == "000002"


def test_a_display_is_read_whatever_pieces_its_bytes_come_in() -> None:
    said = [
        b"\x00\xae",
        b"\x00\x20\x00",
        b"\x00\x21\x00\x7f\x22\x00\x07",
        b"\x40" + bytes([0x01, *bytes(1023)]),
        b"\x00\xa1",
    ]
    said += [b"\x00\xc8", b"\x00\xaf"]
    stream = b"".join(len(message).to_bytes(2, "little") + message for message in said)
    display = Display()
    for byte in stream:
        display.take(bytes([byte]))
    assert not display.fault
    assert display.picture().getbbox() == (0, 0, 1, 1)


def test_what_was_only_half_made_is_never_taken_for_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    monkeypatch.setenv("TABLEHAND_CACHE", str(tmp_path))

    def broken(folder: Path) -> None:
        (folder / "half").touch()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        cache.kept("thing", "a", broken, shutil.rmtree)
    made, new = cache.kept("thing", "a", lambda folder: (folder / "whole").touch(), shutil.rmtree)
    assert new
    assert [file.name for file in made.iterdir()] == ["whole"]
    assert cache.kept("thing", "a", broken, shutil.rmtree) == (made, False)
    other, _ = cache.kept("thing", "b", lambda folder: (folder / "other").touch(), shutil.rmtree)
    assert not made.exists()
    assert other.exists()
