"""What can be done in a game of Freelancers."""

from __future__ import annotations

from typing import Literal

from companion.game import Command, SetUp


class FreelancersSetup(SetUp, frozen=True, tag="freelancers-setup"):
    """How a game starts.

    ``quest`` names the quest's pack ("" = none: beside the boxed game); ``order`` is the influence track from the top,
    where people have laid it out themselves (none: drawn). ``paths`` "loose": a crossed-out place may be gone back to
    by any open path.
    """

    quest: str = ""
    order: tuple[int, ...] = ()
    paths: Literal["walked", "loose"] = "walked"


class Sheet(Command, frozen=True, tag="sheet"):
    """Take a species sheet and a job sheet."""

    seat: int
    species: str
    job: str


class Called(Command, frozen=True, tag="called"):
    """Give one's character a name."""

    seat: int
    name: str


class Blank(Command, frozen=True, tag="blank"):
    """Fill in a blank of one's sheets' story; ``n`` counts from 0."""

    seat: int
    n: int
    text: str


class Ready(Command, frozen=True, tag="ready"):
    """All is laid out: the quest begins. Who has no sheets yet takes the first that nobody has."""


class Place(Command, frozen=True, tag="place"):
    """Put one's standee on an action (0: nothing is open, pass)."""

    action: int


class Resolve(Command, frozen=True, tag="resolve"):
    """Resolve the action of one's standee, which then leaves the page."""


class Next(Command, frozen=True, tag="next"):
    """Go on: what was read has been heard, the end of the round comes, a page was turned."""

    how: Literal["on", "end", "round", "page"] = "on"


class Enter(Command, frozen=True, tag="enter"):
    """Type in a code."""

    code: str


class Pick(Command, frozen=True, tag="pick"):
    """Answer what waits for this player, or for the party when all agree."""

    what: str


class Vote(Command, frozen=True, tag="vote"):
    """Vote in what the party decides together; may be changed until everybody has voted."""

    what: str


class Accept(Command, frozen=True, tag="accept"):
    """The roll stands; ``plus`` is what cards add that the box does not know."""

    plus: int = 0


class Luck(Command, frozen=True, tag="luck"):
    """Discard a luck to roll one die of the check again."""

    die: int


class Help(Command, frozen=True, tag="help"):
    """Gain a stress so that somebody else may roll one die of the check again."""

    seat: int
    die: int


class Total(Command, frozen=True, tag="total"):
    """With dice that the box does not know: what the check came to, all told."""

    n: int


class Discard(Command, frozen=True, tag="discard"):
    """Discard a card for its effect."""

    seat: int
    card: str


class Trade(Command, frozen=True, tag="trade"):
    """Hand a treasure to another player, at a trading post."""

    seat: int
    card: str
    to: int


class Dialled(Command, frozen=True, tag="dial"):
    """Set a location dial; ``dial`` counts from 1."""

    dial: int
    n: int


class Shift(Command, frozen=True, tag="influence"):
    """Without a quest: a player gains (or loses) influence."""

    seat: int
    by: int


class Gained(Command, frozen=True, tag="gain"):
    """Without a quest, sheets in the box: a player gains something."""

    seat: int
    what: str
    n: int


class Lost(Command, frozen=True, tag="lose"):
    """Without a quest, sheets in the box: a player loses something."""

    seat: int
    what: str
    n: int


class Entitled(Command, frozen=True, tag="title"):
    """Without a quest, sheets in the box: a player gains a title."""

    seat: int
    kind: Literal["lawful", "chaotic"]
    title: str


class RiskLaid(Command, frozen=True, tag="risk"):
    """A token was laid on a risk track."""

    track: int


class RiskTaken(Command, frozen=True, tag="reduce"):
    """A token was taken off a risk track, back to the bag."""

    track: int


class ThreatTurned(Command, frozen=True, tag="threat"):
    """The threat dial was turned on by itself, or back."""

    by: int


class WoundsTaken(Command, frozen=True, tag="wounds"):
    """Sheets kept by people: so many wounds left the wound track (or, below zero, came back)."""

    by: int


class Spent(Command, frozen=True, tag="time"):
    """Without a quest, the bag kept by the box or told: so many time are spent."""

    n: int


class Put(Command, frozen=True, tag="bag"):
    """Without a quest: tokens are put into the bag: supplies, or the follower token with that number."""

    token: str
    n: int


class Check(Command, frozen=True, tag="check"):
    """Without a quest: somebody wants a check rolled, with this bonus die (0: none) and modifier."""

    seat: int
    die: int
    plus: int


class Quit(Command, frozen=True, tag="over"):
    """Without a quest: how the game ended, where the boards do not say so themselves."""

    how: Literal["won", "lost"]


class FixInfluence(Command, frozen=True, tag="fix-influence"):
    """Set a player's place on the influence track by hand, 1 at the top."""

    seat: int
    n: int


class FixThreat(Command, frozen=True, tag="fix-threat"):
    """Set the threat dial by hand (0: start); nothing goes into the bag by that."""

    n: int


class FixRisk(Command, frozen=True, tag="fix-risk"):
    """Set how many tokens lie on a risk track by hand; they come from the bag and go back to it."""

    track: int
    n: int


class FixWounds(Command, frozen=True, tag="fix-wounds"):
    """Set how many wound tokens are left on the wound track by hand."""

    n: int


class FixToken(Command, frozen=True, tag="fix-token"):
    """Set how many of a kind a player has by hand: luck, corruption, stress, wounds, gold, XP."""

    seat: int
    what: str
    n: int


class FixSkill(Command, frozen=True, tag="fix-skill"):
    """Set how many boxes of a skill are filled by hand; nothing is gained by that."""

    seat: int
    skill: str
    n: int


class FixBag(Command, frozen=True, tag="fix-bag"):
    """Set how many tokens of a kind are in the time bag by hand."""

    token: str
    n: int


class FixCard(Command, frozen=True, tag="fix-card"):
    """A player does not have a card that the box thought it had."""

    seat: int
    card: str


class FixLaden(Command, frozen=True, tag="fix-laden"):
    """Set how much stress, or how many wounds, lie on an armor by hand."""

    seat: int
    card: str
    what: Literal["stress", "wounds"]
    n: int


class FixPlaced(Command, frozen=True, tag="fix-placed"):
    """A standee stands on another action."""

    seat: int
    action: int


class FixLock(Command, frozen=True, tag="fix-lock"):
    """An action is locked, or is not."""

    action: int
    on: Literal["locked", "open"]


SeatCommand = (
    Ready | Place | Resolve | Next | Enter | Pick | Vote | Accept | Luck | Help | Total | Discard | Trade | Dialled
    | Sheet | Called | Blank
)  # fmt: skip
Beside = (
    Shift | Gained | Lost | Entitled | RiskLaid | RiskTaken | ThreatTurned | WoundsTaken | Spent | Put | Check | Quit
)
Fix = (
    FixInfluence | FixThreat | FixRisk | FixWounds | FixToken | FixSkill | FixBag | FixCard | FixLaden | FixPlaced
    | FixLock
)  # fmt: skip
BoxCommand = SeatCommand | Beside | Fix
