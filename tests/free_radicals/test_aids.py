"""Player aids that an owner adds, played: steps, actions and counters, what they say, pay, give and remind of."""

from __future__ import annotations

from random import Random

import pytest

from companion.game import Setup
from companion.games.free_radicals import bind
from companion.games.free_radicals.commands import Act, FreeRadicalsSetup
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import THINGS
from companion.playtest import play
from tests.free_radicals.aids import AID, FIRST, ORDERS, RECIPES, UNSEEN, owners
from tests.free_radicals.city import BESIDE, City, words


def test_an_owner_adds_steps_and_actions_of_a_player_aid() -> None:
    city = City("merchants", "artisans", rules=bind(owners(AID)))
    assert [words(step.text) for step in city.view().checklist][1:] == ["Move the Merchant", "Sell"]
    city.act("step.0")
    assert "Ann: Move the standee" in city.said()
    assert "step.0" not in city.offered("Ann")
    city.hold("Ann", carbon=1, credit=2)
    city.act("step.1")
    assert city.has("Ann") == {"credit": 2, "points": 1}
    assert [step.done for step in city.view().checklist] == [True, True, True]
    before = city.state
    city.act("action.0", "0")
    city.back()
    assert set(city.offered("Ann")) == {"way.0", "back"}, "no building is awake"
    city.back()
    assert city.state == before
    city.act("action.0", "0", "blue")
    assert city.has("Ann") == {"points": 1, "blue": 1}
    assert city.player("Ann").counters == (1,)
    assert "action.0" not in city.offered("Ann")


def test_the_aid_of_the_handbook_is_sound() -> None:
    city = City("merchants", "artisans", rules=bind(owners(FIRST)))
    city.hold("Ann", credit=2)
    city.act("action.0")
    city.act("step.0")
    assert city.has("Ann") == {"points": 1}
    assert city.player("Ann").counters == (1, 1)


def test_the_recipes_of_the_handbook_do_what_they_say() -> None:
    city = City("couriers", "artisans", "paladins", rules=bind(owners(RECIPES)))
    said = {key: words(choice.detail) for key, choice in city.offered("Ann").items() if choice.detail is not None}
    assert said["action.0"] == "1 Drones flown + 2 Goods"
    assert said["end"] == "still open: Visit or awaken + Return the drones"
    assert "action.1" not in said, "nothing to deliver"
    assert "action.2" not in said, "no knowledge yet"
    city.act("action.0")
    assert "action.0" not in city.offered("Ann"), "once a turn"
    city.do("Ann", Act("action.1"))
    assert words(city.view("Ann").prompt) == "What does the lab give?"
    assert words(city.view("Bo").prompt) == "Ann: What does the lab give?"
    assert words(city.offered("Ann")["way.1"].detail) == "2 Credits"  # type: ignore[arg-type]  # it has one
    city.picks("Ann", "1")
    assert city.has("Ann") == {"credit": 2}
    assert city.player("Ann").counters == (1, 1)
    city.knows(blue=1)
    city.act("action.2")
    city.picks("Bo", "carbon")
    city.picks("Cy", "titanium")
    city.picks("Ann", "red", "yellow")
    assert city.has("Ann") == {"credit": 2, "red": 1, "yellow": 1}
    city.act("step.0", "2")
    city.act("step.1")
    assert "Ann: Put the three drones back on your board" in city.said()
    assert [step.done for step in city.view().checklist] == [True, True, True]
    assert city.offered("Ann")["end"].detail is None
    city.end(3)
    assert "action.0" in city.offered("Ann"), "the drone is back"


def test_an_aid_takes_no_key_away_from_what_all_factions_do() -> None:
    """The box shows ten lines at once, and a key works on those: all that have one of their own come first."""
    many = "".join(
        f'[[couriers.actions]]\ntext = "Action {n}"\n[[couriers.steps]]\ntext = "Step {n}"\n' for n in range(9)
    )
    for aid, awake in ((RECIPES, ()), (RECIPES, ("casino", "aero_dock")), (many, ()), (many, ("casino",))):
        city = City("couriers", "artisans", rules=bind(owners(aid)))
        for building in awake:
            city.awake(building, "Bo")
        city.hold("Ann", titanium=3, credit=5)
        digits = [choice.digit for choice in city.offered("Ann").values()]
        own = [digit for digit in digits if digit is not None]
        assert digits[: len(own)] == own
        assert len(own) <= 10
        assert {4, 5, 6, 0} <= set(own)


