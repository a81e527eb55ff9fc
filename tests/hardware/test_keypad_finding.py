"""Pads as they come, go, hide among other devices and are forbidden; one that evdev takes for real."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.clock import SystemTime
from companion.keycodes import is_keyboard, is_pad
from companion.panel import Key
from tests.hardware.pads import (
    ENTER,
    KEYBOARD,
    KP,
    KPENTER,
    MEDIA,
    MS,
    NAVIGATION,
    NUMLOCK,
    PAD,
    Desk,
    strokes,
)


def test_permissions_that_come_late(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    pad = desk.plug(2)
    pad.denied = True
    for _ in range(5):
        desk.look()
    assert len(caplog.records) == 1
    assert "group input" in desk.keypad.status().text
    pad.denied = False
    desk.look()
    pad.send(strokes(KP["6"]))
    assert desk.heard() == ["6"]


def test_one_that_may_not_be_read_and_is_unplugged_is_no_trouble(desk: Desk) -> None:
    pad = desk.plug(2)
    pad.denied = True
    desk.look()
    pad.pull()
    desk.look()
    assert desk.keypad.status().text.startswith("none found")


def test_a_device_that_only_sometimes_opens(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pad = desk.plug(2)
    opened = desk.keypad._open_device

    def fails(path: str) -> None:
        raise OSError(errno.ENXIO, "No such device or address", path)

    monkeypatch.setattr(desk.keypad, "_open_device", fails)
    desk.look()
    monkeypatch.setattr(desk.keypad, "_open_device", opened)
    desk.look()
    pad.send(strokes(KP["6"]))
    assert desk.heard() == ["6"]


def test_a_whole_keyboard_is_left_alone_unless_the_settings_say_so(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    board = desk.plug(0, "Keys", KEYBOARD)
    desk.look()
    assert board.grabbed == 0
    assert "keypad.full = true" in desk.keypad.status().text
    board.send(strokes(2))
    assert desk.heard() == []
    desk.close()
    full = Desk(tmp_path, full=True)
    full.plugs = desk.plugs
    full.look()
    board.send(strokes(2, 11, 30))
    assert full.heard() == ["1", "0"]
    full.close()


def test_a_pad_that_claims_to_be_a_keyboard_is_taken_while_nothing_speaks_against_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, full="auto")
    pad = desk.plug(3, "Cheap", KEYBOARD)
    desk.look()
    assert pad.grabbed == 1
    pad.send(strokes(KP["1"], KP["7"], KPENTER))
    assert desk.heard() == ["1", "7", "enter"]
    pad.pull()
    desk.look()
    pad = desk.plug(5, "Cheap", KEYBOARD)
    desk.look()
    pad.send(strokes(KP["2"]))
    assert desk.heard() == ["2"]
    # One that is a pad without doubt is better.
    better = desk.plug(6)
    desk.look()
    pad.send(strokes(KP["3"]))
    better.send(strokes(KP["4"]))
    assert desk.heard() == ["4"]
    better.pull()
    desk.look()
    desk.look()
    pad.send(strokes(KP["5"]))
    assert desk.heard() == ["5"]
    desk.close()


def test_a_keyboard_is_given_back_at_its_first_letter_until_it_is_plugged_in_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path, full="auto")
    board = desk.plug(0, "Keys", KEYBOARD)
    desk.look()
    board.send(strokes(25, 2))  # p1
    assert desk.heard() == []
    assert desk.keypad._pads == {}
    for _ in range(5):
        desk.look()
    assert board.opened == 2  # looked at, then taken
    assert "keypad.device" in desk.keypad.status().text
    board.pull()
    desk.look()
    desk.plug(0, "Keys", KEYBOARD)
    desk.look()
    assert desk.keypad.status().ok
    desk.close()


def test_of_two_keyboards_none_is_taken(tmp_path: Path) -> None:
    desk = Desk(tmp_path, full="auto")
    plugs = [desk.plug(n, f"Keys {n}", KEYBOARD) for n in range(2)]
    desk.look()
    desk.look()
    assert [plug.grabbed for plug in plugs] == [0, 0]
    assert "Keys 0, Keys 1" in desk.keypad.status().text
    desk.close()


def test_a_path_in_the_settings_is_followed_wherever_it_leads(tmp_path: Path) -> None:
    desk = Desk(tmp_path, device=str(tmp_path / "by-id-kbd"))
    desk.look()
    assert "is not there" in desk.keypad.status().text
    other, pad = desk.plug(0), desk.plug(1, keys={79})
    (tmp_path / "by-id-kbd").symlink_to("event1")
    desk.look()
    pad.send(strokes(79))
    other.send(strokes(80))
    assert desk.heard() == ["1"]
    assert other.opened == 0
    desk.close()


@pytest.mark.parametrize(
    ("keys", "pad", "keyboard"),
    [
        (PAD, True, False),
        (set(range(2, 12)) | {ENTER}, True, False),
        (set(NAVIGATION.values()) | {KPENTER}, True, False),
        (set(NAVIGATION.values()) | {ENTER}, False, False),  # a remote control
        (PAD - {KPENTER}, False, False),
        (PAD | {30, 48, 46, 32, 18, 33}, True, False),
        (KEYBOARD, True, True),
        (MEDIA, False, False),
        ({272, 273}, False, False),
    ],
)
def test_what_counts_as_a_pad(keys: set[int], pad: bool, keyboard: bool) -> None:
    assert (is_pad(frozenset(keys)), is_keyboard(frozenset(keys))) == (pad, keyboard)


def test_two_pads_at_once(desk: Desk) -> None:
    one, two = desk.plug(1), desk.plug(2, "Other")
    desk.look()
    one.send(strokes(KP["1"]))
    assert desk.heard() == ["1"]
    two.send(strokes(KP["2"]))
    assert desk.heard() == ["2"]
    one.pull()
    two.send(strokes(KP["3"]))
    assert desk.heard() == ["3"]


def test_its_thread_reads_and_survives_whatever_happens(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(tmp_path)
    pad = desk.plug(1)
    desk.keypad._time = SystemTime()
    stumbles = [True]
    look = desk.keypad._look

    def stumbling() -> None:
        if stumbles:
            stumbles.clear()
            raise RuntimeError("boo")
        look()

    desk.keypad._look = stumbling  # type: ignore[method-assign]  # it listens in
    desk.keypad.start()
    for _ in range(2000):
        if pad.opened:
            break
        threading.Event().wait(0.01)
    pad.send(strokes(KP["7"], KP["0"], KPENTER))
    heard = [desk.inputs.get(timeout=20) for _ in range(3)]
    assert [item.name for item in heard if isinstance(item, Key)] == ["7", "0", "enter"]
    assert caplog.text.count("stumbled") >= 1
    desk.close()
    assert not any(t.name == "keypad" for t in threading.enumerate())


def test_a_hundred_times_out_and_in_loses_and_leaves_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    seen: list[tuple[int, int]] = []
    objects: list[int] = []
    for turn in range(100):
        pad, other = desk.plug(turn % 7, "Pad"), desk.plug(7 + turn % 3, "Pad", MEDIA)
        desk.look()
        sent = [str((turn + n) % 10) for n in range(5)]
        pad.send(strokes(*(KP[digit] for digit in sent), NUMLOCK))
        assert desk.heard() == sent
        pad.pull(errno.ENODEV if turn % 2 else errno.EBADF)
        other.pull()
        desk.look()
        desk.plugs.clear()
        seen.append((threading.active_count(), len(os.listdir("/proc/self/fd"))))  # noqa: PTH208 - no path is wanted, a count
        if turn % 10 == 9:
            gc.collect()
            objects.append(len(gc.get_objects()))
    assert len(set(seen[1:])) == 1
    # Beside what the test itself keeps (``seen``: a tuple a turn).
    assert objects[-1] - objects[1] <= 8 * 10 + 40, objects
    assert not desk.keypad._no_pads
    assert not desk.keypad._pads
    desk.close()


UMOCKDEV = """
from queue import SimpleQueue
from companion.config import Keypad as Wanted
from companion.panel import Key
from firmware_bridge.keypad import Keypad
inputs = SimpleQueue()
pad = Keypad(Wanted(), inputs)
pad.start()
print(*(inputs.get(timeout=30).name for _ in range(4)), pad.status().text)
pad.close()
"""


@pytest.mark.skipif(shutil.which("umockdev-run") is None, reason="there is no umockdev-run")
def test_a_pad_that_evdev_takes_for_real(tmp_path: Path) -> None:
    """The kernel's answers come from umockdev, so that everything above them is what runs on the box."""

    def bits(codes: Iterable[int], size: int) -> str:
        found = bytearray(size)
        for code in codes:
            found[code // 8] |= 1 << code % 8
        return found.hex().upper()

    device = 'P: /devices/virtual/input/input9\nE: EV=3\nE: NAME="Pad"\nE: SUBSYSTEM=input\nA: name=Pad\n\n'
    device += "P: /devices/virtual/input/input9/event9\nN: input/event9\nE: DEVNAME=/dev/input/event9\n"
    device += "E: MAJOR=13\nE: MINOR=73\nE: SUBSYSTEM=input\nA: dev=13:73\n"
    (tmp_path / "pad.umockdev").write_text(device)
    empty = "00" * 256
    (tmp_path / "pad.ioctl").write_text(
        "@DEV /dev/input/event9\nEVIOCGVERSION 0 01000100\nEVIOCGID 0 03004F1C02001001\n"
        f"EVIOCGNAME 4 {b'Pad'.ljust(256, bytes(1)).hex().upper()}\nEVIOCGPHYS 1 {empty}\nEVIOCGUNIQ 1 {empty}\n"
        f"EVIOCGBIT(0) 4 {bits([0, 1], 4)}\nEVIOCGBIT(1) 96 {bits(PAD, 96)}\nEVIOCGEFFECTS 0 00000000\n"
        f"EVIOCGPROP 4 00000000\nEVIOCGKEY 96 {'00' * 96}\nEVIOCGLED 2 0000\n"
    )
    lines = ["# EVEMU 1.2"]
    typed = strokes(KP["4"], KP["0"], KP["0"], at=0.1, apart=4 * MS) + strokes(KP["2"], KPENTER, at=0.3)
    lines += [f"E: {at:.6f} {kind:04x} {code:04x} {value:04d}" for at, kind, code, value in typed]
    (tmp_path / "pad.events").write_text("\n".join(lines) + "\n")
    node = "/dev/input/event9="
    bed = ["-d", "pad.umockdev", "-i", f"{node}pad.ioctl", "-e", f"{node}pad.events"]
    run = subprocess.run(
        ["umockdev-run", *bed, "--", sys.executable, "-c", UMOCKDEV],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.stdout == "4 00 2 enter Pad at /dev/input/event9\n", run.stderr
