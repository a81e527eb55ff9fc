"""Does everything that a quest's parts speak of exist, and fit? What fails here cannot be played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.game import PackError

from .bodies import GAP, Bodies
from .book import Entry, Quest
from .location_book import LocationPage
from .sheets import Job, Species
from .things import SKILLS

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_CARD = re.compile(r"[A-Za-z0-9-]{1,12}")
MOST_BOXES, MOST_HP = 12, 9


def unlinked(quest: Quest) -> tuple[PackError, ...]:
    """Return all that a quest speaks of and does not have, and all that nobody could do."""
    return tuple(_Links(quest).faults())


class _Links:
    def __init__(self, quest: Quest) -> None:
        self.quest = quest
        self.bodies = Bodies(quest)

    def faults(self) -> Iterator[PackError]:
        yield from self._cover()
        yield from self._boards()
        yield from self._map()
        for entry in dict.fromkeys(self.quest.entries.values()):
            yield from self._entry(entry)
        for page in self.quest.pages.values():
            yield from self._page(page)
        yield from self._sheets()
        yield from self._cards()
        yield from self._pictures()
        yield from self.bodies.faults()

    def at(self, name: str, hint: str) -> PackError:
        """Return a fault at the origin of something of the book."""
        file, place = self.quest.origins[name]
        return PackError(file, place.removesuffix(".effects"), hint)

    # --- the parts

    def _cover(self) -> Iterator[PackError]:
        cover, file = self.quest.cover, "quest.toml"
        if not 3 <= cover.players[0] <= cover.players[1] <= 7:
            yield PackError(file, "players", "the fewest and the most players, within 3 and 7")
        if not 1 <= cover.digits[0] <= cover.digits[1] <= 6:
            yield PackError(file, "digits", "the fewest and the most digits of a code, within 1 and 6")
        if not 1 <= cover.words <= 1000:
            yield PackError(file, "words", "1 to 1000 words")
        if not cover.endings or len({ending.key for ending in cover.endings}) < len(cover.endings):
            yield PackError(file, "endings", "at least one [[endings]], and no key twice")
        yield from self._leads(cover.start, file, "start")
        yield from self._leads(cover.losses.wounds, file, "losses.wounds")
        if not cover.losses.threat:
            yield PackError(file, "losses.threat", "a list of at least one code")
        for n, code in enumerate(cover.losses.threat):
            yield from self._leads(code, file, f"losses.threat[{n}]")
        entries = {id(self.quest.entries[code]) for code in cover.losses.threat if code in self.quest.entries}
        if len(entries) > 1:
            yield PackError(file, "losses.threat", "both codes lead to one entry: `also` of the first names the second")

    def _pictures(self) -> Iterator[PackError]:
        quest = self.quest
        named = [("page", str(page.number), page.art) for page in quest.pages.values()]
        named += [("species", sheet.key, sheet.art) for sheet in quest.species.values()]
        named += [("job", sheet.key, sheet.art) for sheet in quest.jobs.values()]
        named += [("card", card.number, card.art) for card in quest.cards.values()]
        for kind, name, art in named:
            if art and quest.picture(art) is None:
                yield self.at(f"{kind}.{name}", f"the pack has no picture {art!r} (named from its top: art/…)")
        if quest.map.art and quest.picture(quest.map.art) is None:
            yield PackError("map.toml", "art", f"the pack has no picture {quest.map.art!r}")

    def _leads(self, code: str, file: str, place: str) -> Iterator[PackError]:
        if code not in self.quest.entries:
            yield PackError(file, place, f"there is no entry {code!r}")

    def _boards(self) -> Iterator[PackError]:
        boards, file = self.quest.boards, "boards.toml"
        if min(boards.risk) < 1 or max(boards.risk) > 20:
            yield PackError(file, "risk", "two tracks of 1 to 20 spaces")
        if not 2 <= len(boards.threat) <= 12 or not all(0 <= value <= 99 for value in boards.threat):
            yield PackError(file, "threat", "the dial's values by level, start first: 2 to 12 of them, each 0 to 99")
        if len(boards.threats) != len(boards.threat) - 1:
            yield PackError(file, "threats", f"one token for each level after the start: {len(boards.threat) - 1}")
        if any(token.n < 1 for token in boards.tokens) or not boards.tokens:
            yield PackError(file, "tokens", "risk tokens: at least one, and no kind less than once")
        held = {track: sum(token.n for token in boards.tokens if token.track == track) for track in (1, 2)}
        for track, spaces in enumerate(boards.risk, 1):
            if held[track] < spaces:
                hint = f"track {track} has {spaces} spaces and {held[track]} tokens: it might never fill"
                yield PackError(file, "tokens", hint)
        if not (1 <= boards.wounds <= 30 and 0 <= boards.supplies <= 30 and 5 <= boards.seconds <= 3600):
            yield PackError(file, "wounds", "1 to 30 wounds, 0 to 30 supplies, 5 to 3600 seconds")
        if not (0 <= boards.dials <= 9 and 1 <= boards.dial_most <= 99):
            yield PackError(file, "dials", "0 to 9 dials, each up to 1 to 99")

    def _map(self) -> Iterator[PackError]:
        sheet, file = self.quest.map, "map.toml"
        keys = [place.key for place in sheet.places]
        if sheet.start not in keys:
            yield PackError(file, "start", f"there is no place {sheet.start!r}")
        for kind, names in (("places", keys), ("paths", [path.key for path in sheet.paths])):
            for n, name in enumerate(names):
                if not _WORD.fullmatch(name) or name in names[:n]:
                    yield PackError(file, f"{kind}[{n}].key", f"{name!r}: a-z, digits, - and _; no key twice")
        for n, place in enumerate(sheet.places):
            if not (0 <= place.x <= 100 and 0 <= place.y <= 100):
                yield PackError(file, f"places[{n}]", "x and y are per cent of the sheet, 0 to 100")
            if place.entry:
                yield from self._leads(place.entry, file, f"places[{n}].entry")
            elif place.key != sheet.start:
                yield PackError(file, f"places[{n}].entry", f"nothing is read on arrival at {place.key!r}")
        for n, path in enumerate(sheet.paths):
            if path.between[0] == path.between[1] or not set(path.between) <= set(keys):
                yield PackError(file, f"paths[{n}].between", "two places of the map")

    def _entry(self, entry: Entry) -> Iterator[PackError]:
        least, most = self.quest.cover.digits
        for code in (entry.code, *entry.also):
            if code.isascii() and code.isdecimal():
                if not least <= len(code) <= most:
                    yield self.at(entry.code, f"{code}: a code of this quest has {least} to {most} digits")
            elif not _NAME.fullmatch(code) or code != entry.code:
                yield self.at(
                    entry.code, f"{code!r}: digits, or one name of a-z, digits and `-` (and `also` are codes)"
                )
        if entry.when is not None:
            for hint in self.bodies.of_test(entry.when, False, None):
                yield self.at(entry.code, hint)
        for gap in GAP.findall(entry.text):
            if gap not in ("player", "picked"):
                yield self.at(entry.code, f"{{{gap}}}: a text can hold {{player}} and {{picked}}")

    def _page(self, page: LocationPage) -> Iterator[PackError]:
        name, boards = f"page.{page.number}", self.quest.boards
        file, place = self.quest.origins[name]
        numbers = [action.number for action in page.actions]
        if not 1 <= page.number <= 999:
            yield self.at(name, "pages are numbered from 1 to 999")
        if not numbers or len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(1, 10)):
            yield self.at(name, "one to nine actions, numbered from 1 to 9, no number twice")
        if len({action.name for action in page.actions}) < len(numbers):
            yield self.at(name, "two actions have the same name")
        if not set(page.locks) <= set(numbers):
            yield self.at(name, f"locks: there are actions {', '.join(map(str, numbers))}")
        if len(page.dials) > boards.dials or len({dial.name for dial in page.dials}) < len(page.dials):
            yield self.at(name, f"at most {boards.dials} dials, each with a name of its own")
        for dial in page.dials:
            if dial.start < 0 or dial.each < 0 or dial.start + 7 * dial.each > boards.dial_most:
                yield self.at(name, f"dial {dial.name!r}: with seven players, 0 to {boards.dial_most}")
        if page.seconds and not 5 <= page.seconds <= 3600:
            yield self.at(name, "5 to 3600 seconds of planning")
        yield from self._leads(page.end, file, f"{place}, end")

    def _sheets(self) -> Iterator[PackError]:
        quest = self.quest
        if len(quest.species) < quest.cover.players[1]:
            yield PackError("sheets/", "species", f"one for each of {quest.cover.players[1]} players")
        if not quest.jobs:
            yield PackError("sheets/", "jobs", "at least one [[job]]")
        weapons: dict[str, str] = {}
        for key, species in quest.species.items():
            card = quest.cards.get(species.weapon)
            if card is None or card.deck != "weapon":
                yield self.at(f"species.{key}", f"there is no [[weapon]] {species.weapon!r}")
            elif (other := weapons.setdefault(species.weapon, key)) != key:
                yield self.at(f"species.{key}", f"{species.weapon} is the starting weapon of {other} already")
            if not 1 <= species.hp <= MOST_HP:
                yield self.at(f"species.{key}", f"1 to {MOST_HP} hearts")
        for key, job in quest.jobs.items():
            for skill in SKILLS:
                lengths = [len(quest.track(one, key, skill)) for one in quest.species]
                if lengths and not 1 <= min(lengths) <= max(lengths) <= MOST_BOXES:
                    come = f"these come to {min(lengths)} to {max(lengths)}"
                    hint = f"{skill}: with a species' boxes, 1 to {MOST_BOXES}; {come}"
                    yield self.at(f"job.{key}", hint)
            if not 1 <= job.gold <= 40 or not 1 <= job.level <= 40:
                yield self.at(f"job.{key}", "`gold` and `level` have 1 to 40 symbols")
            if not job.endings or job.endings[-1].least > 0 or job.endings[-1].after or job.endings[-1].kind:
                yield self.at(
                    f"job.{key}", "endings go from the highest `least` down, the last one open to all: least = 0"
                )
            for ending in job.endings:
                if ending.after and ending.after not in {one.key for one in quest.cover.endings}:
                    yield self.at(f"job.{key}", f"there is no ending {ending.after!r} in quest.toml")
        both: tuple[tuple[str, Mapping[str, Species | Job]], ...] = (("species", quest.species), ("job", quest.jobs))
        for kind, sheets in both:
            for key, sheet in sheets.items():
                if not _WORD.fullmatch(key):
                    yield self.at(f"{kind}.{key}", f"{key!r}: a-z, digits, - and _")
                for camp in sheet.camp:
                    for hint in self.bodies.of_test(camp.test, True, None) if camp.test else ():
                        yield self.at(f"{kind}.{key}", hint)

    def _cards(self) -> Iterator[PackError]:
        quest, tokens = self.quest, dict[int, str]()
        for number, card in quest.cards.items():
            name = f"card.{number}"
            if not _CARD.fullmatch(number):
                yield self.at(name, "a number of 1 to 12 letters, digits and `-`")
            if (card.die is not None) != (card.kind == "weapon"):
                yield self.at(name, "weapons have a `die`, and nothing else has")
            if card.hp and (card.kind != "armor" or not 0 < card.hp <= MOST_HP):
                yield self.at(name, f"only armor has `hp`, 1 to {MOST_HP}")
            if card.kind == "follower" and card.deck in ("treasure", "weapon"):
                yield self.at(name, "followers lie in their own deck or in the story deck")
            if card.deck in ("follower", "weapon") and card.kind not in (card.deck, "any"):
                yield self.at(name, f"the cards of this deck are of kind {card.deck!r}")
            if card.token:
                if card.kind != "follower" or card.token not in quest.tokens:
                    yield self.at(name, f"only a follower has a token, and there is none of number {card.token}")
                elif (owner := tokens.setdefault(card.token, number)) != number:
                    yield self.at(name, f"token {card.token} belongs to {owner} already")
        for n, token in quest.tokens.items():
            yield from self._leads(token.code, *quest.origins[f"token.{n}"])
