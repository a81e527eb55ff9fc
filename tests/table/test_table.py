"""Questions, repeats, stale and wrong answers; two phones at once; restart."""

from __future__ import annotations

import threading

import pytest
from msgspec.structs import replace

from companion.game import Box, Keep, Public, Seat, Title
from companion.table import Envelope, Table
from tests.table.conftest import House
from tests.table.test_undo import start
from tests.toys import pig


def start_tictactoe(house: House) -> Table:
    """Ann and Bo sit down to tic-tac-toe; Ann begins."""
    house.seat("Ann", "Bo")
    assert house.table.do(Box(), "pick", {"game": "tictactoe"}).ok
    usual = house.table.now().offers(Box())[0]
    assert house.table.submit(Box(), Envelope("start", usual.question, usual.choice.id)).ok
    return house.table


def mark(table: Table, seat: int, square: int, ident: str) -> Envelope:
    """Return what a phone sends to mark a square."""
    offer = table.now().offers(Seat(seat))[0]
    return Envelope(ident, offer.question, offer.choice.id, {"square": square})


def test_a_repeated_tap_gets_the_first_answer_again(house: House) -> None:
    table = start_tictactoe(house)
    tap = mark(table, 1, 5, "tap-1")
    first = table.submit(Seat(1), tap)
    again = table.submit(Seat(1), tap)
    assert first.ok
    assert again.ok
    assert again.repeated
    assert again.row == first.row == table.now().row


def test_two_phones_that_count_alike_are_not_one(house: House) -> None:
    """An id is its phone's own: what Bo sends is no repeat of Ann's, be it in time or late, also after a restart."""
    table = start_tictactoe(house)
    tap = mark(table, 1, 5, "tap-1")
    assert table.submit(Seat(1), tap, "phone of Ann").ok
    table = house.restart()
    late = table.submit(Seat(2), tap, "phone of Bo")
    assert (late.ok, late.stale) == (False, True)
    reply = table.submit(Seat(2), mark(table, 2, 1, "tap-2"), "phone of Bo")
    assert (reply.ok, reply.repeated) == (True, False)


def test_a_repeat_after_a_restart_is_still_known(house: House) -> None:
    table = start_tictactoe(house)
    tap = mark(table, 1, 5, "tap-1")
    first = table.submit(Seat(1), tap)
    again = house.restart().submit(Seat(1), tap)
    assert (again.ok, again.repeated, again.row) == (True, True, first.row)


def test_an_answer_to_a_closed_question_is_stale_and_changes_nothing(house: House) -> None:
    table = start_tictactoe(house)
    late = mark(table, 1, 2, "late")
    assert table.submit(Seat(1), mark(table, 1, 1, "now")).ok
    before = table.now()
    reply = table.submit(Seat(1), late)
    assert not reply.ok
    assert reply.stale
    assert table.now() is before


def test_what_is_not_offered_is_refused_with_a_reason(house: House) -> None:
    table = start_tictactoe(house)
    offer = table.now().offers(Seat(1))[0]
    for answers in ({}, {"square": 77}, {"square": "x"}, {"square": "１"}, {"square": 1, "more": 2}, {"square": [1]}):
        before = table.now()
        reply = table.submit(
            Seat(1), Envelope(f"bad-{len(answers)}-{answers}"[:9], offer.question, offer.choice.id, answers)
        )
        assert not reply.ok
        assert reply.reason is not None
        assert table.now() is before


def test_an_id_that_is_no_id_is_refused(house: House) -> None:
    table = start_tictactoe(house)
    offer = table.now().offers(Seat(1))[0]
    for ident in ("", "a b", "x" * 41, "é", "a\n"):
        assert not table.submit(Seat(1), Envelope(ident, offer.question, offer.choice.id, {"square": 1})).ok


