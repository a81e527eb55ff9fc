"""Lists, highlights, the table's menu: given this page, these keys."""

from __future__ import annotations

import pytest

from companion.console import Light, Send, ShowSeat, Sound, SwitchOff
from companion.game import AskNumber, Big, Box, Menu, Page, Result, Seat, Text, Who, plain, say
from tests.console.moment import MANY, TABLE, Desk, Moment, choice, hold, tap, up


def test_a_game_s_page_stands_there_when_nobody_types_and_says_what_the_keys_do() -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("next"),)}}))
    assert desk.shows("The game")
    assert desk.shows("console.hint.enter")
    assert desk.type("enter").sent == [(Box(), "next", {})]


def test_the_row_of_hints_repeats_no_question_of_the_page() -> None:
    """What is too long for it is what stands above it already; what people tell of is told in few words."""
    who = choice("Who was Peace Keeper?")
    assert Desk(Moment({Box(): {"7:role": (who,)}}, asks=who.label)).shows("console.answer")
    assert not Desk(Moment({Box(): {"7:role": (who,)}})).shows("console.answer")
    alone = Moment({Box(): {"7:told.contracts": (choice("Tell what came: Contract deck"),)}})
    assert Desk(alone).shows("console.tell")


def test_after_a_game_a_page_with_more_to_read_says_once_more_in_few_words() -> None:
    again = {Box(): {"9:again": (choice("The same quest with the same people"), choice("another"))}}
    over = Result((1,), (), plain("Ann wins"))
    leaf = Page(key="end", widgets=(Big(plain("Ann wins")),), more=True)
    assert Desk(Moment(again, ended=over, pages=(leaf,))).shows("console.once_more")
    assert Desk(Moment(again, ended=over)).shows("The same quest with the same people")


def test_where_a_game_gave_keys_its_own_hint_says_what_they_do() -> None:
    keyed = {Box(): {"7:clock": (choice("stop", digit=1),), "7:time": (choice("time", digit=2, final=True),)}}
    own = Page(key="own", widgets=(Big(plain("Talk")),), hints=plain("1:stop 2:end?"))
    assert Desk(Moment(keyed, pages=(own,))).shows("1:stop 2:end?")
    assert Desk(Moment(keyed)).shows("console.hint.keyed")
    # Without keys of its own, a digit only lights a line: the game's hint would promise too much.
    plainly = {Box(): {"7:turn": (choice("one"), choice("two"))}}
    assert Desk(Moment(plainly, pages=(own,))).shows("console.hint.choose")


def title(desk: Desk) -> Text:
    (shown,) = desk.page.widgets
    assert isinstance(shown, Menu)
    return shown.title


def test_over_a_list_stands_what_the_game_asks() -> None:
    two = {Seat(2): {"7:turn": MANY[:2]}}
    asks = say("toy.asks", seat=Who(2))
    assert title(Desk(Moment(two, asks=asks)).type("enter")) == asks
    # What the game would rather have there, a price say, comes first; the box's own lists are called what they are.
    price = plain("To pay: 3")
    assert title(Desk(Moment(two, asks=asks, list_title=price)).type("enter")) == price
    assert title(Desk(Moment(two | {Box(): TABLE}, asks=asks, list_title=price)).type("*")) == say("console.title.star")


def test_over_a_seat_s_list_stands_what_it_is_asked_else_its_name() -> None:
    acts = {Seat(n): {"7:turn": MANY[:2]} for n in (2, 3)}
    asks = say("toy.asks", what=say("toy.of", seat=Who(2)))
    assert title(Desk(Moment(acts, asks=asks)).type("/ 2")) == asks
    assert title(Desk(Moment(acts, asks=asks)).type("/ 3")) == say("who", seat=Who(3))
    price = plain("To pay: 3")
    assert title(Desk(Moment(acts, asks=asks, list_title=price)).type("/ 2")) == price
    assert title(Desk(Moment(acts, asks=asks, list_title=price)).type("/ 3")) == say("who", seat=Who(3))


