"""The four buttons. Edges are hints only: what counts is the level that stands after the contacts have settled.

Callbacks of the pin backend do nothing but put a hint into a queue. One thread of our own reads levels and puts
Press and Release into ``inputs``; how long a button is held is told where its meaning is known.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.clock import SystemTime, Time
from companion.panel import Button, Inputs, Press, Release
from firmware_bridge.gpio import Pins, explain
from firmware_bridge.status import Status

CHATTER = 10
"""After so many settle times of edge upon edge the level counts as it is: a bad contact must not go unheard."""
LOOK_HELD, LOOK_IDLE = 0.1, 1.0
"""Seconds after which levels are read without any edge, while a button is down and while none is: edges get lost."""
_LOG = logging.getLogger(__name__)


class Contact:
    """One button's contact. Pure: it is told edges, levels and moments.

    A level counts once it has stood for ``settle`` seconds; ``down`` is the level at the start.
    """

    def __init__(self, settle: float, down: bool) -> None:
        self.settle = settle
        self.down = False
        self.due: float | None = None
        """When its level is to be read."""
        self._asleep = down
        self._unrest = 0.0

    def edge(self, at: float) -> None:
        """Take note that something moved at ``at`` seconds."""
        if self.due is None:
            self._unrest = at
        self.due = min(at + self.settle, self._unrest + CHATTER * self.settle)

    def level(self, down: bool, at: float) -> bool | None:
        """Take the level read at ``at``. Returns True for a press, False for a release, None for neither.

        A button that was down from the start means nothing until it has come up.
        """
        if self.due is None:
            if down != (self.down or self._asleep):
                self.edge(at)  # moved without an edge: it has to stand as long as with one
            return None
        if at < self.due:
            return None
        self.due = None
        if self._asleep:
            self._asleep = down
            return None
        if down == self.down:
            return None
        self.down = down
        return down


class Buttons:
    """The buttons on ``wired`` pins (Broadcom numbers; 0: none). ``start`` starts the thread; tests call ``step``.

    ``pull_up``: a button joins its pin to ground, else to 3.3 V; ``settle``: seconds until its contacts are at rest.
    A pin that cannot be had leaves out its button only; ``status`` says why.
    """

    def __init__(
        self,
        wired: Mapping[Button, int],
        inputs: Inputs,
        pins: Pins,
        *,
        pull_up: bool = True,
        settle: float = 0.02,
        time: Time | None = None,
    ) -> None:
        self.inputs = inputs
        self._pins = pins
        self._time = time or SystemTime()
        self._hints: SimpleQueue[Button | None] = SimpleQueue()
        self._devices: dict[Button, Any] = {}
        self._contacts: dict[Button, Contact] = {}
        self._calls: list[Any] = []  # gpiozero holds its callbacks weakly
        self._lost: dict[Button, str] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        for name, pin in wired.items():
            if pin:
                self._open(name, pin, pull_up, settle)
        for trouble in self._lost.values():
            _LOG.warning("buttons: %s", trouble)

    def _open(self, name: Button, pin: int, pull_up: bool, settle: float) -> None:
        from gpiozero import InputDevice

        def hint(_ticks: object = None, _state: object = None) -> None:
            self._hints.put(name)

        device = None
        try:
            device = InputDevice(pin, pull_up=pull_up, pin_factory=self._pins.factory)
            device.pin.edges = "both"
            device.pin.when_changed = hint
            down = bool(device.is_active)
        except Exception as error:  # noqa: BLE001 - each backend has errors of its own
            if device is not None:
                device.close()
            self._lost[name] = f"{name}: {explain(error, pin)}"
            return
        self._calls.append(hint)
        self._devices[name] = device
        self._contacts[name] = Contact(settle, down)
        if down:
            _LOG.info("buttons: %s is held down; it counts once it has been let go", name)

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            wait = self.step()
            with contextlib.suppress(Empty):
                self._heed(self._hints.get(timeout=wait))

    def _heed(self, name: Button | None) -> None:
        if name is not None:
            self._contacts[name].edge(self._time.monotonic())

    def step(self) -> float:
        """Heed the hints that came, read the levels that are due. Returns in how many seconds to come again."""
        while True:
            try:
                self._heed(self._hints.get_nowait())
            except Empty:
                break
        at = self._time.monotonic()
        for name, contact in self._contacts.items():
            if contact.due is None or at >= contact.due:
                self._read(name, contact, at)
        waits = [contact.due - at for contact in self._contacts.values() if contact.due is not None]
        held = any(contact.down for contact in self._contacts.values())
        return max(0.001, min([*waits, LOOK_HELD if held else LOOK_IDLE]))

    def _read(self, name: Button, contact: Contact, at: float) -> None:
        try:
            down = bool(self._devices[name].is_active)
        except Exception as error:  # noqa: BLE001 - a pin that fails must not silence the other three
            contact.due = None
            if name not in self._lost:
                self._lost[name] = f"{name}: its pin cannot be read ({error})"
                _LOG.warning("buttons: %s", self._lost[name])
            return
        self._lost.pop(name, None)
        moved = contact.level(down, at)
        if moved is not None:
            self.inputs.put(Press(name) if moved else Release(name))

    def status(self) -> Status:
        if self._lost:
            return Status("buttons", False, "; ".join(self._lost.values()))
        found = ", ".join(f"{name} GPIO{device.pin.info.name[4:]}" for name, device in self._devices.items())
        return Status("buttons", bool(found), f"{found or 'no pins in the settings'}, by {self._pins.backend}")

    def close(self) -> None:
        """Stop reading and give the pins back; in a fork they stay the parent's."""
        self._stopping.set()
        self._hints.put(None)
        if self._thread is not None:
            self._thread.join(2)
        if not self._pins.own:
            return  # nor may forgetting the devices close them
        for device in self._devices.values():
            device.close()
        self._devices, self._contacts = {}, {}
