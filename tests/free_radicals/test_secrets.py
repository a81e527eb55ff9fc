"""What a hand holds shows nowhere but in a look: not in one's own choices, not by size, not when the deck runs out."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Actor, Choice, Command, Public, Seat, Setup, State, choices_of
from companion.games.free_radicals.commands import Act, FixCard, FixDeck, FixDisplay, FreeRadicalsSetup, Pick
from companion.games.free_radicals.state import FreeRadicalsState
from companion.playtest import Run, answers, play
from companion.twins import twins
from companion.words import of_the_house
from tests.contract.case import case_of
from tests.contract.secrets import SECRECY, twins_look_the_same
from tests.contract.tables import game_of
from tests.free_radicals.city import City, words

GREEDY = ("gain", "trade", "get.random", "get.data", "card.deck", "awaken", "pay", "give.data", "discard", "play")


def greedy(state: State, actor: Actor, choices: tuple[Choice, ...], rng: Random) -> tuple[Choice, dict[str, Any]]:
    """Take Data cards whenever there are any, lay some off: hands grow big and the deck runs out."""
    wanted = [c for c in choices if c.id.startswith(GREEDY)]
    choice = rng.choice(wanted if wanted and rng.random() < 0.85 else choices)
    return choice, answers(choice, rng)


@lru_cache
def run(players: int) -> Run:
    factions = ("farmers", "artisans", "merchants", "couriers", "paladins")[:players]
    setup = Setup(seats=tuple(range(1, players + 1)), options=FreeRadicalsSetup(factions=factions))
    return play(game_of("free_radicals"), setup, Random(players), policy=greedy)


def shuffled_anew(played: Run) -> list[int]:
    decks = [len(state.deck) for state in played.states if isinstance(state, FreeRadicalsState)]
    return [i for i, (before, after) in enumerate(pairwise(decks), 1) if after > before]


def test_twins_look_the_same_with_big_hands_and_a_deck_that_was_shuffled_anew() -> None:
    played = run(2)
    assert shuffled_anew(played)
    case = case_of(game_of("free_radicals"), played, of_the_house("free_radicals"), most=8)
    for law in SECRECY:
        law(case)


def test_twins_look_the_same_where_cards_were_moved_by_hand() -> None:
    """Open cards put into hands and into the deck, new displays, the discard pile shuffled in, again and again."""
    setup = Setup(seats=(1, 2, 3), options=FreeRadicalsSetup(factions=("farmers", "artisans", "merchants")))
    whole = play(game_of("free_radicals"), setup, Random(6), policy=greedy, fixes=0.35)
    played = replace(whole, states=whole.states[:401], entries=whole.entries[:400], notices=whole.notices[:400])
    moved = {type(entry.command) for entry in played.entries} & {FixCard, FixDisplay, FixDeck}
    assert len(moved) == 3
    case = case_of(game_of("free_radicals"), played, of_the_house("free_radicals"), most=8)
    twins_look_the_same(case)


def test_after_the_deck_was_shuffled_anew_hands_are_still_anyones_guess() -> None:
    played, rng = run(2), Random(1)
    at = shuffled_anew(played)[0]
    assert any(twins(game_of("free_radicals"), played, at, Public(), rng, attempts=200))


def test_ones_own_choices_name_no_card_of_the_hand() -> None:
    """They are on the page, where anyone may look over one's shoulder: only their number in the hand is."""
    game, played, seen = game_of("free_radicals"), run(5), 0
    for state in played.states:
        for seat in state.seats:
            for choice in choices_of(game, state, Seat(seat)):
                if choice.public:
                    continue
                seen += 1
                kind, _, number = choice.id.partition(".")
                assert kind in ("play", "discard", "pass")
                assert words(choice.label) == f"Card {number} of your hand"
                assert choice.detail is None
                assert not choice.asks
                assert choice.digit in (int(number), None)
                bare: Command = Pick("")
                open_ = msgspec.json.encode(msgspec.structs.replace(choice, command=bare))
                assert b"_" not in open_.replace(b"own_card", b"").replace(b"free_radicals", b"")
    assert seen > 50


def test_a_look_has_two_lines_a_card_whatever_it_is() -> None:
    """So its size tells what everybody sees: how many cards there are."""
    game, played = game_of("free_radicals"), run(5)
    for state in played.states[:: len(played.states) // 50]:
        assert isinstance(state, FreeRadicalsState)
        for player in state.players:
            held = game.view(state, Seat(player.seat)).held
            assert held is not None
            assert len(held.lines) == max(1, 2 * len(player.hand))
            assert max(len(words(line)) for line in held.lines) <= 21, "the little screen has no more"


def test_a_number_is_that_of_the_look() -> None:
    city = City("farmers", "artisans")
    city.hand("Ann", "church_1", "farm_1", "bazaar_1")
    city.hold("Ann", hydrogen=9, carbon=9, titanium=9, credit=9)
    city.do("Ann", Act("pay"))
    city.picks("Ann", "data")
    held = city.view("Ann").held
    assert held is not None
    names = [words(line) for line in held.lines[::2]]
    for choice in city.offered("Ann").values():
        if not choice.public and isinstance(choice.command, Pick):
            building = city.game.printed.cards[choice.command.what].building
            shown = names[int(choice.id.partition(".")[2]) - 1]
            assert city.game.printed.buildings[building].name in shown


def test_a_card_in_exchange_is_for_the_two_to_know() -> None:
    city = City("farmers", "artisans", "paladins")
    city.hand("Ann", "church_1", "farm_1")
    city.hand("Bo", "bazaar_1")
    city.act("trade", "2", "data", "data")
    assert city.state.picks == ()
    assert {c.id for c in city.offered("Ann").values()} == {"pass.1", "pass.2"}, "no way back"
    assert city.offered("Bo") == city.offered("Cy") == {}
    city.picks("Ann", "farm_1")
    assert city.view().picked == (), "nothing of it shows before the other has handed over"
    assert city.game.known(city.state, Seat(2)) == ("pass.1",)
    assert city.game.known(city.state, Seat(3)) == ()
    assert set(city.offered("Bo")) == {"pass.1", "pass.2"}
    city.picks("Bo", "bazaar_1")
    assert [held.card for held in city.player("Ann").hand] == ["church_1", "bazaar_1"]
    assert [held.card for held in city.player("Bo").hand] == ["farm_1"]
    assert city.state.doing == ""
    assert not any("Farm" in line or "Bazaar" in line for line in city.said())


def test_a_card_for_a_credit() -> None:
    city = City("farmers", "artisans")
    city.hand("Ann", "church_1")
    city.hold("Bo", credit=3)
    city.act("trade", "2", "data", ("credit", 2), "church_1")
    assert (city.has("Ann"), city.has("Bo")) == ({"credit": 2}, {"credit": 1, "data": 1})
