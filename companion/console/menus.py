"""Lists to pick from on the little screen, ten lines a sheet, each with its digit; and what they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from companion.clock import Face
from companion.evening import Evening
from companion.game import (
    Actor,
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    Box,
    Choice,
    Item,
    Menu,
    Page,
    Result,
    Seat,
    Text,
    View,
    Viewer,
    say,
    tag_of,
)

SHEET = 10


class Offered(Protocol):
    """A choice together with the question that it answers, as the table offers it."""

    @property
    def question(self) -> str:
        """The open question, "row:name"."""
        ...

    @property
    def choice(self) -> Choice:
        """What can be done."""
        ...


class Now(Protocol):
    """What the console needs to know of a moment of the table (``table.Published`` is one). It never changes."""

    def __hash__(self) -> int: ...
    @property
    def evening(self) -> Evening: ...
    @property
    def state(self) -> Any: ...
    @property
    def saving(self) -> bool: ...
    @property
    def faces(self) -> Mapping[str, Face]: ...
    def view(self, viewer: Viewer) -> View: ...
    def offers(self, actor: Actor) -> Sequence[Offered]: ...
    def why_not(self, digit: int) -> Text | None: ...
    def pages(self) -> tuple[Page, ...]: ...
    def explained(self) -> tuple[Page, ...]: ...
    def result(self) -> Result | None: ...
    def undo_names(self) -> Text | None: ...
    def points(self, seat: int) -> int: ...
    def leaders(self) -> tuple[int, ...]: ...


class Line(msgspec.Struct, frozen=True):
    """One line of a list. ``id`` stays with it as the list changes; ``digit`` is its own key, if any."""

    id: str
    label: Text
    digit: int | None = None
    on: bool = False
    final: bool = False


class Place(msgspec.Struct, frozen=True):
    """Where one is in a list: the highlighted line (none: none) and the sheet of ten lines shown."""

    lit: str | None = None
    sheet: int = 0


def sheets(lines: tuple[Line, ...]) -> int:
    """Return how many sheets of ten ``lines`` take (one at least)."""
    return max(1, -(-len(lines) // SHEET))


@lru_cache(maxsize=4)  # asked three times for each key at a list
def shown(lines: tuple[Line, ...], place: Place) -> tuple[tuple[int, Line], ...]:
    """Return the lines of the sheet that is shown, each with its digit: its own, else the next one free."""
    sheet = min(place.sheet, sheets(lines) - 1)
    part = lines[sheet * SHEET : (sheet + 1) * SHEET]
    own: dict[int, str] = {}
    for line in part:
        if line.digit is not None and 0 <= line.digit <= 9:
            own.setdefault(line.digit, line.id)
    free = iter([d for d in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0) if d not in own])
    return tuple(
        (line.digit if line.digit is not None and own.get(line.digit) == line.id else next(free), line) for line in part
    )


def by_digit(lines: tuple[Line, ...], place: Place, digit: int) -> Line | None:
    """Return the line of the shown sheet that ``digit`` picks."""
    return next((line for d, line in shown(lines, place) if d == digit), None)


def lit(lines: tuple[Line, ...], place: Place) -> Line | None:
    """Return the highlighted line, if it is still there."""
    return next((line for line in lines if line.id == place.lit), None)


def move(lines: tuple[Line, ...], place: Place, step: int) -> Place:
    """Return the place with the highlight ``step`` lines further, around the end; the sheet goes with it."""
    if not lines:
        return Place()
    ids = [line.id for line in lines]
    if place.lit in ids:
        at = (ids.index(place.lit) + step) % len(ids)
    else:
        at = min(place.sheet, sheets(lines) - 1) * SHEET if step > 0 else len(ids) - 1
    return Place(ids[at], at // SHEET)


def turn(lines: tuple[Line, ...], place: Place, step: int) -> Place:
    """Return the place one sheet further where there are several, else one line further."""
    count = sheets(lines)
    return move(lines, place, step) if count == 1 else Place(None, (place.sheet + step) % count)


def widget(title: Text, lines: tuple[Line, ...], place: Place) -> Menu:
    """Return the sheet that is shown as a Menu."""
    part = shown(lines, place)
    at = next((i for i, (_, line) in enumerate(part) if line.id == place.lit), None)
    return Menu(title, tuple(Item(digit, line.label, line.on) for digit, line in part), at)


def first(lines: tuple[Line, ...]) -> Place:
    """Return the place to start from: the first line, unless it cannot be taken back."""
    return Place(lines[0].id) if lines and not lines[0].final else Place()


class Take(msgspec.Struct, frozen=True):
    """Make an offered choice as ``actor``."""

    actor: Actor
    question: str
    choice: Choice


def name_of(question: str) -> str:
    """Return a question's name without the row at which it opened."""
    return question.partition(":")[2] or question


