"""What people are told while an act goes on: what was picked of it so far, whose pick it is, what a number is now."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import AskNumber, Choice, Page
from companion.games.free_radicals import META, bind
from companion.games.free_radicals.commands import Act, Left, SetCounter
from companion.games.free_radicals.verbs import COLOURS
from companion.packs import shipped
from companion.screens import to_text
from companion.words import of_the_house
from tests.free_radicals.city import BESIDE, City, game, words

house = of_the_house("free_radicals").naming({1: "Ann", 2: "Bo", 3: "Cy"})


def note(city: City, who: str = "") -> str:
    found = city.view(who).note
    assert found is not None
    return words(found)


def page(city: City, key: str = "") -> str:
    pages: tuple[Page, ...] = city.game.pages(city.view())
    return to_text(next(one for one in pages if one.key.startswith(key)), house)


def test_what_was_picked_so_far_stands_under_the_question() -> None:
    city = City("executives", "artisans")
    city.awake("farm", "Ann")
    city.hold("Ann", carbon=1)
    assert note(city) == "Round 1 of 12"
    city.act("visit", "farm", "carbon", "titanium")
    assert note(city, "Ann") == note(city, "Bo") == note(city) == "So far: Vertical Farm, Carbon, Titanium"
    city.back()
    assert note(city) == "So far: Vertical Farm, Carbon"
    city.picks("Ann", "titanium", "titanium", "hydrogen")
    assert note(city) == "Round 1 of 12"


def test_an_exchange_says_with_whom_and_what_for() -> None:
    city = City("executives", "artisans")
    city.hold("Ann", carbon=3)
    city.hold("Bo", credit=1)
    city.act("trade", "2", ("carbon", 2))
    assert note(city, "Bo") == "So far: Bo, 2 Carbon"


def test_a_card_that_was_played_is_named_to_all_while_its_cost_is_picked() -> None:
    city = City("executives", "artisans")
    city.hold("Ann", hydrogen=2, credit=3)
    city.hand("Ann", "farm_2")
    city.do("Ann", Act("awaken"))
    assert "Vertical" not in note(city, "Bo") + note(city), "nobody knows before it is shown"
    city.picks("Ann", "farm_2")
    assert note(city, "Bo") == note(city) == "So far: Vertical Farm RB"


def test_a_real_card_is_named_with_its_points_while_it_is_paid() -> None:
    city = City("executives", "artisans", keepers=tuple(k for k in BESIDE if k.component == "data"))
    city.hold("Ann", carbon=3)
    city.act("awaken", ("casino", 4))
    city.picks("Ann", ("carbon", 2))
    assert note(city) == "So far: Casino, 4 points, 2 Carbon"
    city.picks("Ann", "done")
    assert city.log("Ann") == [(4, "awaken")]


def test_whoever_has_to_pick_on_the_turn_of_another_is_called() -> None:
    city = City("executives", "artisans", "paladins")
    city.awake("aero_dock", "Bo", "Cy")
    city.hold("Ann", credit=2)
    city.notices.clear()
    city.act("visit", "aero_dock")
    aloud = [words(n.text) for n in city.notices if n.text and n.aloud]
    assert aloud == ["Bo, your pick"]
    city.picks("Bo", "carbon")
    assert [words(n.text) for n in city.notices if n.text and n.aloud] == ["Bo, your pick", "Cy, your pick"]
    city.picks("Cy", "carbon")
    assert city.said().count("Cy, your pick") == 1


NEEDS = {
    "visit": ("visit",),
    "pay": ("visit", "farm"),
    "gain": ("visit", "farm", "carbon"),
    "colour": ("visit", "spire"),
    "card": ("visit", "cast_tower"),
    "advance": ("knowledge",),
    "favor": ("favor",),
    "get": ("gain",),
    "give": ("pay",),
    "whom": ("other",),
    "what": ("other", "2"),
    "play": ("awaken",),
    "discard": ("visit", "bazaar"),
}


@pytest.mark.parametrize("need", NEEDS)
def test_the_little_screen_says_what_is_asked_in_the_middle_of_ones_own_turn(need: str) -> None:
    city = City("executives", "artisans")
    for building in ("farm", "spire", "cast_tower", "bazaar"):
        city.awake(building, "Ann")
    city.hold("Ann", carbon=2, credit=2)
    city.hand("Ann", "farm_2")
    assert "0: turn ends" in page(city)
    act, *picks = NEEDS[need]
    city.act(act, *picks)
    assert city.view().need == need
    said = page(city)
    assert "1 Ann" in said
    assert "turn ends" not in said, "the keys do something else now"
    assert house(city.game.pages(city.view())[0].widgets[0].under) in said
    assert "…" not in said


def test_the_open_cards_can_be_read_at_the_box() -> None:
    city = City("executives", "artisans", "paladins")
    said = "\n".join(page(city, f"display.{n}") for n in (1, 2))
    for card in city.view().display:
        assert words(card.name) in said
        assert words(card.short).strip() in said
    beside = City("executives", "artisans", "paladins", keepers=BESIDE)
    assert not any(one.key.startswith("display") for one in beside.game.pages(beside.view()))


def test_cards_to_take_are_named_shortly_and_say_beside_it_what_they_cost() -> None:
    city = City("executives", "artisans", "paladins")
    city.act("gain", "data")
    offers = [choice for key, choice in city.offered("Ann").items() if key.startswith("card.") and "deck" not in key]
    assert len(offers) == 4
    for card, choice in zip(city.view().display, offers, strict=True):
        assert (choice.label, choice.detail) == (card.name, card.line)
        assert len(words(choice.label)) <= 19, "a line of the little screen"


def number(choice: Choice) -> AskNumber:
    ask = choice.asks[-1]
    assert isinstance(ask, AskNumber)
    return ask


def test_a_number_that_is_set_starts_from_what_it_is_now() -> None:
    city = City("executives", "artisans")
    city.points("Bo", 17)
    city.knows(red=4)
    city.do("Ann", SetCounter("assets", 3))
    own = number(city.offered("Ann")["count.assets"])
    assert (own.start, words(own.label)) == (3, "Asset types at HQ")
    fixes = {choice.id: choice for choice in city.game.corrections(city.state)}
    for key, now, said in (
        ("score.2", 17, "Bo: points"),
        ("knowledge.red", 4, "Red knowledge"),
        ("fix.round", 1, "Round"),
        ("count.1.assets", 3, "Ann: Asset types at HQ"),
    ):
        assert (number(fixes[key]).start, words(number(fixes[key]).label)) == (now, said)


@pytest.mark.parametrize("colour", COLOURS[1:])
def test_a_benefactor_is_told_of_which_colour_the_favor_is(colour: str) -> None:
    city = City("executives", "artisans")
    city.hold("Ann", hydrogen=3, carbon=3, titanium=3, credit=3)
    city.act("knowledge")
    detail = city.offered("Ann")[f"advance.{colour}"].detail
    assert detail is not None
    assert words(detail).endswith(f"1 point + 1 {colour.capitalize()} favor")


def test_what_another_gains_tells_favor_from_things() -> None:
    city = City("executives", "artisans")
    city.act("other", "2")
    offers = city.offered("Ann")
    assert words(offers["what.red"].label) == "Red favor"
    assert words(number(offers["what.red"]).label) == "Red favor: how many?"
    assert words(number(offers["what.carbon"]).label) == "Carbon: how many?"


@pytest.mark.parametrize(
    "colour", [("farmers", "executives"), ("artisans", "underground"), ("couriers", "entertainers")]
)
@pytest.mark.parametrize("keepers", [(), BESIDE])
def test_what_is_to_be_laid_out_is_whole_on_the_little_screen(
    colour: tuple[str, ...], keepers: tuple[Any, ...]
) -> None:
    for faction in colour:
        city = City(faction, "adventurers", "merchants", keepers=keepers, begin=False)
        pages = city.game.pages(city.view())
        said = "\n".join(to_text(one, house) for one in pages)
        assert "…" not in said
        assert f"1 {game.printed.factions[faction].name}, " in said
        assert "2 Adventurers, Purple" in said
        assert [one.more for one in pages] == [True] * (len(pages) - 1) + [False]


def test_at_the_box_everybody_reads_what_everybody_has() -> None:
    city = City("executives", "artisans", "paladins")
    city.hold("Bo", hydrogen=12, carbon=3, titanium=10, credit=11)
    city.hand("Bo", "farm_2")
    city.counter("Bo", "femtoscope", 1)
    assert "2 H12 C3 T10 $11 D1" in page(city, "items")
    assert "2 1 Femtoscope used" in page(city, "counters")
    beside = City("executives", "artisans", keepers=BESIDE)
    assert not any(one.key.startswith(("items", "counters")) for one in beside.game.pages(beside.view()))


@pytest.mark.parametrize("faction", game.printed.factions)
def test_what_now_tells_what_buildings_and_steps_cost_and_give(faction: str) -> None:
    city = City(faction, next(key for key, f in game.printed.factions.items() if f.colour != colour_of(faction)))
    city.knows(red=4)
    pages = city.game.explains(city.view())
    said = [" ".join(to_text(one, house).split()) for one in pages]
    for building in city.view().buildings:
        assert any(f"{building.digit} {building.name}" in line and words(building.power) in line for line in said)
    assert any("Red: next step" in line and "1 titanium + 1 Credit: 2 points" in line for line in said)
    assert sum("bonus power" in line for line in said) == 1
    assert not any("…" in line for line in said)
    city.knows(red=12)
    assert len(city.game.explains(city.view())) == len(pages) - 1, "a track at its end has no next step"


def colour_of(faction: str) -> str:
    colour: str = game.printed.factions[faction].colour
    return colour


def test_at_the_end_the_little_screen_tells_where_the_points_came_from() -> None:
    city = City("executives", "artisans")
    city.awake("cafe", "Bo")
    city.hold("Ann", carbon=2)
    city.act("visit", "cafe")
    city.score(3)
    city.act("prestige")
    city.to_the_end()
    pages = city.game.pages(city.view())
    assert [one.key for one in pages[:4]] == ["end", "scores", "sums.1.1", "sums.2.1"]
    said = to_text(pages[2], house)
    sums = dict(city.view().sums[0].parts)
    assert sums["end"]
    for what, n in (("visits", 4), ("aid", 3), ("token", sums["prestige"]), ("end", sums["end"])):
        assert f"{what} {n}" in said
    assert f"1 {city.player('Ann').points}" in said
    assert "awake" not in said


@pytest.mark.parametrize("faction", ["underground", "farmers"])
def test_a_reminder_is_whole_on_the_little_screen(faction: str) -> None:
    city = City(faction, "adventurers", keepers=BESIDE)
    city.awake("cafe", "Ann")
    city.awake("farm", "Ann")
    city.act("bonus")
    said = page(city)
    assert said.startswith("1 Ann:")
    assert "…" not in said
    assert words(city.view().by_hand[-1].what) in " ".join(said.split())


def test_an_owners_long_reminder_takes_as_many_lines_as_it_needs() -> None:
    told = "Turn the third disk over and put it at the far end of the row"
    packs = shipped("free_radicals")
    factions = packs["factions.toml"].replace(b"Draw a Scoundrel card", told.encode())
    city = City("underground", "adventurers", keepers=BESIDE, rules=bind({**packs, "factions.toml": factions}))
    city.awake("cafe", "Ann")
    city.act("bonus")
    pages = [to_text(one, house).splitlines()[:-1] for one in city.game.pages(city.view()) if "taken" in one.key]
    said = " ".join(line for lines in pages for line in lines)
    assert said == f"1 Ann: {told}"


@pytest.mark.parametrize(
    ("unseen", "said"),
    [
        (("items", "data"), "Resources, Credits and"),
        (("data",), "Data cards in"),
        (("items",), "Resources and Cred"),
    ],
)
def test_who_counts_what_is_left_is_told_what_counts(unseen: tuple[str, ...], said: str) -> None:
    city = City("executives", "artisans", keepers=tuple(k for k in BESIDE if k.component in unseen))
    while city.state.stage == "turn":
        city.end()
    assert note(city, "Ann").startswith(said)
    city.do("Ann", Left(4))
    city.do("Bo", Left(0))
    assert city.view("Ann").note is None


def test_who_keeps_what_is_whole_in_the_boxs_list() -> None:
    for component in META.components:
        assert len(f"{words(component.label)}: by hand") <= 19, "a line of the list on the little screen"
