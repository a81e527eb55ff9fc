"""What can be done at a table. A command is a value; its class names the act, its tag the word for it."""

from __future__ import annotations

from typing import Literal

import msgspec

Keeper = Literal["app", "told", "unseen"]
"""Who looks after a component: the box rolls, draws and deals; people do, and tell the box what came; or people do, and
the box neither asks nor checks."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of every command. Subclasses give ``tag="point"`` and typed fields.

    A game spells out two unions: what a seat may send, and what the box may (corrections). What chance and clocks
    bring is the same for every game: Came and Expired.
    """


def tag_of(command: Command) -> str:
    """Return the word for what ``command`` does: ``"point"``."""
    return str(type(command).__struct_config__.tag)


class Came(Command, frozen=True, tag="came"):
    """Chance's answer to the Draw or Roll ``key``: what came, in order. Entered by the Table alone.

    No items: nothing was left to draw, or people drew what nobody may see.
    """

    key: str
    items: tuple[str, ...]


class Expired(Command, frozen=True, tag="expired"):
    """The clock ``key`` has run out. Entered by the Table alone."""

    key: str


class Told(Command, frozen=True, tag="told"):
    """What people say came of the real dice, bag or cards. The Table enters it as ``Came``."""

    key: str
    items: tuple[str, ...]


class Keep(Command, frozen=True, tag="keep"):
    """From now on ``keeper`` looks after ``component``: app, told or unseen."""

    component: str
    keeper: Keeper


class SetUp(Command, frozen=True):
    """Base of what a game is started with: its mode, variants, named options. Each game has one subclass."""
