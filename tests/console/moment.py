"""A moment of a table that says what a test says: what is on offer to whom, and the game's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion import console as desk
from companion.clock import Face
from companion.console import Console, Effect, Send
from companion.evening import Claimed, Evening, Place
from companion.game import (
    Actor,
    AnyAsk,
    Big,
    Box,
    Choice,
    Command,
    Held,
    Page,
    Result,
    Seat,
    Text,
    View,
    Viewer,
    plain,
)
from companion.panel import Input, Press, Release
from companion.published import Offer
from firmware_bridge.simulated import key


class Do(Command, frozen=True, tag="act"):
    """Any act: what was answered."""

    n: Any = None
    more: Any = None


class Seen(Command, frozen=True, tag="seen"):
    pass


def choice(ident: str, *asks: AnyAsk, **more: Any) -> Choice:
    more.setdefault("command", Do())
    return Choice(id=ident, question="", label=plain(ident), asks=asks, **more)


def offered(question: str, choice: Choice) -> Offer:
    """Return ``choice`` as an answer to ``question``, "<row>:<name>"."""
    return Offer(question, msgspec.structs.replace(choice, question=question.partition(":")[2]))


class Moment:
    """Stands in for what a table publishes."""

    def __init__(self, offers: Mapping[Any, Mapping[str, tuple[Choice, ...]]], **more: Any) -> None:
        self.by = {a: tuple(offered(q, c) for q, cs in found.items() for c in cs) for a, found in offers.items()}
        claims = tuple(Claimed(n, "phone") for n in more.get("phones", ()))
        places = tuple(Place(n) for n in more.get("seats", range(1, 8)))
        self.evening = Evening(places=places, claims=claims, paused=more.get("paused", False))
        self.state: Any = more.get("state", "a game")
        self.saving: bool = more.get("saving", True)
        self.faces: Mapping[str, Face] = {}
        self.undo: Text | None = more.get("undo")
        self.held: Mapping[int, Held] = more.get("held", {})
        self.rules: tuple[Page, ...] = more.get("rules", ())
        self.reasons: Mapping[int, Text] = more.get("reasons", {})
        self.asks: Text = more.get("asks", plain("Prompt"))
        self.list_title: Text | None = more.get("list_title")
        self.ended: Result | None = more.get("ended")
        self.leaves: tuple[Page, ...] = more.get("pages", (Page(key="own", widgets=(Big(plain("The game")),)),))

    def offers(self, actor: Actor) -> tuple[Offer, ...]:
        if isinstance(actor, Box) and actor.seat is not None:
            return tuple(o for o in self.by.get(Seat(actor.seat), ()) if o.choice.public)
        return self.by.get(actor, ())

    def view(self, viewer: Viewer) -> View:
        held = self.held.get(viewer.number) if isinstance(viewer, Seat) else None
        return View(phase="play", prompt=self.asks, note=plain("Note"), list_title=self.list_title, held=held)

    def why_not(self, digit: int) -> Text | None:
        return self.reasons.get(digit)

    def pages(self) -> tuple[Page, ...]:
        return self.leaves

    def explained(self) -> tuple[Page, ...]:
        return self.rules

    def result(self) -> Result | None:
        return self.ended

    def leaders(self) -> tuple[int, ...]:
        return ()

    def undo_names(self) -> Text | None:
        return self.undo

    def points(self, seat: int) -> int:
        return seat


class Desk:
    """A console at one moment, on a clock that steps half a second a key. ``sent`` is all that it sent."""

    def __init__(self, now: Moment, at: float = 100.0) -> None:
        self.now, self.at, self.console = now, at, Console()
        self.effects: list[Effect] = []
        self.console = desk.moved(self.console, now, at)

    def feed(self, *inputs: Input, apart: float = 0.5) -> Desk:
        for each in inputs:
            self.at += apart
            self.console = desk.tick(self.console, self.now, self.at)
            self.console, effects = desk.press(self.console, each, self.now, self.at)
            self.effects += effects
        return self

    def type(self, strokes: str, apart: float = 0.5) -> Desk:
        return self.feed(*(key(name) for name in strokes.split()), apart=apart)

    def wait(self, seconds: float) -> Desk:
        self.at += seconds
        self.console = desk.tick(self.console, self.now, self.at)
        return self

    def move(self, now: Moment) -> Desk:
        self.now = now
        self.console = desk.moved(self.console, now, self.at)
        return self

    def answer(self, ok: bool = True, reason: Text | None = None, now: Moment | None = None) -> Desk:
        """The table answers what was sent last."""
        sent = self.effects[-1]
        assert isinstance(sent, Send)
        self.now = now or self.now
        self.console = desk.answered(self.console, sent, ok, reason, self.now, self.at)
        return self

    @property
    def page(self) -> Page:
        return desk.page(self.console, self.now, self.at)

    @property
    def sent(self) -> list[tuple[Actor, str, dict[str, Any]]]:
        return [(e.actor, e.choice, dict(e.answers)) for e in self.effects if isinstance(e, Send)]

    def shows(self, words: str) -> bool:
        """Whether ``words`` (a key of the word list, or plain text) stand on the page."""
        return words in msgspec.json.encode(self.page).decode()


MANY = tuple(choice(f"c{n}") for n in range(1, 24))
TABLE = {
    "1:table.pause": (choice("pause"),),
    "1:table.mute": (choice("mute"),),
    "1:table.finish": (choice("finish", final=True),),
    "5:table.undo": (choice("undo"),),
    "5:table.fix": tuple(choice(f"fix{n}") for n in (1, 2)),
}
"""What anyone may do to the table."""


def private(desk: Desk) -> bool:
    return desk.console.private


def tap(desk: Desk, name: str) -> Desk:
    return desk.feed(Press(name), Release(name), apart=0.25)  # type: ignore[arg-type]  # one of its words


def hold(desk: Desk, *names: str, seconds: float) -> Desk:
    for name in names:
        desk.feed(Press(name))  # type: ignore[arg-type]  # one of its words
    for _ in range(round(seconds * 20)):
        desk.wait(0.05)
    return desk


def up(desk: Desk, *names: str) -> Desk:
    return desk.feed(*(Release(name) for name in names), apart=0.0)  # type: ignore[arg-type]  # one of its words
