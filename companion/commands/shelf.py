"""``games`` and ``pack check``."""

from __future__ import annotations

from pathlib import Path

from companion import packs
from companion.commands import FAILED, OK, USAGE, Stop, title_of
from companion.games import TITLES
from companion.words import of_the_house


def games(state: Path | None) -> int:
    """Print the games on the shelf, then what is wrong with packs, if anything. Returns 1 for faults.

    ``state`` is the state directory whose packs count (none: games as shipped).
    """
    if state is not None and not state.is_dir():
        raise Stop(USAGE, f"{state} is no folder: give the state directory with --state DIR")
    library = packs.open_library(TITLES, state)
    words = of_the_house(*library, packs=map(library.packs, library))
    for title in TITLES:
        meta = title.meta
        players = f"{meta.least}-{meta.most} players"
        left_out = "" if meta.key in library else "  (its pack is broken)"
        print(f"{meta.key:<16} {words(meta.name):<20} {players}{left_out}")
    for fault in library.faults:
        print(fault)
    return FAILED if library.faults else OK


def check(paths: list[Path], game: str | None) -> int:
    """Print every fault of the packs at ``paths``. Returns 1 when there is one."""
    if game is not None:
        title_of(game, TITLES)
    found = 0
    for path in paths:
        try:
            faults = packs.check(path, TITLES, game)
        except FileNotFoundError:
            raise Stop(USAGE, f"{path}: there is nothing here") from None
        for fault in faults:
            print(fault)
        found += len(faults)
        if not faults:
            print(f"{path}: no faults")
    return FAILED if found else OK
