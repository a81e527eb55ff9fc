"""General set-up: factions, colours, first player, starting items, what is asked of the owner; packs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from companion.game import Draw, Illegal, Keeping, PackError, Public, Setup, pending
from companion.games.free_radicals import TITLE, bind
from companion.games.free_radicals.commands import FreeRadicalsSetup
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import COLOURS
from companion.packs import check, shipped
from companion.playtest import play
from tests.free_radicals.city import BESIDE, City, game, words


def start(*factions: str, keepers: tuple[Keeping, ...] = (), **options: int) -> Setup:
    seats = tuple(range(1, len(factions) + 1))
    return Setup(seats=seats, options=FreeRadicalsSetup(factions=factions, **options), keepers=keepers)  # type: ignore[arg-type]


def test_one_faction_a_colour() -> None:
    with pytest.raises(Illegal) as refused:
        game.new(start("farmers", "executives"))
    assert "both Red" in words(refused.value.reason)
    colours = [faction.colour for faction in game.printed.factions.values()]
    assert sorted(colours) == sorted([*COLOURS, *COLOURS])
    fixed = {key: game.printed.factions[key].colour for key in ("artisans", "executives", "paladins")}
    assert fixed == {"artisans": "yellow", "executives": "red", "paladins": "purple"}


def test_the_first_player_is_drawn_unless_named() -> None:
    state = game.new(start("farmers", "artisans", keepers=BESIDE))
    chance = pending(game, state)
    assert isinstance(state.agenda[0], Draw)
    assert chance is not None
    assert chance.pile.top().kinds == ("1", "2")
    assert game.new(start("farmers", "artisans", keepers=BESIDE, first=2)).first == 2


def test_starting_items_and_the_guided_list() -> None:
    city = City("farmers", "artisans", "paladins", empty=False)
    for player in city.state.players:
        start_items = game.printed.factions[player.faction].start
        assert player.credit == start_items.credit
        assert len(player.hand) == start_items.data
    fresh = game.new(start("farmers", "artisans", keepers=BESIDE, first=1))
    todo = [words(line) for line in game.view(fresh, Public()).todo]
    assert "Ann: Farmers, Red" in todo
    assert "Purple cube on 0" in todo


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_play_every_pair_of_factions(players: int) -> None:
    """Whole games in which every two factions of different colours meet, at each size of table."""
    factions = game.printed.factions
    pairs = [(a, b) for a, b in combinations(factions, 2) if factions[a].colour != factions[b].colour]
    assert len(pairs) == 40
    met: set[tuple[str, str]] = set()
    rng = Random(players)
    for a, b in pairs:
        if (a, b) in met:
            continue
        chosen = [a, b]
        others = [key for key in factions if key not in chosen]
        rng.shuffle(others)
        for key in others:
            if len(chosen) < players and factions[key].colour not in {factions[c].colour for c in chosen}:
                chosen.append(key)
        met |= {pair for pair in pairs if set(pair) <= set(chosen)}
        keepers = BESIDE if rng.random() < 0.5 else ()
        run = play(game, start(*chosen, keepers=keepers), rng)
        last = run.states[-1]
        assert isinstance(last, FreeRadicalsState)
        for player in last.players:
            assert player.points == sum(line.points for line in last.log if line.seat == player.seat)
    assert met == set(pairs)


def test_only_what_matters_in_this_game_is_asked() -> None:
    beside = {doubt.key for doubt in game.doubts(start("artisans", "executives", keepers=BESIDE))}
    box = {doubt.key for doubt in game.doubts(start("artisans", "executives"))}
    assert "buildings.castle.reward" not in box, "the rulebook's example says it"
    assert "knowledge.red.2" not in box
    assert {"buildings.farm.reward", "scoring.favor.first", "knowledge.red.points"} <= beside
    assert not any(key.startswith(("cards", "factions")) for key in beside)
    assert not any(key in beside for key in ("knowledge.red.1", "knowledge.blue.4"))
    assert {"cards.farm_1", "factions.artisans.start", "knowledge.red.1"} <= box
    assert not any("paladins" in key for key in box)


def test_every_doubt_takes_its_own_value_and_a_changed_one_holds() -> None:
    packs = shipped("free_radicals")
    for doubt in game.doubts(start("farmers", "underground", "merchants", "couriers", "paladins")):
        bind({**packs, "owner.toml": f'"{doubt.key}" = "{doubt.value}"\n'.encode()})
    owned = b'"buildings.cafe.reward" = "credit"\n"knowledge.red.points" = "5211"\n"scoring.favor.first" = 9\n'
    changed = bind({**packs, "owner.toml": owned + b'"cards.farm_1" = "10203915"\n"factions.farmers.start" = "00020"'})
    printed = changed.printed
    assert printed.buildings["cafe"].reward == "credit"
    assert printed.tracks["red"].points == (5, 2, 1, 1)
    assert printed.scoring.favor.first == 9
    card = printed.cards["farm_1"]
    assert (card.resources.hydrogen, card.resources.titanium, card.credits, card.points) == (1, 2, 3, 9)
    assert card.colours == ("red", "purple")
    assert printed.factions["farmers"].start.credit == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("buildings.cafe.reward", "gold"),
        ("knowledge.red.points", "12"),
        ("knowledge.red.points", "1134"),
        ("knowledge.red.2", "00000"),
        ("scoring.favor.first", "many"),
        ("cards.farm_1", "1"),
        ("cards.farm_1", "10203919"),
        ("factions.farmers.colour", "pink"),
        ("no.such", "1"),
    ],
)
def test_answers_that_cannot_be(key: str, value: str) -> None:
    with pytest.raises(PackError) as fault:
        bind({**shipped("free_radicals"), "owner.toml": f'"{key}" = "{value}"'.encode()})
    assert fault.value.place == key


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


@pytest.mark.parametrize(
    ("aid", "place", "hint"),
    [
        ('[[merchants.steps]]\ntext="x"\neffects=[{do="dance"}]', "merchants.steps[0].effects[0].do", "dance"),
        ('[[merchants.steps]]\ntext="x"\neffects=[{do="gain"}]', "merchants.steps[0].effects[0]", "what"),
        ('[[merchants.steps]]\ntext="x"\neffects=[{do="score", m=2}]', "merchants.steps[0].effects[0]", "m"),
        ('[[merchants.steps]]\ntext="x"\neffects=[{do="score", per="tents"}]', "merchants.steps[0]", "tents"),
        ("[[merchants.steps]]\neffects=[]", "merchants.steps[0]", "text"),
        ('[[merchants.steps]]\ntext="x"\neffects=[{do="goto", to="nowhere"}]', "merchants.steps[0]", "nowhere"),
        (
            '[[merchants.steps]]\ntext="x"\neffects=[{do="choose", by="others", ways=[{text="a"}]}]',
            "merchants.steps[0]",
            "leave out",
        ),
        ('[[merchants.actions]]\ntext="x"\ntest={is="moon"}', "merchants.actions[0].test.is", "moon"),
    ],
)
def test_faults_of_a_player_aid_are_named_with_file_place_and_hint(aid: str, place: str, hint: str) -> None:
    with pytest.raises(PackError) as fault:
        bind(owners(aid))
    assert fault.value.file in ("aid_merchants.toml", "factions.toml")
    assert fault.value.place == place
    assert hint in fault.value.hint


def test_an_aid_alone_in_a_folder_is_checked_as_a_pack(tmp_path: Path) -> None:
    folder = tmp_path / "packs" / "free_radicals"
    folder.mkdir(parents=True)
    aid = folder / "aid_merchants.toml"
    aid.write_text(AID)
    assert check(aid, (TITLE,)) == ()
    aid.write_text(AID.replace('do = "score"', 'do = "scor"'))
    (fault,) = check(aid, (TITLE,))
    assert (fault.file, fault.place) == ("aid_merchants.toml", "merchants.steps[1].effects[0].then[1].do")
    assert "score" in fault.hint


def test_the_aid_of_the_handbook_is_sound() -> None:
    page = (Path(__file__).parents[2] / "docs" / "effects.md").read_text()
    aid = page.partition("```toml")[2].partition("```")[0]
    city = City("merchants", "artisans", rules=bind(owners(aid)))
    city.hold("Ann", credit=2)
    city.act("action.0")
    city.act("step.0")
    assert city.has("Ann") == {"points": 1}
    assert city.player("Ann").counters == (1, 1)


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