def test_two_phones_add_one_each_from_the_same_page_two_hundred_times(house: House) -> None:
    """Hazard 34: both are kept."""
    house.seat("Ann", "Bo")
    house.table.start()
    rows: list[int] = []

    def tap(who: int) -> None:
        for n in range(200):
            reply = house.table.do(Box(), "rename", {"seat": who, "name": f"{who} {n}"}, by=f"phone{who}")
            assert reply.ok
            rows.append(reply.row)

    phones = [threading.Thread(target=tap, args=(who,)) for who in (1, 2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(set(rows)) == 400
    assert house.table.now().names() == {1: "1 199", 2: "2 199"}


def test_everything_is_there_again_after_a_restart(house: House) -> None:
    table = start_tictactoe(house)
    assert table.submit(Seat(1), mark(table, 1, 5, "one")).ok
    before = table.now()
    after = house.restart().now()
    assert after.state == before.state
    assert after.evening == before.evening
    assert after.offers(Seat(2)) == before.offers(Seat(2))
    assert after.undo_names() == before.undo_names()
    assert after.epoch != before.epoch


def test_leaving_a_game_puts_it_back_and_the_people_stay(house: House) -> None:
    table = start_tictactoe(house)
    assert table.do(Box(), "finish").ok
    assert table.now().state is None
    assert table.now().view(Public()).phase == "lobby"
    assert table.now().evening.seats == (1, 2)


class Secretive(pig.Pig):
    """Who keeps its dice is settled before the game."""

    meta = replace(pig.Pig.meta, components=tuple(replace(c, secret=True) for c in pig.Pig.meta.components))


class ForGood(pig.Pig):
    """Dice that the box has not followed are never its to follow again."""

    meta = replace(pig.Pig.meta, components=tuple(replace(c, for_good=True) for c in pig.Pig.meta.components))


@pytest.mark.parametrize(
    ("kind", "keeper", "others"),
    [
        (pig.Pig, "app", {"told", "unseen"}),
        (pig.Pig, "told", {"app", "unseen"}),
        (pig.Pig, "unseen", {"told"}),  # the box rolls again only once people have told it where things stand
        (ForGood, "told", {"app", "unseen"}),
        (ForGood, "unseen", set()),
        (Secretive, "told", set()),
    ],
)
def test_who_may_keep_the_dice_in_mid_game(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: type[pig.Pig], keeper: str, others: set[str]
) -> None:
    monkeypatch.setattr("tests.table.conftest.TITLES", (Title(kind.meta, lambda _: kind()),))
    house.restart()
    house.seat("Ann", "Bo")
    table = start(house, "pig", keeper="" if keeper == "app" else keeper)
    keeps = [o.choice.command for o in table.now().offers(Box()) if isinstance(o.choice.command, Keep)]
    assert {command.keeper for command in keeps} == others


def test_in_a_break_nobody_has_a_secret_to_look_at(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    assert table.now().view(Seat(1)).held is not None
    assert table.do(Box(), "pause", {"on": True}).ok
    assert table.now().view(Seat(1)).held is None
    assert table.do(Box(), "pause", {"on": False}).ok
    assert table.now().view(Seat(1)).held is not None


def test_two_people_who_tap_the_same_at_once_have_it_done_once(house: House) -> None:
    """For a break the second tap must not end it, nor what was to be hushed be heard again, nor one more be undone."""
    table = start_tictactoe(house)
    assert table.submit(Seat(1), mark(table, 1, 5, "tap")).ok
    assert table.submit(Seat(2), mark(table, 2, 1, "tap")).ok
    for name in ("pause", "resume", "mute", "unmute", "undo", "finish"):
        offer = next(o for o in table.now().offers(Box()) if o.name == f"table.{name}")
        envelope = Envelope(f"{name}-tap", offer.question, offer.choice.id)
        assert table.submit(Box(), envelope, "panel").ok
        row = table.now().row
        second = table.submit(Box(), envelope, "phone of Bo")
        assert (second.ok, second.stale) == (False, True), name
        assert table.now().row == row


def test_a_new_game_cannot_be_answered_with_an_old_page(house: House) -> None:
    table = start_tictactoe(house)
    old = mark(table, 1, 1, "old")
    assert table.do(Box(), "finish").ok
    assert table.do(Box(), "pick", {"game": "tictactoe"}).ok
    usual = table.now().offers(Box())[0]
    assert table.submit(Box(), Envelope("again", usual.question, usual.choice.id)).ok
    assert table.submit(Seat(1), old).stale


def test_a_waiting_subscriber_gets_the_latest_and_then_nothing_old(house: House) -> None:
    table = house.table
    phone = table.subscribe()
    assert phone.wait(0) is table.now()
    assert phone.wait(0) is None
    house.seat("Ann", "Bo", "Cy")
    moment = phone.wait(0)
    assert moment is not None
    assert moment.evening.seats == (1, 2, 3)
    assert phone.wait(0) is None
    phone.close()
    assert phone.wait(5) is None
