from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import web
from companion import config
from companion.config import Settings, SettingsError

SPI_DISPLAY = '[display]\ninterface = "spi"\ndriver = "sh1106"\n'
SPI = f"{SPI_DISPLAY}[buttons]\n"


def refused(path: Path, written: str | bytes) -> tuple[str, str]:
    file = path / "table.toml"
    file.write_bytes(written if isinstance(written, bytes) else written.encode())
    with pytest.raises(SettingsError) as error:
        config.load(file)
    assert error.value.fault.file == str(file)
    return error.value.fault.place, error.value.fault.hint


def test_a_table_needs_no_settings() -> None:
    assert config.load(None) == Settings()
    assert Settings().web.port == 8080
    assert Settings().web.streams == web.Settings().streams


def test_settings_are_read(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('state = "/x"\n[web]\nport = 0\nhost_pin = "0420"\n[display]\nclock = "usual"\n')
    found = config.load(file)
    assert (found.state_dir, found.web.port, found.web.host_pin, found.display.clock) == (
        Path("/x"), 0, "0420", "usual",
    )  # fmt: skip


def test_the_command_line_has_the_last_word() -> None:
    changed = config.changed(Settings(), state="/y", port=0)
    assert (changed.state_dir, changed.web.port) == (Path("/y"), 0)
    assert config.changed(Settings()) == Settings()


def test_every_setting_has_a_default_and_says_what_it_is() -> None:
    text = Path(config.__file__).read_text()
    sections: list[Any] = [f.type for f in msgspec.structs.fields(Settings) if f.name != "state"]
    for section in [Settings, *sections]:
        section()
        own = text.split(f"class {section.__name__}(", 1)[1].split("\nclass ", 1)[0]
        for field in msgspec.structs.fields(section):
            if field.type in sections:
                continue
            after = own.split(f"    {field.name}: ", 1)[1].split("\n", 2)
            assert after[1].startswith('    """'), field.name


@pytest.mark.parametrize(
    ("written", "place", "hint"),
    [
        ("prot = 1", "prot", "not known here; there are state, web, display"),
        ("[web]\nprot = 1", "web.prot", "did you mean port? There are host, port"),
        ("[web]\nport = 99999", "web.port", "a whole number from 0 to 65535 belongs here; 99999 stands there"),
        ('[web]\nport = "80"', "web.port", 'a whole number from 0 to 65535 belongs here; "80" stands there'),
        ("[web]\nport = true", "web.port", "true stands there"),
        ('[web]\ndemo = "no"', "web.demo", "true or false belongs here"),
        ('[display]\ninterface = "usb"', "display.interface", 'one of "i2c", "spi" belongs here; "usb" stands there'),
        ('[keypad]\nfull = "yes"', "keypad.full", '"auto" or true or false belongs here; "yes" stands there'),
        ('[display]\ndriver = "SSD1306"', "display.driver", 'as in "ssd1306", belongs here; "SSD1306" stands there'),
        ('[board]\nusb = "pico"', "board.usb", 'as in "2e8a:0005"'),
        ('[sound]\nlanguage = "English"', "sound.language", 'as in "en"'),
        ("[display]\naddress = 0x99", "display.address", "from 3 to 119"),
        ("[display]\noffset = 2\ndriver = 'ssd1306'", "display", "no hidden columns"),
        ("[web]\nhost_pin = 42", "web.host_pin", "4 to 8 digits in quotes"),
        ('[web]\nhost_pin = "٣٣٣٣"', "web.host_pin", "4 to 8 digits in quotes"),
        ('[web]\nhost_pin = "1234\\n"', "web.host_pin", "4 to 8 digits in quotes"),
        ("web = 3", "web", "a table belongs here; 3 stands there"),
        ("[web]\nport = 1\nport = 2", "line 3, column 8", "twice"),
        ("[buttons]\nback = 2", "buttons.back", "GPIO2 belongs to the I2C bus (SDA) already"),
        ("[buzzer]\npin = 9", "buzzer.pin", "GPIO9 belongs to the SPI bus (MISO) already"),
        ("[buttons]\nup = 5", "buttons.up", "GPIO5 belongs to buttons.back already"),
        ("[lamp]\nsingle = 13", "lamp.single", "GPIO13 belongs to buttons.down already"),
        ("[lamp]\nblue = 17", "lamp.blue", "GPIO17 belongs to lamp.red already"),
        (SPI + "back = 24", "buttons.back", "GPIO24 belongs to display.data_pin"),
        (SPI + "up = 25", "buttons.up", "GPIO25 belongs to display.reset_pin"),
        (SPI + "back = 3", "buttons.back", "GPIO3 belongs to the I2C bus (SCL)"),
        (SPI_DISPLAY + "data_pin = 10", "display.data_pin", "GPIO10 belongs to display MOSI"),
        (SPI_DISPLAY + "reset_pin = 7", "display.reset_pin", "GPIO7 belongs to the SPI bus (CE1)"),
        (SPI_DISPLAY + "data_pin = 25", "display.reset_pin", "GPIO25 belongs to display.data_pin"),
        (
            SPI_DISPLAY + "port = 1\n[lamp]\nred = 0\n[buzzer]\npin = 0",
            "buttons.select",
            "GPIO19 belongs to display MISO",
        ),
        ('[display]\ndriver = "ssd1309"\nreset_pin = 3', "display.reset_pin", "GPIO3 belongs to display SCL"),
        ("[buttons]\nback = 28", "buttons.back", "28 stands there"),
        ("[display]\ndim_after = inf", "display.dim_after", "no number"),
        (b"[web]\nhost = '\xe9'", "line 2, column 9", "byte E9"),
        ("port = [" * 5000, "line 1, column 8", ""),
    ],
)
def test_odd_settings_are_named(tmp_path: Path, written: str | bytes, place: str, hint: str) -> None:
    found = refused(tmp_path, written)
    assert found[0] == place or place.startswith("line 1")
    assert hint in found[1]


def test_pins_of_parts_that_are_not_there_are_free(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[buttons]\nback = 0\nup = 0\nselect = 17\n[lamp]\nsingle = 27\n[buzzer]\npin = 0\n")
    settings = config.load(file)
    assert config.claims(settings)[0] == ("buttons.back", 0)
    assert ("lamp.red", 17) not in config.claims(settings)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: the settings cannot be read \(No such file"):
        config.load(tmp_path / "none.toml")


def test_state_lies_where_the_service_manager_says_else_with_the_user() -> None:
    assert config.default_state({"STATE_DIRECTORY": "/var/lib/tablehand:/x"}) == Path("/var/lib/tablehand")
    assert config.default_state({}).name == "tablehand"