def table_offers(now: Now, *names: str) -> tuple[Take, ...]:
    """Return what can be done to the table, of the questions named (``table.pause``), in their order."""
    found = now.offers(Box())
    return tuple(Take(Box(), o.question, o.choice) for name in names for o in found if o.choice.question == name)


# One key asks a dozen times for all ten seats, and a moment does not change: two of them are remembered.
@lru_cache(maxsize=20)
def seat_offers(now: Now, seat: int) -> tuple[Take, ...]:
    """Return what the box may do for ``seat``: what is public at the table."""
    if seat not in now.evening.seats:
        return ()
    # What any joined phone may do for the whole table, the box does as the table: it is no seat's own.
    tables = [o.choice.command for o in now.offers(Box()) if not o.choice.of_table]
    found = (Take(Box(seat), o.question, o.choice) for o in now.offers(Box(seat)) if o.choice.command not in tables)
    return tuple(t for t in found if t.choice.public and not t.choice.of_table)


def secret_offers(now: Now, seat: int) -> tuple[Take, ...]:
    """Return what ``seat`` may do in secret, having looked ("seen") left out."""
    if seat not in now.evening.seats:
        return ()
    found = (Take(Seat(seat), o.question, o.choice) for o in now.offers(Seat(seat)) if not o.choice.public)
    return tuple(t for t in found if not is_look(t.choice))


def is_look(choice: Choice) -> bool:
    """Tell whether ``choice`` is having looked at one's secret."""
    return tag_of(choice.command) == "seen"


def look_offer(now: Now, seat: int) -> Take | None:
    """Return the choice that says that ``seat`` has looked, where the game waits for it."""
    for offer in now.offers(Seat(seat)):
        if is_look(offer.choice) and not offer.choice.asks:
            return Take(Seat(seat), offer.question, offer.choice)
    return None


@lru_cache(maxsize=2)
def main_offers(now: Now) -> tuple[Take, ...]:
    """Return what to do next: for the seat whose turn it is (when it is one seat's), then for the table."""
    own = tuple(Take(Box(), o.question, o.choice) for o in now.offers(Box()) if not o.choice.of_table)
    if now.state is None:
        return own
    acts = (tuple(o for o in seat_offers(now, n) if not is_look(o.choice)) for n in now.evening.seats)
    turns = [offers for offers in acts if offers]
    return (*turns[0], *own) if len(turns) == 1 else own


def typed_at_once(offers: tuple[Take, ...]) -> Take | None:
    """Return the choice whose number is simply typed: the only answer to its question, and one of digits."""
    for take in offers:
        alone = sum(other.question == take.question for other in offers) == 1
        if alone and take.choice.asks and isinstance(take.choice.asks[0], AskEach | AskNumber | AskCode):
            return take
    return None


def seated(ask: AskOne | Any, value: str | int) -> int | None:
    """Return the digit of the option ``value``, where all options of ``ask`` are seats."""
    values = [option.value for option in ask.options]
    named = [dict(option.label.args).get("seat") for option in ask.options]
    seats = all(
        type(v) is int and 1 <= v <= 10 and getattr(w, "seat", None) == v for v, w in zip(values, named, strict=True)
    )
    return int(value) % 10 if seats else None


def offer_lines(offers: tuple[Take, ...]) -> tuple[Line, ...]:
    """Return offers as lines of a list."""
    return tuple(
        Line(f"{o.question}/{o.choice.id}", o.choice.label, o.choice.digit, final=o.choice.final) for o in offers
    )


def yes_no(kind: str) -> tuple[Line, ...]:
    """Return the two answers to "shall we really?", neither of them highlighted in advance."""
    return (Line("yes", say(f"console.yes.{kind}"), final=True), Line("no", say("console.no")))
