"""The launcher where something that it needs is missing: one sentence, and the exit code that all commands have."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

LAUNCHER = Path(__file__).parents[2] / "tablehand"


def launched(launcher: Path, *arguments: str, path: str) -> tuple[int, str]:
    done = subprocess.run(
        [str(launcher), *arguments], env={"PATH": path}, capture_output=True, text=True, check=False, timeout=30
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_without_a_python_it_says_what_to_install(tmp_path: Path) -> None:
    for tool in ("dirname", "readlink"):
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    code, err = launched(LAUNCHER, "install", path=str(tmp_path))
    assert code == 3
    assert err.startswith("tablehand: needs Python 3.11 or newer, and none was found.")


def test_a_copy_without_its_requirements_names_what_is_missing(tmp_path: Path) -> None:
    alone = Path(shutil.copy(LAUNCHER, tmp_path / "tablehand"))
    code, err = launched(alone, "games", path="/usr/bin:/bin")
    assert (code, err.count("\n")) == (3, 1)
    assert "pyproject.toml is missing beside the launcher" in err
    assert [file.name for file in tmp_path.iterdir()] == ["tablehand"]
