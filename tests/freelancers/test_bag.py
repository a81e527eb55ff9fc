"""Spending time: every kind of token, the risk tracks, the threat dial, and less risk."""

from __future__ import annotations

import pytest

from companion.game import Box, Keeping, Public, Seat, pending
from companion.games.freelancers.commands import Enter, FixBag
from companion.pile import Bag
from tests.contract.tables import words_of
from tests.freelancers.party import ANN, BO, CY, Party, began


def spent(*tokens: str, **more: object) -> Party:
    """Return a table that spends 1 time, or more where tokens say "draw again"."""
    return began('"Time 1"', **more).tries().comes(*tokens)


# --- Risk Tokens


def test_a_risk_token_goes_onto_its_own_track() -> None:
    table = spent("risk-2")
    assert table.state.tracks == ((), ("risk-2",))
    assert table.state.bag.count("risk-2") == 2
    assert not table.state.agenda


def test_a_token_with_draw_again_is_resolved_before_the_next_is_drawn() -> None:
    table = spent("risk-1-again")
    assert table.state.tracks[0] == ("risk-1-again",)
    assert table.asked_of_chance() == "bag"
    table.comes("risk-2")
    assert not table.state.agenda


def test_the_last_space_of_a_track_raises_the_threat_and_empties_both_tracks() -> None:
    lying = (("risk-1", "risk-1", "risk-1-again"), ("risk-2",))
    table = began('"Time 1"').given(tracks=lying, bag=Bag.of(("risk-1", "follower-1"))).tries().comes("risk-1")
    assert (table.state.level, table.view.threat) == (1, 4)  # the dial's 1 and three players
    assert table.state.tracks == ((), ())
    assert sorted(table.state.bag.items()) == [
        "follower-1", "risk-1", "risk-1", "risk-1", "risk-1-again", "risk-2", "threat"
    ]  # fmt: skip


def test_a_filled_track_raises_the_threat_before_another_token_is_drawn() -> None:
    lying = (("risk-1", "risk-1", "risk-1"), ())
    table = began('"Time 1"').given(tracks=lying, bag=Bag.of(("risk-1-again", "supplies"))).tries()
    table.comes("risk-1-again")
    assert table.state.level == 1
    assert table.state.bag.count("risk-1") == 3  # they can be drawn again at once
    table.comes("supplies")


# --- Threat


def test_threat_is_the_dial_and_the_players() -> None:
    assert began(players=3).view.threat == 3
    assert began(players=4).given(level=3).view.threat == 7


def test_raising_the_threat_by_an_effect_brings_its_token_too_and_turning_back_none() -> None:
    table = began('"Threat +1"').tries()
    assert (table.state.level, table.state.bag.count("threat")) == (1, 1)
    back = began('{ do = "threat", n = -3 }').given(level=2, added=2).tries()
    assert (back.state.level, back.state.bag.count("threat")) == (0, 0)


def test_a_level_that_is_reached_again_brings_no_second_token() -> None:
    table = began('"Threat +1"').given(level=0, added=1).tries()
    assert table.state.bag.count("threat") == 0


# --- Wound Tokens


def test_a_wound_token_goes_onto_the_track_that_the_scout_picks_and_back_when_it_fills() -> None:
    scout = next(role.seat for role in began().view.roles if role.role == "scout")
    table = began('"Time 1"').given(bag=Bag.of(("wound",)), tracks=((), ("risk-2",) * 3)).tries().comes("wound")
    assert table.need is not None
    assert (table.need.kind, table.need.seat) == ("track", scout)
    assert table.refused(
        Seat(ANN if scout != ANN else BO), type(table.offered(Seat(scout))[0].command)("2")
    ).startswith("freelancers.refuse")
    table.pick(scout, "2")
    assert table.state.level == 1
    assert sorted(table.state.bag.items()) == ["risk-2", "risk-2", "risk-2", "threat", "wound"]


# --- Follower Tokens


def test_a_follower_token_has_its_code_read_and_goes_back() -> None:
    table = spent("follower-1")
    assert table.view.heading == "A boy with a bun"
    table.next()
    assert table.player(CY).luck == 1
    assert table.state.bag.count("follower-1") == 1


def test_a_follower_token_goes_back_only_when_all_that_its_code_says_is_done() -> None:
    """Its entry spends 1 time: the token itself cannot be what comes."""
    hours = '[[entry]]\ncode = "1111"\ntitle = "Hours"\neffects = ["Time 1"]\n'
    table = began('"Time 2"', more=hours, tokens='[[follower]]\nnumber = 9\ncode = "1111"\n')
    table.given(bag=Bag.of(("follower-9",))).tries().comes("follower-9")
    assert table.asked_of_chance() == "bag"  # the second time of two; its own found nothing
    assert table.state.bag.counts == (("follower-9", 1),)


def test_the_token_that_was_drawn_can_be_taken_out_for_good_by_its_own_code() -> None:
    away = '[[entry]]\ncode = "1111"\ntitle = "Away"\neffects = [{ do = "bag", token = 9, out = true }]\n'
    table = began('"Time 1"', more=away, tokens='[[follower]]\nnumber = 9\ncode = "1111"\n')
    table.given(bag=Bag.of(("follower-9", "risk-1"))).tries().comes("follower-9")
    assert table.state.bag.counts == (("risk-1", 1),)


# --- Supplies Tokens


