"""The verbs of quest packs: what entries, actions, cards and sheets can let happen.

An effect is done *for* somebody: the player whose action, card or choice it is, or the whole party (an entry read at
the end of a round, on arrival, for a token). In an entry of the party's, what only a player can have stands inside an
``each``. Control flow (if, each, choose, check, goto) is ``companion.effects``' own.
"""

from __future__ import annotations

from typing import Literal

from companion.effects import Effect

from .things import Gained, Kind, Lost, Taken

# --- for a player


class Gain(Effect, frozen=True, tag="gain"):
    """A player gains ``n`` of something: skill points, XP, gold, tokens, places of influence, drawn cards.

    ``per`` multiplies: by a value of the table ("players", "threat", "level") or by a counter. Supplies go into the
    time bag and are the party's.
    """

    what: Gained
    n: int = 1
    per: str = ""


class Lose(Effect, frozen=True, tag="lose"):
    """A player loses ``n`` of something, or as many as there are; of cards it picks which."""

    what: Lost
    n: int = 1
    per: str = ""


class Heal(Effect, frozen=True, tag="heal"):
    """A player heals ``n`` HP: for each one a stress back to the supply or a wound back to the track."""

    n: int = 1


class Title(Effect, frozen=True, tag="title"):
    """A player gains a title, unless somebody has it already."""

    title: str
    kind: Kind


class Card(Effect, frozen=True, tag="card"):
    """A player gains the story card with that number, from whoever has it if somebody does."""

    card: str


class Drop(Effect, frozen=True, tag="drop"):
    """The story card goes back to its deck from whoever has it, if somebody does."""

    card: str


class Steal(Effect, frozen=True, tag="steal"):
    """A player takes one of something from a member of a group that has it; the thief picks whom and what."""

    what: Taken = "treasure"
    of: str = "others"


class Rank(Effect, frozen=True, tag="rank"):
    """A player's marker goes to the top or the bottom of the influence track, the others shifting."""

    to: Literal["top", "bottom"]


class Camp(Effect, frozen=True, tag="camp"):
    """A player may do one camp action of its sheets. ``{ each = everyone }`` makes a camp of it."""


# --- for the party


class Pick(Effect, frozen=True, tag="pick"):
    """One player of the group ``of`` is picked, and is the group "picked" from now on in this run of entries.

    ``by`` picks: a group of one decides alone, more of them vote, empty: whoever the effect is done for, and for the
    party all by vote.
    """

    of: str = "everyone"
    by: str = ""
    ask: str = ""


class Risk(Effect, frozen=True, tag="risk"):
    """``n`` below zero: so many tokens go back from the risk tracks to the bag, whoever it is done for picks them.

    Above zero: so many plain risk tokens of ``track`` (1 or 2; 0: the fuller one, the first if equal) go from the bag
    onto it, as if drawn, but nothing is drawn again. What the bag or the tracks do not have is not moved.
    """

    n: int
    track: int = 0


class Threat(Effect, frozen=True, tag="threat"):
    """The threat level is raised ``n`` times (or turned back, below zero: the dial only, never below its start)."""

    n: int = 1


class Time(Effect, frozen=True, tag="time"):
    """``n`` time are spent: so many tokens are drawn from the time bag and resolved, one after the other."""

    n: int = 1


class InBag(Effect, frozen=True, tag="bag"):
    """The follower token with that number is put into the time bag, or taken out of it for good."""

    token: int
    out: bool = False


class Dial(Effect, frozen=True, tag="dial"):
    """A dial of the page's, named as the page names it, is set (``to``) or turned (``by``), never beyond its ends.

    ``per`` multiplies as in ``gain``.
    """

    dial: str
    by: int | None = None
    to: int | None = None
    per: str = ""


class Lock(Effect, frozen=True, tag="lock"):
    """An action of the current page is locked."""

    action: int


class Unlock(Effect, frozen=True, tag="unlock"):
    """An action of the current page is unlocked."""

    action: int


class Turn(Effect, frozen=True, tag="turn"):
    """The location book is turned to a page, and a round begins there. Nothing that was still to be done is done."""

    page: int


class NewRound(Effect, frozen=True, tag="round"):
    """A new round begins on this page; tokens stay. Nothing that was still to be done is done."""


class Travel(Effect, frozen=True, tag="travel"):
    """The party travels on the map: a path is picked, 1 time spent, the entry of the new place read."""


class Move(Effect, frozen=True, tag="move"):
    """The party is at another place without having travelled: no time, and no entry of its place is read."""

    place: str


class Mark(Effect, frozen=True, tag="mark"):
    """The Cartographer writes a remark beside a place of the map (or crosses it out again, ``off``)."""

    place: str
    remark: str
    off: bool = False


class PathOpens(Effect, frozen=True, tag="path"):
    """A path of the map can be walked from now on, or (``shut``) no longer."""

    path: str
    shut: bool = False


class Read(Effect, frozen=True, tag="read"):
    """Another entry is read and done here, and then what is left of this one."""

    entry: str


class Tell(Effect, frozen=True, tag="tell"):
    """The table learns a code: from now on it can be entered whenever nothing else is to be done and its test holds."""

    code: str


class Say(Effect, frozen=True, tag="say"):
    """A sentence is read aloud in the midst of effects."""

    text: str


class Count(Effect, frozen=True, tag="count"):
    """A counter of the quest's goes up or down by ``by``, or is set (``to``). All begin at 0, none goes below."""

    counter: str
    by: int | None = None
    to: int | None = None


class Save(Effect, frozen=True, tag="save"):
    """The table is offered to stop here for tonight."""


class Win(Effect, frozen=True, tag="win"):
    """The quest is completed with one of its endings."""

    ending: str


class Fail(Effect, frozen=True, tag="fail"):
    """Every player loses."""


PLAYER_VERBS: tuple[type[Effect], ...] = (Gain, Lose, Heal, Title, Card, Steal, Rank, Camp)
"""What is done for one player. (Supplies, which ``gain`` knows too, are the party's.)"""

PARTY_VERBS: tuple[type[Effect], ...] = (
    Drop,
    Pick,
    Risk,
    Threat,
    Time,
    InBag,
    Dial,
    Lock,
    Unlock,
    Turn,
    NewRound,
    Travel,
    Move,
    Mark,
    PathOpens,
    Read,
    Tell,
    Say,
    Count,
    Save,
    Win,
    Fail,
)
"""What is done for the party."""

LAST_VERBS: tuple[type[Effect], ...] = (Turn, NewRound, Travel, Win, Fail)
"""What ends a run of entries: play goes on elsewhere, or not at all."""
