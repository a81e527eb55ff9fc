"""Player aids that an owner adds: steps, actions and counters, checked with file, place and hint, and played."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.__main__ import main
from companion.game import PackError, Setup
from companion.games.free_radicals import bind
from companion.games.free_radicals.commands import Act, FreeRadicalsSetup
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import THINGS
from companion.packs import shipped
from companion.playtest import play
from tests.free_radicals.city import BESIDE, City, words

AID = """
[[merchants.steps]]
text = "Move the Merchant"
effects = [{ do = "remind", text = "Move the standee" }]

[[merchants.steps]]
text = "Sell"
effects = [
  { do = "if", test = { is = "holds", what = "carbon" }, then = [{ do = "pay", what = "carbon" }, { do = "score" }] },
]

[[merchants.actions]]
text = "Build a stall"
test = { is = "holds", what = "credit", least = 2 }
effects = [
  { do = "pay", what = "credit", n = 2 },
  { do = "count", counter = "stalls" },
  { do = "choose", ways = [
    { text = "Favor", then = [{ do = "favor" }] },
    { text = "Visit", then = [{ do = "visit" }] },
  ] },
]
"""


def owners(aid: str) -> dict[str, bytes]:
    packs = shipped("free_radicals")
    return {**packs, "aid_merchants.toml": aid.encode()}


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


HEAD = '[[merchants.steps]]\ntext="x"\neffects='


@pytest.mark.parametrize(
    ("aid", "place", "hint"),
    [
        (HEAD + '[{do="dance"}]', "merchants.steps[0].effects[0].do", "dance"),
        (HEAD + '[{do="gain"}]', "merchants.steps[0].effects[0]", "what"),
        (HEAD + '[{do="gain", what="gold"}]', "merchants.steps[0].effects[0].what", "gold"),
        (HEAD + '[{do="gain", what="credit", n=0}]', "merchants.steps[0].effects[0].n", "1"),
        (HEAD + '[{do="pay", what="credit", n=-2}]', "merchants.steps[0].effects[0].n", "1"),
        (HEAD + '[{do="score", m=2}]', "merchants.steps[0].effects[0]", "m"),
        (HEAD + '[{do="score"}, {do="score", per="tents"}]', "merchants.steps[0].effects[1]", "tents"),
        (HEAD + '[{do="count", counter="tents"}]', "merchants.steps[0].effects[0]", "there are stalls"),
        (HEAD + '[{do="gain", what="any", per="stalls"}]', "merchants.steps[0].effects[0]", "named"),
        (HEAD + '[{do="favor", colour="that"}]', "merchants.steps[0].effects[0]", "`any`"),
        (HEAD + '[{do="goto", to="nowhere"}]', "merchants.steps[0].effects[0]", "nowhere"),
        (HEAD + '[{do="goto", to="steps[0].merchants"}]', "merchants.steps[0].effects", "circle"),
        (HEAD + '[{do="each", of="enemies", then=[]}]', "merchants.steps[0].effects[0].of", "others"),
        (HEAD + '[{do="choose", by="others", ways=[{text="a"}]}]', "merchants.steps[0].effects[0]", "leave out"),
        (
            HEAD + '[{do="if", test={is="not", test={is="counter", counter="tents"}}, then=[]}]',
            "merchants.steps[0].effects[0]",
            "tents",
        ),
        (
            HEAD + '[{do="choose", ways=[{text="a", test={is="counter", counter="tents"}}]}]',
            "merchants.steps[0].effects[0]",
            "tents",
        ),
        ("[[merchants.steps]]\neffects=[]", "merchants.steps[0]", "text"),
        ('[[merchants.steps]]\ntext="x"\n[[merchants.steps]]\ntext="x"', "merchants.steps[1].text", "already"),
        ('[[merchants.actions]]\ntext="x"\ntest={is="moon"}', "merchants.actions[0].test.is", "moon"),
        (
            '[[merchants.actions]]\ntext="x"\ntest={is="counter", counter="tents"}',
            "merchants.actions[0].test",
            "tents",
        ),
        ('[[merchants.counters]]\nkey="stalls"\nname="Stalls"', "merchants.counters.stalls", "taken"),
        ('[[merchants.counters]]\nkey="tents"\nname="Tents"\nmost=5\nstart=6', "merchants.counters.tents", "starts"),
        ('[[merchandise.steps]]\ntext="x"', "merchandise", "merchants"),
    ],
)
def test_faults_of_a_player_aid_are_named_with_file_place_and_hint(aid: str, place: str, hint: str) -> None:
    with pytest.raises(PackError) as fault:
        bind(owners(aid))
    assert fault.value.file == "aid_merchants.toml"
    assert fault.value.place == place
    assert hint in fault.value.hint


def test_all_faults_of_several_aids_are_named_at_once() -> None:
    packs = {
        **owners(HEAD + '[{do="dance"}]\n[[merchants.actions]]\ntext="y"\neffects=[{do="gain", what="gold"}]'),
        "aid_paladins.toml": b'[[paladins.steps]]\ntext="x"\neffects=[{do="pray"}]',
    }
    with pytest.raises(PackError) as fault:
        bind(packs)
    found = [(one.file, one.place) for one in (fault.value, *fault.value.others)]
    assert found == [
        ("aid_merchants.toml", "merchants.steps[0].effects[0].do"),
        ("aid_merchants.toml", "merchants.actions[0].effects[0].what"),
        ("aid_paladins.toml", "paladins.steps[0].effects[0].do"),
    ]
    packs["aid_merchants.toml"] = (HEAD + '[{do="score", per="tents"}, {do="goto", to="nowhere"}]').encode()
    packs["aid_paladins.toml"] = b'[[paladins.steps]]\ntext="x"\neffects=[{do="count", counter="oaths"}]'
    with pytest.raises(PackError) as fault:
        bind(packs)
    assert {one.file for one in (fault.value, *fault.value.others)} == {"aid_merchants.toml", "aid_paladins.toml"}
    assert len(fault.value.others) == 2


def test_a_second_aid_of_a_faction_is_named_by_its_own_places() -> None:
    packs = {
        **owners('[[merchants.steps]]\ntext="a"'),
        "aid_more.toml": b'[[merchants.steps]]\ntext="b"\neffects=[{do="?"}]',
    }
    with pytest.raises(PackError) as fault:
        bind(packs)
    assert (fault.value.file, fault.value.place) == ("aid_more.toml", "merchants.steps[0].effects[0].do")


def test_a_file_that_the_game_does_not_read_is_a_fault() -> None:
    """A player aid under another name would lie there and do nothing."""
    with pytest.raises(PackError) as fault:
        bind({**shipped("free_radicals"), "merchants.toml": AID.encode()})
    assert fault.value.file == "merchants.toml"
    assert "begin with aid" in fault.value.hint


def test_pack_check_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An owner writes an aid, is told what is wrong with it and where, mends it, and it counts."""
    aid = tmp_path / "packs" / "free_radicals" / "aid_merchants.toml"
    aid.parent.mkdir(parents=True)

    def told(*arguments: object) -> tuple[int, list[str]]:
        code = main(["pack", "check", *map(str, arguments)])
        return code, capsys.readouterr().out.splitlines()

    aid.write_text(AID.replace('"score"', '"scor"').replace('counter = "stalls"', 'counter = "stall"'))
    code, lines = told(aid)
    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith("aid_merchants.toml: merchants.steps[1].effects[0].then[1].do: 'scor' is not known here")
    aid.write_text(AID.replace('counter = "stalls"', 'counter = "stall"'))
    code, lines = told(aid.parent)
    assert code == 1
    place = "free_radicals/aid_merchants.toml: merchants.actions[0].effects[1]"
    assert lines == [f"{place}: there is no counter 'stall' here; there are stalls"]
    aid.write_text(AID)
    assert told(aid) == (0, [f"{aid}: no faults"])
    elsewhere = tmp_path / "aid_mine.toml"
    elsewhere.write_text(AID.replace('"score"', '"scor"'))
    code, lines = told(elsewhere)
    assert code == 1
    assert "whose pack is this" in lines[0]
    assert told(elsewhere, "--game", "free_radicals")[0] == 1
    assert main(["games", "--state", str(tmp_path)]) == 0
    aid.with_name("merchants.toml").write_text(AID)
    assert main(["games", "--state", str(tmp_path)]) == 1
    assert "packs/free_radicals/merchants.toml: the file: is not read" in capsys.readouterr().out


PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text()
FIRST, RECIPES = (part.partition("```")[0] for part in PAGE.partition("player aids")[2].split("```toml")[1:3])


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
    assert words(city.offered("Ann")["way.1"].detail) == "2 Credits"  # type: ignore[arg-type]
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
    assert words(city.view("Bo").note) == "By an action of Ann"  # type: ignore[arg-type]
    city.picks("Bo", "carbon")
    city.picks("Ann", "red", "red")
    city.awake("aero_dock", "Bo")
    city.hold("Ann", credit=2)
    city.act("visit", "aero_dock")
    assert words(city.view("Bo").note) == "A reward from the visit of Ann"  # type: ignore[arg-type]
    city.picks("Bo", "carbon")
    city.hand("Bo", city.state.deck.items()[0])
    city.hold("Ann", credit=1)
    city.act("trade", "2", ("credit", 1), "data")
    assert words(city.view("Bo").note) == "An exchange with Ann"  # type: ignore[arg-type]


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


def test_an_aid_can_ask_other_players(tmp_path: Path) -> None:
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


UNSEEN = """
[[paladins.actions]]
text = "March"
test = { is = "not", test = { is = "counter", counter = "quests", least = 5 } }
effects = [
  { do = "if", test = { is = "holds", what = "carbon" }, then = [
    { do = "pay", what = "carbon" },
    { do = "score", n = 2 },
  ] },
]

[[paladins.actions]]
text = "Rest"
test = { is = "all", tests = [
  { is = "counter", counter = "quests" },
  { is = "not", test = { is = "any", tests = [{ is = "holds", what = "data" }, { is = "prestige" }] } },
] }
effects = [{ do = "score" }]
"""


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


ORDERS = (Path(__file__).parents[1] / "playthroughs/free_radicals/packs/paladins/aid_paladins.toml").read_text()


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
