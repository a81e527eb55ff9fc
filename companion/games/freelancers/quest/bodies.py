"""Effects of a quest, each looked at as it can be come to: for the party or for a player, on a page or anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from companion.effects import AllOf, AnyOf, Body, Check, Choose, Each, Effect, GoTo, If, Not, Test, branches
from companion.game import PackError

from . import conditions, trials, verbs
from .book import Quest
from .location_book import LocationPage
from .things import GROUPS, SINGLE, Valued
from .verbs import PLAYER_VERBS

VALUES: tuple[str, ...] = get_args(Valued)
GAP = re.compile(r"\{([^{}]*)\}")
"""A gap of a text."""
_OWN_GROUPS = ("me", "others", "above", "below")
"""Groups that only make sense beside a player."""
_Todo = tuple[str, bool, LocationPage | None]
"""A body to look at: its name, whether there is a player, and the page that is open for sure."""


class Bodies:
    """All bodies of a quest, and what is wrong with them."""

    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.dials = {dial.name for page in quest.pages.values() for dial in page.dials}
        self.counters = counters_of(quest)
        self.seen: set[tuple[str, bool]] = set()
        """Entries with whether there was a player: what can be come to at all."""
        self.found: dict[tuple[str, str, str], PackError] = {}

    def faults(self) -> Iterator[PackError]:
        """Yield what is wrong with bodies, each once."""
        quest = self.quest
        party = [quest.cover.start, quest.cover.losses.wounds, *quest.cover.losses.threat]
        party += [place.entry for place in quest.map.places if place.entry]
        party += [page.end for page in quest.pages.values()]
        party += [token.code for token in quest.tokens.values()]
        todo: list[_Todo] = [(code, False, None) for code in party]
        for page in quest.pages.values():
            todo += [(f"action.{page.number}.{action.number}", True, page) for action in page.actions]
        todo += [(name, True, None) for name in quest.book if "." in name and not name.startswith("action.")]
        # What nothing leads to is looked at as well, so that a half-written entry is told its faults.
        self._run(todo)
        self._run([(code, True, None) for code in quest.entries if (code, False) not in self.seen])
        yield from self.found.values()

    def _run(self, todo: list[_Todo]) -> None:
        while todo:
            name, own, page = todo.pop()
            if name not in self.quest.book or (name, own) in self.seen:
                continue
            self.seen.add((name, own))
            entry = self.quest.entries.get(name)
            if entry is not None and not own and "player" in GAP.findall(entry.text):
                self._add(name, "", "{player}: here it is read to all, and nobody's own")
            self._body(name, self.quest.book[name], own, page, todo, "")

    def _add(self, name: str, path: str, hint: str) -> None:
        file, place = self.quest.origins[name]
        self.found.setdefault((name, path, hint), PackError(file, place + path, hint))

    def _body(
        self,
        name: str,
        body: Body,
        own: bool,
        page: LocationPage | None,
        todo: list[_Todo],
        path: str,
    ) -> None:
        for n, effect in enumerate(body):
            at = f"{path}[{n}]"
            for hint in self._of_effect(effect, own, page):
                self._add(name, at, hint)
            match effect:
                case GoTo(to=to) | verbs.Read(entry=to):
                    todo.append((to, own, None))
                case verbs.Tell(code=code):
                    todo.append((code, False, None))
                case _:
                    pass
            inside = own or isinstance(effect, Each) or (isinstance(effect, Choose) and effect.by in SINGLE)
            for branch, inner in enumerate(branches(effect)):
                self._body(name, inner, inside, page, todo, f"{at}.{branch_name(effect, branch)}")

    def _of_effect(self, effect: Effect, own: bool, page: LocationPage | None) -> Iterator[str]:
        if (
            isinstance(effect, PLAYER_VERBS)
            and not own
            and not (isinstance(effect, verbs.Gain) and effect.what == "supplies")
        ):
            yield 'for whom? Here it is nobody\'s own: put a group in front ("everyone: …"), or it into an `each`'
        if isinstance(effect, verbs.Gain | verbs.Lose | verbs.Heal | verbs.Time) and not 1 <= effect.n <= 50:
            yield "n is 1 to 50"
        if isinstance(effect, verbs.Gain | verbs.Lose | verbs.Dial) and effect.per:
            yield from self._number(effect.per)
        match effect:
            case GoTo(to=to) | verbs.Read(entry=to):
                yield from self._exists(to in self.quest.entries, f"entry {to!r}")
            case verbs.Tell(code=to):
                yield from self._exists(to in self.quest.entries and self.quest.entries[to].typed, f"code {to!r}")
            case verbs.Turn(page=number):
                yield from self._exists(number in self.quest.pages, f"page {number}")
            case verbs.Card(card=card) | verbs.Drop(card=card):
                story = self.quest.cards.get(card)
                yield from self._exists(story is not None and story.deck == "story", f"story card {card!r}")
            case verbs.InBag(token=token):
                yield from self._exists(token in self.quest.tokens, f"follower token {token}")
            case verbs.Dial(dial=dial, by=by, to=to_):
                yield from self._dial(dial, page)
                if (by is None) == (to_ is None) or (to_ or 0) < 0:
                    yield "either `by`, or `to` (0 or more)"
            case verbs.Count(counter=counter, by=by, to=to_):
                if not re.fullmatch(r"[a-z][a-z0-9_]*", counter) or counter in VALUES:
                    yield f"{counter!r}: a counter's name is a-z, digits and _, and no value of the table's"
                if (by is None) == (to_ is None) or (to_ or 0) < 0:
                    yield "either `by`, or `to` (0 or more)"
            case verbs.Lock(action=number) | verbs.Unlock(action=number):
                yield from self._action(number, page)
            case verbs.Move(place=place) | verbs.Mark(place=place):
                yield from self._place(place)
            case verbs.PathOpens(path=path):
                yield from self._exists(path in {one.key for one in self.quest.map.paths}, f"path {path!r} on the map")
            case verbs.Win(ending=ending):
                yield from self._exists(ending in {one.key for one in self.quest.cover.endings}, f"ending {ending!r}")
            case verbs.Risk(n=n, track=track):
                if not n or abs(n) > 20 or track not in (0, 1, 2):
                    yield "n is below or above zero, track 1, 2, or 0"
            case verbs.Threat(n=n):
                if not n:
                    yield "n is below or above zero"
            case verbs.Steal(of=of) | Each(of=of):
                yield from self._group(of, own)
            case verbs.Pick(of=of, by=by_):
                yield from self._group(of, own)
                yield from self._group(by_, own) if by_ else ()
            case verbs.Say(text=text):
                for gap in GAP.findall(text):
                    if gap not in ("player", "picked") or (gap == "player" and not own):
                        yield f"{{{gap}}}: a text can hold {{player}} (where there is one) and {{picked}}"
            case If(test=test):
                yield from self.of_test(test, own, page)
            case Choose(ways=ways, by=by_):
                yield from self._group(by_, own) if by_ else ()
                for way in ways:
                    yield from self.of_test(way.test, own or by_ in SINGLE, page) if way.test else ()
            case Check(on=trial):
                yield from self._of_trial(trial, own)
            case _:
                pass

    def _of_trial(self, trial: object, own: bool) -> Iterator[str]:
        match trial:
            case trials.SkillCheck(skill=skill, other=other, less=less):
                if not own:
                    yield "who makes the check? Put it into an `each`"
                if skill == other:
                    yield "two different skills"
                yield from self._number(less) if less else ()
            case trials.WeaponCheck(less=less):
                if not own:
                    yield "who makes the check? Put it into an `each`"
                yield from self._number(less) if less else ()
            case trials.DieRoll(sides=sides):
                if sides not in (4, 6, 8, 10, 12, 20):
                    yield "a die has 4, 6, 8, 10, 12 or 20 sides"
            case trials.Known(of=of):
                if of.startswith("dial:"):
                    yield from self._dial(of.removeprefix("dial:"), None)
                else:
                    yield from self._number(of)
            case _:
                pass

    def of_test(self, test: Test, own: bool, page: LocationPage | None) -> Iterator[str]:
        """Yield what is wrong with a test: ``own`` where there is a player, ``page`` where one is open for sure."""
        of = getattr(test, "of", "")
        if isinstance(test, conditions.PLAYER_TESTS) and not own and not of:
            yield "whose? Here it is nobody's own: name a group with `of`"
        match test:
            case Not(test=inner):
                yield from self.of_test(inner, own, page)
            case AllOf(tests=tests) | AnyOf(tests=tests):
                for inner in tests:
                    yield from self.of_test(inner, own, page)
            case conditions.Value(least=None, most=None):
                yield "`least`, `most`, or both"
            case conditions.DialAt(dial=dial, least=least, most=most):
                yield from self._dial(dial, page)
                if least is None and most is None:
                    yield "`least`, `most`, or both"
            case conditions.Locked(action=number) | conditions.Chosen(action=number):
                yield from self._action(number, page)
            case conditions.At(place=place) | conditions.Visited(place=place) | conditions.Marked(place=place):
                yield from self._place(place)
            case conditions.PageIs(page=number):
                yield from self._exists(number in self.quest.pages, f"page {number}")
            case conditions.WasRead(entry=entry):
                yield from self._exists(entry in self.quest.entries, f"entry {entry!r}")
            case conditions.HasCard(card=card):
                yield from self._exists(card in self.quest.cards, f"card {card!r}")
            case conditions.IsSpecies(species=key):
                yield from self._exists(key in self.quest.species, f"species {key!r}")
            case conditions.IsJob(job=key):
                yield from self._exists(key in self.quest.jobs, f"job {key!r}")
            case _:
                pass
        if of and not isinstance(test, conditions.Value):
            yield from self._group(of, own)
        if isinstance(test, conditions.IsIn) and not own:
            yield "who? Here it is nobody's own: put it into an `each`"

    # --- what is spoken of

    @staticmethod
    def _exists(true: bool, what: str) -> Iterator[str]:
        if not true:
            yield f"there is no {what}"

    def _place(self, place: str) -> Iterator[str]:
        yield from self._exists(place in {one.key for one in self.quest.map.places}, f"place {place!r} on the map")

    def _action(self, number: int, page: LocationPage | None) -> Iterator[str]:
        pages = self.quest.pages.values() if page is None else (page,)
        there = any(number == action.number for one in pages for action in one.actions)
        yield from self._exists(there, f"action {number} on {'any' if page is None else 'this'} page")

    def _dial(self, dial: str, page: LocationPage | None) -> Iterator[str]:
        known = self.dials if page is None else {one.name for one in page.dials}
        yield from self._exists(dial in known, f"dial {dial!r} on {'any' if page is None else 'this'} page")

    def _group(self, group: str, own: bool) -> Iterator[str]:
        if group not in GROUPS:
            yield f"{group!r} is no group; there are {', '.join(GROUPS)}"
        elif group in _OWN_GROUPS and not own:
            yield f"{group!r}: beside whom? Here it is nobody's own"

    def _number(self, of: str) -> Iterator[str]:
        if of not in VALUES and of not in self.counters:
            yield f"{of!r} is neither a counter that an effect changes, nor one of {', '.join(VALUES)}"


def branch_name(effect: Effect, branch: int) -> str:
    """Return how a pack's file calls a branch of an effect."""
    match effect:
        case If():
            return ("then", "else")[branch]
        case Choose():
            return f"ways[{branch}].then"
        case Check():
            return f"bands[{branch}].then"
        case _:
            return "then"


def effects_of(body: Body, path: str = "") -> Iterator[tuple[str, Effect]]:
    """Yield every effect of a body with its place as a pack's file calls it."""
    for n, effect in enumerate(body):
        yield f"{path}[{n}]", effect
        for branch, inner in enumerate(branches(effect)):
            yield from effects_of(inner, f"{path}[{n}].{branch_name(effect, branch)}")


def counters_of(quest: Quest) -> frozenset[str]:
    """Return every counter that some effect changes."""
    every = (effect for body in quest.book.values() for _, effect in effects_of(body))
    return frozenset(effect.counter for effect in every if isinstance(effect, verbs.Count))
