"""Which quests lie among a game's files, and reading them, each only once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.game import PackError

from .book import Quest
from .links import unlinked
from .reading import BOARDS, Reader

FOLDER = "quests/"
"""Where the packs lie among a game's files, each in a folder of its own."""


def quests(packs: Mapping[str, bytes]) -> dict[str, Quest]:
    """Return every quest among a game's files, by its folder's name. Raises PackError, file names from the top."""
    found = {}
    for key in quest_keys(packs):
        try:
            found[key] = _read_once(key, tuple(sorted(quest_files(packs, key).items())))
        except PackError as fault:
            others = tuple(_within(key, packs, other) for other in fault.others)
            first = _within(key, packs, fault)
            raise PackError(first.file, first.place, first.hint, others) from fault
    return found


@lru_cache(maxsize=16)
def _read_once(key: str, files: tuple[tuple[str, bytes], ...]) -> Quest:
    """Return a quest; one of the same content is read once, however many games are bound to it."""
    return read_quest(key, dict(files))


def _within(key: str, packs: Mapping[str, bytes], fault: PackError) -> PackError:
    """Return a quest's fault with its file named from the top of the game's files."""
    own = f"{FOLDER}{key}/{fault.file}"
    shared = fault.file == BOARDS and own not in packs
    return PackError(fault.file if shared else own, fault.place, fault.hint)


def quest_keys(packs: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the names of the quests among a game's files, in order."""
    return tuple(sorted({name.split("/")[1] for name in packs if name.startswith(FOLDER) and name.count("/") > 1}))


def quest_files(packs: Mapping[str, bytes], key: str) -> dict[str, bytes]:
    """Return the files of one quest, with the game's boards where it has none of its own."""
    top = f"{FOLDER}{key}/"
    own = {name.removeprefix(top): content for name, content in packs.items() if name.startswith(top)}
    return {BOARDS: packs[BOARDS], **own} if BOARDS in packs else own


def read_quest(key: str, files: Mapping[str, bytes]) -> Quest:
    """Return the quest of the pack ``files``, checked and linked. Raises PackError, with all other faults."""
    quest, faults = try_quest(key, files)
    if faults or quest is None:
        first = faults[0]
        raise PackError(first.file, first.place, first.hint, faults[1:])
    return quest


def try_quest(key: str, files: Mapping[str, bytes]) -> tuple[Quest | None, tuple[PackError, ...]]:
    """Return the quest as far as it can be read (None without its outline), and all that cannot be played so."""
    reader = Reader(files)
    quest = reader.quest(key)
    if quest is not None and not reader.faults:
        reader.faults += unlinked(quest)
    return quest, tuple(reader.faults)
