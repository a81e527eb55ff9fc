"""The service manager's side of the table: it is ready, what it is at, that it lives, that it stops.

The watchdog is fed by what the table's own loops have done, not by a thread that merely runs: each loop notes when it
last came round (``alive``), and a loop that has not for too long is not vouched for. The service manager then ends
the process with SIGABRT, which writes where every thread stood to the log, and starts it anew.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from companion.clock import SystemTime, Time

_LOG = logging.getLogger(__name__)

IDLE = 3.0
"""Seconds that may always pass: an idle table comes round once a second."""
PATIENCE_OF_PANEL = 60.0
"""Seconds that the front panel may take for one round: a display write of half a minute is slow, not dead."""

POWER = "TABLEHAND_POWER"
"""Names the file whose appearance makes the machine switch off (a path unit looks at it); unset on a laptop."""


class Alive(Protocol):
    """A loop that notes in ``alive`` the monotonic seconds (of ``Time``) at which it last came round."""

    @property
    def alive(self) -> float: ...


class Notifier(Protocol):
    """Who passes messages on to the service manager; must never raise."""

    def notify(self, message: str) -> None: ...


class _Nobody:
    def notify(self, message: str) -> None:
        del message  # there is nobody to hear it


class Service:
    """Reports to the service manager; does nothing where there is none.

    ``status`` says in a few words what the table is at; it must hold nothing secret, it stands in the log.
    ``notifier`` and ``time`` are for tests.
    """

    def __init__(
        self,
        table: Alive,
        front: Alive | None = None,
        *,
        status: Callable[[], str] | None = None,
        time: Time | None = None,
        environ: Mapping[str, str] = os.environ,
        notifier: Notifier | None = None,
    ) -> None:
        self._table, self._front, self._status = table, front, status
        self._time = time or SystemTime()
        self._notifier = notifier or _notifier(environ)
        self.every = _watchdog(environ)
        self._last = ""
        self._late: tuple[str, ...] = ()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._managed = not isinstance(self._notifier, _Nobody)

    def start(self) -> None:
        """Say that the table is open, and report from a thread from now on."""
        if not self._managed:
            return
        with contextlib.suppress(Exception):  # no stderr to write to: the log goes without the threads' places
            faulthandler.enable()
        self._notifier.notify("READY=1")
        self._thread = threading.Thread(target=self._run, name="service", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Say that the table closes. The watchdog stays quiet for as long as the manager allows a stop to take."""
        self._stopping.set()
        self._notifier.notify("STOPPING=1")
        if self._thread is not None:
            self._thread.join(2)
        line = getattr(self._notifier, "socket", None)
        if line is not None:
            line.close()

    def late(self) -> tuple[str, ...]:
        """Return the loops that have not come round for too long: none, if all is well."""
        now = self._time.monotonic()
        found = []
        if now - self._table.alive > max(IDLE, (self.every or 20.0) / 2):
            found.append("table")
        if self._front is not None and now - self._front.alive > PATIENCE_OF_PANEL:
            found.append("front panel")
        return tuple(found)

    def report(self) -> bool:
        """Send what is new, and feed the watchdog if every loop has come round. Tells whether it was fed."""
        late = self.late()
        if late != self._late:
            self._late = late
            if late:
                _LOG.error("no sign of life from: %s", ", ".join(late))
        status = f"not answering: {', '.join(late)}" if late else self._told()
        if status != self._last:
            self._last = status
            self._notifier.notify(f"STATUS={status}")
        if late:
            return False
        if self.every is not None:
            self._notifier.notify("WATCHDOG=1")
        return True

    def _told(self) -> str:
        if self._status is None:
            return "open"
        try:
            return " ".join(self._status().split())
        except Exception:  # noqa: BLE001 - a status is nice to have; the sign of life must go on
            _LOG.exception("the status cannot be told")
            return "open"

    def _run(self) -> None:
        pause = 5.0 if self.every is None else max(0.05, min(5.0, self.every / 4))
        while True:
            self.report()
            if self._stopping.wait(pause):
                return


def power_switch(environ: Mapping[str, str] = os.environ) -> Callable[[], bool] | None:
    """Return what switches this machine off, or None where only the program stops (a laptop).

    Calling it returns False where the wish could not be left; the table then stays open.
    """
    wish = environ.get(POWER, "")
    if not wish:
        return None

    def off() -> bool:
        try:
            Path(wish).touch()
        except OSError as error:
            _LOG.error("the machine cannot be switched off: %s (%s)", wish, error.strerror)
            return False
        _LOG.info("switching the machine off")
        return True

    return off


def _watchdog(environ: Mapping[str, str]) -> float | None:
    """Return within how many seconds the manager wants to hear of us; None if it does not look."""
    given = environ.get("WATCHDOG_USEC", "")
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # meant for the process that started us
    return int(given) / 1e6 if given.isascii() and given.isdecimal() and int(given) > 0 else None


def _notifier(environ: Mapping[str, str]) -> Notifier:
    if not environ.get("NOTIFY_SOCKET"):
        return _Nobody()
    try:
        import sdnotify
    except ImportError:
        _LOG.error("started by a service manager, but sdnotify is not installed: it will not hear that the table is up")
        return _Nobody()
    notifier: Notifier = sdnotify.SystemdNotifier()
    return notifier
