"""Commands that are nearly right: other people's, other values, one too many, of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.chance import Dice
from companion.game import (
    Actor,
    AnyAsk,
    AnyGame,
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    Box,
    Came,
    Choice,
    Command,
    Expired,
    Outcome,
    Seat,
    State,
    choices_of,
    fill,
    fits,
    pending,
)
from companion.playtest import Run, answers

ODD: tuple[Any, ...] = (None, "x", "", -1, 0, 99, 1.5, (), ("x",), ((),), ((1, 2),), "²", "٣", "1\n", True)
"""Values of many types, none of which is right everywhere."""


def actors(state: State) -> tuple[Actor, ...]:
    """Return everyone who may send something: each seat, the box for each, the box for the table."""
    return (*map(Seat, state.seats), *map(Box, state.seats), Box())


def on_offer(game: AnyGame, state: State, actor: Actor) -> tuple[Choice, ...]:
    """Return all that the Table would let ``actor`` do, corrections included."""
    choices = choices_of(game, state, actor)
    return (*choices, *game.corrections(state)) if actor == Box() else choices


def ends(ask: AnyAsk) -> tuple[Any, ...]:
    """Return the extreme answers that fit ``ask``."""
    match ask:
        case AskNumber():
            return ask.low, ask.high
        case AskCode():
            return "0" * ask.least, "9" * ask.most
        case AskOne():
            return ask.options[0].value, ask.options[-1].value
        case AskSome():
            values = tuple(option.value for option in ask.options)
            return values[: ask.least], values[len(values) - ask.most :]
        case AskOrder():
            values = tuple(option.value for option in ask.options)
            return values[: ask.length], values[::-1][: ask.length]
        case AskEach():
            others = [tuple(o for o in ask.options if o != seat) for seat in ask.who]
            return tuple(() for _ in ask.who), tuple(o[: ask.most] for o in others)
        case AskText():
            return "", "W" * ask.most


def beyond(ask: AnyAsk) -> tuple[Any, ...]:
    """Return answers that just do not fit ``ask``."""
    match ask:
        case AskNumber():
            near: tuple[Any, ...] = (ask.low - 1, ask.high + 1)
        case AskCode():
            near = ("0" * (ask.least - 1), "0" * (ask.most + 1), "１" * ask.least, "-" * ask.least)
        case AskOne():
            near = ("no such", 77)
        case AskSome():
            values = tuple(option.value for option in ask.options)
            near = (values[: ask.least - 1], values[: ask.most + 1], values[:1] * 2, ("no such",))
        case AskOrder():
            values = tuple(option.value for option in ask.options)
            near = (values[1:], (*values, values[0]), (*values[1:], "no such"))
        case AskEach():
            others = [tuple(o for o in ask.options if o != seat) for seat in ask.who]
            near = (
                tuple((seat,) for seat in ask.who),
                tuple((*o[: ask.most], *o[:1]) for o in others),
                ((),) * (len(ask.who) + 1),
                tuple((77,) for _ in ask.who),
            )
        case AskText():
            near = ("W" * (ask.most + 1), " W", "W\n", "W\u200d", "\rW")
    return tuple(value for value in (*near, *ODD) if not fits(ask, value))


def near_misses(game: AnyGame, state: State, run: Run, rng: Random) -> Iterator[tuple[Actor, Command]]:
    """Give commands that may well not be on offer in ``state``, each with who would send it."""
    everyone = actors(state)
    offers = [(actor, choice) for actor in everyone for choice in on_offer(game, state, actor)]
    for _, choice in rng.sample(offers, min(len(offers), 12)):
        yield rng.choice(everyone), fill(choice, answers(choice, rng))
    for entry in rng.sample(run.entries, min(len(run.entries), 12)):
        yield rng.choice(everyone), entry.command
        yield entry.actor, entry.command
    for actor, choice in rng.sample(offers, min(len(offers), 12)):
        given = answers(choice, rng)
        ready = fill(choice, given)
        for ask in choice.asks:
            for value in rng.sample(beyond(ask), 4):
                yield actor, msgspec.structs.replace(ready, **{ask.field: value})
        for name in ready.__struct_fields__:
            if name not in given:
                for value in rng.sample(ODD, 4):
                    yield actor, msgspec.structs.replace(ready, **{name: value})
    yield from _chances(game, state, run, rng)
    yield from _clocks(state, rng)


def _chances(game: AnyGame, state: State, run: Run, rng: Random) -> Iterator[tuple[Actor, Command]]:
    came = [entry.command for entry in run.entries if isinstance(entry.command, Came)]
    for command in rng.sample(came, min(len(came), 3)):
        yield Outcome(), command
    if chance := pending(game, state):
        items = Dice(rng).decide(chance)
        yield rng.choice(actors(state)), Came(chance.key, items)
        yield Outcome(), Came(chance.key + "'", items)
        yield Outcome(), Came(chance.key, (*items, *items, "no such"))
        yield Outcome(), Came(chance.key, ("no such", *items[1:]))
        yield Outcome(), Came(chance.key, items[1:] if items else ("no such",))
    yield Outcome(), Came("no such", ("1",))


def _clocks(state: State, rng: Random) -> Iterator[tuple[Actor, Command]]:
    yield Outcome(), Expired("no such")
    for clock in state.clocks:
        yield rng.choice(actors(state)), Expired(clock.key)
        if not clock.running:
            yield Outcome(), Expired(clock.key)


def readable(game: AnyGame, command: Command, *actors: Actor) -> bool:
    """Tell whether ``command`` could arrive at all: whether it decodes as one of what these ``actors`` may send."""
    return any(_decodes(command, _union(game, actor)) for actor in actors)


def _union(game: AnyGame, actor: Actor) -> Any:
    match actor:
        case Seat() | Box(int()):
            return game.seat_commands
        case Box():
            return game.box_commands
        case Outcome():
            return Came | Expired


def _decodes(command: Command, union: Any) -> bool:
    try:
        return bool(msgspec.json.decode(msgspec.json.encode(command), type=union) == command)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
