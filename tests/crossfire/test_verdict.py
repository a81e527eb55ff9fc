"""Who wins: every row of the rulings that bears on the judging, and every role. Seats are the order of the ring."""

from __future__ import annotations

import pytest

from companion.games.crossfire import bind
from companion.games.crossfire.verdict import Case, Verdict, judge
from companion.packs import shipped
from tests.crossfire.table import game

SHORT = {
    "V": "vip",
    "A": "agent",
    "X": "assassin",
    "B": "bystander",
    "D": "decoy",
    "R": "red_decoy",
    "L": "blue_decoy",
    "E": "enforcer",
    "G": "bodyguard",
    "O": "bomber",
    "K": "peace_keeper",
    "P": "protester",
    "U": "supporter",
    "S": "sniper",
}


def shoot(roles: str, aims: str, cards: tuple[int, ...] = (), *, literal: bool = False) -> Verdict:
    """Judge: a letter a seat for the roles, for each seat the digits that it points at ("-" is nobody)."""
    held = {n: SHORT[letter] for n, letter in enumerate(roles, 1)}
    sniper = next((n for n, kind in held.items() if kind == "sniper"), 0)
    order = tuple(n for n in held if n != sniper)
    pointed = {n: tuple(int(d) for d in part if d != "-") for n, part in enumerate(aims.split(), 1)}
    return judge(Case(game.printed, order, held, pointed, sniper, cards, roles.count("X"), literal))


def won(verdict: Verdict) -> set[int]:
    return {ending.seat for ending in verdict.endings if ending.won}


# --- the standard roles


def test_blue_wins_when_nobody_hits_the_vip() -> None:
    verdict = shoot("VAXDB", "2 5 4 1 1")
    assert verdict.team == "blue"
    assert won(verdict) == {1, 4}  # the Agent hit the Bystander


def test_red_wins_when_an_assassin_hits_the_vip() -> None:
    verdict = shoot("VAXDB", "2 4 1 1 1")
    assert verdict.team == "red"
    assert won(verdict) == {3, 4, 5}


def test_an_agent_who_hits_the_vip_loses_it_for_blue() -> None:
    assert won(shoot("VAXDB", "2 1 5 1 1")) == set()  # and the Assassin hit the Bystander


def test_an_assassin_wins_for_a_vip_shot_by_an_agent_even_from_outside() -> None:
    assert 3 in won(shoot("VAXXDB", "2 1 4 3 1 1"))


def test_a_decoy_wants_to_be_shot_by_anyone() -> None:
    assert 4 in won(shoot("VAXDB", "2 4 5 1 1"))
    assert 4 in won(shoot("VAXDB", "2 5 4 1 1"))
    assert 4 not in won(shoot("VAXDB", "4 3 5 1 4"))  # an unarmed finger is no shot


@pytest.mark.parametrize(
    ("roles", "aims", "wins"),
    [
        ("VAXRBX", "2 4 5 1 1 5", True),  # by an Agent
        ("VAXRBX", "2 5 1 1 1 5", True),  # the VIP was hit
        ("VAXRBX", "2 5 4 1 1 5", False),  # by an Assassin, and the VIP lives
        ("VEXRBX", "2 45 1 1 1 5", True),  # an Enforcer's shot is an Agent's
    ],
)
def test_a_red_decoy(roles: str, aims: str, wins: bool) -> None:
    assert (4 in won(shoot(roles, aims))) is wins


@pytest.mark.parametrize(
    ("aims", "wins"),
    [
        ("2 5 4 1 1 1", True),  # by an Assassin although the VIP was hit
        ("2 5 5 1 1 5", True),  # the VIP lives
        ("2 4 1 1 1 1", False),  # by an Agent, and the VIP was hit
    ],
)
def test_a_blue_decoy(aims: str, wins: bool) -> None:
    assert (4 in won(shoot("VAXLBX", aims))) is wins


def test_every_shooter_of_a_bystander_loses() -> None:
    verdict = shoot("VAAXXBD", "6 6 6 6 1 1 1")
    assert verdict.team == "red"
    assert won(verdict) == {5}  # the Assassin who shot the VIP, and only that one


# --- the order of fire


def test_whoever_an_agent_hits_is_out_before_firing() -> None:
    verdict = shoot("VAXDB", "2 3 1 1 1")
    assert verdict.team == "blue"
    assert [(shot.shooter, shot.target) for shot in verdict.shots] == [(2, 3)]


def test_agents_hit_by_agents_have_fired_all_the_same() -> None:
    verdict = shoot("VAAXXDB", "2 3 4 1 6 1 1")
    assert {(shot.shooter, shot.target) for shot in verdict.shots} == {(2, 3), (3, 4), (5, 6)}
    assert verdict.team == "blue"


def test_assassins_who_hit_each_other_have_both_fired() -> None:
    verdict = shoot("VAXXRB", "2 5 4 3 1 1")
    assert {(shot.shooter, shot.target) for shot in verdict.shots} == {(2, 5), (3, 4), (4, 3)}


