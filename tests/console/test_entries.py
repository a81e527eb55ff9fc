"""Given these offers, these keys: what is sent. Every kind of question, as a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import (
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    Box,
    Group,
    Option,
    Seat,
    Who,
    plain,
    say,
)
from tests.console.moment import Desk, Moment, choice


def options(*values: str | int) -> tuple[Option, ...]:
    return tuple(Option(v, plain(str(v))) for v in values)


def seats(*numbers: int) -> tuple[Option, ...]:
    return tuple(Option(n, say("who", seat=Who(n))) for n in numbers)


L = plain("What?")
NUMBER = AskNumber(field="n", label=L, low=1, high=20)
DIAL = AskNumber(field="n", label=L, low=-3, high=9, start=4)
CODE = AskCode(field="n", label=L, least=3, most=4)
EACH = AskEach(field="n", label=L, who=(1, 2, 3, 4, 5, 6, 7), options=(1, 2, 3, 4, 5, 6, 7))
TWICE = AskEach(field="n", label=L, who=(1, 2, 10), options=(1, 2, 10), most=2)
WHOM = AskOne(field="n", label=L, options=seats(3, 5, 10))
FRUIT = AskOne(field="n", label=L, options=options("apple", "pear"))
MANY = AskOne(field="n", label=L, options=options(*range(101, 126)))
SOME = AskSome(field="n", label=L, options=options("a", "b", "c"), least=1, most=2)
ORDER = AskOrder(field="n", label=L, options=options("a", "b", "c"))
DICE = AskOrder(field="n", label=L, options=options("1", "2", "3"), count=2, repeats=True)
BLUE, RED = Group(plain("Blue"), 1), Group(plain("Red"), 3)
CARDS = (
    *(Option(f"B{n}", plain(f"Blue {n}"), digit=n, group=BLUE) for n in (1, 2)),
    *(Option(f"R{n}", plain(f"Red {n}"), digit=n % 10, group=RED) for n in (2, 10)),
    Option("end", plain("End")),
)
CARD = AskOrder(field="n", label=L, options=CARDS, count=1, repeats=True)
TWO_CARDS = AskOrder(field="n", label=L, options=CARDS, count=2, repeats=True)
NOTE = AskText(field="n", label=L)


@pytest.mark.parametrize(
    ("ask", "keys", "answer"),
    [
        (NUMBER, "1 2 enter", 12),
        (NUMBER, "0 0 7 enter", 7),
        (NUMBER, "2 5 . 0 enter", 20),
        (NUMBER, "2 backspace 7 enter", 7),
        (NUMBER, "5 + + enter", 7),
        (NUMBER, "1 numlock 2 enter", 12),
        (NUMBER, "2 1 enter enter . . 9 enter", 9),  # 21 is refused in words, nothing typed is lost
        (DIAL, "enter enter", 4),
        (DIAL, "enter + + + + + + + enter", 9),
        (DIAL, "2 - enter", -2),
        (CODE, "0 4 2 enter", "042"),
        (CODE, "00 7 enter", "007"),
        (CODE, "1 2 enter 3 enter", "123"),  # too short is said and stays: hazard 9
        (EACH, "2 3 4 5 6 7 1 enter", ((2,), (3,), (4,), (5,), (6,), (7,), (1,))),
        (EACH, "1 3 3 5 6 7 1 . 7 enter", ((), (3,), (), (5,), (6,), (7,), ())),
        (EACH, "9 2 2 2 2 2 2 2 enter", ((2,), (), (2,), (2,), (2,), (2,), (2,))),  # nobody sits at 9
        (TWICE, "2 + 0 1 2 . 1 + 1 enter", ((2, 10), (1,), (1, 1))),
        (TWICE, "00 1 enter", ((10,), (10,), (1,))),
        (WHOM, "5", 5),
        (WHOM, "0", 10),
        (WHOM, "enter enter", 3),
        (FRUIT, "2 enter", "pear"),  # from the game's page the digit lights it, Enter takes it
        (FRUIT, "enter 2", "pear"),
        (MANY, "enter + + 3", 123),
        (MANY, "enter - 1", 121),
        (SOME, "enter 3 1 enter", ("a", "c")),
        (SOME, "enter 3 1 3 enter", ("a",)),
        (SOME, "enter 1 2 3 . enter", ("a", "b")),  # the key that waves a sentence away does no more
        (SOME, "enter 1 2 3 . . enter", ("a",)),
        (ORDER, "enter 3 1 1 2 enter", ("c", "a", "b")),
        (ORDER, "enter 3 . 2 1 3 enter", ("b", "a", "c")),
        (DICE, "enter 2 2 enter", ("2", "2")),
        (CARD, "1 2", ("B2",)),  # the group's key, then its own
        (CARD, "3 0", ("R10",)),
        (CARD, "3 . 1 1", ("B1",)),  # back out of the group
        (CARD, "enter 2", ("end",)),  # what has no group stands among the groups
        (TWO_CARDS, "3 2 1 1 enter", ("R2", "B1")),
        (NOTE, "enter enter", ""),
    ],
)
def test_one_question(ask: Any, keys: str, answer: Any) -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("act", ask),)}}))
    assert desk.type(keys).sent == [(Box(), "act", {"n": answer})]


@pytest.mark.parametrize(
    ("ask", "keys", "words"),
    [
        (NUMBER, "2 5 enter", "console.wrong.number"),
        (NUMBER, "enter enter", "console.wrong.number"),
        (CODE, "1 2 enter", "console.wrong.codes"),
        (EACH, "2 3 enter", "console.wrong.missing"),
        (EACH, "8", "console.wrong.target"),
        (EACH, "1 2 3 4 5 6 7 1", "console.wrong.all"),
        (TWICE, "2 + 1", "console.wrong.self"),
        (TWICE, "2 + 2 + 2", "console.wrong.twice"),
        (SOME, "enter enter", "console.wrong.few"),
        (SOME, "enter 1 2 3", "console.wrong.many"),
        (ORDER, "enter 1 enter", "console.wrong.few"),
        (FRUIT, "enter 3", "console.wrong.digit"),
    ],
)
def test_what_cannot_be_is_said_for_three_seconds_and_keeps_what_was_typed(ask: Any, keys: str, words: str) -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("act", ask),)}}))
    desk.type(keys)
    assert desk.shows(words)
    assert desk.sent == []
    typed = desk.console.layers
    desk.wait(2.9)
    assert desk.shows(words)
    desk.wait(0.2)
    assert not desk.shows(words)
    assert desk.console.layers == typed


def test_where_one_of_several_is_wanted_another_digit_takes_its_place() -> None:
    one = AskSome(field="n", label=L, options=options("x", "y", "z"), least=1, most=1)
    assert Desk(Moment({Box(): {"7:turn": (choice("act", one),)}})).type("enter 1 3 enter").sent == [
        (Box(), "act", {"n": ("z",)})
    ]


def test_seven_targets_are_eight_keys_and_shown_before_enter() -> None:
    desk = Desk(Moment({Box(): {"7:point": (choice("targets", EACH),)}}))
    desk.type("2 3 4 5 6 7 1")
    [sequence] = desk.page.widgets
    assert sequence.pairs == ((1, "2"), (2, "3"), (3, "4"), (4, "5"), (5, "6"), (6, "7"), (7, "1"))  # type: ignore[union-attr]  # as it was built
    assert desk.sent == []
    assert len(desk.type("enter").sent) == 1


def test_several_questions_come_one_after_another_and_back_goes_one_back() -> None:
    two = choice("act", NUMBER, AskOne(field="more", label=L, options=options("x", "y")))
    desk = Desk(Moment({Box(): {"7:turn": (two,)}}))
    desk.type("7 enter . 8 enter 2")
    assert desk.sent == [(Box(), "act", {"n": 8, "more": "y"})]


def test_act_target_amount_for_a_seat() -> None:
    give = choice("give", WHOM, AskNumber(field="more", label=L, low=0, high=9))
    desk = Desk(Moment({Seat(3): {"7:turn": (choice("pass"), give)}, Seat(4): {"7:turn": (choice("pass"),)}}))
    desk.type("/ 3 2 5 4 enter")
    assert desk.sent == [(Box(3), "give", {"n": 5, "more": 4})]


def test_no_prefix_means_whoever_has_the_turn() -> None:
    desk = Desk(Moment({Seat(4): {"7:turn": (choice("pass"), choice("draw"))}}))
    desk.type("enter 2")
    assert desk.sent == [(Box(4), "draw", {})]


def test_seat_ten_is_the_zero() -> None:
    now = Moment({Seat(10): {"7:a": (choice("one"), choice("two"))}, Seat(1): {"7:a": (choice("x"),)}}, seats=(1, 10))
    assert Desk(now).type("/ 0 2").sent == [(Box(10), "two", {})]


@pytest.mark.parametrize(("ask", "keys"), [(NUMBER, "1 2"), (CODE, "1 2 3"), (EACH, "2 3"), (SOME, "enter 1")])
def test_what_is_typed_outlives_news_that_do_not_concern_it(ask: Any, keys: str) -> None:
    offer = {"7:turn": (choice("act", ask),)}
    desk = Desk(Moment({Box(): offer})).type(keys)
    before = desk.page
    desk.move(Moment({Box(): offer | {"9:other": (choice("new"),)}, Seat(2): {"8:x": (choice("y"),)}}))
    assert desk.page == before


def test_an_entry_whose_question_has_closed_goes_with_a_word() -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("act", NUMBER),)}})).type("1 2")
    desk.move(Moment({Box(): {"9:turn": (choice("act", NUMBER),)}}))
    assert desk.shows("console.closed")
    desk.wait(3.1)
    assert desk.shows("The game")
    assert desk.type("enter").sent == []


def test_a_refusal_shows_the_reason_and_keeps_what_was_typed() -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("act", NUMBER),)}})).type("1 2 enter")
    desk.answer(ok=False, reason=plain("Not with the left hand"))
    assert desk.shows("Not with the left hand")
    desk.wait(3.1)
    assert desk.type("backspace 1 enter").sent[-1] == (Box(), "act", {"n": 11})
    assert desk.answer().shows("The game")
