"""``quest check``, ``new``, ``codes``, ``graph`` and ``print``."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.commands import FAILED, OK, TROUBLE, USAGE, Stop, write
from companion.commands.quest.files import load, sound
from companion.games.freelancers.quest import try_quest
from companion.games.freelancers.quest.codes import propose
from companion.games.freelancers.quest.faults import quest_faults
from companion.packs import Fault


def check(paths: list[Path]) -> int:
    """Print every fault of the quests at ``paths``. Returns 1 when there is one."""
    found = 0
    for path in paths:
        files, odd = load(path)
        faults = list(odd)
        if not odd:
            quest, broken = try_quest(path.stem, files)
            faults += map(Fault.of, broken)
            if quest is not None and not broken:
                faults += map(Fault.of, quest_faults(quest))
        for fault in faults:
            print(fault)
        found += len(faults)
        if not faults and quest is not None:
            entries = len({entry.code for entry in quest.entries.values()})
            print(f"{path}: no faults ({entries} entries, {len(quest.pages)} pages, {len(quest.map.places)} places)")
    return FAILED if found else OK


def new(folder: Path) -> int:
    """Make a folder with a small whole quest in it, to be changed into one's own."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Stop(USAGE, f"{folder} is there already, and not empty")
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", folder.name):
        raise Stop(USAGE, f"{folder.name!r}: a quest's folder has a name of a-z, 0-9, - and _")
    try:
        _copy(resources.files("companion") / "data" / "quest-template", folder)
    except OSError as error:
        raise Stop(TROUBLE, f"{folder} cannot be written ({error.strerror})") from None
    print(f"{folder}: a small quest to begin with; its README.txt says how")
    return OK


def _copy(source: Traversable, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for item in source.iterdir():
        if item.is_dir():
            _copy(item, target / item.name)
        elif not item.name.startswith("."):
            (target / item.name).write_bytes(item.read_bytes())


def codes(count: int, digits: int, pack: Path | None) -> int:
    """Print ``count`` codes that no slip turns into each other, nor into those of ``pack``."""
    taken: set[str] = set()
    start = 0
    if pack is not None:
        files, _ = load(pack)
        quest, _ = try_quest(pack.stem, files)
        if quest is None:
            raise Stop(FAILED, f"{pack}: no quest that can be read; see ./tablehand quest check {pack}")
        taken = {code for code in quest.entries if code.isascii() and code.isdecimal()}
        start = len(taken)
    try:
        found = propose(count, digits, taken, start)
    except ValueError as error:
        raise Stop(USAGE, str(error)) from None
    print("\n".join(found))
    return OK


def graph(path: Path, target: Path | None) -> int:
    """Write the quest's entries, pages and map as one picture."""
    from companion.commands.quest.graph import svg

    quest, _ = sound(path)
    return _write(target or Path(f"{path.stem}-graph.svg"), svg(quest))


def print_out(path: Path, target: Path | None) -> int:
    """Write location book, map, sheets and cards as one page to be printed from a browser."""
    from companion.commands.quest.paper import page

    quest, _ = sound(path)
    return _write(target or Path(f"{path.stem}.html"), page(quest))


def _write(target: Path, content: str) -> int:
    write(content, target)
    print(target)
    return OK
