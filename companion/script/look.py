"""What a script expects to see and hear."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from companion.game import Actor, Box, Public, Seat, TableError, Viewer

from .lines import ExpectOffered, ExpectPath, ExpectText, Path, ScriptError
from .resolve import brief, compare, find, follow, named, seats, shown
from .seen import folded, text_of
from .stage import Stage

_SUM = re.compile(r"([A-Z][A-Z0-9_]*)\s*(?:([+-])\s*(\d{1,9}))?", re.ASCII)
MOST_SHOWN = 600
"""Characters of a page that are told where a text is missing."""


class Looker:
    """Looks at a stage for a script, and remembers what ``let`` named and what was heard already."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._named: dict[str, Any] = {}
        self._glanced: list[str] = []
        self._said: list[str] = []

    def acted(self) -> None:
        """Something is about to be done: what was glimpsed before counts no more, nor what sounded."""
        self._glanced.clear()
        self._stage.panel.tones.clear()

    def glance(self) -> None:
        """Keep what the little screen shows now: a button is let go in a moment."""
        self._glanced.append(self._stage.front.text())

    def let(self, name: str, value: Any) -> None:
        """Remember ``value`` as ``name``."""
        self._named[name] = value

    def value(self, written: Any) -> Any:
        """Return what a comparison's right side means: a remembered value, with a number added or not, or itself."""
        match = _SUM.fullmatch(written) if isinstance(written, str) else None
        if match is None or match[1] not in self._named:
            return written
        value = self._named[match[1]]
        if match[2] is None:
            return value
        if type(value) is not int:
            raise ValueError(f"{match[1]} is no whole number")
        return value + int(match[3]) if match[2] == "+" else value - int(match[3])

    def at(self, path: Path) -> Any:
        """Return what stands at ``path`` in a view. Raises Missing, and ValueError for a player nobody knows."""
        viewer: Viewer = Public() if path.viewer == "public" else Seat(self._stage.seat(path.viewer))
        tree = self._stage.view(viewer)
        if path.steps[0] == "private" and "private" not in tree and len(path.steps) > 1:
            path = msgspec.structs.replace(path, steps=path.steps[1:])
        return follow(tree, path, self._stage.names())

    def compare(self, line: ExpectPath) -> None:
        """See that the value at a path compares as the line says. Raises ScriptError with what it is instead."""
        found = self.at(line.path)
        wanted = self.value(line.value)
        resolved = seats(wanted, self._stage.names()) if not isinstance(found, str) else wanted
        if not compare(found, line.how, wanted) and not compare(found, line.how, resolved):
            raise ScriptError(str(line.at), f"{line.at.written}: it is {brief(found)}")

    def offered(self, line: ExpectOffered) -> None:
        """See that the command is on offer, or is not. Raises ScriptError with what is on offer instead."""
        actor: Actor = Seat(self._stage.seat(line.who)) if line.who is not None else Box()
        offers = self._stage.table.now().offers(actor)
        try:
            if line.fields or not any(o.choice.asks for o in named(offers, line.tag)):
                find(offers, line.tag, line.fields, self._stage.names())
            there = bool(named(offers, line.tag))
        except TableError:
            there = False
        if there == line.no:
            raise ScriptError(str(line.at), f"{line.at.written}: on offer is {shown(offers)}")

    def text(self, line: ExpectText) -> None:
        """See that the text is there, or is not. Raises ScriptError with what is there instead."""
        seat = self._stage.seat(line.who) if line.who else 0
        match line.where:
            case "lamp":
                self._check(line, line.text == self._stage.panel.lit, f"the lamp is {self._stage.panel.lit}")
            case "tone":
                tones = self._stage.panel.tones
                self._check(line, line.text in tones, f"sounded has: {' '.join(tones) or 'nothing'}")
            case "say":
                self._heard(line)
            case "oled":
                seen = [folded(text) for text in (*self._glanced, self._stage.front.text())]
                self._found(line, seen, "the OLED says")
            case "page":
                self._page(line, f"/seat/{seat}", seat, f"the page of {line.who} says")
            case "board":
                self._page(line, "/board", 0, "the board says")
            case "held":
                self._held(line, seat)

    def _heard(self, line: ExpectText) -> None:
        """Everything said since the last line that was expected: what comes before a hit is heard as well."""
        lines = self._stage.heard()
        hit = next((n for n, said in enumerate(lines) if line.text in folded(said)), None)
        said = " / ".join(lines) or "nothing"
        self._check(line, hit is not None, f"said was: {said}")
        if hit is not None:
            self._stage.forget(hit + 1)

    def _page(self, line: ExpectText, path: str, seat: int, whose: str) -> None:
        status, html = self._stage.get(path, seat)
        if status != 200:
            whose = f"{whose} (status {status})"
        self._found(line, [text_of(html)], whose)

    def _held(self, line: ExpectText, seat: int) -> None:
        status, body = self._stage.get(f"/seat/{seat}/held", seat, post=True)
        if status == 200:
            shown = msgspec.json.decode(body)
            text = " ".join((shown["title"], *shown["lines"]))
        else:
            text = text_of(body)
        self._found(line, [folded(text)], f"{line.who} holds and sees")

    def _found(self, line: ExpectText, seen: list[str], whose: str) -> None:
        wanted = folded(line.text)
        last = seen[-1]
        shown = last if len(last) <= MOST_SHOWN else f"{last[:MOST_SHOWN]}…"
        self._check(line, any(wanted in text for text in seen), f"{whose} “{shown}”")

    def _check(self, line: ExpectText, there: bool, instead: str) -> None:
        if there == line.no:
            raise ScriptError(str(line.at), f"{line.at.written}: {instead}")
