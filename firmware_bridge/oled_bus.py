"""The wires to a display: luma's I2C or SPI underneath luma's display, and what it says when nothing answers.

The libraries are imported when a display is to be had: a laptop has none of them.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from companion.config import Display
from firmware_bridge import gpio
from firmware_bridge.status import Missing

RESET = 0.01
"""Seconds that a display is held in reset, and is given afterwards (SSD1306 data sheet: 3 microseconds do)."""


class Bus(Protocol):
    """What luma calls a serial interface."""

    def command(self, *cmd: int) -> None: ...
    def data(self, data: Any) -> None: ...
    def cleanup(self) -> None: ...


OpenBus = Callable[[Display], Bus]


class Hopeless(Exception):
    """There will be no display however often it is tried: a library is missing, or a setting is wrong."""


@contextmanager
def talking(display: Display) -> Iterator[None]:
    """Make one kind of everything that a display may fail with: OSError with a sentence, or Hopeless."""
    try:
        yield
    except Hopeless:
        raise
    except Exception as error:
        if type(error).__module__.startswith(("luma.", "gpiozero", "lgpio")):
            # luma has turned an OSError into one of its own; gpiozero finds a pin taken, or no pins at all.
            cause = error.__context__ if isinstance(error.__context__, OSError) else None
            found = sentence(display, cause) if cause is not None else str(error)
            raise OSError(cause.errno if cause is not None else errno.EIO, found) from error
        if isinstance(error, Missing):
            raise OSError(errno.ENODEV, str(error)) from error
        if isinstance(error, OSError):
            raise OSError(error.errno, sentence(display, error)) from error
        if isinstance(error, ImportError):
            raise Hopeless(f"the library {error.name} is not installed: pip install 'tablehand[pi]'") from error
        raise


def node(display: Display) -> str:
    """Return the device file of the display's bus."""
    if display.interface == "i2c":
        return f"/dev/i2c-{display.bus}"
    return f"/dev/spidev{display.bus}.{display.device}"


def sentence(display: Display, error: OSError) -> str:
    """Return what is the matter and what to do about it."""
    where = node(display)
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            name = "I2C" if display.interface == "i2c" else "SPI"
            return f"there is no {where}: switch {name} on (sudo raspi-config), or set another port in [display]"
        case errno.EACCES | errno.EPERM:
            return f"{where} may not be opened: its user must be in the group {display.interface}"
        case errno.EREMOTEIO | errno.EIO | errno.ETIMEDOUT if display.interface == "i2c":
            other = 0x3D if display.address != 0x3D else 0x3C
            return (
                f"nothing answers at 0x{display.address:02X} on {where} (error {error.errno}): "
                f"look at its four wires, or try address = 0x{other:02X}"
            )
        case _:
            return f"{where}: {error.strerror or error}"


def open_bus(display: Display) -> Bus:
    """Return luma's interface to the bus of ``display``. Raises what ``talking`` makes a sentence of."""
    from luma.core.interface import serial

    pins = Pins()
    try:
        if display.interface == "i2c":
            if display.reset:
                pins.reset(display.reset)  # luma has no such thing for this bus
            bus: Bus = serial.i2c(port=display.bus, address=display.address)
        else:
            bus = serial.spi(
                gpio=pins,
                port=display.bus,
                device=display.device,
                bus_speed_hz=display.megahertz * 1_000_000,
                gpio_DC=display.data_pin,
                gpio_RST=display.reset or None,
                reset_hold_time=RESET,
                reset_release_time=RESET,
            )
    except BaseException:
        pins.cleanup()
        raise
    return Wired(bus, pins)


class Wired:
    """A bus together with the display's pins beside it, which luma leaves to whoever made them."""

    def __init__(self, bus: Bus, pins: Pins) -> None:
        self._bus, self._pins = bus, pins
        self.command, self.data = bus.command, bus.data

    def cleanup(self) -> None:
        try:
            self._bus.cleanup()
        finally:
            self._pins.cleanup()


class Pins:
    """What luma wants of RPi.GPIO, done by gpiozero: with the pin factory of the buttons, on any Pi."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}
        self._opened: gpio.Pins | None = None

    def setup(self, pin: int, _direction: int) -> None:
        from gpiozero import Device, DigitalOutputDevice

        if Device.pin_factory is None:  # a box without buttons, or a process that only blanks the display
            self._opened = gpio.open_pins()
        self._pins[pin] = DigitalOutputDevice(pin)

    def output(self, pin: int, value: int) -> None:
        self._pins[pin].value = value

    def reset(self, pin: int) -> None:
        """Pull ``pin`` low for a moment, and keep it high from then on."""
        self.setup(pin, self.OUT)
        self.output(pin, self.LOW)
        time.sleep(RESET)
        self.output(pin, self.HIGH)
        time.sleep(RESET)

    def cleanup(self, _pins: object = None) -> None:
        while self._pins:
            self._pins.popitem()[1].close()
        if self._opened is not None:
            self._opened.close()
            self._opened = None


class Line:
    """The interface that luma's display object is made with, once for good; the bus behind it comes and goes.

    At first there is none: what the display's own start sends is kept. ``begin`` sends that to a bus, and as often as
    a bus has to be opened anew; so a display that is away for a week leaves nothing behind in memory or at exit.
    """

    def __init__(self) -> None:
        self.bus: Bus | None = None
        self.kept: list[tuple[bool, tuple[int, ...]]] = []
        """What the display's start sends: (whether it is data, bytes)."""
        self._keeping = True

    def made(self) -> None:
        """Keep no more: the display object is complete."""
        self._keeping = False

    def begin(self, bus: Bus) -> None:
        """Send the display's own start to ``bus``, and from now on all that comes."""
        self.bus = bus
        for is_data, content in self.kept:
            if is_data:
                bus.data(list(content))
            else:
                bus.command(*content)

    def command(self, *cmd: int) -> None:
        if self._keeping:
            self.kept.append((False, cmd))
        elif self.bus is not None:
            self.bus.command(*cmd)

    def data(self, data: Any) -> None:
        if self._keeping:
            self.kept.append((True, tuple(data)))
        elif self.bus is not None:
            self.bus.data(data)

    def cleanup(self) -> None:
        """Do nothing: luma calls this at exit; the bus is closed by whoever opened it."""
