"""Units of undo: what one person did, with all that followed from it."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from companion.chance import Owed, owe
from companion.evening import Undo
from companion.game import (
    Actor,
    AnyGame,
    Came,
    Command,
    Illegal,
    Keeping,
    Outcome,
    Seat,
    Setup,
    State,
    Text,
    pending,
    say,
)
from companion.journal import Entry, Journal
from companion.moment import Stored, decode_actor, decode_command, decode_state, enter

MEMORY = 64
_LABELS: msgspec.json.Decoder[Text | None] = msgspec.json.Decoder(Text | None)
HOSTS = frozenset({"box", "panel", "host", "page", "script"})
"""Who sends for everybody at the table, not as one person of it: the box itself, and the host's pages."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One person's command. ``before`` is the row whose moment undo goes back to; ``open`` while staged."""

    unit: int
    before: int
    seat: int | None
    owner: str
    label: Text
    final: bool = False
    open: bool = False
    secret: bool = False


class History:
    """The units of the running game, the last one last, and the states that they began from."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._states: OrderedDict[int, State] = OrderedDict()
        self.units: list[Unit] = []
        self.rules: AnyGame | None = None
        self.game = 0
        self._wish: tuple[int, str] | None = None

    def begin(self, game: int, rules: AnyGame | None) -> None:
        """Forget the last game: ``game`` begins (or none)."""
        self.game, self.rules = game, rules
        self.units.clear()
        self._states.clear()

    def remember(self, row: int, state: State | None) -> None:
        """Keep the state after ``row`` at hand."""
        if state is not None:
            self._states[row] = state
            while len(self._states) > MEMORY:
                self._states.popitem(last=False)

    def add(self, entry: Entry) -> None:
        """Take note of an entry of the running game."""
        match entry.kind:
            case "undo":
                self.units.pop()
            case "game" | "final" | "staged":
                last = self.units[-1] if self.units else None
                if last and last.unit == entry.unit:
                    self.units[-1] = msgspec.structs.replace(
                        last, final=last.final or entry.kind == "final", open=entry.kind == "staged"
                    )
                    return
                label = _LABELS.decode(entry.label)
                self.units.append(
                    Unit(
                        unit=entry.unit,
                        before=entry.row - 1,
                        seat=decode_actor(entry.actor).seat,
                        owner=entry.owner,
                        label=label or say("undo.secret"),
                        final=entry.kind == "final",
                        open=entry.kind == "staged",
                        secret=label is None,
                    )
                )
            case _:
                pass

    def undoable(self, actor: Actor, owner: str) -> Unit:
        """Return the unit that would be taken back. Raises Illegal where there is none, or it is another's to ask for.

        At the box anyone may ask. A phone may for its own seat and its own deeds, as a scribe too, and for what the
        table did; and anyone for what was revealed, since that takes two.
        """
        if not self.units:
            raise Illegal(say("refused.nothing_to_undo"))
        unit = self.units[-1]
        own = unit.seat in (None, actor.seat) if isinstance(actor, Seat) else unit.seat is None or unit.owner == owner
        if not (own or unit.final or owner in HOSTS):
            raise Illegal(say("refused.undo_other"))
        return unit

    def agreed(self, unit: Unit, owner: str) -> bool:
        """Tell whether a second person, or the host a second time, wants back what was revealed.

        One phone is one person, whether it asks for its seat or as a scribe.
        """
        wish, self._wish = self._wish, (unit.unit, owner)
        return wish is not None and wish[0] == unit.unit and (owner in HOSTS or owner != wish[1])

    def rebuild(self, entries: Iterable[Entry]) -> None:
        """Take note of a whole game's entries, after a restart."""
        for entry in entries:
            self.add(entry)

    def before(self, unit: Unit) -> State:
        """Return the state that ``unit`` began from."""
        return self.state_at(unit.before)

    def state_at(self, row: int) -> State:
        """Return the running game's state after ``row``: from memory, a stored moment, or by replay."""
        if row in self._states:
            return self._states[row]
        assert self.rules is not None
        found = self._journal.moment(row)
        start, state = 0, None
        if found:
            stored = msgspec.json.decode(found[1], type=Stored)
            if stored.game == self.game:
                start, state = found[0], decode_state(self.rules, bytes(stored.state))
        for entry in self._journal.entries(game=self.game, after=start, upto=row):
            state = self.replay(state, entry)
        assert state is not None
        return state

    def replay(self, state: State | None, entry: Entry) -> State | None:
        """Return the state after ``entry``: how every state can be had from the commands alone."""
        rules = self.rules
        assert rules is not None
        if entry.kind == "new":
            return new_state(rules, entry.command)
        if entry.kind == "undo":
            return self.state_at(msgspec.json.decode(entry.command, type=Took).before)
        assert state is not None
        return self._entered(state, entry)

    def _entered(self, state: State, entry: Entry) -> State:
        assert self.rules is not None
        actor = decode_actor(entry.actor)
        return enter(self.rules, state, actor, decode_command(self.rules, actor, entry.command))

    def memos(self, state: State, after: int) -> tuple[State, list[tuple[Actor, Command, str]]]:
        """Note again in ``state`` what seats noted for themselves since row ``after``: nobody's undo takes that back.

        Return the state and what was noted, each with its owner. What cannot be noted at this point any more is lost.
        """
        assert self.rules is not None
        found: dict[tuple[bytes, bytes], Entry] = {}
        for entry in self._journal.entries(game=self.game, after=after):
            if entry.kind == "memo":
                found.pop((entry.actor, entry.command), None)  # an earlier undo may have noted it again already
                found[entry.actor, entry.command] = entry
        noted: list[tuple[Actor, Command, str]] = []
        for entry in found.values():
            actor = decode_actor(entry.actor)
            command = decode_command(self.rules, actor, entry.command)
            with contextlib.suppress(Illegal):
                state = enter(self.rules, state, actor, command)
                noted.append((actor, command, entry.owner))
        return state, noted

    def undone(self, unit: Unit) -> tuple[Owed, ...]:
        """Return the app's outcomes within ``unit``, in order: they are owed again."""
        assert self.rules is not None
        state = self.before(unit)
        owed: list[Owed] = []
        for entry in self._journal.entries(game=self.game, after=unit.before):
            if entry.unit != unit.unit or entry.kind == "undo":
                continue
            chance = pending(self.rules, state)
            if entry.kind == "chance" and chance is not None and chance.only() is None:
                command = decode_command(self.rules, Outcome(), entry.command)
                if isinstance(command, Came) and state.keeper(chance.component) == "app":
                    owed.append(owe(chance, command.items))
            state = self._entered(state, entry)
        return tuple(owed)


class Took(Undo, frozen=True, tag="undo"):
    """An undo as it is written down: which unit it took back, and after which row the state is as before."""

    unit: int = 0
    before: int = 0


def new_state(rules: AnyGame, raw: bytes) -> State:
    """Return the first state of a game from the set-up that its first entry holds."""
    setup = msgspec.json.decode(raw, type=Began)
    options = msgspec.json.decode(setup.options, type=rules.setup_type)
    state: State = rules.new(Setup(seats=setup.seats, options=options, keepers=setup.keepers))
    return state


class Began(msgspec.Struct, frozen=True, kw_only=True):
    """A set-up as it is written down, the game's own options still encoded."""

    seats: tuple[int, ...]
    options: msgspec.Raw
    keepers: tuple[Keeping, ...] = ()
