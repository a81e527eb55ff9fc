"""What a game is: rules bound to checked packs. Pure: state and command in, state out."""
# ruff: noqa: ARG002 - what a game may leave as it is takes no notice of what it is given

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from .actor import Actor, Box, Outcome, Seat, Viewer
from .choice import AnyAsk, Choice, Option, offered
from .command import Came, Command, Expired, Keeper, SetUp
from .errors import Illegal, PackError
from .page import Page
from .picture import Picture
from .step import Chance, Clock, Draw, Keeping, Roll, Step
from .text import Text, plain, say
from .view import Drawing, Notice, Result, View


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every game's state: who plays, in clockwise order; who keeps what; clocks; what is still to be done.

    ``away`` are those of ``seats`` whose players have left the table for a while. A game's state repeats ``agenda``
    with the union of its own steps and the kernel's, so that it decodes.
    """

    seats: tuple[int, ...]
    keepers: tuple[Keeping, ...] = ()
    clocks: tuple[Clock, ...] = ()
    agenda: tuple[Step, ...] = ()
    away: tuple[int, ...] = ()

    def present(self, seats: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Return those of ``seats`` (of all, when none are named) whose player is at the table."""
        return tuple(s for s in (self.seats if seats is None else seats) if s not in self.away)

    def keeper(self, component: str) -> Keeper:
        """Return who keeps ``component`` (the box, when nothing was said)."""
        for keeping in self.keepers:  # a game asks this at every turn, often a hundred times for one list of choices
            if keeping.component == component:
                return keeping.keeper
        return "app"

    def clock(self, key: str) -> Clock:
        """Return the clock ``key``. Raises KeyError when the game has none of that name."""
        for clock in self.clocks:
            if clock.key == key:
                return clock
        raise KeyError(key)

    def left_of(self, seat: int, steps: int = 1) -> int:
        """Return who sits ``steps`` places clockwise (to the left) of ``seat``."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]


class Component(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be looked after in more than one way.

    ``keepers`` are the ways that make sense; ``beside`` the one of the preset "beside the boxed game" (the first
    of ``keepers`` is that of "all in the box"). A ``secret`` component changes keeper between games only. One that is
    unseen ``for_good`` stays so until the game is over: nobody could tell what lies where by then. Any other comes
    back to the box by way of ``told``, or at once where there is nothing to tell: a clock.
    """

    key: str
    label: Text
    keepers: tuple[Keeper, ...]
    beside: Keeper
    secret: bool = False
    for_good: bool = False


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game before it is bound to packs: its folder's name, for how many players it is."""

    key: str
    name: Text
    least: int
    most: int
    components: tuple[Component, ...] = ()
    chairs: bool = False
    """Whether it matters who sits next to whom."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a game starts from: who plays in clockwise order, who keeps what, and the game's own options."""

    seats: tuple[int, ...]
    options: SetUp
    keepers: tuple[Keeping, ...] = ()


class Doubt(msgspec.Struct, frozen=True):
    """A printed value that nobody has compared with a real copy yet, and that this game would rest on.

    ``key`` is a dotted path into the pack, file name first ("chart.crossfire.7.decoys"); ``value`` is ours. On the
    little screen ``label`` is one short line under the value.
    """

    key: str
    label: Text
    value: str
    ask: AnyAsk | None = None
    """How another value is given (its field is "value"), where a line of text is not the way."""
    says: Text | None = None
    """The value in words for people, where it is not its own name."""

    @property
    def shown(self) -> Text:
        """The value as people read it."""
        return self.says or plain(self.value)


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Command)


