"""Treasure, story and follower cards: slots, swaps, discards, theft, trades."""

from __future__ import annotations

from companion.game import AskOne, Box, Seat, plain, say
from companion.games.freelancers import bind
from companion.games.freelancers.cards import story_card
from companion.games.freelancers.commands import Discard, Trade
from companion.games.freelancers.state import Item
from companion.pile import Bag, Pile
from tests.freelancers.party import ANN, BO, CY, Party, began
from tests.freelancers.quests import changed

# --- Treasure Cards


def test_each_treasure_gained_is_drawn_and_equipped() -> None:
    table = began('"Treasure +2"').tries(ANN).comes("T1", "T5")
    assert table.cards(ANN) == ("W1", "T1", "T5")


def test_the_treasure_deck_is_made_anew_from_its_discards_when_a_card_is_owed() -> None:
    table = began('"Treasure +1"').given(treasure=Pile(), treasure_discard=Bag.of(("T1", "T5"))).tries(ANN)
    assert table.asked_of_chance() == "treasure"
    table.comes("T5")
    assert table.state.treasure_discard == Bag()
    assert len(table.state.treasure) == 1


def test_without_any_treasure_left_nothing_is_gained() -> None:
    table = began('"Treasure +1"').given(treasure=Pile(), treasure_discard=Bag()).tries(ANN)
    assert not table.state.agenda


def test_who_loses_a_treasure_picks_which_and_its_discard_effect_does_not_come() -> None:
    table = began('"Treasure -1"').holds(ANN, Item("T1", "trinket"), Item("T5", "trinket")).tries(ANN)
    table.pick(ANN, "T1")
    assert table.cards(ANN) == ("T5",)
    assert (table.player(ANN).luck, table.state.treasure_discard.count("T1")) == (0, 1)


def test_the_starting_weapon_is_a_treasure_too_and_is_set_aside() -> None:
    table = began('"Treasure -1"').tries(ANN)
    table.pick(ANN, "W1")
    assert table.state.aside.count("W1") == 1
    assert table.state.treasure_discard.count("W1") == 0


# --- discard effects


def test_a_discard_effect_is_resolved_when_nothing_else_is() -> None:
    table = began().holds(ANN, Item("T1", "trinket"))
    assert table.refused(Seat(BO), Discard(ANN, "T1")) == "freelancers.refuse.discard"
    table.do(Seat(ANN), Discard(ANN, "T1"))
    assert (table.player(ANN).luck, table.cards(ANN)) == (2, ())


def test_no_discard_effect_in_the_middle_of_a_check_or_while_something_is_read() -> None:
    check = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = [] }] }'
    table = began(check).holds(ANN, Item("T1", "trinket")).tries(ANN).comes("4")
    assert table.refused(Seat(ANN), Discard(ANN, "T1")) == "freelancers.refuse.discard"


# --- Trinkets, Armor


def test_a_third_trinket_goes_or_makes_one_of_the_two_go() -> None:
    mine = (Item("T5", "trinket"), Item("X", "trinket"))
    table = began('"Treasure +1"').holds(ANN, *mine).tries(ANN).comes("T1")
    assert table.need is not None
    assert table.need.options == ("new", "T5", "X")
    table.pick(ANN, "T5")
    assert table.cards(ANN) == ("X", "T1")
    table = began('"Treasure +1"').holds(ANN, *mine).tries(ANN).comes("T1")
    table.pick(ANN, "new")
    assert table.cards(ANN) == ("T5", "X")
    assert table.player(ANN).luck == 0


def test_wounds_on_discarded_armor_go_back_to_the_track_and_stress_is_gone() -> None:
    table = began('"Armor -1"').holds(ANN, Item("S1", "armor", 1, 1)).given(wounds=6).tries(ANN)
    table.pick(ANN, "S1")
    assert (table.state.wounds, table.player(ANN).stress) == (7, 0)


# --- Weapons, Weapon Augments


def test_an_augment_is_attached_or_discarded_without_effect() -> None:
    table = began('"Treasure +1"').tries(ANN).comes("T4")
    assert table.need is not None
    assert table.need.kind == "attach"
    table.pick(ANN, "attach")
    assert table.player(ANN).item("W1") == Item("W1", "weapon", 0, 0, ("T4",))
    table = began('"Treasure +1"').tries(ANN).comes("T4")
    table.pick(ANN, "discard")
    assert table.state.treasure_discard.count("T4") == 1


