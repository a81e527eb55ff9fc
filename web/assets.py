"""Static files: where they are served, and which of them a game brings along."""

from __future__ import annotations

import hashlib
from pathlib import Path


class Assets:
    """Addresses of static files with their content's name, so that browsers may keep them for good."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, str] = {}
        self._sheets: dict[str, tuple[str, ...]] = {}

    def url(self, name: str) -> str:
        """Return where the static file ``name`` is served."""
        if name not in self._names:
            content = (self._folder / name).read_bytes()
            self._names[name] = hashlib.sha256(content).hexdigest()[:10]
        return f"/static/{name}?v={self._names[name]}"

    def of_game(self, title: str | None) -> tuple[str, ...]:
        """Return the style sheets of a game: ``games/TITLE.css`` and ``games/TITLE_*.css``.

        A page has those of the game on the table and no others, so that the first page stays light.
        """
        if title is None:
            return ()
        if title not in self._sheets:
            found = [*self._folder.glob(f"games/{title}.css"), *sorted(self._folder.glob(f"games/{title}_*.css"))]
            self._sheets[title] = tuple(self.url(f"games/{sheet.name}") for sheet in found)
        return self._sheets[title]
