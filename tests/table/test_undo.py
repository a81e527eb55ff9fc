"""Undo takes back one person's command with all that followed; it changes nobody's luck."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Box, Chance, Draw, Roll, Seat, Title
from companion.table import Envelope, Table
from tests.table.conftest import House
from tests.toys import pig


def start(house: House, game: str, keeper: str = "") -> Table:
    """Start a toy; with ``keeper``, people or nobody look after its dice."""
    assert house.table.do(Box(), "pick", {"game": game}).ok
    if keeper:
        assert house.table.do(Box(), "keep", {"component": "dice", "keeper": keeper}).ok
    usual = house.table.now().offers(Box())[0]
    assert house.table.submit(Box(), Envelope("start", usual.question, usual.choice.id)).ok
    return house.table


def state(house: House) -> Any:
    """Return the running game's state."""
    return house.table.now().state


def throw(house: House, seat: int, dice: int = 1) -> None:
    """Take dice in hand and throw them."""
    assert house.table.do(Seat(seat), "take", {"dice": dice}).ok
    assert house.table.do(Seat(seat), "throw").ok


def reveal(table: Table, by: str = "") -> None:
    """Play an auction to the pointing, and point: that shows everybody's hand."""
    seats = [place.number for place in table.now().evening.places]
    while not any(o.choice.id == "point" for o in table.now().offers(Box())):
        for seat in seats:
            others = [other for other in seats if other != seat]
            table.do(Seat(seat), "bid", {"coins": 1})
            table.do(Seat(seat), "wrap", {"receipt": "12", "ribbons": [], "thanks": others})
    assert table.do(Box(), "point", {"at": [[2], *([1] for _ in seats[1:])]}, by=by).ok


