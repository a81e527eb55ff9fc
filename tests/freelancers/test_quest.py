"""A quest told by the box: travel, votes, codes, entries, and how it ends."""

from __future__ import annotations

from companion.game import Box, Public, Roll, Seat, Who, pending, plain, say
from companion.games.freelancers.commands import Enter, Next, Pick, Vote
from companion.games.freelancers.state import Counted, Titled
from companion.pile import Bag
from tests.freelancers.party import ANN, BO, CY, Party, began


def travelling(place: str, *, visited: tuple[str, ...] = (), walked: tuple[str, ...] = (), **more: object) -> Party:
    """Return a party about to choose a path from a place."""
    table = began(f'{{ do = "move", place = "{place}" }}', '"Travel"', **more)
    return table.given(visited=("green", *visited), walked=walked, bag=Bag()).tries()


# --- Traveling on the Map


def test_the_party_picks_a_path_spends_1_time_and_comes_to_the_place() -> None:
    table = travelling("camp", visited=("camp",))
    table.pick(0, "steep")
    assert (table.view.place, table.view.heading) == ("hill", "The kettle")
    assert "steep" in table.state.walked
    crossed = [place.key for place in table.view.places if place.crossed]
    assert crossed == ["green", "camp"]


def test_the_time_is_spent_before_the_party_is_there() -> None:
    table = travelling("camp", visited=("camp",)).given(bag=Bag.of(("risk-1", "risk-2")))
    table.pick(0, "steep")
    assert (table.state.place, table.asked_of_chance()) == ("camp", "bag")
    table.comes("risk-2")
    assert table.state.place == "hill"


# --- Backtracking


def test_a_crossed_out_place_costs_time_is_not_visited_again_and_the_party_travels_on() -> None:
    table = travelling("camp", visited=("camp",), walked=("lane",)).given(bag=Bag.of(("risk-1", "risk-2")))
    table.pick(0, "lane").comes("risk-1")
    assert (table.state.place, table.view.phase) == ("green", "travel")
    assert "at-green" not in table.state.read


def test_a_crossed_out_place_is_reached_only_by_a_path_already_walked() -> None:
    table = travelling("camp", visited=("camp",))
    assert table.need is not None
    assert table.need.options == ("steep",)
    table = travelling("camp", visited=("camp",), walked=("lane",))
    assert table.need is not None
    assert table.need.options == ("lane", "steep")


def test_who_can_go_nowhere_else_may_go_back_by_any_open_path() -> None:
    table = travelling("hill", visited=("camp", "hill"))
    assert table.need is not None
    assert table.need.options == ("steep",)


# --- Breaking Ties


def test_in_a_vote_the_most_votes_decide_and_they_may_be_changed_until_all_are_in() -> None:
    table = travelling("camp", visited=("camp",), walked=("lane",))
    table.do(Seat(ANN), Vote("lane")).do(Seat(BO), Vote("lane"))
    table.do(Seat(ANN), Vote("steep")).do(Seat(CY), Vote("steep"))
    assert table.state.place == "hill"


def test_a_tied_vote_is_broken_by_the_top_of_the_track_among_the_tied() -> None:
    table = travelling("camp", visited=("camp",), walked=("lane",), players=4).given(order=(BO, ANN, CY, 4))
    for seat, what in ((ANN, "lane"), (BO, "steep"), (CY, "lane"), (4, "steep")):
        table.do(Seat(seat), Vote(what))
    assert table.need is not None
    assert (table.need.seat, set(table.need.options)) == (BO, {"lane", "steep"})
    assert table.refused(Seat(ANN), Pick("lane")) == "freelancers.refuse.turn"
    table.pick(BO, "lane")
    assert table.state.place == "green"


def test_where_all_agree_the_box_picks_for_the_party() -> None:
    table = travelling("camp", visited=("camp",), walked=("lane",))
    table.do(Box(), Pick("steep"))
    assert table.state.place == "hill"


def test_a_vote_does_not_wait_for_who_has_left() -> None:
    table = travelling("camp", visited=("camp",), walked=("lane",))
    table.do(Seat(ANN), Vote("steep")).do(Seat(BO), Vote("steep"))
    table.given(away=(CY,)).settled()
    assert table.state.place == "hill"


def test_one_player_picks_where_the_entry_says_whom() -> None:
    choice = (
        '{ do = "choose", by = "bottom", ask = "Well?", ways = ['
        '{ text = "Yes", then = ["Luck +1"] }, { text = "No", then = ["Gold +1"] }] }'
    )
    table = began(choice).tries()
    assert table.need is not None
    assert table.need.seat == CY
    table.pick(CY, "0")
    assert table.player(CY).luck == 1


def test_a_way_that_is_not_open_is_not_offered_and_one_alone_is_taken() -> None:
    choice = (
        '{ do = "choose", ways = ['
        '{ text = "Pay", test = { is = "has", what = "luck" }, then = ["XP +1"] }, '
        '{ text = "No", then = ["Gold +1"] }] }'
    )
    table = began(choice).tries(ANN)
    assert table.player(ANN).gold == 1