def test_over_the_lists_around_a_game_stands_what_they_are_for() -> None:
    games = {Box(): {"1:lobby": MANY[:3]}}
    assert title(Desk(Moment(games, state=None)).type("enter")) == say("console.title.lobby")
    again = {Box(): {"9:again": MANY[:3]}}
    over = Result((1,), (), plain("Ann wins"))
    assert title(Desk(Moment(again, ended=over)).type("+")) == say("console.title.again")


@pytest.mark.parametrize(
    ("keys", "picked"),
    [
        ("enter 2", "c2"),
        ("enter 0", "c10"),
        ("enter + 1", "c11"),
        ("enter - 3", "c23"),
        ("enter enter", "c1"),
        ("2 enter", "c2"),  # a digit on the game's page lights the line: nothing is picked unseen
    ],
)
def test_lists_of_ten_a_sheet(keys: str, picked: str) -> None:
    assert Desk(Moment({Box(): {"7:turn": MANY}})).type(keys).sent == [(Box(), picked, {})]


def test_in_a_short_list_plus_and_minus_move_the_highlight() -> None:
    now = Moment({Box(): {"7:turn": MANY[:3]}})
    assert Desk(now).type("enter + + enter").sent == [(Box(), "c3", {})]
    assert Desk(now).type("enter - enter").sent == [(Box(), "c3", {})]


def test_a_key_that_the_game_gave_works_from_its_own_page() -> None:
    now = Moment({Box(): {"7:turn": (choice("a"), choice("b", digit=7))}})
    assert Desk(now).type("7").sent == [(Box(), "b", {})]
    now = Moment({Box(): {"7:turn": (choice("a"), choice("b", digit=7, final=True))}})
    assert Desk(now).type("7").sent == []
    assert Desk(now).type("7 7").sent == [(Box(), "b", {})]
    now = Moment({Box(): {"7:turn": (choice("b", digit=7),)}})
    assert Desk(now).type("7").sent == [(Box(), "b", {})], "also when nothing else is left to do"
    assert Desk(now).type("6").sent == []


def test_a_key_of_the_game_s_that_is_not_on_offer_says_the_game_s_own_reason() -> None:
    offers = {Box(): {"7:turn": (choice("six", digit=6), choice("more", digit=8))}}
    now = Moment(offers, reasons={3: plain("Nothing to pay with")})
    for before in ("", "enter"):  # from the game's own page, and from its list
        desk = Desk(now).type(f"{before} 3")
        assert desk.shows("Nothing to pay with")
        assert desk.sent == []
        assert Desk(now).type(f"{before} 4").shows("console.wrong.digit")
    assert Desk(now).type("* 3").shows("console.title.people"), "the table's own list is not the game's"


def test_beside_keys_that_the_game_gave_a_digit_that_is_none_of_them_is_refused_in_words() -> None:
    now = Moment({Box(): {"7:turn": (choice("six", digit=6),), "7:code": (choice("code"),)}})
    for digit in ["1", "2", "3", "4", "5", "7", "8", "9", "0"]:
        desk = Desk(now).type(digit)
        assert desk.shows("console.wrong.digit")
        assert desk.type("enter").shows("The game"), "the sentence goes, and nothing else happens"
        assert desk.sent == []
    assert Desk(now).type("1 1 enter").sent == [], "not even twice"
    assert Desk(now).type("1 6").sent == [(Box(), "six", {})]
    assert Desk(now).type("enter 1").sent == [(Box(), "code", {})], "in the list each line has its digit"


