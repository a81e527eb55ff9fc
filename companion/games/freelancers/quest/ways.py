"""Where a quest leads: from which entry, page and place one comes to which, and what surely ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.effects import Body, Check, Choose, Each, Effect, GoTo, If, branches

from . import verbs
from .bodies import effects_of
from .book import Quest
from .things import SINGLE
from .verbs import LAST_VERBS

MAP, WON, LOST = "the map", "won", "lost"
"""What is no entry: the party on the map, and both ends."""


def page_node(number: int) -> str:
    """Return the name of a page among the ways."""
    return f"page {number}"


class Ways:
    """The graph of a quest.

    ``leads``: node -> nodes. Nodes are entries (by their first code), "page N", the map, won and lost. ``main``: the
    entries on which play rests, since nothing waits to go on after them.
    """

    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.leads: dict[str, set[str]] = {entry.code: set() for entry in quest.entries.values()}
        self.leads |= {page_node(number): set() for number in quest.pages} | {MAP: set(), WON: set(), LOST: set()}
        self._goes: dict[str, set[str]] = {}
        self._stays: dict[str, set[str]] = {}
        self._fill()
        self.main = _closed({self.first(code) for code in self._resting()}, self._stays)
        self.reached = self._reached()

    def first(self, code: str) -> str:
        """Return the first code of the entry that has ``code``."""
        return self.quest.entries[code].code

    def _resting(self) -> Iterator[str]:
        yield self.quest.cover.start
        yield from (place.entry for place in self.quest.map.places if place.entry)
        yield from (page.end for page in self.quest.pages.values())

    def _fill(self) -> None:
        quest = self.quest
        for entry in quest.entries.values():
            body = quest.book.get(entry.code, ())
            self._goes[entry.code] = set(self._spoken(body, self.leads[entry.code]))
            gone = (effect.to for _, effect in effects_of(body) if isinstance(effect, GoTo))
            self._stays[entry.code] = {self.first(code) for code in gone}
        for number, page in quest.pages.items():
            node = self.leads[page_node(number)]
            node.add(self.first(page.end))
            inside = {self.first(page.end)}
            for action in page.actions:
                inside |= set(self._spoken(quest.book.get(f"action.{number}.{action.number}", ()), node))
            for code in _closed(inside, self._goes):
                if any(isinstance(effect, verbs.NewRound) for _, effect in effects_of(quest.book.get(code, ()))):
                    self.leads[code].add(page_node(number))
        self.leads[MAP] |= {
            self.first(place.entry) for place in quest.map.places if place.entry and self._walkable(place.key)
        }
        lost = {self.first(code) for code in (quest.cover.losses.wounds, *quest.cover.losses.threat)}
        self.roots = {self.first(quest.cover.start), *lost}
        for number, token in quest.tokens.items():
            if token.start or self._comes(number):
                self.roots.add(self.first(token.code))
        for name, body in quest.book.items():
            if "." in name and not name.startswith("action."):
                self.roots |= set(self._spoken(body, set()))

    def _comes(self, token: int) -> bool:
        """Tell whether a follower token can come into the bag."""
        every = (effect for body in self.quest.book.values() for _, effect in effects_of(body))
        put = any(isinstance(effect, verbs.InBag) and effect.token == token for effect in every)
        return put or any(card.token == token for card in self.quest.cards.values())

    def _spoken(self, body: Body, node: set[str]) -> Iterator[str]:
        """Put all that a body leads to into ``node``; yield the entries that it goes to or reads."""
        for _, effect in effects_of(body):
            match effect:
                case GoTo(to=code) | verbs.Read(entry=code):
                    node.add(self.first(code))
                    yield self.first(code)
                case verbs.Tell(code=code):
                    node.add(self.first(code))
                case verbs.Turn(page=number):
                    node.add(page_node(number))
                case verbs.Travel():
                    node.add(MAP)
                case verbs.Win():
                    node.add(WON)
                case verbs.Fail():
                    node.add(LOST)
                case _:
                    pass

    def _walkable(self, place: str) -> bool:
        sheet = self.quest.map
        moved = {
            effect.place
            for body in self.quest.book.values()
            for _, effect in effects_of(body)
            if isinstance(effect, verbs.Move)
        }
        opened = {
            effect.path
            for body in self.quest.book.values()
            for _, effect in effects_of(body)
            if isinstance(effect, verbs.PathOpens)
        }
        seen: set[str] = set()
        todo = [sheet.start, *moved]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                for path in sheet.paths:
                    if here in path.between and (not path.shut or path.key in opened):
                        todo += [end for end in path.between if end != here]
        return place in seen and (place != sheet.start or len(seen) > 1)

    def _reached(self) -> set[str]:
        return self.from_here(*self.roots)

    def from_here(self, *nodes: str) -> set[str]:
        """Return all that can come after ``nodes``, themselves too."""
        seen: set[str] = set()
        todo = list(nodes)
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += self.leads[node]
        return seen

    def can_win(self) -> set[str]:
        """Return all nodes from which the quest can still be won."""
        back: dict[str, set[str]] = {node: set() for node in self.leads}
        for node, ends in self.leads.items():
            for end in ends:
                back[end].add(node)
        seen: set[str] = set()
        todo = [WON]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += back[node]
        return seen

    # --- what surely ends

    def ends(
        self, body: Body, last: tuple[type[Effect], ...] = LAST_VERBS, on_the_way: frozenset[str] = frozenset()
    ) -> bool:
        """Tell whether a body, whatever comes, ends with one of the verbs ``last``."""
        return any(self._ends(effect, last, on_the_way) for effect in body)

    def _ends(self, effect: Effect, last: tuple[type[Effect], ...], on_the_way: frozenset[str]) -> bool:
        match effect:
            case GoTo(to=code) | verbs.Read(entry=code):
                # A way round in a circle is another fault; here it holds nothing up.
                return code in on_the_way or self.ends(self.quest.book.get(code, ()), last, on_the_way | {code})
            case Choose(ways=ways) if all(way.test is not None for way in ways):
                return False
            case Check(bands=bands) if bands[-1].least is not None:
                return False
            case Each(of=of) if of != "everyone" and of not in SINGLE:
                return False
            case If() | Choose() | Check() | Each():
                return all(self.ends(inner, last, on_the_way) for inner in branches(effect))
            case _:
                return isinstance(effect, last)

    def circles(self) -> tuple[str, ...]:
        """Return the entries that lead back to themselves with nobody asked and nothing rolled on the way."""
        leads = {code: set(self._straight(self.quest.book.get(code, ()))) for code in self._goes}
        found = []
        for code in leads:
            seen: set[str] = set()
            todo = list(leads[code])
            while todo:
                one = todo.pop()
                if one not in seen:
                    seen.add(one)
                    todo += leads[one]
            if code in seen:
                found.append(code)
        return tuple(found)

    def _straight(self, body: Body) -> Iterator[str]:
        for effect in body:
            if isinstance(effect, GoTo | verbs.Read):
                yield self.first(effect.to if isinstance(effect, GoTo) else effect.entry)
            elif isinstance(effect, If | Each):
                for inner in branches(effect):
                    yield from self._straight(inner)


def _closed(codes: set[str], goes: Mapping[str, set[str]]) -> set[str]:
    """Return ``codes`` with all to which they go, and so on."""
    seen: set[str] = set()
    todo = list(codes)
    while todo:
        code = todo.pop()
        if code not in seen:
            seen.add(code)
            todo += goes[code]
    return seen
