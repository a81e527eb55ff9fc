"""What is set right by hand of Data cards, visits and the first player; undo across a new shuffle (hazard 36)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Box, Seat
from companion.games.free_radicals import bind
from companion.games.free_radicals.commands import (
    EndTurn,
    FixCard,
    FixDeck,
    FixDisplay,
    FixFirst,
    FixRound,
    FixTurn,
    FixVisited,
)
from companion.pile import Bag, Pile
from tests.free_radicals.aids import AID, owners
from tests.free_radicals.city import BESIDE, City, words
from tests.free_radicals.test_keys import Fingers


def everything(city: City) -> list[str]:
    hands = [held.card for player in city.state.players for held in player.hand]
    return sorted([*hands, *city.state.display, *city.state.deck.items(), *city.state.discard.items()])


def fixes(city: City) -> set[str]:
    return {choice.id for choice in city.game.corrections(city.state)}


@pytest.fixture
def city() -> City:
    """Five of them, with a card on the discard pile."""
    city = City("executives", "artisans", "merchants", "couriers", "paladins")
    city.hand("Ann", next(iter(city.state.deck.items())))
    city.act("pay", "data", city.player("Ann").hand[0].card)
    assert len(city.state.discard) == 1
    return city


def test_an_open_card_goes_wherever_it_lies_in_reality(city: City) -> None:
    before = everything(city)
    one, two, three, four = tuple(city.state.display)
    (laid,) = city.state.discard.items()
    city.box(FixCard(one, "3"))
    assert [held.card for held in city.player("Cy").hand] == [one]
    assert list(city.state.display) == [two, three, four], "nothing else happens: reality has it so"
    city.box(FixCard(laid, "display"))
    assert list(city.state.display) == [two, three, four, laid]
    city.box(FixCard(two, "discard"))
    assert city.state.discard == Bag.of([two])
    deck = len(city.state.deck)
    city.box(FixCard(three, "deck"))
    assert len(city.state.deck) == deck + 1
    assert three in city.state.deck.items()
    assert everything(city) == before
    assert city.said()[-1] == "Put right by hand"


def test_a_card_that_came_openly_is_no_secret_until_it_is_mixed_with_others(city: City) -> None:
    shown = city.state.display[0]
    city.box(FixCard(shown, "3"))
    (held,) = city.player("Cy").hand
    assert held.open
    assert city.view("Bo").private is not None
    assert not city.view("Bo").private.hand  # type: ignore[union-attr]  # the view is this game's
    assert len(city.view("Cy").private.hand) == 1  # type: ignore[union-attr]  # the view is this game's


def test_a_short_display_is_filled_up_by_hand_and_a_new_one_laid(city: City) -> None:
    before = everything(city)
    one = city.state.display[0]
    city.box(FixCard(one, "2"))
    assert city.view().display[3:] == ()
    city.box(FixDisplay("fill"))
    assert len(city.state.display) == 4
    old, thrown = city.state.display, len(city.state.discard)
    city.box(FixDisplay("new"))
    assert len(city.state.display) == 4
    assert len(city.state.discard) == thrown + 4
    assert not set(old) & set(city.state.display)
    assert everything(city) == before
    assert city.refuses("box", FixDisplay("fill")), "it is full"
    assert not city.state.agenda
    assert "end" in city.offered("Ann")


def test_the_discards_are_shuffled_in_by_hand(city: City) -> None:
    deck, laid = len(city.state.deck), len(city.state.discard)
    city.box(FixDeck())
    assert (len(city.state.deck), len(city.state.discard)) == (deck + laid, 0)
    assert "deck" not in fixes(city)
    assert len(city.state.deck.layers) == 1, "one shuffled layer"


def test_a_new_display_off_the_last_cards_goes_through_a_new_shuffle(city: City) -> None:
    *rest, last = city.state.deck.items()
    city.state = replace(city.state, deck=Pile.of([last]), discard=city.state.discard.add(*rest))
    before = everything(city)
    city.box(FixDisplay("new"))
    assert city.state.display[0] == last
    assert len(city.state.display) == 4
    assert everything(city) == before


def test_a_display_by_hand_is_cleared_of_useless_cards_too() -> None:
    """Two play: what neither can use is discarded at once; a deck of nothing else is gone through once and left."""
    city = City("farmers", "artisans")
    useless = [k for k, c in city.game.printed.cards.items() if not set(c.colours) & {"red", "yellow"}]
    shown = city.state.display
    city.state = replace(city.state, deck=Pile.of(useless), discard=Bag())
    before = everything(city)
    city.box(FixCard(shown[0], "1"))
    city.box(FixDisplay("fill"))
    assert city.state.display == shown[1:]
    assert everything(city) == before
    city.box(FixDisplay("new"))
    assert set(city.state.display) == set(shown[1:]), "of what was laid off, what can be used comes back"
    assert everything(city) == before


def test_a_wrong_visit_and_a_wrong_first_player(city: City) -> None:
    city.awake("casino", "Bo")
    said = len(city.notices)
    city.box(FixVisited("casino", 1))
    assert not any("visits" in words(n.text) for n in city.notices[said:] if n.text), "nobody gets anything for it"
    assert city.state.visited == ("casino",)
    city.hold("Ann", titanium=2)
    assert "visit" not in city.offered("Ann")
    city.box(FixVisited("casino", 0))
    city.act("visit", "casino")
    assert city.state.visited == ("casino",)
    city.box(FixFirst(3))
    city.end()
    assert city.turn == "Bo"
    city.end()
    assert (city.turn, city.state.round) == ("Cy", 2), "with the turn of the first player a round begins"


def test_the_first_player_can_be_set_before_the_first_turn() -> None:
    city = City("executives", "artisans", begin=False, first=0)
    assert fixes(city) == {"first"}
    other = 3 - city.state.first
    city.box(FixFirst(other))
    assert city.state.first == other


def test_what_people_keep_is_not_set_here() -> None:
    city = City("executives", "artisans", keepers=BESIDE)
    assert not fixes(city) & {"card", "display", "deck", "item.1", "count.1.assets"}
    assert {"score.1", "favor.1", "knowledge.red", "prestige", "slots.casino", "round", "turn", "visited"} <= {
        name.removeprefix("fix.") for name in fixes(city)
    }


def test_at_the_end_only_points_are_set() -> None:
    city = City("executives", "artisans")
    city.box(FixRound(12))
    city.do("Ann", EndTurn())
    city.do("Bo", EndTurn())
    assert city.state.stage == "end"
    assert fixes(city) == {"score.1", "score.2"}
    city.points("Bo", 99)
    result = city.game.outcome(city.state)
    assert result is not None
    assert result.winners == (2,)


# --- hazard 36


def at_the_last_card(folder: Path) -> Fingers:
    """A real table where the deck is down to one card; Ann holds nearly all others, some are laid off."""
    box = Fingers(folder, "executives", "artisans", "merchants", "couriers", preset="box")
    act(box, 1, "pay", "data", box.state.player(1).hand[0].card)
    while len(box.state.deck) > 1:
        act(box, 1, "gain", "random")
    for _ in range(5):
        act(box, 1, "pay", "data", box.state.player(1).hand[0].card)
    assert len(box.state.deck) == 1
    assert len(box.state.discard) == 6
    return box


def act(box: Fingers, seat: int, name: str, *picks: Any) -> None:
    assert box.table.do(Seat(seat), "act", {"act": name}).ok
    for pick in picks:
        reply = box.table.do(Seat(seat), "pick", {"what": pick})
        assert reply.ok, reply


@pytest.mark.parametrize("how", ["random", "display"])
def test_undo_goes_back_across_a_new_shuffle_and_the_cards_come_again(tmp_path: Path, how: str) -> None:
    box = at_the_last_card(tmp_path)
    before = box.state
    picks = ("random",) if how == "random" else ("data", before.display[0])
    act(box, 1, "gain", *picks)
    after = box.state
    assert sorted(after.deck.items()) == sorted(before.discard.items()), "shuffled anew the moment it was empty"
    assert after.discard == Bag()
    act(box, 1, "gain", "random")
    drawn = box.state
    box.type("0")
    act(box, 2, "prestige")
    assert not box.table.do(Seat(1), "undo").ok, "it is Bo's turn, and Bo has acted"
    for _ in range(2):
        assert box.table.do(Box(), "undo").ok
    assert box.state == drawn
    assert box.table.do(Box(), "undo").ok
    assert box.state == after
    assert box.table.do(Box(), "undo").ok
    assert box.state == before, "deck, discard pile, display and hands as they were"
    act(box, 1, "gain", *picks)
    assert box.state == after
    act(box, 1, "gain", "random")
    assert box.state == drawn, "nobody's luck is changed by it"


def test_a_turn_that_is_given_by_hand_begins_with_nothing_done() -> None:
    city = City("artisans", "executives", "merchants", rules=bind(owners(AID)))
    city.end(2)
    city.act("step.0")
    city.end()
    city.counter("Ann", "femtoscope", 1)
    city.token("Cy")
    points = city.player("Cy").points
    city.box(FixTurn(3))
    assert city.player("Cy").points == points, "nothing is scored by that"
    assert "step.0" in city.offered("Cy"), "the checklist is of this turn"
    assert [step.done for step in city.view().checklist] == [True, False, False]
    city.box(FixTurn(1))
    assert city.player("Ann").counters == (0,), "the Femtoscope was used in a turn gone by"
