"""What can be done in a game of Crossfire."""

from __future__ import annotations

from typing import Literal

from companion.game import Command, SetUp

from .printed import Mode

Claimed = Literal["agent", "bystander", "vip", "undeclared"]
Switch = Literal["off", "on"]
CLAIMS: tuple[Claimed, ...] = ("agent", "bystander", "vip", "undeclared")


class CrossfireSetup(SetUp, frozen=True, tag="crossfire-setup"):
    """How a game starts.

    ``dealer`` and ``sniper`` are seats (0: the first who can be); a dealer who is the Sniper hands the deal to
    the next player clockwise. ``roles`` are the special roles. ``pointing``: with fingers, entered after; or in
    secret on phones. ``notes``: phones keep what was seen, with a line of one's own. ``literal``: in Sniper mode
    the cards are judged by whether the VIP was shot, not by the team that the mode says has won.
    """

    mode: Mode = "crossfire"
    dealer: int = 0
    sniper: int = 0
    roles: tuple[str, ...] = ()
    pointing: Literal["fingers", "phones"] = "fingers"
    notes: Switch = "off"
    literal: Switch = "off"


class Look(Command, frozen=True, tag="seen"):
    """This seat has looked at the card before it."""


class Next(Command, frozen=True, tag="next"):
    """Go on to the next step of the deal or the script."""


class Claim(Command, frozen=True, tag="claim"):
    """Turn the back of the own card: who this seat says it is."""

    role: Claimed


class RunClock(Command, frozen=True, tag="clock"):
    """Stop the clock of the talk, or let it run on."""

    on: bool


class TimeUp(Command, frozen=True, tag="time"):
    """End the talk before the clock does."""


class PlaceShot(Command, frozen=True, tag="shot"):
    """The Sniper lays a shot card before ``target``."""

    target: int


class TakeShot(Command, frozen=True, tag="unshot"):
    """The Sniper takes back the shot card before ``target``."""

    target: int


class Note(Command, frozen=True, tag="note"):
    """Write down something of one's own."""

    text: str


class Point(Command, frozen=True, tag="point"):
    """This seat points at ``target`` (0: nobody). ``second`` counts only where it holds two guns."""

    target: int
    second: int = 0


class Targets(Command, frozen=True, tag="targets"):
    """Whom each seat of ``who`` points at, in the same order; empty: nobody."""

    who: tuple[int, ...]
    targets: tuple[tuple[int, ...], ...]


class Reveal(Command, frozen=True, tag="reveal"):
    """All have pointed: on to the script."""


class Were(Command, frozen=True, tag="were"):
    """With the real cards: ``seats`` are those who held ``kind``."""

    kind: str
    seats: tuple[int, ...]


class Was(Command, frozen=True, tag="was"):
    """With the real cards: ``seat`` held ``kind``."""

    seat: int
    kind: str


class ShotCards(Command, frozen=True, tag="cards"):
    """With the real cards: ``seats`` are those with a shot card before them."""

    seats: tuple[int, ...]


class FixTarget(Command, frozen=True, tag="fix-target"):
    """Correct whom ``seat`` points at."""

    seat: int
    target: int
    second: int = 0


class FixRole(Command, frozen=True, tag="fix-role"):
    """With the real cards: ``seat`` and ``other`` were taken for each other."""

    seat: int
    other: int


SeatCommand = (
    Look
    | Next
    | Claim
    | RunClock
    | TimeUp
    | PlaceShot
    | TakeShot
    | Note
    | Point
    | Targets
    | Reveal
    | Were
    | Was
    | ShotCards
)
BoxCommand = (
    Look
    | Next
    | Claim
    | RunClock
    | TimeUp
    | PlaceShot
    | TakeShot
    | Point
    | Targets
    | Reveal
    | Were
    | Was
    | ShotCards
    | FixTarget
    | FixRole
)