def test_shots_at_players_who_are_out_count() -> None:
    verdict = shoot("VAXXDB", "2 6 6 1 1 1")
    assert won(verdict) == {4}  # both who hit the Bystander lose, the dead one's second shooter too


def test_pointing_at_nobody_is_no_shot() -> None:
    verdict = shoot("VAXDB", "- - - - -")
    assert verdict.shots == ()
    assert won(verdict) == {1, 2, 5}


def test_with_nobody_armed_left_blue_wins() -> None:
    verdict = shoot("VGXKBBD", "2 3 - 1 1 1 1")
    assert verdict.team == "blue"


# --- special roles


def test_an_enforcer_fires_twice() -> None:
    verdict = shoot("VEXXD", "2 34 1 1 1")
    assert verdict.team == "blue"
    assert {(s.shooter, s.target) for s in verdict.shots} == {(2, 3), (2, 4)}


def test_an_enforcer_may_fire_twice_at_one_player_and_so_pierce_a_shield() -> None:
    verdict = shoot("VEGXD", "2 44 4 1 1")
    assert [(s.target, s.by) for s in verdict.shots] == [(4, 3), (4, 0)]
    assert verdict.team == "blue"


def test_a_second_target_of_anyone_else_is_no_shot() -> None:
    verdict = shoot("VEXXDA", "34 3- 14 55 1 34")
    assert {(s.shooter, s.target) for s in verdict.shots if s.volley == 1} == {(2, 3), (6, 3)}


def test_a_bodyguard_never_fires_and_blocks_one_shot() -> None:
    verdict = shoot("VGXDB", "2 1 1 1 1")
    assert verdict.team == "blue"
    assert won(verdict) == {1, 2, 5}
    assert won(shoot("VGXXDB", "2 1 1 1 1 1")) == {3, 4, 6}  # two shots, one shield


def test_agents_shots_are_blocked_before_assassins() -> None:
    """One shield, an Agent and an Assassin on the VIP: the Agent's is blocked, the Assassin's hits."""
    verdict = shoot("VAGXDB", "2 1 1 1 1 1")
    assert [(s.shooter, s.by) for s in verdict.shots] == [(2, 3), (4, 0)]
    assert verdict.team == "red"


def test_within_a_volley_the_lowest_seat_is_blocked_first() -> None:
    verdict = shoot("VAGXXBD", "2 7 6 6 6 1 1")
    assert [(s.shooter, s.by) for s in verdict.shots if s.target == 6] == [(4, 3), (5, 0)]
    by_seat = {e.seat: e.won for e in verdict.endings}
    assert by_seat[6] is False


def test_lowest_seat_counts_from_the_dealer() -> None:
    held = {1: "vip", 2: "assassin", 3: "assassin", 4: "agent", 5: "bystander", 6: "bodyguard"}
    aims = {2: (5,), 3: (5,), 4: (1,), 6: (5,)}
    verdict = judge(Case(game.printed, (3, 4, 5, 6, 1, 2), held, aims))
    assert [(s.shooter, s.by) for s in verdict.shots if s.target == 5] == [(3, 6), (2, 0)]


def test_a_player_whose_every_shot_was_blocked_was_not_shot() -> None:
    verdict = shoot("VAGXOD", "2 5 5 6 1 1")
    assert won(verdict) == {5}  # the Bomber, shielded, lives


def test_whose_shot_was_blocked_has_not_shot_the_bystander() -> None:
    verdict = shoot("VAGXDB", "2 6 6 5 1 1")
    assert {2, 6} <= won(verdict)


def test_a_protector_shot_by_an_agent_still_blocks_that_volley_but_none_after() -> None:
    held = shoot("VAAGXDB", "1 4 1 1 7 1 1")
    assert [(s.target, s.by) for s in held.shots if s.volley == 1] == [(4, 0), (1, 4)]
    lost = shoot("VAGXDB", "2 3 1 1 1 1")
    assert [(s.target, s.by) for s in lost.shots] == [(3, 0), (1, 0)]
    assert lost.team == "red"


def test_a_protector_hit_by_an_assassin_still_blocks_that_volley() -> None:
    verdict = shoot("VGXXDB", "2 1 2 1 1 1")
    assert verdict.team == "blue"


def test_each_protector_blocks_one() -> None:
    verdict = shoot("VGKXXBBD", "2 1 1 1 1 1 1 1")
    assert verdict.team == "blue"
    assert [s.by for s in verdict.shots] == [2, 3]


def test_an_unhurt_bomber_wins_alone_and_the_team_is_still_read_out() -> None:
    verdict = shoot("VAXDO", "2 4 1 1 1")
    assert verdict.team == "red"
    assert won(verdict) == {5}


def test_a_bomber_who_is_hit_loses_and_the_others_are_judged_as_ever() -> None:
    assert won(shoot("VAXDO", "2 5 4 1 1")) == {1, 2, 4}


