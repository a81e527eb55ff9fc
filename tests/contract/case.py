"""One whole game to look at, and how a law tries things with it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from companion.game import (
    Actor,
    AnyGame,
    Command,
    Illegal,
    Public,
    Seat,
    State,
    Viewer,
)
from companion.playtest import Run
from companion.words import Words

LOOKED_AT = 300
"""Of so many states at most it is asked in which phase they are: longer games are looked at here and there."""


class Case(msgspec.Struct, frozen=True):
    """One whole game to look at, at ``moments`` of it (indices of the run's states)."""

    game: AnyGame
    run: Run
    words: Words
    seed: int
    moments: tuple[int, ...]

    @property
    def states(self) -> tuple[State, ...]:
        return tuple(self.run.states[i] for i in self.moments)

    @property
    def rng(self) -> Random:
        return Random(self.seed)


def case_of(game: AnyGame, run: Run, words: Words, seed: int = 1, each: int = 2, most: int = 12) -> Case:
    """Return the case of ``run``, looked at ``each`` times a phase, ``most`` times in all, first and last included."""
    rng = Random(seed)
    phases: dict[object, list[int]] = {}
    for i in sorted(rng.sample(range(len(run.states)), min(len(run.states), LOOKED_AT))):
        state = run.states[i]
        top = type(state.agenda[0]).__name__ if state.agenda else ""
        phases.setdefault((game.view(state, Public()).phase, top), []).append(i)
    picked = [i for found in phases.values() for i in rng.sample(found, min(each, len(found)))]
    rng.shuffle(picked)
    last = len(run.states) - 1
    return Case(game, run, words, seed, tuple(sorted({0, last, *picked[: most - 2]})))


def viewers(state: State) -> tuple[Viewer, ...]:
    return (Public(), *map(Seat, state.seats))


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def attempt(game: AnyGame, state: State, actor: Actor, command: Command) -> State | Illegal:
    """Return what comes of ``command``: a state or a refusal. Anything else is a fault of the game."""
    before = encoded(state)
    try:
        after: State | Illegal = game.apply(state, actor, command)
    except Illegal as illegal:
        after = illegal
    except Exception as error:
        raise AssertionError(f"{actor} {command} breaks the game: {error!r}") from error
    assert encoded(state) == before, f"{actor} {command} changed the state that it was applied to"
    return after


Law = Callable[[Case], None]
"""What a case must hold to: raises AssertionError where it does not."""