def test_where_what_is_read_goes_on_the_hint_says_so_beside_what_enter_does() -> None:
    read = tuple(Page(key=f"read.{n}", widgets=(Big(plain(f"Part {n}")),), more=n < 2) for n in (1, 2))
    desk = Desk(Moment({Box(): {"7:turn": (choice("next"),)}}, pages=read))
    assert desk.shows("Part 1")
    assert desk.shows("console.hint.enter_more")
    assert desk.type("+").shows("Part 2")
    assert not desk.shows("console.hint.enter_more")
    assert desk.shows("console.hint.enter")


def test_what_cannot_be_taken_back_is_never_lit_in_advance() -> None:
    now = Moment({Box(): {"7:turn": (choice("burn", final=True),)}})
    assert Desk(now).type("enter enter enter").sent == []
    assert Desk(now).type("1").sent == []
    assert Desk(now).type("enter 1").sent == [(Box(), "burn", {})]
    assert Desk(now).type("enter + enter").sent == [(Box(), "burn", {})]


def test_enter_is_ignored_for_400_ms_after_the_page_changed() -> None:
    now = Moment({Box(): {"7:turn": MANY[:2]}})
    assert Desk(now).type("enter").type("enter", apart=0.39).sent == []
    assert Desk(now).type("enter").type("enter", apart=0.41).sent == [(Box(), "c1", {})]
    other = Moment({Box(): {"9:turn": (choice("next"),)}}, pages=(Page(key="other", widgets=()),))
    assert Desk(now).wait(5).move(other).type("enter", apart=0.3).sent == []


def test_enter_is_meant_after_something_was_typed_into_a_page_that_the_hand_brought() -> None:
    """However fast: a bounced Enter brings no digits with it. Nothing else shortens the wait."""
    ask = [AskNumber(field=name, label=plain("How many?"), low=0, high=20, start=1) for name in "nm"]
    pair = Moment({Box(): {"7:turn": (choice("pay", *ask), choice("pass"))}})
    assert Desk(pair).type("enter").type("1 7 enter 8 enter", apart=0.05).sent == [(Box(), "pay", {"n": 7, "m": 8})]
    assert Desk(pair).type("enter").type("1 7 enter enter", apart=0.05).sent == []
    assert Desk(pair).type("enter").type("1 7 enter - enter", apart=0.05).sent == [(Box(), "pay", {"n": 7, "m": 0})]
    other = Moment({Box(): {"9:turn": (choice("pay", ask[0]),)}}, pages=(Page(key="other", widgets=()),))
    assert Desk(pair).wait(5).move(other).type("7 enter", apart=0.1).sent == []  # typed at what stood there before


def test_both_enters_or_a_held_one_submit_once() -> None:
    now = Moment({Box(): {"7:turn": (choice("next"),)}})
    later = Moment({Box(): {"9:turn": (choice("next"),)}}, pages=(Page(key="later", widgets=()),))
    desk = Desk(now).type("enter").answer(now=later).type("enter", apart=0.05)
    assert len(desk.sent) == 1


def test_at_the_end_of_a_game_enter_deals_again() -> None:
    again = {"20:again": (choice("usual"), choice("other"), choice("another"))}
    desk = Desk(Moment({Box(): again}))
    assert desk.type("enter").sent == [(Box(), "usual", {})]


def test_a_staged_choice_is_followed_by_the_list_that_it_leads_to() -> None:
    desk = Desk(Moment({Box(): {"7:turn": (choice("take", staged=True), choice("pass"))}})).type("enter 1")
    desk.answer(now=Moment({Box(): {"8:turn": (choice("here"), choice("there"))}}))
    assert desk.shows("there")
    assert desk.type("2").sent[-1] == (Box(), "there", {})


@pytest.mark.parametrize(
    ("key", "shown"),
    [("2", "Prompt"), ("3", "console.title.people"), ("5", "console.score"), ("6", "console.title.sound")],
)
def test_the_table_s_menu_is_the_same_everywhere(key: str, shown: str) -> None:
    for before in ("", "enter", "/ 3", "/"):
        desk = Desk(Moment({Box(): {"7:turn": MANY[:2]} | TABLE}, seats=(1, 2, 3))).type(before)
        page = desk.page
        assert desk.type("*").shows("console.star.pause")
        assert desk.type(key).shows(shown)
        desk.type("* *" if key == "9" else "*")
        assert desk.page == page