def test_a_bomber_with_a_gun_fires_with_the_assassins_and_is_none() -> None:
    """Some printed copies may arm it: then it is out before firing if an Agent hits it, and its shot is no team's."""
    armed = bind({**shipped("crossfire"), "owner.toml": b'"roles.bomber.armed" = true'}).printed
    held = dict(enumerate(("vip", "agent", "assassin", "blue_decoy", "bomber"), 1))
    aims = {2: (3,), 3: (1,), 5: (4,)}
    verdict = judge(Case(armed, (1, 2, 3, 4, 5), held, {**aims, 2: (1,)}))
    assert {(s.shooter, s.target, s.volley) for s in verdict.shots} == {(2, 1, 1), (3, 1, 2), (5, 4, 2)}
    alone = judge(Case(armed, (1, 2, 3, 4, 5), held, aims))
    assert won(alone) == {5}
    hit = judge(Case(armed, (1, 2, 3, 4, 5), held, {2: (1,), 3: (5,), 5: (4,)}))
    assert won(hit) == {3}  # the VIP is hit, and no Assassin hit the Blue Decoy


def test_a_peace_keeper_wins_when_no_bystander_is_hit() -> None:
    assert 3 in won(shoot("VAKXBBD", "2 4 5 1 1 1 1"))
    assert 3 not in won(shoot("VAKXBBD", "2 6 5 1 1 1 1"))
    assert 3 not in won(shoot("VAKXPBD", "2 5 6 1 1 1 1"))  # a Protester is a Bystander


def test_a_protester_wants_the_vip_hit_and_to_be_unhurt() -> None:
    assert 5 in won(shoot("VAXDP", "2 4 1 1 1"))
    assert 5 not in won(shoot("VAXDP", "2 4 4 1 1"))
    verdict = shoot("VAXXDP", "2 6 1 6 1 1")
    assert won(verdict) == {3}  # its shooters lose, though red won


def test_a_supporter_wants_the_vip_unhurt_and_to_be_unhurt() -> None:
    assert 5 in won(shoot("VAXDU", "2 4 4 1 1"))
    assert 5 not in won(shoot("VAXDU", "2 4 1 1 1"))
    assert won(shoot("VAXDU", "2 5 4 1 1")) == {1, 4}  # its shooter loses, though blue won


# --- Sniper mode: S is the Sniper, cards the seats with a shot card


def test_all_assassins_shot_is_blue() -> None:
    verdict = shoot("VAXXBS", "", (3, 4))
    assert verdict.team == "blue"
    assert won(verdict) == {1, 2, 5, 6}


@pytest.mark.parametrize(("roles", "card"), [("VAXXBS", 5), ("VAXXBS", 1), ("VAXXPS", 5), ("VAXXUS", 5)])
def test_a_card_before_the_vip_or_whoever_counts_as_a_bystander_is_red(roles: str, card: int) -> None:
    verdict = shoot(roles, "1 1 1 1 1", (card,))
    assert verdict.team == "red"
    assert all(shot.shooter == 6 for shot in verdict.shots)  # the Assassins fire no more
    assert 6 not in won(verdict)


def test_surviving_assassins_fire_and_hit_the_vip() -> None:
    verdict = shoot("VAXXBS", "- - 1 1 - -", (3,))
    assert verdict.team == "red"
    assert won(verdict) == {3, 4, 5}


def test_assassins_who_hit_a_bystander_too_give_it_to_blue() -> None:
    verdict = shoot("VAXXBS", "- - 1 5 - -", (2,))
    assert verdict.team == "blue"
    assert won(verdict) == {1, 2, 6}  # VIP and Agent with their team, though the VIP was hit


def test_the_literal_option_judges_cards_by_the_vips_fate() -> None:
    verdict = shoot("VAXXBS", "- - 1 5 - -", (2,), literal=True)
    assert verdict.team == "blue"
    assert won(verdict) == {3, 6}  # the Sniper goes by the team, the Assassin who hit the VIP by the card
    red = shoot("VAXXBS", "", (5,), literal=True)
    assert won(red) == {1, 2}


def test_agents_never_fire_in_sniper_mode() -> None:
    verdict = shoot("VAXXBS", "- 3 1 1 - -", ())
    assert verdict.team == "red"


@pytest.mark.parametrize(("letter", "wins"), [("D", True), ("R", True), ("L", False)])
def test_a_card_is_a_shot_by_the_blue_side_for_decoys(letter: str, wins: bool) -> None:
    verdict = shoot(f"VAXXB{letter}S", "- - 1 1 - - -", (6,))
    assert verdict.team == "red"
    assert (6 in won(verdict)) is wins


def test_a_decoys_team_half_follows_the_team_verdict() -> None:
    verdict = shoot("VAXXBLS", "- - 1 5 - - -", ())
    assert 6 in won(verdict)
    assert 6 not in won(shoot("VAXXBLS", "- - 1 5 - - -", (), literal=True))


def test_a_bomber_in_sniper_mode() -> None:
    assert won(shoot("VAXXOS", "- - 1 1 - -", ())) == {5}
    assert won(shoot("VAXXOS", "- - 1 5 - -", ())) == {3, 4}


def test_the_sniper_may_be_shot_and_wins_or_loses_with_blue() -> None:
    assert won(shoot("VAXXBS", "- - 6 6 - -", ())) == {1, 2, 5, 6}
