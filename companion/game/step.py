"""What a state says is still to be done, and what time and chance have to do with it."""

from __future__ import annotations

import msgspec

from companion.pile import Bag, Pile

from .actor import Seen
from .command import Keeper
from .text import Text


class Keeping(msgspec.Struct, frozen=True):
    """Who looks after one component: the box, people who tell the box, or people alone."""

    component: str
    keeper: Keeper


class Clock(msgspec.Struct, frozen=True):
    """A clock of the game. What remains of it is the Table's knowledge, never the state's.

    ``length`` is in seconds, counting down; none counts up. ``start`` tells one start of the clock from the
    next: a game that starts it afresh adds one. ``cues`` are remaining seconds that give a notice. ``seat`` is whose
    time it is, 0 everybody's.
    """

    key: str
    length: int | None
    running: bool = False
    start: int = 1
    cues: tuple[int, ...] = ()
    seat: int = 0


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Base of what stands on an agenda: something to be done before play goes on. First comes first."""


class Draw(Step, frozen=True, tag="draw"):
    """``count`` of ``component`` are to be drawn, one after the other. ``Game.chance`` says from what.

    ``key`` is unique within one game ("deal.3"); ``seat`` is whose draw it is (none: the table's); ``seen`` who sees
    what comes.
    """

    key: str
    component: str
    seat: int | None = None
    seen: Seen = "all"
    count: int = 1


class Roll(Step, frozen=True, tag="roll"):
    """Dice are to be rolled: as Draw, one face of each of ``dice``, which are named as the game names them ("d6")."""

    key: str
    component: str
    dice: tuple[str, ...]
    seat: int | None = None
    seen: Seen = "all"


class AskSeats(Step, frozen=True, tag="ask"):
    """Every one of ``seats`` has still to answer ``key``; order does not matter."""

    key: str
    seats: tuple[int, ...]


class Chance(msgspec.Struct, frozen=True):
    """A pending draw or roll with what can come of it: the answer is ``Came(key, items)``.

    A draw takes ``count`` items one after the other out of ``pile`` without putting back; a roll takes one
    face out of each of ``dice``. ``label`` says what it is for, where people who tell what came have to know.
    """

    key: str
    component: str
    seat: int | None
    seen: Seen
    pile: Pile = Pile()
    count: int = 0
    dice: tuple[Bag, ...] = ()
    label: Text | None = None

    @staticmethod
    def of(
        step: Draw | Roll, pile: Pile | None = None, dice: tuple[Bag, ...] = (), label: Text | None = None
    ) -> Chance:
        """Return what can come of ``step``: of a draw what ``pile`` gives, of a roll a face of each of ``dice``."""
        count = step.count if isinstance(step, Draw) else 0
        return Chance(step.key, step.component, step.seat, step.seen, pile or Pile(), count, dice, label)

    @property
    def size(self) -> int:
        """How many items come: fewer than asked for where the pile is too small."""
        return len(self.dice) or min(self.count, len(self.pile))

    def possible(self, items: tuple[str, ...]) -> bool:
        """Tell whether just ``items`` can come."""
        if len(items) != self.size:
            return False
        if self.dice:
            return all(die.count(item) for die, item in zip(self.dice, items, strict=True))
        try:
            self.pile.take(*items)
        except KeyError:
            return False
        return True

    def only(self) -> tuple[str, ...] | None:
        """Return what must come, when nothing else can."""
        if self.dice:
            return None if any(len(die.kinds) > 1 for die in self.dice) else tuple(d.kinds[0] for d in self.dice)
        return self.pile.certain(self.count)