def test_without_a_weapon_an_augment_lies_in_its_slot_until_one_comes() -> None:
    table = began('"Treasure +1"').holds(ANN).tries(ANN).comes("T4")
    assert table.player(ANN).items == (Item("T4", "augment"),)
    table.tries(ANN).comes("T3")
    assert table.player(ANN).items == (Item("T3", "weapon", 0, 0, ("T4",)),)


def test_a_weapon_takes_its_augments_along_when_it_is_discarded() -> None:
    table = began('"Treasure +1"').holds(ANN, Item("W1", "weapon", 0, 0, ("T4",))).tries(ANN).comes("T3")
    table.pick(ANN, "W1")
    assert table.player(ANN).items == (Item("T3", "weapon"),)
    assert (table.state.aside.count("W1"), table.state.treasure_discard.count("T4")) == (1, 1)


def test_an_attached_augment_is_not_lost_by_itself() -> None:
    table = began('"Augment -1"').holds(ANN, Item("W1", "weapon", 0, 0, ("T4",))).tries(ANN)
    assert not table.state.agenda


# --- stealing


def test_the_thief_picks_whom_and_what_and_what_is_on_it_comes_along() -> None:
    table = began('{ do = "steal", what = "treasure" }').holds(BO, Item("T2", "armor", 1)).tries(ANN)
    assert table.need is not None
    assert table.need.options == ("2:T2", "3:W3")
    table.pick(ANN, "2:T2")
    assert table.player(ANN).item("T2") == Item("T2", "armor", 1)
    assert table.cards(BO) == ()


# --- Trading Treasure


def market(*effects: str) -> Party:
    """Return a table at a trading post, deciding where to go next."""
    table = began('{ do = "move", place = "green" }', '"Travel"', *effects).tries()
    assert table.view.phase == "travel"
    return table


def test_treasure_is_traded_at_a_trading_post_with_all_that_is_on_it() -> None:
    weapon = Item("W1", "weapon", 0, 0, ("T4",))
    table = market().holds(ANN, weapon).holds(BO, Item("T2", "armor", 1))
    table.do(Seat(BO), Trade(BO, "T2", ANN))
    assert table.player(ANN).item("T2") == Item("T2", "armor", 1)
    table.do(Box(), Trade(ANN, "W1", BO))
    assert table.player(BO).items == (weapon,)


def test_nobody_trades_anywhere_else_or_while_something_is_resolved() -> None:
    table = began('{ do = "move", place = "camp" }', '"Travel"').tries()
    assert table.refused(Seat(ANN), Trade(ANN, "W1", BO)) == "freelancers.refuse.trade"


def test_two_swap_what_there_is_one_slot_for_and_all_that_is_on_it_goes_along() -> None:
    mine, yours = Item("T2", "armor", 1), Item("S1", "armor", 0, 1)
    table = market().holds(ANN, mine).holds(BO, yours)
    table.do(Seat(ANN), Trade(ANN, "T2", BO))
    assert table.need is not None
    assert (table.need.seat, table.need.options) == (BO, ("new", "S1", "back:S1"))
    table.pick(BO, "back:S1")
    assert (table.player(ANN).items, table.player(BO).items) == ((yours,), (mine,))
    assert table.view.phase == "travel"


def test_what_is_gained_otherwise_is_handed_to_nobody() -> None:
    table = began('"Treasure +1"').holds(ANN, Item("S1", "armor")).tries(ANN).comes("T2")
    assert table.need is not None
    assert table.need.options == ("new", "S1")


def test_cards_are_picked_by_name_and_those_of_one_name_by_their_numbers() -> None:
    table = market().holds(ANN, Item("T1", "trinket"), Item("T2", "armor"), Item("T5", "trinket"))
    files = changed("cards/cards.toml", 'name = "Oven gloves"', 'name = "Lucky button"')
    boards = files.pop("boards.toml")
    table.game = bind({"boards.toml": boards, **{f"quests/small/{name}": text for name, text in files.items()}})
    (trade,) = (choice for choice in table.offered(Seat(ANN)) if choice.id == "trade.1")
    ask = trade.asks[0]
    assert isinstance(ask, AskOne)
    assert [option.label for option in ask.options] == [
        say("freelancers.card", n="T1"),
        say("freelancers.card", n="T2"),
        plain("Spectacles"),
    ]


