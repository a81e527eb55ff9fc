"""What the pages are told about the house they stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def _nowhere() -> str:
    return "http://127.0.0.1"


@dataclass(frozen=True)
class Wifi:
    """The box's own network: its name, its password, and what a phone reads from a QR code to join it."""

    name: str
    password: str
    code: str


def _no_wifi() -> Wifi | None:
    return None


@dataclass(frozen=True)
class Settings:
    """``address`` gives where phones reach the box now (``http://10.41.0.1:8080``; it may change with the network).

    ``names`` are host names that mean this box (addresses always do); ``demo`` opens /demo to this machine's own
    browser, never on a real box; ``streams`` is how many live pages are served at once; ``beat`` seconds pass
    between signs of life on each. ``wifi`` gives the box's own network, where it has one. ``compiled`` is a folder for
    compiled templates; none: they are compiled at every start.
    """

    address: Callable[[], str] = _nowhere
    names: tuple[str, ...] = ("tablehand.local",)
    demo: bool = False
    streams: int = 40
    beat: float = 3.0
    wifi: Callable[[], Wifi | None] = _no_wifi
    compiled: Path | None = None
