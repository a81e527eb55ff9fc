"""The display: blank until there is something to show, only what changed, back by itself after an error.

One thread writes (``latest.Latest``): nobody who shows a picture waits for the bus, however long it takes.
"""

from __future__ import annotations

import atexit
import logging
import threading
from typing import NamedTuple

from PIL import Image

from companion.clock import SystemTime, Time
from companion.config import Display
from companion.panel import Light
from firmware_bridge import oled_bus, oled_screen
from firmware_bridge.latest import Latest
from firmware_bridge.oled_bus import Bus, Hopeless, OpenBus, open_bus
from firmware_bridge.oled_screen import SIZE, Screen
from firmware_bridge.status import Status

FEEL_EVERY = 2.0
"""Seconds after which a display that was told nothing is asked whether it is there."""
RENEW_EVERY = 60.0
"""Seconds after which everything is sent anew: a loose wire or a spark leaves no lasting mark."""
FAREWELL = 0.9
"""Seconds that the end of the program may take to blank the display."""

_LOG = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What is to be seen."""

    picture: Image.Image
    light: Light


class Oled:
    """The display that the settings name. It is blank as soon as it is reached, and after ``close``.

    No method raises for a device, or waits for one; ``close`` waits less than a second. ``open_bus`` and ``time``
    are for tests, and so is ``threaded=False``: then ``step`` does what the writer's thread does.
    """

    def __init__(
        self,
        display: Display,
        *,
        open_bus: OpenBus = open_bus,
        time: Time | None = None,
        threaded: bool = True,
    ) -> None:
        self._display = display
        self._open_bus = open_bus
        self._time = time or SystemTime()
        self._lock = threading.Lock()
        self._wanted = Wanted(Image.new("1", SIZE), "full")
        self._closed = False
        self._hopeless = ""
        # The rest belongs to the writer.
        self._screen: Screen | None = None
        self._bus: Bus | None = None
        self._lit: Light | None = None
        self._whole_at = 0.0
        self._latest = Latest(self._write, "display", time=self._time, idle=FEEL_EVERY, threaded=threaded)
        self._latest.put(self._wanted)
        atexit.register(self.close)

    def show(self, picture: Image.Image) -> None:
        """Show a picture of mode "1", 128 x 64; a later one replaces one that is not yet sent."""
        with self._lock:
            if not self._closed:
                self._wanted = self._wanted._replace(picture=picture.copy())
                self._latest.put(self._wanted)

    def light(self, light: Light) -> None:
        """Set how bright the display is; ``dark``: off, and its memory empty."""
        with self._lock:
            if not self._closed:
                self._wanted = self._wanted._replace(light=light)
                self._latest.put(self._wanted)

    def close(self, timeout: float = FAREWELL) -> None:
        """Blank the display, switch it off and let go of it. May be called again, and at exit."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        atexit.unregister(self.close)
        blank = Wanted(Image.new("1", SIZE), "dark")
        if not self._latest.close(blank, timeout) and not self._hopeless:
            _LOG.warning("the display could not be blanked: %s", self._latest.trouble or "its bus hangs")
            if self._latest.busy:  # the bus is the writer's as long as that hangs in it
                return
        self._lose()

    def step(self) -> float | None:
        """Write what is due, where there is no thread. Returns the seconds until something will be due, or None."""
        return self._latest.step()

    def status(self) -> Status:
        """Return how the display is, in a sentence."""
        trouble = self._latest.trouble
        if not trouble and not self._latest.written:
            trouble = f"waiting for {self._display.driver} on {oled_bus.node(self._display)}"
        if trouble:
            return Status("display", False, trouble)
        where = oled_bus.node(self._display)
        at = f" at 0x{self._display.address:02X}" if self._display.interface == "i2c" else ""
        return Status("display", True, f"{self._display.driver} on {where}{at}")

    # the writer

    def _write(self, wanted: Wanted) -> None:
        if self._hopeless:
            raise OSError(self._hopeless)
        try:
            with oled_bus.talking(self._display):
                self._reach()
                self._bring(wanted)
        except Hopeless as error:
            self._hopeless = str(error)
            raise OSError(self._hopeless) from error
        except BaseException:
            self._lose()
            raise

    def _reach(self) -> None:
        """Open the bus and start the display, unless it is there."""
        if self._screen is None:
            self._screen = oled_screen.make(self._display)
        if self._bus is None:
            self._bus = self._open_bus(self._display)
            self._screen.begin(self._bus)
            self._lit = None
            self._whole_at = self._time.monotonic()

    def _bring(self, wanted: Wanted) -> None:
        """Tell the display what it does not show yet."""
        assert self._screen is not None
        screen, now = self._screen, self._time.monotonic()
        dark = wanted.light == "dark"
        if dark and self._lit != "dark":
            screen.off()  # first: it takes one byte, and a secret may be on it
        if now - self._whole_at >= RENEW_EVERY and not dark:
            screen.renew()
            self._whole_at, self._lit = now, None
        if wanted.light == "dim" and self._lit == "full":
            screen.bright(full=False)  # first too: what comes may be a secret, which no neighbour reads by its light
            self._lit = "dim"
        told = screen.show(Image.new("1", SIZE) if dark else wanted.picture)
        if wanted.light != self._lit:
            told = True
            if not dark:
                screen.bright(full=wanted.light == "full")
            if self._lit == "dark":
                screen.on()
            self._lit = wanted.light
        if not told:
            screen.feel()

    def _lose(self) -> None:
        """Let go of the bus. What stands on the display is not known any more."""
        bus, self._bus, self._lit = self._bus, None, None
        if self._screen is not None:
            self._screen.detach()
        if bus is not None:
            try:
                bus.cleanup()
            except Exception:  # noqa: BLE001 - it is gone already; all that can be done is done
                _LOG.debug("closing the display's bus failed", exc_info=True)


def blank(display: Display, open_bus: OpenBus = open_bus) -> Status:
    """Blank the display and switch it off, in a process of its own: after one that was killed, or before power-off."""
    oled = Oled(display, open_bus=open_bus, threaded=False)
    oled.close()
    return oled.status()
