"""Bots at a table without a table: whole quests through the game's own choices, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from companion.chance import Dice
from companion.game import Actor, Box, Came, Command, Illegal, Outcome, Public, Seat, Setup, fill, pending
from companion.games.freelancers.bots import Bots
from companion.games.freelancers.choices import wanted
from companion.games.freelancers.commands import FreelancersSetup
from companion.games.freelancers.rules import Freelancers
from companion.games.freelancers.state import FreelancersState, Rolled
from companion.games.freelancers.votes import asked
from companion.playtest import Stuck

MOST = 20_000
"""A quest that takes more commands than this hangs."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one quest.

    ``ending``: the key of the ending, or ``loss``: why the party lost. ``deaths``: wounds that found no free heart.
    ``read`` are the entries that were read, by code, each once. ``xp`` is what each player had at the end.
    """

    players: int
    number: int
    ending: str
    loss: str
    rounds: int
    places: int
    level: int
    wounds: int
    deaths: int
    xp: tuple[int, ...]
    titles: int
    commands: int
    read: tuple[str, ...]

    @property
    def won(self) -> bool:
        """Whether the quest was completed."""
        return bool(self.ending)


def play(game: Freelancers, quest: str, players: int, seed: int, number: int = 0) -> Played:
    """Play one whole quest with bots. Equal seeds and numbers play equal games, whatever was played before.

    Raises Stuck when nobody can go on, when what was offered is refused, and after MOST commands.
    """
    rng = Random(f"{seed} {players} {number}")
    source = Dice(rng)
    bots = Bots(rng.randrange)
    state = game.new(Setup(seats=tuple(range(1, players + 1)), options=FreelancersSetup(quest=quest)))
    commands = deaths = 0
    while state.stage != "over":
        if commands >= MOST:
            raise Stuck(f"{quest} has not ended after {MOST} commands", state)
        if chance := pending(game, state):
            only = chance.only()
            now: list[tuple[Actor, Command]] = [
                (Outcome(), Came(chance.key, source.decide(chance) if only is None else only))
            ]
        else:
            now = turns(game, state, bots)
        for actor, command in now:
            try:
                after = game.apply(state, actor, command)
            except Illegal as illegal:
                raise Stuck(
                    f"{quest} refuses what it offered ({actor} {command}: {illegal.reason})", state
                ) from illegal
            commands += 1
            if after.wounds != state.wounds:
                deaths += max(0, _loose(game, after) - _loose(game, state))
            state = after
    return Played(
        players=players,
        number=number,
        ending=state.ending,
        loss="" if state.ending else state.lost or "fail",
        rounds=state.begun,
        places=len(state.visited),
        level=state.level,
        wounds=game.printed.boards_of(state).wounds - state.wounds,
        deaths=deaths,
        xp=tuple(player.xp for player in state.players),
        titles=sum(len(player.titles) for player in state.players),
        commands=commands,
        read=state.read,
    )


def _loose(game: Freelancers, state: FreelancersState) -> int:
    """Return how many wounds are neither on the wound track nor on anybody's hearts: those in bag and risk tracks."""
    held = sum(player.wounds + sum(item.wounds for item in player.items) for player in state.players)
    return game.printed.boards_of(state).wounds - state.wounds - held


def turns(game: Freelancers, state: FreelancersState, bots: Bots) -> list[tuple[Actor, Command]]:
    """Return what is done next: by one player, or by all who vote. Raises Stuck where nobody does anything."""
    found: list[tuple[Actor, Command]] = []
    voting = _voters(state)
    view = None
    top = state.agenda[0] if state.agenda else None
    if isinstance(top, Rolled) and (stands := bots.obvious(game.choices(state, Seat(top.seat)))) is not None:
        return [(Seat(top.seat), stands.command)]
    for actor in _asked(state):
        choices = game.choices(state, actor)
        if not choices:
            continue
        # A page need not be drawn for what is obvious, which is most of the work; but codes that are told are heard.
        quiet = bots.obvious(choices) if state.stage != "setup" else None
        if quiet is not None and len(state.shown) < 2:
            return [(actor, quiet.command)]
        # The page looks the same to all of them; only whose turn it is stands there in other words.
        view = view or game.view(state, actor if isinstance(actor, Seat) else Public())
        picked = bots.pick(view, actor.number if isinstance(actor, Seat) else 0, choices)
        if picked is not None:
            found.append((actor, fill(*picked)))
            if not voting:
                return found
    if not found:
        raise Stuck("nobody does anything, and it is not over", state)
    return found


def _voters(state: FreelancersState) -> tuple[int, ...]:
    need = asked(state)
    return need.electors if need is not None and not need.seat else ()


def _asked(state: FreelancersState) -> Iterator[Seat | Box]:
    """Yield whom play waits for, in order; who may help with a check comes before whose check it is."""
    if voters := _voters(state):
        yield from map(Seat, voters)
        return
    top = state.agenda[0] if state.agenda else None
    if isinstance(top, Rolled):
        yield from (Seat(seat) for seat in state.order if seat != top.seat)
    seat = wanted(state)
    if seat:
        yield Seat(seat)
        return
    yield from map(Seat, state.seats)
    yield Box()
