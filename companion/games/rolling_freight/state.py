"""Where a game of Rolling Freight stands."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.game import Draw, Roll, State, Step
from companion.pile import Bag, Pile

from .commands import RollingFreightSetup
from .terms import BASIC, COLOURS, PERIODS, Period, colours_on

Stage = Literal["lay", "draft", "turn", "final", "end"]

NONE = (0, 0, 0, 0)
"""Nothing of any of the four colours."""


class Task(Step, frozen=True, tag="task"):
    """Something that the box does next, or asks the seat for; ``name`` says what."""

    name: str
    seat: int = 0


class Die(msgspec.Struct, frozen=True, array_like=True):
    """A die of a pool: its kind (basic, or the colour of an improvement die), the face up, whether it is spent."""

    kind: str
    face: str
    spent: bool = False

    @property
    def basic(self) -> bool:
        """Whether it is one of the player dice."""
        return self.kind == BASIC


class Work(msgspec.Struct, frozen=True, array_like=True):
    """A contract under construction and the cubes on its link (0 where people keep the cubes)."""

    contract: str
    cubes: int = 0


class Built(msgspec.Struct, frozen=True, array_like=True):
    """A finished link: its contract, whose it is, how many squares it is long."""

    contract: str
    seat: int
    length: int


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """A city circle as it stands: the cargo on it, whether a saturation marker is, and the phase marker that covers it.

    Spots go with the map's circles, in their order.
    """

    cargo: str = ""
    saturated: bool = False
    closed: str = ""


class Point(msgspec.Struct, frozen=True, array_like=True):
    """One line of the score sheet: in which phase, on whose turn, who scored how much, why, and of what."""

    period: Period
    turn: int
    seat: int
    points: int
    why: str
    what: str = ""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One player.

    ``dice`` is the pool (empty where people keep it). ``improvements`` act, ``bought`` are this turn's, which do not
    yet. ``stock`` and ``cargo`` (of this phase) go with COLOURS. ``pick`` is what was taken in the draft's first round.
    """

    seat: int
    points: int = 0
    dice: tuple[Die, ...] = ()
    works: tuple[Work, ...] = ()
    improvements: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()
    stations: int = 0
    stock: tuple[int, ...] = NONE
    cargo: tuple[int, ...] = NONE
    drafted: str = ""

    def copies(self, improvement: str) -> int:
        """Return how many cards of an improvement act for this player."""
        return self.improvements.count(improvement)

    @property
    def holds(self) -> int:
        """How many improvements the player holds, this turn's too."""
        return len(self.improvements) + len(self.bought)

    @property
    def cubes(self) -> int:
        """How many cubes lie on the player's unfinished links."""
        return sum(work.cubes for work in self.works)

    @property
    def unspent(self) -> tuple[Die, ...]:
        """The dice that are still to be spent this turn."""
        return tuple(die for die in self.dice if not die.spent)

    @property
    def extra_die(self) -> bool:
        """Whether the player has an improvement die: only these have symbols."""
        return any(kind.startswith("die_") for kind in self.improvements)

    def work(self, contract: str) -> Work | None:
        """Return the player's contract under construction of that key."""
        return next((work for work in self.works if work.contract == contract), None)

    def stocked(self, colour: str) -> int:
        """Return how many stockpile markers of a colour the player has."""
        return self.stock[COLOURS.index(colour)]


