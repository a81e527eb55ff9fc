"""What is wrong with a quest that can be played: what nobody comes to, what leads nowhere, what cannot be rolled."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import AllOf, AnyOf, Check, Choose, Effect, If, Not, Test
from companion.game import PackError

from . import conditions, things, trials, verbs
from .bodies import effects_of
from .book import Quest
from .codes import too_near
from .things import SKILLS
from .ways import MAP, Ways, page_node

LEAST_ACTIONS, MOST_ACTIONS = 4, 7


def quest_faults(quest: Quest) -> tuple[PackError, ...]:
    """Return all that a writer should put right, in the order of the book."""
    return tuple(_Faults(quest).all())


class _Faults:
    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.ways = Ways(quest)
        self.effects = [
            (name, path, effect)
            for name, body in quest.book.items()
            for path, effect in effects_of(body)
            if self._once(name)
        ]

    def _once(self, name: str) -> bool:
        """Tell whether ``name`` is the first name of its body: an entry with two codes is looked at once."""
        return name not in self.quest.entries or self.quest.entries[name].code == name

    def at(self, name: str, hint: str, path: str = "") -> PackError:
        file, place = self.quest.origins[name]
        return PackError(file, place + path if path else place.removesuffix(".effects"), hint)

    def all(self) -> Iterator[PackError]:
        yield from self._reach()
        yield from self._ends()
        yield from self._codes()
        yield from self._words()
        yield from self._totals()
        yield from self._never()
        yield from self._pages()

    # --- ways

    def _reach(self) -> Iterator[PackError]:
        reached = self.ways.reached
        for code in dict.fromkeys(entry.code for entry in self.quest.entries.values()):
            if code not in reached:
                yield self.at(code, "nothing leads to this entry")
        for number in self.quest.pages:
            if page_node(number) not in reached:
                yield self.at(f"page.{number}", "nothing turns to this page")
        if MAP in reached:
            for n, place in enumerate(self.quest.map.places):
                entry = self.ways.first(place.entry) if place.entry else ""
                if entry and entry not in self.ways.leads[MAP] and place.key != self.quest.map.start:
                    yield PackError("map.toml", f"places[{n}]", f"no path leads to {place.key!r}, ever")

    def _ends(self) -> Iterator[PackError]:
        quest, ways = self.quest, self.ways
        circles = ways.circles()
        for code in circles:
            yield self.at(code, "goes round in a circle with nobody asked and nothing rolled on the way")
        for code in sorted(ways.main & ways.reached - set(circles)):
            if not ways.ends(quest.book.get(code, ())):
                yield self.at(
                    code, "a dead end: not everything that can come here ends in a page, a round, a travel, or an end"
                )
        can_win = ways.can_win()
        for node in sorted(ways.reached & (ways.main | {page_node(number) for number in quest.pages}) - can_win):
            if not ways.ends(quest.book.get(node, ()), (verbs.Fail,)):
                name = node if node in quest.entries else f"page.{node.removeprefix('page ')}"
                yield self.at(name, "no way leads from here to a win: a loop without an exit")
        for code in (quest.cover.losses.wounds, *quest.cover.losses.threat):
            if not ways.ends(quest.book.get(code, ()), (verbs.Fail,)):
                yield self.at(code, 'this is the code of a loss, and does not end in "Fail"')
        won = {effect.ending for name, _, effect in self.effects if isinstance(effect, verbs.Win) and self._live(name)}
        for ending in quest.cover.endings:
            if ending.key not in won:
                yield PackError("quest.toml", f"endings {ending.key}", "no effect that can be come to wins with it")

    def _live(self, name: str) -> bool:
        return name not in self.quest.entries or self.ways.first(name) in self.ways.reached

    # --- codes and words

    def _codes(self) -> Iterator[PackError]:
        typed = [code for code in self.quest.entries if code.isascii() and code.isdecimal()]
        for code, other in too_near(typed):
            yield self.at(code, f"{code} and {other} are one slip apart; see ./tablehand quest codes")

    def _words(self) -> Iterator[PackError]:
        most = self.quest.cover.words
        for entry in dict.fromkeys(self.quest.entries.values()):
            if (words := len(entry.text.split())) > most:
                yield self.at(entry.code, f"{words} words to read aloud; {most} are the most")
        for name, path, effect in self.effects:
            if isinstance(effect, verbs.Say) and (words := len(effect.text.split())) > most:
                yield self.at(name, f"{words} words to read aloud; {most} are the most", path)

    # --- totals

    def _totals(self) -> Iterator[PackError]:
        for name, path, effect in self.effects:
            if isinstance(effect, Check):
                low, high = self._range(effect.on)
                for n, band in enumerate(effect.bands):
                    if band.least is not None and band.least > high:
                        yield self.at(
                            name, f"a total of {band.least} cannot be: {high} is the most", f"{path}.bands[{n}]"
                        )
                    if n + 1 < len(effect.bands) and (band.least or 0) <= low:
                        hint = f"every total is at least {low}: the bands below this one never come"
                        yield self.at(name, hint, f"{path}.bands[{n}]")
                        break
            for test in self._tests(effect):
                if isinstance(test, conditions.Value) and (found := self._value(test.of)):
                    most = found[0] if test.most is None else test.most
                    if (test.least or found[0]) > found[1] or most < found[0]:
                        yield self.at(name, f"never holds: {test.of} is {found[0]} to {found[1]}", path)
                if (
                    isinstance(test, conditions.Has)
                    and test.what in SKILLS
                    and (test.least or 0) > self._boxes(test.what)
                ):
                    yield self.at(name, f"never holds: no sheet has so many boxes of {test.what}", path)

    def _range(self, trial: object) -> tuple[int, int]:
        """Return the least and the most that a trial can come to, whatever players hold; generous upwards."""
        match trial:
            case trials.SkillCheck(skill=skill, other=other, bonus=bonus, less=less):
                most = max(self._skill(one) for one in (skill, other) if one)
                low, high = self._less(less)
                return 1 + bonus - high, 20 + most + bonus - low
            case trials.WeaponCheck(traits=traits, trait_bonus=each, bonus=bonus, less=less):
                die = max((card.die or 0 for card in self.quest.cards.values()), default=0)
                low, high = self._less(less)
                return 1 + bonus - high, 20 + die + self._cards("weapon") + each * len(traits) + bonus - low
            case trials.DieRoll(sides=sides):
                return 1, sides
            case trials.Known(of=of):
                return self._value(of) or (0, 10**6)
            case _:
                return 0, 10**6

    def _less(self, of: str) -> tuple[int, int]:
        if not of:
            return 0, 0
        return self._value(of) or (0, 10**6)

    def _skill(self, skill: things.Skill) -> int:
        tracks = [self.quest.track(species, job, skill) for species in self.quest.species for job in self.quest.jobs]
        die = max((box.die or 0 for track in tracks for box in track), default=0)
        return die + self._cards(skill)

    def _cards(self, skill: str) -> int:
        """Return the best modifiers of all cards that a player can have at once (augments: all there are)."""
        room = {"trinket": 2, "armor": 1, "weapon": 1, "augment": 99, "follower": 2, "any": 2}
        total = 0
        for kind, most in room.items():
            found = sorted(
                (getattr(card.bonus, skill) for card in self.quest.cards.values() if card.kind == kind), reverse=True
            )
            total += sum(n for n in found[:most] if n > 0)
        return total

    def _boxes(self, skill: things.Skill) -> int:
        quest = self.quest
        return max(len(quest.track(species, job, skill)) for species in quest.species for job in quest.jobs)

    def _value(self, of: str) -> tuple[int, int] | None:
        quest = self.quest
        players, dial = quest.cover.players, quest.boards.threat
        if of.startswith("dial:"):
            return 0, quest.boards.dial_most
        return {
            "threat": (min(dial) + players[0], max(dial) + players[1]),
            "level": (0, len(dial) - 1),
            "players": players,
            "round": (1, 10**6),
            "wounds": (0, quest.boards.wounds),
            "risk": (0, sum(quest.boards.risk)),
        }.get(of)

    # --- what is asked for and never comes

    def _tests(self, effect: Effect) -> Iterator[Test]:
        match effect:
            case If(test=test):
                yield from _inside(test)
            case Choose(ways=ways):
                for way in ways:
                    yield from _inside(way.test) if way.test else ()
            case _:
                return

    def _never(self) -> Iterator[PackError]:
        done = [effect for _, _, effect in self.effects]
        counters = {effect.counter for effect in done if isinstance(effect, verbs.Count)}
        titles = {effect.title for effect in done if isinstance(effect, verbs.Title)}
        titles |= {job.gold_title for job in self.quest.jobs.values()}
        remarks = {(effect.place, effect.remark) for effect in done if isinstance(effect, verbs.Mark)}
        traits = {trait for card in self.quest.cards.values() for trait in card.traits}
        given = {effect.card for effect in done if isinstance(effect, verbs.Card)}
        for name, path, effect in self.effects:
            for test in self._tests(effect):
                match test:
                    case conditions.Counter(counter=what) if what not in counters:
                        yield self.at(name, f"no effect changes the counter {what!r}", path)
                    case conditions.HasTitle(title=what) if what not in titles:
                        yield self.at(name, f"nobody can gain the title {what!r}", path)
                    case conditions.Marked(place=place, remark=what) if (place, what) not in remarks:
                        yield self.at(name, f"nothing marks {place!r} with {what!r}", path)
                    case conditions.HasTrait(trait=what) if what not in traits:
                        yield self.at(name, f"no card has the trait {what!r}", path)
                    case conditions.HasCard(card=what) if self.quest.cards[what].deck == "story" and what not in given:
                        yield self.at(name, f"no effect gives the story card {what!r}", path)
                    case _:
                        pass
            if isinstance(effect, Check) and isinstance(effect.on, trials.WeaponCheck):
                for trait in effect.on.traits:
                    if trait not in traits:
                        yield self.at(name, f"no card has the trait {trait!r}", path)
        for number in self.quest.deck("story"):
            if number not in given:
                yield self.at(f"card.{number}", "no effect gives this story card to anybody")
        kinds: dict[str, str] = {}
        for name, path, effect in self.effects:
            if isinstance(effect, verbs.Title) and kinds.setdefault(effect.title, effect.kind) != effect.kind:
                yield self.at(name, f"the title {effect.title!r} is {kinds[effect.title]} elsewhere", path)

    def _pages(self) -> Iterator[PackError]:
        for number, page in self.quest.pages.items():
            if not LEAST_ACTIONS <= len(page.actions) <= MOST_ACTIONS:
                yield self.at(
                    f"page.{number}", f"{len(page.actions)} actions; pages have {LEAST_ACTIONS} to {MOST_ACTIONS}"
                )
            free = [action for action in page.actions if action.number not in page.locks]
            if len(free) < self.quest.cover.players[1] and all(action.type != "unlimited" for action in free):
                yield self.at(f"page.{number}", "nothing unlimited is open: with many players some have nothing to do")


def _inside(test: Test) -> Iterator[Test]:
    match test:
        case Not(test=inner):
            yield from _inside(inner)
        case AllOf(tests=tests) | AnyOf(tests=tests):
            for inner in tests:
                yield from _inside(inner)
        case _:
            yield test
