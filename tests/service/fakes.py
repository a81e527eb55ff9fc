"""A machine that can be installed on: a folder as its root, and commands that only note that they were called."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from systemd.installer import steps
from systemd.installer.machine import Done, Machine

HOME = Path(__file__).resolve().parents[2]
PI = b"Raspberry Pi Zero 2 W Rev 1.0\0"


class Debian:
    """Debian with systemd, in a folder. ``breaks``: what stands in a program's CHANGELOG when it does not come up."""

    breaks = "this one does not start"

    def __init__(self, root: Path, *, pi: bool = False, python: str = "311") -> None:
        self.root, self.python = root, python
        self.calls: list[str] = []
        self.said: list[str] = []
        self.installed = {"python3-venv"}
        self.refuses: set[str] = set()
        self.user = False
        self.enabled: set[str] = set()
        self.active: set[str] = set()
        self.starts = 0
        for folder in ("run/systemd/system", "etc/NetworkManager", "etc/avahi", "var/lib", "proc/device-tree"):
            (root / folder).mkdir(parents=True)
        if pi:
            (root / "proc/device-tree/model").write_bytes(PI)
            (root / "boot/firmware").mkdir(parents=True)
            (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[cm4]\notg_mode=1\n")
        self.machine = Machine(root, live=True, runner=self.run, say=self.said.append, sleep=lambda _: None)

    def again(self) -> Machine:
        """Return the machine for another run of the installer, with nothing said yet."""
        self.calls.clear()
        self.said.clear()
        self.machine = Machine(self.root, live=True, runner=self.run, say=self.said.append, sleep=lambda _: None)
        return self.machine

    def files(self) -> dict[str, str]:
        """Return all that a run may change: every file's path with rights and content, every link's target."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            elif path.is_file():
                found[name] = f"{path.stat().st_mode:o} {path.stat().st_mtime_ns} {hash(path.read_bytes())}"
        return found

    def run(self, argv: Sequence[str], more: Mapping[str, str]) -> Done:
        line = " ".join(argv).replace(str(self.root), "")
        self.calls.append(line)
        match Path(argv[0]).name, *argv[1:]:
            case ["dpkg-query", *names]:
                return Done(1, "".join(f"{n} installed\n" for n in names if n in self.installed))
            case ["apt-get", *rest]:
                if set(rest) & self.refuses:
                    return Done(100, "E: Unable to locate package")
                self.installed |= {r for r in rest if r[0] != "-" and "::" not in r} - {"install", "update"}
            case ["id", "-nG", _]:
                return Done(0, "tablehand gpio i2c spi input dialout audio\n") if self.user else Done(1, "no such user")
            case ["id", _]:
                return Done(0 if self.user else 1, "")
            case ["systemd-sysusers", *_]:
                self.user = True
            case ["userdel", *_]:
                self.user = False
            case ["systemctl", *rest]:
                return self._systemctl(rest)
            case [_, "-c", *_]:
                return Done(0, f"{self.python}\n")
            case [_, "-m", "venv", place]:
                bins = Path(place) / "bin"
                bins.mkdir(parents=True)
                (bins / "python").write_text("#!/bin/false\n")
                (Path(place) / f"lib/python3.{self.python[1:]}/site-packages").mkdir(parents=True)
            case _:
                pass
        return Done(0, "")

    def _systemctl(self, words: Sequence[str]) -> Done:
        match [w for w in words if w not in ("--no-block", "--now")]:
            case ["is-enabled", unit]:
                return Done(0, "enabled") if unit in self.enabled else Done(1, "disabled")
            case ["is-active", unit]:
                return Done(0, "active") if unit in self.active else Done(3, "inactive")
            case ["enable", *units]:
                self.enabled |= set(units)
            case ["disable", *units]:
                self.enabled -= set(units)
                self.active -= set(units)
            case ["start" | "restart", *units]:
                self.active |= set(units)
                self.starts += steps.SERVICE in units
            case ["stop", *units]:
                self.active -= set(units)
            case ["show", *_]:
                if steps.SERVICE not in self.active:
                    return Done(0, "ActiveState=inactive\nSubState=dead\nMainPID=0\n")
                if self._broken():
                    self._scribble()
                    return Done(0, "ActiveState=activating\nSubState=auto-restart\nResult=exit-code\nMainPID=0\n")
                return Done(0, f"ActiveState=active\nSubState=running\nMainPID={100 + self.starts}\n")
            case _:
                pass
        return Done(0, "")

    def _broken(self) -> bool:
        return self.breaks in (self.root / "opt/tablehand/current/CHANGELOG.md").read_text()

    def _scribble(self) -> None:
        """A program that fails half-way has written what the one before cannot read."""
        state = self.root / "var/lib/tablehand"
        if state.is_dir():
            (state / "evening.sqlite3").write_text("of another version")
            (state / "more").write_text("new")


def another(place: Path, changelog: str) -> Path:
    """Make another version of the program in ``place``."""
    place.mkdir()
    for part in ("companion", "firmware_bridge", "web", "systemd", "requirements"):
        shutil.copytree(HOME / part, place / part, ignore=shutil.ignore_patterns("__pycache__", "vendor", "fonts"))
    for file in ("tablehand", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(HOME / file, place / file)
    (place / "CHANGELOG.md").write_text(changelog)
    return place