class RollingFreightState(State, frozen=True, kw_only=True):
    """One game.

    ``players`` go with the seats. ``draft`` is who still has to draft, in order. ``contracts`` and ``market`` are the
    two tracks, the lowest and cheapest place first, "" a gap; ``deck`` and ``supply`` their decks. ``spots`` go with
    the map's circles (none where the map is not in the box), ``bag`` is the cargo bag, ``boxed`` the cargo that was
    paid out, by colour. ``gone`` are contracts out of the game. ``wrecked`` are destroyed contracts that go on top of
    the deck once the track is full; ``ruined`` are those that disasters have destroyed since the last turn's end.

    ``period`` counts from 0 (phase A). ``ender`` has the end-of-phase card and ``last`` turns are to be played before
    the phase is over (0: no card yet); ``later`` are seats that drew another one meanwhile.

    This turn: ``deliveries`` made, stations that discounted the first one (``used``), Steady Builders (``steady``).

    ``doing`` is the act under way ("" = none) and ``picks`` what was picked for it: it is not in the numbers yet.
    ``left`` are the cubes that seats told at the end. ``log`` is the score sheet; points are always its sum.
    """

    agenda: tuple[Draw | Roll | Task, ...] = ()
    options: RollingFreightSetup
    stage: Stage = "lay"
    players: tuple[Player, ...]
    first: int = 0
    turn: int = 0
    draft: tuple[int, ...] = ()
    contracts: tuple[str, ...] = ("", "", "", "")
    deck: Pile = Pile()
    market: tuple[str, ...] = ("", "", "")
    supply: Pile = Pile()
    spots: tuple[Spot, ...] = ()
    bag: Bag = Bag()
    boxed: tuple[int, ...] = NONE
    gone: tuple[str, ...] = ()
    wrecked: tuple[str, ...] = ()
    ruined: tuple[str, ...] = ()
    built: tuple[Built, ...] = ()
    period: int = 0
    ender: int = 0
    last: int = 0
    later: tuple[int, ...] = ()
    deliveries: int = 0
    used: int = 0
    steady: int = 0
    doing: str = ""
    picks: tuple[str, ...] = ()
    drawn: int = 0
    left: tuple[int, ...] = ()
    log: tuple[Point, ...] = ()

    # who keeps what

    @property
    def dice_in_box(self) -> bool:
        """Whether the box knows the dice."""
        return self.keeper("dice") != "unseen"

    @property
    def deck_in_box(self) -> bool:
        """Whether the box knows contract deck and track."""
        return self.keeper("contracts") != "unseen"

    @property
    def market_in_box(self) -> bool:
        """Whether the box knows improvement deck and track."""
        return self.keeper("improvements") != "unseen"

    @property
    def map_in_box(self) -> bool:
        """Whether the box knows the map and what lies on it."""
        return self.keeper("map") != "unseen"

    @property
    def cubes_in_box(self) -> bool:
        """Whether the box counts construction cubes."""
        return self.keeper("cubes") != "unseen"

    @property
    def stock_in_box(self) -> bool:
        """Whether the box counts stockpile markers: it cannot where it does not know what they are got for."""
        return self.keeper("stockpile") != "unseen" and self.dice_in_box

    # looking things up

    @property
    def phase(self) -> Period:
        """The phase by its letter."""
        return PERIODS[min(self.period, 2)]

    @property
    def phases(self) -> int:
        """How many phases are played: two players skip the last."""
        return 2 if len(self.seats) == 2 else 3

    def player(self, seat: int) -> Player:
        """Return the player at ``seat``."""
        return self.players[self.seats.index(seat)]

    def with_player(self, player: Player) -> RollingFreightState:
        """Return the state with ``player`` in place of the one at that seat."""
        at = self.seats.index(player.seat)
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def built_by(self, seat: int) -> tuple[Built, ...]:
        """Return the finished links of a seat."""
        return tuple(link for link in self.built if link.seat == seat)

    def taken(self) -> frozenset[str]:
        """Return the contracts that somebody builds or has built."""
        works = (work.contract for player in self.players for work in player.works)
        return frozenset((*works, *(link.contract for link in self.built)))

    def stock_left(self, colour: str) -> int:
        """Return how many stockpile markers of a colour players have."""
        return sum(player.stocked(colour) for player in self.players)

    def scored(self, seat: int, points: int, why: str, what: str = "") -> RollingFreightState:
        """Return the state after ``seat`` scored, with its line on the score sheet (none for no points)."""
        if not points:
            return self
        player = self.player(seat)
        line = Point(self.phase, self.turn, seat, points, why, what)
        return replace(self, log=(*self.log, line)).with_player(replace(player, points=player.points + points))

    def idle(self) -> RollingFreightState:
        """Return the state with no act under way."""
        return replace(self, doing="", picks=()) if self.doing or self.picks else self

    def doing_next(self, *tasks: Task | Draw | Roll) -> RollingFreightState:
        """Return the state with ``tasks`` to be done before all else."""
        return replace(self, agenda=(*tasks, *self.agenda))


def shows(die: Die, colour: str) -> bool:
    """Tell whether a die can be spent as ``colour`` (for a slash contract: whether it shows two colours or more)."""
    seen = colours_on(die.face)
    return len(seen) >= 2 if colour == "slash" else colour in seen
