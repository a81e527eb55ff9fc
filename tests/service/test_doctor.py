"""The doctor: what is there, what is amiss, and always what to do about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.config import Board, Display, Keypad, Lamp, Settings, Sound
from firmware_bridge import doctor, oled, parts_file
from firmware_bridge.doctor import Finding, examine, report
from firmware_bridge.machine import Machine, run
from firmware_bridge.status import Status
from firmware_bridge.trial_picture import trial_picture

KEYPAD = "7ff 0 0 0 0 e080ffdf01cfffff fffffffffffffffe"
"""A whole keyboard's keys, as /sys writes them on a 64-bit machine."""


def bits(*codes: int) -> str:
    """Return key codes as /sys writes them."""
    value = sum(1 << code for code in codes)
    words = []
    while value:
        words.append(f"{value & (2**64 - 1):x}")
        value >>= 64
    return " ".join(reversed(words)) or "0"


PAD_ONLY = bits(1, *range(69, 84), 96, 98)
POWER_BUTTON = bits(116)


class Lab:
    """A Pi in a folder, with parts that a test adds."""

    def __init__(self, root: Path, *, pi: bool = True) -> None:
        self.root = root
        self.answers: dict[str, tuple[int, ...]] = {}
        self.commands: dict[str, str] = {}
        self.put("proc/meminfo", "MemTotal: 430000 kB\nMemAvailable: 250000 kB\n")
        if pi:
            self.put("proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
        (root / "opt/tablehand/current").mkdir(parents=True)
        (root / "var/lib/tablehand").mkdir(parents=True)

    def put(self, path: str, content: str = "") -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)

    def input(self, number: int, name: str, keys: str) -> None:
        self.put(f"dev/input/event{number}")
        self.put(f"sys/class/input/event{number}/device/name", f"{name}\n")
        self.put(f"sys/class/input/event{number}/device/capabilities/key", f"{keys}\n")

    def run(self, argv: Sequence[str]) -> tuple[int, str]:
        said = self.commands.get(argv[0])
        return (0, said) if said is not None else (127, "")

    def machine(self) -> Machine:
        return Machine(
            self.root,
            run=self.run,
            answers=lambda bus, address: address in self.answers.get(bus.name, ()),
            which=lambda name: None if name in self.commands.get("missing", "") else f"/usr/bin/{name}",
        )

    def look(self, settings: Settings | None = None) -> dict[str, Finding]:
        found = examine(settings or Settings(), self.machine())
        for finding in found:
            assert finding.level != "bad" or finding.todo, finding
        return {f.name: f for f in found}


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


@pytest.fixture(autouse=True)
def _with_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_lacks", lambda _: False)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


def test_a_whole_box(lab: Lab) -> None:
    lab.put("dev/gpiochip0")
    lab.put("dev/i2c-1")
    lab.answers["i2c-1"] = (0x3C,)
    lab.input(0, "vc4-hdmi", POWER_BUTTON)
    lab.input(3, "SIGMACHIP USB Keypad", PAD_ONLY)
    usb = lab.root / "sys/devices/usb1"
    told = {"idVendor": "2e8a", "idProduct": "0005", "serial": "E66", "product": "Board in FS mode"}
    for name, value in told.items():
        lab.put(f"sys/devices/usb1/{name}", f"{value}\n")
    (usb / "1-1:1.0/tty/ttyACM0").mkdir(parents=True)
    (lab.root / "sys/class/tty/ttyACM0").mkdir(parents=True)
    (lab.root / "sys/class/tty/ttyACM0/device").symlink_to(usb / "1-1:1.0")
    lab.put("dev/ttyACM0")
    lab.put("proc/asound/cards", " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n  more\n")
    (lab.root / "sys/class/net/wlan0/wireless").mkdir(parents=True)
    lab.commands |= {
        "nmcli": "wifi:connected:House\nloopback:connected (externally):lo\n",
        "timedatectl": "NTPSynchronized=yes\n",
        "vcgencmd": "throttled=0x0\n",
        "systemctl": "LoadState=loaded\nActiveState=active\nSubState=running\nNRestarts=0\nUnitFileState=enabled\n"
        "StatusText=lobby, 4 at the table\n",
    }
    found = lab.look(Settings(display=Display(driver="ssd1309")))
    assert {f.level for f in found.values()} == {"good"}, found
    assert found["keypad"].text == "/dev/input/event3 SIGMACHIP USB Keypad"
    assert found["display"].text == "ssd1309 answers at 0x3C on /dev/i2c-1"
    assert found["board"].text == "/dev/ttyACM0 Board in FS mode, E66"
    assert found["Wi-Fi"].text == "wlan0 is in the network House"
    assert found["pins"].text == (
        "backend lgpio; back GPIO5, up GPIO6, down GPIO13, select GPIO19, "
        "lamp red GPIO17, lamp green GPIO27, lamp blue GPIO22, buzzer GPIO18"
    )
    assert found["service"].text == "up: lobby, 4 at the table"
    assert report(found.values(), lambda _: None) == 0