@pytest.mark.parametrize(
    ("keys", "picked"),
    [("* 1", "pause"), ("* 0", "mute"), ("* 4 2", "fix2"), ("* 8 1", "finish")],
)
def test_the_table_s_menu_acts(keys: str, picked: str) -> None:
    assert Desk(Moment({Box(): TABLE})).type(keys).sent == [(Box(), picked, {})]


def test_leaving_and_switching_off_ask_first_and_enter_alone_does_neither() -> None:
    assert Desk(Moment({Box(): TABLE})).type("* 8 enter enter").sent == []
    assert Desk(Moment({Box(): TABLE})).type("* 9 enter enter").effects == []
    assert Desk(Moment({Box(): TABLE})).type("* 9 2").effects == []
    assert Desk(Moment({Box(): TABLE})).type("* 9 1").effects == [SwitchOff()]


def test_sound_and_display() -> None:
    assert Desk(Moment({})).type("* 6 3 * 7 2 * 7 3").effects == [Sound("none"), Light("dim"), Light("turn")]


def test_an_entry_under_the_table_s_menu_is_still_there_after_it() -> None:
    from tests.console.test_entries import NUMBER

    now = Moment({Box(): {"7:turn": (choice("act", NUMBER),)} | TABLE})
    desk = Desk(now).type("1 * 1").answer().type("2 enter")
    assert desk.sent == [(Box(), "pause", {}), (Box(), "act", {"n": 12})]


def test_a_seat_s_qr() -> None:
    desk = Desk(Moment({}))
    assert desk.type("/ 3 /").effects == [ShowSeat(3)]
    assert desk.type("/ 9").shows("console.nobody")


def test_beside_a_result_a_digit_lights_what_it_would_begin_and_begins_nothing() -> None:
    ways = (choice("same", digit=0), choice("quest", digit=1), choice("other"))
    for digit, line in enumerate(("same", "quest", "other")):
        desk = Desk(Moment({Box(): {"9:again": ways}})).type(str(digit))
        assert desk.sent == []
        assert desk.shows(line)
        assert desk.type("enter").sent == [(Box(), line, {})]


def test_a_break_is_ended_with_enter() -> None:
    desk = Desk(Moment({Box(): {**TABLE, "9:table.resume": (choice("resume"),)}}, paused=True))
    assert desk.shows("console.break")
    assert desk.type("enter").sent == [(Box(), "resume", {})]


def test_a_forgotten_list_gives_way_to_the_game_and_a_secret_one_soon() -> None:
    desk = Desk(Moment({Box(): {"7:turn": MANY[:2]}})).type("enter").wait(59)
    assert not desk.shows("The game")
    assert desk.wait(2).shows("The game")
    secret = {Seat(3): {"7:point": (choice("at1", public=False),)}}
    desk = Desk(Moment(secret)).type("/ 3")
    up(hold(desk, "select", seconds=1), "select")
    assert desk.wait(16).shows("The game")


def test_two_zeros_never_pick_twice() -> None:
    desk = Desk(Moment({Box(): {"7:turn": MANY[:10]}})).type("enter 00")
    assert [type(e) for e in desk.effects] == [Send]


def test_pages_of_the_game_are_turned_and_back_goes_to_the_first() -> None:
    pages = tuple(Page(key=f"p{n}", widgets=()) for n in range(3))
    desk = Desk(Moment({}, pages=pages))
    assert [desk.type(k).page.key for k in ("+", "+", "+", "-")] == ["game.p1", "game.p2", "game.p0", "game.p2"]
    assert tap(desk, "back").page.key == "game.p0"
