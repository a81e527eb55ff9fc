"""The deal, as it goes round a table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from companion.chance import Dice
from companion.game import Came, Outcome, Public, Seat, Setup, pending
from companion.games.crossfire.commands import Claim, CrossfireSetup, Look, Next, Note
from companion.games.crossfire.deal import trios
from companion.playtest import start
from tests.crossfire.table import REAL_CARDS, Friends, game


@pytest.mark.parametrize(("players", "twice"), [(5, {5}), (6, set()), (7, {1, 7}), (8, {8}), (9, set()), (10, {1, 10})])
def test_whose_card_is_shuffled_twice(players: int, twice: set[int]) -> None:
    ring = tuple(range(1, players + 1))
    counted = Counter(seat for trio in trios(ring) for seat in trio)
    assert {seat for seat, n in counted.items() if n == 2} == twice
    assert set(counted) == set(ring)
    assert [trio[1] for trio in trios(ring)] == [n for n in (1, 4, 7, 10) if n <= players]


def test_the_dealer_is_player_1_of_the_ring_and_neighbours_wrap() -> None:
    friends = Friends(players=5, dealer=3)
    assert friends.state.ring == (3, 4, 5, 1, 2)
    assert friends.view().trios == ((2, 3, 4), (5, 1, 2))


def test_in_sniper_mode_the_ring_goes_on_without_the_sniper() -> None:
    friends = Friends(players=6, mode="sniper", sniper=2, dealer=1)
    assert friends.state.ring == (1, 3, 4, 5, 6)
    assert friends.view().trios == ((6, 1, 3), (4, 5, 6))


def test_look_pass_left_look_swap_look() -> None:
    friends = Friends("vip agent assassin decoy bystander")
    assert friends.phase == "deal"
    assert friends.held("Ann").startswith("Agent")  # what Bo will get
    assert friends.view().looking == 5
    friends.do("Ann", Look())
    assert friends.view().looking == 4
    assert friends.refuses("Ann", Look()) == "There is nothing for you to look at."
    friends.all_look()
    assert friends.phase == "pass"
    assert friends.held("Ann").startswith("VIP")
    friends.all_look()
    assert friends.phase == "trio.1"
    assert friends.view().swap == (5, 1, 2)
    assert friends.view().waiting == (1, 2, 5)
    assert "seen" not in friends.offered("Cy")
    friends.all_look()
    assert friends.phase == "trio.4"
    assert friends.view().swap == (3, 4, 5)
    friends.all_look()
    assert friends.phase == "talk"


def test_the_box_looks_for_a_seat_without_a_phone() -> None:
    friends = Friends(players=5)
    friends.do("box Bo", Look())
    assert friends.view().waiting == (1, 3, 4, 5)


def test_a_phase_goes_on_without_who_has_left() -> None:
    friends = Friends(players=5)
    for name in ("Ann", "Bo", "Cy", "Di"):
        friends.do(name, Look())
    gone = game.settle(replace(friends.state, away=(5,)))
    assert gone.phase == "pass"
    assert game.view(gone, Public()).waiting == (1, 2, 3, 4)


def test_what_was_seen_is_gone_until_the_end() -> None:
    friends = Friends("vip agent assassin decoy bystander")
    friends.deal()
    assert friends.held("Ann") == "VIP / no gun / stay unhurt"
    private = friends.view("Ann").private
    assert private is not None
    assert (private.role, private.seen) == ("vip", ())
    assert friends.view("Bo").private != private
    assert friends.view().private is None


def test_every_hand_looks_alike() -> None:
    friends = Friends("vip enforcer assassin decoy assassin", roles=("enforcer",))
    friends.deal()
    for number in friends.seats:
        held = game.view(friends.state, Seat(number)).held
        assert held is not None
        assert len(held.lines) == 3


def test_notes_keep_what_was_seen_and_can_be_rewritten() -> None:
    friends = Friends("vip agent assassin decoy bystander", notes="on")
    friends.deal()
    friends.do("Ann", Note("Bo lies"))
    friends.do("Ann", Note("Bo is fine"))
    private = friends.view("Ann").private
    assert private is not None
    assert private.seen == ("agent", "vip", "vip")
    assert private.note == "Bo is fine"
    assert friends.held("Ann").count(" / ") == friends.held("Ed").count(" / ") == 7
    assert friends.refuses("box Ann", Note("x")) == "Only the player can do that, on the own phone."
    assert not [line for line in friends.logged() if "Bo" in line and "fine" in line]


def test_without_the_option_nothing_is_noted() -> None:
    friends = Friends(players=5)
    assert friends.refuses("Ann", Note("x")) == "This game keeps no notes."


def test_the_film_shows_how_the_cards_travelled_beside_the_claims() -> None:
    friends = Friends("vip agent assassin decoy bystander")
    friends.deal()
    friends.do("Cy", Claim("vip"))
    assert friends.view().film == ()
    friends.talk_ends()
    friends.point("23411")
    assert friends.view().film == ()
    friends.to_the_end()
    film = friends.view().film
    assert [frame.key for frame in film] == ["deal", "pass", "trio.1", "trio.4"]
    assert film[0].cards == ("agent", "assassin", "decoy", "bystander", "vip")
    assert film[1].cards == ("vip", "agent", "assassin", "decoy", "bystander")
    assert film[2].moved == (5, 1, 2)
    assert [(claim.seat, claim.claim) for claim in friends.view().claims][2] == (3, "vip")


def test_with_real_cards_the_box_only_says_whose_turn_it_is() -> None:
    friends = Friends(players=7, keepers=REAL_CARDS)
    seen = []
    while friends.phase != "talk":
        seen.append((friends.phase, friends.view().swap))
        assert friends.held("Ann") == ""
        friends.do("box", Next())
    assert seen == [
        ("deal", ()),
        ("pass", ()),
        ("trio.1", (7, 1, 2)),
        ("trio.4", (3, 4, 5)),
        ("trio.7", (6, 7, 1)),
    ]
    assert friends.view().timer == "talk"


def test_deals_are_even_over_seats() -> None:
    """2,000 deals of five from one seed: every role about as often in every seat (4 degrees of freedom each)."""
    rng = Random(60_000)
    source = Dice(rng)
    counted: Counter[tuple[int, str]] = Counter()
    deals = 2_000
    for _ in range(deals):
        state = game.new(Setup(seats=(1, 2, 3, 4, 5), options=CrossfireSetup()))
        while state.phase != "talk":
            chance = pending(game, state)
            if chance:
                state = game.apply(state, Outcome(), Came(chance.key, source.decide(chance)))
            else:
                for seat in game.view(state, Public()).waiting:
                    state = game.apply(state, Seat(seat), Look())
        counted.update(zip(state.ring, state.rows[-1], strict=True))
    expected = deals / 5
    chi = sum((n - expected) ** 2 / expected for n in counted.values())
    assert len(counted) == 25
    assert chi < 39.25  # 16 degrees of freedom, p = 0.001


def test_bots_find_a_way_to_start_with_any_number_of_players() -> None:
    for players in range(5, 11):
        setup, state = start(game, tuple(range(1, players + 1)), Random(players))
        assert len(state.seats) == players
        assert setup.seats == state.seats