def test_a_laptop_has_nothing_to_put_right(tmp_path: Path) -> None:
    lab = Lab(tmp_path, pi=False)
    (tmp_path / "opt/tablehand/current").rmdir()
    lab.put("dev/i2c-1")
    lab.answers["i2c-1"] = (0x3C,)  # its own chips: nobody may ask them
    found = lab.look(Settings(state=str(tmp_path)))
    assert [f for f in found.values() if f.level == "bad"] == []
    assert "simulated" in found["machine"].text
    assert "browser" in found["display"].text


@pytest.mark.parametrize(
    ("answering", "settings", "level", "what"),
    [
        ((), Display(driver="ssd1306"), "bad", "four wires"),
        ((0x3D,), Display(driver="ssd1306"), "bad", "address = 0x3D"),
        ((0x3C,), Display(driver="ssd1306", address=0x3D), "bad", "address = 0x3C"),
        ((0x3C,), Display(), "bad", 'driver = "ssd1309"'),
        ((), Display(), "note", "hardware.md"),
    ],
)
def test_displays(lab: Lab, answering: tuple[int, ...], settings: Display, level: str, what: str) -> None:
    lab.put("dev/i2c-1")
    lab.answers["i2c-1"] = answering
    found = lab.look(Settings(display=settings))["display"]
    assert found.level == level
    assert what in found.todo


def test_a_display_that_is_held_in_reset_answers_only_while_the_table_runs(lab: Lab) -> None:
    lab.put("dev/i2c-1")
    found = lab.look(Settings(display=Display(driver="ssd1309", reset_pin=25)))["display"]
    assert found.level == "bad"
    assert "reset (GPIO25)" in found.todo


def test_every_pin_is_named_with_what_hangs_on_it(lab: Lab) -> None:
    lab.put("dev/gpiochip0")
    found = lab.look(Settings(display=Display(driver="sh1106", interface="spi"), lamp=Lamp(single=17)))["pins"]
    wired = found.text.partition("; ")[2]
    assert wired.startswith("display data GPIO24, display reset GPIO25, back GPIO5,"), wired
    assert wired.endswith("lamp GPIO17, buzzer GPIO18"), wired


def test_a_bus_that_is_off(lab: Lab) -> None:
    for interface, what in (("i2c", "I2C"), ("spi", "SPI")):
        found = lab.look(Settings(display=Display(driver="sh1106", interface=interface)))["display"]  # type: ignore[arg-type]  # i2c or spi
        assert f"switch {what} on" in found.todo


def test_keypads(lab: Lab) -> None:
    assert lab.look()["keypad"].level == "note"
    lab.input(2, "Logitech Keyboard", KEYPAD)
    assert "full = true" in lab.look()["keypad"].todo
    assert lab.look(Settings(keypad=Keypad(full=True)))["keypad"].level == "good"
    assert lab.look(Settings(keypad=Keypad(full="auto")))["keypad"].level == "good"
    lab.input(3, "Other Keyboard", KEYPAD)
    assert "/dev/input/event" in lab.look(Settings(keypad=Keypad(full="auto")))["keypad"].todo
    lab.input(10, "Pad", PAD_ONLY)
    assert lab.look()["keypad"].text == "/dev/input/event10 Pad"
    gone = lab.look(Settings(keypad=Keypad(device="/dev/input/by-id/gone")))["keypad"]
    assert (gone.level, "plug it in" in gone.todo) == ("bad", True)


def test_what_the_running_table_says_of_parts_that_look_well_from_outside(lab: Lab) -> None:
    lab.input(10, "Pad", PAD_ONLY)
    _board(lab, 0, "E66")
    said = [
        Status("board", False, "nothing is heard of the board; is its program on it?"),
        Status("keypad", True, "Pad at /dev/input/event10"),
        Status("buttons", False, "the pin GPIO 5 is in use"),
        Status("speech", False, "there is no sound card"),
    ]
    lab.put("run/tablehand/old", "")
    parts_file.write(said, {"RUNTIME_DIRECTORY": str(lab.root / "run/tablehand")})
    found = examine(Settings(), lab.machine())
    assert [f.text for f in found if f.name == "board"][1:] == [f"the table says: {said[0].text}"]
    assert [f.level for f in found if f.name in ("keypad", "buttons")] == ["good", "bad"]
    assert not [f for f in found if f.name == "speech"]


