"""General set-up: factions, colours, first player, starting items, what is asked of the owner; packs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import AskOne, Draw, Illegal, Keeping, PackError, Public, Setup, pending
from companion.games.free_radicals import bind
from companion.games.free_radicals.commands import FreeRadicalsSetup
from companion.games.free_radicals.setup import clash
from companion.games.free_radicals.state import FreeRadicalsState
from companion.games.free_radicals.verbs import COLOURS
from companion.packs import shipped
from companion.playtest import play
from tests.free_radicals.city import BESIDE, City, game, words


def start(*factions: str, keepers: tuple[Keeping, ...] = (), **options: int) -> Setup:
    seats = tuple(range(1, len(factions) + 1))
    return Setup(seats=seats, options=FreeRadicalsSetup(factions=factions, **options), keepers=keepers)  # type: ignore[arg-type]  # what a test names goes on as it is


def test_one_faction_a_colour() -> None:
    with pytest.raises(Illegal) as refused:
        game.new(start("farmers", "executives"))
    assert "both Red" in words(refused.value.reason)
    colours = [faction.colour for faction in game.printed.factions.values()]
    assert sorted(colours) == sorted([*COLOURS, *COLOURS])
    fixed = {key: game.printed.factions[key].colour for key in ("artisans", "executives", "paladins")}
    assert fixed == {"artisans": "yellow", "executives": "red", "paladins": "purple"}


def test_a_clash_is_known_when_both_colours_are_and_not_before() -> None:
    """Whichever pair it is; whatever is still in doubt may turn out to be another colour."""
    factions = game.printed.factions
    for one, other in combinations(factions, 2):
        for colour in COLOURS:
            seen = {
                one: replace(factions[one], colour_verified=True),
                other: replace(factions[other], colour=colour, colour_verified=True),
            }
            known = replace(game.printed, factions={**factions, **seen})
            clashes = clash(known, start(one, other)) is not None
            assert clashes is (colour == factions[one].colour), (one, other, colour)
        unseen = not (factions[one].colour_verified and factions[other].colour_verified)
        assert not unseen or game.clash(start(one, other)) is None


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
    assert "Purple: cube on track" in todo
    assert todo.count("- other cubes: supply") == 1
    full = game.new(start("farmers", "artisans", "merchants", "couriers", "paladins", keepers=BESIDE, first=1))
    assert not any("other cubes" in words(line) for line in game.view(full, Public()).todo), "nobody is left out"


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


def test_what_an_owner_says_yes_to_is_all_there() -> None:
    """A card's colours, and that one of two costs is paid and not both."""
    asked = {doubt.key: words(doubt.shown) for doubt in game.doubts(start("farmers", "artisans"))}
    assert asked["cards.farm_2"] == "2 hydrogen or 3 Credits, 3 points, RB"
    assert asked["cards.farm_1"] == "1 hydrogen + 1 carbon, 3 points, RY"


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("faction", "colour"), [("couriers", "red"), ("artisans", "purple"), ("merchants", "blue")])
def test_the_ready_made_set_has_one_faction_a_colour_in_every_copy(players: int, faction: str, colour: str) -> None:
    owned = bind({**shipped("free_radicals"), "owner.toml": f'"factions.{faction}.colour" = "{colour}"'.encode()})
    seats = tuple(range(1, players + 1))
    ready = next(choice for choice in owned.setups(seats, None) if choice.id == "beginners")
    assert isinstance(ready.command, FreeRadicalsSetup)
    assert len({owned.printed.factions[key].colour for key in ready.command.factions}) == players
    owned.new(Setup(seats=seats, options=ready.command))
    owned.new(Setup(seats=seats, options=FreeRadicalsSetup()))


@pytest.mark.parametrize("seats", [(2, 5, 7), (1, 4, 10)])
def test_the_first_player_is_named_by_the_key_of_the_seat(seats: tuple[int, ...]) -> None:
    custom = next(choice for choice in game.setups(seats, None) if choice.id == "custom")
    first = next(ask for ask in custom.asks if ask.field == "first")
    assert isinstance(first, AskOne)
    keys = {option.value: option.digit for option in first.options}
    assert all(keys[seat] == seat % 10 for seat in seats)
    assert keys[0] == (None if 10 in seats else 0)
    assert first.options[0].value == 0, "what Enter takes"


def test_each_reading_of_the_rulebook_says_what_it_means() -> None:
    custom = next(choice for choice in game.setups((1, 2), None) if choice.id == "custom")
    for field in ("ties", "holo", "ranks"):
        ask = next(ask for ask in custom.asks if ask.field == field)
        assert isinstance(ask, AskOne)
        assert len({words(option.detail) for option in ask.options if option.detail}) == 2
