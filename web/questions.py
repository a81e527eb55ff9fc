"""Which questions stand where on a page: at the thumb, below it, or in the drawer."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

import msgspec

from companion.game import AskEach, Box, Choice, Seat, SetUp, tag_of
from companion.published import Offer
from web.pieces import mark_of
from web.screen import Kind

FIXES = ("table.fix", "table.keep")
"""Questions that stand last in a scribe's drawer, and in no other."""


class Group(msgspec.Struct, frozen=True, eq=False):
    """The choices that answer one question.

    Groups that look alike are equal: when each was asked, which makes their questions two, is filled in last.
    """

    question: str
    name: str
    actor: str
    choices: tuple[Choice, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.actor == other.actor and self.choices == other.choices

    def __hash__(self) -> int:
        return hash((self.actor, self.name, len(self.choices)))

    @property
    def mark(self) -> str:
        """What stands in a piece where the question does."""
        return mark_of(self.actor, self.name)

    @property
    def long(self) -> bool:
        """Whether the answer takes more room than a thumb's reach: it is folded away until wanted."""
        return any(isinstance(ask, AskEach) for c in self.choices for ask in c.asks)

    @property
    def starts(self) -> bool:
        """Whether its choices start a game."""
        return self.name in ("lobby", "again")

    @property
    def has_usual(self) -> bool:
        """Whether the first choice is the usual one: to start, to start again, to say yes."""
        if self.name == "lobby":
            return isinstance(self.choices[0].command, SetUp)
        return self.name in ("again", "doubt")

    @property
    def plain(self) -> tuple[Choice, ...]:
        """Those that are done with one touch."""
        return tuple(c for c in self.choices if not c.asks)

    @property
    def asking(self) -> tuple[Choice, ...]:
        """Those that ask for something first."""
        return tuple(c for c in self.choices if c.asks)


def groups(offers: tuple[Offer, ...], actor: str) -> tuple[Group, ...]:
    """Return ``offers`` by the question they answer, in the order in which questions come first."""
    answers: dict[str, list[Choice]] = {}
    for offer in offers:
        answers.setdefault(offer.question, []).append(offer.choice)
    return tuple(Group(question, of[0].question, actor, tuple(of)) for question, of in answers.items())


Ids = Mapping[str, Container[str]]


def ids_of(asked: Iterable[Group]) -> Ids:
    """Return the ids of the choices by the name of their question: what two actors may both do has the same."""
    return {group.name: [c.id for c in group.choices] for group in asked}


def _those(asked: Iterable[Group], wanted: Callable[[Choice], bool]) -> tuple[Group, ...]:
    """Return ``asked`` with those of their choices alone that are wanted."""
    found = ((group, tuple(filter(wanted, group.choices))) for group in asked)
    return tuple(
        group if len(choices) == len(group.choices) else msgspec.structs.replace(group, choices=choices)
        for group, choices in found
        if choices
    )


def sorted_out(table: Mapping[str, Any], kind: Kind, actor: str, offers: tuple[Offer, ...]) -> dict[str, Any]:
    """Return ``offers`` to an actor by where they stand on its page, with those to the ``table`` that it may take.

    ``questions`` are all that can stand there, by their marks.
    """
    own = groups(offers, actor)
    theirs, own_ids = table["ids"], ids_of(own)
    seen = next(((g.question, c.id) for g in own for c in g.choices if tag_of(c.command) == "seen"), None)
    mine = tuple(g for g in own if not g.choices[0].of_table)
    if seen is not None:
        mine = _those(mine, lambda c: tag_of(c.command) != "seen")
    # What only this seat can do comes first, at the thumb; what anyone could do for the table stands below it.
    only = _those(mine, lambda c: c.id not in theirs.get(c.question, ()))
    shared = _those(mine, lambda c: c.id in theirs.get(c.question, ())) if only else ()
    if not only:
        only, shared = _at_the_thumb(mine) if kind == "seat" else (mine, ())
    also = (*table["chairs"], *_those(table["for_table"], lambda c: c.id not in own_ids.get(c.question, ())))
    again = () if mine or kind != "seat" else _to_start(also)
    also = _those(also, lambda c: all(c not in group.choices for group in again)) if again else also
    below = shared + (also if kind == "seat" else ())
    return {
        "mine": only or again,
        # What is asked on top is answered first; who sits where can wait for it.
        "also": tuple(sorted(below, key=lambda group: group.name != "doubt")),
        "own_undo": next((g for g in own if g.name == "table.undo" and kind == "seat"), None),
        "drawer": _drawer(table["tools"], kind),
        "seen": seen,
        "questions": table["questions"] | {group.mark: group.question for group in own},
    }


def _drawer(tools: tuple[Group, ...], kind: Kind) -> tuple[Group, ...]:
    """Return those of ``tools`` that stand in the drawer of a page; a seat takes back its own above it."""
    if kind == "seat":
        return tuple(g for g in tools if g.name not in (*FIXES, "table.undo"))
    return tuple(sorted(tools, key=lambda group: group.name in FIXES)) if kind == "scribe" else ()


def _to_start(asked: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return what is one touch to a game: to start again, or else to say what the owner is asked before it starts.

    It stands at the thumb, however long the page of a result is.
    """
    doubts = _those((g for g in asked if g.name == "doubt"), lambda c: not c.asks)
    if doubts or not asked or asked[0].name != "again" or asked[0].choices[0].asks:
        return doubts
    return (msgspec.structs.replace(asked[0], choices=asked[0].choices[:1]),)


def _at_the_thumb(asked: tuple[Group, ...]) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Part what anyone may do: questions of one touch, which stay in sight, from those to be filled in, if both."""
    touched = tuple(group for group in asked if not group.asking)
    return (touched, tuple(group for group in asked if group.asking)) if touched else (asked, ())


def actor_name(actor: Seat | Box) -> str:
    """Return how a form writes down as whom it acts: "seat", "box" or "box.3"."""
    if isinstance(actor, Seat):
        return "seat"
    return f"box.{actor.seat}" if actor.seat else "box"
