"""Whole games, told as turns at a table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Came, Illegal, Keeping, Outcome, Public, Seat
from companion.games.crossfire.commands import (
    Claim,
    FixRole,
    FixTarget,
    Next,
    PlaceShot,
    Point,
    Reveal,
    RunClock,
    TakeShot,
    TimeUp,
)
from tests.crossfire.table import REAL_CARDS, Friends, game, why, winners, words

FIVE = "vip agent assassin decoy bystander"
SNIPER_SIX = "vip agent assassin assassin bystander sniper"


def talking(hands: str = FIVE, **options: object) -> Friends:
    friends = Friends(hands, **options)  # type: ignore[arg-type]  # what a test names goes on as it is
    friends.deal()
    return friends


def pointing(hands: str = FIVE, **options: object) -> Friends:
    friends = talking(hands, **options)
    friends.talk_ends()
    return friends


def test_five_friends_play_and_blue_wins() -> None:
    friends = pointing()
    friends.point("23411")
    assert [(pair.seat, pair.targets) for pair in friends.view().pairs][:2] == [(1, (2,)), (2, (3,))]
    friends.do("box", Reveal())
    assert friends.phase == "script.guns"
    assert friends.view().revealed == ()
    friends.do("box", Next())
    assert [(s.seat, s.role) for s in friends.view().revealed] == [(2, "agent")]
    friends.do("Di", Next())
    assert [(s.seat, s.role, s.out) for s in friends.view().revealed][1] == (3, "assassin", True)
    assert friends.view().team == ""
    friends.do("box", Next())
    assert friends.view().team == "blue"
    assert [shown.role for shown in friends.view().revealed] == ["vip", "agent", "assassin"]
    friends.do("box", Next())
    assert (friends.view().step, friends.view().steps) == (5, 5)
    assert len(friends.view().revealed) == 5
    result = friends.to_the_end()
    assert winners(result) == "Ann Bo Ed"
    assert why(result, "Cy") == "nobody hit the VIP"
    assert why(result, "Ed") == "stayed unhurt"
    assert "Ann, Bo and Ed win" in friends.said()
    assert "Blue wins" in friends.said()


def test_everyone_is_undeclared_until_they_claim_and_may_change_until_time_is_up() -> None:
    friends = talking()
    assert {claim.claim for claim in friends.view().claims} == {"undeclared"}
    friends.do("Ann", Claim("bystander"))
    friends.do("Ann", Claim("agent"))
    friends.do("box Bo", Claim("vip"))
    assert [claim.claim for claim in friends.view().claims][:2] == ["agent", "vip"]
    friends.talk_ends()
    assert friends.refuses("Ann", Claim("vip")) == "Claims change only while the clock runs."
    assert [claim.claim for claim in friends.view().claims][:2] == ["agent", "vip"]


def test_the_clock_counts_three_minutes_and_can_stand_still() -> None:
    friends = talking()
    clock = friends.state.clock("talk")
    assert (clock.length, clock.running, clock.cues) == (180, True, (10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    friends.do("Cy", RunClock(False))
    assert friends.view().paused
    with pytest.raises(Illegal):
        friends.clock_ends("talk")
    friends.do("box", RunClock(True))
    friends.clock_ends("talk")
    assert friends.phase == "count"
    assert friends.state.clock("count").length == 3
    friends.clock_ends("count")
    assert friends.phase == "point"
    assert "Point! And hold still." in friends.said()


def test_the_talk_can_be_ended_early_but_never_by_enter_alone() -> None:
    friends = talking()
    assert friends.offered("box")["time"].final
    friends.do("box", TimeUp())
    assert friends.phase == "count"


def test_without_a_clock_people_end_the_talk() -> None:
    friends = talking(keepers=(Keeping("clock", "unseen"),))
    assert friends.state.clocks == ()
    friends.do("Bo", TimeUp())
    assert friends.phase == "point"


def test_people_may_take_the_clock_over_at_any_time() -> None:
    friends = talking()
    friends.state = game.settle(replace(friends.state, keepers=(Keeping("clock", "unseen"),)))
    assert friends.state.clocks == ()
    assert "pause" not in friends.offered("box")
    friends.do("box", TimeUp())
    assert friends.phase == "point"


def test_phones_and_box_enter_fingers_side_by_side() -> None:
    friends = pointing()
    friends.do("Ann", Point(2))
    friends.do("box Bo", Point(3))
    assert friends.view().waiting == (3, 4, 5)
    friends.do("Ann", Point(4))
    assert friends.offered("box").keys() == {"targets"}
    friends.point("4-1")
    assert [pair.targets for pair in friends.view().pairs] == [(4,), (3,), (4,), (), (1,)]
    assert list(friends.offered("box")) == ["reveal"]
    assert not friends.offered("box")["reveal"].final
    friends.do("box Di", Point(2))
    assert friends.view().pairs[3].targets == (2,)
    friends.do("Cy", Reveal())
    assert friends.refuses("Ann", Point(2)) == "It is not time to point."


def test_nobody_points_at_themselves() -> None:
    friends = pointing()
    assert friends.refuses("Ann", Point(1)) == "Nobody points at themselves."
    assert friends.refuses("Ann", Point(9)) == "You cannot point there."


def test_nothing_is_revealed_before_all_have_pointed() -> None:
    friends = pointing()
    friends.do("Ann", Point(2))
    assert friends.refuses("box", Reveal()) == "Not now."


def test_pointing_in_secret_on_phones() -> None:
    friends = pointing(pointing="phones")
    assert "targets" not in friends.offered("box")
    assert not friends.offered("box Ann")
    friends.do("Ann", Point(2))
    assert friends.refuses("box Bo", Point(3)) == "Only the player can do that, on the own phone."
    assert friends.refuses("Bo", Point(0)) == "Pointing at nobody is not possible here."
    assert friends.view("Bo").pairs == friends.view().pairs == ()
    assert (friends.view().still, friends.view().waiting) == (4, ())
    mine = friends.view("Ann").private
    assert mine is not None
    assert mine.aim == (2,)
    for name, target in (("Bo", 3), ("Cy", 4), ("Di", 1), ("Ed", 1)):
        friends.do(name, Point(target))
    assert friends.view().pairs == ()
    assert friends.offered("Di")["reveal"].final
    assert "point" not in game.known(friends.state, Public())
    friends.do("box", Reveal())
    assert len(friends.view().pairs) == 5
    assert "point" in game.known(friends.state, Public())
    assert winners(friends.to_the_end()) == "Ann Bo Ed"


def test_with_an_enforcer_everyone_is_asked_for_two_so_that_nobody_knows() -> None:
    friends = pointing("vip enforcer assassin decoy assassin", roles=("enforcer",), pointing="phones")
    asked = {name: [ask.field for ask in friends.offered(name)["point"].asks] for name in ("Ann", "Bo", "Di")}
    assert set(map(tuple, asked.values())) == {("target", "second")}
    box = pointing("vip enforcer assassin decoy assassin", roles=("enforcer",))
    box.point("23+54+111")
    result = box.to_the_end()
    assert result.winners == (1, 2)


def test_a_target_can_be_put_right_and_is_judged_again() -> None:
    friends = pointing()
    friends.point("23411")
    assert winners(friends.to_the_end()) == "Ann Bo Ed"
    friends.do("box", FixTarget(2, 5))
    friends.do("box", FixTarget(3, 1))
    result = game.outcome(friends.state)
    assert result is not None
    assert winners(result) == "Cy"
    assert words(result.why) == "Red wins"


def test_the_bomber_is_read_out_after_the_team() -> None:
    friends = pointing("vip agent assassin decoy bomber", roles=("bomber",))
    friends.point("24111")
    result = friends.to_the_end()
    assert winners(result) == "Ed"
    assert words(result.why) == "Ed wins alone: the Bomber is unhurt"
    assert friends.said().index("Red wins") < friends.said().index("Ed wins alone: the Bomber is unhurt")


def test_what_the_table_learns_as_cards_are_shown() -> None:
    friends = pointing()
    friends.point("23411")
    assert game.known(friends.state, Seat(1)) == ("deal.5",)  # the card passed by the right neighbour
    friends.do("box", Reveal())
    friends.do("box", Next())
    assert game.known(friends.state, Public()) == ("trio.1.2", "point")
    friends.to_the_end()
    assert len(game.known(friends.state, Public())) == 5 + 6 + 1


def test_a_card_that_is_not_there_cannot_come() -> None:
    friends = Friends(players=5)
    with pytest.raises(Illegal):
        game.apply(friends.state, Outcome(), Came("deal.1", ("vip",)))


# --- Sniper mode


def test_the_sniper_finds_all_assassins() -> None:
    friends = talking(SNIPER_SIX, mode="sniper", sniper=6)
    assert friends.view().sniper == 6
    assert "claim.vip" not in friends.offered("Flo")
    assert friends.refuses("Flo", Claim("vip")) == "The Sniper makes no claim."
    assert friends.refuses("Ann", PlaceShot(3)) == "Only the Sniper lays shot cards."
    friends.do("Flo", PlaceShot(3))
    assert friends.refuses("Flo", PlaceShot(3)).startswith("One card a player")
    assert friends.refuses("Flo", PlaceShot(6)).startswith("One card a player")
    friends.do("box Flo", PlaceShot(5))
    friends.do("Flo", TakeShot(5))
    friends.do("Flo", PlaceShot(4))
    assert (friends.view().shots, friends.view().shots_left) == ((3, 4), 0)
    friends.talk_ends()
    assert friends.phase == "script.shot"
    assert (friends.view().team, friends.view().steps) == ("blue", 2)
    assert winners(friends.to_the_end()) == "Ann Bo Ed Flo"


def test_the_sniper_hits_a_bystander() -> None:
    friends = talking(SNIPER_SIX, mode="sniper", sniper=6)
    friends.do("Flo", PlaceShot(5))
    friends.talk_ends()
    result = friends.to_the_end()
    assert winners(result) == "Cy Di"
    assert why(result, "Flo") == "hit Ed, who must not be hit"


def test_cards_may_be_held_back_and_surviving_assassins_point() -> None:
    friends = talking(SNIPER_SIX, mode="sniper", sniper=6)
    friends.do("Flo", PlaceShot(3))
    friends.talk_ends()
    assert [shown.seat for shown in friends.view().revealed] == [3, 6]
    friends.do("box", Next())
    assert friends.phase == "script.assassins"
    assert [shown.seat for shown in friends.view().revealed] == [3, 4, 6]
    friends.do("box", Next())
    friends.clock_ends("count")
    assert friends.view().pointers == (4,)
    assert friends.refuses("Ann", Point(2)) == "You do not point now."
    friends.do("Di", Point(1))
    result = friends.to_the_end()
    assert winners(result) == "Cy Di Ed"
    assert (friends.view().mode, friends.phase) == ("sniper", "end")


# --- real cards


def test_with_real_cards_the_result_needs_only_who_matters() -> None:
    friends = Friends(players=5, keepers=REAL_CARDS)
    friends.deal()
    assert "claim.vip" not in friends.offered("Ann")
    friends.talk_ends()
    result = friends.tell_truly(FIVE, "23411")
    assert winners(result) == "Ann Bo Ed"
    assert game.view(friends.state, Public()).film == ()


def test_with_real_cards_a_shot_assassin_is_not_asked_for_a_target() -> None:
    friends = Friends(players=5, keepers=REAL_CARDS)
    friends.deal()
    friends.talk_ends()
    friends.tell_truly(FIVE, "23411")
    assert [aim.seat for aim in friends.state.aims] == [2]


def test_with_real_cards_who_was_who_can_be_put_right() -> None:
    friends = Friends(players=5, keepers=REAL_CARDS)
    friends.deal()
    friends.talk_ends()
    friends.tell_truly(FIVE, "23411")
    friends.do("box", FixRole(4, 5))
    result = game.outcome(friends.state)
    assert result is not None
    assert winners(result) == "Ann Bo Di"


@pytest.mark.parametrize("cards", [(), (3,), (3, 4), (1,)])
def test_real_cards_in_sniper_mode_end_as_the_boxs_do(cards: tuple[int, ...]) -> None:
    box = talking(SNIPER_SIX, mode="sniper", sniper=6)
    for target in cards:
        box.do("Flo", PlaceShot(target))
    box.talk_ends()
    expected = box.tell_truly(SNIPER_SIX, "--11--", cards)
    real = Friends(players=6, mode="sniper", sniper=6, keepers=REAL_CARDS)
    real.deal()
    real.talk_ends()
    assert real.tell_truly(SNIPER_SIX, "--11--", cards) == expected


DOING_IT = ("turn over", "pass your", "shuffles with")


@pytest.mark.parametrize(
    ("hands", "options"), [(FIVE, {}), (SNIPER_SIX, {"mode": "sniper", "sniper": 6})], ids=["crossfire", "sniper"]
)
def test_what_the_box_does_itself_nobody_is_asked_to_do(hands: str, options: dict[str, object]) -> None:
    """With the cards in the box it passes, mixes and shows them: its voice says so, and asks nobody to do it again."""
    for keepers, asked in (((), False), (REAL_CARDS, True)):
        friends = talking(hands, **{"keepers": keepers, **options})
        friends.talk_ends()
        if not asked and not options:
            friends.point("23411")
            friends.to_the_end()
        spoken = [words(n.text).lower() for n in friends.notices if n.aloud and n.text is not None]
        assert any(doing in line for doing in DOING_IT for line in spoken) is asked, spoken


@pytest.mark.parametrize(
    ("options", "after"),
    [
        ({"hands": FIVE}, "fingers out"),
        ({"hands": FIVE, "pointing": "phones"}, "on your phone"),
        ({"hands": SNIPER_SIX, "mode": "sniper", "sniper": 6}, "shot cards"),
    ],
)
def test_the_note_of_the_talk_says_what_comes_after_it(options: dict[str, str], after: str) -> None:
    note = talking(**options).view().note
    assert note is not None
    assert after in words(note)
