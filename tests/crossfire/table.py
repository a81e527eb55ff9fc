"""A table for tests: five to ten friends, a pure game of Crossfire, and cards that come as the test wants."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.chance import Dice
from companion.game import (
    Actor,
    Box,
    Came,
    Choice,
    Command,
    Expired,
    Illegal,
    Keeping,
    Notice,
    Outcome,
    Public,
    Result,
    Seat,
    Setup,
    choices_of,
    pending,
)
from companion.games.crossfire import bind
from companion.games.crossfire.commands import (
    CrossfireSetup,
    Look,
    Next,
    Reveal,
    ShotCards,
    Targets,
    TimeUp,
    Was,
    Were,
)
from companion.games.crossfire.sight import CrossfireView
from companion.games.crossfire.state import AskAims, AskShotCards, AskWas, AskWere, CrossfireState
from companion.packs import shipped
from companion.words import of_the_house

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Joe")
REAL_CARDS = (Keeping("cards", "unseen"),)

game = bind(shipped("crossfire"))
words = of_the_house("crossfire").naming(dict(enumerate(NAMES, 1)))


def seat(name: str) -> int:
    return NAMES.index(name) + 1


class Friends:
    """People at a table. ``hands``: the role that each ends up with, in the order of the seats."""

    def __init__(
        self,
        hands: str = "",
        *,
        players: int = 5,
        keepers: tuple[Keeping, ...] = (),
        seed: int = 1,
        **options: Any,
    ) -> None:
        roles = hands.split()
        count = len(roles) or players
        self.seats = tuple(range(1, count + 1))
        self.hands = dict(zip(self.seats, roles, strict=False))
        self.source = Dice(Random(seed))
        self.notices: list[Notice] = []
        self.state: CrossfireState = game.new(
            Setup(seats=self.seats, options=CrossfireSetup(**options), keepers=keepers)
        )
        self._chance()

    def _chance(self) -> None:
        while chance := pending(game, self.state):
            items = (self._fated(chance.key),) if self.hands else self.source.decide(chance)
            self._apply(Outcome(), Came(chance.key, items))

    def _fated(self, key: str) -> str:
        """Deal so that the pass gives each its hand, and every trio gives each its own card back."""
        name, _, number = key.rpartition(".")
        ring = self.state.ring
        owner = int(number)
        if name == "deal":
            owner = ring[(ring.index(owner) + 1) % len(ring)]
        return self.hands[owner]

    def _apply(self, actor: Actor, command: Command) -> None:
        before = self.state
        self.state = game.apply(before, actor, command)
        self.notices += game.tell(before, actor, command, self.state)

    def do(self, who: str, command: Command) -> None:
        """Do something from ``who``'s phone; "box" is the table's own keypad, "box Bo" the box for Bo."""
        name = who.removeprefix("box").strip()
        actor: Actor = Box(seat(name) if name else None) if who.startswith("box") else Seat(seat(who))
        self._apply(actor, command)
        self._chance()

    def refuses(self, who: str, command: Command) -> str:
        """Return the reason, in words, for which this is refused."""
        before = self.state
        try:
            self.do(who, command)
        except Illegal as illegal:
            assert self.state == before
            return words(illegal.reason)
        raise AssertionError(f"{who} {command} was taken")

    def clock_ends(self, key: str) -> None:
        self._apply(Outcome(), Expired(key))

    def offered(self, who: str) -> dict[str, Choice]:
        name = who.removeprefix("box").strip()
        actor: Actor = Box(seat(name) if name else None) if who.startswith("box") else Seat(seat(who))
        return {choice.id: choice for choice in choices_of(game, self.state, actor)}

    def view(self, name: str = "") -> CrossfireView:
        return game.view(self.state, Seat(seat(name)) if name else Public())

    def held(self, name: str) -> str:
        held = self.view(name).held
        return " / ".join(words(line) for line in held.lines) if held else ""

    def said(self) -> list[str]:
        return [words(notice.text) for notice in self.notices if notice.text and notice.aloud]

    def logged(self) -> list[str]:
        return [words(notice.text) for notice in self.notices if notice.text]

    @property
    def phase(self) -> str:
        return self.state.phase

    def all_look(self) -> None:
        for number in self.view().waiting:
            self.do(NAMES[number - 1], Look())

    def deal(self) -> None:
        """Go through the whole deal: everybody looks whenever asked, real cards are moved by hand."""
        while self.phase != "talk":
            if self.state.cards_in_box:
                self.all_look()
            else:
                self.do("box", Next())

    def talk_ends(self) -> None:
        """The time runs out, the countdown too."""
        if not self.state.clocks:
            return self.do("box", TimeUp())
        self.clock_ends("talk")
        return self.clock_ends("count") if self.phase == "count" else None

    def point(self, digits: str) -> None:
        """Type one digit a seat on the box: "37+51-", "-" is nobody."""
        choice = self.offered("box")["targets"]
        assert isinstance(choice.command, Targets)
        who = choice.command.who
        picks: list[tuple[int, ...]] = []
        joined = False
        for digit in digits:
            if digit == "+":
                joined = True
                continue
            pick = () if digit == "-" else (int(digit) or 10,)
            picks[-1:] = [(*picks[-1], *pick)] if joined else [*picks[-1:], pick]
            joined = False
        assert len(picks) == len(who), f"{who} point"
        self.do("box", Targets(who, tuple(picks)))

    def to_the_end(self) -> Result:
        """Press Enter through the script; with the real cards, answer what the box asks, truly."""
        while True:
            result = game.outcome(self.state)
            if result:
                return result
            self.do("box", self._next())

    def _next(self) -> Command:
        return Reveal() if self.phase == "point" else Next()

    def ends(self, digits: str) -> Result:
        """Deal, talk, point as ``digits`` say, and go through the script to the result."""
        self.deal()
        self.talk_ends()
        self.point(digits)
        return self.to_the_end()

    def tell_truly(self, hands: str, aims: str, cards: tuple[int, ...] = ()) -> Result:
        """With the real cards: answer every question of the script from what people really hold and do."""
        roles = dict(zip(self.seats, hands.split(), strict=True))
        aim = {s: () if d == "-" else (int(d) or 10,) for s, d in zip(self.seats, aims, strict=True)}
        while (result := game.outcome(self.state)) is None:
            match self.state.agenda[0]:
                case AskWere(kind):
                    known = self.state.roles()
                    seats = tuple(s for s in self.seats if roles[s] == kind and s not in known)
                    self.do("box", Were(kind, seats))
                case AskWas(number):
                    self.do("box", Was(number, roles[number]))
                case AskShotCards():
                    self.do("box", ShotCards(cards))
                case AskAims() | _ if "targets" in (offer := self.offered("box")) and "reveal" not in offer:
                    command = offer["targets"].command
                    assert isinstance(command, Targets)
                    self.do("box", Targets(command.who, tuple(aim[s] for s in command.who)))
                case _ if self.phase == "count":
                    self.clock_ends("count")
                case _:
                    self.do("box", self._next())
        return result


def winners(result: Result) -> str:
    return " ".join(NAMES[number - 1] for number in result.winners)


def why(result: Result, name: str) -> str:
    return next(words(score.why) for score in result.scores if score.seat == seat(name))
