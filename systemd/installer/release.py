"""The program's own copy: a folder named by what is in it, with an environment of its own, never changed afterwards."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from systemd.installer.machine import USAGE, Machine, Trouble

HOME = "/opt/tablehand"
RELEASES = f"{HOME}/releases"
CURRENT = f"{HOME}/current"
STAMP = ".installed"
"""Written last: a copy without it was not finished."""

PARTS = (
    "companion", "firmware_bridge", "web", "systemd", "requirements", "docs",
    "tablehand", "pyproject.toml", "README.md", "hardware.md", "CHANGELOG.md", "LICENSE",
)  # fmt: skip
_NEEDED = ("companion", "firmware_bridge", "web", "systemd", "requirements", "tablehand", "pyproject.toml", "README.md")
_LEFT_OUT = re.compile(r"__pycache__|.*\.egg-info|.*\.py[co]|\..*|.*~|.*\.sqlite3.*")
_LGPIO = "/usr/lib/python3/dist-packages"


def check(source: Path) -> None:
    """See whether ``source`` holds the program. Raises Trouble where it does not."""
    missing = [part for part in _NEEDED if not (source / part).exists()]
    if missing:
        raise Trouble(f"{source} holds no complete tablehand: {', '.join(missing)} missing", USAGE)


def files(source: Path) -> Iterator[Path]:
    """Yield the program's files in ``source``, by name."""
    for part in PARTS:
        yield from _below(source / part)


def _below(place: Path) -> Iterator[Path]:
    if place.is_dir() and not place.is_symlink():
        for inside in sorted(place.iterdir()):
            if not _LEFT_OUT.fullmatch(inside.name):
                yield from _below(inside)
    elif place.is_file():
        yield place


def name(source: Path, python: str) -> str:
    """Return the name of the copy of ``source``: its version, what is in it, and the Python it is for."""
    digest = hashlib.sha256()
    for file in files(source):
        content = hashlib.sha256(file.read_bytes()).digest()
        digest.update(str(file.relative_to(source)).encode() + b"\0" + bytes([_runs(file)]) + content)
    with (source / "pyproject.toml").open("rb") as opened:
        version = str(tomllib.load(opened)["project"]["version"])
    return f"{version}-{digest.hexdigest()[:12]}-py{python}"


def current(machine: Machine) -> str:
    """Return the name of the copy in use, "" where there is none."""
    try:
        return machine.at(CURRENT).readlink().name
    except OSError:
        return ""


def whole(machine: Machine, release: str) -> bool:
    """Tell whether a copy is there and was finished, and its Python still starts (systems get upgraded)."""
    place = machine.at(f"{RELEASES}/{release}")
    return bool(release) and (place / STAMP).is_file() and (place / ".venv/bin/python").exists()


def build(machine: Machine, source: Path, release: str, python: str, wheels: Path | None) -> None:
    """Make the copy ``release`` of ``source``.

    ``wheels``: take Python packages from this folder alone, and trust what lies in it.
    """
    place = machine.at(f"{RELEASES}/{release}")
    if place.exists():
        shutil.rmtree(place)
    machine.say("  copying the program and making its Python environment (some minutes on a small Pi) ...")
    try:
        for file in files(source):
            target = place / file.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o755 if _runs(file) else 0o644)
        venv = place / ".venv"
        machine.must("could not make the Python environment", python, "-m", "venv", str(venv))
        _requirements(machine, place, wheels)
        _borrow_lgpio(machine, venv)
        # The service may not write here, and without this every start would compile everything again.
        machine.run(str(venv / "bin/python"), "-m", "compileall", "-q", *(str(place / p) for p in PARTS[:4]))
        (place / STAMP).write_text(f"{release}\n")
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    machine.changed(f"made {RELEASES}/{release}")


def _requirements(machine: Machine, place: Path, wheels: Path | None) -> None:
    pip = (str(place / ".venv/bin/python"), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-q")
    pinned = place / "requirements/pi.txt"
    more = {"PIP_ROOT_USER_ACTION": "ignore", "PIP_USER": "0"}
    if wheels is None:
        why = "could not install what requirements/pi.txt lists. Is a package index within reach?"
        machine.must(why, *pip, "--require-hashes", "-r", str(pinned), **more)
    else:
        plain = place / ".requirements"
        plain.write_text(without_hashes(pinned.read_text("utf-8")))
        why = f"could not install what requirements/pi.txt lists from {wheels}"
        machine.must(why, *pip, "--no-index", "--find-links", str(wheels), "-r", str(plain), **more)
    why = "could not install tablehand into its environment"
    machine.must(why, *pip, "--no-index", "--no-deps", "--no-build-isolation", "-e", str(place), **more)


def without_hashes(pinned: str) -> str:
    """Return pinned requirements without their hashes: what a folder of self-made wheels can serve."""
    lines = (line.split(" \\")[0].rstrip() for line in pinned.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.lstrip().startswith(("#", "--hash")))


def _borrow_lgpio(machine: Machine, venv: Path) -> None:
    """Lend the environment the system's lgpio, and nothing else of the system's packages, where it has none itself.

    The package index has no lgpio for Python 3.13 and later; Raspberry Pi OS brings it as python3-lgpio. Opening the
    environment to all of the system's packages would let any of them stand in for a pinned one.
    """
    for site in venv.glob("lib/python3*/site-packages"):
        if (site / "lgpio.py").exists():
            continue
        for file in machine.at(_LGPIO).glob("*lgpio*"):
            if file.name == "lgpio.py" or (file.name.startswith("_lgpio") and file.suffix == ".so"):
                (site / file.name).unlink(missing_ok=True)
                (site / file.name).symlink_to(file)


def prune(machine: Machine, keep: str) -> None:
    """Remove every copy but the one to keep."""
    for place in sorted(machine.at(RELEASES).glob("*")):
        if place.name != keep:
            machine.remove(f"{RELEASES}/{place.name}")


def _runs(file: Path) -> bool:
    return bool(file.stat().st_mode & 0o100)
