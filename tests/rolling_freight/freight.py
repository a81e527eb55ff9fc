"""A table for tests: two to five friends, a pure game of Rolling Freight, and dice and cards as the test wants them."""

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
    Seat,
    Setup,
    choices_of,
    pending,
)
from companion.games.rolling_freight import META, bind
from companion.games.rolling_freight.commands import Act, Back, EndTurn, Pick, RollingFreightSetup
from companion.games.rolling_freight.sight import RollingFreightView
from companion.games.rolling_freight.state import Built, Die, Player, RollingFreightState, Work
from companion.games.rolling_freight.terms import COLOURS, die_of
from companion.packs import shipped
from companion.words import of_the_house

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
BESIDE = tuple(Keeping(component.key, component.beside) for component in META.components)

game = bind(shipped("rolling_freight"))
words = of_the_house("rolling_freight").naming(dict(enumerate(NAMES, 1)))
ATLAS = game.printed.maps["western"]


class Table:
    """So many friends at the table, the first of them begins; ``beside`` the boxed game, or with everything in it."""

    def __init__(
        self, players: int = 3, *, beside: bool = False, seed: int = 1, options: RollingFreightSetup | None = None,
        **keepers: Any,
    ) -> None:  # fmt: skip
        self.rng = Random(seed)
        self.fate: dict[str, list[str]] = {}
        self.notices: list[Notice] = []
        kept = {k.component: k.keeper for k in BESIDE} if beside else {}
        kept |= keepers
        setup = Setup(
            seats=tuple(range(1, players + 1)),
            options=options or RollingFreightSetup(first=1),
            keepers=tuple(Keeping(key, keeper) for key, keeper in kept.items()),
        )
        self.state: RollingFreightState = game.new(setup)
        self._chance()

    def _chance(self) -> None:
        while (chance := pending(game, self.state)) is not None:
            wanted = self.fate.get(chance.component, [])
            count = len(chance.dice) or chance.count
            only = chance.only()
            if only is not None:
                items = only
                if tuple(wanted[: len(only)]) == only:
                    del wanted[: len(only)]
            elif len(wanted) >= count > 0:
                items = tuple(wanted.pop(0) for _ in range(count))
            else:
                items = Dice(self.rng).decide(chance)
            assert chance.possible(items), f"{items} cannot come of {chance}"
            self._apply(Outcome(), Came(chance.key, items))

    def _apply(self, actor: Actor, command: Command) -> None:
        before = self.state
        self.state = game.apply(before, actor, command)
        self.notices += game.tell(before, actor, command, self.state)

    # acting

    def do(self, who: str, command: Command) -> None:
        self._apply(Seat(self.seat(who)), command)
        self._chance()

    def box(self, command: Command) -> None:
        self._apply(Box(), command)
        self._chance()

    def act(self, act: str, *picks: Any) -> None:
        """Whoever's turn it is acts, with these picks: "R1", or ("cubes", 2)."""
        self.do(self.turn, Act(act))
        self.pick(*picks)

    def pick(self, *picks: Any) -> None:
        for pick in picks:
            what, n = pick if isinstance(pick, tuple) else (pick, 1)
            self.do(self.turn, Pick(what, n))

    def back(self) -> None:
        self.do(self.turn, Back())

    def end(self, *picks: Any, turns: int = 1) -> None:
        """End the turn; markers are not taken, dice not set, unless ``picks`` say so."""
        for _ in range(turns):
            self.do(self.turn, EndTurn())
            for pick in picks:
                self.pick(pick)
            while (asked := self.offered(self.turn)) and next(iter(asked.values())).question in ("stock", "plan"):
                self.pick("0000" if "stock.0000" in asked else "roll")

    def drafted(self) -> Table:
        """Everybody takes the lowest of both kinds: the draft is over, improvements and dice bought there are gone."""
        while self.state.stage == "draft":
            first = next(choice for key, choice in self.offered(self.turn).items() if key in ("contract", "improve"))
            self.do(self.turn, first.command)
            self._first_pick()
        for player in self.state.players:
            six = tuple(die for die in player.dice if die.basic)
            bare = replace(player, works=(), improvements=(), dice=six, points=0)
            self.state = self.state.with_player(bare)
        return self

    def _first_pick(self) -> None:
        while self.state.doing:
            choice = next(c for c in self.offered(self.turn).values() if isinstance(c.command, Pick))
            self.do(self.turn, choice.command)

    # setting up by hand

    def dice(self, who: str, faces: str) -> None:
        """Let somebody's dice show ``faces``: six player dice, then the improvement dice as the cards bring them."""
        player = self.player(who)
        kinds = ["basic"] * 6 + [die_of(kind) for kind in player.improvements if die_of(kind)]
        shown = faces.split()
        dice = tuple(Die(kind, face) for kind, face in zip(kinds, shown, strict=False))
        self.state = self.state.with_player(replace(player, dice=dice))

    def give(self, who: str, *improvements: str) -> None:
        player = self.player(who)
        self.state = self.state.with_player(replace(player, improvements=(*player.improvements, *improvements)))

    def works(self, who: str, **cubes: int) -> None:
        """Let somebody have contracts under construction, with so many cubes."""
        player = self.player(who)
        works = tuple(Work(key, n) for key, n in cubes.items())
        self._off_the_track(*cubes)
        self.state = self.state.with_player(replace(player, works=(*player.works, *works)))

    def built(self, who: str, *contracts: str) -> None:
        """Let somebody have finished links; their length is the map's."""
        links = tuple(Built(key, self.seat(who), ATLAS.link(key).length) for key in contracts)
        self._off_the_track(*contracts)
        self.state = replace(self.state, built=(*self.state.built, *links))

    def _off_the_track(self, *contracts: str) -> None:
        track = tuple("" if key in contracts else key for key in self.state.contracts)
        self.state = replace(self.state, contracts=track)

    def track(self, *contracts: str) -> None:
        """Let the contract track show these, the lowest first."""
        self.state = replace(self.state, contracts=contracts)

    def market(self, *improvements: str) -> None:
        self.state = replace(self.state, market=improvements)

    def set(self, who: str, **fields: Any) -> None:
        self.state = self.state.with_player(replace(self.player(who), **fields))

    # what there is

    def seat(self, who: str) -> int:
        return NAMES.index(who) + 1

    @property
    def turn(self) -> str:
        return NAMES[self.state.turn - 1]

    def player(self, who: str) -> Player:
        return self.state.player(self.seat(who))

    def points(self) -> dict[str, int]:
        return {NAMES[player.seat - 1]: player.points for player in self.state.players if player.points}

    def unspent(self, who: str) -> str:
        return " ".join(die.face for die in self.player(who).unspent)

    def stock(self, who: str) -> dict[str, int]:
        return {colour: n for colour, n in zip(COLOURS, self.player(who).stock, strict=True) if n}

    def offered(self, who: str) -> dict[str, Choice]:
        return {choice.id: choice for choice in choices_of(game, self.state, Seat(self.seat(who)))}

    def values(self, who: str) -> list[str]:
        """Return what can be picked now."""
        return [c.command.what for c in self.offered(who).values() if isinstance(c.command, Pick)]

    def view(self, who: str = "") -> RollingFreightView:
        view: RollingFreightView = game.view(self.state, Seat(self.seat(who)) if who else Public())
        return view

    def refuses(self, who: str, command: Command) -> str:
        """Return the reason, in words, for which this is refused."""
        before = self.state
        try:
            game.apply(self.state, Box() if who == "box" else Seat(self.seat(who)), command)
        except Illegal as illegal:
            assert self.state == before
            return words(illegal.reason)
        raise AssertionError(f"{who} {command} was taken")

    def said(self) -> list[str]:
        return [words(notice.text) for notice in self.notices if notice.text]
