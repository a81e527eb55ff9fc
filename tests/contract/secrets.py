"""What a viewer gets must not depend on what it does not know: compares states with their twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import AnyGame, Box, Came, Illegal, Public, Seat, State, Viewer, choices_of, pending, sees
from companion.playtest import Run
from companion.twins import Twin, twins
from tests.contract.case import Case, attempt, encoded, viewers
from tests.contract.fuzz import near_misses, on_offer, readable


def what_reaches(game: AnyGame, state: State, viewer: Viewer) -> dict[str, Any]:
    """Return all that ``viewer`` gets of ``state``, what lies open on the table included."""
    got: dict[str, Any] = {
        "view": game.view(state, viewer),
        "public view": game.view(state, Public()),
        "pages": game.pages(game.view(state, Public())),
        "what the box offers": on_offer(game, state, Box()),
        "clocks": state.clocks,
        "result": game.outcome(state),
        "what chance is asked": _asked(game, state, viewer),
    }
    if isinstance(viewer, Seat):
        got["choices"] = on_offer(game, state, viewer)
    for seat in state.seats:
        got[f"what the box offers for {seat}"] = on_offer(game, state, Box(seat))
        held = game.view(state, Seat(seat)).held
        got[f"how much {seat} holds"] = None if held is None else len(held.lines)
    return got


def _asked(game: AnyGame, state: State, viewer: Viewer) -> Any:
    """What people are asked to tell: the question, and where this viewer sees what comes, its answers."""
    chance = pending(game, state)
    if chance is None:
        return None
    kinds = sorted({kind for bag in (*chance.pile.layers, *chance.dice) for kind in bag.kinds})
    told = state.keeper(chance.component) == "told" and sees(chance.seen, viewer)
    return chance.key, chance.component, chance.seat, sees(chance.seen, viewer), kinds if told else None


def _heard(run: Run | Twin, viewer: Viewer, upto: int) -> list[Any]:
    return [[notice for notice in notices if sees(notice.seen, viewer)] for notices in run.notices[:upto]]


def _pairs(case: Case) -> Iterator[tuple[int, Viewer, Twin]]:
    rng = case.rng
    for at in case.moments:
        everyone = viewers(case.run.states[at])
        for viewer in (everyone[0], *rng.sample(everyone[1:], min(2, len(everyone) - 1))):
            for twin in twins(case.game, case.run, at, viewer, rng, count=2, attempts=30):
                yield at, viewer, twin


def twins_look_the_same(case: Case) -> None:
    """In content, count and size: views, choices, pages, notices, refusals, and what the box offers."""
    for at, viewer, twin in _pairs(case):
        state = case.run.states[at]
        _look_the_same(case.game, state, twin.state, viewer)
        assert _heard(case.run, viewer, at) == _heard(twin, viewer, at), (
            f"{viewer} can tell a state from its twin by what is said:\n"
            f"{_heard(case.run, viewer, at)}\n{_heard(twin, viewer, at)}"
        )
        _refusals_are_the_same(case, state, twin.state, viewer)
        _leaving_shows_nothing(case, state, twin.state, viewer)


def _look_the_same(game: AnyGame, state: State, twin: State, viewer: Viewer) -> None:
    one, other = what_reaches(game, state, viewer), what_reaches(game, twin, viewer)
    for what in one:
        assert encoded(one[what]) == encoded(other[what]), (
            f"{viewer} can tell a state from its twin by {what}:\n{one[what]}\n{other[what]}"
        )


def _leaving_shows_nothing(case: Case, state: State, twin: State, viewer: Viewer) -> None:
    """Who gets up does not show what they are, unless the game then goes on to where all is shown."""
    game, seats = case.game, case.rng.sample(state.seats, 2)
    left, left_twin = (game.settle(msgspec.structs.replace(s, away=tuple(sorted(seats)))) for s in (state, twin))
    known = set(game.known(left, viewer))
    assert known == set(game.known(left_twin, viewer)), f"{viewer} learns something by who gets up"
    if known <= set(game.known(state, viewer)) and game.outcome(left) is None:
        _look_the_same(game, left, left_twin, viewer)


def _refusals_are_the_same(case: Case, state: State, twin: State, viewer: Viewer) -> None:
    rng, game = case.rng, case.game
    own: list[Any] = [Box(), *map(Box, state.seats)]
    if isinstance(viewer, Seat):
        own.append(viewer)
    for actor, command in near_misses(game, state, case.run, rng):
        if actor not in own or not readable(game, command, actor):
            continue
        one, other = attempt(game, state, actor, command), attempt(game, twin, actor, command)
        reasons = [a.reason if isinstance(a, Illegal) else None for a in (one, other)]
        assert reasons[0] == reasons[1], f"{actor} can tell a state from its twin by {command}: {reasons}"


def secrets_have_twins(case: Case) -> None:
    """Right after something happened unseen that could have gone another way, there is a twin in which it did."""
    hidden = [i + 1 for i in range(len(case.run.entries)) if _is_secret(case, i)]
    some = case.rng.sample(hidden, min(len(hidden), 8))
    found = [at for at in some if any(twins(case.game, case.run, at, Public(), case.rng))]
    assert found or not some, f"of {len(some)} moments with secrets not one has a twin"


def _is_secret(case: Case, i: int) -> bool:
    """Tell whether the public did not see what the i-th entry was, and it could have been another."""
    game, before, entry = case.game, case.run.states[i], case.run.entries[i]
    if isinstance(entry.command, Came):
        chance = pending(game, before)
        return chance is not None and not sees(chance.seen, Public()) and chance.only() is None
    if entry.choice is None or entry.choice.public:
        return False
    same = [c for c in choices_of(game, before, entry.actor) if c.question == entry.choice.question]
    return bool(entry.choice.asks) or len(same) > 1


SECRECY = (twins_look_the_same, secrets_have_twins)
