"""Rounds of the location book: planning, actions, the end of the round, a new page, and the timer."""

from __future__ import annotations

import pytest
from msgspec.inspect import StructType, UnionType, VarTupleType, type_info

from companion.game import Box, Seat, Step
from companion.games.freelancers import state
from companion.games.freelancers.commands import (
    Enter,
    FixInfluence,
    FixLock,
    FixPlaced,
    Next,
    Place,
    Ready,
    Resolve,
)
from companion.games.freelancers.roles import ROLES, roles
from companion.games.freelancers.state import Item
from companion.words import of_the_house
from tests.freelancers.party import ANN, BO, CY, DI, Party, began

# --- Game Setup


@pytest.mark.parametrize("players", range(3, 8))
def test_the_seven_roles_are_spread_so_that_nobody_has_two_more_than_another(players: int) -> None:
    spread = roles(tuple(range(1, players + 1)))
    assert [role for role, _ in spread] == list(ROLES)
    counts = [sum(seat == n for _, seat in spread) for n in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1


def test_setup_fills_the_bag_and_leaves_threat_and_supplies_beside_it() -> None:
    table = began()
    assert table.state.bag.counts == (
        ("follower-1", 1), ("risk-1", 3), ("risk-1-again", 1), ("risk-2", 3), ("risk-2-again", 1)
    )  # fmt: skip
    assert (table.state.supplies, table.state.wounds, len(table.state.unseen)) == (7, 7, 5)
    assert table.cards(ANN) == ("W1",)


def test_nobody_takes_a_sheet_that_somebody_has() -> None:
    table = Party()
    for seat, species, job in ((ANN, "heron", "cook"), (BO, "snail", "postman")):
        choice = next(c for c in table.offered(Seat(seat)) if c.id == "sheet")
        command = type(choice.command)(seat, species, job)
        table.do(Seat(seat), command)
    again = type(choice.command)(CY, "heron", "baker")
    assert table.refused(Seat(CY), again) == "freelancers.refuse.sheet"
    table.do(Box(), Ready()).listen()
    assert (table.player(ANN).species, table.player(BO).job) == ("heron", "postman")
    assert len({table.player(seat).species for seat in (ANN, BO, CY)}) == 3


# --- Planning Phase


def test_actions_are_chosen_from_the_highest_influence_down() -> None:
    table = began()
    assert table.refused(Seat(BO), Place(1)) == "freelancers.refuse.turn"
    table.places(1)
    assert table.view.turn == BO
    assert table.view.waiting == (BO, CY)


def test_the_number_of_an_action_is_its_key_at_the_box_and_stands_under_its_name_on_a_phone() -> None:
    words = of_the_house("freelancers").naming({})
    found = {c.digit: (words(c.label), words(c.detail) if c.detail else "") for c in began().offered(Seat(ANN))}
    assert found[1][0] == "Follow the steam"
    for digit, (name, under) in found.items():
        if digit is not None:
            assert not name[0].isdigit()
            assert under.startswith(f"Action {digit} · ")


def test_a_limited_action_is_gone_once_one_player_has_it_and_back_in_the_next_round() -> None:
    table = began().places(2)
    assert table.refused(Seat(BO), Place(2)) == "freelancers.refuse.taken"
    table.places(1, 4)
    table.acts()
    table.do(Box(), Next("end")).listen().comes("risk-2").listen()
    assert table.view.phase == "plan"
    assert "place.2" in table.ids(Seat(table.view.turn))


def test_a_required_action_must_be_taken_by_whoever_is_left_for_it() -> None:
    table = began().places(1, 1)
    assert table.ids(Seat(CY))[:1] == ("place.4",)
    assert table.refused(Seat(CY), Place(1)) == "freelancers.refuse.required"


def test_a_required_action_is_for_exactly_one() -> None:
    table = began().places(4)
    assert table.refused(Seat(BO), Place(4)) == "freelancers.refuse.taken"
    assert set(table.ids(Seat(BO))) >= {"place.1", "place.2", "place.3"}


def test_a_locked_action_cannot_be_chosen_and_a_locked_required_one_forces_nobody() -> None:
    table = began()
    table.do(Box(), FixLock(4, "locked"))
    table.places(1, 1)
    assert table.refused(Seat(CY), Place(4)) == "freelancers.refuse.locked"
    assert set(table.ids(Seat(CY))) >= {"place.1", "place.2", "place.3"}


def test_where_nothing_is_open_the_player_passes() -> None:
    table = began()
    for action in (1, 4):
        table.do(Box(), FixLock(action, "locked"))
    table.places(2, 3)
    assert table.ids(Seat(CY))[0] == "pass"
    table.places(0)
    assert table.view.phase == "act"


def test_when_time_runs_out_somebody_gains_a_stress_and_choosing_goes_on() -> None:
    table = began().places(1)
    table.time_out()
    assert table.need is not None
    assert table.need.kind == "late"
    table.pick(0, str(CY))
    assert table.player(CY).stress == 1
    assert not table.state.clocks
    table.places(1, 4)
    assert table.view.phase == "act"


def test_also_a_full_player_may_be_named_when_time_runs_out() -> None:
    table = began().has(BO, stress=3)
    table.time_out().pick(0, str(BO))
    assert table.player(BO).stress == 3


def test_the_timer_starts_afresh_each_round_and_stands_only_while_actions_are_chosen() -> None:
    table = began()
    first = table.state.clock("plan")
    assert first.running
    table.places(1, 1, 4)
    assert not table.state.clocks
    table.acts()
    table.do(Box(), Next("end")).listen().comes("risk-2").listen()
    assert table.state.clock("plan").start == first.start + 1


# --- Action Phase


def test_actions_are_resolved_by_number_and_within_a_number_by_influence() -> None:
    table = began(players=4).places(2, 1, 1, 4)
    turns = []
    while table.view.phase == "act":
        turns.append(table.view.turn)
        table.resolve()
        if table.asked_of_chance():
            table.rolls(5)
    assert turns == [BO, CY, ANN, DI]


def test_influence_that_changes_on_the_way_counts_at_once() -> None:
    """Two stand on action 1: Cy moves up before either has resolved it, and comes first."""
    table = began(players=4).places(4, 1, 1, 2)
    table.do(Box(), FixInfluence(CY, 1))
    assert table.view.turn == CY


def test_a_lock_that_comes_late_does_not_stop_who_stands_there() -> None:
    table = began().places(1, 4, 2)
    table.do(Box(), FixLock(2, "locked"))
    table.acts()
    assert table.player(CY).luck == 1


def test_a_standee_leaves_the_page_and_resolves_once() -> None:
    table = began().places(2, 1, 4)
    table.resolve().rolls(5)
    table.resolve()
    assert table.refused(Seat(ANN), Resolve()).startswith("freelancers.refuse")


def test_a_standee_on_the_wrong_action_is_put_right() -> None:
    table = began().places(1, 1, 4)
    table.do(Box(), FixPlaced(ANN, 2))
    assert table.view.turn == BO


# --- End of Round Phase, Turning to a New Page


def through_round(table: Party) -> Party:
    table.places(*(1,) * (len(table.state.seats) - 1), 4)
    return table.acts()


def test_the_end_of_the_round_is_read_when_every_action_is_done() -> None:
    table = began()
    assert table.refused(Box(), Next("end")) == "freelancers.refuse.now_plan"
    through_round(table)
    assert table.view.phase == "end"
    table.do(Box(), Next("end"))
    assert table.view.heading == "The Green, end of a round"
    assert table.refused(Box(), Next("end")) == "freelancers.refuse.now_story"


def test_the_code_of_the_end_of_the_round_does_the_same_from_a_phone() -> None:
    table = through_round(began())
    table.do(Seat(CY), Enter("4724"))
    assert table.view.heading == "The Green, end of a round"


def test_a_new_round_on_the_page_leaves_its_tokens_and_a_new_page_has_none() -> None:
    table = began('"Turn to 2"').given(locks=(2,), dials=(1, 7, 0, 0))
    again = through_round(table).do(Box(), Next("end")).listen().comes("risk-2").listen()
    assert again.state.locks == (2,)
    assert again.state.dials[1] == 7
    assert again.view.round == 2
    again.tries()
    assert again.state.locks == (4,)  # its own, from the start
    assert again.state.dials[0] == 5  # 2, and 1 for each of three
    assert again.view.round == 1
    assert again.view.phase == "plan"


def test_what_was_still_to_be_done_is_not_done_after_a_page_was_turned() -> None:
    table = began('"Turn to 2"', '"everyone: Luck +1"').tries()
    assert [table.player(seat).luck for seat in (ANN, BO, CY)] == [0, 0, 0]


# --- saving


def test_every_kind_of_step_that_can_wait_can_be_saved() -> None:
    """Restarted at any moment, the box reads what was still to be done."""
    found = type_info(state.FreelancersState)
    assert isinstance(found, StructType)
    agenda = next(field.type for field in found.fields if field.name == "agenda")
    assert isinstance(agenda, VarTupleType)
    assert isinstance(agenda.item_type, UnionType)
    saved = {one.cls for one in agenda.item_type.types if isinstance(one, StructType)}
    kinds = {kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Step)} - {Step}
    assert kinds <= saved


# --- what is on offer meanwhile


def test_what_the_table_may_do_meanwhile_stays_a_short_list() -> None:
    """Four at a trading post, each with two treasures: a line a player, a line for each dial of the page."""
    table = began(quest="small", players=4)
    for seat in (ANN, BO, CY, DI):
        table.holds(seat, Item("W1", "weapon"), Item("T1", "trinket"))
    own, common = table.ids(Seat(BO)), table.ids(Box())
    assert own == ("enter", "discard.2", "trade.2")
    assert [name for name in common if name.startswith("dial")] == ["dial.1"]
    assert len([name for name in common if name.startswith(("discard", "trade"))]) == 8
    rings = [ring.key for page in table.game.pages(table.view) for widget in page.widgets
             for ring in getattr(widget, "dials", ())]  # fmt: skip
    assert rings == ["dial.1"]
