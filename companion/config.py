"""Typed settings from a TOML file. Every one has a default, so a table needs no file at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion import pins
from companion.game.misread import misread
from companion.packs.fault import Fault
from companion.packs.toml import read_toml


def _written(pattern: str, what: str, example: str, most: int | None = None) -> msgspec.Meta:
    """Return how a text is written; where another stands, ``what`` and the example say what belongs there."""
    return msgspec.Meta(pattern=pattern, max_length=most, description=what, examples=[example])


Pin = Annotated[str, _written(r"^([0-9]{4,8})?\Z", "a PIN of 4 to 8 digits in quotes", "0420")]
Driver = Annotated[str, _written(r"^[a-z0-9_]*\Z", "the controller's name in small letters", "ssd1306", 32)]
Usb = Annotated[str, _written(r"^([0-9a-f]{4}:[0-9a-f]{4})?\Z", "a vendor and a product number", "2e8a:0005")]
Tongue = Annotated[str, _written(r"^[a-z]{2,3}(-[a-z0-9-]+)?\Z", "a language as espeak-ng calls it", "en")]
"""Texts of one form each; all but the language may be empty."""

PinNumber = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A pin of the Raspberry Pi's header by its Broadcom number (GPIO17 is 17); 0: not wired."""


class SettingsError(Exception):
    """The settings cannot be used; ``fault`` names file, place and what to do."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the settings' tables."""


