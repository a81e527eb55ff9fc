"""Which port is opened, when, and what is said of it. On a fake clock, with ports that only pretend."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest

from companion.clock import FakeTime
from companion.config import Board, Settings
from companion.panel import Input, Ring
from firmware_bridge import box, gpio
from firmware_bridge.board_link import BoardLink, Port
from firmware_bridge.box import Parts, RealPanel
from firmware_bridge.status import Missing
from tests.board.rig import USB


class Silent:
    """A port at which nobody speaks."""

    def __init__(self) -> None:
        self.ends = os.pipe()
        self.written = b""
        self.open = True

    def fileno(self) -> int:
        return self.ends[0]

    def read(self, size: int = 1) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        self.written += data
        return len(data)

    def close(self) -> None:
        if self.open:
            self.open = False
            for end in self.ends:
                os.close(end)


class Desk:
    """A link that is stepped by hand."""

    def __init__(self, wanted: Board) -> None:
        self.there: list[Port] = []
        self.opened: list[str] = []
        self.lines: list[Silent] = []
        self.refuse: Exception | None = None
        self.time = FakeTime()
        inputs: SimpleQueue[Input | None] = SimpleQueue()
        self.link = BoardLink(wanted, inputs, ports=lambda: self.there, open_port=self._open, time=self.time)

    def _open(self, name: str) -> Any:
        self.opened.append(name)
        if self.refuse is not None:
            raise self.refuse
        self.lines.append(Silent())
        return self.lines[-1]

    def wait(self, seconds: float) -> str:
        for _ in range(round(seconds * 10)):
            self.link.step(0.0)
            self.time.advance(0.1)
        return self.link.status().text


@pytest.fixture
def desks() -> Iterator[Any]:
    made: list[Desk] = []

    def make(wanted: Board | None = None) -> Desk:
        made.append(Desk(wanted or Board()))
        return made[-1]

    yield make
    for desk in made:
        desk.link.close()


def test_nothing_there_is_no_fault(desks: Any) -> None:
    desk = desks()
    assert desk.wait(5) == "none found; it is optional"
    assert desk.link.status().ok
    desk.link.show((Ring("k", "K", 0, 0, 1),))  # waits for nobody
    assert not desk.link.settled


def test_others_are_never_opened(desks: Any) -> None:
    """Hazards, row 20."""
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", "1d6b:0104", "E66"), Port("/dev/ttyUSB0", "", ""), Port("/dev/ttyS0", "", "")]
    assert desk.wait(60) == "none found; it is optional"
    assert desk.opened == []


def test_of_two_alike_none_is_opened_until_one_is_named(desks: Any) -> None:
    two = [Port("/dev/ttyACM0", USB, "E66"), Port("/dev/ttyACM1", USB, "A12")]
    desk = desks()
    desk.there = two
    assert desk.wait(3) == "more than one: A12, E66; name yours in [board] serial"
    assert not desk.link.status().ok
    assert desk.opened == []
    named = desks(Board(serial="a12"))
    named.there = two
    named.wait(3)
    assert named.opened == ["/dev/ttyACM1"]


def test_a_named_one_that_is_not_there_is_said(desks: Any) -> None:
    desk = desks(Board(serial="A12"))
    assert desk.wait(3) == "A12 is unplugged"
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    assert desk.wait(3) == "A12 is not there, but E66; see [board] serial"
    assert desk.opened == []


def test_none_is_looked_for_when_none_is_to_be_used(desks: Any) -> None:
    desk = desks(Board(usb=""))
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    assert desk.wait(3) == "off: none is to be used"
    assert desk.opened == []


def test_busy_for_ten_seconds(desks: Any) -> None:
    """Hazards, row 20: the first open says EBUSY for 10 s."""
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    desk.refuse = OSError(errno.EBUSY, "Device or resource busy")
    assert desk.wait(10) == "/dev/ttyACM0 is in use by another program; it is tried again"
    assert 5 <= len(desk.opened) <= 11
    desk.refuse = None
    desk.wait(1.2)
    assert desk.lines
    assert b"hello" in desk.lines[0].written


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "/dev/ttyACM0 may not be used; its user must be in the"),
        (OSError(errno.EIO, "Input/output error"), "/dev/ttyACM0 does not open"),
    ],
)
def test_what_does_not_open_is_tried_ever_more_seldom_and_at_once_when_put_back(
    desks: Any, error: OSError, words: str
) -> None:
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    desk.refuse = error
    assert desk.wait(100).startswith(words)
    assert 5 <= len(desk.opened) <= 9
    desk.there = []
    desk.wait(1.5)
    desk.there, desk.refuse = [Port("/dev/ttyACM0", USB, "E66")], None
    desk.wait(1.5)
    assert len(desk.lines) == 1


def test_one_that_never_speaks_is_let_go(desks: Any) -> None:
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    assert desk.wait(9) == "/dev/ttyACM0 is open; waiting for the board to say who it is"
    assert desk.wait(3) == "nothing is heard of the board at /dev/ttyACM0; is its program on it? (hardware.md)"
    desk.wait(300)
    assert len(desk.opened) <= 12
    assert sum(line.open for line in desk.lines) <= 1


def test_one_that_takes_nothing_is_told_of_once_and_tried_ever_more_seldom(
    desks: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pico with another program on it reads nothing: its port is full after some hellos."""

    def full(_line: Silent, _data: bytes) -> int:
        raise OSError("Write timeout")

    monkeypatch.setattr(Silent, "write", full)
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    text = "nothing is heard of the board at /dev/ttyACM0; is its program on it? (hardware.md)"
    assert desk.wait(400) == text
    assert not desk.link.status().ok
    assert [record.message for record in caplog.records] == [f"board: {text}"]
    assert len(desk.opened) <= 18
    assert not any(line.open for line in desk.lines)


def test_an_error_in_the_midst_of_writing_closes_it(desks: Any) -> None:
    """Hazards, row 20: closed at the first error."""
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    desk.wait(1)

    def fails(data: bytes) -> int:
        raise OSError(errno.ENODEV, "No such device")

    desk.lines[0].write = fails
    desk.wait(1)
    assert not desk.lines[0].open


def test_one_that_hangs_up_without_an_error_is_closed(desks: Any) -> None:
    """Read on, it would be ready for ever and never say a word."""
    desk = desks()
    desk.there = [Port("/dev/ttyACM0", USB, "E66")]
    desk.wait(1)
    reading, writing = desk.lines[0].ends
    os.close(writing)
    desk.lines[0].ends = (reading, os.open(os.devnull, os.O_RDONLY))
    desk.wait(0.1)
    assert not desk.lines[0].open


def test_without_pyserial_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(Missing, match="python3-serial"):
        BoardLink(Board(), SimpleQueue())
    monkeypatch.setattr(gpio, "a_board", lambda: False)
    parts = box.find_parts(Settings(), SimpleQueue())
    RealPanel(parts, SimpleQueue()).stop()
    assert parts.board is None
    assert any(s.name == "board" and "python3-serial" in s.text for s in parts.status())


def test_the_panel_hands_dials_on(desks: Any) -> None:
    desk = desks()
    panel = RealPanel(Parts(missing=[], board=desk.link), SimpleQueue())
    rings = (Ring("k", "K", 0, 0, 1),)
    panel.dials(rings)
    desk.wait(0.1)
    assert desk.link._talk.rings == rings
    inputs: SimpleQueue[Input | None] = SimpleQueue()
    panel.inputs = inputs
    assert desk.link.inputs is inputs
    assert [s.name for s in panel.status()] == ["board"]
    RealPanel(Parts(missing=[]), inputs).dials(rings)  # no board: nothing to do
