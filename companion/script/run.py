"""Plays a script line by line, and says at which line it does not hold, with what was there instead."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.game import Actor, Box, Public, Seat, TableError, Title, Viewer, pending
from companion.panel import Button, Hold, Input, Key, Press, Release
from companion.shelf import Shelf
from companion.table import Envelope, Reply
from companion.words import Words

from . import lines as l
from .lines import Line, Script, ScriptError
from .look import Looker
from .orders import orders_of, pairs
from .resolve import Missing, as_text, brief, can_keep, compare, find, follow, named, odd_field, seats, setup, shown
from .stage import Pages, Stage

KEY_SECONDS = 0.5
"""Between two keys of a script."""


def play(script: Script, titles: Iterable[Title], words: Words, pages: Pages, shelf: Callable[[], Shelf]) -> int:
    """Play ``script``, once for every order of its ``together`` lines; return how many times it was played.

    Raises ScriptError at the first line that does not hold.
    """
    blocks = [line for line in script.lines if isinstance(line, l.Together)]
    orders = {id(block): orders_of(block) for block in blocks}
    times = max((len(found) for found in orders.values()), default=1)
    for nth in range(times):
        chosen = {key: found[nth % len(found)] for key, found in orders.items()}
        with tempfile.TemporaryDirectory(prefix="tablehand-", dir=_quick()) as folder:
            stage = Stage(Path(folder), titles, words, pages, shelf)
            try:
                Player(stage, chosen).play(script.lines)
            except ScriptError as error:
                if times == 1:
                    raise
                raise ScriptError(error.where, f"{error.sentence} (order {nth + 1} of {times})") from None
            finally:
                stage.close()
    return times


def _quick() -> str | None:
    """Return a folder in memory, where there is one: no script's evening outlives its playing."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Player:
    """Plays one script once."""

    def __init__(self, stage: Stage, orders: dict[int, tuple[int, ...]]) -> None:
        self._stage = stage
        self._orders = orders
        self._looker = Looker(stage)
        self._keepers: list[l.Keeper] = []
        self._preset: l.Preset | None = None
        self._idents = itertools.count(1)

    # lines

    def play(self, lines: Iterable[Line]) -> None:
        """Play all ``lines``. Raises ScriptError at the first that does not hold."""
        for line, refusal in pairs(lines):
            self._guarded(line, refusal, partial(self._line, line))

    def _guarded(self, line: Line, refusal: l.ExpectRefused | None, work: Callable[[], None]) -> None:
        """Do ``work`` for ``line``, and see that it is refused exactly if that is expected."""
        sent = self._stage.sent
        sent.forget()
        reason: str | None = None
        if isinstance(line, l.Action | l.Wait | l.Restart | l.Together):
            self._looker.acted()
        try:
            work()
        except TableError as error:
            reason = self._words(error.reason)
        except (Missing, ValueError) as error:
            raise ScriptError(str(line.at), f"{line.at.written}: {error}") from None
        except ScriptError:
            raise
        except Exception as error:  # a game that breaks is named by the line that broke it
            broke = f"the program itself broke, {type(error).__name__}: {error}"
            raise ScriptError(str(line.at), f"{line.at.written}: {broke}") from error
        if reason is None and (refused := sent.refusal()):
            reason = self._words(refused.reason)
        if refusal is None and reason is not None and not isinstance(line, l.Together):
            raise ScriptError(str(line.at), f"{line.at.written}: refused, “{reason}”{self._instead(line)}")
        if refusal is not None and reason is None:
            raise ScriptError(str(refusal.at), f"{refusal.at.written}: it was accepted")
        if refusal is not None and reason is not None and refusal.text not in reason:
            raise ScriptError(str(refusal.at), f"{refusal.at.written}: it was refused with “{reason}”")

    def _line(self, line: Line) -> None:
        stage = self._stage
        match line:
            case l.Seats(names=names):
                self._sit_down(names)
            case l.Join(name=name, seat=seat, phone=phone):
                self._join(name, seat, phone)
            case l.Leave(name=name):
                self._do(Box(), "stand", {"seat": self._seat(name)})
            case l.Away(name=name, away=away):
                self._do(Box(), "away", {"seat": self._seat(name), "away": away})
            case l.NewPhone(name=name):
                seat = self._seat(name)
                self._answered(stage.table.move_seat(seat, stage.new_phone(seat)))
            case l.Keeper(component=component, keeper=keeper):
                self._keep(line, component, keeper)
            case l.Preset():
                self._preset = line
            case l.Owner():
                stage.ask_owner()
            case l.OwnPack(game=game, path=path):
                stage.lay_pack(game, Path(path))
            case l.Seed(seed=seed):
                stage.rng.seed(seed)
            case l.Fate(component=component, items=items):
                stage.fate.say(component, items)
            case l.StartGame(game=game, fields=fields):
                self._start(game, fields)
            case l.Keys(names=keys):
                for key in keys:
                    self._press((Key(key),))
            case l.KeyCode(code=code):
                self._press(stage.keys_of(code))
            case l.Press(button=button, seconds=seconds):
                self._button(button, seconds)
            case l.Do():
                self._send(self._prepared(line))
            case l.Told():
                self._send(self._prepared(line))
            case l.Undo():
                self._send(self._prepared(line))
            case l.Together(lines=lines):
                self._together(line, lines)
            case l.Again():
                self._again()
            case l.Late():
                self._late()
            case l.Wait(seconds=seconds):
                stage.wait(seconds)
            case l.Restart(cut=cut):
                stage.power_cut() if cut else stage.restart()
            case l.Plug(on=on):
                stage.panel.plugged = on
            case l.Let(name=name, path=path):
                self._looker.let(name, self._at(path))
            case l.ExpectText():
                self._looker.text(line, self._seat(line.who) if line.who else 0)
            case l.ExpectPath(path=path, how=how, value=value):
                self._compare(line, path, how, value)
            case l.ExpectOffered():
                self._offered(line)
            case l.ExpectRefused():
                raise ScriptError(str(line.at), "expect refused stands below the line that is refused")
            case _:
                raise ScriptError(str(line.at), f"{line.at.written}: cannot be played")
        stage.settle()

    # people

    def _names(self) -> dict[str, int]:
        return {name: seat for seat, name in self._stage.table.now().names().items()}

    def _seat(self, name: str) -> int:
        """Return a player's seat; a number stands for the seat itself. Raises ValueError when nobody is called so."""
        names = self._names()
        if name in names:
            return names[name]
        if name.isascii() and name.isdecimal() and 1 <= int(name) <= 10:
            return int(name)
        raise ValueError(f"nobody at the table is called {name}; there are {' '.join(names) or 'no names'}")

    def _words(self, reason: Any) -> str:
        return self._stage.words(as_text(reason), self._stage.table.now().names())

    def _answered(self, reply: Reply) -> None:
        if not reply.ok:
            self._stage.sent.note(reply)

    def _sit_down(self, names: tuple[str | None, ...]) -> None:
        """Take seats 1, 2, … and say that the chairs stand in this order, as "tap clockwise" does."""
        stage = self._stage
        for number, name in enumerate(names, 1):
            if name is not None:
                self._answered(stage.table.sit(number, name, stage.new_phone(number)))
                if stage.sent.refusal():
                    return
        places = stage.table.now().evening.seats
        if len(places) > 1:
            self._do(Box(), "arrange", {"order": list(places)})

    def _join(self, name: str, seat: int | None, phone: bool) -> None:
        table = self._stage.table
        free = table.now().evening.free
        number = seat or (free[0] if free else 1)
        self._answered(table.sit(number, name, self._stage.new_phone(number) if phone else ""))

    # games

    def _keep(self, line: l.Keeper, component: str, keeper: str) -> None:
        now = self._stage.table.now()
        if now.state is None and not now.evening.picked:
            self._keepers.append(line)
        else:
            self._do(Box(), "keep", {"component": component, "keeper": keeper})

    def _start(self, game: str, fields: dict[str, Any]) -> None:
        table = self._stage.table
        if game not in table.shelf:
            raise ValueError(f"there is no game {game}; there are {', '.join(table.shelf)}")
        for keep in self._keepers:
            can_keep(table.shelf.meta(game), keep.component, keep.keeper)
        now = table.now()
        if now.state is not None and not (now.result() is not None and now.title == game):
            self._do(Box(), "finish", {})
        if table.now().state is None and table.now().evening.picked != game:
            if table.now().evening.picked:
                self._do(Box(), "pick", {"game": ""})
            self._do(Box(), "pick", {"game": game})
        if self._preset is not None and table.now().evening.preset != self._preset.preset:
            self._do(Box(), "preset", {"preset": self._preset.preset})
        for keep in self._keepers:
            self._do(Box(), "keep", {"component": keep.component, "keeper": keep.keeper}, lenient=True)
        self._keepers, self._preset = [], None
        tag = setup(table.now().offers(Box()))
        if tag is None:
            raise ValueError(f"{game} cannot be started now with {len(table.now().evening.playing)} players")
        self._do(Box(), tag, fields)

    # commands

    def _do(self, actor: Actor, tag: str, fields: dict[str, Any], *, lenient: bool = False) -> None:
        """Send a command; ``lenient``: one that is not on offer because it is so already is let go."""
        try:
            sending = self._make(actor, tag, fields)
        except TableError:
            if lenient:
                return
            raise
        self._send(sending)

    def _make(self, actor: Actor, tag: str, fields: dict[str, Any], by: str = "script") -> tuple[Actor, Envelope, str]:
        table, names = self._stage.table, self._names()
        try:
            offer, answers = find(table.now().offers(actor), tag, fields, names)
        except TableError as error:
            raise table.why(error, actor, tag, {name: seats(value, names) for name, value in fields.items()}) from error
        answered = msgspec.to_builtins(answers)
        return actor, Envelope(self._ident(), offer.question, offer.choice.id, answered), by

    def _ident(self) -> str:
        return f"script-{next(self._idents)}"

    def _send(self, sending: tuple[Actor, Envelope, str]) -> None:
        self._stage.table.submit(*sending)

    def _prepared(self, line: Line) -> tuple[Actor, Envelope, str]:
        """Return what a line sends, made from what is on offer now. Raises TableError when that is not offered."""
        match line:
            case l.Do(who=who, box=box, tag=tag, fields=fields):
                seat = self._seat(who) if who is not None else None
                if seat is not None and not box:
                    return self._make(Seat(seat), tag, fields, self._stage.phone(seat))
                return self._make(Box(seat), tag, fields, "script")
            case l.Told(component=component, items=items):
                return self._telling(component, items)
            case _:
                return self._make(Box(), "undo", {})

    def _telling(self, component: str, items: tuple[str, ...]) -> tuple[Actor, Envelope, str]:
        """Say what came: at the box where all may see it, else from the phone of whoever may."""
        now = self._stage.table.now()
        chance = pending(now.game, now.state) if now.game is not None and now.state is not None else None
        if chance is None or component not in (chance.component, chance.key):
            waits = f"{chance.component} is asked for" if chance else "nothing is asked for"
            raise ValueError(f"nobody asks what came of {component}; {waits}")
        actors: tuple[Actor, ...] = (Box(), *(Seat(n) for n in now.evening.seats))
        for actor in actors:
            if named(now.offers(actor), "told"):
                return self._make(actor, "told", {"items": list(items)})
        return self._make(Box(), "told", {"items": list(items)})

    def _together(self, block: Line, lines: tuple[Line, ...]) -> None:
        """Send what was made from one and the same moment, in the order that this time is given."""
        made: list[tuple[Line, l.ExpectRefused | None, Callable[[], None]]] = []
        for line, refusal in pairs(lines):
            if isinstance(line, l.Keys):
                made.append((line, refusal, partial(self._line, line)))
                continue
            try:
                sending = self._prepared(line)
            except TableError as error:
                made.append((line, refusal, partial(_raise, error)))
            except ValueError as error:
                raise ScriptError(str(line.at), f"{line.at.written}: {error}") from None
            else:
                made.append((line, refusal, partial(self._send, sending)))
        for nth in self._orders[id(block)]:
            line, refusal, work = made[nth]
            self._guarded(line, refusal, work)
        self._stage.sent.forget()

    def _again(self) -> None:
        sent = self._stage.sent
        if sent.last is None:
            raise ValueError("there was no command before this")
        before = self._stage.table.now().row
        reply = self._stage.table.submit(*sent.last)
        if reply.ok and (not reply.repeated or self._stage.table.now().row != before):
            raise ValueError("the repeated command was entered a second time")

    def _late(self) -> None:
        sent = self._stage.sent
        if sent.last is None:
            raise ValueError("there was no command before this")
        actor, envelope, by = sent.last
        if any(o.question == envelope.question for o in self._stage.table.now().offers(actor)):
            raise ValueError("its question is still open")
        self._send((actor, msgspec.structs.replace(envelope, id=self._ident()), by))

    # the box

    def _press(self, inputs: Iterable[Input]) -> None:
        stage = self._stage
        stage.wait(KEY_SECONDS)
        for given in inputs if stage.panel.plugged else ():
            stage.panel.put(given)
        stage.settle()

    def _button(self, button: Button, seconds: float | None) -> None:
        stage = self._stage
        stage.wait(KEY_SECONDS)
        stage.panel.put(Press(button))
        stage.settle()
        stage.wait(0.1 if seconds is None else seconds)
        if seconds is not None:
            stage.panel.put(Hold(button, seconds))
            stage.settle()
        self._looker.glance()
        stage.panel.put(Release(button))
        stage.settle()

    # expectations

    def _viewer(self, name: str) -> Viewer:
        return Public() if name == "public" else Seat(self._seat(name))

    def _at(self, path: l.Path) -> Any:
        tree = self._stage.view(self._viewer(path.viewer))
        if path.steps[0] == "private" and "private" not in tree and len(path.steps) > 1:
            path = msgspec.structs.replace(path, steps=path.steps[1:])
        return follow(tree, path, self._names())

    def _compare(self, line: Line, path: l.Path, how: str, value: Any) -> None:
        found = self._at(path)
        wanted = self._looker.value(value)
        resolved = seats(wanted, self._names()) if not isinstance(found, str) else wanted
        if not compare(found, how, wanted) and not compare(found, how, resolved):
            raise ScriptError(str(line.at), f"{line.at.written}: it is {brief(found)}")

    def _offered(self, line: l.ExpectOffered) -> None:
        actor: Actor = Seat(self._seat(line.who)) if line.who is not None else Box()
        offers = self._stage.table.now().offers(actor)
        try:
            if line.fields or not any(o.choice.asks for o in named(offers, line.tag)):
                find(offers, line.tag, line.fields, self._names())
            there = bool(named(offers, line.tag))
        except TableError:
            there = False
        if there == line.no:
            raise ScriptError(str(line.at), f"{line.at.written}: on offer is {shown(offers)}")

    def _instead(self, line: Line) -> str:
        """Return what could have been done, for a command that was not on offer."""
        table = self._stage.table.now()
        match line:
            case l.Do(who=who, box=box, tag=tag, fields=fields):
                seat = self._seat(who) if who is not None else None
                offers = table.offers(Seat(seat) if seat is not None and not box else Box(seat))
                return odd_field(named(offers, tag), fields) if named(offers, tag) else f"; on offer is {shown(offers)}"
            case l.StartGame(fields=fields):
                offers = table.offers(Box())
                return odd_field(named(offers, setup(offers) or ""), fields)
            case _:
                return ""


def _raise(error: Exception) -> None:
    raise error
