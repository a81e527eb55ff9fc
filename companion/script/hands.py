"""What the people of a script do at its stage: sit down, start games, send commands, press keys and buttons."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from companion.game import Actor, Box, Seat, TableError, pending
from companion.panel import Button, Hold, Input, Press, Release
from companion.table import Envelope, Reply

from . import lines as l
from .lines import Line
from .resolve import can_keep, find, named, seats, setup
from .stage import Stage

KEY_SECONDS = 0.5
"""Between two keys of a script."""

Sending = tuple[Actor, Envelope, str]
"""What is submitted to a table: who does it, the command, and how it is signed."""


class Hands:
    """The hands of everybody at a stage. ``glance`` is called while a button is down."""

    def __init__(self, stage: Stage, glance: Callable[[], None]) -> None:
        self._stage, self._glance = stage, glance
        self._keepers: list[l.Keeper] = []
        self._preset: l.Preset | None = None
        self._idents = itertools.count(1)

    # people

    def sit_down(self, names: tuple[str | None, ...]) -> None:
        """Take seats 1, 2, … and say that the chairs stand in this order, as "tap clockwise" does."""
        stage = self._stage
        for number, name in enumerate(names, 1):
            if name is not None:
                self._answered(stage.table.sit(number, name, stage.new_phone(number)))
                if stage.sent.refusal():
                    return
        places = stage.table.now().evening.seats
        if len(places) > 1:
            self.do(Box(), "arrange", {"order": list(places)})

    def join(self, name: str, seat: int | None, phone: bool) -> None:
        """Take ``seat``, or the first that is free, with a phone or without one."""
        table = self._stage.table
        free = table.now().evening.free
        number = seat or (free[0] if free else 1)
        self._answered(table.sit(number, name, self._stage.new_phone(number) if phone else ""))

    def new_phone(self, seat: int) -> None:
        """Move a seat to another phone, as its code at the box does."""
        self._answered(self._stage.table.move_seat(seat, self._stage.new_phone(seat)))

    def _answered(self, reply: Reply) -> None:
        """Take note of a refusal that answers no command: of a seat or a phone."""
        if not reply.ok:
            self._stage.sent.note(reply)

    # games

    def keep(self, line: l.Keeper) -> None:
        """Say who keeps a component: now, or before a game is picked at its start."""
        now = self._stage.table.now()
        if now.state is None and not now.evening.picked:
            self._keepers.append(line)
        else:
            self.do(Box(), "keep", {"component": line.component, "keeper": line.keeper})

    def preset(self, line: l.Preset) -> None:
        """Say what the next game is to be started as."""
        self._preset = line

    def start(self, game: str, fields: dict[str, Any]) -> None:
        """Take a game from the shelf and start it with the set-up that has ``fields``.

        Raises ValueError for a game that is not there or cannot be started now, TableError for what is not on offer.
        """
        table = self._stage.table
        if game not in table.shelf:
            raise ValueError(f"there is no game {game}; there are {', '.join(table.shelf)}")
        for keep in self._keepers:
            can_keep(table.shelf.meta(game), keep.component, keep.keeper)
        now = table.now()
        if now.state is not None and not (now.result() is not None and now.title == game):
            self.do(Box(), "finish", {})
        if table.now().state is None and table.now().evening.picked != game:
            if table.now().evening.picked:
                self.do(Box(), "pick", {"game": ""})
            self.do(Box(), "pick", {"game": game})
        if self._preset is not None and table.now().evening.preset != self._preset.preset:
            self.do(Box(), "preset", {"preset": self._preset.preset})
        for keep in self._keepers:
            self.do(Box(), "keep", {"component": keep.component, "keeper": keep.keeper}, lenient=True)
        self._keepers, self._preset = [], None
        tag = setup(table.now().offers(Box()))
        if tag is None:
            raise ValueError(f"{game} cannot be started now with {len(table.now().evening.playing)} players")
        self.do(Box(), tag, fields)

    # commands

    def do(self, actor: Actor, tag: str, fields: dict[str, Any], *, lenient: bool = False) -> None:
        """Send a command; ``lenient``: one that is not on offer because it is so already is let go."""
        try:
            sending = self._make(actor, tag, fields)
        except TableError:
            if lenient:
                return
            raise
        self.send(sending)

    def _make(self, actor: Actor, tag: str, fields: dict[str, Any], by: str = "script") -> Sending:
        table, names = self._stage.table, self._stage.names()
        try:
            offer, answers = find(table.now().asked(actor), tag, fields, names)
        except TableError as error:
            raise table.why(error, actor, tag, {name: seats(value, names) for name, value in fields.items()}) from error
        answered = msgspec.to_builtins(answers)
        return actor, Envelope(self._ident(), offer.question, offer.choice.id, answered), by

    def _ident(self) -> str:
        return f"script-{next(self._idents)}"

    def send(self, sending: Sending) -> None:
        """Submit what was prepared; the stage takes note of the answer."""
        self._stage.table.submit(*sending)

    def prepared(self, line: Line) -> Sending:
        """Return what a line sends, made from what is on offer now. Raises TableError when that is not offered."""
        match line:
            case l.Do(who=who, box=box, tag=tag, fields=fields):
                seat = self._stage.seat(who) if who is not None else None
                if seat is not None and not box:
                    return self._make(Seat(seat), tag, fields, self._stage.phone(seat))
                return self._make(Box(seat), tag, fields, "script")
            case l.Told(component=component, items=items):
                return self._telling(component, items)
            case _:
                return self._make(Box(), "undo", {})

    def _telling(self, component: str, items: tuple[str, ...]) -> Sending:
        """Say what came: at the box where all may see it, else from the phone of whoever may."""
        now = self._stage.table.now()
        chance = pending(now.game, now.state) if now.game is not None and now.state is not None else None
        if chance is None or component not in (chance.component, chance.key):
            waits = f"{chance.component} is asked for" if chance else "nothing is asked for"
            raise ValueError(f"nobody asks what came of {component}; {waits}")
        actors: tuple[Actor, ...] = (Box(), *(Seat(n) for n in now.evening.seats))
        for actor in actors:
            if named(now.asked(actor), "told"):
                return self._make(actor, "told", {"items": list(items)})
        return self._make(Box(), "told", {"items": list(items)})

    def again(self) -> None:
        """Send the last command once more under its own id. Raises ValueError when that enters it again."""
        sent = self._stage.sent
        if sent.last is None:
            raise ValueError("there was no command before this")
        before = self._stage.table.now().row
        reply = self._stage.table.submit(*sent.last)
        if reply.ok and (not reply.repeated or self._stage.table.now().row != before):
            raise ValueError("the repeated command was entered a second time")

    def late(self) -> None:
        """Send the last command anew, now that its question is closed. Raises ValueError when it is open still."""
        sent = self._stage.sent
        if sent.last is None:
            raise ValueError("there was no command before this")
        actor, envelope, by = sent.last
        if any(o.question == envelope.question for o in self._stage.table.now().asked(actor)):
            raise ValueError("its question is still open")
        self.send((actor, msgspec.structs.replace(envelope, id=self._ident()), by))

    # the box

    def press(self, inputs: Iterable[Input]) -> None:
        """Press keys of the keypad, a moment after what was before; an unplugged one sends nothing."""
        stage = self._stage
        stage.wait(KEY_SECONDS)
        for given in inputs if stage.panel.plugged else ():
            stage.panel.put(given)
        stage.settle()

    def button(self, button: Button, seconds: float | None) -> None:
        """Press a button shortly, or hold it for ``seconds``; what is shown meanwhile counts as seen."""
        stage = self._stage
        stage.wait(KEY_SECONDS)
        stage.panel.put(Press(button))
        stage.settle()
        stage.wait(0.1 if seconds is None else seconds)
        if seconds is not None:
            stage.panel.put(Hold(button, seconds))
            stage.settle()
        self._glance()
        stage.panel.put(Release(button))
        stage.settle()
