"""Pig: throw one or two dice as often as you dare; a one loses what the turn brought.

Exercises a Roll in all three keepings, a pick on the way to a throw, a clock, and numbers set by hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import (
    Actor,
    AskNumber,
    Big,
    Box,
    Came,
    Chance,
    Choice,
    Clock,
    Command,
    Component,
    Dial,
    Dials,
    Draw,
    Face,
    Game,
    Illegal,
    Lines,
    Meta,
    Notice,
    Page,
    Public,
    Result,
    Roll,
    Score,
    Seat,
    SetUp,
    Setup,
    State,
    Title,
    Track,
    View,
    Viewer,
    Who,
    say,
)
from companion.pile import Bag

SIX = Bag.of("123456")


class Stakes(SetUp, frozen=True, tag="pig-setup"):
    target: int


class Take(Command, frozen=True, tag="take"):
    """Take so many dice in hand; none = put them down again."""

    dice: int


class Throw(Command, frozen=True, tag="throw"):
    pass


class Bank(Command, frozen=True, tag="bank"):
    """End the turn. ``points`` counts where the box did not see the dice."""

    points: int = 0


class Skip(Command, frozen=True, tag="skip"):
    pass


class SetScore(Command, frozen=True, tag="score"):
    seat: int
    score: int


class Sty(State, frozen=True, kw_only=True):
    agenda: tuple[Roll, ...] = ()
    target: int
    scores: tuple[int, ...]
    turn: int
    pot: int = 0
    dice: int = 0
    throws: int = 0

    def score(self, seat: int) -> int:
        return self.scores[self.seats.index(seat)]

    def with_score(self, seat: int, score: int) -> Sty:
        scores = (score if s == seat else old for s, old in zip(self.seats, self.scores, strict=True))
        return replace(self, scores=tuple(scores))

    def over(self) -> bool:
        return max(self.scores) >= self.target

    def next_turn(self, points: int) -> Sty:
        """End the turn with ``points``; the clock starts afresh for who comes next."""
        after = replace(self.with_score(self.turn, self.score(self.turn) + points), pot=0, dice=0)
        clock = replace(self.clock("turn"), start=self.clock("turn").start + 1, running=not after.over())
        return replace(after, turn=self.left_of(self.turn), clocks=(clock,))

    def running(self, on: bool) -> Sty:
        return replace(self, clocks=(replace(self.clock("turn"), running=on),))


class Trough(View, frozen=True, kw_only=True):
    turn: int
    pot: int
    dice: int
    target: int
    scores: tuple[tuple[int, int], ...]


class Pig(Game[Sty, Trough, Take | Throw | Bank | Skip | SetScore]):
    meta = Meta(
        key="pig",
        name=say("pig.name"),
        least=2,
        most=6,
        components=(Component(key="dice", label=say("pig.dice"), keepers=("app", "told", "unseen"), beside="unseen"),),
    )
    state_type, setup_type = Sty, Stakes
    seat_commands = Take | Throw | Bank
    box_commands = Skip | SetScore

    def setups(self, seats: tuple[int, ...], last: Sty | None) -> tuple[Choice, ...]:
        target = AskNumber(field="target", label=say("pig.target"), low=3, high=20, start=10)
        usual = Stakes(target=last.target if last else 10)
        return (
            Choice(id="usual", question="setup", command=usual, label=say("pig.usual", n=usual.target)),
            Choice(id="other", question="setup", command=usual, label=say("pig.other"), asks=(target,)),
        )

    def new(self, setup: Setup) -> Sty:
        if not isinstance(setup.options, Stakes):
            raise Illegal(say("pig.no"))
        return Sty(
            seats=setup.seats,
            keepers=setup.keepers,
            clocks=(Clock(key="turn", length=30, running=True, cues=(10,)),),
            target=setup.options.target,
            scores=(0,) * len(setup.seats),
            turn=setup.seats[0],
        )

    def act(self, state: Sty, actor: Actor, choice: Choice, command: Take | Throw | Bank | Skip | SetScore) -> Sty:
        match command:
            case Take(dice):
                return replace(state, dice=dice)
            case Throw():
                throws = state.throws + 1
                roll = Roll(f"throw.{throws}", "dice", ("d6",) * state.dice, state.turn)
                return replace(state.running(False), agenda=(roll,), throws=throws)
            case Bank(points):
                return state.next_turn(state.pot + points)
            case SetScore(seat, score):
                return state.with_score(seat, score)
            case Skip():
                return state.next_turn(0)

    def came(self, state: Sty, step: Draw | Roll, items: tuple[str, ...]) -> Sty:
        done = replace(state.running(True), agenda=())
        return done.next_turn(0) if "1" in items else replace(done, pot=state.pot + sum(map(int, items)), dice=0)

    def expired(self, state: Sty, key: str) -> Sty:
        return state.next_turn(state.pot)

    def chance(self, state: Sty, step: Draw | Roll) -> Chance:
        return Chance.of(step, dice=(SIX,) * state.dice)

    def choices(self, state: Sty, actor: Seat | Box) -> tuple[Choice, ...]:
        if state.agenda or state.over():
            return ()
        question = f"turn.{state.turn}"
        if actor == Box() and state.turn in state.away:
            return (Choice(id="skip", question=question, command=Skip(), label=say("pig.skip")),)
        if actor != Seat(state.turn):
            return ()
        if state.keeper("dice") == "unseen":
            ask = AskNumber(field="points", label=say("pig.points"), low=0, high=state.target)
            bank = Choice(id="bank", question=question, command=Bank(), label=say("pig.bank"), asks=(ask,))
            return (bank,)
        if state.dice:
            throw = Choice(id="throw", question=question, command=Throw(), label=say("pig.throw", n=state.dice))
            back = Choice(id="back", question=question, command=Take(0), label=say("pig.back"), staged=True)
            return throw, back
        takes = tuple(
            Choice(id=f"take{n}", question=question, command=Take(n), label=say("pig.take", n=n), staged=True)
            for n in (1, 2)
        )
        bank = Choice(id="bank", question=question, command=Bank(), label=say("pig.bank"), digit=9)
        return (*takes, bank) if state.pot else takes

    def corrections(self, state: Sty) -> tuple[Choice, ...]:
        ask = AskNumber(field="score", label=say("pig.score"), low=0, high=state.target - 1)
        return tuple(
            Choice(
                id=f"score{seat}",
                question="fix",
                command=SetScore(seat, 0),
                label=say("pig.score-of", seat=Who(seat)),
                asks=(ask,),
            )
            for seat in state.seats
            if not state.over()
        )

    def view(self, state: Sty, viewer: Viewer) -> Trough:
        result = self.outcome(state)
        return Trough(
            phase="over" if result else "throwing" if state.agenda else "play",
            prompt=result.why if result else say("pig.turn", seat=Who(state.turn)),
            turn=state.turn,
            pot=state.pot,
            dice=state.dice,
            target=state.target,
            scores=tuple(zip(state.seats, state.scores, strict=True)),
        )

    def tell(self, before: Sty, actor: Actor, command: Command, after: Sty) -> tuple[Notice, ...]:
        if isinstance(command, Came):
            return (Notice(text=say("pig.came", dice=" ".join(command.items)), aloud=True),)
        return () if before.turn == after.turn else (Notice(text=self.view(after, Public()).prompt, tone="turn"),)

    def pages(self, view: Trough) -> tuple[Page, ...]:
        scores = tuple(say("pig.line", seat=Who(seat), n=score) for seat, score in view.scores)
        most = max(score for _, score in view.scores)
        return (
            Page(key="turn", widgets=(Big(view.prompt, under=say("pig.pot", n=view.pot)),)),
            Page(key="scores", widgets=(Lines(scores[:4]),)),
            Page(key="more", widgets=(Lines(scores[4:]), Track(say("pig.target"), view.target, most))),
            Page(key="pot", widgets=(Dials((Dial(say("pig.dice"), view.dice, 0, 2),)),)),
            Page(key="clock", widgets=(Face("turn", (view.prompt,)),)),
        )

    def outcome(self, state: Sty) -> Result | None:
        if not state.over():
            return None
        best = state.seats[state.scores.index(max(state.scores))]
        why = say("pig.won", seat=Who(best))
        return Result((best,), tuple(Score(s, state.score(s), why) for s in state.seats), why)


TITLE = Title(Pig.meta, lambda _: Pig())
