"""Effects under way: where they stand on a state's agenda, and what control flow makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from companion.game import Step

from .language import AllOf, AnyOf, Body, Book, Check, Choose, Each, Effect, GoTo, If, Not, Test

K = TypeVar("K", bound=Step)
"""What else stands on a game's agenda."""


class Do(Step, frozen=True, tag="effect"):
    """An effect that is to be done: where it stands, for whom, and in which run of an entry.

    ``path`` is the place in the entry's body: an index, then the branch and index in it, and so on. ``who`` is a
    seat (0: nobody's own); ``about`` whatever the game wants to remember with it; ``run`` tells one run of an
    entry from another that is under way at the same time.
    """

    entry: str
    path: tuple[int, ...]
    who: int = 0
    about: str = ""
    run: int = 1


def begin(book: Book, entry: str, agenda: tuple[K, ...] = (), who: int = 0, about: str = "") -> tuple[Do | K, ...]:
    """Return ``agenda`` with the whole entry on top, as a run of its own. Raises KeyError for an unknown one."""
    run = 1 + max((step.run for step in agenda if isinstance(step, Do)), default=0)
    return (*(Do(entry, (n,), who, about, run) for n in range(len(book[entry]))), *agenda)


def find(book: Book, step: Do) -> Effect:
    """Return the effect that ``step`` speaks of. Raises LookupError where the book has none there."""
    body = book[step.entry]
    for at in range(0, len(step.path) - 1, 2):
        body = branches(body[step.path[at]])[step.path[at + 1]]
    return body[step.path[-1]]


def branches(effect: Effect) -> tuple[Body, ...]:
    """Return the bodies within ``effect``, in the order by which paths count them."""
    match effect:
        case If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Each(then=then):
            return (then,)
        case Choose(ways=ways):
            return tuple(way.then for way in ways)
        case Check(bands=bands):
            return tuple(band.then for band in bands)
        case _:
            return ()


def inside(book: Book, step: Do, branch: int, who: int | None = None) -> tuple[Do, ...]:
    """Return the steps of one branch of ``step``: the way picked, the band reached."""
    body = branches(find(book, step))[branch]
    seat = step.who if who is None else who
    return tuple(Do(step.entry, (*step.path, branch, n), seat, step.about, step.run) for n in range(len(body)))


def band(check: Check, total: int) -> int | None:
    """Return which branch of ``check`` a total reaches, None where it reaches none."""
    return next((n for n, one in enumerate(check.bands) if one.least is None or total >= one.least), None)


def holds(test: Test, judge: Callable[[Test], bool]) -> bool:
    """Tell whether ``test`` holds; ``judge`` knows the game's own tests."""
    match test:
        case Not(test=inner):
            return not holds(inner, judge)
        case AllOf(tests=tests):
            return all(holds(inner, judge) for inner in tests)
        case AnyOf(tests=tests):
            return any(holds(inner, judge) for inner in tests)
        case _:
            return judge(test)


def flow(
    book: Book,
    agenda: tuple[K, ...],
    judge: Callable[[Test, Do], bool],
    members: Callable[[str, Do], tuple[int, ...]],
) -> tuple[Do | K, ...] | None:
    """Return the agenda after its first step, where that is mere control flow; None where the game has to act.

    ``judge`` answers the game's own tests, ``members`` lists the seats of a group. Choices, checks and verbs are
    the game's to do: it asks or rolls, and puts ``inside`` of what came in place of the step.
    """
    step = agenda[0] if agenda else None
    if not isinstance(step, Do):
        return None
    match find(book, step):
        case If(test=test):
            branch = 0 if holds(test, lambda inner: judge(inner, step)) else 1
            return (*inside(book, step, branch), *agenda[1:])
        case Each(of=of):
            todo: tuple[Do, ...] = ()
            for who in members(of, step):
                todo = (*todo, *inside(book, step, 0, who))
            return (*todo, *agenda[1:])
        case GoTo(to=to):
            left = tuple(other for other in agenda[1:] if not isinstance(other, Do) or other.run != step.run)
            return begin(book, to, left, step.who, step.about)
        case _:
            return None


def walk(body: Body, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Effect]]:
    """Yield every effect of a body with its path, those that hold others first."""
    for n, effect in enumerate(body):
        yield (*path, n), effect
        for branch, inner in enumerate(branches(effect)):
            yield from walk(inner, (*path, n, branch))


def dangling(book: Book) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Yield every go to without a target: the entry, the path in it, and where it would lead."""
    for entry, body in book.items():
        for path, effect in walk(body):
            if isinstance(effect, GoTo) and effect.to not in book:
                yield entry, path, effect.to


def circles(book: Book) -> tuple[str, ...]:
    """Return the entries that can lead back to themselves with nobody asked and nothing rolled on the way."""
    leads = {entry: frozenset(_straight(body)) for entry, body in book.items()}
    found = []
    for entry in book:
        seen: set[str] = set()
        todo = set(leads[entry])
        while todo:
            one = todo.pop()
            seen.add(one)
            todo |= leads.get(one, frozenset()) - seen
        if entry in seen:
            found.append(entry)
    return tuple(found)


def _straight(body: Body) -> Iterator[str]:
    for effect in body:
        if isinstance(effect, GoTo):
            yield effect.to
        elif isinstance(effect, If | Each):
            for inner in branches(effect):
                yield from _straight(inner)
