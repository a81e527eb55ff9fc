"""What can be done in a game of Free Radicals."""

from __future__ import annotations

from typing import Literal

from companion.game import Command, SetUp


class FreeRadicalsSetup(SetUp, frozen=True, tag="free-radicals-setup"):
    """How a game starts.

    ``factions`` go with the seats, in their order (none: the beginners' set); ``first`` is the first player's seat,
    0: drawn. ``ties``: what breaks a tie of points first. ``holo``: what the Holo-Castle takes. ``ranks``: what a
    non-player colour ahead of all players means for the prizes for knowledge.
    """

    factions: tuple[str, ...] = ()
    first: int = 0
    ties: Literal["credits", "resources"] = "credits"
    holo: Literal["credit", "titanium"] = "credit"
    ranks: Literal["example", "ranking"] = "example"


class Ready(Command, frozen=True, tag="ready"):
    """All is laid out: the first turn begins."""


class Act(Command, frozen=True, tag="act"):
    """Begin an act; what it needs is picked next."""

    act: str


class Pick(Command, frozen=True, tag="pick"):
    """Answer what the act under way needs: ``what`` of the things offered, ``n`` where an amount is asked."""

    what: str
    n: int = 1


class Back(Command, frozen=True, tag="back"):
    """Take back the last pick, or leave the act."""


class GiveUp(Command, frozen=True, tag="give-up"):
    """Leave out a step that somebody who is away would have to do in secret."""


class ScorePoints(Command, frozen=True, tag="score"):
    """Score points by an action of the player aid."""

    n: int


class SetCounter(Command, frozen=True, tag="count"):
    """Set a counter of one's faction."""

    counter: str
    n: int


class EndTurn(Command, frozen=True, tag="end"):
    """The turn is over."""


class Left(Command, frozen=True, tag="left"):
    """At the end: how many items that the box does not know this seat has left."""

    n: int


class Split(Command, frozen=True, tag="split"):
    """On a tie: how many of the items told are Credits (and, with real cards, Data cards)."""

    n: int


class FixScore(Command, frozen=True, tag="fix-score"):
    """Set a seat's points by hand."""

    seat: int
    n: int


class FixFavor(Command, frozen=True, tag="fix-favor"):
    """Set a seat's favor of one colour by hand."""

    seat: int
    colour: str
    n: int


class FixItem(Command, frozen=True, tag="fix-item"):
    """Set how many of something a seat has by hand."""

    seat: int
    what: str
    n: int


class FixKnowledge(Command, frozen=True, tag="fix-knowledge"):
    """Set a track by hand."""

    colour: str
    n: int


class FixPrestige(Command, frozen=True, tag="fix-prestige"):
    """Say who has the Prestige token (0: nobody)."""

    seat: int


class FixSlots(Command, frozen=True, tag="fix-slots"):
    """Say who controls a building (0: an empty slot)."""

    building: str
    one: int
    two: int


class FixRound(Command, frozen=True, tag="fix-round"):
    """Set the round marker by hand."""

    n: int


class FixTurn(Command, frozen=True, tag="fix-turn"):
    """Say whose turn it is; nothing is scored by that."""

    seat: int


class FixFirst(Command, frozen=True, tag="fix-first"):
    """Say who is the first player: with the turn of this seat a round begins."""

    seat: int


class FixVisited(Command, frozen=True, tag="fix-visited"):
    """Say whether a building counts as visited this turn (1) or not (0)."""

    building: str
    visited: int


class FixCard(Command, frozen=True, tag="fix-card"):
    """Move a Data card that all can see: to the "display", the "discard" pile, into the "deck", or to a seat's hand."""

    card: str
    to: str


class FixDisplay(Command, frozen=True, tag="fix-display"):
    """Fill the display up off the deck ("fill"), or lay a new one, the old one discarded ("new")."""

    how: str


class FixDeck(Command, frozen=True, tag="fix-deck"):
    """Shuffle the discard pile into the deck."""


class FixCounter(Command, frozen=True, tag="fix-count"):
    """Set a counter of a seat's faction by hand."""

    seat: int
    counter: str
    n: int


SeatCommand = Ready | Act | Pick | Back | GiveUp | ScorePoints | SetCounter | EndTurn | Left | Split
Fix = (
    FixScore
    | FixFavor
    | FixItem
    | FixKnowledge
    | FixPrestige
    | FixSlots
    | FixRound
    | FixTurn
    | FixFirst
    | FixVisited
    | FixCard
    | FixDisplay
    | FixDeck
    | FixCounter
)
BoxCommand = (
    Ready
    | Act
    | Pick
    | Back
    | GiveUp
    | ScorePoints
    | SetCounter
    | EndTurn
    | Left
    | Split
    | FixScore
    | FixFavor
    | FixItem
    | FixKnowledge
    | FixPrestige
    | FixSlots
    | FixRound
    | FixTurn
    | FixFirst
    | FixVisited
    | FixCard
    | FixDisplay
    | FixDeck
    | FixCounter
)
