"""How much room a name takes in a picture, where no browser breaks or cuts it: counted in letters of usual width."""

from __future__ import annotations

import unicodedata

_BROAD = {"W": 1.9, "M": 1.75, "m": 1.75, "@": 1.75, "%": 1.75, "w": 1.5}
_FULL = 1.75
"""Of a letter that is as broad as it is high: Chinese, Japanese, Korean, most emoji."""


def breadth(name: str) -> float:
    """Return how broad ``name`` is, 1 being any letter that is not broader than most: narrow ones leave some white."""
    return sum(_breadth(letter) for letter in name)


def short(name: str, room: int) -> str:
    """Return ``name`` in at most ``room`` letters, whatever their breadth: where there is some white beside it."""
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def fitted(name: str, room: float) -> str:
    """Return ``name`` as it is where it takes the ``room`` of so many usual letters, else its beginning and "…".

    For where a broad name would run into what stands beside it.
    """
    if breadth(name) <= room:
        return name
    left = room - 1
    for at, letter in enumerate(name):
        left -= _breadth(letter)
        if left < 0:
            return name[:at].rstrip(" \u200d") + "…"
    return name


def _breadth(letter: str) -> float:
    if letter in _BROAD:
        return _BROAD[letter]
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):  # stands on, or joins, what is beside it
        return 0.0
    return _FULL if unicodedata.east_asian_width(letter) in "WF" else 1.0
