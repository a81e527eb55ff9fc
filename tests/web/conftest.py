"""A table with pages: a shelf of toys, phones that are test clients, and a real server for streams."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.chance import Dice, Fate
from companion.clock import SystemTime
from companion.game import Title
from companion.journal import Journal
from companion.packs import shipped
from companion.shelf import Packs, Shelf
from companion.table import Table
from companion.words import Words, of_the_house
from tests.toys import auction, pig, tictactoe
from web import Keys, Secrets, Server, Settings, create_app, serve

if TYPE_CHECKING:
    from tests.web.phones import Phones

PHONE = {"REMOTE_ADDR": "192.168.7.20"}
"""Another machine: what loopback may, it may not."""


def words_of(*titles: Title) -> Words:
    """Return the words of the house, of the toys and of ``titles``."""
    toys = sorted(Path(tictactoe.__file__).parent.glob("*.toml"))
    return of_the_house(*(t.meta.key for t in titles), packs=[{"words.toml": file.read_bytes()} for file in toys])


TOYS = (tictactoe.TITLE, pig.TITLE, auction.TITLE)


def jar(phone: FlaskClient) -> dict[str, str]:
    """Return a phone's cookies, for a real request or another phone."""
    return {cookie.key: cookie.value for cookie in (phone._cookies or {}).values()}


class Room:
    """A room with a table in it, toys on its shelf or ``titles``, as shipped unless ``packs`` says otherwise."""

    def __init__(
        self,
        path: Path | None,
        *titles: Title,
        packs: Packs | None = None,
        **settings: object,
    ) -> None:
        self.fate = Fate(Dice(random.Random(5)))
        shelf = Shelf(*((t, shipped(t.meta.key) if packs is None else packs) for t in titles or TOYS))
        self.table = Table(shelf, Journal(path), self.fate, SystemTime())
        self.table.start()
        self.keys = Keys(Secrets(room="ABCDEFGHIJKLMN2", code="40726", pin="918273", server="5c" * 32))
        self.address = "http://127.0.0.1"
        settings.setdefault("beat", 0.3)
        self.app: Flask = create_app(
            self.table,
            words_of(*titles),
            keys=self.keys,
            settings=Settings(address=lambda: self.address, **settings),  # type: ignore[arg-type]  # what a test names goes on as it is
        )
        self.app.testing = False
        self.server: Server | None = None

    def phone(self, name: str = "", seat: int | None = None) -> FlaskClient:
        """Return a phone; with a name, one that has sat down."""
        client = self.app.test_client()
        client.environ_base.update(PHONE)
        if name:
            assert client.post("/join/code", data={"code": "40726"}).status_code == 303
            free = self.table.now().evening.free[0] if seat is None else seat
            assert client.post("/seats", data={"seat": str(free), "name": name}).status_code == 303
        return client

    def serve(self) -> Server:
        """Return the room's real server on this machine."""
        if self.server is None:
            self.server = serve(self.app, "127.0.0.1", 0)
            self.address = f"http://127.0.0.1:{self.server.port}"
            self.server.start()
        return self.server

    def close(self) -> None:
        """Everyone goes home."""
        if self.server is not None:
            self.server.close()
        self.table.stop()


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a room whose table keeps its journal in memory."""
    room = Room(None)
    yield room
    room.close()


@pytest.fixture
def phones(chromium: Any, room: Room) -> Iterator[Phones]:
    """Return a maker of phones for ``room``, in a real browser; at the end nothing may have gone wrong in any."""
    from tests.web.phones import Phones

    made = Phones(chromium, room)
    yield made
    made.close()