# --- entries


def test_an_entry_is_read_before_its_effects_are_done() -> None:
    more = '[[entry]]\ncode = "pond"\ntitle = "Pond"\ntext = "Ducks."\neffects = ["everyone: Luck +1"]'
    table = began('"Read pond"', '"everyone: Luck +1"', more=more).tries()
    assert (table.view.heading, table.player(ANN).luck) == ("Pond", 0)
    table.next()
    assert table.player(ANN).luck == 2


def test_a_sentence_in_the_midst_is_heard_before_play_goes_on_elsewhere() -> None:
    table = began('"say: A duck looks at you."', '"Turn to 2"').tries()
    assert (table.view.page, table.view.phase) == (1, "story")
    table.next()
    assert table.view.page == 2


def test_a_goto_leaves_the_rest_of_the_entry_undone() -> None:
    more = '[[entry]]\ncode = "pond"\ntitle = "Pond"\neffects = ["everyone: XP +1"]'
    table = began('"Goto pond"', '"everyone: XP +1"', more=more).tries()
    assert table.player(ANN).xp == 1


# --- Freelancers App: codes


def test_an_unknown_code_says_so_and_costs_nothing() -> None:
    table = began()
    before = table.state
    table.do(Seat(BO), Enter("9999"))
    assert (table.game.view(table.state, Seat(BO)).typed_known, table.view.typed) == (False, "")
    assert table.given(typed=()).state == before


def test_an_unknown_code_stands_only_where_it_was_typed_and_until_something_is_done() -> None:
    """On Bo's phone: nobody else's screen, nor the log, tells what he has tried. At the box: on the public screens."""
    table = began()
    table.do(Seat(BO), Enter("9999"))
    seen = {viewer: table.game.view(table.state, viewer).typed for viewer in (Seat(BO), Seat(CY), Public())}
    assert seen == {Seat(BO): "9999", Seat(CY): "", Public(): ""}
    assert [n.seen for n in table.notices] == [(BO,)]
    table.do(Box(BO), Enter("9998"))
    assert (table.view.typed, table.view.note) == ("9998", say("freelancers.note.unknown", code="9998"))
    assert [(n.text, n.tone) for n in table.notices] == [(None, "no")]
    table.places(1)
    assert (table.view.typed, table.view.note) == ("", say("freelancers.note.page", n=1, page=1))


def test_a_code_whose_time_has_not_come_is_just_unknown() -> None:
    """0905 ends a round on another page, 6181 is a loss, 7086 a token's: nothing tells them from any other number."""
    for code in ("0905", "6181", "7086", "1234"):
        table = began().do(Box(), Enter(code))
        assert (table.view.typed_known, table.view.phase) == (False, "plan")
        assert [(n.text, n.tone) for n in table.notices] == [(None, "no")]


def test_codes_are_compared_as_text_with_their_leading_zeros() -> None:
    table = began('"Turn to 2"').tries().given(stage="end")
    assert table.refused(Seat(ANN), Enter("905")) == "freelancers.refuse.digits"
    assert table.refused(Seat(ANN), Enter("０905")) == "freelancers.refuse.digits"
    table.do(Seat(ANN), Enter("0905"))
    assert table.view.heading == "Whistling Hill, end of a round"


def test_the_last_codes_can_be_read_again_and_nothing_is_done_again() -> None:
    table = began()
    table.places(1, 1, 4).acts().do(Box(), Next("end"))
    table.listen().comes("follower-1").listen()
    luck = table.player(table.state.order[-1]).luck
    assert table.view.phase == "plan"
    table.do(Seat(ANN), Enter("7086"))
    assert (table.view.typed_known, table.view.heading) == (True, "A boy with a bun")
    assert table.player(table.state.order[-1]).luck == luck
    assert [entry.code for entry in table.view.log][:1] == ["7086"]


TOLD = (
    '[[entry]]\ncode = "1357"\ntitle = "The cellar"\ntext = "It is dark."\neffects = ["everyone: XP +1"]\n'
    'when = { is = "counter", counter = "lamp" }\nnot_yet = "Not without a light."'
)


def test_a_code_that_was_told_says_why_it_does_not_count_yet_and_one_that_was_not_told_nothing() -> None:
    table = began('"Count lamp +0"', more=TOLD)
    table.do(Box(), Enter("1357"))
    assert table.view.note == say("freelancers.note.unknown", code="1357")
    table.given(told=("1357",)).do(Box(), Enter("1357"))
    assert table.view.note == plain("Not without a light.")
    assert table.player(ANN).xp == 0


def test_a_told_code_counts_once_its_time_has_come_and_only_once() -> None:
    table = began('"Tell 1357"', '"Count lamp +1"', more=TOLD).tries()
    assert any(text.key == "freelancers.told" for text in table.view.shown)
    table.do(Seat(BO), Enter("1357"))
    assert table.view.heading == "The cellar"
    table.next()
    assert table.player(ANN).xp == 1
    table.do(Seat(BO), Enter("1357"))
    assert table.player(ANN).xp == 1


