"""MicroPython, found once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.board import rig


@pytest.fixture(scope="session")
def command() -> list[str]:
    return rig.micropython()


@pytest.fixture
def board(command: list[str]) -> Iterator[rig.Rig]:
    with rig.rig(command) as made:
        yield made