def test_supplies_go_into_the_bag_and_do_nothing_when_drawn_but_leave_it() -> None:
    table = began('"Supplies +2"', '"Time 1"').tries()
    assert (table.state.bag.count("supplies"), table.state.supplies) == (2, 5)
    before = table.state.tracks
    table.comes("supplies")
    assert (table.state.bag.count("supplies"), table.state.supplies, table.state.tracks) == (1, 6, before)


def test_there_are_seven_supplies_in_all() -> None:
    table = began('"Supplies +9"').tries()
    assert (table.state.bag.count("supplies"), table.state.supplies) == (7, 0)


def test_out_of_an_empty_bag_nothing_comes() -> None:
    table = began('"Time 2"').given(bag=Bag()).tries()
    assert not table.state.agenda


# --- Threat Token Effects


def threatened(token: str) -> Party:
    """Return a table at which a threat token, face down until now, was drawn and turned out to be this one."""
    table = began('"Time 1"').given(bag=Bag.of(("threat",)), level=1, added=1)
    for seat in (ANN, BO):
        table.has(seat, luck=2)
    table.tries().comes("threat")
    assert table.asked_of_chance() == "threat"
    return table.comes(token)


def test_all_that_can_lose_a_luck_and_the_token_leaves_the_game() -> None:
    table = threatened("threat-luck")
    assert [table.player(seat).luck for seat in (ANN, BO, CY)] == [1, 1, 0]
    assert len(table.state.bag) == 0
    assert table.state.unseen.count("threat-luck") == 0


def test_all_gain_a_corruption_and_the_token_leaves_the_game() -> None:
    table = threatened("threat-corruption")
    assert [table.player(seat).corruption for seat in (ANN, BO, CY)] == [1, 1, 1]
    assert len(table.state.bag) == 0


def test_a_threat_token_for_either_track_is_placed_by_the_scout() -> None:
    table = threatened("threat-risk")
    assert table.need is not None
    table.pick(table.need.seat, "1")
    assert table.state.tracks[0] == ("threat-risk",)


def test_the_other_threat_tokens_are_risk_and_go_back_with_it() -> None:
    table = threatened("threat-risk-2")
    assert table.state.tracks[1] == ("threat-risk-2",)
    assert len(table.state.bag) == 0


def test_nobody_can_tell_which_threat_token_lies_in_the_bag() -> None:
    table = began('"Threat +1"').tries()
    assert len(table.state.unseen) == 5
    assert table.state.bag.count("threat") == 1
    shown = [choice.id for choice in table.offered(Box(), fixes=True)]
    assert not any("threat-" in name for name in shown)


# --- Reducing Risk


def test_the_player_picks_any_token_on_either_track() -> None:
    table = began('"Risk -1"').given(tracks=(("risk-1",), ("risk-2", "risk-2-again"))).tries(BO)
    assert table.need is not None
    assert table.need.seat == BO
    assert table.need.options == ("1:risk-1", "2:risk-2", "2:risk-2-again")
    table.pick(BO, "2:risk-2-again")
    assert table.state.tracks == (("risk-1",), ("risk-2",))
    assert table.state.bag.count("risk-2-again") == 2


def test_with_nothing_on_the_tracks_nothing_is_reduced() -> None:
    table = began('"Risk -2"').tries(BO)
    assert not table.state.agenda


# --- keepers of the bag


def test_with_a_bag_of_their_own_people_only_tell_what_went_onto_the_tracks() -> None:
    table = began('"Time 1"', bag="unseen").tries()
    assert table.need is not None
    assert table.need.kind == "time"
    table.pick(table.need.seat, "2")
    assert len(table.state.tracks[1]) == 1
    table.do(Box(), Enter("7086"))  # a follower token came next
    assert table.view.heading == "A boy with a bun"
    table.next()
    table.pick(table.need.seat, "done")
    assert not table.state.agenda


def test_a_told_bag_is_drawn_by_people_out_of_what_the_box_knows_to_be_in_it() -> None:
    table = began('"Time 1"', bag="told").tries()
    assert table.asked_of_chance() == "bag"
    table.comes("risk-1")


def test_a_bag_that_comes_back_to_the_box_holds_what_lies_nowhere_else() -> None:
    from msgspec.structs import replace

    table = began(bag="unseen").given(tracks=(("risk-1",), ()), level=1, added=1)
    kept = tuple(Keeping("bag", "told") if k.component == "bag" else k for k in table.state.keepers)
    table.state = replace(table.state, keepers=kept)
    table.settled()
    assert table.state.bag.count("risk-1") == 2
    assert table.state.bag.count("threat") == 1


def test_the_bag_is_put_right_by_hand() -> None:
    table = began()
    table.do(Box(), FixBag("supplies", 3))
    assert table.game.view(table.state, Public()).bag == 12


@pytest.mark.parametrize("seen", [False, True], ids=["bag", "threat"])
def test_tokens_that_people_tell_have_names_and_no_keys(seen: bool) -> None:
    bag = Bag.of(("threat", "risk-1", "risk-2-again", "wound", "follower-1"))
    table = began('"Time 1"', bag="told").given(bag=bag, level=1, added=1).tries()
    if seen:
        table.comes("threat")
    chance = pending(table.game, table.state)
    assert chance is not None
    words = words_of("freelancers").naming({})
    names = {option.value: words(option.label) for option in table.game.told(chance)}
    assert len(set(names.values())) == len(names) > 2
    assert all(name != token and "." not in name for token, name in names.items())
