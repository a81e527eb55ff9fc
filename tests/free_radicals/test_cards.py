"""Data cards and awakening: display, deck, hands, useless cards; the five steps, slots, beyond the slots."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Came as Comes
from companion.game import Keeping, Outcome
from companion.games.free_radicals.commands import Act, Pick
from companion.games.free_radicals.state import FreeRadicalsState
from companion.pile import Bag, Pile
from tests.free_radicals.city import BESIDE, City, game, words

REAL_CARDS = (Keeping("data", "unseen"),)


def every_card(state: FreeRadicalsState) -> list[str]:
    hands = [held.card for player in state.players for held in player.hand]
    return sorted([*hands, *state.display, *state.deck.items(), *state.discard.items()])


def deck(city: City, *cards: str) -> None:
    """Let these cards come next, in this order; the rest of the deck below them."""
    rest = city.state.deck.layers[0]
    city.state = replace(city.state, deck=Pile((*(Bag.of((card,)) for card in cards), rest.take(*cards))))


def test_four_cards_are_laid_out_that_somebody_can_use() -> None:
    for players in (("farmers", "artisans"), ("farmers", "artisans", "merchants")):
        for seed in range(20):
            city = City(*players, seed=seed, empty=False)
            colours = {player.colour for player in city.state.players}
            assert len(city.state.display) == 4
            assert all(set(game.printed.cards[card].colours) & colours for card in city.state.display)
            assert all(len(player.hand) == 1 for player in city.state.players)
            assert len(every_card(city.state)) == len(set(every_card(city.state))) == 50


def test_blind_draws_may_be_useless_but_the_display_is_not() -> None:
    city = City("farmers", "artisans")  # red and yellow: green-blue cards are of no use to anyone
    useless = [key for key, card in game.printed.cards.items() if set(card.colours) == {"green", "blue"}]
    left = [card for card in useless if card in city.state.deck.items()]
    good = next(c for c in city.state.deck.items() if "red" in game.printed.cards[c].colours)
    deck(city, left[0], left[1], good)
    city.act("gain", "random")
    assert [held.card for held in city.player("Ann").hand] == [left[0]]
    taken = city.state.display[0]
    city.act("gain", "data", taken)
    assert city.state.display[-1] == good
    assert city.state.discard.count(left[1]) == 1


def test_four_players_can_use_every_card() -> None:
    city = City("farmers", "artisans", "merchants", "couriers")
    colours = {player.colour for player in city.state.players}
    assert all(set(card.colours) & colours for card in game.printed.cards.values())


def test_the_deck_is_shuffled_anew_the_moment_it_is_empty() -> None:
    city = City("farmers", "artisans", "merchants", "couriers", "paladins")
    *rest, last = city.state.deck.items()
    city.state = replace(city.state, deck=Pile.of([last]), discard=Bag.of(rest))
    city.act("gain", "random")
    assert sorted(city.state.deck.items()) == sorted(rest)
    assert city.state.discard == Bag()


def test_with_no_card_at_all_a_gain_lapses() -> None:
    city = City("executives", "artisans")
    everything = city.state.deck.items()
    city.awake("castle", "Bo", "Bo")
    city.hold("Ann", credit=1)
    city.state = replace(city.state, deck=Pile(), display=())
    city.act("visit", "castle")
    assert city.has("Bo") == {"red": 2}
    assert "get.data" not in city.offered("Ann")
    assert everything


def test_a_display_of_useless_cards_only_stays_short_until_the_next_take() -> None:
    city = City("farmers", "artisans")
    useless = [k for k, c in game.printed.cards.items() if not set(c.colours) & {"red", "yellow"}]
    shown = city.state.display
    hand = [c for c in city.state.deck.items() if c not in useless]
    city.hand("Bo", *hand)
    city.state = replace(city.state, deck=Pile.of(useless), discard=Bag())
    city.act("gain", "data", shown[0])
    assert city.state.display == shown[1:]
    assert sorted(city.state.deck.items()) == sorted(useless), "turned over once, shuffled, and left"
    city.end()
    city.act("pay", "data", hand[0])
    assert city.state.display == shown[1:], "a card laid off does not fill it up by itself"
    city.act("gain", "data", shown[1])
    assert set(city.state.display) == {shown[2], shown[3], hand[0]}


def test_the_five_steps_of_awakening() -> None:
    city = City("farmers", "artisans")
    card = game.printed.cards["cafe_2"]
    assert (dict_of(card.resources), card.credits, card.points) == ({"titanium": 2}, 3, 3)
    who = "Ann" if "red" in card.colours else "Bo"
    if who == "Bo":
        city.end()
    city.hand(who, "cafe_2")
    city.hold(who, titanium=2, credit=3)
    city.do(who, Act("awaken"))
    city.picks(who, "cafe_2")
    assert city.has(who)["data"] == 1, "nothing is done until it is paid"
    city.picks(who, "1")
    assert city.has(who) == {"titanium": 2, "points": 3}
    assert city.slots("cafe") == (who,)
    assert city.state.discard.count("cafe_2") == 1
    assert city.log(who) == [(3, "awaken")]


def dict_of(cost: object) -> dict[str, int]:
    things = ("any", "hydrogen", "carbon", "titanium")
    return {what: getattr(cost, what) for what in things if getattr(cost, what)}


def test_a_card_is_played_by_its_colours_only_and_paid_whole() -> None:
    city = City("farmers", "artisans")
    mine = [k for k, c in game.printed.cards.items() if "red" in c.colours and k in city.state.deck.items()]
    other = [k for k, c in game.printed.cards.items() if "red" not in c.colours and k in city.state.deck.items()]
    city.hand("Ann", mine[0], other[0])
    city.do("Ann", Act("awaken"))
    assert set(city.offered("Ann")) == {"back"}, "nothing to pay with"
    assert note(city, "Ann") == "You cannot pay for any Data card of your colour in your hand."
    assert note(city, "Bo") == note(city, "") == "Round 1 of 12", "what a hand cannot do is its player's to know"
    city.back()
    city.hold("Ann", hydrogen=9, carbon=9, titanium=9)
    city.do("Ann", Act("awaken"))
    assert set(city.offered("Ann")) == {"play.1", "back"}, "the first card of the hand"
    assert city.refuses("Ann", Pick(other[0]))
    assert note(city, "Ann") == "Round 1 of 12"


def test_a_hand_without_a_card_of_the_own_colour_says_so() -> None:
    city = City("farmers", "artisans")
    other = next(k for k, c in game.printed.cards.items() if "red" not in c.colours and k in city.state.deck.items())
    city.hand("Ann", other)
    city.hold("Ann", hydrogen=9, carbon=9, titanium=9, credit=9)
    city.do("Ann", Act("awaken"))
    assert set(city.offered("Ann")) == {"back"}
    assert note(city, "Ann") == "No Data card in your hand is of your colour."


def note(city: City, who: str) -> str:
    """Return what stands under the question on somebody's page (nobody's: the big screen)."""
    text = city.view(who).note
    return words(text) if text else ""


def test_two_costs_only_the_one_that_can_be_paid_is_offered() -> None:
    city = City("farmers", "artisans")
    key = next(
        k for k, c in game.printed.cards.items() if "red" in c.colours and c.credits and k in city.state.deck.items()
    )
    city.hand("Ann", key)
    city.hold("Ann", credit=game.printed.cards[key].credits)
    city.act("awaken", key)
    assert set(city.offered("Ann")) == {"way.1", "back"}


def test_control_has_two_slots_and_awakening_goes_on_beyond() -> None:
    city = City("farmers", "artisans", keepers=BESIDE)
    city.act("awaken", ("casino", 4))
    city.act("awaken", ("casino", 5))
    assert city.slots("casino") == ("Ann", "Ann")
    city.end()
    city.act("awaken", ("casino", 6))
    assert city.slots("casino") == ("Ann", "Ann")
    assert city.has("Bo") == {"points": 6}


def test_real_cards_with_items_in_the_box_are_paid_for() -> None:
    city = City("farmers", "artisans", keepers=REAL_CARDS)
    city.hold("Ann", carbon=2, credit=2)
    city.act("awaken", ("casino", 4), ("carbon", 2), ("credit", 1), "done")
    assert city.has("Ann") == {"credit": 1, "points": 4}


def test_hands_are_private_until_they_are_played() -> None:
    city = City("farmers", "artisans")
    city.hand("Ann", "cafe_2", "farm_1")
    held = city.view("Ann").held
    assert held is not None
    assert [words(line) for line in held.lines[:2]] == ["1 Cyber Cafe RP", "  2T or 3Cr: 3pt"]
    assert city.view("Bo").private is not None
    assert not city.view("Bo").private.hand  # type: ignore[union-attr]  # the view is this game's
    assert city.view().private is None
    assert city.view().players[0].cards == 2
    assert all(choice.public for choice in city.offered("Ann").values()), "an act is public, its card is not"


@pytest.mark.parametrize("component", ["items", "data"])
def test_every_card_and_item_in_one_keeping_alone(component: str) -> None:
    city = City("farmers", "artisans", keepers=(Keeping(component, "unseen"),))
    city.awake("bazaar", "Bo")
    if component == "items":
        city.hand("Ann", "farm_1")
        city.act("visit", "bazaar", "farm_1")
    else:
        city.act("visit", "bazaar")
    assert city.has("Ann") == ({} if component == "items" else {"credit": 3})
    assert city.state.agenda == ()


def test_an_action_lets_another_player_take_a_card() -> None:
    city = City("executives", "artisans")
    shown = city.state.display[0]
    city.act("other", "2", "data")
    assert city.offered("Ann") == {}
    city.picks("Bo", shown)
    assert [held.card for held in city.player("Bo").hand] == [shown]
    city.act("other", "2", "random")
    assert city.has("Bo") == {"data": 2}
    assert city.has("Ann") == {}
    assert not city.player("Bo").hand[1].open


def test_a_card_that_cannot_come_is_refused() -> None:
    city = City("executives", "artisans")
    assert city.refuses_outcome(Outcome(), Comes("data.99", ("farm_1",)))