def test_what_is_amiss_is_said_once(lab: Lab) -> None:
    said = [Status("keypad", False, "/dev/input/by-id/gone is not there")]
    (lab.root / "run/tablehand").mkdir(parents=True)
    parts_file.write(said, {"RUNTIME_DIRECTORY": str(lab.root / "run/tablehand")})
    found = examine(Settings(keypad=Keypad(device="/dev/input/by-id/gone")), lab.machine())
    assert [f.level for f in found if f.name == "keypad"] == ["bad"]


def test_pins_that_may_not_be_used(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.put("dev/gpiochip0")
    monkeypatch.setattr(os, "access", lambda _file, _mode: False)
    found = lab.look()["pins"]
    assert (found.level, "usermod -aG gpio" in found.todo) == ("bad", True)


@pytest.mark.parametrize(
    ("left", "flag", "level", "what"),
    [
        (10_000, 0, "good", "/var/lib/tablehand, 10000 MiB"),
        (99, 0, "bad", "99 MiB left"),
        (10_000, 1, "bad", "takes nothing"),
    ],
)
def test_the_disk(lab: Lab, monkeypatch: pytest.MonkeyPatch, left: int, flag: int, level: str, what: str) -> None:
    disk = SimpleNamespace(f_bavail=left, f_frsize=2**20, f_flag=flag)
    monkeypatch.setattr(os, "statvfs", lambda _place: disk)
    found = lab.look()["state"]
    assert found.level == level
    assert what in found.text


def test_a_clock_that_was_never_set(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    assert lab.look()["clock"].text == "it was never set"


@pytest.mark.parametrize(("ok", "level", "seconds"), [(True, "good", 20.0), (False, "bad", 2.0)])
def test_the_trial_picture_goes_dark_again(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, ok: bool, level: str, seconds: float
) -> None:
    done: list[str] = []
    slept: list[float] = []

    class Shown:
        def __init__(self, _display: Display) -> None:
            pass

        def show(self, picture: Image.Image) -> None:
            assert picture.tobytes() == trial_picture().tobytes()
            done.append("shown")

        def status(self) -> Status:
            return Status("display", ok, "nothing answers")

        def close(self) -> None:
            done.append("dark")

    monkeypatch.setattr(oled, "Oled", Shown)
    monkeypatch.setattr("time.sleep", slept.append)
    found = doctor.picture(Settings(display=Display(driver="ssd1306")), lab.machine())
    assert (found.level, done, sum(slept)) == (level, ["shown", "dark"], seconds)


def test_word_of_the_parts_is_left_for_the_doctor_and_never_a_fault(tmp_path: Path) -> None:
    file, said = tmp_path / parts_file.NAME, [Status("keypad", True, "Pad")]
    assert parts_file.read(file) == []
    parts_file.write(said, {})
    parts_file.write(said, {"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    parts_file.write(said, {"RUNTIME_DIRECTORY": str(tmp_path)})
    assert parts_file.read(file) == said
    file.write_bytes(b"[{")
    assert parts_file.read(file) == []


def test_wifi(lab: Lab) -> None:
    (lab.root / "sys/class/net/wlan0/wireless").mkdir(parents=True)
    assert "NetworkManager" in lab.look()["Wi-Fi"].text
    lab.put("etc/tablehand/hotspot.toml", 'name = "tablehand-ABCD"\npassword = "abcdefgh2345"\n')
    lab.commands["nmcli"] = "wifi:connected:tablehand-hotspot\n"
    found = lab.look()["Wi-Fi"]
    assert found.text == "the box's own hotspot is open: tablehand-ABCD"
    assert "abcdefgh2345" not in str(found)
    lab.commands["nmcli"] = "loopback:connected (externally):lo\nwifi:connected:Zoë\\:s \\\\ net\n"
    assert lab.look()["Wi-Fi"].text == "wlan0 is in the network Zoë:s \\ net"
    lab.put("sys/class/rfkill/rfkill0/type", "wlan\n")
    lab.put("sys/class/rfkill/rfkill0/soft", "1\n")
    assert "country" in lab.look()["Wi-Fi"].todo


def test_commands_are_asked_in_plain_words_whatever_the_machine_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(("sh", "-c", "echo $LC_ALL")) == (0, "C\n")
    assert run(("no-such-command",)) == (127, "")


def test_a_service_that_hangs_falls_or_is_not_there(lab: Lab) -> None:
    lab.commands["systemctl"] = "LoadState=not-found\n"
    assert "install" in lab.look()["service"].todo
    lab.commands["systemctl"] = "LoadState=loaded\nActiveState=failed\nResult=watchdog\nNRestarts=7\n"
    assert "watchdog" in lab.look()["service"].text
    lab.commands["systemctl"] = "LoadState=loaded\nActiveState=active\nStatusText=not answering: table\n"
    assert lab.look()["service"].level == "bad"


def test_power_memory_and_sound(lab: Lab) -> None:
    lab.commands["vcgencmd"] = "throttled=0x50005\n"
    lab.put("proc/meminfo", "MemTotal: 430000 kB\nMemAvailable: 20000 kB\n")
    lab.put("proc/asound/cards", " 0 [Device         ]: USB-Audio - USB Audio Device\n")
    lab.commands["missing"] = "espeak-ng"
    found = lab.look()
    assert (found["power"].level, found["memory"].level) == ("bad", "bad")
    assert found["sound"].todo == "sudo apt install espeak-ng"
    assert lab.look(Settings(sound=Sound(speech="off")))["sound"].level == "good"


def test_a_screens_sound_is_not_taken_for_a_loudspeaker(lab: Lab) -> None:
    """A Pi lists its HDMI sockets as sound cards, first and with nothing plugged in."""
    hdmi = " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n"
    lab.put("proc/asound/cards", hdmi)
    found = lab.look()["sound"]
    assert (found.level, "USB sound stick" in found.todo) == ("note", True)
    assert lab.look(Settings(sound=Sound(card="vc4hdmi")))["sound"].level == "good"
    lab.put(
        "proc/asound/cards",
        f"{hdmi} 1 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media\n",
    )
    assert lab.look()["sound"].text == "USB-Audio - USB Audio Device"
    assert lab.look(Settings(sound=Sound(card="1")))["sound"].text == "USB-Audio - USB Audio Device"
    gone = lab.look(Settings(sound=Sound(card="Stick")))["sound"]
    assert (gone.level, gone.todo) == ("bad", "[sound] card: one of vc4hdmi, Device")


def test_a_look_that_fails_is_a_finding(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> list[str]:
        raise RuntimeError("odd")

    monkeypatch.setattr(Machine, "boards", fails)
    found = lab.look()
    assert found["board"].level == "bad"
    assert "service" in found


def test_a_picture_is_not_shown_over_a_running_table(lab: Lab) -> None:
    lab.commands["systemctl"] = "LoadState=loaded\nActiveState=active\n"
    found = doctor.picture(Settings(display=Display(driver="ssd1306")), lab.machine())
    assert "stop tablehand" in found.todo
    assert "driver" in doctor.picture(Settings(), lab.machine()).todo


def test_by_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.__main__ import main

    file = tmp_path / "settings.toml"
    file.write_text(f'state = "{tmp_path}"\n')
    assert main(["doctor", "--config", str(file)]) in (0, 1)
    out = capsys.readouterr().out
    for part in ("machine", "pins", "keypad", "display", "board", "sound", "Wi-Fi", "state", "clock", "service"):
        assert part in out
    file.write_text("[web]\nprot = 80\n")
    assert main(["doctor", "--config", str(file)]) == 2
    assert "web.prot" in capsys.readouterr().err


def _board(lab: Lab, number: int, serial: str, product: str = "0005") -> None:
    usb = lab.root / f"sys/devices/usb{number}"
    for name, value in {"idVendor": "2e8a", "idProduct": product, "serial": serial, "product": "Pico"}.items():
        lab.put(f"sys/devices/usb{number}/{name}", f"{value}\n")
    (usb / "1-1:1.0").mkdir()
    (lab.root / f"sys/class/tty/ttyACM{number}").mkdir(parents=True)
    (lab.root / f"sys/class/tty/ttyACM{number}/device").symlink_to(usb / "1-1:1.0")
    lab.put(f"dev/ttyACM{number}")


def test_boards_that_are_not_to_be_told_apart_and_one_that_is_named(lab: Lab) -> None:
    _board(lab, 0, "E66")
    _board(lab, 1, "A12")
    _board(lab, 2, "E66", "000a")  # something else by the same maker
    found = [f for f in examine(Settings(), lab.machine()) if f.name == "board"]
    assert [(f.level, f.todo) for f in found] == [("bad", '[board] serial = "E66"'), ("bad", '[board] serial = "A12"')]
    found = [f for f in examine(Settings(board=Board(serial="a12")), lab.machine()) if f.name == "board"]
    assert [(f.level, f.text) for f in found] == [
        ("note", "/dev/ttyACM0 Pico, E66: another one, left alone"),
        ("good", "/dev/ttyACM1 Pico, A12"),
    ]
    assert lab.look(Settings(board=Board(serial="B7")))["board"].text == "B7 is not there"
    assert lab.look(Settings(board=Board(usb="")))["board"].text == 'none is to be used ([board] usb = "")'
