"""What every page needs: the table, its words, the doors' keys, the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from flask import current_app

from companion.game import Text, say
from companion.words import Words
from web.keys import Keys, link
from web.settings import Settings

if TYPE_CHECKING:
    from companion.table import Table
    from web.assets import Assets
    from web.parts import Painter
    from web.stream import Streams


class Value(msgspec.Struct, frozen=True):
    """One number that a rulebook's text does not give: what it is, what this table plays with, whose word it is."""

    label: Text
    value: Text
    yours: bool


class Sheet(msgspec.Struct, frozen=True):
    """A game's values for the owner to look through."""

    name: Text
    rows: tuple[Value, ...]


Sheets = Callable[[], tuple[Sheet, ...]]


class House:
    """One table's pages. ``front`` is the front panel, where there is one in this process."""

    def __init__(self, table: Table, words: Words, keys: Keys, settings: Settings, front: Any = None) -> None:
        self.table = table
        self.words = words
        self.keys = keys
        self.settings = settings
        self.front = front
        self.sheets: Sheets | None = None
        self.assets: Assets
        self.painter: Painter
        self.streams: Streams

    def chrome(self, key: str, names: Mapping[int, str] | None = None, /, **args: Any) -> str:
        """Return a sentence of the pages themselves."""
        return self.words(say(f"web.{key}", **args), names)

    def lobby_link(self) -> str:
        """Return what the lobby's QR code says."""
        return link(self.settings.address(), self.keys.kept.room)

    def seat_link(self, seat: int) -> str:
        """Return what a seat's one-use QR code says: whoever scans it gets the seat."""
        return link(self.settings.address(), self.keys.token(seat))

    def json(self, value: object) -> bytes:
        """Return ``value`` as JSON in one line: no answer of ours can forge the start of another."""
        return msgspec.json.encode(value)


def house() -> House:
    """Return the house of the page being served."""
    served: House = current_app.extensions["tablehand"]
    return served
