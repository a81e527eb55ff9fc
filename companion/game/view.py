"""What a viewer may know, and what is said aloud."""

from __future__ import annotations

from typing import Literal

import msgspec

from .actor import Seen
from .text import Text, Who, listed, say


class Held(msgspec.Struct, frozen=True):
    """What a seat sees while it holds: fetched then, gone on release. The same size whatever it says."""

    title: Text
    lines: tuple[Text, ...] = ()


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer may know of a game. Every game adds its own fields.

    ``phase`` names where the game is; ``prompt`` is the one question or fact on top; ``note`` a line under it;
    ``list_title`` what stands over a list on the little display, where that is not the prompt (a price, say);
    ``held`` what a seat sees while holding (none for the public, or when there is nothing to look at); ``pictures``
    the packs' pictures that this viewer may look at now, by the names that the game knows them by.
    """

    phase: str
    prompt: Text
    note: Text | None = None
    list_title: Text | None = None
    held: Held | None = None
    pictures: tuple[str, ...] = ()


class Drawing(msgspec.Struct, frozen=True):
    """Something that a pack holds and that can be drawn as it is printed: a map, say.

    ``template`` makes one SVG of ``width`` by ``height`` units out of ``picture``.
    """

    key: str
    name: Text
    template: str
    picture: msgspec.Struct
    width: float
    height: float


Tone = Literal["tick", "end", "ok", "no", "turn"]
"""A second of a clock that runs out, its end, taken, refused, whose turn it is."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A line for the log, or a tone, with those who may have it; ``aloud``: the line is spoken, too."""

    text: Text | None = None
    seen: Seen = "all"
    aloud: bool = False
    tone: Tone | None = None


class Score(msgspec.Struct, frozen=True):
    """One seat's points of a game, and why."""

    seat: int
    points: int
    why: Text


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won (none, one, several), each seat's points with its reason, and one line of why."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    why: Text


def won(winners: tuple[int, ...]) -> Text:
    """Return in one sentence who has won: "Ann wins", "Ann and Bo win"."""
    if not winners:
        return say("won.nobody")
    who = listed(tuple(say("who", seat=Who(seat)) for seat in winners))
    return say("won.one" if len(winners) == 1 else "won.more", who=who)
