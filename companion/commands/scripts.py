"""``play`` and ``replay``: table scripts and saved evenings."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from tqdm import tqdm

from companion import packs, replay, script
from companion.commands import FAILED, OK, USAGE, Stop
from companion.game import Text
from companion.games import TITLES
from companion.script.record import as_script
from companion.shelf import Shelf
from companion.words import Words, of_the_house


def play(paths: list[Path], keep_going: bool = False) -> int:
    """Play all scripts at ``paths``; returns 1 with the first line that did not hold."""
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise Stop(USAGE, f"{path}: there is nothing here")
        found = script.find(path)
        if not found:
            raise Stop(FAILED, f"{path}: no script found (a script's name ends in {script.SUFFIX})")
        files += [file for file in found if file not in files]
    from companion.app import pages

    library, words = packs.open_library(TITLES, None), of_the_house(*(t.meta.key for t in TITLES))
    failed = times = 0
    with tqdm(files, unit="script", file=sys.stderr, disable=None if len(files) > 1 else True) as bar:
        for file in bar:
            try:
                scripted = script.read(file)
            except script.ScriptError as error:
                raise Stop(USAGE, str(error)) from None
            try:
                times += script.play(scripted, TITLES, words, pages, lambda: Shelf(*library.boxes()))
            except script.ScriptError as error:
                failed += 1
                bar.write(str(error), file=sys.stderr)
                if not keep_going:
                    break
    if failed:
        print(f"tablehand: {failed} of {len(files)} scripts did not hold", file=sys.stderr)
        return FAILED
    orders = f", in {times} orders" if times > len(files) else ""
    print(f"{len(files)} script{'s' if len(files) > 1 else ''}: all held{orders}")
    return OK


def replay_journal(journal: Path | None, state: Path | None, scripted: bool) -> int:
    """Play a saved evening again and print what was done, or a script; returns 1 when a stored state differs."""
    path = journal or _in_state(state or Path())
    shelf = Shelf(*packs.open_library(TITLES, state).boxes())
    try:
        with replay.opened(path) as saved:
            evening = tqdm(
                replay.replay(saved, shelf), total=saved.last_row(), unit="row", file=sys.stderr, disable=None
            )
            if scripted:
                for line in as_script(evening):
                    print(line)
                return OK
            words, names = of_the_house(*shelf, packs=map(shelf.packs, shelf)), {}
            count = 0
            for played in evening:
                count += 1
                names.update(_names(played.entry.command))
                print(f"{played.entry.row:5}  {_told(played, words, names)}")
    except replay.Unreadable as error:
        raise Stop(USAGE, str(error)) from None
    except replay.Differs as error:
        raise Stop(FAILED, str(error)) from None
    print(f"{count} rows: every stored state is the one that the commands lead to")
    return OK


def _in_state(state: Path) -> Path:
    """Return the journal in a state directory."""
    found = sorted(p for p in state.glob("*.sqlite3") if ".damaged" not in p.name)
    if not found:
        raise Stop(USAGE, f"{state} holds no journal")
    return found[0]


def _names(command: bytes) -> dict[int, str]:
    fields = msgspec.json.decode(command)
    if fields.get("do") in ("sit", "rename") and fields.get("name"):
        return {fields["seat"]: fields["name"]}
    return {}


def _told(played: replay.Played, words: Words, names: dict[int, str]) -> str:
    """Return what was done in public words; what was secret stays so."""
    label = msgspec.json.decode(played.entry.label, type=Text | None)
    if label is not None:
        return words(label, names)
    kind = msgspec.json.decode(played.entry.command).get("do", "a game begins")
    return f"{kind}" if played.entry.kind in ("table", "new") else f"({played.entry.kind}, not public)"
