"""What takes long to make and is kept: a folder for each set of inputs, whole or not there."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


def place() -> Path:
    """Return the folder of everything kept."""
    given = os.environ.get("TABLEHAND_CACHE")
    base = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablehand"
    return base / "appliance"


def key(*inputs: str | Path | Iterable[Path]) -> str:
    """Return a name for these inputs: texts, and files by what is in them."""
    digest = hashlib.sha256()
    for given in inputs:
        if isinstance(given, str):
            content = [given.encode()]
        else:
            files = [given] if isinstance(given, Path) else sorted(given)
            content = [file.name.encode() + b"\0" + file.read_bytes() for file in files]
        for part in content:
            digest.update(hashlib.sha256(part).digest())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def kept(
    kind: str, name: str, make: Callable[[Path], None], remove: Callable[[Path], None], anew: bool = False
) -> tuple[Path, bool]:
    """Return the folder ``kind``-``name``, filled by ``make`` if it is not there; and whether it had to be made.

    One that is only half made never gets the name. Older ones of this kind go.
    """
    folder = place() / f"{kind}-{name}"
    if folder.is_dir() and not anew:
        return folder, False
    place().mkdir(parents=True, exist_ok=True)
    half = place() / f"half-{kind}"
    for old in (half, *place().glob(f"{kind}-*")):
        if old.exists():
            remove(old)
    half.mkdir()
    make(half)
    half.rename(folder)
    return folder, True


@contextmanager
def alone(tell: Callable[[str], None]) -> Iterator[None]:
    """Have the cache for oneself: a second test on this machine waits until the first one is through."""
    place().mkdir(parents=True, exist_ok=True)
    with (place() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            tell("another test has the virtual machine; waiting for it ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
