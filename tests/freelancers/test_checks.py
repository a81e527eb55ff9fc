"""Skill checks and weapon checks: dice, bonus die, modifiers, corruption, luck, a friend's stress."""

from __future__ import annotations

import pytest

from companion.game import Roll, Seat, pending
from companion.games.freelancers.commands import Accept, Help, Luck, Total
from companion.games.freelancers.state import Item
from tests.freelancers.party import ANN, BO, CY, Party, began

WILL = (
    '{ do = "check", on = { roll = "skill", skill = "will" }, bands = ['
    '{ least = 15, then = ["XP +2"] }, { least = 10, then = ["XP +1"] }, { then = ["Gold +1"] }] }'
)
WEAPON = (
    '{ do = "check", on = { roll = "weapon", traits = ["loud", "soft"] }, '
    'bands = [{ least = 12, then = ["Luck +1"] }] }'
)
TRAINED = (0, 0, 0, 1, 0)
"""One point of Will: a d4, by these sheets."""


def dice(table: Party) -> tuple[str, ...]:
    step = table.state.agenda[0]
    assert isinstance(step, Roll)
    return step.dice


def test_without_points_only_the_d20_is_rolled_with_points_the_bonus_die_too() -> None:
    table = began(WILL).tries(ANN)
    assert dice(table) == ("d20",)
    table = began(WILL).has(ANN, skills=TRAINED).tries(ANN)
    assert dice(table) == ("d20", "d4")


def test_dice_and_modifiers_are_added_and_the_highest_option_reached_is_resolved() -> None:
    table = began(WILL).has(ANN, skills=TRAINED).holds(ANN, Item("F1", "follower")).tries(ANN)
    table.rolls(11, 3)  # and 1 from the cow
    assert table.player(ANN).xp == 2
    table.tries(ANN).rolls(11, 2)
    assert table.player(ANN).xp == 3
    assert table.player(ANN).gold == 0


def test_a_total_below_all_options_does_nothing() -> None:
    table = began(WEAPON).tries(ANN)
    before = table.player(ANN)
    table.rolls(2, 1)
    assert table.player(ANN) == before


# --- Corruption Tokens (skill checks)


def test_the_corrupted_roll_no_bonus_die_and_are_one_corruption_better_off_afterwards() -> None:
    table = began(WILL).has(ANN, skills=TRAINED, corruption=2).holds(ANN, Item("F1", "follower")).tries(ANN)
    assert dice(table) == ("d20",)
    table.rolls(9)  # modifiers still count: 10
    assert (table.player(ANN).xp, table.player(ANN).corruption) == (1, 1)


def test_corruption_goes_also_where_there_was_no_bonus_die_to_lose() -> None:
    table = began(WILL).has(ANN, corruption=1).tries(ANN).rolls(3)
    assert table.player(ANN).corruption == 0


def test_corruption_goes_only_when_all_that_the_check_gave_is_done() -> None:
    """Ann is at the top: the influence she gains discards her one corruption, and the check then finds none."""
    band = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = ["Influence +1", "XP +1"] }] }'
    table = began(band).has(ANN, corruption=2).tries(ANN).rolls(3)
    assert (table.player(ANN).corruption, table.player(ANN).xp) == (0, 1)


def test_a_second_check_within_the_first_is_corrupted_as_well() -> None:
    inner = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = ["XP +1"] }] }'
    outer = f'{{ do = "check", on = {{ roll = "skill", skill = "will" }}, bands = [{{ then = [{inner}] }}] }}'
    table = began(outer).has(ANN, skills=TRAINED, corruption=1).tries(ANN).rolls(3)
    assert dice(table) == ("d20",)
    table.rolls(4)
    assert table.player(ANN).corruption == 0


@pytest.mark.parametrize("leaves", ['"Turn to 2"', '"New round"', '"Travel"', '"Goto pond"'])
def test_corruption_goes_also_where_the_check_leaves_all_else_undone(leaves: str) -> None:
    check = f'{{ do = "check", on = {{ roll = "skill", skill = "will" }}, bands = [{{ then = [{leaves}] }}] }}'
    table = began(check, more='[[entry]]\ncode = "pond"\ntitle = "Pond"\ntext = "Ducks."\n')
    table.has(ANN, corruption=2).tries(ANN).rolls(3).listen()
    assert table.player(ANN).corruption == 1


def test_corruption_that_the_check_itself_brings_stays() -> None:
    gains = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = ["Corruption +1"] }] }'
    table = began(gains).tries(ANN).rolls(3)
    assert table.player(ANN).corruption == 1


# --- Luck Tokens (skill checks)


