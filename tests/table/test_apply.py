"""What the kernel takes in, and refuses, for every game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Box, Came, Draw, Expired, Illegal, Keeper, Keeping, Outcome, Roll, Seat, Setup
from tests.toys.auction import Auction, Bid, Purse, Rooms, Sale


class Wrapped(Auction):
    """A sale whose lots stay wrapped up: where people draw them, nobody says what they are."""

    def came(self, state: Sale, step: Draw | Roll, items: tuple[str, ...]) -> Sale:
        return super().came(state, step, items) if items else replace(state, agenda=state.agenda[1:]).bids_open(True)


GAME = Wrapped()


def dealt(keeper: Keeper) -> Sale:
    """Three have their cards, a 1, a 2 and a 3; a lot is to be drawn that nobody sees."""
    state = GAME.new(Setup(seats=(1, 2, 3), options=Rooms(), keepers=(Keeping("cards", keeper),)))
    for seat in state.seats:
        state = GAME.apply(state, Outcome(), Came(f"hand.{seat}", (str(seat),)))
    return state


def refused(state: Sale, actor: Seat | Box | Outcome, command: Bid | Purse | Came | Expired) -> str:
    with pytest.raises(Illegal) as refusal:
        GAME.apply(state, actor, command)
    return refusal.value.reason.key


def test_nothing_is_told_of_what_people_drew_and_nobody_may_see() -> None:
    assert GAME.apply(dealt("told"), Outcome(), Came("lot.1", ())).bidding()
    assert refused(dealt("app"), Outcome(), Came("lot.1", ())) == "refused.cannot_come"


def test_only_what_can_come_comes_and_only_where_it_was_asked_for() -> None:
    state = dealt("app")
    for came in (Came("lot.1", ("3",)), Came("lot.1", ("4", "5")), Came("lot.2", ("4",)), Came("hand.1", ("4",))):
        assert refused(state, Outcome(), came) == "refused.cannot_come"
    open_ = GAME.apply(state, Outcome(), Came("lot.1", ("4",)))
    assert refused(open_, Outcome(), Came("lot.1", ("5",))) == "refused.cannot_come"


def test_only_a_clock_that_runs_can_run_out() -> None:
    state = dealt("app")
    assert refused(state, Outcome(), Expired("bids")) == "refused.not_now"
    open_ = GAME.apply(state, Outcome(), Came("lot.1", ("4",)))
    assert refused(open_, Outcome(), Expired("talk")) == "refused.not_now"
    assert GAME.apply(open_, Outcome(), Expired("bids")).sold


def test_the_box_alone_sets_numbers_right_and_bids_for_nobody() -> None:
    open_ = GAME.apply(dealt("app"), Outcome(), Came("lot.1", ("4",)))
    assert GAME.apply(open_, Box(), Purse(1, 9)).bidder(1).coins == 9
    for actor in (Seat(1), Box(1), Seat(7)):
        assert refused(open_, actor, Purse(1, 9)) == "refused.not_now"
    assert GAME.apply(open_, Seat(1), Bid(3)).bidder(1).bid == 3
    assert refused(open_, Box(1), Bid(3)) == "refused.not_now", "a bid is secret"
    assert refused(open_, Seat(1), Bid(6)) == "refused.not_now", "more than the purse holds"
