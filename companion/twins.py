"""Twins of a state: what else could be the case, for all that one viewer knows.

A game keeps its secrets when nothing that this viewer gets differs between a state and its twins: then what
it gets cannot depend on what it does not know. ``twins`` makes them by replaying a game from its deal.

Exactly this is held fast, and so taken as known to the viewer:

- how the game was set up, and who acted in which order, draws and clocks that ran out included;
- every command whose choice was ``public``, and every correction, by whomever;
- every command of the viewer's own seat;
- what came of each draw or roll that the viewer is among those who see (``Draw.seen``);
- what ``Game.known(state, viewer)`` names, asked of the state looked at (learned late, known from the start):
  keys of draws, and secret commands by their tag or by the question that they answered.

Everything else is drawn again: other results of draws out of what the pile then can give, other secret
commands out of what that seat was then offered as an answer to the same question. A replay in which
something held fast could not have happened is thrown away; that is how hands, say, come to agree with what
was shown of them. Nothing is weighed: every twin could be the case, but twins are not drawn with the odds
of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from companion.chance import Dice
from companion.game import (
    AnyGame,
    Came,
    Choice,
    Illegal,
    Notice,
    Outcome,
    Seat,
    State,
    Viewer,
    choices_of,
    fill,
    offered,
    pending,
    sees,
    tag_of,
)
from companion.playtest import Entry, Run, answers

STAYS = (0.0, 0.5, 0.85)
"""How often, attempt by attempt, something unknown stays as it was: few changes fit where many do not."""


class Twin(msgspec.Struct, frozen=True):
    """Another way in which the same could be seen: as a Run, up to the state looked at.

    ``states`` and ``notices`` go with those of the Run, index by index.
    """

    states: tuple[State, ...]
    entries: tuple[Entry, ...]
    notices: tuple[tuple[Notice, ...], ...]

    @property
    def state(self) -> State:
        """The twin itself."""
        return self.states[-1]


def twins(
    game: AnyGame,
    run: Run,
    at: int,
    viewer: Viewer,
    rng: Random,
    count: int = 1,
    attempts: int = 60,
) -> Iterator[Twin]:
    """Give up to ``count`` twins, for ``viewer``, of ``run.states[at]`` that are not equal to it.

    Gives fewer, maybe none, when ``attempts`` replays did not find them: where the viewer knows everything
    there are none. Raises IndexError when the run has no such state.
    """
    original = run.states[at]
    known = frozenset(game.known(original, viewer))
    open_ = [i for i in range(at) if _unknown(game, run.states[i], run.entries[i], viewer, known)]
    found = 0
    for attempt in range(attempts if open_ else 0):
        if found >= count:
            return
        twin = _replay(game, run, at, open_[0], frozenset(open_), rng, STAYS[attempt % len(STAYS)], viewer)
        if twin and twin.state != original:
            found += 1
            yield twin


def has_secrets(game: AnyGame, run: Run, at: int, viewer: Viewer) -> bool:
    """Tell whether anything that happened before ``run.states[at]`` is unknown to ``viewer`` there."""
    known = frozenset(game.known(run.states[at], viewer))
    return any(_unknown(game, run.states[i], run.entries[i], viewer, known) for i in range(at))


def _unknown(game: AnyGame, before: State, entry: Entry, viewer: Viewer, known: frozenset[str]) -> bool:
    match entry.actor, entry.command:
        case Outcome(), Came(key):
            chance = pending(game, before)
            return chance is not None and not sees(chance.seen, viewer) and key not in known
        case Seat(), command if entry.actor != viewer:
            choice = entry.choice or offered(choices_of(game, before, entry.actor), entry.actor, command)
            return choice is not None and not choice.public and not known & {choice.question, tag_of(command)}
        case _:
            return False


def _replay(
    game: AnyGame,
    run: Run,
    at: int,
    first: int,
    unknown: frozenset[int],
    rng: Random,
    stay: float,
    viewer: Viewer,
) -> Twin | None:
    """Replay the run from its first unknown entry; None when something that is held fast could not happen."""
    state = run.states[first]
    states, entries = [*run.states[: first + 1]], [*run.entries[:first]]
    for i in range(first, at):
        entry = run.entries[i]
        as_it_was = state is run.states[i]  # nothing has gone another way so far
        if i in unknown:
            keep = rng.random() < stay
            other = entry if keep and as_it_was else _another(game, state, entry, rng, keep, viewer)
            if other is None:
                return None
            entry = other
        elif not _can_happen(game, run.states[i], state, entry, viewer):
            return None
        try:
            again = as_it_was and entry is run.entries[i]
            after = run.states[i + 1] if again else game.apply(state, entry.actor, entry.command)
        except Illegal:
            return None
        entries.append(entry)
        states.append(after)
        state = after
    # What is told of it comes last: most replays are thrown away before they get here.
    told = (game.tell(states[i], entries[i].actor, entries[i].command, states[i + 1]) for i in range(first, at))
    return Twin(tuple(states), tuple(entries), (*run.notices[:first], *told))


def _can_happen(game: AnyGame, before: State, state: State, entry: Entry, viewer: Viewer) -> bool:
    """Tell whether ``entry``, which followed ``before``, can follow ``state`` and look the same."""
    match entry.actor, entry.command:
        case Outcome(), Came(key, items):
            was, chance = pending(game, before), pending(game, state)
            return (
                was is not None
                and chance is not None
                and chance.key == key
                and sees(chance.seen, viewer) == sees(was.seen, viewer)
                and chance.possible(items)
            )
        case Outcome(), _:
            return True
        case _:
            return pending(game, state) is None  # where it is not on offer, ``apply`` refuses it


def _another(game: AnyGame, state: State, entry: Entry, rng: Random, keep: bool, viewer: Viewer) -> Entry | None:
    """Return what could have happened instead of ``entry`` (to ``keep`` it: itself); None when it is no time for it."""
    if isinstance(entry.command, Came):
        chance = pending(game, state)
        if chance is None or chance.key != entry.command.key or sees(chance.seen, viewer):
            return None
        if keep and chance.possible(entry.command.items):
            return entry
        return Entry(Outcome(), Came(chance.key, Dice(rng).decide(chance)))
    choices = choices_of(game, state, entry.actor)
    if keep and offered(choices, entry.actor, entry.command):
        return entry
    question = entry.choice.question if entry.choice else None
    same: list[Choice] = [c for c in choices if not c.public and question in (None, c.question)]
    if not same:
        return None
    choice = rng.choice(same)
    return Entry(entry.actor, fill(choice, answers(choice, rng)), choice)