def test_a_told_code_counts_also_while_the_party_decides_where_to_go() -> None:
    table = began('"Travel"', '"Count lamp +0"', more=TOLD).tries().given(told=("1357",))
    table.do(Seat(BO), Enter("1357"))
    assert table.view.note == plain("Not without a light.")
    table.given(counters=(Counted("lamp", 1),)).do(Seat(BO), Enter("1357"))
    assert table.view.heading == "The cellar"
    table.next()
    assert (table.player(ANN).xp, table.view.phase) == (1, "travel")


def test_no_code_can_be_typed_while_something_is_resolved() -> None:
    check = '{ do = "check", on = { roll = "skill", skill = "will" }, bands = [{ then = [] }] }'
    table = began(check).tries(ANN).comes("4")
    assert table.refused(Seat(BO), Enter("4724")) == "freelancers.refuse.code"


# --- Winning and Losing


def test_the_party_is_too_wounded_when_the_last_wound_leaves_the_track() -> None:
    table = began('"Wound +1"', '"XP +1"').given(wounds=1).tries(ANN)
    assert table.view.heading == "Carried home"
    table.next()
    result = table.game.outcome(table.state)
    assert result is not None
    assert (result.winners, table.state.lost, table.player(ANN).xp) == ((), "wounds", 0)


def test_the_party_disbands_when_the_dial_reaches_its_end_and_both_codes_lead_there() -> None:
    table = began('"Threat +1"').given(level=5, added=5).tries()
    assert table.view.heading == "Four o'clock has passed"
    table.next()
    assert table.state.lost == "threat"
    entries = table.game.printed.quests["small"].entries
    assert entries["2362"].code == entries["8543"].code


def test_all_win_when_the_quest_is_completed_and_each_reads_the_ending_of_its_xp() -> None:
    table = began('"Win tea"').has(ANN, species="badger", job="postman", xp=4).has(BO, job="cook", xp=0).tries()
    result = table.game.outcome(table.state)
    assert result is not None
    assert result.winners == (ANN, BO, CY)
    endings = {player.seat: player.ending for player in table.view.players}
    assert endings[ANN] == "People wave to you now, and you wave back."
    assert endings[BO] == "You boil an egg, perfectly. It is a beginning."
    assert [score.points for score in result.scores][:2] == [4, 0]


def test_endings_are_read_from_the_highest_influence_on_clockwise() -> None:
    assert began(players=4).view.readers == ()
    table = began('"Win tea"', players=4)
    table.given(order=(3, 1, 2, 4)).tries()
    assert table.view.readers == (3, 4, 1, 2)
    assert table.view.note == say("freelancers.note.endings", seat=Who(3))


def test_who_has_most_titles_is_named_at_the_end_and_influence_breaks_the_tie() -> None:
    two = (Titled("the Wet", "lawful"), Titled("the Dry", "lawful"))
    table = began('"Win tea"').has(ANN, titles=two[:1]).tries()
    assert table.view.titled == ANN
    table = began('"Win tea"').given(order=(BO, CY, ANN)).has(ANN, titles=two).has(CY, titles=two).tries()
    assert table.view.titled == CY
    assert began('"Win tea"').tries().view.titled == 0
    assert began('"Fail"').has(ANN, titles=two).tries().view.titled == 0


def on(table: Party) -> Party:
    """Go on with whatever comes: hear it, take no camp action, draw plain risk, roll well, help nobody."""
    while table.view.phase not in ("plan", "act", "end", "travel", "over"):
        need, kind = table.need, table.asked_of_chance()
        if kind == "dice":
            step = table.state.agenda[0]
            assert isinstance(step, Roll)
            table.rolls(*(15, 3)[: len(step.dice)])
        elif kind:
            chance = pending(table.game, table.state)
            assert chance is not None
            table.comes(next(k for k in chance.pile.top().kinds if not k.endswith("again")))
        elif need is not None and need.kind in ("next", "save"):
            table.next()
        elif need is not None:
            table.pick(need.seat, need.options[-1] if need.kind == "camp" else need.options[0])
    return table


def test_a_whole_small_quest_is_played_to_its_end() -> None:
    """Every round the first action that is open; on the map straight to the hill."""
    table = on(began())
    while table.view.phase != "over":
        if table.view.phase == "travel":
            assert table.need is not None
            table.do(Box(), Pick(table.need.options[-1]))
        elif table.view.phase == "plan":
            turn = table.view.turn
            table.do(Seat(turn), next(c.command for c in table.offered(Seat(turn)) if c.question == "place"))
        elif table.view.phase == "act":
            table.resolve()
        else:
            table.do(Box(), Next("end"))
        on(table)
    assert table.state.ending == "tea"
    assert table.state.visited == ("green", "camp", "hill")
    assert all(player.ending for player in table.view.players)
