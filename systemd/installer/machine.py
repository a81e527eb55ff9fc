"""The machine that is changed: its files and its commands. Everything that is changed is said, once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

OK, FAILED, USAGE, TROUBLE = 0, 1, 2, 3
"""Exit codes, those of every command of tablehand (companion.commands, which the installer does without): all well;
it did not come off; bad usage or input; the surroundings do not allow it."""


class Trouble(Exception):
    """The installer cannot go on; the sentence says why and what to do, ``code`` is what it exits with."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code


class Done(NamedTuple):
    """What a command came to."""

    code: int
    out: str


Runner = Callable[[Sequence[str], Mapping[str, str]], Done]


def run(argv: Sequence[str], more: Mapping[str, str]) -> Done:
    """Run a command with ``more`` in its environment; its output is kept. A missing one comes to 127."""
    try:
        ended = subprocess.run(
            list(argv),
            env={**os.environ, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return Done(127, str(error))
    return Done(ended.returncode, ended.stdout)


class Machine:
    """A machine whose files lie under ``root``.

    ``live``: it is the running one, so apt, systemctl and the like may be called; else only files are put in place
    (an image that is being made). ``runner``, ``say`` and ``sleep`` are for tests.
    """

    def __init__(
        self,
        root: Path = Path("/"),
        *,
        live: bool | None = None,
        runner: Runner = run,
        say: Callable[[str], None] = lambda line: print(line, flush=True),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.root = root
        self.live = root == Path("/") if live is None else live
        self.runner, self.say, self.sleep = runner, say, sleep
        self.changes = 0

    def at(self, path: str) -> Path:
        """Return where the machine's ``path`` lies."""
        return self.root / path.lstrip("/")

    def changed(self, what: str) -> None:
        """Say that something was changed."""
        self.changes += 1
        self.say(f"  {what}")

    # commands

    def run(self, *argv: str, **more: str) -> Done:
        """Run a command; nothing is made of its exit code."""
        return self.runner(argv, more)

    def must(self, why: str, *argv: str, **more: str) -> str:
        """Run a command and return its output. Raises Trouble with ``why`` and its last lines when it fails."""
        done = self.run(*argv, **more)
        if done.code:
            last = "\n".join(f"    {line}" for line in done.out.strip().splitlines()[-15:])
            raise Trouble(f"{why} ({' '.join(argv[:4])} ...: exit code {done.code})" + (f"\n{last}" if last else ""))
        return done.out

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        try:
            return b"Raspberry Pi" in self.at("/proc/device-tree/model").read_bytes()
        except OSError:
            return False

    # files

    def write(self, path: str, text: str, mode: int = 0o644, group: str = "") -> bool:
        """Put a file in place, whole or not at all. Returns whether it had to be changed."""
        place = self.at(path)
        owner = self._group(group)
        try:
            found = place.stat()
            same = place.read_text("utf-8") == text and found.st_mode & 0o7777 == mode
            if same and (owner is None or found.st_gid == owner):
                return False
        except (OSError, UnicodeDecodeError):
            pass
        place.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        new = Path(name)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
            new.chmod(mode)
            if owner is not None:
                os.chown(new, 0, owner)
            new.replace(place)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        self.changed(f"wrote {path}")
        return True

    def link(self, path: str, target: str) -> bool:
        """Let ``path`` be a link to ``target``, swapped in one step. Returns whether it had to be changed."""
        place = self.at(path)
        if place.is_symlink() and str(place.readlink()) == target:
            return False
        if place.exists() and not place.is_symlink():
            raise Trouble(f"{path} is there and not ours; move it away and try again", TROUBLE)
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".{place.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        new.replace(place)
        self.changed(f"{path} -> {target}")
        return True

    def remove(self, path: str) -> bool:
        """Remove a file, a link or a folder. Returns whether there was one."""
        place = self.at(path)
        if place.is_symlink() or place.is_file():
            place.unlink()
        elif place.is_dir():
            shutil.rmtree(place)
        else:
            return False
        self.changed(f"removed {path}")
        return True

    def _group(self, name: str) -> int | None:
        if not name or not self.live or os.geteuid() != 0:
            return None
        import grp

        try:
            return grp.getgrnam(name).gr_gid
        except KeyError:
            return None


def complain(sentence: str) -> None:
    """Say to the person at the keyboard what went wrong."""
    print(f"tablehand: {sentence}", file=sys.stderr, flush=True)