class Web(Section, frozen=True):
    """``[web]``: how phones reach the table."""

    host: str = "0.0.0.0"
    """The address to listen on: all of this machine's; 127.0.0.1 keeps phones out."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    """The port to listen on; 0 lets the system choose a free one."""

    address: str = ""
    """The address that the QR code gives phones (``http://10.41.0.1:8080``); empty: found at the start."""

    streams: Annotated[int, msgspec.Meta(ge=1, le=200)] = 40
    """The most live pages at once. Past it a page says so and asks again later."""

    host_pin: Pin = ""
    """The host's PIN for ``/host`` and ``/panel`` from other machines; empty: only this machine may."""

    demo: bool = True
    """Whether ``/panel`` may show a row of phones beside the box, to this machine only; off on a real box."""


class Display(Section, frozen=True):
    """``[display]``: the little screen. Names and numbers are luma's own."""

    driver: Driver = ""
    """The display's controller as luma calls it, ``ssd1306``, ``sh1106``, ``ssd1309``, …; empty: there is none."""

    interface: Literal["i2c", "spi"] = "i2c"
    """How it is wired."""

    port: Annotated[int, msgspec.Meta(ge=0, le=255)] | None = None
    """The number of the bus: /dev/i2c-1 and SPI 0 unless this says otherwise."""

    address: Annotated[int, msgspec.Meta(ge=0x03, le=0x77)] = 0x3C
    """The address on the I2C bus: 0x3C, or 0x3D with the solder bridge (or DC pin) the other way."""

    device: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    """Which of the SPI bus's two chip selects the display hangs on."""

    megahertz: Literal[1, 2, 4, 8, 16] = 8
    """How fast the SPI bus runs; long wires want less."""

    data_pin: Annotated[int, msgspec.Meta(ge=1, le=27)] = 24
    """The GPIO that says command or data to an SPI display (D/C)."""

    reset_pin: PinNumber | None = None
    """The GPIO of the display's reset (RES); 0: not wired. Unless this says otherwise it is 25 on SPI and none on I2C,
    where a display that brings RES out may show nothing until it was reset."""

    width: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0
    """The controller's width in pixels before turning; 0: as luma takes it for granted."""

    height: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0
    """The controller's height in pixels before turning; 0: as luma takes it for granted."""

    rotate: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Quarter turns clockwise of the picture, for how the display is built in."""

    offset: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    """Columns of an SH1106's memory left of the first that can be seen: 2 unless this says otherwise, 0 on some."""

    contrast: Annotated[int, msgspec.Meta(ge=1, le=255)] | None = None
    """How bright the display is, 1 to 255: luma's choice for this display unless this says otherwise."""

    dim: Annotated[int, msgspec.Meta(ge=0, le=255)] = 1
    """How bright it is while it is dimmed: asleep, or showing a secret."""

    clock: Literal["fast", "usual"] = "fast"
    """How often the display lights its rows: ``fast`` keeps dark bands out of a camera's view of the QR code."""

    dim_after: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 600
    """Seconds without a key until the picture dims and shifts; 0: never."""

    def __post_init__(self) -> None:
        """Refuse what cannot go together. Raises ValueError saying what to write instead."""
        if self.offset is not None and self.driver in ("ssd1306", "ssd1309", "ssd1315"):
            raise ValueError(
                f"offset: an {self.driver.upper()} has no hidden columns; a picture that is two columns off is "
                'an SH1106\'s: driver = "sh1106"'
            )

    @property
    def bus(self) -> int:
        """The number of the bus, chosen or usual."""
        return self.port if self.port is not None else 1 if self.interface == "i2c" else 0

    @property
    def reset(self) -> int:
        """The GPIO of its reset, chosen or usual; 0: not wired."""
        return self.reset_pin if self.reset_pin is not None else 0 if self.interface == "i2c" else 25

    def wires(self) -> dict[int, str]:
        """Return the GPIOs of the bus that the display hangs on, each with what it is there."""
        if not self.driver:
            return {}
        if self.interface == "i2c":
            return {2: "display SDA", 3: "display SCL"} if self.bus == 1 else {}
        select = {0: {0: 8, 1: 7}, 1: {0: 18, 1: 17}}.get(self.bus, {}).get(self.device)
        wires = {
            0: {10: "display MOSI", 11: "display SCLK"},
            1: {19: "display MISO", 20: "display MOSI", 21: "display SCLK"},
        }
        return wires.get(self.bus, {}) | ({select: "display CS"} if select is not None else {})

    def claims(self) -> tuple[tuple[str, int], ...]:
        """Return the settings that claim a pin beside the bus, each with the pin."""
        if not self.driver:
            return ()
        data = (("display.data_pin", self.data_pin),) if self.interface == "spi" else ()
        return (*data, ("display.reset_pin", self.reset))


class Buttons(Section, frozen=True):
    """``[buttons]``: the four buttons under the display, each between its pin and ground."""

    back: PinNumber = 5
    """The pin of the button "back"."""

    up: PinNumber = 6
    """The pin of the button "up"."""

    down: PinNumber = 13
    """The pin of the button "down"."""

    select: PinNumber = 19
    """The pin of the button "select"."""

    pull_up: bool = True
    """Whether a pressed button joins its pin to ground; false: to 3.3 V."""

    settle_ms: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20
    """Milliseconds for which a button's level must stand before it counts: longer than its contacts bounce."""


class Lamp(Section, frozen=True):
    """``[lamp]``: the lamp for the clock, one LED with three colours or one with a single colour."""

    red: PinNumber = 17
    """The pin of the red part."""

    green: PinNumber = 27
    """The pin of the green part."""

    blue: PinNumber = 22
    """The pin of the blue part."""

    single: PinNumber = 0
    """The pin of an LED of one colour, instead of the three; it then shines low for amber and blinks for red."""

    common_anode: bool = False
    """Whether the LED's common leg hangs on 3.3 V, so that a low pin lights it."""


class Buzzer(Section, frozen=True):
    """``[buzzer]``: the buzzer for the clock."""

    pin: PinNumber = 18
    """The pin of the buzzer."""

    kind: Literal["passive", "active"] = "passive"
    """``passive``: a piezo disc that plays tones; ``active``: one that beeps by itself at one pitch."""


class Keypad(Section, frozen=True):
    """``[keypad]``: the USB or Bluetooth number pad."""

    device: str = ""
    """Its device file (``/dev/input/by-id/...-event-kbd``); empty: every pad that has the keys is used."""

    full: Literal["auto"] | bool = False
    """Whether a whole keyboard counts as a pad too; it reaches no console then. Many cheap pads claim to be one:
    ``auto`` takes the only one there is, where there is no pad beside it, and lets go of it for good at the first
    letter, which no pad sends."""

    grab: bool = True
    """Whether its keys are kept from the console and from other programs."""


class Board(Section, frozen=True):
    """``[board]``: the optional dial board, found by what it says of itself on the USB, never by its device file."""

    usb: Usb = "2e8a:0005"
    """Its vendor and product number: MicroPython's on an RP2040 unless this says otherwise; empty: none is used."""

    serial: Annotated[str, msgspec.Meta(max_length=126)] = ""
    """Its serial number, where several have those numbers; empty: the only one there is."""


class Sound(Section, frozen=True):
    """``[sound]``: speech, where a sound card is there."""

    speech: Literal["auto", "espeak-ng", "piper", "off"] = "auto"
    """What speaks: ``auto`` takes piper when ``voice`` is set, else espeak-ng."""

    language: Tongue = "en"
    """The language of the words, as espeak-ng calls it (``espeak-ng --voices``): with it they are spoken, unless
    ``voice`` names one."""

    voice: str = ""
    """The file of a Piper voice (``.onnx``, its ``.onnx.json`` beside it), or the name of an espeak-ng voice."""

    words_a_minute: Annotated[int, msgspec.Meta(ge=80, le=400)] = 160
    """How fast espeak-ng speaks."""

    volume: Annotated[int, msgspec.Meta(ge=0, le=200)] = 100
    """How loud espeak-ng speaks."""

    card: str = ""
    """The sound card's name in brackets as in ``/proc/asound/cards``, or its number there, which the next start may
    give to another card; empty: the first that is no screen's (HDMI)."""


class Settings(Section, frozen=True):
    """All settings of one table: the file has a table of its own for each part."""

    state: str = ""
    """Where saves, packs and the owner's values lie. Empty: ``$STATE_DIRECTORY``, else the user's own."""

    web: Web = Web()
    display: Display = Display()
    buttons: Buttons = Buttons()
    lamp: Lamp = Lamp()
    buzzer: Buzzer = Buzzer()
    keypad: Keypad = Keypad()
    board: Board = Board()
    sound: Sound = Sound()

    @property
    def state_dir(self) -> Path:
        """The state directory as a path, found but not made."""
        return Path(self.state).expanduser() if self.state else default_state()


def default_state(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where state belongs: the service manager's directory, else the user's."""
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    import platformdirs  # not on a box, where it would only take up memory all evening

    return platformdirs.user_state_path("tablehand")


def load(file: Path | None) -> Settings:
    """Return the settings in ``file``, or the defaults without one. Raises SettingsError naming the place."""
    if file is None:
        return Settings()
    try:
        with file.open("rb") as opened:
            content = opened.read(1_000_001)
    except OSError as error:
        fault = Fault(str(file), "", f"the settings cannot be read ({error.strerror})")
        raise SettingsError(fault) from error
    if len(content) > 1_000_000:
        raise SettingsError(Fault(str(file), "", "is far too large for a file of settings"))
    values, faults = read_toml(str(file), content)
    if faults:
        raise SettingsError(faults[0])
    try:
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise SettingsError(_refused(str(file), values, error)) from error
    clash = pins.clash(claims(settings), settings.display.wires())
    if clash is not None:
        raise SettingsError(Fault(str(file), *clash))
    return settings


def claims(settings: Settings) -> tuple[tuple[str, int], ...]:
    """Return every setting that claims a pin, by its dotted name, with the pin."""
    buttons, lamp = settings.buttons, settings.lamp
    found = [(f"buttons.{name}", getattr(buttons, name)) for name in ("back", "up", "down", "select")]
    colours = ("single",) if lamp.single else ("red", "green", "blue")
    found += [(f"lamp.{name}", getattr(lamp, name)) for name in colours]
    return (*settings.display.claims(), *found, ("buzzer.pin", settings.buzzer.pin))


def changed(settings: Settings, *, state: str | None = None, port: int | None = None) -> Settings:
    """Return ``settings`` with what the command line says instead."""
    if port is not None:
        settings = msgspec.structs.replace(settings, web=msgspec.structs.replace(settings.web, port=port))
    return settings if state is None else msgspec.structs.replace(settings, state=state)


def _refused(file: str, values: Mapping[str, Any], error: msgspec.ValidationError) -> Fault:
    """Return where a setting does not fit, what belongs there, and what stands there."""
    place, hint = misread(error, values, Settings)
    value: Any = values
    for part in place.split("."):
        value = value.get(part, {}) if isinstance(value, Mapping) else {}
    if isinstance(value, Mapping) or " belongs here" not in hint:  # a setting of no such name, or several together
        return Fault(file, place, hint)
    return Fault(file, place, f"{hint.partition(', not ')[0]}; {msgspec.json.encode(value).decode()} stands there")
