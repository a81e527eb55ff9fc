"""The pins of the board by gpiozero: which backend drives them, and that one process alone has them."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import socket
import tempfile
import warnings
import weakref
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from firmware_bridge.status import Missing

_LOG = logging.getLogger(__name__)
LOCK = "\0tablehand-pins"
"""The name (in no folder: gone with its process, whatever happens to that) that says that the pins are taken."""


class NoPins(Missing):
    """There are no pins to be had; the message says why and what to do."""


class SecondCopy(NoPins):
    """Another tablehand on this machine has the pins: this one must end and leave the other alone."""


class Pins:
    """The pin factory of this process: made once, by ``open_pins``; given to every device that has a pin."""

    def __init__(self, factory: Any, lock: socket.socket | None = None, folder: str = "") -> None:
        self.factory = factory
        self.backend = type(factory).__name__.removesuffix("Factory").lower()
        self._lock = lock
        self._folder = folder
        self._process = os.getpid()
        _OPEN.add(self)

    @property
    def own(self) -> bool:
        """Whether the pins are this process's: a fork of it must touch none."""
        return self._process == os.getpid()

    def close(self) -> None:
        """Give the pins back; a fork gives back nothing."""
        if not self.own:
            return
        from gpiozero import Device

        with contextlib.suppress(Exception):
            self.factory.close()
        if Device.pin_factory is self.factory:
            Device.pin_factory = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _forget(self) -> None:
        """In a fork: nothing that gpiozero tidies up at its end may reach the pins, which are the parent's."""
        from gpiozero import Device

        if Device.pin_factory is self.factory:
            Device.pin_factory = None
        if getattr(self.factory, "_handle", None) is not None:
            self.factory._handle = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


_OPEN: weakref.WeakSet[Pins] = weakref.WeakSet()


def _forked() -> None:
    for pins in list(_OPEN):
        pins._forget()


os.register_at_fork(after_in_child=_forked)


def a_board(root: Path = Path("/")) -> bool:
    """Tell whether this machine has pins at all, so that a laptop need not be told that it has none."""
    return any((root / "dev").glob("gpiochip*")) or bool(os.environ.get("GPIOZERO_PIN_FACTORY"))


def open_pins(environment: MutableMapping[str, str] = os.environ) -> Pins:
    """Open the pins with the backend that ``GPIOZERO_PIN_FACTORY`` names, else with lgpio, and log which it is.

    Raises NoPins with a sentence when there is none, and SecondCopy when another tablehand has the pins.
    """
    try:
        from gpiozero import Device
        from gpiozero.pins.local import LocalPiFactory
    except ImportError as error:
        raise NoPins("gpiozero is not installed (on Debian: apt install python3-gpiozero)") from error
    wanted = environment.get("GPIOZERO_PIN_FACTORY", "")
    lock, folder = None, ""
    if Device.pin_factory is None and wanted.lower() != "mock":
        lock = _take_lock()
    try:
        if Device.pin_factory is None:
            folder = _give_folder(environment)
            Device.pin_factory = _make(wanted)
    except Exception as error:
        if lock is not None:
            lock.close()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
            del environment["LG_WD"]
        raise error if isinstance(error, NoPins) else NoPins(_why(error, wanted)) from error
    pins = Pins(Device.pin_factory, lock, folder)
    if lock is not None and not isinstance(pins.factory, LocalPiFactory):
        lock.close()  # pins of another machine (pigpio), or none: nobody else is in the way
    _LOG.info("pins: driven by %s", pins.backend)
    return pins


def explain(error: Exception, pin: int) -> str:
    """Return a sentence about a pin that could not be had."""
    text = str(error)
    if "busy" in text.lower():
        return f"GPIO{pin} is in use by another program; end that, or choose another pin"
    return f"GPIO{pin} cannot be used ({text or type(error).__name__})"


def _make(wanted: str) -> Any:
    from gpiozero import Device

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if wanted:
            Device.ensure_pin_factory()
            return Device.pin_factory
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()


def _why(error: Exception, wanted: str) -> str:
    backend = wanted or "lgpio"
    text = str(error) or type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        package = {"rpigpio": "python3-rpi.gpio", "pigpio": "python3-pigpio"}.get(backend.lower(), "python3-lgpio")
        return f"{backend} is not installed (on Debian: apt install {package}): no buttons, lamp or buzzer"
    if type(error).__name__ == "BadPinFactory":
        return f"GPIOZERO_PIN_FACTORY={wanted} names no backend that gpiozero knows: lgpio, rpigpio, pigpio, native"
    if "open" in text or isinstance(error, PermissionError):
        return f"the pins cannot be opened ({text}): the user must be in the group gpio, the board a Raspberry Pi"
    if type(error).__name__ == "PinUnknownPi":
        return "this is no Raspberry Pi that gpiozero knows: no buttons, lamp or buzzer"
    return f"{backend} does not start ({text}): no buttons, lamp or buzzer"


def _take_lock() -> socket.socket:
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(LOCK)
    except OSError as error:
        lock.close()
        raise SecondCopy("another tablehand on this machine has the buttons; end that one first") from error
    return lock


def _give_folder(environment: MutableMapping[str, str]) -> str:
    """Let lgpio put its notify pipe where it may write, not into whatever folder it was started from.

    Returns the folder if it was made for that.
    """
    if environment.get("LG_WD"):
        return ""
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if given and os.access(given, os.W_OK):
        environment["LG_WD"] = given
        return ""
    try:
        made = tempfile.mkdtemp(prefix="tablehand-")
    except OSError as error:
        raise NoPins(f"there is no folder that may be written into ({error.strerror}): lgpio needs one") from error
    environment["LG_WD"] = made
    return made
