"""What the effects of a pack may say: every fault with the file and the place that it was read from."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import (
    AllOf,
    AnyOf,
    Body,
    Choose,
    Effect,
    If,
    Not,
    Test,
    circles,
    dangling,
    walk,
)
from companion.game import PackError

from .printed import AidStep, Faction
from .verbs import Count, Counted, Favor, Gain, Points

Places = dict[str, tuple[str, str]]
"""Where the entries of the book were read from: file, and place in it."""


def check_effects(factions: dict[str, Faction], book: dict[str, Body], places: Places) -> None:
    """Refuse effects that speak of counters that are not there, lead nowhere, or ask whom they cannot ask.

    Raises PackError for the first fault, the others with it.
    """
    found = [*_leads(book, places), *_said(factions, book, places)]
    if found:
        raise all_of(found)


def all_of(faults: list[PackError]) -> PackError:
    """Return the first of several faults, which has the others with it."""
    flat = [one for fault in faults for one in (fault, *fault.others)]
    return PackError(flat[0].file, flat[0].place, flat[0].hint, tuple(flat[1:]))


def _leads(book: dict[str, Body], places: Places) -> Iterator[PackError]:
    for entry, path, to in dangling(book):
        yield _fault(places, entry, path, f"there is no entry {to!r} to go to")
    for entry in circles(book):
        yield PackError(*places[entry], "goes round in a circle with nothing picked on the way")


def _fault(places: Places, entry: str, path: tuple[int, ...], hint: str) -> PackError:
    file, place = places[entry]
    return PackError(file, f"{place}[{path[0]}]", hint)


def _said(factions: dict[str, Faction], book: dict[str, Body], places: Places) -> Iterator[PackError]:
    own = dict(_lines(factions))
    for entry in places:
        faction, line = own.get(entry, (None, None))
        counters = {counter.key for counter in faction.counters} if faction else set()
        for path, effect in walk(book[entry]):
            for hint in _wrong(effect, counters, entry):
                yield _fault(places, entry, path, hint)
        if line is not None and line.test is not None:
            file, place = places[entry]
            for word in _unknown(line.test, counters):
                yield PackError(file, place.removesuffix("effects") + "test", _no_counter(word, counters))


def _lines(factions: dict[str, Faction]) -> Iterator[tuple[str, tuple[Faction, AidStep]]]:
    for faction in factions.values():
        for line in (faction.bonus, *faction.steps, *faction.actions):
            yield line.entry, (faction, line)


def _wrong(effect: Effect, counters: set[str], entry: str) -> Iterator[str]:
    words = [effect.per] if isinstance(effect, Gain | Points) and effect.per not in ("", "level") else []
    words += [effect.counter] if isinstance(effect, Count) else []
    words += [word for test in _tests(effect) for word in _unknown(test, counters)]
    yield from (_no_counter(word, counters) for word in words if word not in counters)
    if isinstance(effect, Choose) and effect.by:
        yield "whoever an effect is done for picks; leave out `by`"
    if isinstance(effect, Gain) and effect.per and effect.what in ("any", "data", "random"):
        yield "`per` goes with a resource that is named, or with Credits"
    if isinstance(effect, Favor) and effect.colour == "that" and not entry.startswith("benefactor."):
        yield "`that` is the faction which a benefactor's bonus speaks of; name a colour here, or `any`"


def _no_counter(word: str, counters: set[str]) -> str:
    there = f"there are {', '.join(sorted(counters))}" if counters else "there are none"
    return f"there is no counter {word!r} here; {there}"


def _tests(effect: Effect) -> Iterator[Test]:
    if isinstance(effect, If):
        yield effect.test
    elif isinstance(effect, Choose):
        yield from (way.test for way in effect.ways if way.test is not None)


def _unknown(test: Test, counters: set[str]) -> Iterator[str]:
    """Yield the counters that a test names and that are not there."""
    match test:
        case Counted(counter=counter) if counter not in counters:
            yield counter
        case Not(test=inner):
            yield from _unknown(inner, counters)
        case AllOf(tests=tests) | AnyOf(tests=tests):
            for inner in tests:
                yield from _unknown(inner, counters)
        case _:
            pass
