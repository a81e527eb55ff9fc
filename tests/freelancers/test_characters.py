"""Character sheets: HP, stress, wounds, skills, XP, gold, titles, influence, luck, corruption."""

from __future__ import annotations

import pytest

from companion.game import Box
from companion.games.freelancers.commands import FixInfluence, FixLaden, FixToken
from companion.games.freelancers.state import Item, Titled
from companion.games.freelancers.tracks import shifted
from tests.freelancers.party import ANN, BO, CY, Party, began

# --- HP, Stress & Wounds


def test_stress_that_finds_no_heart_vanishes() -> None:
    table = began('"Stress +5"').has(ANN, wounds=1).tries(ANN)
    assert (table.player(ANN).stress, table.player(ANN).wounds) == (2, 1)


def test_wounds_come_off_the_track_and_those_without_a_heart_go_into_the_bag() -> None:
    table = began('"Wound +2"').has(ANN, stress=2).tries(ANN)
    assert (table.player(ANN).wounds, table.state.wounds, table.state.bag.count("wound")) == (1, 5, 1)


def test_empty_slots_of_armor_fill_before_wounds_go_into_the_bag() -> None:
    table = began('"Wound +2"').has(ANN, stress=3).holds(ANN, Item("T2", "armor")).tries(ANN)
    assert table.player(ANN).item("T2") == Item("T2", "armor", 0, 1)
    assert (table.state.wounds, table.state.bag.count("wound")) == (5, 1)


def test_healing_takes_a_stress_or_a_wound_for_each_hp_as_the_player_says() -> None:
    table = began('"Heal 2"').has(ANN, stress=1, wounds=2).given(wounds=5).tries(ANN)
    table.pick(ANN, "wounds")
    assert (table.player(ANN).wounds, table.state.wounds) == (1, 6)
    table.pick(ANN, "stress")
    assert (table.player(ANN).stress, table.state.wounds) == (0, 6)


def test_with_one_kind_only_nobody_is_asked_and_no_more_is_healed_than_there_is() -> None:
    table = began('"Heal 3"').has(ANN, stress=2).tries(ANN)
    assert table.player(ANN).stress == 0
    assert not table.state.agenda


def test_armor_is_filled_before_hearts_and_a_table_that_has_it_otherwise_says_so() -> None:
    table = began('"Stress +1"').holds(ANN, Item("S1", "armor")).tries(ANN)
    assert (table.player(ANN).stress, table.player(ANN).item("S1")) == (0, Item("S1", "armor", 1))
    table.do(Box(), FixLaden(ANN, "S1", "stress", 0)).do(Box(), FixToken(ANN, "stress", 1))
    assert (table.player(ANN).stress, table.player(ANN).item("S1")) == (1, Item("S1", "armor"))
    table.do(Box(), FixLaden(ANN, "S1", "wounds", 2))
    assert table.refused(Box(), FixLaden(ANN, "S1", "stress", 1)).startswith("freelancers.refuse")
    assert table.refused(Box(), FixLaden(ANN, "W1", "stress", 1)).startswith("freelancers.refuse")


def test_stress_on_armor_can_be_healed() -> None:
    table = began('"Heal 1"').holds(ANN, Item("T2", "armor", 1)).tries(ANN)
    assert table.player(ANN).item("T2") == Item("T2", "armor")


# --- Gaining Skill Points, XP


def test_a_point_fills_the_next_box_and_brings_what_is_in_it() -> None:
    """The badger postman's Might: d4, a box with a star, d6, a box with a star."""
    table = began('"Might +2"').has(ANN, species="badger", job="postman").tries(ANN)
    assert (table.player(ANN).skill("might"), table.player(ANN).xp) == (2, 1)


def test_a_full_track_takes_no_more() -> None:
    table = began('"Might +1"').has(ANN, species="badger", job="postman", skills=(4, 0, 0, 0, 0)).tries(ANN)
    assert (table.player(ANN).skill("might"), table.player(ANN).xp) == (4, 0)


def test_what_a_star_brings_comes_at_once_before_what_else_is_gained() -> None:
    """The second star of the postman's brings a luck, then the next skill point comes."""
    table = began('"XP +2"').has(ANN, species="badger", job="postman").tries(ANN)
    assert (table.player(ANN).xp, table.player(ANN).luck) == (2, 1)
    table = began('"XP +1"').has(ANN, species="badger", job="postman", xp=6).tries(ANN)
    assert table.player(ANN).xp == 6


def test_a_gold_in_a_skill_box_is_gained_with_what_lies_beside_it() -> None:
    """The postman's second box of Smarts has a gold; the second gold of his purse has a luck beside it."""
    table = began('"Smarts +1"').has(ANN, species="badger", job="postman", skills=(0, 0, 1, 0, 0), gold=1).tries(ANN)
    assert (table.player(ANN).gold, table.player(ANN).luck) == (2, 1)


