"""``run``: what has to hold before the table starts, each with a sentence of its own."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import config
from companion.commands import TROUBLE, USAGE, Stop
from companion.config import Settings

LOCK = "tablehand.lock"


def run(state: str | None, port: int | None, file: Path | None) -> int:
    """Start the table with these settings and return its exit code once it stops."""
    try:
        settings = config.changed(config.load(file), state=state, port=port)
    except config.SettingsError as error:
        raise Stop(USAGE, str(error.fault)) from None
    os.umask(0o077)  # hidden roles and the room's key lie there, maybe in a folder that others may look into
    place = settings.state_dir
    make_state(place)
    with only_copy(place):
        free_port(settings)
        from companion.app import run as start
        from companion.journal import NotSaved

        try:
            return start(settings)
        except OSError as error:
            raise Stop(TROUBLE, reason(error, settings)) from None
        except NotSaved as error:  # room for a probe, none for an evening
            hint = "make room there, or give another one with --state DIR"
            raise Stop(TROUBLE, f"the state directory {place} takes no evening ({error}); {hint}") from None


def make_state(place: Path) -> None:
    """Make the state directory, readable by its owner alone, and see whether it takes a file."""
    if place.exists() and not place.is_dir():
        raise Stop(TROUBLE, f"the state directory {place} is a file; give a folder with --state DIR")
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = place / f".probe-{os.getpid()}"
        try:
            with probe.open("wb") as opened:
                opened.write(bytes(4096))
                opened.flush()
                os.fsync(opened.fileno())
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Stop(TROUBLE, f"the disk that holds the state directory {place} is full") from None
        hint = "give another one with --state DIR"
        raise Stop(TROUBLE, f"the state directory {place} cannot be written ({error.strerror}); {hint}") from None


@contextmanager
def only_copy(place: Path) -> Iterator[None]:
    """Hold the state directory's lock: it goes with the process, so a crash leaves nothing to clean up."""
    try:
        opened = (place / LOCK).open("a+")
    except OSError as error:
        raise Stop(TROUBLE, f"{place / LOCK} cannot be opened ({error.strerror})") from None
    with opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            opened.seek(0)
            owner = opened.read(20).strip()
            who = f" (process {owner})" if owner.isdecimal() else ""
            hint = "another table needs its own --state DIR and --port N"
            raise Stop(TROUBLE, f"a table is already running on {place}{who}; {hint}") from None
        try:
            opened.truncate(0)
            opened.write(str(os.getpid()))
            opened.flush()
        except OSError:
            print("tablehand: the state directory takes nothing more", file=sys.stderr)
        yield


def free_port(settings: Settings) -> None:
    """See whether the port can be listened on, before anything else starts."""
    kind = socket.AF_INET6 if ":" in settings.web.host else socket.AF_INET
    with socket.socket(kind, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((settings.web.host, settings.web.port))
        except OSError as error:
            raise Stop(TROUBLE, reason(error, settings)) from None


def reason(error: OSError, settings: Settings) -> str:
    """Return one sentence for what the system did not allow."""
    host, port = settings.web.host, settings.web.port
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is in use by another program; take another one with --port N"
        case errno.EACCES if error.filename is None:
            return f"port {port} may not be opened by this user; take one from 1024 up with --port N"
        case errno.EADDRNOTAVAIL:
            return f"this machine has no address {host}; see web.host in the settings"
        case errno.ENOSPC:
            return f"the disk that holds {settings.state_dir} is full"
        case _:
            if isinstance(error, socket.gaierror):
                return f"{host!r} is no address; see web.host in the settings"
            about = f"{error.filename}: " if error.filename else ""
            return f"{about}{error.strerror or error}"
