"""Buttons and holds: looks, undo, switching off: given this page, these hands."""

from __future__ import annotations

from typing import Any

from companion.console import SwitchOff
from companion.game import AskNumber, AskOne, Box, Held, Option, Seat, plain
from companion.panel import Hold, Release
from tests.console.moment import MANY, TABLE, Desk, Moment, Seen, choice, hold, private, tap, up

SECRET = {3: Held(plain("Your card"), (plain("Spy"),))}
LOOK: dict[Any, Any] = {Seat(3): {"7:look": (choice("seen", command=Seen(), public=False),)}}


def test_four_buttons_alone_play() -> None:
    desk = Desk(Moment({Box(): {"7:turn": MANY[:3]}}))
    for name in ("select", "down", "down", "up", "select"):
        tap(desk, name)
    assert desk.sent == [(Box(), "c2", {})]
    assert tap(Desk(Moment({Box(): {"7:turn": MANY[:3]}})).type("enter"), "back").shows("The game")


def test_a_long_hold_is_undo_and_nothing_else() -> None:
    desk = Desk(Moment({Box(): {"7:turn": MANY[:3]} | TABLE}, undo=plain("Ann pointed")))
    hold(desk, "back", seconds=1.5)
    assert desk.shows("Ann pointed")
    up(desk, "back")
    assert desk.shows("Ann pointed")
    assert desk.type("enter enter").sent == []
    assert desk.type("1").sent == [(Box(), "undo", {})]


def test_undo_never_takes_back_anything_but_what_it_named() -> None:
    """Nor the same once more, where somebody has taken it back meanwhile; and yes is yes to nothing else."""
    later = {"7:turn": MANY[:3]} | TABLE
    del later["5:table.undo"]
    for name in ("Bo pointed", "Ann pointed"):
        desk = Desk(Moment({Box(): {"7:turn": MANY[:3]} | TABLE}, undo=plain("Ann pointed")))
        up(hold(desk, "back", seconds=1.2), "back")
        desk.move(Moment({Box(): later | {"4:table.undo": (choice("undo"),)}}, undo=plain(name)))
        assert not desk.shows("console.sure.undo")
        assert desk.shows("console.closed")
        assert desk.type("1").effects == []
        assert desk.shows("The game")


def test_the_digit_meant_for_what_is_closed_is_no_key_of_the_page_below() -> None:
    acts = tuple(choice(f"act{n}", digit=n) for n in (1, 2))
    count = choice("count", AskNumber(field="n", label=plain("how many?"), low=0, high=99))
    desk = Desk(Moment({Box(): {"7:n": (count, choice("pass"))}})).type("enter 1 1")  # it lies on a list that goes, too
    desk.move(Moment({Box(): {"9:turn": acts}}))
    assert desk.shows("console.closed")
    assert desk.type("2").effects == []
    assert desk.type("2").sent == [(Box(), "act2", {})]


def test_a_button_held_since_before_the_start_does_nothing() -> None:
    desk = Desk(Moment({Box(): {"7:turn": MANY[:3]} | TABLE}, undo=plain("x")))
    desk.feed(Hold("back", 3.0), Release("back"))
    assert desk.shows("The game")
    assert tap(desk, "select").shows("c1")


def test_back_and_select_held_three_seconds_ask_to_switch_off() -> None:
    desk = Desk(Moment({Box(): TABLE} | LOOK, undo=plain("x"), held=SECRET))
    hold(desk, "back", "select", seconds=2.0)
    assert desk.shows("The game")
    hold(desk, seconds=1.2)
    assert desk.shows("console.sure.off")
    up(desk, "select", "back")
    assert desk.type("1").effects == [SwitchOff()]


def test_a_look_at_the_box_is_two_strokes_shown_while_held_and_then_gone() -> None:
    desk = Desk(Moment(LOOK, held=SECRET))
    before = desk.page
    desk.type("3")
    hold(desk, "select", seconds=0.4)
    assert not desk.shows("Spy")
    hold(desk, seconds=0.8)
    assert desk.shows("Spy")
    assert private(desk)
    up(desk, "select")
    assert desk.page == before
    assert not private(desk)
    assert desk.sent == [(Seat(3), "seen", {})]


