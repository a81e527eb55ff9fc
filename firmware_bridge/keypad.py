"""The number pads: found by what keys they have, kept from the console, read by one thread, back after any unplugging.

evdev is imported when a Keypad is made; without it Missing says so.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import threading
from collections.abc import Callable, Collection, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from companion.clock import SystemTime, Time
from companion.config import Keypad as Wanted
from companion.keycodes import is_keyboard, is_letter, is_pad
from companion.panel import Inputs, Key
from firmware_bridge.status import Missing, Status
from firmware_bridge.strokes import EV_KEY, Event, Strokes

LOOK_EVERY = 1.0
"""Seconds between looks into /dev/input: a pad is at work again that soon after it was put back."""
_LOG = logging.getLogger(__name__)
_BROKEN = select.POLLERR | select.POLLHUP | select.POLLNVAL


class Device(Protocol):
    """What is used of ``evdev.InputDevice``."""

    name: str
    fd: int

    def read(self) -> Iterable[Event]: ...
    def active_keys(self) -> Collection[int]: ...
    def capabilities(self) -> dict[int, Any]: ...
    def grab(self) -> None: ...


Open = Callable[[str], Device]
Node = tuple[int, int]
"""A device file by number and inode: another pad under the same name is another node."""


class _Pad:
    def __init__(self, device: Device, path: str, seen: tuple[Node, int], doubtful: bool) -> None:
        self.device, self.path, self.seen, self.node = device, path, seen, seen[0]
        self.doubtful = doubtful  # it claims to be a whole keyboard, and may be one
        self.grabbed = False
        self.strokes = Strokes(device.active_keys)


class Keypad:
    """Every pad there is, or the one that ``wanted.device`` names. ``start`` starts the thread; tests call ``step``."""

    def __init__(
        self,
        wanted: Wanted,
        inputs: Inputs,
        *,
        folder: Path = Path("/dev/input"),
        open_device: Open | None = None,
        time: Time | None = None,
    ) -> None:
        self.inputs = inputs
        self._wanted = wanted
        self._folder = folder
        self._open_device = open_device or _evdev()
        self._time = time or SystemTime()
        self._pads: dict[str, _Pad] = {}
        self._no_pads: dict[str, tuple[Node, int]] = {}  # looked at, and when it last changed
        self._keyboards: dict[str, str] = {}
        self._typed_on: set[str] = set()  # those of them that have sent a letter
        self._denied: set[str] = set()
        self._told: set[str] = set()
        self._look_at = float("-inf")
        self._stopping = threading.Event()
        self._wake = os.pipe()
        os.set_blocking(self._wake[0], False)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.step()
            except Exception:  # noqa: BLE001 - whatever a device does, the next one is to be read
                self._tell_once("stumbled", "the keypad's reader stumbled", trace=True)
                self._stopping.wait(LOOK_EVERY)

    def step(self, longest: float | None = None) -> None:
        """Look for pads when it is time, wait for keys (at most ``longest`` seconds), put strokes into ``inputs``."""
        now = self._time.monotonic()
        if now >= self._look_at:
            self._look()
            self._look_at = now + LOOK_EVERY
        dues = [pad.strokes.due for pad in self._pads.values() if pad.strokes.due is not None]
        wait = max(0.0, min([self._look_at, *dues]) - now)
        for pad, flags in self._ready(wait if longest is None else min(wait, longest)):
            self._read(pad, flags)
        now = self._time.monotonic()
        for pad in self._pads.values():
            if pad.strokes.due is not None and now >= pad.strokes.due:
                self._put(pad.strokes.flush())

    def _ready(self, wait: float) -> list[tuple[_Pad, int]]:
        poll = select.poll()
        poll.register(self._wake[0], select.POLLIN)
        by_fd: dict[int, _Pad] = {}
        for pad in self._pads.values():
            if pad.device.fd < 0:
                return [(pad, select.POLLNVAL)]
            by_fd[pad.device.fd] = pad
            poll.register(pad.device.fd, select.POLLIN)
        # Rounded up: a wait of less than a millisecond must not become a busy loop.
        found = poll.poll(int(wait * 1000) + (1 if wait > 0 else 0))
        return [(by_fd[fd], flags) for fd, flags in found if fd in by_fd]

    def _read(self, pad: _Pad, flags: int) -> None:
        try:
            events = list(pad.device.read())
            if pad.doubtful and any(e.type == EV_KEY and e.value and is_letter(e.code) for e in events):
                self._let_go(pad, "a letter came from it", typed_on=True)
                return
            self._put(pad.strokes.feed(events, self._time.monotonic()))
        except BlockingIOError:
            if flags & _BROKEN:
                self._lose(pad, "unplugged")
            return
        except (OSError, ValueError) as error:
            self._lose(pad, str(error))
            return
        if not events:
            self._lose(pad, "nothing more comes from it")

    def _put(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self.inputs.put(key)

    def _lose(self, pad: _Pad, why: str) -> None:
        _LOG.warning("keypad: %s at %s is gone (%s); it is looked for again", pad.device.name, pad.path, why)
        self._put(pad.strokes.flush())
        self._pads.pop(pad.path, None)
        _close(pad.device)

    def _let_go(self, pad: _Pad, why: str, *, typed_on: bool = False) -> None:
        """Leave it to everybody again: it is a keyboard after all, or somebody has plugged a pad in."""
        _LOG.warning("keypad: %s at %s is left alone from now on (%s)", pad.device.name, pad.path, why)
        self._put(pad.strokes.flush())
        self._pads.pop(pad.path, None)
        self._no_pads[pad.path] = pad.seen
        self._keyboards[pad.path] = pad.device.name
        if typed_on:
            self._typed_on.add(pad.path)
        _close(pad.device)

    # finding them

    def _paths(self) -> list[str]:
        if self._wanted.device:
            return [os.path.realpath(self._wanted.device)]
        try:
            return sorted(str(node) for node in self._folder.iterdir() if node.name.startswith("event"))
        except OSError:
            return []

    def _look(self) -> None:
        there: dict[str, tuple[Node, int]] = {}
        for path in self._paths():
            with contextlib.suppress(OSError):
                found = Path(path).stat()
                there[path] = (found.st_rdev, found.st_ino), found.st_ctime_ns
        for pad in list(self._pads.values()):
            if pad.path not in there or there[pad.path][0] != pad.node:
                self._lose(pad, "its device file is gone")
        self._no_pads = {path: seen for path, seen in self._no_pads.items() if there.get(path) == seen}
        self._keyboards = {path: name for path, name in self._keyboards.items() if path in self._no_pads}
        self._typed_on &= self._keyboards.keys()
        self._denied &= there.keys()
        for path, seen in there.items():
            if path not in self._pads and path not in self._no_pads:
                self._try(path, seen)
        if self._wanted.full == "auto":
            self._weigh(there)

    def _weigh(self, there: dict[str, tuple[Node, int]]) -> None:
        """Take the only keyboard there is for the pad, as long as there is no better one."""
        doubtful = [pad for pad in self._pads.values() if pad.doubtful]
        if len(doubtful) < len(self._pads):
            for pad in doubtful:
                self._let_go(pad, "there is a pad now")
        elif not doubtful and len(self._keyboards) == 1:
            (path,) = self._keyboards
            if path not in self._typed_on:
                del self._no_pads[path], self._keyboards[path]
                self._try(path, there[path], doubtful=True)

    def _try(self, path: str, seen: tuple[Node, int], *, doubtful: bool = False) -> None:
        """Open what is new; what may not be opened yet, or fails, is tried again at every look."""
        try:
            device = self._open_device(path)
        except PermissionError:
            self._denied.add(path)
            self._tell_once(f"denied {path}", f"{path} may not be read yet; its user must be in the group input")
            return
        except OSError as error:
            _LOG.debug("keypad: %s does not open: %s", path, error)
            return
        self._denied.discard(path)
        try:
            keys = frozenset(device.capabilities().get(EV_KEY, ()))
        except OSError:
            _close(device)
            return
        known = is_pad(keys)
        whole = is_keyboard(keys) and self._wanted.full is not True and not doubtful
        if not self._wanted.device and (not known or whole):
            self._no_pads[path] = seen
            if known:
                self._keyboards[path] = device.name
            if known and not self._wanted.full:
                self._tell_once(f"keyboard {device.name}", _keyboard(device.name))
            _close(device)
            return
        pad = _Pad(device, path, seen, doubtful)
        if self._wanted.grab:
            self._grab(pad)
        self._pads[path] = pad
        _LOG.info("keypad: %s at %s%s", device.name, path, "; it says that it is a whole keyboard" if doubtful else "")

    def _grab(self, pad: _Pad) -> None:
        try:
            pad.device.grab()
            pad.grabbed = True
        except OSError as error:
            why = "another program has it to itself" if error.errno == errno.EBUSY else str(error)
            _LOG.warning("keypad: %s cannot be kept from other programs (%s)", pad.device.name, why)

    def _tell_once(self, about: str, sentence: str, trace: bool = False) -> None:
        if about not in self._told and len(self._told) < 100:
            self._told.add(about)
            _LOG.warning("keypad: %s", sentence, exc_info=trace)

    def status(self) -> Status:
        pads, keyboards = list(self._pads.values()), list(self._keyboards.values())
        if pads:
            open_to_all = "" if all(p.grabbed for p in pads) or not self._wanted.grab else "; others can read it too"
            return Status("keypad", True, ", ".join(f"{p.device.name} at {p.path}" for p in pads) + open_to_all)
        if self._denied:
            text = f"{', '.join(sorted(self._denied))} may not be read; the user must be in the group input"
        elif self._wanted.device:
            text = f"{self._wanted.device} is not there; plug it in, or change keypad.device"
        elif keyboards:
            text = _keyboard(", ".join(keyboards), auto=self._wanted.full == "auto")
        else:
            text = "none found; plug one in: nothing need be restarted"
        return Status("keypad", False, text)

    def close(self) -> None:
        """Stop reading; the pads are everybody's again."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        os.write(self._wake[1], b"x")
        if self._thread is not None:
            self._thread.join(2)
        for pad in self._pads.values():
            _close(pad.device)
        self._pads.clear()
        for end in self._wake:
            os.close(end)


def _close(device: Device) -> None:
    """Close it as evdev does, but for asking asyncio after an event loop that nobody has, which makes one."""
    fd, device.fd = device.fd, -1
    if fd >= 0:
        with contextlib.suppress(OSError):
            os.close(fd)


def _keyboard(names: str, auto: bool = False) -> str:
    if auto:  # more than one, or a letter came
        return f"{names}: left alone as a keyboard; if one is the pad, name its file in keypad.device"
    return f"{names} looks like a whole keyboard and is left alone; if it is the pad, set keypad.full = true"


def _evdev() -> Open:
    """Return how a device file is opened. evdev itself, which takes long to read, is imported with the first one."""
    if find_spec("evdev") is None:
        raise Missing("evdev is not installed (on Debian: apt install python3-evdev)")

    def opened(path: str) -> Device:
        from evdev import InputDevice

        device: Device = InputDevice(path)
        return device

    return opened