def test_followers_are_no_treasure_to_trade() -> None:
    table = market().holds(ANN, Item("F1", "follower"))
    assert not any(name.startswith("trade") for name in table.ids(Seat(ANN)))


# --- Story Cards


def test_a_story_card_that_somebody_has_is_stolen_from_them() -> None:
    table = began('"Card S1"').tries(ANN)
    assert table.cards(ANN) == ("W1", "S1")
    table.tries(BO)
    assert "S1" not in table.cards(ANN)
    assert "S1" in table.cards(BO)
    table.tries(BO)
    assert table.cards(BO).count("S1") == 1


def test_an_augment_on_a_weapon_is_not_stolen_without_it() -> None:
    """The Ribbon, as if it were a story card: it is on Ann's weapon for good."""
    table = began().holds(ANN, Item("W1", "weapon", 0, 0, ("T4",)))
    assert story_card(table.game.printed, table.state, BO, "T4") == table.state
    loose = table.holds(ANN, Item("T4", "augment")).state
    assert story_card(table.game.printed, loose, BO, "T4").player(ANN).items == ()


# --- Gaining/Losing Followers


def test_a_follower_brings_its_token_once() -> None:
    table = began('"Follower +1"').tries(ANN).comes("F1")
    assert table.state.bag.count("follower-4") == 1
    table = began('"Follower +1"').given(bag=Bag.of(("follower-4",))).tries(ANN).comes("F1")
    assert table.state.bag.count("follower-4") == 1


def test_a_third_follower_makes_one_go_and_its_token_comes_only_if_it_stays() -> None:
    two = (Item("A", "follower"), Item("B", "follower"))
    table = began('"Follower +1"').holds(CY, *two).tries(CY).pick(CY, "draw").comes("F1")
    table.pick(CY, "new")
    assert table.cards(CY) == ("A", "B")
    assert table.state.bag.count("follower-4") == 0
    table = began('"Follower +1"').holds(CY, *two).tries(CY).pick(CY, "draw").comes("F1")
    table.pick(CY, "B")
    assert table.cards(CY) == ("A", "F1")
    assert table.state.bag.count("follower-4") == 1


def test_with_both_slots_filled_a_follower_may_be_left_in_the_deck() -> None:
    two = (Item("A", "follower"), Item("B", "follower"))
    table = began('"Follower +2"').holds(CY, *two).tries(CY)
    table.pick(CY, "leave").pick(CY, "leave")
    assert (table.cards(CY), len(table.state.followers)) == (("A", "B"), 1)
    table = began('"Follower +1"').holds(CY, *two).given(followers=Pile()).tries(CY)
    assert not table.state.agenda


def test_the_token_of_a_lost_follower_stays_in_the_bag() -> None:
    table = began('"Follower -1"').holds(ANN, Item("F1", "follower")).given(bag=Bag.of(("follower-4",))).tries(ANN)
    table.pick(ANN, "F1")
    assert table.cards(ANN) == ()
    assert table.state.bag.count("follower-4") == 1
    assert table.state.aside.count("F1") == 1


def test_the_follower_deck_is_not_made_anew() -> None:
    table = began('"Follower +1"').given(followers=Pile(), aside=Bag.of(("F1",))).tries(ANN)
    assert not table.state.agenda


# --- cards kept by people


def test_cards_in_peoples_hands_are_neither_drawn_nor_asked_for() -> None:
    table = began('"Treasure +1"', cards="unseen").tries(ANN)
    assert not table.state.agenda
    assert table.cards(ANN) == ()


def test_with_told_cards_people_say_which_one_came() -> None:
    table = began('"Treasure +1"', cards="told").tries(ANN)
    assert table.asked_of_chance() == "treasure"
    table.comes("T2")
    assert "T2" in table.cards(ANN)
