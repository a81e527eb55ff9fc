"""Noughts and crosses: all that a game has to say, on the keypad's own nine squares."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game.actor import Actor, Box, Public, Seat, Viewer
from companion.game.choice import AskOne, Choice, Option
from companion.game.command import Command, SetUp
from companion.game.errors import Illegal
from companion.game.page import Lines, Page
from companion.game.rules import Game, Meta, Setup, State, Title
from companion.game.text import Text, Who, plain, say
from companion.game.view import Notice, Result, Score, View

ROWS = ((7, 8, 9), (4, 5, 6), (1, 2, 3))
LINES = (*ROWS, *zip(*ROWS, strict=True), (7, 5, 3), (9, 5, 1))


class Begin(SetUp, frozen=True, tag="tictactoe-setup"):
    first: int


class Mark(Command, frozen=True, tag="mark"):
    square: int


class Board(State, frozen=True, kw_only=True):
    first: int
    marks: tuple[int, ...] = ()  # squares in the order in which they were taken

    def turn(self) -> int:
        return self.left_of(self.first, len(self.marks))

    def line(self) -> bool:
        """Tell whether whoever moved last has three in a row."""
        return any(set(line).issubset(self.marks[::-2]) for line in LINES)

    def free(self) -> tuple[int, ...]:
        return () if self.line() else tuple(s for s in range(1, 10) if s not in self.marks)


class Sight(View, frozen=True, kw_only=True):
    rows: tuple[str, ...]


class TicTacToe(Game[Board, Sight, Mark]):
    meta = Meta(key="tictactoe", name=say("tictactoe.name"), least=2, most=2)
    state_type, setup_type = Board, Begin
    seat_commands = Mark

    def setups(self, seats: tuple[int, ...], last: Board | None) -> tuple[Choice, ...]:
        begin = Begin(first=last.left_of(last.first) if last else seats[0])
        return (Choice(id="usual", question="setup", command=begin, label=say("tictactoe.usual")),)

    def new(self, setup: Setup) -> Board:
        if not isinstance(setup.options, Begin) or setup.options.first not in setup.seats:
            raise Illegal(say("tictactoe.nobody"))
        return Board(seats=setup.seats, keepers=setup.keepers, first=setup.options.first)

    def act(self, state: Board, actor: Actor, choice: Choice, command: Mark) -> Board:
        return replace(state, marks=(*state.marks, command.square))

    def why_not(self, state: Board, actor: Actor, command: Command) -> Text:
        return say("tictactoe.no")

    def choices(self, state: Board, actor: Seat | Box) -> tuple[Choice, ...]:
        if actor.seat != state.turn() or not state.free():
            return ()
        squares = tuple(Option(value=s, label=plain(str(s)), digit=s) for s in state.free())
        ask = AskOne(field="square", label=say("tictactoe.where"), options=squares)
        mark = say("tictactoe.mark")
        return (Choice(id="mark", question="turn", command=Mark(0), label=mark, asks=(ask,)),)

    def view(self, state: Board, viewer: Viewer) -> Sight:
        owner = dict(zip(state.marks, "XO" * 5, strict=False))
        result = self.outcome(state)
        prompt = result.why if result else say("tictactoe.turn", seat=Who(state.turn()))
        rows = tuple(" ".join(owner.get(s, "·") for s in row) for row in ROWS)
        return Sight(phase="over" if result else "play", prompt=prompt, rows=rows)

    def tell(self, before: Board, actor: Actor, command: Command, after: Board) -> tuple[Notice, ...]:
        return (Notice(text=self.view(after, Public()).prompt, aloud=True, tone="turn"),)

    def pages(self, view: Sight) -> tuple[Page, ...]:
        return (Page(key="board", widgets=(Lines((*map(plain, view.rows), view.prompt)),)),)

    def outcome(self, state: Board) -> Result | None:
        if state.free():
            return None
        last = state.left_of(state.first, len(state.marks) - 1)
        why = say("tictactoe.won", seat=Who(last)) if state.line() else say("tictactoe.drawn")
        winners = (last,) if state.line() else ()
        return Result(winners, tuple(Score(s, int(s in winners), why) for s in state.seats), why)


TITLE = Title(TicTacToe.meta, lambda _: TicTacToe())
