"""Word lists: from a Text to a sentence in the table's language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources

from companion.game import Text, Who

_GAP = re.compile(r"\{(#?\w+)(?:\|([^|}]*)\|([^|}]*))?\}")

Render = Callable[[Text], str]


class Words:
    """One language's words: dotted keys and sentences with gaps.

    ``{name}`` is filled with an argument; ``{n|card|cards}`` with the first word when ``n`` is 1, else the second.
    ``{#seat}`` is a seat by its number and its player's name: "3 Cy", or "Seat 3" where it has no name.
    """

    def __init__(self, lists: Mapping[str, str]) -> None:
        self._lists = dict(lists)

    @staticmethod
    def load(*tomls: bytes) -> Words:
        """Return the words of several TOML files; nested tables make dotted keys, later files win."""
        lists: dict[str, str] = {}
        for toml in tomls:
            _flatten(tomllib.loads(toml.decode()), "", lists)
        return Words(lists)

    def knows(self, key: str) -> bool:
        """Tell whether there is a sentence for ``key``."""
        return key in self._lists or key == "plain"

    def keys(self) -> tuple[str, ...]:
        """Return all keys, sorted."""
        return tuple(sorted(self._lists))

    def __call__(self, text: Text, names: Mapping[int, str] | None = None) -> str:
        """Return ``text`` in words; seats are called by ``names``. A missing key shows itself."""
        if text.key == "plain":
            return str(dict(text.args).get("text", ""))
        sentence = self._lists.get(text.key)
        if sentence is None:
            return text.key
        if "{" not in sentence:
            return sentence

        args = dict(text.args)

        def gap(match: re.Match[str]) -> str:
            name, one, many = match.groups()
            value = args.get(name.removeprefix("#"))
            if one is not None:
                return one if value == 1 else many
            match value:
                case Text():
                    return self(value, names)
                case Who():
                    called = (names or {}).get(value.seat)
                    if not called:
                        return self(Text("seat", (("n", value.seat),)))
                    return f"{value.seat} {called}" if name[0] == "#" else called
                case None:
                    return match.group(0)
                case _:
                    return str(value)

        return _GAP.sub(gap, sentence)

    def naming(self, names: Mapping[int, str]) -> Render:
        """Return these words with the seats' names filled in."""
        return lambda text: self(text, names)


def _flatten(table: Mapping[str, object], prefix: str, lists: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, Mapping):
            _flatten(value, f"{prefix}{key}.", lists)
        else:
            lists[f"{prefix}{key}" if key != "_" else prefix[:-1]] = str(value)


def of_the_house(*games: str, packs: Iterable[Mapping[str, bytes]] = ()) -> Words:
    """Return the kernel's words (every file of its folder) with those of the named games, as shipped.

    ``packs`` are the games' files with the owner's among them: their ``words.toml`` have the last word.
    """
    folder = resources.files("companion").joinpath("data", "words")
    found = [file.read_bytes() for file in sorted(folder.iterdir(), key=lambda f: f.name)]
    for game in games:
        file = resources.files("companion.games").joinpath(game, "data", "words.toml")
        if file.is_file():
            found.append(file.read_bytes())
    found += [own for files in packs if (own := files.get("words.toml")) is not None and own not in found]
    return Words.load(*found)
