"""Bots that play whole games from ``choices`` alone: they know no rules, so what they can do, people can do.

``play`` is one game without a table (no journal, no clock, no people): the engine of the contract suite,
of the bench and of ``./tablehand playtest``.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from companion.chance import Dice, Source
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
    Chance,
    Choice,
    Command,
    Expired,
    Illegal,
    Notice,
    Outcome,
    Result,
    Seat,
    SetUp,
    Setup,
    State,
    choices_of,
    fill,
    pending,
)

Policy = Callable[[State, Actor, tuple[Choice, ...], Random], tuple[Choice, dict[str, Any]]]
"""How a bot picks: one of the choices on offer (never none) and its answers."""


class Stuck(RuntimeError):
    """A game that nobody can go on with, or that does not end: a fault of its rules. ``state`` is where."""

    def __init__(self, why: str, state: State) -> None:
        super().__init__(f"{why}: {msgspec.json.encode(state).decode()}")
        self.state = state


class Entry(msgspec.Struct, frozen=True):
    """One accepted command: who, what, and the choice that offered it (none for chance and clocks)."""

    actor: Actor
    command: Command
    choice: Choice | None = None


class Run(msgspec.Struct, frozen=True):
    """A whole game, dealt from ``setup``.

    ``entries[i]`` leads from ``states[i]`` to ``states[i + 1]`` and gives rise to ``notices[i]``.
    """

    setup: Setup
    states: tuple[State, ...]
    entries: tuple[Entry, ...]
    notices: tuple[tuple[Notice, ...], ...]
    result: Result


def answer(ask: AnyAsk, rng: Random) -> Any:
    """Return a random answer that fits ``ask``."""
    match ask:
        case AskNumber():
            return rng.randint(ask.low, ask.high)
        case AskCode():
            return "".join(rng.choices("0123456789", k=rng.randint(ask.least, ask.most)))
        case AskOne():
            return rng.choice(ask.options).value
        case AskSome():
            places = rng.sample(range(len(ask.options)), rng.randint(ask.least, ask.most))
            return tuple(ask.options[i].value for i in sorted(places))
        case AskOrder():
            picked = rng.choices(ask.options, k=ask.length) if ask.repeats else rng.sample(ask.options, ask.length)
            return tuple(option.value for option in picked)
        case AskEach():
            return tuple(tuple(_picks(ask, seat, rng)) for seat in ask.who)
        case AskText():
            return rng.choice(("", "Zoë 7"[: ask.most].strip()))


def _picks(ask: AskEach, seat: int, rng: Random) -> list[int]:
    others = [seat_ for seat_ in ask.options if seat_ != seat]
    return rng.sample(others, min(len(others), rng.randint(0, ask.most)))


def answers(choice: Choice, rng: Random) -> dict[str, Any]:
    """Return random answers, by field, for everything that ``choice`` leaves open."""
    return {ask.field: answer(ask, rng) for ask in choice.asks}


def anyhow(
    state: State,  # noqa: ARG001 - a policy
    actor: Actor,  # noqa: ARG001 - a policy
    choices: tuple[Choice, ...],
    rng: Random,
) -> tuple[Choice, dict[str, Any]]:
    """Pick any choice, any answers: the policy of a bot that knows nothing."""
    choice = rng.choice(choices)
    return choice, answers(choice, rng)


def start(game: AnyGame, seats: tuple[int, ...], rng: Random, last: State | None = None) -> tuple[Setup, State]:
    """Return a random way to start with ``seats``, and the state it gives.

    Options that are offered one by one and do not go together are drawn again. Raises ValueError when the
    game offers these seats no way to start, or refused 200 draws in a row.
    """
    ways = game.setups(seats, last)
    if not ways:
        raise ValueError(f"{game.meta.key} offers no way to start with {len(seats)} players")
    refused: Illegal | None = None
    for _ in range(200):
        choice = rng.choice(ways)
        options = fill(choice, answers(choice, rng))
        assert isinstance(options, SetUp), f"{choice.id} sets nothing up"
        setup = Setup(seats=seats, options=options)
        try:
            return setup, game.new(setup)
        except Illegal as illegal:
            refused = illegal
    raise ValueError(f"{game.meta.key} refuses what it offers to start with: {refused}")


def play(
    game: AnyGame,
    setup: Setup,
    rng: Random,
    *,
    source: Source | None = None,
    policy: Policy = anyhow,
    scribe: float = 0.0,
    fixes: float = 0.0,
    haste: float = 0.02,
    most: int = 10_000,
    begin: State | None = None,
) -> Run:
    """Play one whole game, from ``setup`` to its outcome.

    ``source`` decides chance (honestly, by ``rng``, when none is given). ``scribe`` is how often (0 to 1)
    the box enters for a seat what is public anyway, ``fixes`` how often somebody corrects a number by hand,
    ``haste`` how often a running clock runs out while there is still something to do. ``begin``
    goes on from a state in mid-game instead. Raises Stuck when nobody can go on, when what was
    offered is refused, and after ``most`` commands.
    """
    source = source or Dice(rng)
    state = begin or game.new(setup)
    states = [state]
    entries: list[Entry] = []
    notices: list[tuple[Notice, ...]] = []
    while (result := game.outcome(state)) is None:
        if len(entries) >= most:
            raise Stuck(f"{game.meta.key} has not ended after {most} commands", state)
        entry = _next(game, state, rng, source, policy, scribe, fixes, haste)
        try:
            after = game.apply(state, entry.actor, entry.command)
        except Illegal as illegal:
            why = f"{game.meta.key} refuses what it offered ({entry.actor} {entry.command}: {illegal.reason})"
            raise Stuck(why, state) from illegal
        notices.append(game.tell(state, entry.actor, entry.command, after))
        entries.append(entry)
        states.append(after)
        state = after
    return Run(setup, tuple(states), tuple(entries), tuple(notices), result)


def _next(
    game: AnyGame,
    state: State,
    rng: Random,
    source: Source,
    policy: Policy,
    scribe: float,
    fixes: float,
    haste: float,
) -> Entry:
    if chance := pending(game, state):
        return Entry(Outcome(), Came(chance.key, _came(chance, source)))
    clocks = [clock.key for clock in state.clocks if clock.running and clock.length is not None]
    if clocks and rng.random() < haste:
        return Entry(Outcome(), Expired(rng.choice(clocks)))
    if fixes and rng.random() < fixes and (choices := game.corrections(state)):
        choice = rng.choice(choices)
        return Entry(Box(), fill(choice, answers(choice, rng)), choice)
    for actor, choices in _on_offer(game, state, rng):
        choice, given = policy(state, actor, choices, rng)
        by_box = isinstance(actor, Seat) and choice.public and rng.random() < scribe
        return Entry(Box(actor.seat) if by_box else actor, fill(choice, given), choice)
    if clocks:
        return Entry(Outcome(), Expired(rng.choice(clocks)))
    raise Stuck(f"{game.meta.key} waits for nobody, and is not over", state)


def _came(chance: Chance, source: Source) -> tuple[str, ...]:
    only = chance.only()
    return source.decide(chance) if only is None else only


def _on_offer(game: AnyGame, state: State, rng: Random) -> Iterator[tuple[Actor, tuple[Choice, ...]]]:
    """Everyone who has something to do, in random order; for who is away the box does what is public."""
    actors: list[Actor] = [Box(s) if s in state.away else Seat(s) for s in state.seats]
    actors.append(Box())
    rng.shuffle(actors)
    for actor in actors:
        if choices := choices_of(game, state, actor):
            yield actor, choices


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What many games came to.

    ``wins`` counts for each seat the games that it won, alone or with others; ``nobody`` and ``shared``
    the games without a winner and with several. Lengths are in commands, chance and clocks included.
    """

    game: str
    players: int
    seed: int
    games: int
    wins: tuple[tuple[int, int], ...]
    nobody: int
    shared: int
    shortest: int
    median: int
    longest: int
    commands: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds if self.seconds else float("inf")


