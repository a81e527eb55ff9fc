"""What a commit keeps of the table, and how it is read again."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.chance import Owed
from companion.evening import Evening
from companion.game import Actor, AnyGame, Box, Came, Command, Expired, Keep, Keeping, Outcome, Result, Seat, State

_ACTORS: msgspec.json.Decoder[Actor] = msgspec.json.Decoder(Seat | Box | Outcome)


class Opened(msgspec.Struct, frozen=True):
    """The questions that are open to ``seats`` alike (0 = the table): of each the row at which it opened."""

    seats: tuple[int, ...]
    rows: dict[str, int]


class OpenedToOne(msgspec.Struct, frozen=True):
    """An open question as moments had it before ``Opened``: to whom, its name, the row at which it opened."""

    seat: int
    name: str
    row: int


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A moment as the journal keeps it. ``game`` numbers the games of this journal, 0 = between games.

    ``games`` have begun so far; ``asked`` are the open questions (``opened`` in older moments), ``owed`` the outcomes
    that undo owes. ``packs`` names the content of the game's packs, ``state`` is the game's state in JSON.
    """

    evening: Evening
    game: int = 0
    games: int = 0
    title: str = ""
    packs: str = ""
    state: msgspec.Raw = msgspec.Raw(b"null")
    asked: tuple[Opened, ...] = ()
    opened: tuple[OpenedToOne, ...] = ()
    owed: tuple[Owed, ...] = ()

    @property
    def questions(self) -> tuple[Opened, ...]:
        """The open questions, however this moment has them."""
        rows: dict[int, dict[str, int]] = {}
        for question in self.opened:
            rows.setdefault(question.seat, {})[question.name] = question.row
        return (*self.asked, *(Opened((seat,), each) for seat, each in rows.items()))


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """The table between two commands, decoded: what a command turns into the next one."""

    evening: Evening = Evening()
    game: int = 0
    games: int = 0
    title: str = ""
    packs: str = ""
    rules: AnyGame | None = None
    state: State | None = None
    opened: tuple[Opened, ...] = ()
    owed: tuple[Owed, ...] = ()

    @property
    def result(self) -> Result | None:
        """How the running game ended, if it did."""
        return self.rules.outcome(self.state) if self.rules is not None and self.state is not None else None

    def stored(self) -> bytes:
        """Return this moment as the journal keeps it."""
        return msgspec.json.encode(
            Stored(
                evening=self.evening,
                game=self.game,
                games=self.games,
                title=self.title,
                packs=self.packs,
                state=msgspec.Raw(b"null" if self.state is None else msgspec.json.encode(self.state)),
                asked=self.opened,
                owed=self.owed,
            )
        )


def decode_state(rules: AnyGame, raw: bytes) -> State:
    """Return the state in ``raw``; this also validates it. Raises msgspec.ValidationError."""
    return msgspec.json.decode(raw, type=rules.state_type)


def decode_actor(raw: bytes) -> Actor:
    """Return the actor of an entry."""
    return _ACTORS.decode(raw)


class Absent(Command, frozen=True, tag="absent"):
    """The table tells a game whose players are away."""

    away: tuple[int, ...]


def decode_command(rules: AnyGame, actor: Actor, raw: bytes) -> Command:
    """Return the command of a game's entry, by what this actor may send. Raises msgspec.ValidationError."""
    command: Command = msgspec.json.decode(raw, type=kinds_of(rules, actor))
    return command


def kinds_of(rules: AnyGame, actor: Actor) -> Any:
    """Return the union of the commands that ``actor`` may send in a game."""
    if isinstance(actor, Outcome):
        return Came | Expired
    return rules.seat_commands if actor.seat is not None else rules.box_commands | rules.seat_commands | Keep | Absent


def enter(rules: AnyGame, state: State, actor: Actor, command: Command) -> State:
    """Return the state after ``command``, be it the game's or one of the two that every game has."""
    match command:
        case Keep(component, keeper):
            others = tuple(k for k in state.keepers if k.component != component)
            kept: State = rules.settle(msgspec.structs.replace(state, keepers=(*others, Keeping(component, keeper))))
            return kept
        case Absent(away):
            settled: State = rules.settle(msgspec.structs.replace(state, away=away))
            return settled
        case _:
            after: State = rules.apply(state, actor, command)
            return after
