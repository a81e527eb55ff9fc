"""Plays a script line by line, and says at which line it does not hold, with what was there instead."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from companion.game import Box, Seat, TableError, Title
from companion.panel import Key
from companion.shelf import Shelf
from companion.words import Words

from . import lines as l
from .hands import Hands
from .lines import Line, Script, ScriptError
from .look import Looker
from .orders import orders_of, pairs
from .resolve import Missing, named, odd_field, setup, shown
from .stage import Pages, Stage


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
        self._hands = Hands(stage, self._looker.glance)

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
            reason = self._stage.in_words(error.reason)
        except (Missing, ValueError) as error:
            raise ScriptError(str(line.at), f"{line.at.written}: {error}") from None
        except ScriptError:
            raise
        except Exception as error:  # a game that breaks is named by the line that broke it
            broke = f"the program itself broke, {type(error).__name__}: {error}"
            raise ScriptError(str(line.at), f"{line.at.written}: {broke}") from error
        if reason is None and (refused := sent.refusal()):
            reason = self._stage.in_words(refused.reason)
        if refusal is None and reason is not None and not isinstance(line, l.Together):
            raise ScriptError(str(line.at), f"{line.at.written}: refused, “{reason}”{self._instead(line)}")
        if refusal is not None and reason is None:
            raise ScriptError(str(refusal.at), f"{refusal.at.written}: it was accepted")
        if refusal is not None and reason is not None and refusal.text not in reason:
            raise ScriptError(str(refusal.at), f"{refusal.at.written}: it was refused with “{reason}”")

    def _line(self, line: Line) -> None:
        stage, hands, looker = self._stage, self._hands, self._looker
        match line:
            case l.Seats(names=names):
                hands.sit_down(names)
            case l.Join(name=name, seat=seat, phone=phone):
                hands.join(name, seat, phone)
            case l.Leave(name=name):
                hands.do(Box(), "stand", {"seat": stage.seat(name)})
            case l.Away(name=name, away=away):
                hands.do(Box(), "away", {"seat": stage.seat(name), "away": away})
            case l.NewPhone(name=name):
                hands.new_phone(stage.seat(name))
            case l.Keeper():
                hands.keep(line)
            case l.Preset():
                hands.preset(line)
            case l.Owner():
                stage.ask_owner()
            case l.OwnPack(game=game, path=path):
                stage.lay_pack(game, Path(path))
            case l.Seed(seed=seed):
                stage.rng.seed(seed)
            case l.Fate(component=component, items=items):
                stage.fate.say(component, items)
            case l.StartGame(game=game, fields=fields):
                hands.start(game, fields)
            case l.Keys(names=keys):
                for key in keys:
                    hands.press((Key(key),))
            case l.KeyCode(code=code):
                hands.press(stage.keys_of(code))
            case l.Press(button=button, seconds=seconds):
                hands.button(button, seconds)
            case l.Do() | l.Told() | l.Undo():
                hands.send(hands.prepared(line))
            case l.Together(lines=lines):
                self._together(line, lines)
            case l.Again():
                hands.again()
            case l.Late():
                hands.late()
            case l.Wait(seconds=seconds):
                stage.wait(seconds)
            case l.Restart(cut=cut):
                stage.power_cut() if cut else stage.restart()
            case l.Plug(on=on):
                stage.panel.plugged = on
            case l.Let(name=name, path=path):
                looker.let(name, looker.at(path))
            case l.ExpectText():
                looker.text(line)
            case l.ExpectPath():
                looker.compare(line)
            case l.ExpectOffered():
                looker.offered(line)
            case l.ExpectRefused():
                raise ScriptError(str(line.at), "expect refused stands below the line that is refused")
            case _:
                raise ScriptError(str(line.at), f"{line.at.written}: cannot be played")
        stage.settle()

    def _together(self, block: Line, lines: tuple[Line, ...]) -> None:
        """Send what was made from one and the same moment, in the order that this time is given."""
        made: list[tuple[Line, l.ExpectRefused | None, Callable[[], None]]] = []
        for line, refusal in pairs(lines):
            if isinstance(line, l.Keys):
                made.append((line, refusal, partial(self._line, line)))
                continue
            try:
                sending = self._hands.prepared(line)
            except TableError as error:
                made.append((line, refusal, partial(_raise, error)))
            except ValueError as error:
                raise ScriptError(str(line.at), f"{line.at.written}: {error}") from None
            else:
                made.append((line, refusal, partial(self._hands.send, sending)))
        for nth in self._orders[id(block)]:
            line, refusal, work = made[nth]
            self._guarded(line, refusal, work)
        self._stage.sent.forget()

    def _instead(self, line: Line) -> str:
        """Return what could have been done, for a command that was not on offer."""
        table = self._stage.table.now()
        match line:
            case l.Do(who=who, box=box, tag=tag, fields=fields):
                seat = self._stage.seat(who) if who is not None else None
                offers = table.offers(Seat(seat) if seat is not None and not box else Box(seat))
                return odd_field(named(offers, tag), fields) if named(offers, tag) else f"; on offer is {shown(offers)}"
            case l.StartGame(fields=fields):
                offers = table.offers(Box())
                return odd_field(named(offers, setup(offers) or ""), fields)
            case _:
                return ""


def _raise(error: Exception) -> None:
    raise error
