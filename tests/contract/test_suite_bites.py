"""The suite can fail: each game here is broken in one way, and the law that should catch it does."""

from __future__ import annotations

from random import Random

import pytest

from companion.game import AnyGame
from companion.playtest import Stuck, play, start
from tests.contract import keypad, laws, secrets, shown
from tests.contract.broken import (
    AStrangerWins,
    BidsAsMemos,
    CorrectsDownToTheBid,
    CountsLooks,
    CriesOutBids,
    EndsByAKeyItSays,
    EndsSoonerForNines,
    FinalFirst,
    FiveLines,
    ForgetsAScore,
    GoesOnForever,
    HoldsMoreForNines,
    KnowsEverything,
    LeavesAGap,
    LetsAnyoneMark,
    LetsSeatsRollTheDice,
    LooksUnderTheCloth,
    NeverEnds,
    NeverRunsOut,
    NoSuchWord,
    NotesDown,
    OffersMoreAgainstNines,
    OffersTakenSquares,
    OneKeyForTwo,
    PutsTheCorrectedLast,
    RefusesByTheCards,
    RefusesWithoutWords,
    RemembersOutside,
    ScribblesInTheState,
    ShowsTheCardOfWhoLeaves,
    StartsOnce,
    StumblesOverOddSquares,
    TakesBackMore,
    TellsTheSumOfBids,
    TicksForHighBids,
    TwoWithOneId,
    TwoWithOneLabel,
    WaitsForWhoLeft,
)
from tests.contract.case import Case, Law, case_of
from tests.contract.tables import words_of
from tests.toys.auction import Auction
from tests.toys.pig import Pig
from tests.toys.tictactoe import TicTacToe


def cases(game: AnyGame) -> list[Case]:
    """Return a few whole games of a broken game, as the suite would look at them."""
    found = []
    for seed in range(1, 9):
        seats = tuple(range(1, max(game.meta.least, min(4, game.meta.most)) + 1))
        setup, _ = start(game, seats, Random(seed))
        run = play(game, setup, Random(seed), scribe=0.2, fixes=0.02)
        found.append(case_of(game, run, words_of(game.meta.key), seed))
    return found


def caught(game: AnyGame, law: Law) -> str:
    """Return what ``law`` says against ``game``. Fails when it finds nothing."""
    try:
        for case in cases(game):
            law(case)
    except (AssertionError, Stuck) as fault:
        return f"{type(fault).__name__}: {fault}"
    pytest.fail(f"{law.__name__} found nothing wrong with {type(game).__name__}")


def named(value: object) -> str:
    """Return a short name of a test's parameter."""
    return value.replace(" ", "-") if isinstance(value, str) else getattr(value, "__name__", type(value).__name__)


@pytest.mark.parametrize(
    ("game", "by"),
    [
        (LooksUnderTheCloth(), "view"),
        (TellsTheSumOfBids(), "view"),
        (OffersMoreAgainstNines(), "offers|choices"),
        (CorrectsDownToTheBid(), "what the box offers"),
        (CriesOutBids(), "what is said"),
        (TicksForHighBids(), "what is said"),
        (RefusesByTheCards(), "Mark|Bid|Wrap|Jot|Point|Purse"),
        (HoldsMoreForNines(), "holds"),
        (EndsSoonerForNines(), "clocks"),
        (ShowsTheCardOfWhoLeaves(), "view"),
    ],
    ids=named,
)
def test_a_leak_is_caught(game: AnyGame, by: str) -> None:
    said = caught(game, secrets.twins_look_the_same)
    assert "can tell a state from its twin by" in said
    assert any(word in said for word in by.split("|")), said


def test_a_game_that_calls_every_secret_known_is_caught() -> None:
    assert "twin" in caught(KnowsEverything(), secrets.secrets_have_twins)


FAULTS: tuple[tuple[AnyGame, Law, str], ...] = (
    (BidsAsMemos(), laws.a_memo_changes_nothing_for_anyone_else, "bid"),
    (PutsTheCorrectedLast(), laws.a_correction_to_what_is_changes_nothing, "purse1"),
    (LetsAnyoneMark(), laws.whatever_is_not_offered_is_refused, "was not offered"),
    (LetsSeatsRollTheDice(), laws.whatever_is_not_offered_is_refused, "was not offered"),
    (StumblesOverOddSquares(), laws.whatever_is_not_offered_is_refused, "breaks the game"),
    (RefusesWithoutWords(), laws.whatever_is_not_offered_is_refused, "no words"),
    (NeverRunsOut(), laws.whatever_is_offered_is_accepted, "refuses what it offered"),
    (OffersTakenSquares(), laws.whatever_is_offered_is_accepted, "refuses what it offered"),
    (WaitsForWhoLeft(), laws.whoever_leaves_does_not_stop_the_game, "waits for nobody"),
    (ScribblesInTheState(), laws.values_cannot_change, "is a list"),
    (ScribblesInTheState(), laws.whatever_is_offered_is_accepted, "changed the state"),
    (NotesDown(), laws.states_survive_json, "JSON lost"),
    (RemembersOutside(), laws.replay_gives_the_same_states, "dealt differently"),
    (CountsLooks(), laws.looking_changes_nothing, "looking twice"),
    (TakesBackMore(), laws.commands_survive_json, "cannot send"),
    (TwoWithOneId(), keypad.every_choice_can_be_typed, "lead to take1"),
    (OneKeyForTwo(), shown.every_choice_has_its_key, "one key means two things"),
    (TwoWithOneLabel(), shown.every_choice_has_its_key, "one label twice"),
    (FinalFirst(), shown.every_choice_has_its_key, "comes first"),
    (FiveLines(), shown.every_page_fits_the_screen, "5 lines"),
    (EndsByAKeyItSays(), shown.hints_say_what_a_digit_does, "opens a list"),
    (NoSuchWord(), shown.every_word_is_known, "no words for tictactoe.nothing"),
    (LeavesAGap(), shown.every_word_is_known, "leaves a gap"),
    (AStrangerWins(), laws.it_ends_with_winners_and_scores_of_the_table, "do not all sit"),
    (ForgetsAScore(), laws.it_ends_with_winners_and_scores_of_the_table, "scores for"),
    (StartsOnce(), laws.it_starts_again, "no way to start"),
)


@pytest.mark.parametrize(("game", "law", "by"), FAULTS, ids=named)
def test_a_fault_is_caught(game: AnyGame, law: Law, by: str) -> None:
    assert by in caught(game, law)


def test_a_hang_names_the_state() -> None:
    with pytest.raises(Stuck, match=r'waits for nobody.*"seats":\[1,2,3,4\]'):
        cases(NeverEnds())
    with pytest.raises(Stuck, match=r'not ended after 10000 commands.*"marks":'):
        cases(GoesOnForever())


def test_every_law_is_shown_to_fail() -> None:
    failing = {law for _, law, _ in FAULTS} | set(secrets.SECRECY)
    assert failing >= {*laws.LAWS, keypad.every_choice_can_be_typed}


def test_sound_games_pass_what_the_broken_ones_do_not() -> None:
    for game in (TicTacToe(), Pig(), Auction()):
        for case in cases(game):
            for law in (*laws.LAWS, keypad.every_choice_can_be_typed, *secrets.SECRECY):
                law(case)
