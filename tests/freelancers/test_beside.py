"""Beside the boxed game, with no quest: order and boards, and nothing typed twice."""

from __future__ import annotations

import pytest

from companion.game import Box, Expired, Keeping, Outcome, Public, Seat, Setup
from companion.games.freelancers import META
from companion.games.freelancers.commands import (
    Check,
    Dialled,
    Enter,
    FreelancersSetup,
    Gained,
    Luck,
    Next,
    Place,
    Quit,
    Ready,
    Resolve,
    RiskLaid,
    RiskTaken,
    Shift,
    Spent,
    ThreatTurned,
    WoundsTaken,
)
from tests.freelancers.party import ANN, BO, CY, Party


def beside(players: int = 3, **kept: str) -> Party:
    """Return a table beside the boxed game, in its first round."""
    return Party(players=players, quest="", **kept).do(Box(), Ready())


def test_the_preset_leaves_story_bag_sheets_cards_and_timer_to_the_people() -> None:
    kept = {c.key: c.beside for c in META.components}
    assert kept == {
        "story": "unseen", "clock": "unseen", "dice": "app", "bag": "unseen", "sheets": "unseen", "cards": "unseen"
    }  # fmt: skip


def test_a_quest_is_left_in_its_box_where_the_publishers_app_tells_the_story() -> None:
    game = Party().game
    keepers = tuple(Keeping(c.key, c.beside) for c in META.components)
    state = game.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(quest="small"), keepers=keepers))
    assert not state.story


@pytest.mark.parametrize("players", range(3, 8))
def test_an_evening_beside_the_boxed_game(players: int) -> None:
    """Every round: who has not acted, who resolves next; boards by hand; in the end the publisher's app says so."""
    table = beside(players)
    for _ in range(2):
        for n in range(players):
            assert len(table.view.waiting) == players - n
            table.do(Seat(table.view.turn), Place(1 + n % 3))
        order = []
        while table.view.phase == "act":
            order.append(next(p.action for p in table.view.players if p.seat == table.view.turn))
            table.do(Seat(table.view.turn), Resolve())
        assert order == sorted(order)
        table.do(Box(), Next("round"))
    assert table.view.round == 3
    table.do(Box(), Quit("won"))
    result = table.game.outcome(table.state)
    assert result is not None
    assert len(result.winners) == players


def test_there_are_no_codes_and_no_story_timer() -> None:
    table = beside()
    assert table.refused(Seat(ANN), Enter("1234")) == "freelancers.refuse.no_story"
    assert not table.state.clocks
    with_clock = beside(clock="app")
    assert with_clock.state.clock("plan").running
    with_clock.do(Outcome(), Expired("plan"))
    assert with_clock.view.late


def test_a_new_page_starts_the_rounds_anew() -> None:
    table = beside()
    for _ in range(3):
        table.do(Seat(table.view.turn), Place(1))
    while table.view.phase == "act":
        table.do(Seat(table.view.turn), Resolve())
    table.do(Box(), Next("page"))
    assert (table.view.round, table.view.phase) == (1, "plan")


def test_influence_is_shifted_and_the_order_is_live() -> None:
    table = beside()
    table.do(Box(), Shift(CY, 2))
    assert (table.view.order, table.view.turn) == ((CY, ANN, BO), CY)


def test_risk_threat_and_both_losses_are_kept_by_the_box() -> None:
    table = beside()
    for _ in range(4):
        table.do(Box(), RiskLaid(1))
    assert (table.view.level, len(table.view.tracks[0].tokens)) == (1, 0)
    table.do(Box(), RiskLaid(2)).do(Box(), RiskTaken(2)).do(Box(), ThreatTurned(-1))
    assert (table.view.level, len(table.view.tracks[1].tokens)) == (0, 0)
    for _ in range(6):
        table.do(Box(), ThreatTurned(1))
    assert (table.view.phase, table.state.lost) == ("over", "threat")


def test_wounds_off_the_track_lose_the_game_with_the_last() -> None:
    table = beside()
    table.do(Box(), WoundsTaken(3)).do(Box(), WoundsTaken(-1))
    assert table.view.wounds == 5
    table.do(Box(), WoundsTaken(5))
    assert table.state.lost == "wounds"


def test_a_check_is_rolled_only_when_somebody_asks_for_one() -> None:
    table = beside()
    table.do(Box(), Check(BO, 6, 2))
    table.comes("11", "4").do(Seat(BO), Luck(1)).comes("6")
    table.stands()
    check = table.view.check
    assert check is not None
    assert (check.seat, check.total, check.open) == (BO, 19, False)
    assert table.view.phase == "plan"
    assert "check" not in beside(dice="unseen").ids(Box())


def test_dials_are_set_at_any_time_and_are_the_real_boards() -> None:
    table = beside()
    table.do(Box(), Dialled(2, 7))
    assert [dial.value for dial in table.view.dials] == [0, 7, 0, 0]
    rings = [d for page in table.game.pages(table.game.view(table.state, Public())) for w in page.widgets
             for d in getattr(w, "dials", ())]  # fmt: skip
    assert [ring.key for ring in rings] == ["dial.1", "dial.2", "dial.3", "dial.4"]
    assert {ring.key for ring in rings} <= set(table.ids(Box()))


def test_a_bag_that_the_table_hands_over_is_drawn_from() -> None:
    table = beside(bag="app")
    assert "risk" not in table.ids(Box())
    table.do(Box(), Spent(1)).comes("follower-2")
    assert [n.text.key for n in table.notices if n.text][:1] == ["freelancers.tell.token"]


def test_sheets_that_the_table_hands_over_are_kept() -> None:
    table = beside(sheets="app")
    table.do(Box(), Gained(BO, "stress", 2)).do(Box(), Gained(BO, "wound", 2))
    assert (table.player(BO).stress, table.player(BO).wounds, table.state.wounds) == (2, 1, 5)
    assert "wounds" not in table.ids(Box())


def test_setting_up_is_a_list_of_what_to_lay_out_and_who_has_which_role() -> None:
    table = Party(quest="")
    keys = [text.key for text in table.view.todo]
    assert keys[0] == "freelancers.todo.cards"
    assert "freelancers.todo.own_bag" in keys
    assert len(table.view.roles) == 7


def test_a_game_without_a_quest_is_one_beside_the_boxed_game_unless_somebody_has_said_who_keeps_what() -> None:
    game = Party().game
    every = tuple(Keeping(c.key, "app") for c in META.components)
    state = game.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(), keepers=every))
    assert {kept.component: kept.keeper for kept in state.keepers} == {c.key: c.beside for c in META.components}
    told = tuple(Keeping(c.key, "told" if c.key == "bag" else "app") for c in META.components)
    state = game.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(), keepers=told))
    assert (state.keeper("bag"), state.keeper("sheets"), state.keeper("story")) == ("told", "app", "unseen")


def test_beside_once_is_what_the_same_people_are_offered_first_again() -> None:
    table = beside().do(Box(), Quit("won"))
    assert [way.id for way in table.game.setups((1, 2, 3), table.state)] == ["beside", "quest.small", "custom"]
    assert [way.id for way in table.game.setups((1, 2, 3), None)] == ["quest.small", "beside", "custom"]
