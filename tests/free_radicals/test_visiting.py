"""Visiting: favor, power, control rewards; every building and every bonus power; the rulebook's examples."""

from __future__ import annotations

import pytest

from companion.game import Keeping
from companion.games.free_radicals.commands import Act, Pick
from tests.free_radicals.city import BESIDE, City, words


def test_the_executives_at_the_holo_castle() -> None:
    """Two colours control it: two red favor laid, a point a level, and a random card for each controller."""
    city = City("executives", "artisans", "paladins", holo="titanium")
    city.awake("castle", "Bo", "Cy")
    city.knows(red=7)
    city.hold("Ann", titanium=1, credit=1)
    city.act("visit", "castle")
    assert city.has("Ann") == {"points": 3, "credit": 1}
    assert city.has("Bo") == {"red": 1, "data": 1}
    assert city.has("Cy") == {"red": 1, "data": 1}
    assert city.log("Ann") == [(3, "visit")]


def test_one_controller_of_both_slots_gets_it_twice() -> None:
    city = City("executives", "artisans")
    city.awake("castle", "Bo", "Bo")
    city.knows(red=7)
    city.hold("Ann", titanium=1, credit=1)
    city.act("visit", "castle")
    assert city.has("Ann") == {"points": 3, "titanium": 1}, "by the list of buildings it takes a Credit"
    assert city.has("Bo") == {"red": 2, "data": 2}


def test_the_paladins_at_their_own_neon_church() -> None:
    city = City("paladins", "artisans")
    city.awake("church", "Ann", "Ann")
    city.token("Bo")
    city.act("bonus", "yellow")
    assert city.has("Ann") == {"points": 1, "yellow": 1}
    assert city.state.prestige == 1
    assert city.has("Bo") == {}, "who visits an own building gives and gets nothing for it"


def test_once_a_turn_each() -> None:
    city = City("executives", "artisans")
    city.awake("spire", "Bo")
    city.act("visit", "spire", "blue", "blue")
    assert "visit" not in city.offered("Ann")
    assert "bonus" not in city.offered("Ann"), "the bonus power is a visit, too"
    assert "not visited this turn" in city.refuses("Ann", Act("visit"))
    city.end(2)
    city.act("visit", "spire", "green", "yellow")
    assert city.has("Ann") == {"blue": 2, "green": 1, "yellow": 1}
    assert city.has("Bo") == {"red": 2, "credit": 2}


def test_no_visit_to_a_sleeping_building_or_without_the_price() -> None:
    city = City("executives", "artisans")
    assert "visit" not in city.offered("Ann")
    city.awake("casino", "Bo")
    city.hold("Ann", titanium=1, carbon=9)
    assert "visit" not in city.offered("Ann")
    city.hold("Ann", titanium=2)
    city.do("Ann", Act("visit"))
    assert set(city.offered("Ann")) == {"visit.casino", "back"}


POWERS = {
    "farm": ({"carbon": 1}, ["carbon", "titanium", "titanium", "hydrogen"], {"titanium": 2, "hydrogen": 1}),
    "cafe": ({"carbon": 2}, [], {"points": 4}),
    "casino": ({"titanium": 2}, [], {"points": 4}),
    "castle": ({"credit": 1}, [], {"points": 2}),
    "spire": ({}, ["yellow", "green"], {"yellow": 1, "green": 1}),
    "aero_dock": ({"credit": 2}, [], {"carbon": 1, "titanium": 1, "hydrogen": 1}),
    "church": ({"hydrogen": 2}, [], {"points": 4}),
}


@pytest.mark.parametrize("building", POWERS)
def test_every_power_that_is_all_public(building: str) -> None:
    pays, picks, gets = POWERS[building]
    city = City("executives", "artisans")
    city.awake(building, "Ann")
    city.knows(red=4)
    city.hold("Ann", **pays)
    city.act("visit", building, *picks)
    assert city.has("Ann") == gets
    assert city.state.agenda == ()


def test_the_cast_tower_gives_three_cards_from_display_or_deck() -> None:
    city = City("executives", "artisans")
    city.awake("cast_tower", "Ann")
    city.hold("Ann", credit=1)
    first, second = city.state.display[0], city.state.display[2]
    city.act("visit", "cast_tower", first, "deck", second)
    assert city.has("Ann") == {"data": 3}
    assert {held.card for held in city.player("Ann").hand} >= {first, second}
    assert len(city.state.display) == 4, "what is taken from the display is replaced at once"


