"""Where a game of Freelancers stands. Nothing in it is secret: what nobody knows yet is not decided yet."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.effects import Do
from companion.game import Draw, Roll, State, Step
from companion.pile import Bag, Pile

from .commands import FreelancersSetup
from .quest.things import SKILLS

Stage = Literal["setup", "plan", "act", "end", "story", "over"]


class Item(msgspec.Struct, frozen=True, array_like=True):
    """A card that a player has: what kind of thing it is, and what lies on it (armor) or is attached (weapon)."""

    card: str
    kind: str
    stress: int = 0
    wounds: int = 0
    augments: tuple[str, ...] = ()


class Titled(msgspec.Struct, frozen=True, array_like=True):
    """A title that a player has."""

    title: str
    kind: str


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One player's character sheet: filled boxes of ``skills``, in the order of SKILLS; stress and wounds on hearts."""

    seat: int
    species: str = ""
    job: str = ""
    name: str = ""
    blanks: tuple[str, ...] = ()
    skills: tuple[int, ...] = (0, 0, 0, 0, 0)
    xp: int = 0
    gold: int = 0
    stress: int = 0
    wounds: int = 0
    luck: int = 0
    corruption: int = 0
    titles: tuple[Titled, ...] = ()
    items: tuple[Item, ...] = ()

    def skill(self, skill: str) -> int:
        """Return how many boxes of a skill are filled."""
        return self.skills[SKILLS.index(skill)]

    def of_kind(self, kind: str) -> tuple[Item, ...]:
        """Return the items of a kind, of "treasure" all that are no followers."""
        if kind == "treasure":
            return tuple(item for item in self.items if item.kind != "follower")
        return tuple(item for item in self.items if item.kind == kind)

    def item(self, card: str) -> Item | None:
        """Return the item with that card, if the player has it (attached augments are part of their weapon)."""
        return next((item for item in self.items if item.card == card), None)

    def with_item(self, item: Item) -> Player:
        """Return the player with ``item`` in place of the one of the same card, or beside the others."""
        if self.item(item.card) is None:
            return replace(self, items=(*self.items, item))
        return replace(self, items=tuple(item if old.card == item.card else old for old in self.items))

    def without(self, card: str) -> Player:
        """Return the player without a card."""
        return replace(self, items=tuple(item for item in self.items if item.card != card))


class Standee(msgspec.Struct, frozen=True, array_like=True):
    """A standee on the page: whose, on which action (0: passed), whether it is resolved."""

    seat: int
    action: int
    done: bool = False


class Line(msgspec.Struct, frozen=True, array_like=True):
    """Something that was read: an entry or an action (by its name in the book), or a sentence in it (``path``).

    ``who`` it was done for and who was ``picked``, for the gaps of the text.
    """

    entry: str
    path: tuple[int, ...] = ()
    who: int = 0
    picked: int = 0


class Counted(msgspec.Struct, frozen=True, array_like=True):
    """A counter of the quest's."""

    name: str
    n: int


class Remark(msgspec.Struct, frozen=True, array_like=True):
    """What the Cartographer wrote beside a place."""

    place: str
    remark: str


class Voted(msgspec.Struct, frozen=True, array_like=True):
    """A vote that was given."""

    seat: int
    what: str


class Typed(msgspec.Struct, frozen=True, array_like=True):
    """A code that was typed: ``known`` where it led somewhere; by a ``seat``'s phone, or at the box (0)."""

    code: str
    known: bool
    seat: int = 0


class Gain(msgspec.Struct, frozen=True, array_like=True):
    """What came of what is being read: for whom (0: the table), what, how much; ``name`` of a title or card."""

    seat: int
    what: str
    n: int
    name: str = ""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What people said of something that they keep and the box does not, for the effect under way."""

    key: str
    n: int


# --- what is still to be done


class Need(Step, frozen=True, tag="need", kw_only=True):
    """Somebody has to say something: ``kind`` is what. ``seat`` 0: the party, all of ``electors`` voting."""

    kind: str
    options: tuple[str, ...]
    seat: int = 0
    about: str = ""
    n: int = 0
    electors: tuple[int, ...] = ()
    votes: tuple[Voted, ...] = ()


class Give(Step, frozen=True, tag="give"):
    """A player gains ``n`` of something, one after the other."""

    seat: int
    what: str
    n: int


class Take(Step, frozen=True, tag="take"):
    """A player loses ``n`` of something, one after the other."""

    seat: int
    what: str
    n: int


class Mend(Step, frozen=True, tag="mend"):
    """A player heals ``n`` HP."""

    seat: int
    n: int


class Spend(Step, frozen=True, tag="spend"):
    """``n`` time are spent."""

    n: int


class LayRisk(Step, frozen=True, tag="lay-risk"):
    """A token goes onto a risk track."""

    token: str
    track: int


class PushRisk(Step, frozen=True, tag="push-risk"):
    """``n`` plain risk tokens go from the bag onto a track (0: the fuller one)."""

    n: int
    track: int = 0


class Raise(Step, frozen=True, tag="raise"):
    """The threat level is raised ``n`` times."""

    n: int


class Reduce(Step, frozen=True, tag="reduce"):
    """A player (0: the party) takes ``n`` tokens off the risk tracks."""

    seat: int
    n: int


class Equip(Step, frozen=True, tag="equip"):
    """A player has got a card, which has to find a slot; ``giver`` has traded it, and may be handed one for it."""

    seat: int
    item: Item
    giver: int = 0


class Rolled(Step, frozen=True, tag="rolled", kw_only=True):
    """A check that is being made: the dice and what they show, what is added, and whether corruption took the die."""

    seat: int
    what: str
    dice: tuple[str, ...]
    faces: tuple[int, ...] = ()
    plus: int = 0
    corrupted: bool = False
    again: int = -1
    """The die that is being rolled again."""


class Resolved(Step, frozen=True, tag="resolved"):
    """A player's check has been resolved: ``corrupted``, a corruption held when it was rolled goes now."""

    seat: int
    corrupted: bool = False


