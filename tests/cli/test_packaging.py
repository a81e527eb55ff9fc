"""What is built from pyproject.toml is whole: no package and no file of one is forgotten in its two lists."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOME = Path(__file__).parents[2]
WINGS = ("companion", "firmware_bridge", "web")
LISTS = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]


def folders() -> dict[str, Path]:
    """Return the folders that are packages, by their dotted names."""
    found = (init.parent for wing in WINGS for init in (HOME / wing).rglob("__init__.py"))
    return {".".join(folder.relative_to(HOME).parts): folder for folder in found}


def test_every_package_is_listed() -> None:
    assert sorted(LISTS["packages"]) == sorted(folders())


def test_every_file_of_a_package_goes_with_it() -> None:
    """A module goes with its package; templates, words, pictures and the board's program are named one by one."""
    packages = folders()
    taken = {file for name, folder in packages.items() for file in folder.glob("*.py")}
    for name, patterns in LISTS["package-data"].items():
        for pattern in patterns:
            below = f"{pattern}/*" if pattern.endswith("**") else pattern  # for pathlib ** are folders only
            taken |= {file for file in packages[name].glob(below) if file.is_file()}
    there = {file for wing in WINGS for file in (HOME / wing).rglob("*") if file.is_file()}
    kept = {file for file in there if "__pycache__" not in file.parts and not file.name.startswith(".")}
    assert sorted(str(file.relative_to(HOME)) for file in kept - taken) == []