def test_the_grant_office_takes_a_resource_on_top_of_the_step() -> None:
    city = City("executives", "artisans")
    city.awake("grant_office", "Bo")
    city.hold("Ann", titanium=2)
    city.do("Ann", Act("visit"))
    city.picks("Ann", "grant_office", "titanium", "red")
    assert city.has("Ann") == {"points": 1}
    assert city.state.knowledge[0] == 1
    assert city.has("Bo") == {"red": 1, "credit": 1}
    assert city.log("Ann") == [(1, "knowledge")]


def test_the_grant_office_keeps_back_what_the_step_needs() -> None:
    """With one titanium and one carbon the titanium cannot be the extra one if only red is in reach."""
    city = City("executives", "artisans")
    city.awake("grant_office", "Bo")
    city.hold("Ann", titanium=1, carbon=1)
    city.knows(yellow=12, purple=12, blue=12, green=12)
    city.act("visit", "grant_office")
    assert set(city.offered("Ann")) == {"pay.carbon", "back"}


def test_the_bazaar_takes_a_card_of_ones_choice_unseen_by_others() -> None:
    city = City("executives", "artisans")
    city.awake("bazaar", "Ann")
    city.hand("Ann", "farm_1", "church_2")
    city.act("visit", "bazaar")
    own = city.offered("Ann")
    assert {name for name in own if not own[name].public} == {"discard.1", "discard.2"}
    city.picks("Ann", "farm_1")
    assert city.has("Ann") == {"data": 1, "credit": 3}
    assert city.state.discard.count("farm_1") == 1


def bonus(faction: str, building: str, **things: int) -> City:
    city = City(faction, "artisans" if faction != "artisans" else "executives")
    city.awake(building, "Bo")
    city.hold("Ann", **things)
    return city


def paid(city: City) -> bool:
    """Bo controls the building: the visitor's favor came, whatever power was used."""
    return sum(city.player("Bo").favor) == 1


def test_farmers() -> None:
    city = bonus("farmers", "farm")
    assert "bonus" not in city.offered("Ann"), "no Data card to discard"
    city.hand("Ann", "farm_1")
    city.act("bonus", "farm_1")
    city.picks("Bo", "carbon")
    assert city.has("Ann") == {}
    assert city.has("Bo") == {"red": 1, "carbon": 1}
    assert "Ann: Do one Farm action" in city.said()


def test_underground() -> None:
    city = City("underground", "executives")
    city.awake("cafe", "Bo")
    city.act("bonus")
    assert "Ann: Draw a Scoundrel card" in city.said()
    assert city.has("Bo") == {"yellow": 1, "carbon": 1}


def test_hoteliers() -> None:
    city = bonus("hoteliers", "casino")
    city.hand("Ann", "farm_1")
    city.act("bonus", "farm_1")
    assert city.has("Ann") == {"points": 2, "credit": 1}
    assert paid(city)


def test_entertainers_copy_the_main_power_of_another_awakened_building() -> None:
    city = bonus("entertainers", "cast_tower", carbon=2)
    assert "bonus" not in city.offered("Ann"), "nothing else is awake"
    city.awake("cafe", "Bo", "Bo")
    city.awake("church", "Bo")
    city.do("Ann", Act("bonus"))
    assert set(city.offered("Ann")) == {"copy.cafe", "back"}, "the church cannot be paid, the tower is no other one"
    city.picks("Ann", "cafe")
    assert city.has("Ann") == {"points": 4}
    assert city.has("Bo") == {"blue": 1, "credit": 1}, "of the cast tower; the cafe's controllers get nothing"
    city.hold("Ann", carbon=2)
    city.act("visit", "cafe")
    assert city.has("Ann") == {"points": 8}, "the copied building was not visited"


def test_adventurers() -> None:
    city = bonus("adventurers", "castle", credit=2)
    city.act("bonus")
    assert city.has("Ann") == {"points": 2}
    assert city.player("Ann").counters == (2,)
    assert paid(city)


def test_executives_count_their_types_of_asset() -> None:
    city = bonus("executives", "spire")
    city.counter("Ann", "assets", 4)
    city.act("bonus")
    assert city.has("Ann") == {"points": 4}
    assert city.log("Ann") == [(4, "bonus")]
    assert paid(city)


def test_a_bonus_power_that_yields_nothing_is_allowed() -> None:
    city = bonus("executives", "spire")
    city.act("bonus")
    assert city.has("Ann") == {}
    assert paid(city)


