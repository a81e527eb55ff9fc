"""What the owner said of values that the rulebooks do not give: asked once, and kept."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.game import Doubt

from .fault import Fault
from .toml import read_toml

Value = bool | int | str

OWNER_FILE = "owner.toml"
"""The file in the state directory, and the name under which a game's ``bind`` gets its values from there."""

_HEAD = """\
# What your own copies of the games say, as you told the box. Change it here, or on the owner's sheet;
# a change reaches the next game. `ours = true` means: play with the values as shipped, and do not ask.
"""


class Owner:
    """The owner's answers, game by game, in ``owner.toml``. Safe to use from any thread.

    A file that cannot be read is a fault, counts as empty, and is set aside (``owner.toml.broken``) before
    the next answer is written, so that nothing typed by hand is lost.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._values: dict[str, dict[str, Value]] = {}
        self._ours: set[str] = set()
        self.faults: tuple[Fault, ...] = ()
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            self.faults = (Fault(path.name, "", f"cannot be read ({error.strerror})"),)
            return
        values, faults = read_toml(path.name, content)
        odd = list(faults)
        for game, table in values.items() if not faults else ():
            if not isinstance(table, dict):
                odd.append(Fault(path.name, game, "a game's answers stand in a table: [GAME.values]"))
                continue
            odd += self._take(path.name, game, table)
        self.faults = tuple(odd)

    def _take(self, file: str, game: str, table: dict[str, Any]) -> Iterable[Fault]:
        for key, value in table.items():
            if key == "ours" and isinstance(value, bool):
                if value:
                    self._ours.add(game)
            elif key == "values" and isinstance(value, dict):
                for name, answer in value.items():
                    if isinstance(answer, bool | int | str):
                        self._values.setdefault(game, {})[name] = answer
                    else:
                        hint = "an answer is a number, a text in quotes, true or false; a dotted key is quoted"
                        yield Fault(file, f"{game}.values.{name}", hint)
            else:
                yield Fault(file, f"{game}.{key}", "is not known here; there are `ours` and the table `values`")

    def values(self, game: str) -> Mapping[str, Value]:
        """Return the owner's answers for ``game``: key of the doubt -> value."""
        with self._lock:
            return dict(self._values.get(game, {}))

    def unanswered(self, game: str, doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
        """Return those of ``doubts`` that the box still has to ask."""
        with self._lock:
            if game in self._ours:
                return ()
            known = self._values.get(game, {})
            return tuple(doubt for doubt in doubts if doubt.key not in known)

    def keep(self, game: str, answers: Mapping[str, Value]) -> None:
        """Keep ``answers`` for ever. Raises OSError when the disk does not take them (they hold tonight)."""
        with self._lock:
            self._values.setdefault(game, {}).update(answers)
            self._write()

    def play_with_ours(self, game: str) -> None:
        """Answer for all values of ``game`` at once: as shipped. Raises OSError as ``keep`` does."""
        with self._lock:
            self._ours.add(game)
            self._write()

    def file_for(self, game: str) -> bytes | None:
        """Return the owner's answers for ``game`` as a TOML file for its ``bind``, or None without any."""
        values = self.values(game)
        return "".join(_line(key, values[key]) for key in sorted(values)).encode() if values else None

    def _write(self) -> None:
        if self._path is None:
            return
        if self.faults and self._path.exists():
            self._path.replace(self._path.with_name(f"{self._path.name}.broken"))
            self.faults = ()
        lines = [_HEAD]
        for game in sorted({*self._values, *self._ours}):
            lines.append(f"\n[{_text(game)}]\nours = {'true' if game in self._ours else 'false'}\n")
            values = self._values.get(game, {})
            lines.append(f"\n[{_text(game)}.values]\n" if values else "")
            lines += [_line(key, values[key]) for key in sorted(values)]
        write_whole(self._path, "".join(lines).encode())


def _text(string: str) -> str:
    return json.dumps(string, ensure_ascii=False).replace("\x7f", "\\u007f")


def _line(key: str, value: Value) -> str:
    """Return one TOML line; JSON's strings, whole numbers and truths are TOML's too."""
    shown = _text(value) if isinstance(value, str) else json.dumps(value)
    return f"{_text(key)} = {shown}\n"


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` so that a power cut leaves the old or the new one. Raises OSError."""
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    with contextlib.suppress(OSError):  # not every file system can
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
