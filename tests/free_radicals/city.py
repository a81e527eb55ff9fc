"""A table for tests: two to five friends, a pure game of Free Radicals, and cards that come as the test wants."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.chance import Dice
from companion.game import (
    Actor,
    Box,
    Came,
    Choice,
    Command,
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
from companion.games.free_radicals import META, bind
from companion.games.free_radicals.commands import (
    Act,
    Back,
    EndTurn,
    FixCounter,
    FixFavor,
    FixItem,
    FixKnowledge,
    FixPrestige,
    FixScore,
    FixSlots,
    FreeRadicalsSetup,
    Pick,
    Ready,
    ScorePoints,
)
from companion.games.free_radicals.sight import FreeRadicalsView
from companion.games.free_radicals.state import Card, FreeRadicalsState, Player
from companion.games.free_radicals.verbs import BUILDINGS, COLOURS
from companion.packs import shipped
from companion.pile import Pile
from companion.words import of_the_house

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
BESIDE = tuple(Keeping(component.key, component.beside) for component in META.components)

game = bind(shipped("free_radicals"))
words = of_the_house("free_radicals").naming(dict(enumerate(NAMES, 1)))


class City:
    """People at a table, by default all in the box and Ann the first player, with their first turn begun.

    Nobody holds anything at first but what ``hold`` gives: starting items are the pack's affair. ``next`` are the
    Data cards that come next.
    """

    def __init__(
        self,
        *factions: str,
        keepers: tuple[Keeping, ...] = (),
        seed: int = 1,
        empty: bool = True,
        begin: bool = True,
        rules: Any = game,
        **options: Any,
    ) -> None:
        self.game = rules
        seats = tuple(range(1, len(factions) + 1))
        self.source = Dice(Random(seed))
        self.next: list[str] = []
        self.notices: list[Notice] = []
        setup = FreeRadicalsSetup(factions=factions, **{"first": 1, **options})
        self.state: FreeRadicalsState = self.game.new(Setup(seats=seats, options=setup, keepers=keepers))
        self._chance()
        if empty:
            for player in self.state.players:
                freed = replace(player, hydrogen=0, carbon=0, titanium=0, credit=0, hand=())
                back = tuple(held.card for held in player.hand)
                self.state = replace(self.state.with_player(freed), deck=self.state.deck.shuffled(*back))
        if begin:
            self.box(Ready())

    # what happens

    def _chance(self) -> None:
        while chance := pending(self.game, self.state):
            items = chance.only() or self.source.decide(chance)
            if self.next and chance.possible((self.next[0],)):
                items = (self.next.pop(0),)
            self._apply(Outcome(), Came(chance.key, items))

    def _apply(self, actor: Actor, command: Command) -> None:
        before = self.state
        self.state = self.game.apply(before, actor, command)
        self.notices += self.game.tell(before, actor, command, self.state)

    def do(self, who: str, command: Command) -> None:
        self._apply(self.actor(who), command)
        self._chance()

    def box(self, command: Command) -> None:
        self._apply(Box(), command)
        self._chance()

    def actor(self, who: str) -> Actor:
        return Seat(NAMES.index(who) + 1)

    def act(self, act: str, *picks: Any) -> None:
        """Whoever's turn it is acts, with these picks: "casino", or ("red", 3)."""
        self.do(self.turn, Act(act))
        self.picks(self.turn, *picks)

    def picks(self, who: str, *picks: Any) -> None:
        for pick in picks:
            what, n = pick if isinstance(pick, tuple) else (pick, 1)
            self.do(who, Pick(what, n))

    def back(self) -> None:
        self.do(self.turn, Back())

    def score(self, n: int) -> None:
        self.do(self.turn, ScorePoints(n))

    def end(self, turns: int = 1) -> None:
        for _ in range(turns):
            self.do(self.turn, EndTurn())

    def to_the_end(self) -> Result:
        """Everybody ends turns until the game is over (or the box asks what is left)."""
        while self.state.stage == "turn":
            self.end()
        result: Result | None = self.game.outcome(self.state)
        assert result is not None, "the box still asks"
        return result

    def refuses(self, who: str, command: Command) -> str:
        """Return the reason, in words, for which this is refused."""
        before = self.state
        try:
            self.game.apply(self.state, Box() if who == "box" else self.actor(who), command)
        except Illegal as illegal:
            assert self.state == before
            return words(illegal.reason)
        raise AssertionError(f"{who} {command} was taken")

    def refuses_outcome(self, outcome: Outcome, command: Command) -> bool:
        """Tell whether this cannot come now."""
        try:
            self.game.apply(self.state, outcome, command)
        except Illegal:
            return True
        return False

    # what is set by hand

    def hold(self, who: str, **things: int) -> None:
        for what, n in things.items():
            self.box(FixItem(self.seat(who), what, n))

    def hand(self, who: str, *cards: str) -> None:
        """Put cards of the deck into a hand, as if drawn before the test began."""
        player = self.player(who)
        kept = tuple(Card(card, f"before.{card}") for card in cards)
        self.state = self.state.with_player(replace(player, hand=(*player.hand, *kept)))
        self.state = replace(self.state, deck=Pile((self.state.deck.layers[0].take(*cards),)))

    def favor(self, who: str, **colours: int) -> None:
        for colour, n in colours.items():
            self.box(FixFavor(self.seat(who), colour, n))

    def knows(self, **colours: int) -> None:
        for colour, n in colours.items():
            self.box(FixKnowledge(colour, n))

    def awake(self, building: str, *who: str) -> None:
        one, two = (*map(self.seat, who), 0, 0)[:2]
        self.box(FixSlots(building, one, two))

    def token(self, who: str) -> None:
        self.box(FixPrestige(self.seat(who)))

    def points(self, who: str, n: int) -> None:
        self.box(FixScore(self.seat(who), n))

    def counter(self, who: str, counter: str, n: int) -> None:
        self.box(FixCounter(self.seat(who), counter, n))

    # what there is

    def seat(self, who: str) -> int:
        return NAMES.index(who) + 1 if who else 0

    @property
    def turn(self) -> str:
        return NAMES[self.state.turn - 1]

    def player(self, who: str) -> Player:
        return self.state.player(self.seat(who))

    def has(self, who: str) -> dict[str, int]:
        """Return what somebody has, zeros left out: items, Data cards, points, favor by colour."""
        player = self.player(who)
        things = {what: player.has(what) for what in ("hydrogen", "carbon", "titanium", "credit", "data")}
        favor: dict[str, int] = dict(zip(COLOURS, player.favor, strict=True))
        return {key: n for key, n in [*things.items(), ("points", player.points), *favor.items()] if n}

    def slots(self, building: str) -> tuple[str, ...]:
        return tuple(NAMES[seat - 1] for seat in self.state.slots[BUILDINGS.index(building)])

    def offered(self, who: str) -> dict[str, Choice]:
        actor = Box() if who == "box" else self.actor(who)
        return {choice.id: choice for choice in choices_of(self.game, self.state, actor)}

    def view(self, who: str = "") -> FreeRadicalsView:
        view: FreeRadicalsView = self.game.view(self.state, Seat(self.seat(who)) if who else Public())
        return view

    def log(self, who: str) -> list[tuple[int, str]]:
        """Return where somebody's points came from."""
        return [(line.points, line.why) for line in self.state.log if line.seat == self.seat(who)]

    def said(self) -> list[str]:
        return [words(notice.text) for notice in self.notices if notice.text]


def winners(result: Result) -> str:
    return " ".join(NAMES[number - 1] for number in result.winners)