def test_undo_takes_the_pick_and_the_throw_and_what_came(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    before = state(house)
    house.fate.say("dice", "4")
    throw(house, 1)
    assert state(house).pot == 4
    assert house.table.do(Seat(1), "undo").ok
    assert state(house) == before


def test_the_same_dice_come_again_for_the_same_seat_and_possibilities(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.fate.say("dice", "43")
    throw(house, 1)
    throw(house, 1)
    assert state(house).pot == 7
    assert house.table.do(Box(), "undo").ok
    assert house.table.do(Box(), "undo").ok
    assert house.restart().do(Box(), "pause", {"on": False}).ok
    throw(house, 1)
    assert state(house).pot == 4
    throw(house, 1)
    assert state(house).pot == 7


def test_another_seats_throw_pays_no_debt_of_the_first(house: House) -> None:
    """Ann's four is taken back and she is called away: Bo throws his own."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    house.fate.say("dice", "4")
    throw(house, 1)
    assert table.do(Box(), "undo").ok
    assert table.do(Box(), "away", {"seat": 1, "away": True}).ok
    assert table.do(Box(), "skip").ok
    house.fate.say("dice", "6")
    throw(house, 2)
    assert state(house).pot == 6


class Covered(pig.Pig):
    """Dice that stay under the cup: nobody sees what came."""

    def chance(self, state: pig.Sty, step: Draw | Roll) -> Chance:
        return replace(super().chance(state, step), seen=())


def test_what_people_threw_unseen_is_no_debt_of_the_box(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.table.conftest.TITLES", (Title(pig.Pig.meta, lambda _: Covered()),))
    house.restart()
    house.seat("Ann", "Bo")
    table = start(house, "pig", keeper="told")
    throw(house, 1)
    assert table.do(Box(), "undo").ok
    assert table.do(Box(), "keep", {"component": "dice", "keeper": "app"}).ok
    house.fate.say("dice", "4")
    throw(house, 1)
    assert state(house).pot == 4


def test_other_possibilities_have_their_own_luck(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.fate.say("dice", "4")
    throw(house, 1)
    assert house.table.do(Box(), "undo").ok
    house.fate.say("dice", "22")
    throw(house, 1, dice=2)
    assert state(house).pot == 4
    assert house.table.do(Box(), "undo").ok
    throw(house, 1)
    assert state(house).pot == 4


def test_nobody_takes_back_what_another_did(house: House) -> None:
    """Hazard 36: Ann presses undo on Bo's turn."""
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.fate.say("dice", "1")
    throw(house, 1)
    house.fate.say("dice", "6")
    throw(house, 2)
    before = state(house)
    assert not house.table.do(Seat(1), "undo").ok
    assert state(house) == before
    assert house.table.do(Seat(2), "undo").ok


def test_undo_after_a_restart_and_when_stored_states_are_thinned_out(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    seen = [state(house)]
    for n in range(150):
        seat = 1 + n % 2
        house.fate.say("dice", "1")
        throw(house, seat)
        seen.append(state(house))
    house.restart()
    for wanted in reversed(seen[:-1]):
        assert house.table.do(Box(), "undo").ok
        assert state(house) == wanted
    assert not house.table.do(Box(), "undo").ok


def test_what_people_told_is_a_unit_of_its_own(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "pig", keeper="told")
    throw(house, 1)
    asked = [o for o in table.now().offers(Box()) if o.name.startswith("told.")]
    assert len(asked) == 1
    assert not table.do(Box(), "told", {"items": ["7"]}).ok
    assert table.do(Seat(2), "told", {"items": ["5"]}).ok
    assert state(house).pot == 5
    assert table.do(Box(), "undo").ok
    assert [o for o in table.now().offers(Box()) if o.name.startswith("told.")]
    assert state(house).pot == 0
    assert state(house).dice == 1


class Screened(pig.Pig):
    """Dice behind a screen: only who throws sees what came."""

    def chance(self, state: pig.Sty, step: Draw | Roll) -> Chance:
        return replace(super().chance(state, step), seen=(state.turn,))


def test_what_one_alone_saw_and_told_is_not_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.table.conftest.TITLES", (Title(pig.Pig.meta, lambda _: Screened()),))
    house.restart()
    house.seat("Ann", "Bo")
    table = start(house, "pig", keeper="told")
    throw(house, 1)
    assert not table.do(Seat(2), "told", {"items": ["5"]}).ok
    assert table.do(Seat(1), "told", {"items": ["5"]}).ok
    name = table.now().undo_names()
    assert name is not None
    assert name.key == "undo.secret"


def test_a_secret_answer_is_not_named_and_not_anothers_to_take_back(house: House) -> None:
    house.seat("Ann", "Bo", "Cy")
    table = start(house, "auction")
    assert table.do(Seat(1), "bid", {"coins": 3}).ok
    name = table.now().undo_names()
    assert name is not None
    assert name.key == "undo.secret"
    assert not table.do(Seat(2), "undo").ok
    # Nor has the phone that sent it undo on offer: when that went away, it would show that somebody else has answered.
    assert not [offer for seat in (1, 2, 3) for offer in table.now().offers(Seat(seat)) if offer.choice.id == "undo"]


def test_what_was_revealed_needs_two_to_take_back(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    reveal(table)
    first = table.do(Seat(1), "undo")
    assert first.reason is not None
    assert first.reason.key == "refused.undo_second"
    assert not table.do(Seat(1), "undo").ok
    assert table.do(Seat(2), "undo").ok


def test_a_wish_to_take_back_goes_with_what_it_was_for(house: House) -> None:
    """Both wanted the first pointing back. The second is another: whoever asks first still needs a second."""
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    reveal(table)
    assert not table.do(Seat(1), "undo", by="phone of Ann").ok
    assert table.do(Seat(2), "undo", by="phone of Bo").ok
    assert table.do(Box(), "point", {"at": [[], [1]]}).ok
    assert not table.do(Seat(1), "undo", by="phone of Ann").ok
    assert table.do(Seat(2), "undo", by="phone of Bo").ok


def test_one_phone_is_one_person_also_as_a_scribe(house: House) -> None:
    """Whoever asks for the seat and then for the table has not asked twice; the next phone is the second person."""
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    reveal(table, by="phone:ann")
    assert not table.do(Seat(1), "undo", by="phone:ann").ok
    assert not table.do(Box(), "undo", by="phone:ann").ok
    assert not table.do(Box(), "undo", by="phone:ann").ok
    assert table.do(Box(), "undo", by="phone:bo").ok


def test_undo_rewinds_no_clock(house: House) -> None:
    house.seat("Ann", "Bo")
    start(house, "pig")
    house.wait(12)
    house.fate.say("dice", "4")
    throw(house, 1)
    house.wait(5)
    assert house.table.do(Box(), "undo").ok
    assert house.table.now().faces["turn"].shown == 13


def test_what_another_seat_revealed_may_be_asked_back_by_two_others(house: House) -> None:
    house.seat("Ann", "Bo", "Cy")
    table = start(house, "auction")
    reveal(table, by="phone of Ann")
    assert not table.do(Seat(2), "undo").ok
    assert table.do(Seat(3), "undo").ok


def test_a_phone_that_acts_for_the_table_takes_back_its_own_and_nobody_elses(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    house.fate.say("dice", "4")
    throw(house, 1)
    before = state(house)
    reply = table.do(Box(), "undo", by="phone of Bo")
    assert reply.reason is not None
    assert reply.reason.key == "refused.undo_other"
    assert state(house) == before
    assert table.do(Box(), "undo", by="panel").ok


def test_a_scribe_takes_back_what_it_did_for_another_and_what_the_table_did(house: House) -> None:
    """Ann's phone is flat: Bo's throws for her. She has gone: the turn is passed on for all."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    before = state(house)
    house.fate.say("dice", "4")
    for tag, answers in (("take", {"dice": 1}), ("throw", {})):
        assert table.do(Box(1), tag, answers, by="phone of Bo").ok
    assert table.do(Box(), "undo", by="phone of Bo").ok
    assert state(house) == before
    assert table.do(Box(), "away", {"seat": 1, "away": True}).ok
    before = state(house)
    assert table.do(Box(), "skip", by="phone of Cy").ok
    assert table.do(Box(), "undo", by="phone of Bo").ok
    assert state(house) == before


def test_what_another_goes_on_with_is_the_others_to_take_back(house: House) -> None:
    """Ann takes dice and drops her phone: Bo's throws for her. Undo takes back the throw, and leaves her the dice."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    assert table.do(Seat(1), "take", {"dice": 2}, by="phone of Ann").ok
    taken = state(house)
    house.fate.say("dice", "43")
    assert table.do(Box(1), "throw", by="phone of Bo").ok
    assert state(house).pot == 7
    assert table.do(Box(), "undo", by="phone of Bo").ok
    assert state(house) == taken


def test_a_number_set_by_hand_between_pick_and_throw_is_taken_back_alone(house: House) -> None:
    """All at the box: Ann takes dice, somebody sets Bo's score right; then undo leaves Ann her dice."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    assert table.do(Box(1), "take", {"dice": 2}, by="panel").ok
    taken = state(house)
    assert table.do(Box(), "score", {"seat": 2, "score": 3}, by="panel").ok
    assert state(house) != taken
    assert table.do(Box(), "undo", by="panel").ok
    assert state(house) == taken


def test_what_one_noted_last_stands_last_after_anothers_undo(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "auction")
    before = state(house).bidder(2)
    assert table.do(Seat(2), "bid", {"coins": 1}).ok
    for note in ("lamp", "chair", "lamp"):
        assert table.do(Seat(1), "jot", {"note": note}).ok
    assert table.do(Box(), "undo").ok
    assert state(house).bidder(2) == before
    assert state(house).bidder(1).note == "lamp"


def undo_of(table: Table, ident: str) -> Envelope:
    """Return what a tap on "Take back" sends, from a page as it stands now."""
    offer = next(o for o in table.now().offers(Box()) if o.name == "table.undo")
    return Envelope(ident, offer.question, offer.choice.id)


def test_a_tap_on_a_page_that_is_late_takes_back_nothing_but_what_it_said(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "tictactoe")
    assert table.do(Seat(1), "mark", {"square": 5}).ok
    late = undo_of(table, "late")
    assert table.do(Seat(2), "mark", {"square": 1}).ok
    both = state(house)
    reply = table.submit(Box(), late)
    assert reply.stale
    assert state(house) == both


def test_two_taps_one_after_the_other_take_back_one_thing(house: House) -> None:
    house.seat("Ann", "Bo")
    table = start(house, "tictactoe")
    assert table.do(Seat(1), "mark", {"square": 5}).ok
    one = state(house)
    assert table.do(Seat(2), "mark", {"square": 1}).ok
    first, second = undo_of(table, "first"), undo_of(table, "second")
    assert table.submit(Box(), first).ok
    assert table.submit(Box(), second).stale
    assert state(house) == one
    assert table.submit(Box(), undo_of(table, "third")).ok


def test_all_who_may_take_the_same_back_are_asked_the_same(house: House) -> None:
    """It does not matter since when each of them may."""
    house.seat("Ann", "Bo")
    table = start(house, "pig")
    throw(house, 1)
    asked = {o.question for a in (Box(), Seat(1)) for o in table.now().offers(a) if o.name == "table.undo"}
    house.restart()
    again = {o.question for o in house.table.now().offers(Box()) if o.name == "table.undo"}
    assert len(asked) == 1
    assert again == asked
