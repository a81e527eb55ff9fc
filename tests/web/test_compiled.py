"""Compiled templates: kept from start to start, and no page depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import Room


def page(kept: Path) -> str:
    """Start a table, and return Ann's page."""
    room = Room(None, compiled=kept)
    try:
        return str(room.phone("Ann").get("/seat/1").text)
    finally:
        room.close()


def test_the_second_start_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = page(tmp_path / "pages")
    assert any((tmp_path / "pages").iterdir())

    def compiled(*_: object, **__: object) -> None:
        raise AssertionError("a template was compiled again")

    monkeypatch.setattr("jinja2.environment.Environment.compile", compiled)
    assert len(page(tmp_path / "pages")) == len(first)


@pytest.mark.parametrize("damage", [lambda _: b"", lambda c: c[: len(c) // 2], lambda c: c[:40] + b"\xff" * 60])
def test_half_a_file_after_a_power_cut_is_made_again(tmp_path: Path, damage: object) -> None:
    whole = page(tmp_path)
    for kept in tmp_path.iterdir():
        kept.write_bytes(damage(kept.read_bytes()))  # type: ignore[operator]  # one of the three above
    assert len(page(tmp_path)) == len(whole)
    assert len(page(tmp_path)) == len(whole)


def test_without_a_place_to_keep_them_pages_are_there(tmp_path: Path) -> None:
    in_the_way = tmp_path / "pages"
    in_the_way.write_text("a file")
    assert "Ann" in page(in_the_way)
    assert "Ann" in page(tmp_path / "not" / "there")