class Game(ABC, Generic[S, V, C]):
    """The rules of one game, bound to packs. Nothing in here keeps anything: all methods are pure.

    Its parameters are the state, the view, and every command that a seat or the box may send. ``state_type`` decodes
    a state, ``setup_type`` its options; ``seat_commands`` and ``box_commands`` are the unions of what may be sent by
    whom (none: the box has nothing of its own).
    """

    meta: ClassVar[Meta]
    state_type: ClassVar[type[State]]
    setup_type: ClassVar[type[SetUp]]
    seat_commands: ClassVar[Any]
    box_commands: ClassVar[Any] = None

    @abstractmethod
    def setups(self, seats: tuple[int, ...], last: S | None) -> tuple[Choice, ...]:
        """Return the ways to start with these seats; each choice's command is a SetUp, the usual one first.

        ``last`` is the state in which the last game of this kind ended tonight: its options come again, and
        what goes round (the dealer) moves on.
        """

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        """Return the unverified values that matter for a game with this set-up."""
        return ()

    def clash(self, setup: Setup) -> Text | None:
        """Return why this set-up cannot be started whatever is still in doubt: by what is verified alone."""
        return None

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """Return the first state. Raises Illegal with the reason when these options do not go together."""

    @abstractmethod
    def choices(self, state: S, actor: Seat | Box) -> tuple[Choice, ...]:
        """Return everything that a Seat, or the Box acting for the whole table (``Box(None)``), may do now."""

    @abstractmethod
    def act(self, state: S, actor: Actor, choice: Choice, command: C) -> S:
        """Return the state after ``command``, on offer to ``actor``: it is ``choice`` with its asks answered."""

    def came(self, state: S, step: Draw | Roll, items: tuple[str, ...]) -> S:
        """Return the state after ``items`` came of ``step``, the first of the agenda. Games with chance say so here."""
        raise NotImplementedError(f"{self.meta.key} makes nothing of {step.key}")

    def expired(self, state: S, key: str) -> S:
        """Return the state after the clock ``key``, which ran, has run out. Games with such clocks say so here."""
        raise NotImplementedError(f"{self.meta.key} makes nothing of the end of {key}")

    def why_not(self, state: S, actor: Actor, command: Command) -> Text:
        """Return why ``command`` is not on offer to ``actor``, in words for whoever tried it.

        It may tell nothing that ``actor`` does not know.
        """
        return say("refused.not_now")

    def keyed(self, state: S, digit: int) -> tuple[Seat | Box, Command] | None:
        """Return whose command it is, and which, that has ``digit`` for its key now, whether it is on offer or not.

        Where it is not, ``why_not`` says why at the box. None: the digit has no meaning of its own.
        """
        return None

    def making(self, state: S, actor: Seat | Box, command: Command) -> tuple[Choice, ...]:
        """Return those of ``choices`` that could make ``command``: a game with long lists may leave out all others."""
        return self.choices(state, actor)

    def apply(self, state: S, actor: Actor, command: Command) -> S:
        """Return the state after ``command``. Raises Illegal with a reason that a player understands, and only that.

        Whatever is on offer is accepted, of corrections by the box; of chance what can come; of clocks the end of one
        that runs. All else is refused. A game says in ``act``, ``came`` and ``expired`` what follows from it.
        """
        if isinstance(actor, Outcome):
            return self._happen(state, command)
        asked = Box() if actor.seat is None else Seat(actor.seat)
        on_offer = self.making(state, asked, command) if actor.seat is None or actor.seat in state.seats else ()
        choice = offered(on_offer, actor, command)
        if choice is None and actor.seat is None:
            choice = offered(self.corrections(state), actor, command)
        if choice is None:
            raise Illegal(self.why_not(state, actor, command))
        return self.act(state, actor, choice, cast("C", command))  # what a choice of this game makes is one of its own

    def _happen(self, state: S, command: Command) -> S:
        """Take in what chance and clocks bring."""
        match command:
            case Came(key, items):
                chance = pending(self, state)
                if chance is None or chance.key != key or not _can_come(state, chance, items):
                    raise Illegal(say("refused.cannot_come"))
                step = state.agenda[0]
                assert isinstance(step, Draw | Roll)
                return self.came(state, step, items)
            case Expired(key) if any(clock.key == key and clock.running for clock in state.clocks):
                return self.expired(state, key)
            case _:
                raise Illegal(say("refused.not_now"))

    def drawings(self) -> tuple[Drawing, ...]:
        """Return what of its packs can be drawn for paper."""
        return ()

    def picture(self, name: str) -> Picture:
        """Return a picture of its packs by the name that views call it. Raises KeyError."""
        raise KeyError(name)

    def corrections(self, state: S) -> tuple[Choice, ...]:
        """Return what can be set by hand within what keeps the game consistent. Reality wins."""
        return ()

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """Return what ``viewer`` may know."""

    def tell(self, before: S, actor: Actor, command: Command, after: S) -> tuple[Notice, ...]:
        """Return the lines and tones that this command gives rise to, each with those who may have it."""
        return ()

    @abstractmethod
    def pages(self, view: V) -> tuple[Page, ...]:
        """Return the pages of the little screen for the public view, the one that matters now first."""

    def explains(self, view: V) -> tuple[Page, ...]:
        """Return pages with the rules that matter in this game, in short, for who asks the box for them."""
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    def settle(self, state: S) -> S:
        """Return the state after someone left or came back, or a keeper changed: what waited for that goes on."""
        return state

    def suited(self, ways: tuple[Choice, ...], keepers: tuple[Keeping, ...]) -> tuple[Choice, ...]:
        """Return those of ``setups`` that make sense where these keep what they keep, without asks that do not."""
        return ways

    def vain(self, before: S, after: S) -> bool:
        """Tell whether a command has changed nothing but that it was tried, which is noted: undo passes it over."""
        return False

    def chance(self, state: S, step: Draw | Roll) -> Chance:
        """Return what can come of a Draw or Roll on top of the agenda. Games with chance say so here."""
        raise NotImplementedError(f"{self.meta.key} has no chance for {step.key}")

    def told(self, chance: Chance) -> tuple[Option, ...]:
        """Return the answers out of which people tell what came, named and in the order of their keys.

        Numbers stand by their size, so that those of a die are where one looks for them: the 14 after the 13.
        """
        kinds = {k for d in chance.dice for k in d.kinds} or {k for b in chance.pile.layers for k in b.kinds}
        by_size = sorted(kinds, key=lambda kind: (int(kind) if kind.isdecimal() else 0, kind))
        return tuple(Option(kind, plain(kind)) for kind in by_size)

    def known(self, state: S, viewer: Viewer) -> tuple[str, ...]:
        """Return the keys of draws, and the secret commands by tag or question, that ``viewer`` has learned since.

        "deal.3", and "point" for all of that tag or "bid.1" for those that answered one question. A draw is known
        anyway to those who saw it come; a secret command to its own seat.
        """
        return ()


