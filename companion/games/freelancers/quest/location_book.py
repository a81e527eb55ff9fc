"""The location book of a quest: pages and their actions (pages/)."""

from __future__ import annotations

from typing import Literal, get_args

from companion.game import Packed

Symbol = Literal[
    "might",
    "agility",
    "smarts",
    "will",
    "sense",
    "weapon",
    "xp",
    "gold",
    "luck",
    "corruption",
    "stress",
    "wound",
    "heal",
    "influence",
    "treasure",
    "follower",
    "supplies",
    "risk",
    "time",
    "threat",
    "title",
    "dial",
    "talk",
    "travel",
    "lock",
    "unknown",
]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
"""Guide symbols of actions: what it is about, at a glance."""

ActionType = Literal["unlimited", "limited", "required"]


class PageDial(Packed, frozen=True):
    """A dial that a page uses; it is set to ``start`` and ``each`` per player when the page is turned to."""

    name: str
    start: int = 0
    each: int = 0


class Action(Packed, frozen=True):
    """An action of a page: what everyone sees (number, name, symbols, type), and the text read when it is resolved."""

    number: int
    name: str
    type: ActionType
    symbols: tuple[Symbol, ...] = ()
    text: str = ""


class LocationPage(Packed, frozen=True):
    """A page of the location book. ``end``: the code at the end of a round; ``locks``: locked from the start."""

    number: int
    name: str
    end: str
    actions: tuple[Action, ...]
    features: tuple[str, ...] = ()
    dials: tuple[PageDial, ...] = ()
    locks: tuple[int, ...] = ()
    seconds: int = 0
    """Planning time on this page (0: as the boards say)."""
    art: str = ""

    def action(self, number: int) -> Action:
        """Return an action by its number. Raises KeyError."""
        for action in self.actions:
            if action.number == number:
                return action
        raise KeyError(number)
