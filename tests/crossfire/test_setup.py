"""The chart, special roles and their refusals, what the lobby offers, the packs."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance import Dice
from companion.clock import FakeTime
from companion.game import AskSome, Box, Illegal, PackError, Setup
from companion.games.crossfire import TITLE
from companion.games.crossfire.commands import CrossfireSetup
from companion.games.crossfire.lineup import allowed, lineup
from companion.journal import Journal
from companion.packs import open_library, shipped
from companion.shelf import Shelf
from companion.table import Envelope, Table
from tests.crossfire.table import REAL_CARDS, Friends, game, words

COUNTS = {
    ("crossfire", 5): "agent assassin bystander decoy vip",
    ("crossfire", 6): "agent assassin assassin bystander red_decoy vip",
    ("crossfire", 7): "agent agent assassin assassin bystander decoy vip",
    ("crossfire", 8): "agent agent assassin assassin blue_decoy bystander red_decoy vip",
    ("crossfire", 9): "agent agent agent assassin assassin assassin bystander decoy vip",
    ("crossfire", 10): "agent agent agent assassin assassin assassin blue_decoy bystander red_decoy vip",
    ("sniper", 6): "agent assassin assassin bystander vip",
    ("sniper", 7): "agent assassin assassin bystander decoy vip",
    ("sniper", 8): "agent assassin assassin blue_decoy bystander red_decoy vip",
    ("sniper", 9): "agent agent assassin assassin assassin blue_decoy bystander vip",
    ("sniper", 10): "agent agent assassin assassin assassin blue_decoy bystander red_decoy vip",
}


@pytest.mark.parametrize(("mode", "players"), COUNTS)
def test_the_chart(mode: str, players: int) -> None:
    assert " ".join(lineup(game.printed, mode, players, ()).items()) == COUNTS[mode, players]


def test_the_sniper_has_a_shot_for_each_assassin() -> None:
    for players, shots in ((6, 2), (7, 2), (8, 2), (9, 3), (10, 3)):
        assert Friends(players=players, mode="sniper").state.shots_left == shots


@pytest.mark.parametrize(
    ("role", "players", "cards"),
    [
        ("enforcer", 5, "assassin assassin decoy enforcer vip"),
        ("bodyguard", 5, "assassin bodyguard bystander decoy vip"),
        ("bomber", 5, "agent assassin bomber decoy vip"),
        ("peace_keeper", 7, "agent assassin bystander bystander decoy peace_keeper vip"),
        ("protester", 5, "agent assassin decoy protester vip"),
        ("supporter", 5, "agent assassin decoy supporter vip"),
    ],
)
def test_a_special_role_swaps_cards(role: str, players: int, cards: str) -> None:
    assert " ".join(lineup(game.printed, "crossfire", players, (role,)).items()) == cards


def refusal(mode: str, players: int, *roles: str) -> str:
    with pytest.raises(Illegal) as caught:
        lineup(game.printed, mode, players, roles)
    return words(caught.value.reason)


def test_refused_combinations_say_why() -> None:
    assert refusal("sniper", 7, "enforcer") == "Enforcer is for Crossfire mode only."
    assert refusal("crossfire", 9, "enforcer") == "Enforcer is for 5 to 8 players, not 9."
    assert refusal("crossfire", 6, "peace_keeper") == "Peace Keeper is for 7 to 10 players, not 6."
    assert refusal("sniper", 5) == "Sniper mode is not for 5 players."
    assert refusal("crossfire", 7, "bomber", "bomber") == "Each special role is there once."
    assert refusal("crossfire", 7, "wizard") == "There is no special role wizard."
    assert refusal("crossfire", 7, "bomber", "supporter") == (
        "Bomber and Supporter would take 2 of Bystander, and only 1 would be there."
    )
    assert refusal("crossfire", 5, "enforcer", "bodyguard") == (
        "Enforcer and Bodyguard would take 2 of Agent, and only 1 would be there."
    )


def test_a_bystander_that_another_role_adds_can_be_taken() -> None:
    for roles in (("peace_keeper", "bomber", "protester"), ("protester", "bomber", "peace_keeper")):
        cards = lineup(game.printed, "crossfire", 7, roles)
        assert cards.items() == ("agent", "assassin", "bomber", "decoy", "peace_keeper", "protester", "vip")


def test_who_counts_as_an_agent_is_no_card_to_remove() -> None:
    assert refusal("crossfire", 6, "bodyguard", "enforcer").startswith("Bodyguard and Enforcer would take 2")


def test_new_refuses_what_does_not_go_together() -> None:
    def reason(**options: object) -> str:
        with pytest.raises(Illegal) as caught:
            game.new(Setup(seats=(1, 2, 3, 4, 5, 6), options=CrossfireSetup(**options)))  # type: ignore[arg-type]  # what a test names goes on as it is
        return words(caught.value.reason)

    assert reason(dealer=9) == "Nobody sits there."
    assert reason(sniper=2) == "Only Sniper mode has a Sniper."
    assert reason(roles=("peace_keeper",)).startswith("Peace Keeper is for 7")


def test_the_sniper_never_deals() -> None:
    assert Friends(players=6, mode="sniper", sniper=3, dealer=3).state.options.dealer == 4


def test_roles_that_cannot_join_are_not_offered() -> None:
    assert allowed(game.printed, "crossfire", 5) == ("enforcer", "bodyguard", "bomber", "protester", "supporter")
    assert allowed(game.printed, "crossfire", 9) == (
        "bodyguard",
        "bomber",
        "peace_keeper",
        "protester",
        "supporter",
    )
    assert allowed(game.printed, "sniper", 8) == ("bomber", "protester", "supporter")


def test_the_usual_game_needs_no_question_and_comes_first() -> None:
    usual, sniper, *rest = game.setups((1, 2, 3, 4, 5, 6, 7), None)
    assert (usual.id, usual.asks) == ("usual", ())
    assert [ask.field for ask in sniper.asks] == ["sniper"]
    assert all(way.asks for way in rest)
    assert "sniper" not in [way.id for way in game.setups((1, 2, 3, 4, 5), None)]
    roles = next(way for way in rest if way.id == "roles").asks[0]
    assert isinstance(roles, AskSome)
    assert "peace_keeper" in [option.value for option in roles.options]


def test_deal_again_keeps_the_options_and_moves_the_deal_clockwise() -> None:
    friends = Friends(players=7, dealer=7, roles=("bomber",), notes="on")
    first = game.setups(friends.seats, friends.state)[0]
    assert first.id == "again"
    assert first.command == CrossfireSetup(dealer=1, roles=("bomber",), notes="on")


def test_after_another_game_the_usual_one_is_offered_too_and_after_the_usual_one_not_twice() -> None:
    special, usual = Friends(players=7, roles=("bomber",)), Friends(players=7)
    assert [way.id for way in game.setups(special.seats, special.state)][:2] == ["again", "usual"]
    ways = [way.id for way in game.setups(usual.seats, usual.state)]
    assert ways[0] == "again"
    assert "usual" not in ways


def test_deal_again_skips_who_went_home_and_roles_that_no_longer_fit() -> None:
    friends = Friends(players=7, dealer=3, roles=("peace_keeper",))
    first = game.setups((1, 2, 3, 5, 6, 7), friends.state)[0]
    assert (first.id, first.command) == ("usual", CrossfireSetup(dealer=5))


def test_unverified_values_that_matter_are_named() -> None:
    setup = Setup(seats=tuple(range(1, 9)), options=CrossfireSetup(roles=("bomber",)))
    doubts = game.doubts(setup)
    assert [(doubt.key, doubt.value) for doubt in doubts] == [
        ("chart.crossfire.8.decoys", "red_decoy+blue_decoy"),
        ("roles.bomber.armed", "false"),
    ]
    assert game.doubts(Setup(seats=tuple(range(1, 7)), options=CrossfireSetup(mode="sniper"))) == ()


# --- packs


def broken(file: str, old: str, new: str) -> PackError:
    packs = dict(shipped("crossfire"))
    content = packs[file].decode()
    assert old in content
    packs[file] = content.replace(old, new, 1).encode()
    with pytest.raises(PackError) as caught:
        TITLE.bind(packs)
    return caught.value


def test_a_chart_that_does_not_add_up_is_refused() -> None:
    assert broken("chart.toml", "[crossfire.5]\nvip = 1\nagent = 1", "[crossfire.5]\nvip = 1\nagent = 2").place == (
        "crossfire.5"
    )
    fault = broken("chart.toml", '{ kinds = ["red_decoy"], verified', '{ kinds = ["decoy"], verified')
    assert fault.place == "crossfire, row decoy"
    assert fault.hint == "the row adds up to 4, the printed one to 3"
    assert broken("chart.toml", "shots = 3", "shots = 2").place == "sniper.9.shots"


def test_broken_packs_name_file_place_and_hint() -> None:
    assert broken("chart.toml", "vip = 1", "vip = nan").file == "chart.toml"
    assert broken("chart.toml", "vip = 1", "vip = 1\nvip = 2").place == "the whole file"
    assert "visp" in str(broken("chart.toml", "vip = 1", "visp = 1"))
    assert broken("roles.toml", "[supporter]", "[suporter]").file == "roles.toml"
    fault = broken("roles.toml", 'remove = ["bystander"]', 'remove = ["vip"]')
    assert fault.hint == "the VIP always plays"
    with pytest.raises(PackError):
        TITLE.bind({**shipped("crossfire"), "chart.toml": b"[" * 100_000})
    with pytest.raises(PackError):
        TITLE.bind({**shipped("crossfire"), "chart.toml": b"\xe9"})
    with pytest.raises(PackError):
        TITLE.bind({})
    TITLE.bind({**shipped("crossfire"), "chart.toml": b"\xef\xbb\xbf" + shipped("crossfire")["chart.toml"]})


def test_the_owners_values_take_the_place_of_ours() -> None:
    packs = shipped("crossfire")
    mine = TITLE.bind({**packs, "owner.toml": b'"chart.crossfire.8.decoys" = "D+R"\n"roles.bomber.armed" = true'})
    seats = tuple(range(1, 9))
    state = mine.new(Setup(seats=seats, options=CrossfireSetup(roles=("bomber",))))
    assert {"decoy", "red_decoy"} <= set(state.lineup.kinds)
    assert mine.doubts(Setup(seats=seats, options=CrossfireSetup(roles=("bomber",)))) == ()
    for bad in (b'"chart.crossfire.8.decoys" = "D"', b'"chart.x.8.decoys" = "D"', b'"roles.bomber.armed" = "maybe"'):
        with pytest.raises(PackError):
            TITLE.bind({**packs, "owner.toml": bad})


def test_the_roles_in_play_are_explained_to_all_alike() -> None:
    friends = Friends(players=7, roles=("bodyguard",), keepers=REAL_CARDS)
    roles = {role.role: role for role in friends.view().roles}
    assert (roles["agent"].count, roles["agent"].armed, roles["bodyguard"].protects) == (1, True, True)
    assert roles["bodyguard"].special
    assert friends.view("Ann").roles == friends.view().roles


def test_a_phone_hears_from_the_game_why_a_role_may_not_join() -> None:
    """What is not in the list is refused before the game is asked; the sentence is the game's all the same."""
    shelf = Shelf(*open_library([TITLE], None).boxes())
    table = Table(shelf, Journal(None), Dice(Random(1)), FakeTime())
    for name in ("Ann", "Bo", "Cy", "Di", "Ed"):
        assert table.sit(None, name, f"phone of {name}").ok
    assert table.do(Box(), "pick", {"game": "crossfire"}).ok
    roles = next(o for o in table.now().offers(Box()) if o.choice.id == "roles")
    for ident, sent, why in (
        ("a", ["peace_keeper"], "Peace Keeper is for 7 to 10 players, not 5."),
        ("b", ["joker"], "There is no special role joker."),
        ("c", {"odd": 1}, "That is no answer to: Special roles"),
    ):
        reply = table.submit(Box(), Envelope(ident, roles.question, "roles", {"roles": sent}))
        assert reply.reason is not None
        assert (reply.ok, words(reply.reason)) == (False, why)
    assert table.now().state is None


def test_files_that_are_not_read_are_named_and_the_pack_counts_all_the_same() -> None:
    packs = {**shipped("crossfire"), "chrat.toml": b"x = 1", "rolls.toml": b"", "notes.md": b"ours"}
    assert [(f.file, f.hint) for f in TITLE.unread(packs)] == [
        (file, "is not read; there are chart.toml and roles.toml") for file in ("chrat.toml", "rolls.toml")
    ]
    TITLE.bind(packs)  # a pack that lay there before this was said goes on
