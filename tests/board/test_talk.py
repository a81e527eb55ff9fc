"""What the table makes of single messages: earlier lives, silence, fresh connections. Pure, by the second."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.panel import Ring
from firmware_bridge import board_talk
from firmware_bridge.board_talk import PATIENCE, QUIET, Event, Talk
from firmware_bridge.framing import Unframer, frame

SESSION = 7
THREAT = Ring("threat", "Threat", 3, 0, 6)


def said(**message: Any) -> bytes:
    return frame(json.dumps(message).encode())


def hello(**more: Any) -> bytes:
    return said(**{"t": "hello", "v": 1, "s": SESSION, "b": "b1", "id": "E66", "dials": 3} | more)


def turn(n: int, **more: Any) -> bytes:
    return said(**{"t": "turn", "s": SESSION, "b": "b1", "n": n, "d": 0, "by": 1, "k": 1} | more)


def heard(out: bytes) -> list[str]:
    """Return what kinds of messages these bytes are."""
    return [json.loads(message)["t"] for message in Unframer().feed(out)]


def trouble(talk: Talk) -> str:
    return talk.trouble


@pytest.fixture
def talk() -> Talk:
    """A table that shows one dial to a board, at second 100."""
    made = Talk(SESSION)
    made.show((THREAT,))
    made.open(100.0)
    assert heard(made.due(100.0)) == ["hello"]
    made.feed(hello(), 100.0)
    assert heard(made.due(100.0)) == ["show"]
    made.feed(said(t="shown", n=made._show), 100.0)
    assert made.settled
    return made


def test_a_turn_counts_once_and_is_acknowledged_each_time(talk: Talk) -> None:
    assert talk.feed(turn(1, k=talk._show), 101.0) == [Event(0, 1, "threat")]
    assert talk.feed(turn(1, k=talk._show), 101.0) == []
    assert heard(talk.due(101.0)).count("ack") == 2


@pytest.mark.parametrize("life", [{"s": 6}, {"b": "b0"}])
def test_what_comes_from_an_earlier_life_counts_for_nothing(talk: Talk, life: dict[str, Any]) -> None:
    assert talk.feed(turn(5, k=talk._show, **life), 101.0) == []
    assert "ack" not in heard(talk.due(101.0))
    assert talk.feed(turn(1, k=talk._show), 101.0) == [Event(0, 1, "threat")]


def test_a_board_that_falls_silent_is_given_up(talk: Talk) -> None:
    assert heard(talk.due(100.0 + QUIET - 0.1)) == ["beat"]
    assert trouble(talk) == ""
    talk.due(100.0 + QUIET)
    assert trouble(talk) == "silent"


def test_one_that_never_speaks_has_longer() -> None:
    talk = Talk(SESSION)
    talk.open(100.0)
    talk.due(100.0 + PATIENCE - 0.1)
    assert trouble(talk) == ""
    talk.due(100.0 + PATIENCE)
    assert trouble(talk) == "silent"


def test_a_fresh_connection_begins_with_a_hello_and_nothing_left_over(talk: Talk) -> None:
    talk.feed(turn(1, k=talk._show), 101.0)  # its acknowledgement is not on its way yet
    talk.feed(b"\0none\0half a li", 101.0)
    assert talk.bad == 1
    talk.open(102.0)
    assert (talk.board, talk.settled, talk.bad) == (None, False, 0)
    assert heard(talk.due(102.0)) == ["hello"]
    talk.feed(hello(), 102.0)
    assert talk.board is not None
    assert heard(talk.due(102.0)) == ["show"]


def test_a_show_that_was_not_confirmed_is_said_again(talk: Talk) -> None:
    talk.show(())
    assert heard(talk.due(103.0)) == ["show"]
    assert heard(talk.due(103.0 + board_talk.SHOW_AGAIN / 2)) == []
    assert heard(talk.due(103.0 + board_talk.SHOW_AGAIN)) == ["show"]
