"""What tests of the installer share."""

from __future__ import annotations

from pathlib import Path

import pytest

from systemd.installer import health
from tests.service.fakes import another


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table that comes up answers a phone, and nobody waits long for one that does not."""
    monkeypatch.setattr(health, "answers", lambda _: 200)
    monkeypatch.setattr(health, "PATIENCE", 20)


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """Return a folder with a version of the program."""
    return another(tmp_path / "one", "the first")