# --- Gaining Gold


def test_a_full_purse_brings_its_title_after_the_last_icon() -> None:
    table = began('"Gold +1"').has(ANN, species="badger", job="postman", gold=2, titles=(Titled("x", "lawful"),) * 3)
    table.tries(ANN)
    assert table.player(ANN).titles[-1] == Titled("the Well-Tipped", "lawful")
    # The icon's XP, and one for the fourth title, whose star brings a luck.
    assert (table.player(ANN).xp, table.player(ANN).luck) == (2, 1)
    table.tries(ANN)
    assert table.player(ANN).gold == 3


# --- Gaining Titles


@pytest.mark.parametrize(("had", "xp"), [(2, 0), (3, 1), (4, 0), (7, 1), (8, 0)])
def test_the_fourth_and_the_eighth_title_bring_an_xp(had: int, xp: int) -> None:
    titles = tuple(Titled(f"the {n}th", "chaotic") for n in range(had))
    table = began('"Title the Dry (lawful)"').has(ANN, titles=titles).tries(ANN)
    assert (len(table.player(ANN).titles), table.player(ANN).xp) == (had + 1, xp)


def test_a_title_that_somebody_has_is_nobody_elses() -> None:
    table = began('"Title the Dry (lawful)"').has(BO, titles=(Titled("the Dry", "chaotic"),)).tries(ANN)
    assert table.player(ANN).titles == ()
    table.tries(BO)
    assert len(table.player(BO).titles) == 1


# --- Gaining/Losing Influence


def test_a_marker_that_moves_shifts_the_others_without_gaps() -> None:
    table = began('"Influence +2"', players=4).tries(4)
    assert table.state.order == (1, 4, 2, 3)
    assert shifted(table.state, 1, -2).order == (4, 2, 1, 3)


def test_at_the_top_a_gain_of_any_size_discards_one_corruption() -> None:
    table = began('"Influence +2"').has(ANN, corruption=2).tries(ANN)
    assert (table.state.order[0], table.player(ANN).corruption) == (ANN, 1)


def test_a_surplus_on_the_way_to_the_top_is_lost() -> None:
    table = began('"Influence +5"').has(BO, corruption=2).tries(BO)
    assert (table.state.order, table.player(BO).corruption) == ((BO, ANN, CY), 2)


def test_at_the_bottom_nothing_is_lost_further() -> None:
    table = began('"Influence -3"').tries(CY)
    assert table.state.order == (ANN, BO, CY)


def test_a_correction_of_the_track_discards_nothing() -> None:
    table = began().has(ANN, corruption=1)
    table.do(Box(), FixInfluence(ANN, 1))
    assert (table.state.order, table.player(ANN).corruption) == ((ANN, BO, CY), 1)


# --- Luck, Corruption


def test_only_as_much_is_lost_as_there_is() -> None:
    table = began('"Luck -3"', '"Corruption -1"').has(ANN, luck=1).tries(ANN)
    assert (table.player(ANN).luck, table.player(ANN).corruption) == (0, 0)


# --- Breaking Ties


@pytest.mark.parametrize(("group", "who"), [("most-luck", ANN), ("least-luck", CY)])
def test_among_the_tied_the_higher_influence_has_the_higher_result(group: str, who: int) -> None:
    table = began(f'"{group}: XP +1"').tries()
    assert [seat for seat in (ANN, BO, CY) if table.player(seat).xp] == [who]


def test_groups_are_gone_through_in_order_of_influence() -> None:
    table = began('"everyone: Treasure +1"').given(order=(CY, ANN, BO)).tries()
    first = table.state.agenda[0]
    assert getattr(first, "seat", 0) == CY


# --- sheets kept by people


def asked(table: Party) -> str:
    return table.need.kind if table.need is not None else ""


def test_what_stands_on_paper_sheets_is_asked_only_when_it_matters() -> None:
    rich = '{ do = "if", test = { is = "has", what = "gold", least = 2 }, then = ["Influence +1"] }'
    table = began(rich, '"most-might: Influence +1"', sheets="unseen").tries(BO)
    assert asked(table) == "yes"
    table.pick(BO, "yes")
    assert table.state.order == (BO, ANN, CY)
    assert asked(table) == "who"
    table.do(Box(), type(table.offered(Box())[0].command)(str(CY)))
    assert table.state.order == (BO, CY, ANN)


def test_wounds_of_paper_sheets_leave_the_boxs_track() -> None:
    table = began('"Wound +2"', sheets="unseen").tries(ANN)
    assert table.state.wounds == 5
