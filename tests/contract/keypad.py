"""Every choice can be made on the numeric keypad: types it with the console's own lists and entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.console import entry, menus
from companion.game import (
    Actor,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    Box,
    Choice,
    Seat,
    State,
    choices_of,
)
from companion.playtest import answers
from tests.contract.case import Case
from tests.contract.fuzz import ends, on_offer


def every_choice_can_be_typed(case: Case) -> None:
    """By its digit on one of its list's sheets; then each answer by digits, ``+``, ``-`` and Enter."""
    rng = case.rng
    for state in case.states:
        for actor, choices in _lists(case, state):
            own = [choice.digit for choice in choices if choice.digit is not None]
            assert len(set(own)) == len(own), f"one key means two things in one list: {own}"
            takes = tuple(menus.Take(actor, choice.question, choice) for choice in choices)
            for take in takes:
                picked = _pick(takes, take)
                assert picked == take, f"the keys for {take.choice.id} lead to {picked.choice.id}"
                for given in _answers(take.choice, rng):
                    typed = _type(take, given)
                    assert typed == given, f"typing {given} for {take.choice.id} gave {typed}"


def _lists(case: Case, state: State) -> Iterator[tuple[Actor, tuple[Choice, ...]]]:
    """The lists of the box: the table's, each seat's public ones, each seat's secret ones (in its own hands)."""
    yield Box(), on_offer(case.game, state, Box())
    for seat in state.seats:
        yield Box(seat), choices_of(case.game, state, Box(seat))
        yield Seat(seat), tuple(c for c in choices_of(case.game, state, Seat(seat)) if not c.public)


def _answers(choice: Choice, rng: Any) -> Iterator[dict[str, Any]]:
    ways = [answers(choice, rng), *({ask.field: ends(ask)[end] for ask in choice.asks} for end in (0, 1))]
    for way in ways if choice.asks else ways[:1]:
        # Words come from phones; on the keypad they are skipped.
        yield {ask.field: "" if isinstance(ask, AskText) else way[ask.field] for ask in choice.asks}


def _pick(takes: tuple[menus.Take, ...], wanted: menus.Take) -> menus.Take:
    """Return what is taken by turning sheets to ``wanted`` and pressing its digit."""
    lines = menus.offer_lines(takes)
    name = lines[takes.index(wanted)].id
    place, digit = _sheet(lines, name)
    line = menus.by_digit(lines, place, digit)
    assert line is not None, f"no key for {name}"
    return next(take for take, other in zip(takes, lines, strict=True) if other.id == line.id)


def _sheet(lines: tuple[menus.Line, ...], name: str) -> tuple[menus.Place, int]:
    place = menus.Place()
    for _ in range(menus.sheets(lines)):
        for digit, line in menus.shown(lines, place):
            if line.id == name:
                return place, digit
        place = menus.turn(lines, place, 1)
    raise AssertionError(f"{name} is on no sheet")


def _type(take: menus.Take, given: dict[str, Any]) -> dict[str, Any]:
    """Return the answers that came of typing those ``given``, question by question."""
    fill = entry.begin(take)
    while not fill.full:
        before = len(fill.answers)
        for key in _keys(fill, given[fill.ask.field]):
            if len(fill.answers) == before:
                fill = _stroke(fill, key, given)
        assert len(fill.answers) == before + 1, f"{take.choice.id}: {given} cannot be typed"
    return dict(fill.answers)


def _stroke(fill: entry.Fill, key: str, given: dict[str, Any]) -> entry.Fill:
    after = entry.stroke(fill, key)
    assert isinstance(after, entry.Fill), f"{fill.choice.id}: {key!r} of {given} is refused: {after}"
    return after


def _keys(fill: entry.Fill, value: Any) -> Iterator[str]:
    """Give the strokes for ``value``; the last may not be needed any more."""
    match fill.ask:
        case AskNumber():
            yield from str(abs(value))
            if value < 0:
                yield "-"
        case AskOne():
            yield from _option(fill, value, 0)
            return
        case AskSome() | AskOrder():
            sheet = 0
            for part in value:
                yield from _option(fill, part, sheet)
                sheet = _at(fill, part)[0].sheet if _group(fill, part) is None else 0
        case AskEach(who=who):
            for seat, picks in zip(who, value, strict=True):
                first, *more = picks or (seat,)  # the own digit means nobody
                yield str(first % 10)
                for pick in more:
                    yield from ("+", str(pick % 10))
        case _:
            yield from value
    yield "enter"


def _option(fill: entry.Fill, value: Any, sheet: int) -> Iterator[str]:
    group = _group(fill, value)
    if group is not None:
        yield from _line(fill, f"{entry.GROUP}{group}", sheet)
        fill, sheet = entry.in_group(fill, group), 0
    yield from _line(fill, _name(fill, value), sheet)


def _line(fill: entry.Fill, name: str, sheet: int) -> Iterator[str]:
    place, digit = _sheet(entry.options(fill), name)
    sheets = menus.sheets(entry.options(fill))
    yield from "+" * ((place.sheet - sheet) % sheets)
    yield str(digit)


def _at(fill: entry.Fill, value: Any) -> tuple[menus.Place, int]:
    return _sheet(entry.options(fill), _name(fill, value))


def _name(fill: entry.Fill, value: Any) -> str:
    assert isinstance(fill.ask, AskOne | AskSome | AskOrder)
    return str([option.value for option in fill.ask.options].index(value))


def _group(fill: entry.Fill, value: Any) -> int | None:
    """Return which group of answers ``value`` is reached by, None where it stands in the list at once."""
    assert isinstance(fill.ask, AskOne | AskSome | AskOrder)
    groups = tuple(dict.fromkeys(option.group for option in fill.ask.options if option.group is not None))
    own = next(option.group for option in fill.ask.options if option.value == value)
    return groups.index(own) if len(groups) > 1 and own is not None else None
