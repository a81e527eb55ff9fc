"""What every game must hold to: each law takes a case (a whole random game) and raises AssertionError.

A law's name is its sentence. ``LAWS`` names them all; the suite plays every game by every law, and
``test_suite_bites`` shows for each that it can fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import msgspec

from companion.game import (
    Actor,
    AskNumber,
    AskOne,
    Box,
    Came,
    Choice,
    Command,
    Expired,
    Illegal,
    Outcome,
    Seat,
    SetUp,
    State,
    Text,
    fill,
    offered,
    pending,
)
from companion.playtest import answers, play
from tests.contract.case import Case, Law, attempt, encoded, viewers
from tests.contract.fuzz import actors, ends, near_misses, on_offer, readable
from tests.contract.shown import (
    all_seen,
    every_choice_has_its_key,
    every_page_fits_the_screen,
    every_word_is_known,
    has_answers,
    hints_say_what_a_digit_does,
    is_menu,
    is_said,
)
from tests.contract.walk import changeable

PLAYED_ON = 2_000
"""After so many commands no more moments of a game are played on to its end: a long game is played on a few times."""


# --- what happens


def it_ends_with_winners_and_scores_of_the_table(case: Case) -> None:
    result, seats = case.run.result, case.run.states[-1].seats
    assert set(result.winners) <= set(seats), f"winners {result.winners} do not all sit at {seats}"
    assert len(set(result.winners)) == len(result.winners), f"a winner twice: {result.winners}"
    scored = sorted(score.seat for score in result.scores)
    assert scored == sorted(seats), f"scores for {scored}, but {seats} play"


def replay_gives_the_same_states(case: Case) -> None:
    """From the commands alone, and out of saved states."""
    state = case.game.new(case.run.setup)
    assert state == case.run.states[0], "the same set-up was dealt differently"
    for entry, after in zip(case.run.entries, case.run.states[1:], strict=True):
        saved = msgspec.json.decode(encoded(state), type=case.game.state_type)
        state = case.game.apply(saved, entry.actor, entry.command)
        assert state == after, f"{entry.command} came out differently the second time"


def states_survive_json(case: Case) -> None:
    for state in case.run.states:
        assert type(state) is case.game.state_type, f"a {type(state).__name__} is no state of this game"
        wire = encoded(state)
        again = msgspec.json.decode(wire, type=case.game.state_type)
        assert again == state, f"JSON lost something of {state}: {again}"
        assert hash(again) == hash(state)
        assert encoded(again) == wire, f"JSON is not stable for {state}"


def commands_survive_json(case: Case) -> None:
    """And belong to the union of who sends them."""
    for entry in case.run.entries:
        assert readable(case.game, entry.command, entry.actor), f"{entry.actor} cannot send {entry.command}"
    options = case.run.setup.options
    assert msgspec.json.decode(encoded(options), type=case.game.setup_type) == options


def values_cannot_change(case: Case) -> None:
    """No dict, set or list anywhere: states, commands, views, choices, notices hold scalars, tuples and structs."""
    seen: set[int] = set()  # a state shares most of what it holds with the one before: each thing is looked at once
    for state in case.run.states:
        fault = changeable(state, seen)
        assert fault is None, fault
    for entry, notices in zip(case.run.entries, case.run.notices, strict=True):
        assert changeable(entry.command) is None, changeable(entry.command)
        assert changeable(notices) is None, changeable(notices)
    for state in case.states:
        for value in all_seen(case.game, state):
            assert changeable(value) is None, changeable(value)


def looking_changes_nothing(case: Case) -> None:
    game = case.game
    for state in case.states:
        before, print_ = encoded(state), hash(state)
        first, second = tuple(all_seen(game, state)), tuple(all_seen(game, state))
        assert second == first, "looking twice shows two things"
        assert encoded(second) == encoded(first)
        for viewer in viewers(state):
            assert game.known(state, viewer) == game.known(state, viewer)
        assert pending(game, state) == pending(game, state)
        assert (encoded(state), hash(state)) == (before, print_), "looking changed the state"


# --- what may be done


def whatever_is_offered_is_accepted(case: Case) -> None:
    rng = case.rng
    for state in case.states:
        for actor in actors(state):
            for choice in on_offer(case.game, state, actor):
                for command in _takings(choice, rng):
                    assert offered((choice,), actor, command), f"{command} does not make {choice}"
                    assert readable(case.game, command, actor), f"{actor} cannot send {command}"
                    after = attempt(case.game, state, actor, command)
                    assert not isinstance(after, Illegal), f"{actor} was offered {command}: {after.reason}"
                    assert msgspec.json.decode(encoded(after), type=case.game.state_type) == after
        _chance_and_clocks_are_accepted(case, state)


def _takings(choice: Choice, rng: Random) -> Iterator[Command]:
    """A random way to take ``choice``, and its extremes."""
    yield fill(choice, answers(choice, rng))
    for end in (0, 1) if choice.asks else ():
        yield fill(choice, {ask.field: ends(ask)[end] for ask in choice.asks})


def _chance_and_clocks_are_accepted(case: Case, state: State) -> None:
    for clock in state.clocks:
        if clock.running and clock.length is not None:
            after = attempt(case.game, state, Outcome(), Expired(clock.key))
            assert not isinstance(after, Illegal), f"{clock.key} runs, but may not run out: {after.reason}"
    chance = pending(case.game, state)
    if chance and not chance.dice:
        items = chance.pile.items()[: chance.count]
        assert chance.possible(items)
        after = attempt(case.game, state, Outcome(), Came(chance.key, items))
        assert not isinstance(after, Illegal), f"{items} may come of {chance.key}, but was refused"


def whatever_is_not_offered_is_refused(case: Case) -> None:
    """With a reason, and nothing changes."""
    rng, heard = case.rng, set[Text]()
    for state in case.states:
        for actor, command in near_misses(case.game, state, case.run, rng):
            if offered(on_offer(case.game, state, actor), actor, command) or _due(case, state, actor, command):
                continue
            if not readable(case.game, command, Seat(0), Box(), Outcome()):
                continue  # such bytes never become a command, whoever sends them
            after = attempt(case.game, state, actor, command)
            assert isinstance(after, Illegal), f"{actor} was not offered {command}, but it was taken"
            is_said(case, after.reason, heard)


def _due(case: Case, state: State, actor: Actor, command: Command) -> bool:
    """Tell whether chance or a clock may say this now."""
    match actor, command:
        case Outcome(), Came(key, items):
            chance = pending(case.game, state)
            return chance is not None and key == chance.key and chance.possible(items)
        case Outcome(), Expired(key):
            return any(c.key == key and c.running for c in state.clocks)
        case _:
            return False


def a_memo_changes_nothing_for_anyone_else(case: Case) -> None:
    """So that undo may pass it over: all others see and may do what they did before."""
    for state in case.states:
        for actor in map(Seat, state.seats):
            for choice in (c for c in on_offer(case.game, state, actor) if c.memo):
                after = attempt(case.game, state, actor, next(_takings(choice, case.rng)))
                assert not any((choice.public, choice.final, choice.staged)), f"{choice.id} is no memo"
                assert not isinstance(after, Illegal)
                for viewer in (v for v in viewers(state) if v != actor):
                    assert case.game.view(after, viewer) == case.game.view(state, viewer), f"{viewer} sees {choice.id}"
                for other in actors(state):
                    assert on_offer(case.game, after, other) == on_offer(case.game, state, other), choice.id


def a_correction_to_what_is_changes_nothing(case: Case) -> None:
    """Whatever number is set by hand stands somewhere: set to that, nothing moves, nor the order of those who are even.

    Hazard 37: a no-op move on a tied track.
    """
    for before in (case.states[0], case.states[len(case.states) // 2], case.states[-1]):
        # The first correction of all puts away what was only just said, such as a code that nobody knows.
        some = (fix[0] for choice in case.game.corrections(before) for fix in _settings(choice))
        state = next((_after(case, before, command) for command in some), before)
        for choice in case.game.corrections(state):
            for fix in islice(_settings(choice), 4):
                if any(attempt(case.game, state, Box(), command) == state for command in fix):
                    continue
                # What it has is more than can be set: then with all of its kind even at the least that can be.
                even = state
                for other in case.game.corrections(state):
                    if type(other.command) is type(choice.command):
                        even = _after(case, even, next(_settings(other))[0])
                moved = _after(case, even, next(_settings(choice))[0])
                assert moved == even, f"{choice.id} is set to what it is, and something else moves"


def _settings(choice: Choice) -> Iterator[tuple[Command, ...]]:
    """Give, for each thing that a correction may be about, the commands that set it to each of its numbers."""
    numbers = [ask for ask in choice.asks if isinstance(ask, AskNumber)]
    others = [ask for ask in choice.asks if isinstance(ask, AskOne)]
    if len(numbers) != 1 or len(numbers) + len(others) != len(choice.asks):
        return
    for picked in product(*([option.value for option in ask.options] for ask in others)):
        given = {ask.field: value for ask, value in zip(others, picked, strict=True)}
        span = range(numbers[0].low, numbers[0].high + 1)
        yield tuple(fill(choice, {**given, numbers[0].field: n}) for n in span)


def _after(case: Case, state: State, command: Command) -> State:
    after = attempt(case.game, state, Box(), command)
    return state if isinstance(after, Illegal) else after


def whoever_leaves_does_not_stop_the_game(case: Case) -> None:
    """Nor show what they are: a phase that waited for them goes on, the box does what is public for them."""
    rng, commands = case.rng, 0
    for state in rng.sample(case.states, len(case.states)):
        assert case.game.settle(state) == state, "nobody left, yet something changed"
        if case.game.outcome(state) or commands > PLAYED_ON:
            continue
        leaving = tuple(sorted(rng.sample(state.seats, rng.randint(1, len(state.seats) - 1))))
        gone = case.game.settle(msgspec.structs.replace(state, away=leaving))
        commands += len(play(case.game, case.run.setup, rng, begin=gone).entries)
        back = case.game.settle(msgspec.structs.replace(gone, away=()))
        commands += len(play(case.game, case.run.setup, rng, begin=back).entries)


def it_starts_again(case: Case) -> None:
    """With the same people, after a game has ended; and every plain way to start is taken."""
    game, seats = case.game, case.run.setup.seats
    for last in (None, case.run.states[-1]):
        ways = game.setups(seats, last)
        assert ways, "no way to start"
        for way in ways:
            assert isinstance(way.command, SetUp), f"{way.id} sets nothing up"
        if not ways[0].asks:
            game.new(msgspec.structs.replace(case.run.setup, options=ways[0].command))
        is_menu(list(ways))
        for way in ways:
            has_answers(way, most=8)  # before a game there is time


LAWS: tuple[Law, ...] = (
    it_ends_with_winners_and_scores_of_the_table,
    replay_gives_the_same_states,
    states_survive_json,
    commands_survive_json,
    values_cannot_change,
    looking_changes_nothing,
    whatever_is_offered_is_accepted,
    whatever_is_not_offered_is_refused,
    a_memo_changes_nothing_for_anyone_else,
    a_correction_to_what_is_changes_nothing,
    whoever_leaves_does_not_stop_the_game,
    every_choice_has_its_key,
    every_page_fits_the_screen,
    hints_say_what_a_digit_does,
    every_word_is_known,
    it_starts_again,
)
