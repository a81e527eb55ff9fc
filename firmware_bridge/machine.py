"""What this machine is and has, read from /dev, /sys and /proc: for the doctor. Nothing here changes anything."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.keycodes import is_keyboard, is_pad

_I2C_SLAVE = 0x0703
DISPLAYS = (0x3C, 0x3D)
"""Addresses at which small displays answer. Others are not asked: being read is not harmless for every chip."""


class Node(NamedTuple):
    """An input device: its node, its name, whether it has a keypad's keys, a whole keyboard's, and may be read."""

    node: str
    name: str
    keypad: bool
    keyboard: bool
    readable: bool


class Board(NamedTuple):
    """A serial port of a USB device: its node, vendor:product, serial number, what it calls itself."""

    node: str
    ident: str
    serial: str
    name: str
    readable: bool


def run(argv: Sequence[str]) -> tuple[int, str]:
    """Run a command that only looks; (exit code, output). One that is not there or hangs comes to 127."""
    plain = {**os.environ, "LC_ALL": "C"}  # what it says is read here, in whatever language the machine speaks
    try:
        done = subprocess.run(
            list(argv), env=plain, capture_output=True, text=True, errors="replace", timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 127, ""
    return done.returncode, done.stdout


def answers(bus: Path, address: int) -> bool:
    """Tell whether something acknowledges ``address`` on an I2C bus. Raises OSError if the bus cannot be used."""
    handle = os.open(bus, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(handle, _I2C_SLAVE, address)
        try:
            os.read(handle, 1)
        except OSError:
            return False
        return True
    finally:
        os.close(handle)


class Machine:
    """A machine seen from outside. ``root``, ``run`` and ``answers`` are for tests."""

    def __init__(
        self,
        root: Path = Path("/"),
        *,
        run: Callable[[Sequence[str]], tuple[int, str]] = run,
        answers: Callable[[Path, int], bool] = answers,
        which: Callable[[str], str | None] = shutil.which,
    ) -> None:
        self.root, self.run, self.which = root, run, which
        self._answers = answers

    def at(self, path: str) -> Path:
        """Return where ``path`` lies."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str:
        """Return what stands in a small file, "" where it cannot be read."""
        try:
            return self.at(path).read_bytes().decode("utf-8", "replace").rstrip("\0\n ")
        except OSError:
            return ""

    def some(self, folder: str, pattern: str) -> list[Path]:
        """Return what a folder holds, in order."""
        return sorted(self.at(folder).glob(pattern))

    @property
    def model(self) -> str:
        """The board's name, "" where it has none."""
        return self.text("/proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return "Raspberry Pi" in self.model

    @property
    def is_box(self) -> bool:
        """Whether tablehand is installed here."""
        return self.at("/opt/tablehand/current").exists()

    def memory(self) -> tuple[int, int]:
        """Return the memory in MiB: all, and what is left for programs; zeros if unknown."""
        found = {}
        for line in self.text("/proc/meminfo").splitlines():
            name, _, rest = line.partition(":")
            number = rest.split()[0] if rest.split() else ""
            if number.isdecimal():
                found[name] = int(number) // 1024
        return found.get("MemTotal", 0), found.get("MemAvailable", 0)

    def inputs(self) -> list[Node]:
        """Return every input device."""
        found = []
        for place in self.some("/sys/class/input", "event*"):
            device = f"/sys/class/input/{place.name}/device"
            bits = _bits(self.text(f"{device}/capabilities/key"))
            keys = frozenset(code for code in range(bits.bit_length()) if bits >> code & 1)
            node = f"/dev/input/{place.name}"
            found.append(
                Node(
                    node,
                    self.text(f"{device}/name"),
                    is_pad(keys),
                    is_keyboard(keys),
                    os.access(self.at(node), os.R_OK),
                )
            )
        return sorted(found, key=lambda n: (len(n.node), n.node))

    def boards(self) -> list[Board]:
        """Return the serial ports of USB devices, each with what it says of itself."""
        found = []
        for place in self.some("/sys/class/tty", "ttyACM*"):
            usb = next((p for p in _parents(place / "device") if (p / "idVendor").is_file()), None)
            if usb is None:
                continue
            vendor, product, serial, name = (
                (usb / what).read_text("utf-8", "replace").strip() if (usb / what).is_file() else ""
                for what in ("idVendor", "idProduct", "serial", "product")
            )
            node = f"/dev/{place.name}"
            readable = os.access(self.at(node), os.R_OK | os.W_OK)
            found.append(Board(node, f"{vendor}:{product}", serial, name, readable))
        return found

    def displays(self, bus: str, addresses: Iterable[int] = DISPLAYS) -> list[int]:
        """Return the addresses on a bus at which a display may be. Raises OSError if the bus cannot be used."""
        return [address for address in addresses if self._answers(self.at(bus), address)]

    def radios(self) -> list[str]:
        """Return the Wi-Fi devices."""
        return [p.parent.name for p in self.some("/sys/class/net", "*/wireless")]

    def blocked(self) -> bool:
        """Tell whether Wi-Fi is switched off (rfkill), as on a Pi whose country was never set."""
        for place in self.some("/sys/class/rfkill", "rfkill*"):
            base = f"/sys/class/rfkill/{place.name}"
            if self.text(f"{base}/type") == "wlan" and "1" in (self.text(f"{base}/soft"), self.text(f"{base}/hard")):
                return True
        return False

    def power(self) -> int | None:
        """Return the firmware's power flags (bit 0 low now, bit 16 low since the start); None if it has none."""
        code, said = self.run(("vcgencmd", "get_throttled"))
        value = said.partition("=")[2].strip()
        try:
            return int(value, 16) if code == 0 else None
        except ValueError:
            return None

    def systemd(self, unit: str) -> dict[str, str]:
        """Return what systemd knows of a unit, nothing where it does not run the machine."""
        asked = "LoadState,ActiveState,SubState,Result,NRestarts,StatusText,UnitFileState"
        code, said = self.run(("systemctl", "show", "-p", asked, unit))
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line) if code == 0 else {}


def _bits(words: str) -> int:
    """Return the number that /sys writes as hexadecimal words of this machine's width, highest first."""
    wide = 64 if os.sysconf("SC_LONG_BIT") == 64 else 32
    value = 0
    for word in words.split():
        try:
            value = (value << wide) | int(word, 16)
        except ValueError:
            return 0
    return value


def _parents(place: Path) -> Iterable[Path]:
    real = place.resolve()
    return (real, *real.parents)
