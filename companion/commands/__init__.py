"""The commands of ``tablehand``, a module for each few. Every one returns its exit code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.game import Title

OK, FAILED, USAGE, TROUBLE = 0, 1, 2, 3
"""All well; something did not hold; bad input or usage; the surroundings do not allow it."""


class Stop(Exception):
    """A command ends here, with one sentence for the person who started it, and an exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def title_of(game: str, titles: Iterable[Title]) -> Title:
    """Return the title of ``game``. Raises Stop where there is none of that name."""
    by_key = {title.meta.key: title for title in titles}
    if game not in by_key:
        raise Stop(USAGE, f"there is no game {game!r}; there are {', '.join(by_key)}")
    return by_key[game]


def write(content: str, target: Path) -> None:
    """Write ``content`` into ``target``. Raises Stop where that cannot be."""
    try:
        target.write_text(content, encoding="utf-8")
    except OSError as error:
        raise Stop(TROUBLE, f"{target} cannot be written ({error.strerror})") from None