def test_luck_rerolls_one_die_several_times() -> None:
    table = began(WILL).has(ANN, skills=TRAINED, luck=2).tries(ANN).comes("3", "1")
    table.do(Seat(ANN), Luck(0)).comes("14")
    table.do(Seat(ANN), Luck(1)).comes("2")
    assert table.player(ANN).luck == 0
    assert table.refused(Seat(ANN), Luck(0)).startswith("freelancers.refuse")
    table.do(Seat(ANN), Accept())
    assert table.player(ANN).xp == 2


# --- Help from a Friend (stress)


def test_a_friend_gains_a_stress_and_one_die_is_rolled_again() -> None:
    table = began(WILL).tries(ANN).comes("3")
    table.do(Seat(BO), Help(BO, 0)).comes("12")
    assert table.player(BO).stress == 1
    table.do(Seat(CY), Help(CY, 0)).comes("4")
    table.do(Seat(ANN), Accept())
    assert (table.player(CY).stress, table.player(ANN).gold) == (1, 1)


def test_nobody_helps_themselves_or_without_a_free_heart() -> None:
    table = began(WILL).has(BO, stress=2, wounds=1).tries(ANN).comes("3")
    assert table.refused(Seat(ANN), Help(ANN, 0)) == "freelancers.refuse.help"
    assert table.refused(Seat(BO), Help(BO, 0)) == "freelancers.refuse.help"
    table.do(Seat(CY), Help(CY, 0))


def test_a_roll_that_nobody_can_change_stands_at_once() -> None:
    table = began(WILL).has(BO, stress=3).has(CY, stress=3).tries(ANN).comes("12")
    assert table.player(ANN).xp == 1


def test_nothing_is_rolled_again_once_the_roll_stands() -> None:
    table = began(WILL).has(ANN, luck=1).tries(ANN).rolls(3)
    assert table.refused(Seat(ANN), Luck(0)).startswith("freelancers.refuse")


# --- Weapons


def test_the_bonus_die_of_a_weapon_check_is_the_weapons() -> None:
    table = began(WEAPON).tries(ANN)
    assert dice(table) == ("d20", "d4")
    table = began(WEAPON).holds(ANN, Item("T3", "weapon")).tries(ANN)
    assert dice(table) == ("d20", "d6")


def test_without_a_weapon_only_the_d20_is_rolled_and_loose_augments_add_nothing() -> None:
    table = began(WEAPON).holds(ANN, Item("T4", "augment")).tries(ANN)
    assert dice(table) == ("d20",)
    table.rolls(11)
    assert table.player(ANN).luck == 0


def test_an_attached_augment_adds_and_a_trait_counts_once() -> None:
    table = began(WEAPON).holds(ANN, Item("W1", "weapon", 0, 0, ("T4",))).tries(ANN)
    table.rolls(8, 1)  # 2 for the trait, 1 for the ribbon: 12
    assert table.player(ANN).luck == 1


def test_either_skill_may_be_checked_where_the_action_says_so() -> None:
    either = (
        '{ do = "check", on = { roll = "skill", skill = "might", or = "will" }, '
        'bands = [{ least = 10, then = ["XP +1"] }] }'
    )
    table = began(either).has(ANN, skills=TRAINED).tries(ANN)
    table.pick(ANN, "will")
    assert dice(table) == ("d20", "d4")


def test_threat_can_weigh_on_a_check() -> None:
    heavy = (
        '{ do = "check", on = { roll = "skill", skill = "will", less = "threat" }, '
        'bands = [{ least = 10, then = ["XP +1"] }] }'
    )
    table = began(heavy).given(level=2).tries(ANN).rolls(14)  # threat is 2 and three players
    assert table.player(ANN).xp == 0
    table.tries(ANN).rolls(15)
    assert table.player(ANN).xp == 1


# --- keepers of the dice


def test_with_dice_that_the_box_does_not_see_the_total_is_told() -> None:
    table = began(WILL, dice="unseen").has(ANN, corruption=1).tries(ANN)
    assert table.need is not None
    assert table.need.kind == "total"
    assert table.refused(Seat(BO), Total(12)).startswith("freelancers.refuse")
    table.do(Seat(ANN), Total(12))
    assert (table.player(ANN).xp, table.player(ANN).corruption) == (1, 0)


def test_dice_put_away_in_the_middle_of_a_check_are_asked_for_as_a_total() -> None:
    from msgspec.structs import replace

    from companion.game import Keeping

    table = began(WILL, dice="told").tries(ANN)
    kept = tuple(Keeping("dice", "unseen") if k.component == "dice" else k for k in table.state.keepers)
    table.state = replace(table.state, keepers=kept)
    table.settled()
    table.do(Seat(ANN), Total(15))
    assert table.player(ANN).xp == 2


def test_a_die_that_people_tell_has_its_faces_by_their_size() -> None:
    table = began(WILL, dice="told").tries(ANN)
    chance = pending(table.game, table.state)
    assert chance is not None
    assert [option.value for option in table.game.told(chance)] == [str(n) for n in range(1, 21)]
