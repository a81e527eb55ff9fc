"""``pack graph`` and ``pack poster``: what a pack holds, drawn into a file."""

from __future__ import annotations

import sys
from pathlib import Path

from companion import packs
from companion.commands import FAILED, OK, USAGE, Stop, title_of, write
from companion.game import Drawing, PackError
from companion.games import TITLES
from companion.packs.drawings import poster as poster_of
from companion.packs.drawings import svg
from companion.words import Words, of_the_house


def graph(path: Path, game: str | None, only: str | None, out: Path | None) -> int:
    """Write a drawing of the pack at ``path`` as SVG to ``out`` (none: to standard output). Returns 1 for faults."""
    drawing, words = _one(path, game, only)
    _write(svg(drawing, words), out)
    return OK


def poster(path: Path, game: str | None, only: str | None, out: Path | None, sheets: int) -> int:
    """Write a drawing of the pack as a page that prints over at most ``sheets`` sheets of A4. Returns 1 for faults."""
    drawing, words = _one(path, game, only)
    _write(poster_of(drawing, words, sheets), out)
    return OK


def _one(path: Path, game: str | None, only: str | None) -> tuple[Drawing, Words]:
    """Return the drawing that is meant. Raises Stop where there is none, or more than one."""
    if game is not None:
        title_of(game, TITLES)
    try:
        key, files, own = packs.opened(path, TITLES, game)
    except FileNotFoundError:
        raise Stop(USAGE, f"{path}: there is nothing here") from None
    except PackError as error:
        raise Stop(FAILED, f"{error} (`pack check` names every fault)") from None
    if key is None:
        keys = "|".join(title.meta.key for title in TITLES)
        raise Stop(USAGE, f"{path}: whose pack is this? Say it with --game {keys}")
    try:
        found = {drawing.key: drawing for drawing in title_of(key, TITLES).bind(files).drawings()}
    except PackError as error:
        raise Stop(FAILED, f"{error} (`pack check` names every fault)") from None
    mine = {name: drawing for name, drawing in found.items() if f"{name}.toml" in own}
    wanted = [found[only]] if only in found else list((mine or found).values())
    if not found:
        raise Stop(USAGE, f"{path}: {key} has nothing that can be drawn")
    if (only is not None and only not in found) or len(wanted) != 1:
        raise Stop(USAGE, f"{path}: say with --only which drawing is meant; there are {', '.join(found)}")
    return wanted[0], of_the_house(key, packs=[files])


def _write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        write(text, out)