class PutBack(Step, frozen=True, tag="put-back"):
    """A token that was drawn goes back into the bag, now that what it brought is done."""

    token: str


class Arrive(Step, frozen=True, tag="arrive"):
    """The party comes to a place."""

    place: str


class Happens(Step, frozen=True, tag="happens"):
    """Cards do what they do at an event, those of one seat only (0: everybody's)."""

    event: str
    seat: int = 0


class FreelancersState(State, frozen=True, kw_only=True):
    """One game.

    ``order`` is the influence track from the top. ``unseen`` are the threat tokens that nobody has seen yet, on the
    dial or in the bag (there as "threat"); ``added`` the highest level whose token went into the bag. ``tracks`` are
    the tokens on the two risk tracks, ``wounds`` those left on the wound track, ``supplies`` those beside the bag.
    ``round`` counts on this page, ``begun`` all rounds (each starts the clock afresh), ``late``: the timer ran out.
    ``visited`` are crossed out or where the party is, ``walked`` and ``opened``/``shut`` paths by their keys.
    ``typed`` is the code that was typed, if nothing was done since.
    ``shown`` is what is being read, ``unread``: not all of it has been heard, ``behind``: so many lines of it have;
    ``news`` what came of it.
    ``heard`` are the last things read, oldest first, ``read`` all entries ever read; ``told`` codes that the table
    knows of. ``aside`` are cards out of their decks that nobody has.
    ``filled`` and ``dealt``: the box knows what is in the bag, and in the decks. ``drawn`` counts draws and rolls.
    ``lost`` says why the party has lost, ``doomed``: its entry is being read; ``ending`` how the quest was completed.
    """

    agenda: tuple[
        Draw
        | Roll
        | Do
        | Need
        | Give
        | Take
        | Mend
        | Spend
        | LayRisk
        | PushRisk
        | Raise
        | Reduce
        | Equip
        | Rolled
        | Resolved
        | PutBack
        | Arrive
        | Happens,
        ...,
    ] = ()
    options: FreelancersSetup
    stage: Stage = "setup"
    players: tuple[Player, ...]
    order: tuple[int, ...]
    level: int = 0
    added: int = 0
    unseen: Bag = Bag()
    bag: Bag = Bag()
    tracks: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    wounds: int = 0
    supplies: int = 0
    dials: tuple[int, ...] = ()
    page: int = 0
    round: int = 0
    begun: int = 0
    late: bool = False
    standees: tuple[Standee, ...] = ()
    locks: tuple[int, ...] = ()
    place: str = ""
    visited: tuple[str, ...] = ()
    walked: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    counters: tuple[Counted, ...] = ()
    picked: int = 0
    shown: tuple[Line, ...] = ()
    unread: bool = False
    behind: int = 0
    heard: tuple[Line, ...] = ()
    news: tuple[Gain, ...] = ()
    read: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    typed: tuple[Typed, ...] = ()
    answers: tuple[Answer, ...] = ()
    treasure: Pile = Pile()
    treasure_discard: Bag = Bag()
    followers: Pile = Pile()
    aside: Bag = Bag()
    filled: bool = False
    dealt: bool = False
    drawn: int = 0
    checked: Rolled | None = None
    """The last check that was made, as it stood."""
    lost: str = ""
    doomed: bool = False
    ending: str = ""

    @property
    def story(self) -> bool:
        """Whether the box is the game master of a quest."""
        return bool(self.options.quest)

    @property
    def bag_in_box(self) -> bool:
        """Whether the box knows what is in the time bag, drawing itself or being told."""
        return self.keeper("bag") != "unseen"

    @property
    def sheets_in_box(self) -> bool:
        """Whether the box keeps the character sheets."""
        return self.keeper("sheets") == "app"

    @property
    def cards_in_box(self) -> bool:
        """Whether the box knows who has which cards, dealing itself or being told. They lie on the sheets."""
        return self.sheets_in_box and self.keeper("cards") != "unseen"

    def player(self, seat: int) -> Player:
        """Return the player at ``seat``."""
        return self.players[self.seats.index(seat)]

    def with_player(self, player: Player) -> FreelancersState:
        """Return the state with ``player`` in place of the one at that seat."""
        at = self.seats.index(player.seat)
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def then(self, *steps: Step) -> FreelancersState:
        """Return the state with ``steps`` on top of the agenda."""
        return replace(self, agenda=(*steps, *self.agenda))

    @property
    def dues(self) -> tuple[Step, ...]:
        """What is done even where an effect leaves all else that was still to be done."""
        return tuple(step for step in self.agenda if isinstance(step, Resolved | PutBack))

    def counter(self, name: str) -> int:
        """Return what a counter of the quest's stands at."""
        return next((c.n for c in self.counters if c.name == name), 0)

    def standee(self, seat: int) -> Standee | None:
        """Return where a player's standee stands, None where it is not placed."""
        return next((s for s in self.standees if s.seat == seat), None)

    def holder(self, card: str) -> int:
        """Return who has a card, attached ones too (0: nobody)."""
        for player in self.players:
            if any(card == item.card or card in item.augments for item in player.items):
                return player.seat
        return 0
