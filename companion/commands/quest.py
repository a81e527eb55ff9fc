"""``quest``: what the writer of a quest needs: check, new, codes, graph, print."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.commands import FAILED, OK, TROUBLE, USAGE, Stop, write
from companion.games.freelancers.quest import Quest, quest_files, quest_keys, try_quest
from companion.games.freelancers.quest.codes import propose
from companion.games.freelancers.quest.faults import quest_faults
from companion.games.freelancers.quest.reading import BOARDS
from companion.packs import Fault, read_pack, shipped

GAME = "freelancers"


def load(path: Path) -> tuple[dict[str, bytes], tuple[Fault, ...]]:
    """Return the files of the quest at ``path``, a folder, a zip or a shipped quest's name, and their faults."""
    own = shipped(GAME)
    if not path.exists() and str(path) in quest_keys(own):
        return quest_files(own, str(path)), ()
    try:
        pack = read_pack(path)
    except FileNotFoundError:
        known = ", ".join(quest_keys(own)) or "none"
        raise Stop(USAGE, f"{path}: there is no quest here (shipped ones: {known})") from None
    return {BOARDS: own[BOARDS], **pack.files}, pack.faults


def sound(path: Path) -> tuple[Quest, dict[str, bytes]]:
    """Return a quest that can be played, with its files. Raises Stop with the first fault of another."""
    files, odd = load(path)
    quest, faults = try_quest(path.stem, files)
    if odd or faults or quest is None:
        first = odd[0] if odd else Fault.of(faults[0])
        raise Stop(FAILED, f"{path}: {first}; see ./tablehand quest check {path}")
    return quest, files


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
    from companion.commands.quest_graph import svg

    quest, _ = sound(path)
    return _write(target or Path(f"{path.stem}-graph.svg"), svg(quest))


def print_out(path: Path, target: Path | None) -> int:
    """Write location book, map, sheets and cards as one page to be printed from a browser."""
    from companion.commands.quest_print import page

    quest, _ = sound(path)
    return _write(target or Path(f"{path.stem}.html"), page(quest))


def _write(target: Path, content: str) -> int:
    write(content, target)
    print(target)
    return OK