def test_a_look_ends_after_five_seconds_and_a_glimpse_does_not_count() -> None:
    desk = Desk(Moment(LOOK, held=SECRET)).type("3")
    hold(desk, "select", seconds=5.2)
    assert desk.shows("Spy")
    hold(desk, seconds=0.5)
    assert not desk.shows("Spy")
    assert up(desk, "select").sent == [(Seat(3), "seen", {})]
    desk = Desk(Moment(LOOK, held=SECRET)).type("3")
    assert up(hold(desk, "select", seconds=0.7), "select").sent == []


def test_a_long_secret_has_pages_that_a_second_finger_turns() -> None:
    long = {3: Held(plain("Hand"), tuple(plain(f"line {n}") for n in range(1, 10)))}
    desk = hold(Desk(Moment(LOOK, held=long)).type("3"), "select", seconds=0.8)
    assert desk.shows("line 1")
    assert desk.shows("line 4")
    assert not desk.shows("line 5")
    assert desk.type("+").shows("line 5")
    assert desk.type("+").shows("line 9")
    assert desk.type("+").shows("line 1")
    tap(desk, "up")
    assert desk.shows("line 9")
    assert private(desk)
    up(desk, "select")
    assert not private(desk)
    assert not desk.shows("line")


def test_a_secret_is_not_shown_in_a_break_nor_where_a_phone_shows_it() -> None:
    for now in (
        Moment(LOOK, held=SECRET, paused=True),
        Moment(LOOK, held=SECRET, phones=(3,)),
        Moment({}),
    ):
        desk = hold(Desk(now).type("/ 3"), "select", seconds=2)
        assert not desk.shows("Spy")
        assert not private(desk)
    desk = hold(Desk(Moment(LOOK, held=SECRET)).type("3"), "select", seconds=1)
    assert not desk.move(Moment(LOOK, held=SECRET, paused=True)).shows("Spy")


def test_a_seat_without_a_phone_points_in_secret_at_the_box() -> None:
    secret = {Seat(3): {"7:point": (choice("at1", public=False), choice("at2", public=False))}}
    desk = Desk(Moment(secret)).type("/ 3")
    assert not desk.shows("at2")
    up(hold(desk, "select", seconds=1), "select")
    assert desk.shows("at2")
    assert private(desk)
    assert desk.type("2").sent == [(Seat(3), "at2", {})]
    desk.answer()
    assert not private(desk)
    assert desk.shows("The game")


def test_a_break_covers_what_a_seat_does_in_secret_for_good() -> None:
    asking = choice("at", AskOne(field="n", label=plain("whom?"), options=(Option(1, plain("victim")),)), public=False)
    point = {Seat(3): {"7:point": (asking, choice("at2", public=False))}}
    now = Moment(point)
    desk = Desk(now).type("/ 3")
    up(hold(desk, "select", seconds=1), "select")
    assert desk.type("1").shows("victim")
    for paused in (Moment(point, paused=True), now):
        desk.move(paused)
        assert not private(desk)
        assert not desk.shows("victim")


def test_what_one_may_only_keep_for_oneself_stands_in_nobodys_way() -> None:
    """After a look the box goes on to the next: that seat's digit is its own, with a note to be written or not."""
    notes: dict[Any, Any] = {Seat(n): {"7:note": (choice("note", public=False, memo=True),)} for n in (1, 3)}
    for seat in (1, 3):
        notes[Seat(seat)] |= {"7:look": (choice("seen", command=Seen(), public=False),)}
    desk = Desk(Moment(notes, held=SECRET))
    up(hold(desk.type("3"), "select", seconds=1.2), "select")
    assert desk.shows("note")
    desk.type("1")
    assert not desk.shows("console.wrong.digit")
    assert desk.console.layers[-1].seat == 1  # type: ignore[union-attr]  # it is there
    up(hold(desk.type(". 3"), "select", seconds=1.2), "select")
    assert desk.type("0").sent[-1] == (Seat(3), "note", {})
