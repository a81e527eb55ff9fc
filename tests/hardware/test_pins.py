"""Which backend drives the pins and whose they are; rows 1 and 2 of the table of hazards."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import config
from firmware_bridge import gpio
from firmware_bridge.box import find_parts
from firmware_bridge.gpio import NoPins, Pins


def child(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-c", source]
    return subprocess.run(command, env=env, cwd="/", capture_output=True, text=True, timeout=60, check=False)


NO_LGPIO = """
import sys
sys.modules["lgpio"] = None
"""


def test_row_1_without_a_backend_the_rest_plays_on() -> None:
    source = (
        NO_LGPIO
        + """
from queue import SimpleQueue
from companion.config import Settings
from firmware_bridge import gpio
from firmware_bridge.box import RealPanel, find_parts
gpio.a_board = lambda: True
inputs = SimpleQueue()
panel = RealPanel(find_parts(Settings(), inputs), inputs)
panel.start()
panel.lamp("red"); panel.tone("ok"); panel.hush()
for status in panel.status():
    print(status)
panel.stop()
"""
    )
    run = child(source)
    assert run.returncode == 0, run.stderr
    assert (
        "pins: lgpio is not installed (on Debian: apt install python3-lgpio): no buttons, lamp or buzzer" in run.stdout
    )
    assert "keypad: " in run.stdout
    assert "Traceback" not in run.stderr


def test_row_1_the_backend_in_use_is_logged(caplog: pytest.LogCaptureFixture, pins: Pins) -> None:
    with caplog.at_level(logging.INFO):
        gpio.open_pins({})
    assert "pins: driven by mock" in caplog.text


def test_row_1_lgpio_gets_a_folder_that_it_may_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    env: dict[str, str] = {}

    def make(wanted: str) -> Any:
        seen.append(env["LG_WD"])
        assert Path(seen[-1]).is_dir() or seen[-1] == "/mine"
        raise OSError("can not open gpiochip")

    monkeypatch.setattr(gpio, "_make", make)
    for environment in ({}, {"RUNTIME_DIRECTORY": str(tmp_path)}, {"LG_WD": "/mine"}):
        env = dict(environment)
        with pytest.raises(NoPins, match="the pins cannot be opened"):
            gpio.open_pins(env)
        assert env == environment or seen[-1] == str(tmp_path)
    assert not Path(seen[0]).exists()  # nothing is left of it
    assert seen[1:] == [str(tmp_path), "/mine"]


def test_an_unknown_backend_is_named() -> None:
    run = child("from firmware_bridge import gpio\ngpio.open_pins()", GPIOZERO_PIN_FACTORY="nonsense")
    assert "GPIOZERO_PIN_FACTORY=nonsense names no backend that gpiozero knows" in run.stderr


def test_row_2_a_second_copy_says_so_in_one_line_and_leaves_the_first_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "LOCK", f"\0tablehand-test-{os.getpid()}")
    monkeypatch.setattr(gpio, "a_board", lambda: True)
    monkeypatch.setattr(gpio, "_give_folder", lambda _environment: "")
    from gpiozero.pins.local import LocalPiFactory

    class Board(LocalPiFactory):  # type: ignore[misc]  # that library has no types
        def __init__(self) -> None:
            super().__init__()
            self.pin_class = MockPWMPin
            self._handle = 1

        def _get_revision(self) -> int:
            return 0xA02082

    monkeypatch.setattr(gpio, "_make", lambda _wanted: Board())
    first = gpio.open_pins({})
    factory, Device.pin_factory = Device.pin_factory, None  # as in another process
    with pytest.raises(gpio.SecondCopy, match="another tablehand on this machine has the buttons"):
        gpio.open_pins({})
    with pytest.raises(gpio.SecondCopy):
        find_parts(config.Settings(), SimpleQueue())
    Device.pin_factory = factory
    assert first.factory.pin(5).state is False
    first.close()
    gpio.open_pins({}).close()


def test_pins_of_another_machine_are_in_nobody_s_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """With pigpio each table may drive the pins of another Pi."""
    monkeypatch.setattr(gpio, "LOCK", f"\0tablehand-far-{os.getpid()}")
    monkeypatch.setattr(gpio, "_give_folder", lambda _environment: "")
    monkeypatch.setattr(gpio, "_make", lambda _wanted: MockFactory())  # no LocalPiFactory
    first = gpio.open_pins({"GPIOZERO_PIN_FACTORY": "pigpio"})
    factory, Device.pin_factory = Device.pin_factory, None  # as in another process
    second = gpio.open_pins({"GPIOZERO_PIN_FACTORY": "pigpio"})
    second.close()
    Device.pin_factory = factory
    first.close()


def test_row_2_a_fork_has_no_pins() -> None:
    source = """
import os, warnings
from queue import SimpleQueue
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
warnings.simplefilter("ignore")
class Factory(MockFactory):
    _handle = 7  # lgpio's, by which the last of it would free the pins
Device.pin_factory = Factory()
from firmware_bridge import gpio
from firmware_bridge.buttons import Buttons
pins = gpio.open_pins({})
buttons = Buttons({"back": 5}, SimpleQueue(), pins)
child = os.fork()
if child == 0:
    assert not pins.own and Device.pin_factory is None and pins.factory._handle is None
    buttons.close()
    pins.close()
    assert pins.factory.pin(5).when_changed is not None
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert pins.own and Device.pin_factory is pins.factory and pins.factory._handle == 7
print("ok")
"""
    run = child(source)
    assert run.stdout == "ok\n", run.stderr
