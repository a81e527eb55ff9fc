"""Twins differ only in what a viewer does not know, and can all have happened."""

from __future__ import annotations

from random import Random

import pytest

from companion.game import Came, Public, Seat, Viewer
from companion.playtest import Entry, Run, play, start
from companion.twins import has_secrets, twins
from tests.toys import auction, pig

GAME = auction.TITLE.bind({})


def _run(seed: int) -> Run:
    setup, _ = start(GAME, (1, 2, 3, 4), Random(seed))
    return play(GAME, setup, Random(seed))


def _bidding(run: Run, number: int = 1) -> int:
    """Return the last moment of the number-th bidding."""
    return max(i for i, s in enumerate(run.states) if s.bidding() and s.number == number)  # type: ignore[attr-defined]  # bids


def _differ(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> set[str]:
    """Return the names of what differs: draws by their key, bids and notes by their seat."""
    found = set()
    for a, b in zip(one, other, strict=False):
        assert a.actor == b.actor
        if a.command != b.command:
            name = a.command.key if isinstance(a.command, Came) else f"{a.command.__class__.__name__}.{a.actor.seat}"
            found.add(name)
    return found


def _all_differences(run: Run, at: int, viewer: Viewer, count: int = 40) -> set[str]:
    found: set[str] = set()
    for twin in twins(GAME, run, at, viewer, Random(1), count=count, attempts=200):
        assert len(twin.states) == at + 1
        assert twin.state != run.states[at]
        found |= _differ(run.entries, twin.entries)
    return found


def test_a_twin_is_a_game_that_could_have_been() -> None:
    run = _run(5)
    for twin in twins(GAME, run, len(run.entries) // 2, Public(), Random(2), count=5):
        state = GAME.new(run.setup)
        for entry, after in zip(twin.entries, twin.states[1:], strict=True):
            state = GAME.apply(state, entry.actor, entry.command)
            assert state == after


def test_the_public_knows_no_card_no_bid_and_no_note() -> None:
    run = _run(5)
    different = _all_differences(run, _bidding(run), Public())
    assert {"hand.1", "hand.2", "hand.3", "hand.4", "lot.1"} <= different
    assert any(name.startswith("Bid.") for name in different)


def test_a_seat_knows_its_own_card_and_what_it_did() -> None:
    run = _run(5)
    different = _all_differences(run, _bidding(run), Seat(2))
    assert {"hand.1", "hand.3", "hand.4", "lot.1"} <= different
    assert not different & {"hand.2", "Bid.2", "Jot.2", "Wrap.2"}


def test_what_was_learned_later_was_known_all_along() -> None:
    run = _run(5)
    different = _all_differences(run, _bidding(run, number=2), Public())
    assert "lot.1" not in different
    assert "lot.2" in different
    changed = [
        (a, b)
        for twin in twins(GAME, run, _bidding(run, number=2), Public(), Random(1), count=20)
        for a, b in zip(run.entries, twin.entries, strict=False)
        if a.command != b.command and a.choice and a.choice.question == "bid.1"
    ]
    assert not changed, "the first bids were shown, so no twin may change them"


def test_who_knows_everything_has_no_twins() -> None:
    game = pig.TITLE.bind({})
    setup, _ = start(game, (1, 2), Random(1))
    run = play(game, setup, Random(1))
    last = len(run.entries)
    assert not has_secrets(game, run, last, Public())
    assert not list(twins(game, run, last, Public(), Random(1)))


def test_there_is_no_twin_of_a_moment_that_never_was() -> None:
    run = _run(5)
    with pytest.raises(IndexError):
        next(twins(GAME, run, len(run.states), Public(), Random(1)))
