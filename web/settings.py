"""What the pages are told about the house they stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _nowhere() -> str:
    return "http://127.0.0.1"


@dataclass(frozen=True)
class Settings:
    """``address`` gives where phones reach the box now (``http://10.41.0.1:8080``; it may change with the network).

    ``names`` are host names that mean this box (addresses always do); ``demo`` opens /demo to this machine's own
    browser, never on a real box; ``streams`` is how many live pages are served at once; ``beat`` seconds pass
    between signs of life on each.
    """

    address: Callable[[], str] = _nowhere
    names: tuple[str, ...] = ("tablehand.local",)
    demo: bool = False
    streams: int = 40
    beat: float = 3.0