def playtest(
    game: AnyGame,
    games: int,
    players: int,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    policy: Policy = anyhow,
) -> Summary:
    """Play ``games`` games of ``players`` bots one after the other, as one evening, and count.

    Equal seeds play equal games. ``progress`` hears after each game how many are played. Raises ValueError
    when so many cannot play, Stuck when a game does not end.
    """
    if games < 1:
        raise ValueError("at least one game")
    if not game.meta.least <= players <= game.meta.most:
        raise ValueError(f"{game.meta.key} is for {game.meta.least} to {game.meta.most} players")
    rng = Random(seed)
    seats = tuple(range(1, players + 1))
    wins: Counter[int] = Counter()
    winners: Counter[int] = Counter()
    lengths: list[int] = []
    last: State | None = None
    began = time.perf_counter()
    for played in range(1, games + 1):
        setup, _ = start(game, seats, rng, last)
        run = play(game, setup, rng, policy=policy)
        last = run.states[-1]
        lengths.append(len(run.entries))
        wins.update(run.result.winners)
        winners[len(run.result.winners)] += 1
        progress(played)
    seconds = time.perf_counter() - began
    lengths.sort()
    return Summary(
        game=game.meta.key,
        players=players,
        seed=seed,
        games=games,
        wins=tuple((seat, wins[seat]) for seat in seats),
        nobody=winners[0],
        shared=games - winners[0] - winners[1],
        shortest=lengths[0],
        median=lengths[games // 2],
        longest=lengths[-1],
        commands=sum(lengths),
        seconds=seconds,
    )
