"""Real dials: what they show of the page, and what turning one does to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import console as desk
from companion.console import entry, menus
from companion.game import AskNumber, AskOne, Box, Option, Page, Seat, plain
from companion.game.page import Dial, Dials
from companion.panel import Key, Ring, Turn
from tests.console.hands import Hands
from tests.console.moment import Desk, Moment, choice

L = plain("Threat?")
THREAT = AskNumber(field="n", label=L, low=0, high=6, start=3)
WOUNDS = AskNumber(field="n", label=L, low=-2, high=8)
DIALS = (
    Dial(plain("Threat"), 3, 0, 6, "threat"),
    Dial(plain("Wounds"), 5, -2, 8, "wounds"),
    Dial(plain("Round"), 2, 1, 9),
)
PAGE = Page(key="own", widgets=(Dials(DIALS),))
WHOM = AskOne(field="n", label=L, options=(Option("a", plain("A")), Option("b", plain("B"))))
OFFERS: dict[Any, Any] = {
    Box(): {
        "7:turn": (choice("threat", THREAT), choice("go"), choice("whom", WHOM)),
        "7:table.fix": (choice("wounds", WOUNDS),),
    }
}


def at_a_table(**more: Any) -> Desk:
    return Desk(Moment(OFFERS, pages=(PAGE,), **more))


def values(d: Desk) -> list[tuple[str, int]]:
    return [(dial.key, dial.value) for dial in desk.rings(d.console, d.now)]


def test_dials_show_those_of_the_page() -> None:
    d = at_a_table()
    assert values(d) == [("threat", 3), ("wounds", 5), ("", 2)]
    assert values(d.type("*")) == values(d.type(".")) == [("threat", 3), ("wounds", 5), ("", 2)]


@pytest.mark.parametrize(
    ("turns", "sent"),
    [
        ([("threat", 1)], ("threat", 4)),
        ([("threat", 2), ("threat", -1)], ("threat", 4)),
        ([("threat", 100)], ("threat", 6)),
        ([("threat", -100), ("threat", 1)], ("threat", 1)),
        ([("wounds", -1)], ("wounds", 4)),  # no number to start from: the dial's own
        ([("wounds", -6)], ("wounds", -1)),
        ([("threat", 0)], ("threat", 3)),
        ([("threat", 1), ("wounds", 1)], ("threat", 4)),  # one at a time
    ],
)
def test_turning_enters_and_enter_takes(turns: list[tuple[str, int]], sent: tuple[str, int]) -> None:
    d = at_a_table()
    for dial, steps in turns:
        d.feed(Turn(dial, steps))
    assert dict(values(d))[sent[0]] == sent[1]
    assert d.sent == []
    d.feed(Key("enter"), apart=0.1)  # the hand opened it itself: no waiting
    assert d.sent == [(Box(), sent[0], {"n": sent[1]})]
    d.answer()
    assert values(d) == [("threat", 3), ("wounds", 5), ("", 2)]


@pytest.mark.parametrize("dial", ["", "go", "whom", "nothing", "n"])
def test_what_is_no_dial_of_the_page_is_not_turned(dial: str) -> None:
    d = at_a_table()
    before = d.page
    assert d.feed(Turn(dial, 1)).page == before
    assert d.console.layers == ()


@pytest.mark.parametrize("strokes", ["*", "/", "/ 3", "1"])
def test_what_lies_over_the_page_is_not_turned(strokes: str) -> None:
    d = at_a_table().type(strokes)
    layers = d.console.layers
    assert layers
    d.feed(Turn("threat", 1))
    assert d.console.layers == layers or strokes == "1"


def test_a_number_being_entered_is_turned_where_the_page_has_no_dials() -> None:
    d = Desk(Moment({Box(): {"7:turn": (choice("bid", AskNumber(field="n", label=L, low=-9, high=9)),)}}))
    assert values(d) == []
    assert values(d.type("5")) == [("bid", 5)]
    d.feed(Turn("bid", -2), Turn("other", 1))
    assert values(d) == [("bid", 3)]
    assert d.type("enter").sent == [(Box(), "bid", {"n": 3})]


def test_a_break_and_a_secret_leave_them_dark() -> None:
    assert values(at_a_table(paused=True)) == []
    secret = choice("aim", AskNumber(field="n", label=L, low=1, high=7), public=False)
    d = Desk(Moment({Seat(3): {"7:aim": (secret,)}}, pages=(PAGE,)))
    fill = entry.begin(menus.Take(Seat(3), "7:aim", secret))
    d.console = d.console.having(layers=(fill,), touched=d.at)
    assert values(d) == []
    layers = d.console.layers
    assert d.feed(Turn("aim", 1), Turn("threat", 1)).console.layers == layers


def test_a_sentence_goes_and_the_turn_counts() -> None:
    d = at_a_table()
    d.console = d.console.tell(plain("Something was said"), d.at)
    assert dict(values(d.feed(Turn("threat", 1))))["threat"] == 4


class Named(Moment):
    def names(self) -> dict[int, str]:
        return {}


def test_the_front_hands_them_to_the_panel_once_in_words(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    shown: list[tuple[Ring, ...]] = []
    hands.panel.dials = shown.append  # type: ignore[method-assign,assignment]  # it listens in
    hands.wait(2)
    assert shown == []  # nothing is on the lobby's page
    hands.front._now = Named(OFFERS, pages=(PAGE,))  # type: ignore[assignment]  # it stands in for the real one
    hands.front._console = desk.Console()
    hands.front._dial()
    hands.front._dial()
    threat, wounds, rounds = (
        Ring("threat", "Threat", 3, 0, 6),
        Ring("wounds", "Wounds", 5, -2, 8),
        Ring("", "Round", 2, 1, 9),
    )
    assert shown == [(threat, wounds, rounds)]
    hands.front.stop()
    assert shown[-1] == ()
