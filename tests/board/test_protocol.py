"""The board's end of the talk, message by message, run by this Python: whom it heeds, what waits, when it goes dark."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_bridge.framing import Unframer, frame
from tests.board.rig import FIRMWARE
from tests.board.test_framing import module

SESSION = 7


class Table:
    """A table at the other end of a board, by the millisecond."""

    def __init__(self, protocol: Any) -> None:
        self.protocol = protocol
        self.board = protocol.Board("E66", "b1", 3, lambda a, b: a - b)
        self.now = 0
        self._unframer = Unframer()
        self.say(t="hello", v=1, s=SESSION)
        self.show(1, 3)

    def say(self, **message: Any) -> None:
        self.board.receive(frame(json.dumps(message).encode()), self.now)

    def show(self, number: int, value: int, session: int = SESSION) -> None:
        self.say(t="show", s=session, n=number, d=[["Threat", value, 0, 6], ["Wounds", 1, 0, 8]])

    def heard(self, wait: int = 0) -> list[dict[str, Any]]:
        """Return what the board says after so many milliseconds."""
        self.now += wait
        return [json.loads(message) for message in self._unframer.feed(self.board.due(self.now))]

    def turns(self, wait: int = 0) -> list[tuple[int, int, int, int]]:
        """Return number, dial, clicks and show of the turns that it tells."""
        told = [m for m in self.heard(wait) if m["t"] == "turn"]
        return [(m["n"], m["d"], m["by"], m["k"]) for m in told]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.syspath_prepend(str(FIRMWARE))
    made = Table(module(FIRMWARE / "protocol.py"))
    made.heard()
    yield made
    sys.modules.pop("framing", None)  # the board's own, by a name that means nothing here


def test_another_tables_words_are_not_heeded(table: Table) -> None:
    table.show(2, 6, session=8)
    assert table.board.rings[0][1] == 3
    assert [m["t"] for m in table.heard()] == []
    table.show(2, 6)
    assert table.board.rings[0][1] == 6
    table.show(1, 0)  # an old one, late
    assert table.board.rings[0][1] == 6


def test_what_was_told_stands_and_what_waits_grows(table: Table) -> None:
    for _ in range(3):
        table.board.turn(0, 1)
    assert table.turns() == [(1, 0, 1, 1)]
    assert table.turns(table.protocol.AGAIN) == [(1, 0, 1, 1)]  # said again until it is acknowledged, and no other
    table.say(t="ack", s=SESSION, n=2)  # not what was told
    assert table.turns(table.protocol.AGAIN) == [(1, 0, 1, 1)]
    table.say(t="ack", s=SESSION, n=1)
    assert table.turns() == [(2, 0, 2, 1)]


def test_turns_of_two_shows_stay_apart(table: Table) -> None:
    table.board.turn(1, 1)
    table.board.turn(0, 1)
    table.show(2, 4)
    table.board.turn(0, 1)
    told = []
    for number in (1, 2, 3):
        told += table.turns()
        table.say(t="ack", s=SESSION, n=number)
    assert told == [(1, 1, 1, 1), (2, 0, 1, 1), (3, 0, 1, 2)]


def test_no_more_wait_than_the_board_has_room_for(table: Table) -> None:
    for n in range(200):
        table.board.turn(n % 2, 1)
    assert len(table.board._waiting) == table.protocol.WAITING


def test_without_a_word_it_goes_dark_and_turns_count_no_more(table: Table) -> None:
    assert [m["t"] for m in table.heard(table.protocol.QUIET - 1)] == ["beat"]
    assert table.board.rings
    assert [m["t"] for m in table.heard(table.protocol.BEAT)] == ["hello"]
    assert (table.board.rings, table.board.linked) == ([], False)
    table.board.turn(0, 1)
    assert table.turns(table.protocol.AGAIN) == []
    table.say(t="hello", v=1, s=SESSION)
    assert table.board.rings[0][1] == 3  # the same table is back: what it showed stands there again
