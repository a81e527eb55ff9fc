"""Reads a pack from a folder or a zip without trusting it: nothing outside of it, nothing endless."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from .fault import Fault
from .toml import read_toml, walk, without_mark

MOST_FILES = 500
MOST_TOML = 1_000_000
MOST_PICTURE = 4_000_000
MOST_PACK = 32_000_000
"""The most files, bytes of one TOML file, of one picture, and of a whole pack."""

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
NOTES = (".md", ".txt")
_JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git", "__pycache__")


class Pack(msgspec.Struct, frozen=True):
    """What was read of one pack: its name, where it lies, file name -> content, and what is wrong with it."""

    name: str
    files: Mapping[str, bytes]
    faults: tuple[Fault, ...] = ()


def read_pack(path: Path) -> Pack:
    """Return the pack in the folder, zip or TOML file ``path``, and every fault that shows without rules.

    Never raises for what lies in a pack; raises FileNotFoundError when there is nothing at ``path``.
    """
    faults: list[Fault] = []
    if path.is_dir():
        found = dict(_folder(path, faults))
    elif not path.exists():
        raise FileNotFoundError(path)
    elif path.suffix.lower() == ".zip" or (path.suffix.lower() != ".toml" and zipfile.is_zipfile(path)):
        found = _zip(path, faults)
    else:
        found = {}
        if content := _file(path, path.name, faults):
            found[path.name] = content
    return checked(path.name, found, faults)


def checked(name: str, found: Mapping[str, bytes], faults: list[Fault]) -> Pack:
    """Return the pack of the files ``found``, each checked, together with the faults so far."""
    total = sum(map(len, found.values()))
    if total > MOST_PACK:
        faults.append(Fault(name, "", f"{total} bytes in all; {MOST_PACK} are the most"))
    files: dict[str, bytes] = {}
    for file, content in sorted(found.items()):
        if file.endswith(".toml"):
            values, odd = read_toml(file, content)
            faults += odd
            faults += _absent(file, values, found)
            files[file] = without_mark(content)
        else:
            files[file] = content
    return Pack(name, files, tuple(faults))


def _absent(file: str, values: dict[str, Any], files: Mapping[str, bytes]) -> Iterator[Fault]:
    """Name pictures that a pack speaks of but does not hold: found out now, not during play."""
    for path, value in walk(values):
        if isinstance(value, str) and value.lower().endswith(PICTURES) and " " not in value:
            beside = str(PurePosixPath(file).parent / value)
            if value not in files and beside not in files:
                yield Fault(file, path, f"the picture {value!r} is not in the pack")


def _limit(name: str) -> int:
    """Return the most bytes of a file called ``name``, 0 when a pack holds no such files."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".toml" or suffix in NOTES:
        return MOST_TOML
    return MOST_PICTURE if suffix in PICTURES else 0


def _is_junk(name: str) -> bool:
    """Tell whether ``name`` is what file managers leave lying about."""
    return any(part in _JUNK or part.startswith("._") for part in PurePosixPath(name).parts)


def _file(path: Path, name: str, faults: list[Fault]) -> bytes | None:
    limit = _limit(name)
    if not limit:
        faults.append(Fault(name, "", "a pack holds TOML files, pictures and notes (.md, .txt) only"))
        return None
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            faults.append(Fault(name, "", "is a symbolic link; a pack holds the files themselves"))
            return None
        if not stat.S_ISREG(mode):
            faults.append(Fault(name, "", "is no plain file"))
            return None
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        faults.append(Fault(name, "", f"cannot be read ({error.strerror})"))
        return None
    if len(content) > limit:
        faults.append(Fault(name, "", f"is too large; {limit} bytes are the most"))
        return None
    return content


def _folder(folder: Path, faults: list[Fault]) -> Iterator[tuple[str, bytes]]:
    todo, seen = [folder], 0
    while todo:
        here = todo.pop()
        try:
            inside = sorted(here.iterdir())
        except OSError as error:
            faults.append(Fault(str(here.relative_to(folder)), "", f"cannot be read ({error.strerror})"))
            continue
        for path in inside:
            name = path.relative_to(folder).as_posix()
            if _is_junk(name):
                continue
            seen += 1
            if seen > MOST_FILES:
                faults.append(Fault(name, "", f"more than {MOST_FILES} files"))
                return
            if path.is_dir() and not path.is_symlink():
                todo.append(path)
            elif (content := _file(path, name, faults)) is not None:
                yield name, content


def _zip(path: Path, faults: list[Fault]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES:
                faults.append(Fault(path.name, "", f"{len(entries)} files; {MOST_FILES} are the most"))
                return {}
            room = MOST_PACK
            for entry in entries:
                name = entry.filename
                if reason := _unsafe(entry):
                    faults.append(Fault(path.name, repr(name[:120]), reason))
                elif entry.is_dir() or _is_junk(name):
                    continue
                elif name.casefold() in {f.casefold() for f in found}:
                    faults.append(Fault(path.name, name, "is in the archive twice"))
                elif (content := _unpack(archive, entry, min(room, _limit(name)), faults, path)) is not None:
                    found[name] = content
                    room -= len(content)
    except (zipfile.BadZipFile, OSError, ValueError, EOFError) as error:
        faults.append(Fault(path.name, "", f"is no zip that can be read ({error})"))
        return {}
    return _without_top(found)


def _unsafe(entry: zipfile.ZipInfo) -> str | None:
    """Return why an archive's entry is refused by its name or kind, or None."""
    name = entry.orig_filename
    parts = name.replace("\\", "/").split("/")
    if "\x00" in name or any(ord(c) < 32 for c in name):
        return "has control characters in its name"
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        return "has an absolute path"
    if ".." in parts:
        return "leads out of the pack"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return "is a symbolic link; a pack holds the files themselves"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is no plain file"
    if entry.flag_bits & 0x1:
        return "is encrypted"
    return None


def _unpack(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int, faults: list[Fault], path: Path
) -> bytes | None:
    """Return an entry's content, never more than ``limit`` bytes whatever the archive says of its size."""
    if not _limit(entry.filename):
        hint = "a pack holds TOML files, pictures and notes (.md, .txt) only"
        faults.append(Fault(path.name, entry.filename, hint))
        return None
    try:
        with archive.open(entry) as file:
            content = file.read(limit + 1)
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        OSError,
        RuntimeError,
        EOFError,
        ValueError,
        zlib.error,
    ) as error:
        faults.append(Fault(path.name, entry.filename, f"cannot be unpacked ({error})"))
        return None
    if len(content) > limit:
        faults.append(Fault(path.name, entry.filename, f"is too large unpacked; {limit} bytes are the most"))
        return None
    return content


def _without_top(found: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files without the one folder around them, if all lie in one."""
    tops = {name.split("/", 1)[0] for name in found}
    if len(tops) == 1 and all("/" in name for name in found):
        return {name.split("/", 1)[1]: content for name, content in found.items()}
    return found
