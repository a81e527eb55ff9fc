"""What can stand in a pack as an effect: control flow, and the bases of a game's own words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """Base of all that can stand in a body. A game's verbs say ``tag="gain"`` and their typed fields."""


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="is"):
    """Base of what an ``if`` or a way can ask of the game."""

    __test__ = False


class Trial(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="roll"):
    """Base of what gives a check its total: dice, cards, a number that people tell."""


Body = tuple[Effect, ...]
Book = Mapping[str, Body]
"""Checked bodies by the name of their entry."""


class Not(Test, frozen=True, tag="not"):
    """Holds where ``test`` does not."""

    test: Test


class AllOf(Test, frozen=True, tag="all"):
    """Holds where all of ``tests`` do."""

    tests: tuple[Test, ...]


class AnyOf(Test, frozen=True, tag="any"):
    """Holds where one of ``tests`` does."""

    tests: tuple[Test, ...]


class If(Effect, frozen=True, tag="if"):
    """``then`` where ``test`` holds, else ``otherwise`` ("else" in TOML)."""

    test: Test
    then: Body = ()
    otherwise: Body = ()


class Each(Effect, frozen=True, tag="each"):
    """``then`` once for every member of the group ``of``, for whom it is done."""

    of: str
    then: Body


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way of a choice: its ``text``, for whom it is open (``test``), and what it leads to."""

    text: str
    test: Test | None = None
    then: Body = ()


class Choose(Effect, frozen=True, tag="choose"):
    """One of ``ways`` is picked. ``by`` is a group of the game, empty: whoever the effect is done for."""

    ways: tuple[Way, ...]
    ask: str = ""
    by: str = ""


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """What is done from a total of ``least`` on (none: whatever the total)."""

    least: int | None = None
    then: Body = ()


class Check(Effect, frozen=True, tag="check"):
    """The trial ``on`` is made; the first of ``bands`` whose ``least`` its total reaches is done (else nothing)."""

    on: Trial
    bands: tuple[Band, ...]


class GoTo(Effect, frozen=True, tag="goto"):
    """The entry ``to`` is done instead of the rest of this one."""

    to: str


class Language(msgspec.Struct, frozen=True):
    """A game's own words: verbs, tests, trials, and the groups that ``each`` and ``choose`` can name."""

    verbs: tuple[type[Effect], ...]
    tests: tuple[type[Test], ...] = ()
    trials: tuple[type[Trial], ...] = ()
    groups: tuple[str, ...] = ()