def test_artisans_need_the_femtoscope_this_turn() -> None:
    city = bonus("artisans", "grant_office")
    assert "bonus" not in city.offered("Ann")
    assert "cannot be used now" in city.refuses("Ann", Act("bonus"))
    city.counter("Ann", "femtoscope", 1)
    city.act("bonus")
    assert city.has("Ann") == {"points": 3}
    city.end(2)
    assert city.player("Ann").counters == (0,), "it counts for the turn only"
    assert "bonus" not in city.offered("Ann")


def test_merchants_get_a_credit_for_each_stall() -> None:
    city = bonus("merchants", "bazaar", hydrogen=1)
    city.counter("Ann", "stalls", 3)
    city.act("bonus", "hydrogen")
    assert city.has("Ann") == {"credit": 3}
    assert paid(city)
    assert city.has("Bo")["data"] == 1


def test_couriers_pay_two_goods() -> None:
    city = bonus("couriers", "aero_dock")
    city.counter("Ann", "goods", 1)
    assert "bonus" not in city.offered("Ann")
    city.counter("Ann", "goods", 3)
    city.act("bonus")
    assert city.player("Ann").counters == (1,)
    assert city.has("Ann") == {"points": 4}
    city.picks("Bo", "titanium")
    assert city.has("Bo") == {"blue": 1, "titanium": 1}


def test_where_people_keep_the_counters_the_box_asks_for_what_it_needs() -> None:
    city = City("executives", "artisans", keepers=BESIDE)
    city.awake("spire", "Bo")
    city.do("Ann", Act("bonus"))
    city.do("Ann", Pick("amount", 5))
    assert city.has("Ann") == {"points": 5}
    assert city.has("Bo") == {"red": 1}
    assert "Bo: 1 Red favor + 1 Credit" in city.said()


def test_rewards_of_choice_are_the_controllers_own_to_pick() -> None:
    city = City("executives", "artisans", "paladins")
    city.awake("farm", "Cy", "Bo")
    city.hold("Ann", carbon=1)
    city.act("visit", "farm", "carbon", "titanium", "titanium", "titanium")
    assert city.offered("Ann") == {}, "it is not Ann's to pick, and there is no way back"
    assert set(city.offered("Cy")) == {"gain.hydrogen", "gain.carbon", "gain.titanium"}, "in the order of the slots"
    city.picks("Cy", "carbon")
    city.picks("Bo", "hydrogen")
    assert city.has("Cy") == {"red": 1, "carbon": 1}
    assert city.has("Bo") == {"red": 1, "hydrogen": 1}
    assert "end" in city.offered("Ann")


def test_the_way_back_changes_nothing() -> None:
    city = City("executives", "artisans")
    city.awake("spire", "Bo")
    city.awake("farm", "Bo")
    city.hold("Ann", carbon=1)
    before = city.state
    city.act("visit", "farm", "carbon", "titanium")
    assert city.has("Ann") == {"carbon": 1}, "what is picked is not in the numbers yet"
    for _ in range(4):
        city.back()
    assert city.state == before


def test_items_without_the_box_are_never_asked_for() -> None:
    city = City("executives", "artisans", keepers=(Keeping("items", "unseen"),))
    city.awake("farm", "Bo")
    city.act("visit", "farm")
    assert city.state.agenda == ()
    assert city.has("Bo") == {"red": 1}


def test_who_controls_both_slots_stands_in_the_price_once() -> None:
    city = City("executives", "artisans", "paladins")
    city.awake("castle", "Bo", "Bo")
    city.hold("Ann", credit=1)
    city.do("Ann", Act("visit"))
    detail = city.offered("Ann")["visit.castle"].detail
    assert detail is not None
    assert words(detail).endswith("/ Bo gets 2 Red and 2 random Data cards")


def test_a_bonus_power_names_the_factions_own_counter() -> None:
    city = City("couriers", "executives")
    city.awake("aero_dock", "Ann")
    city.counter("Ann", "goods", 2)
    detail = city.offered("Ann")["bonus"].detail
    assert detail is not None
    assert words(detail) == "Aero-Dock · 2 Goods: 4 points"
    city.awake("spire", "Bo")
    city.end()
    detail = city.offered("Bo")["bonus"].detail
    assert detail is not None
    assert words(detail) == "Company Spire · free: 1 point for each of Asset types at HQ"