def test_whoever_has_to_pick_for_anothers_action_reads_why() -> None:
    city = City("couriers", "artisans", rules=bind(owners(RECIPES)))
    city.knows(blue=1)
    city.act("action.2")
    assert words(city.view("Bo").note) == "By an action of Ann"  # type: ignore[arg-type]  # the view is this game's
    city.picks("Bo", "carbon")
    city.picks("Ann", "red", "red")
    city.awake("aero_dock", "Bo")
    city.hold("Ann", credit=2)
    city.act("visit", "aero_dock")
    assert words(city.view("Bo").note) == "A reward from the visit of Ann"  # type: ignore[arg-type]  # the view is this game's
    city.picks("Bo", "carbon")
    city.hand("Bo", city.state.deck.items()[0])
    city.hold("Ann", credit=1)
    city.act("trade", "2", ("credit", 1), "data")
    assert words(city.view("Bo").note) == "An exchange with Ann"  # type: ignore[arg-type]  # the view is this game's


def test_what_an_aid_pays_and_gives_is_said_before_it_is_done() -> None:
    """Every word of the language has its own: nothing is shown as nothing."""
    lines = {
        '[{ do = "pay", what = "any", n = 2 }]': "pays 2 resources",
        '[{ do = "gain", what = "data", n = 2 }]': "2 Data cards",
        '[{ do = "score", n = 2, per = "stalls" }]': "2 points for each of Stalls built",
        '[{ do = "favor", colour = "red" }]': "1 Red favor",
        '[{ do = "favor" }]': "1 favor",
        '[{ do = "knowledge", of = "others" }]': "a knowledge step of another",
        '[{ do = "prestige" }, { do = "visit" }]': "the Prestige token + a visit",
        '[{ do = "count", counter = "stalls", by = -1 }]': "pays 1 Stalls built",
        '[{ do = "if", test = { is = "prestige" }, then = [{ do = "pay", what = "credit" }, { do = "score" }] }]': (
            "perhaps 1 Credit: 1 point"
        ),
        '[{ do = "if", test = { is = "level", least = 1 }, then = [{ do = "score" }], else = [{ do = "visit" }] }]': (
            "perhaps 1 point or a visit"
        ),
        '[{ do = "each", of = "others", then = [{ do = "pay", what = "credit" }] }]': "each other: pays 1 Credit",
        '[{ do = "choose", ways = [{ text = "Up" }, { text = "Down" }, { text = "Out" }] }]': "Up or Down or Out",
    }
    for effects, expected in lines.items():
        aid = f'[[merchants.actions]]\ntext = "x"\neffects = {effects}'
        city = City("merchants", "artisans", rules=bind(owners(aid)))
        city.hold("Ann", hydrogen=2, credit=1)
        city.hand("Ann", "farm_1")
        city.hold("Bo", credit=1)
        city.counter("Ann", "stalls", 1)
        city.awake("spire", "Bo")
        city.knows(yellow=1)
        city.hold("Ann", carbon=1)
        choice = city.offered("Ann")["action.0"]
        assert choice.detail is not None
        assert words(choice.detail) == expected


def test_beside_the_boxed_game_the_aid_has_actions_and_no_checklist() -> None:
    city = City("merchants", "artisans", rules=bind(owners(FIRST)), keepers=BESIDE)
    assert not any(key.startswith(("step", "count")) for key in city.offered("Ann"))
    assert city.offered("Ann")["end"].detail is None
    city.act("action.0", ("amount", 3))  # how many stalls she has: the box does not know
    assert city.has("Ann") == {"points": 3}


