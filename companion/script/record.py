"""From a journal back to a script: an evening written down so that it plays to the same state."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from companion import evening as lobby
from companion.chance import Owed, owe, settle
from companion.game import Actor, Box, Came, Chance, Clock, Command, Expired, Outcome, Public, Seat, pending
from companion.history import Began, Took
from companion.moment import Absent
from companion.replay import Played

from .verbs import speakable

_BARE = re.compile(r"[a-z][a-z0-9_-]*")


def as_script(evening: Iterable[Played]) -> Iterator[str]:
    """Yield the lines of a script that plays ``evening``. Times of day are left out; ends of clocks are waited for."""
    writer = _Writer()
    waiting: list[Played] = []
    # What a command brings about stands behind it in the journal; the script says it before.
    for played in evening:
        if waiting and played.entry.kind != "chance":
            yield from writer.write(waiting)
            waiting = []
        if waiting and isinstance(played.command, Expired):
            yield from writer.write(waiting)
            waiting = []
        waiting.append(played)
    if waiting:
        yield from writer.write(waiting)
        last = waiting[-1]
        if last.rules is not None and last.after is not None:
            phase = last.rules.view(last.after, Public()).phase
            yield f"expect public phase == {word(phase)}"


class _Writer:
    """Keeps in mind what the script's own table will know: names, clocks, what chance owes."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._paused = False
        self._clocks: tuple[Clock, ...] = ()
        self._spent: dict[tuple[str, int], float] = {}
        self._owed: tuple[Owed, ...] = ()
        self._brought: dict[int, list[Owed]] = {}
        self._final: set[int] = set()

    def write(self, group: list[Played]) -> Iterator[str]:
        """Yield the lines for one command and the outcomes that follow from it."""
        first, *rest = group
        outcomes = group if isinstance(first.actor, Outcome) and first.entry.kind == "chance" else rest
        fates: list[tuple[str, list[str]]] = []
        for played in outcomes:
            component, items = self._fate(played)
            if items and fates and fates[-1][0] == component:
                fates[-1][1].extend(items)
            elif items:
                fates.append((component, list(items)))
        for component, named in fates:
            yield " ".join(("fate", word(component), *map(word, named)))
        if first.entry.kind == "final":
            self._final.add(first.entry.unit)
        yield from self._lines(first)
        self._follow(group[-1].after.clocks if group[-1].after is not None else (), undone=first.entry.kind == "undo")

    def _follow(self, clocks: tuple[Clock, ...], *, undone: bool) -> None:
        """Keep the clocks that are there now; one that had run out and is started anew has its full time again."""
        known = {(clock.key, clock.start) for clock in self._clocks}
        for clock in clocks:
            ident = (clock.key, clock.start)
            if ident not in known and not undone and self._spent.get(ident, 0.0) >= (clock.length or float("inf")):
                del self._spent[ident]
        self._clocks = clocks

    def _fate(self, played: Played) -> tuple[str, tuple[str, ...]]:
        """Return the component and items that fate has to name for an outcome; none where it comes by itself."""
        chance, command = _chance(played), played.command
        if chance is None or not isinstance(command, Came) or played.before is None:
            return "", ()
        if chance.only() is None:
            keeper = played.before.keeper(chance.component)
            if keeper == "told":
                return "", ()
            if keeper == "app":
                self._brought.setdefault(played.entry.unit, []).append(owe(chance, command.items))
            debt, self._owed = settle(self._owed, chance)
            if debt is not None:
                return "", ()
        return chance.component, command.items

    def _lines(self, played: Played) -> Iterator[str]:
        match played.command:
            case Began(options=options):
                fields = msgspec.json.decode(options, type=dict[str, Any])
                self._spent, self._owed, self._brought = {}, (), {}
                self._paused = False
                yield f"box {fields.pop('do')}{_fields(fields)}"
            case Took(unit=unit):
                self._owed = (*self._brought.pop(unit, ()), *self._owed)
                line = f"do {self._called(played.actor.seat)} undo" if played.actor.seat else "undo"
                if unit in self._final:
                    yield from (line, 'expect refused ""')
                    line = "undo"
                yield line
            case Expired(key):
                yield from self._wait(key)
            case Came(items=items) if played.entry.kind != "chance":
                chance = _chance(played)
                yield " ".join(("told", word(chance.component if chance else "?"), *map(word, items)))
            case Came() | Absent() | lobby.Verify() | lobby.Ours() | None:
                return
            case _ if played.entry.kind == "memo" and not played.entry.ident:
                return  # kept through an undo, which does so by itself
            case Command():
                yield from self._evening(played.actor, played.command)

    def _evening(self, actor: Actor, command: Command) -> Iterator[str]:
        match command:
            case lobby.Sit(seat=seat, name=name, digest=digest):
                self._names[seat] = name
                yield f"join {_name(name)} seat={seat}{'' if digest else ' phone=false'}"
            case lobby.Stand(seat=seat):
                yield f"leave {self._called(seat)}"
                self._names.pop(seat, None)
            case lobby.Away(seat=seat, away=away):
                yield f"{'away' if away else 'back'} {self._called(seat)}"
            case lobby.Claim(seat=seat):
                yield f"newphone {self._called(seat)}"
            case lobby.Pause(on=on):
                if on is self._paused:
                    yield "restart"  # a table that starts again with a clock running is in a break
                self._paused = on
                yield _command(actor, command, self._called)
            case lobby.Rename(seat=seat, name=name):
                yield _command(actor, command, self._called)
                self._names[seat] = name
            case _:
                yield _command(actor, command, self._called)

    def _wait(self, key: str) -> Iterator[str]:
        """Wait until the clock ``key`` runs out; all others that run go on meanwhile."""
        clock = next((c for c in self._clocks if c.key == key), None)
        if clock is None or clock.length is None:
            return
        seconds = clock.length - self._spent.get((key, clock.start), 0.0)
        for other in self._clocks:
            if other.running:
                ident = (other.key, other.start)
                self._spent[ident] = self._spent.get(ident, 0.0) + seconds
        yield f"wait {seconds:g}s"

    def _called(self, seat: int | None) -> str:
        name = self._names.get(seat or 0, "")
        return _name(name) if name else str(seat)


def _chance(played: Played) -> Chance | None:
    if played.rules is None or played.before is None:
        return None
    return pending(played.rules, played.before)


def _command(actor: Actor, command: Command, called: Callable[[int | None], str]) -> str:
    fields = msgspec.to_builtins(command)
    tag = fields.pop("do")
    match actor:
        case Seat(number):
            return f"do {called(number)} {tag}{_fields(fields)}"
        case Box(int(seat)):
            return f"box for {called(seat)} {tag}{_fields(fields)}"
        case _:
            return f"box {tag}{_fields(fields)}"


def _fields(fields: dict[str, Any]) -> str:
    return "".join(f" {name}={_value(value)}" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def word(text: str) -> str:
    """Return ``text`` as one word of a script, in quotes where it needs them."""
    plain = text and not any(c.isspace() or c in '"#[]{}=' for c in text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _name(name: str) -> str:
    return name if speakable(name) else json.dumps(name, ensure_ascii=False)
