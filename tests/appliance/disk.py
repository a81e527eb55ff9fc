"""The guest's disk: the system with a copy of the program in it, made by the installer's own code.

A virtual machine without hardware help runs Python some twenty times slower than this machine does, so the part of an
installation that takes longest, the program's own Python environment, is built here, in a chroot of the guest's system.
Everything else the installer does inside the guest, where it finds that this copy is there already and whole.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from systemd.installer import release
from tests.appliance import cache
from tests.appliance.image import as_root, must, remove

HOME = Path(__file__).parents[2]
PYTHON = (3, 11)
"""The guest's Python: its packages are made for that."""
SIZE = "1600M"

_BUILD = """
import sys
from pathlib import Path
from systemd.installer import release
from systemd.installer.machine import Machine
source = Path("/opt/build/source")
name = release.name(source, "{}{}".format(*sys.version_info))
release.build(Machine(), source, name, "/usr/bin/python3", Path("/opt/build/wheels"))
"""


def source(folder: Path) -> Path:
    """Copy what the installer copies, and nothing else: what it does not take must not be needed."""
    for file in release.files(HOME):
        target = folder / file.relative_to(HOME)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    return folder


def wheels(anew: bool = False) -> tuple[Path, bool]:
    """Return a folder with all that requirements/pi.txt lists, built for the guest's Python."""
    pinned = HOME / "requirements/pi.txt"
    named = cache.key(str(PYTHON), pinned)
    return cache.kept("wheels", named, lambda folder: _wheels(folder, pinned), shutil.rmtree, anew)


def _wheels(folder: Path, pinned: Path) -> None:
    python = sys.executable
    if sys.version_info[:2] != PYTHON:
        python = str(folder / "python/bin/python")
        name = "python{}.{}".format(*PYTHON)
        must(f"the packages are built with {name}", name, "-m", "venv", folder / "python", limit=120)
    quiet = ("--disable-pip-version-check", "--no-input", "-q")
    pip = (python, "-m", "pip", *quiet, "wheel", "--no-deps", "--require-hashes", "-r", pinned, "-w", folder)
    must("could not get the guest's Python packages", *pip, limit=400)
    shutil.rmtree(folder / "python", ignore_errors=True)


def disk(system: Path, packages: Path, program: Path, anew: bool = False) -> tuple[Path, bool]:
    """Return the folder with ``disk.img``, and whether it was made just now.

    ``system``, ``packages`` and ``program`` are what ``image.system``, ``wheels`` and ``source`` have returned.
    """
    named = cache.key(system.name, packages.name, release.name(program, "{}{}".format(*PYTHON)), Path(__file__))
    kind = "large-disk" if system.name.startswith("large") else "disk"
    return cache.kept(kind, named, lambda folder: _make(folder, system, packages, program), shutil.rmtree, anew)


def _make(folder: Path, system: Path, packages: Path, program: Path) -> None:
    root = system / "root"
    build, made = root / "opt/build", root / "opt/tablehand"
    try:
        remove(build)
        remove(made)
        must("could not copy the program", *as_root(), "mkdir", "-p", build, limit=30)
        must("could not copy the program", *as_root(), "cp", "-r", program, build / "source", limit=60)
        must("could not copy the packages", *as_root(), "cp", "-r", packages, build / "wheels", limit=60)
        python = (
            "chroot",
            root,
            "/usr/bin/env",
            "PYTHONPATH=/opt/build/source",
            "PYTHONDONTWRITEBYTECODE=1",
            "python3",
        )
        must("the installer could not make its copy", *as_root(), *python, "-P", "-c", _BUILD, limit=300)
        remove(build)
        image = folder / "disk.img"
        must("could not make the disk", *as_root(), "mke2fs", "-q", "-t", "ext4", "-d", root, image, SIZE, limit=180)
    finally:
        remove(build)
        remove(made)