def test_an_aid_can_ask_other_players() -> None:
    """Everybody in turn, each their own pick, the box naming whose it is; what nobody can pay lapses."""
    aid = """
[[merchants.actions]]
text = "Market day"
effects = [
  { do = "each", of = "everyone", then = [{ do = "gain", what = "any" }] },
  { do = "each", of = "others", then = [{ do = "pay", what = "any" }, { do = "pay", what = "data" }] },
  { do = "score", n = 2 },
]
"""
    city = City("merchants", "artisans", "paladins", rules=bind(owners(aid)))
    city.hand("Cy", "farm_1")
    city.act("action.0", "carbon")
    assert city.offered("Ann") == {}
    city.picks("Bo", "titanium")
    city.picks("Cy", "hydrogen")
    city.picks("Bo", "titanium")
    city.picks("Cy", "hydrogen")
    assert set(city.offered("Cy")) == {"discard.1"}
    page = city.game.pages(city.view())[0]
    assert "discards" in words(page.widgets[0].under)
    city.picks("Cy", "farm_1")
    assert city.has("Ann") == {"carbon": 1, "points": 2}
    assert city.has("Bo") == {}
    assert "end" in city.offered("Ann")


def test_only_what_was_come_by_is_reminded_of_and_each_time_anew() -> None:
    aid = """
[[merchants.actions]]
text = "Trip"
effects = [
  { do = "choose", ways = [
    { text = "North", then = [{ do = "remind", text = "Go north" }] },
    { text = "South", then = [{ do = "remind", text = "Go south" }] },
  ] },
  { do = "each", of = "others", then = [{ do = "remind", text = "Turn a card" }] },
]
"""
    city = City("merchants", "artisans", "paladins", rules=bind(owners(aid)))
    for _ in range(2):
        city.notices.clear()
        city.act("action.0", "1")
        assert city.said() == ["Ann: Go south", "Bo: Turn a card", "Cy: Turn a card"]


def test_of_what_people_keep_their_word_is_taken_whichever_way_it_is_asked() -> None:
    """A test that the box cannot answer forbids nothing, also turned round; what hangs on it they say."""
    city = City("paladins", "artisans", rules=bind(owners(UNSEEN)), keepers=BESIDE)
    assert {"action.0", "action.1"} <= set(city.offered("Ann"))
    city.do("Ann", Act("action.0"))
    options = {key: words(choice.label) for key, choice in city.offered("Ann").items()}
    assert options == {"whether.0": "1 carbon: 2 points", "whether.1": "nothing", "back": "Back"}
    city.picks("Ann", "1")
    assert city.has("Ann") == {}
    city.act("action.0", "0")
    assert city.has("Ann") == {"points": 2}
    city.token("Ann")
    assert "action.1" not in city.offered("Ann"), "who has the token the box does know"


def test_where_the_box_keeps_everything_it_answers_tests_itself() -> None:
    city = City("paladins", "artisans", rules=bind(owners(UNSEEN)))
    assert "action.1" not in city.offered("Ann")
    city.counter("Ann", "quests", 1)
    assert "action.1" in city.offered("Ann")
    city.act("action.0")
    assert city.has("Ann") == {}
    city.hold("Ann", carbon=1)
    city.act("action.0")
    assert city.has("Ann") == {"points": 2}
    city.counter("Ann", "quests", 5)
    assert "action.0" not in city.offered("Ann")


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_bots_play_whole_games_with_player_aids(players: int, beside: bool) -> None:
    """All that aids can say at once: nobody is stuck, nothing falls below zero, points are the sheet's sum."""
    packs = {**owners(FIRST), "aid_couriers.toml": RECIPES.encode(), "aid_paladins.toml": (ORDERS + UNSEEN).encode()}
    rules = bind(packs)
    factions = ("couriers", "paladins", "merchants", "artisans")[:players]
    setup = Setup(
        seats=tuple(range(1, players + 1)),
        options=FreeRadicalsSetup(factions=factions),
        keepers=BESIDE if beside else (),
    )
    run = play(rules, setup, Random(players), scribe=0.2)
    acts = {entry.command.act for entry in run.entries if isinstance(entry.command, Act)}
    assert {"action.0", "action.1", "action.2"} <= acts
    assert beside or {"step.0", "step.1"} <= acts
    for state in run.states:
        assert isinstance(state, FreeRadicalsState)
        for player in state.players:
            assert player.points == sum(line.points for line in state.log if line.seat == player.seat)
            assert min((*player.counters, *(player.has(what) for what in (*THINGS, "data")))) >= 0