AnyGame = Game[Any, Any, Any]
"""Some game: who runs games knows none of them."""


class Title(msgspec.Struct, frozen=True):
    """A game on the shelf: what is known of it, and how it is bound to checked packs (a folder name -> content)."""

    meta: Meta
    bind: Callable[[Mapping[str, bytes]], AnyGame]
    beside: str = ""
    """Where a pack lies that stands beside the others and replaces none, its name for the star: "quests/*/quest.toml".

    An owner's pack with that last file at its top is such a one.
    """
    unread: Callable[[Mapping[str, bytes]], tuple[PackError, ...]] = lambda _packs: ()
    """What the packs hold that this game does not read: to be named, but no reason to leave a pack out."""


def pending(game: Game[S, V, C], state: S) -> Chance | None:
    """Return the chance that stands on top of the agenda, if chance is what play waits for."""
    if state.agenda and isinstance(state.agenda[0], Draw | Roll):
        return game.chance(state, state.agenda[0])
    return None


def _can_come(state: State, chance: Chance, items: tuple[str, ...]) -> bool:
    """Tell whether ``items`` can come of ``chance``; of what people drew and nobody may see nothing is told."""
    untold = chance.seen == () and state.keeper(chance.component) == "told"
    return chance.possible(items) or (untold and not items)


def choices_of(game: Game[S, V, C], state: S, actor: Actor) -> tuple[Choice, ...]:
    """Return what ``actor`` may do now: a seat its own, the box for a seat what is public, the box for the table."""
    if isinstance(actor, Outcome):
        return ()
    if actor.seat is None:
        return game.choices(state, actor)
    own = game.choices(state, Seat(actor.seat)) if actor.seat in state.seats else ()
    return own if isinstance(actor, Seat) else tuple(c for c in own if c.public)
