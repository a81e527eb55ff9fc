"""A small quest to break in one place at a time."""

from __future__ import annotations

from importlib import resources

from companion.game import PackError
from companion.games.freelancers.quest import try_quest
from companion.games.freelancers.quest.faults import quest_faults
from companion.packs import shipped

FOLDER = resources.files("companion") / "data" / "quest-template"
NAMES = (
    "quest.toml",
    "map.toml",
    "tokens.toml",
    "pages/pages.toml",
    "entries/entries.toml",
    "cards/cards.toml",
    "sheets/sheets.toml",
)


def template() -> dict[str, bytes]:
    """Return the files that `quest new` makes."""
    own = {name: FOLDER.joinpath(*name.split("/")).read_bytes() for name in NAMES}
    return {"boards.toml": shipped("freelancers")["boards.toml"], **own}


def changed(file: str, old: str, new: str) -> dict[str, bytes]:
    """Return the template with something else in one place."""
    files = template()
    text = files[file].decode()
    assert old in text, old
    return {**files, file: text.replace(old, new, 1).encode()}


def added(file: str, more: str) -> dict[str, bytes]:
    """Return the template with something more at the end of a file."""
    files = template()
    return {**files, file: files[file] + b"\n" + more.encode()}


def faults(files: dict[str, bytes]) -> tuple[PackError, ...]:
    """Return all that `quest check` names."""
    quest, broken = try_quest("small", files)
    if broken:
        return broken
    assert quest is not None
    return quest_faults(quest)


def says(files: dict[str, bytes], hint: str, file: str = "", place: str = "") -> None:
    """See that a fault is named, with its file and place."""
    found = faults(files)
    assert any(hint in f.hint and file in f.file and place in f.place for f in found), [str(f) for f in found]
