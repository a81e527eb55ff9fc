"""Quests as the tools are given them: a folder, a zip, or the name of a shipped one."""

from __future__ import annotations

from pathlib import Path

from companion.commands import FAILED, USAGE, Stop
from companion.games.freelancers.quest import Quest, quest_files, quest_keys, try_quest
from companion.games.freelancers.quest.reading import BOARDS
from companion.packs import Fault, read_pack, shipped

GAME = "freelancers"


def load(path: Path) -> tuple[dict[str, bytes], tuple[Fault, ...]]:
    """Return the files of the quest at ``path``, a folder, a zip or a shipped quest's name, and their faults.

    Raises Stop where there is none.
    """
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
