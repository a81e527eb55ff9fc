"""What can be done in a game of Rolling Freight."""

from __future__ import annotations

from typing import Literal

from companion.game import Command, SetUp

from .terms import Period


class RollingFreightSetup(SetUp, frozen=True, tag="rolling-freight-setup"):
    """How a game starts.

    ``map`` names the map's file; ``first`` is the start player's seat, 0: drawn by lot. ``disasters``: the three
    natural disasters are shuffled into the deck.
    """

    map: str = "western"
    first: int = 0
    disasters: Literal["off", "on"] = "off"


class Act(Command, frozen=True, tag="act"):
    """Begin an act; what it needs is picked next."""

    act: str


class Pick(Command, frozen=True, tag="pick"):
    """Answer what the act under way, or a step at the end of the turn, needs; ``n`` where an amount is asked."""

    what: str
    n: int = 1


class Back(Command, frozen=True, tag="back"):
    """Take back the last pick, or leave the act."""


class EndTurn(Command, frozen=True, tag="end"):
    """No more actions this turn."""


class EndCard(Command, frozen=True, tag="end-card"):
    """The end-of-phase card has come off the real deck; ``before``: already to whoever played last."""

    before: bool = False


class CubesLeft(Command, frozen=True, tag="left"):
    """At the end: how many cubes lie on this seat's unfinished links."""

    n: int


class FixScore(Command, frozen=True, tag="fix-score"):
    """Set a seat's points by hand."""

    seat: int
    n: int


class FixStations(Command, frozen=True, tag="fix-stations"):
    """Set a seat's switching stations by hand."""

    seat: int
    n: int


class FixCargo(Command, frozen=True, tag="fix-cargo"):
    """Set by hand how many cargo markers of a colour a seat has taken in this phase."""

    seat: int
    colour: str
    n: int


class FixStock(Command, frozen=True, tag="fix-stock"):
    """Set a seat's stockpile of one colour by hand."""

    seat: int
    colour: str
    n: int


class FixCubes(Command, frozen=True, tag="fix-cubes"):
    """Set by hand how many cubes lie on a contract under construction."""

    contract: str
    n: int


class FixDie(Command, frozen=True, tag="fix-die"):
    """Turn a die of a seat by hand: from one face to another; it is unspent then."""

    seat: int
    was: str
    face: str


class FixTurn(Command, frozen=True, tag="fix-turn"):
    """Say whose turn it is."""

    seat: int


class FixContract(Command, frozen=True, tag="fix-contract"):
    """Take a contract under construction from whoever has it: it leaves the game."""

    contract: str


class FixOwner(Command, frozen=True, tag="fix-owner"):
    """Say whose a finished link is."""

    contract: str
    seat: int


class FixGain(Command, frozen=True, tag="fix-gain"):
    """Give a seat an improvement by hand."""

    seat: int
    kind: str


class FixLose(Command, frozen=True, tag="fix-lose"):
    """Take an improvement from a seat by hand; it goes back under its deck."""

    seat: int
    kind: str


class FixCircle(Command, frozen=True, tag="fix-circle"):
    """Say what cargo lies on a city circle, by its place on the map ("" = none); the bag gives and takes the rest."""

    circle: int
    cargo: str


class FixTaken(Command, frozen=True, tag="fix-taken"):
    """Say whether a city circle has got its cargo: with a saturation marker on it or not."""

    circle: int
    taken: Literal["yes", "no"]


class FixPhase(Command, frozen=True, tag="fix-phase"):
    """Say which phase it is, where people keep the contract deck. Nothing is paid out for it."""

    period: Period


class FixLast(Command, frozen=True, tag="fix-last"):
    """Say how many turns this phase still has, where people keep the contract deck; 0: no end-of-phase card yet."""

    n: int


SeatCommand = Act | Pick | Back | EndTurn | EndCard | CubesLeft
Fix = (
    FixScore
    | FixStations
    | FixCargo
    | FixStock
    | FixCubes
    | FixDie
    | FixTurn
    | FixContract
    | FixOwner
    | FixGain
    | FixLose
    | FixCircle
    | FixTaken
    | FixPhase
    | FixLast
)
BoxCommand = SeatCommand | Fix
