"""The display's settings: refused in sentences, its pins known by name, its last command."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import config
from companion.clock import FakeTime
from companion.config import Display, SettingsError
from firmware_bridge import blank, gpio
from firmware_bridge.oled import Oled
from tests.hardware.oled_wires import wire


def loaded(folder: Path, lines: str) -> Display:
    file = folder / "table.toml"
    file.write_text(f"[display]\n{lines}\n")
    return config.load(file).display


def test_settings_of_a_display(tmp_path: Path) -> None:
    assert Display().driver == ""
    found = loaded(tmp_path, 'driver = "sh1106"\naddress = 0x3D\noffset = 0\nrotate = 2\ncontrast = 40\nport = 3')
    assert (found.driver, found.address, found.offset, found.rotate) == ("sh1106", 61, 0, 2)
    assert (found.contrast, found.bus) == (40, 3)
    assert (Display(driver="x").bus, Display(driver="x", interface="spi").bus) == (1, 0)


@pytest.mark.parametrize(
    ("lines", "place", "hint"),
    [
        ('driver = "SSD1306"', "display.driver", '"SSD1306" stands there'),
        ('driver = "os.system"', "display.driver", '"os.system" stands there'),
        ('driver = "ssd1306"\noffset = 2', "display", "a picture that is two columns off is an SH1106's"),
        ('interface = "usb"', "display.interface", '"usb" stands there'),
        ("address = 0x80", "display.address", "; 128 stands there"),
        ("rotate = 90", "display.rotate", "; 90 stands there"),
        ("megahertz = 3", "display.megahertz", "; 3 stands there"),
        ("offset = 9", "display.offset", "; 9 stands there"),
        ("contrast = 0", "display.contrast", "; 0 stands there"),
        ("turned = true", "display.turned", "is not known here; there are driver, interface"),
    ],
)
def test_odd_settings_are_refused_in_a_sentence(tmp_path: Path, lines: str, place: str, hint: str) -> None:
    with pytest.raises(SettingsError) as error:
        loaded(tmp_path, lines)
    assert error.value.fault.place == place
    assert hint in error.value.fault.hint


def test_the_pins_that_a_display_takes() -> None:
    assert (Display().wires(), Display().claims()) == ({}, ())
    i2c = Display(driver="ssd1306")
    assert (i2c.wires(), i2c.reset) == ({2: "display SDA", 3: "display SCL"}, 0)
    assert Display(driver="ssd1306", port=3).wires() == {}
    assert Display(driver="ssd1309", reset_pin=25).claims() == (("display.reset_pin", 25),)
    spi = Display(driver="ssd1309", interface="spi")
    assert spi.wires() == {8: "display CS", 10: "display MOSI", 11: "display SCLK"}
    assert spi.claims() == (("display.data_pin", 24), ("display.reset_pin", 25))
    assert Display(driver="ssd1309", interface="spi", reset_pin=0).reset == 0
    assert Display(driver="ssd1309", interface="spi", device=1).wires()[7] == "display CS"


def test_the_last_command_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[display]\ndriver = "ssd1306"\n')
    wires = wire(Display(driver="ssd1306"), monkeypatch)
    wires.controller.on = True
    assert blank.main([str(file)]) == 0
    assert (wires.controller.on, wires.controller.empty) == (False, True)
    wires.gone = True
    assert blank.main([str(file)]) == 1
    assert "the display was not blanked: nothing answers at 0x3C" in capsys.readouterr().err
    file.write_text("")
    assert blank.main([str(file)]) == 0
    assert blank.main([]) == 0
    file.write_text("[display]\ndriver = 7\n")
    assert blank.main([str(file)]) == 1
    assert "display.driver" in capsys.readouterr().err


def test_without_buttons_the_display_opens_the_pins_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    display = Display(driver="ssd1309", interface="spi")
    wires = wire(display, monkeypatch)
    factory = Device.pin_factory
    assert isinstance(factory, MockFactory)
    monkeypatch.setattr(Device, "pin_factory", None)
    reasons = [gpio.NoPins("this is no Raspberry Pi"), None]
    closed = []

    class Opened:
        def close(self) -> None:
            closed.append(True)
            Device.pin_factory = None

    def open_pins() -> Opened:
        reason = reasons.pop(0)
        if reason is not None:
            raise reason
        Device.pin_factory = factory
        return Opened()

    monkeypatch.setattr(gpio, "open_pins", open_pins)
    time = FakeTime()
    oled = Oled(display, time=time, threaded=False)
    oled.step()
    assert oled.status().text == "this is no Raspberry Pi"
    time.advance(1)
    oled.step()
    assert oled.status().ok
    assert wires.controller.on
    oled.close()
    assert closed == [True]
    assert not wires.controller.on
