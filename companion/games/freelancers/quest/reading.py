"""Reads quest packs, strictly: every fault with its file, its place and what would put it right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from companion.effects import Body, Test, read, read_test
from companion.game import SUFFIXES, PackError, Picture, converted, read_picture

from .boards import Boards
from .book import Cover, Entry, Quest
from .cards import CardEvent, FollowerToken, QuestCard
from .language import LANGUAGE
from .location_book import Action, LocationPage
from .map_sheet import Map
from .sheets import CampAction, Job, Species
from .shorthand import spelled_out
from .things import SKILLS

BOARDS = "boards.toml"
DECKS = ("treasure", "story", "follower", "weapon")
_BOX = re.compile(r"(?:d(4|6|8|10|12)|\.)?([*$]{0,2})")
_HEADING = re.compile(r"==\s*(\S+)\s*")

T = TypeVar("T")


class _Guard:
    """Takes a fault down and lets the reading go on after it."""

    def __init__(self, faults: list[PackError]) -> None:
        self.faults = faults

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(fault, PackError):
            self.faults.append(fault)
            return True
        return False


class Reader:
    """Reads one pack, and goes on after a fault so that all are named at once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.faults: list[PackError] = []
        self.book: dict[str, Body] = {}
        self.origins: dict[str, tuple[str, str]] = {}
        self._texts: dict[str, str] = {}
        self._stands: dict[tuple[str, str], dict[str, int]] = {}

    def guard(self) -> _Guard:
        """Keep a fault of what is read inside, and go on."""
        return _Guard(self.faults)

    # --- files

    def text(self, file: str) -> str:
        """Return a file's text. Raises PackError where it is no UTF-8."""
        if file not in self._texts:
            try:
                self._texts[file] = self.files[file].decode("utf-8-sig").replace("\r\n", "\n")
            except UnicodeDecodeError as fault:
                line = self.files[file].count(b"\n", 0, fault.start) + 1
                hint = f"byte {self.files[file][fault.start]:02X} is no UTF-8; save the file as UTF-8"
                raise PackError(file, f"line {line}", hint) from fault
        return self._texts[file]

    def toml(self, file: str) -> dict[str, Any]:
        """Return what a TOML file holds. Raises PackError."""
        if file not in self.files:
            raise PackError(file, "the pack", "this file is missing")
        text = self.text(file)
        try:
            found = msgspec.toml.decode(text)
        except (msgspec.DecodeError, RecursionError, ValueError) as fault:
            raise PackError(file, "the whole file", str(fault) or "too deeply nested") from fault
        assert isinstance(found, dict)
        return found

    def one(self, file: str, kind: type[T]) -> T | None:
        """Return a whole file as one thing, None where it has a fault."""
        with self.guard():
            return converted(file, "", self.toml(file), kind)
        return None

    def lists(self, folder: str, known: Iterable[str]) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
        """Yield every table of the lists ``known`` in the TOML files of a folder: file, list, number, table."""
        known = tuple(known)
        names = [n for n in self.files if n.endswith(".toml") and (n.startswith(f"{folder}/") or n == f"{folder}.toml")]
        if not names:
            self.faults.append(PackError(f"{folder}/", "the pack", f"no file in {folder}/, and no {folder}.toml"))
        for file in sorted(names):
            with self.guard():
                for word, items in self.toml(file).items():
                    if word not in known or not isinstance(items, list):
                        hint = f"a list of {' or '.join(f'[[{w}]]' for w in known)} stands here, not {word!r}"
                        self.faults.append(PackError(file, word, hint))
                        continue
                    for n, item in enumerate(items):
                        if isinstance(item, dict):
                            yield file, word, n, dict(item)
                        else:
                            self.faults.append(PackError(file, f"{word}[{n}]", f"a table [[{word}]] stands here"))

    def place(self, file: str, word: str, n: int, item: Mapping[str, Any], name: str) -> str:
        """Return where a table of a list stands, as a person finds it: its line, where that shows, and its name."""
        value = item.get(name)
        if not isinstance(value, str | int):
            return f"{word}[{n}]"
        found = self._lines(file, name).get(str(value))
        return f"line {found}, {word} {value}" if found else f"{word} {value}"

    def _lines(self, file: str, name: str) -> dict[str, int]:
        """Return on which line of a file each value of a field stands first. A quest asks for hundreds of them."""
        if (file, name) not in self._stands:
            field = re.compile(rf"\s*{name}\s*=\s*([\"']?)(?P<value>.*?)\1\s*(?:#.*)?")
            stands = self._stands[file, name] = {}
            for line, written in enumerate(self.text(file).split("\n"), 1):
                if found := field.fullmatch(written):
                    stands.setdefault(found["value"], line)
        return self._stands[file, name]

    # --- bodies

    def body(self, name: str, raw: Any, file: str, place: str) -> bool:
        """Read a body into the book, where there is one; return whether there is."""
        self.origins[name] = (file, place)
        if raw is None:
            return False
        with self.guard():
            self.book[name] = read(spelled_out(raw, file, place), LANGUAGE, file, place)
            return bool(self.book[name])
        return False

    def test(self, raw: Any, file: str, place: str) -> Test | None:
        """Return the test that a table holds, None where there is none."""
        with self.guard():
            return None if raw is None else read_test(raw, LANGUAGE, file, place)
        return None

    # --- the parts of a quest

    def quest(self, key: str) -> Quest | None:
        """Return the quest as far as it can be read; None without its outline."""
        cover = self.one("quest.toml", Cover)
        boards = self.one(BOARDS, Boards)
        sheet = self.one("map.toml", Map)
        pages = self._pages()
        entries = self._entries()
        species, jobs = self._sheets()
        cards = self._cards()
        tokens = self._tokens()
        if cover is None or boards is None or sheet is None:
            return None
        return Quest(
            key=key,
            cover=cover,
            boards=boards,
            map=sheet,
            pages=pages,
            entries=entries,
            species=species,
            jobs=jobs,
            cards=cards,
            tokens=tokens,
            book=self.book,
            origins=self.origins,
            pictures=self._pictures(),
        )

    def _pictures(self) -> dict[str, Picture]:
        found: dict[str, Picture] = {}
        for file in sorted(self.files):
            if file.rpartition(".")[2].lower() in SUFFIXES:
                with self.guard():
                    found[file] = read_picture(file, self.files[file])
        return found

    def _pages(self) -> dict[int, LocationPage]:
        pages: dict[int, LocationPage] = {}
        for file, word, n, raw in self.lists("pages", ["page"]):
            place = self.place(file, word, n, raw, "number")
            with self.guard():
                actions = raw.pop("action", [])
                if not isinstance(actions, list) or not all(isinstance(action, dict) for action in actions):
                    raise PackError(file, place, "actions are tables [[page.action]]")
                bodies = [action.pop("effects", None) for action in actions]
                page = converted(file, place, {**raw, "actions": actions}, LocationPage)
                if page.number in pages:
                    raise PackError(file, place, "a page with this number is there already")
                pages[page.number] = page
                self.origins[f"page.{page.number}"] = (file, place)
                for action, body in zip(page.actions, bodies, strict=True):
                    at = f"{place}, action {action.number}"
                    self.body(action_name(page.number, action), body if body is not None else [], file, at)
        return dict(sorted(pages.items()))

    def _entries(self) -> dict[str, Entry]:
        texts = self._long_texts()
        entries: dict[str, Entry] = {}
        for file, word, n, raw in self.lists("entries", ["entry"]):
            place = self.place(file, word, n, raw, "code")
            with self.guard():
                body, when = raw.pop("effects", []), raw.pop("when", None)
                entry = converted(file, place, raw, Entry)
                if entry.code in texts:
                    where, text = texts.pop(entry.code)
                    if entry.text:
                        raise PackError(file, place, f"its text stands here and in {where}")
                    entry = replace(entry, text=text)
                entry = replace(entry, when=self.test(when, file, f"{place}.when"))
                for code in (entry.code, *entry.also):
                    if code in entries:
                        raise PackError(file, place, f"{code} is the code of {entries[code].title!r} already")
                    entries[code] = entry
                    self.origins[code] = (file, place)
                if self.body(entry.code, body, file, f"{place}.effects") or entry.code in self.book:
                    self.book.update(dict.fromkeys(entry.also, self.book[entry.code]))
        for code, (where, _) in texts.items():
            self.faults.append(PackError(where, f"== {code}", "there is no entry with this code"))
        return entries

    def _long_texts(self) -> dict[str, tuple[str, str]]:
        """Return the texts of entries that stand in text files: code -> file and text."""
        found: dict[str, tuple[str, str]] = {}
        for file in sorted(name for name in self.files if name.startswith("texts/") and name.endswith(".txt")):
            with self.guard():
                code, lines = "", dict[str, list[str]]()
                for number, line in enumerate(self.text(file).split("\n"), 1):
                    if heading := _HEADING.fullmatch(line):
                        code = heading[1]
                        if code in found or code in lines:
                            raise PackError(file, f"line {number}", f"a text of {code} is there already")
                        lines[code] = []
                    elif code:
                        lines[code].append(line)
                    elif line.strip():
                        raise PackError(file, f"line {number}", "a text begins with a line `== CODE`")
                found.update({code: (file, "\n".join(text).strip()) for code, text in lines.items()})
        return found

    def _sheets(self) -> tuple[dict[str, Species], dict[str, Job]]:
        species: dict[str, Species] = {}
        jobs: dict[str, Job] = {}
        for file, word, n, raw in self.lists("sheets", ["species", "job"]):
            place = self.place(file, word, n, raw, "key")
            with self.guard():
                if "skills" in raw:
                    raw["skills"] = tracks(raw["skills"], file, f"{place}.skills")
                camps = [dict(camp) for camp in listed(raw.pop("camp", []), file, f"{place}.camp")]
                bodies = [(camp.pop("effects", []), camp.pop("test", None)) for camp in camps]
                steps = {name: raw.get(name, []) for name in ("gold", "level")} if word == "job" else {}
                for name, items in steps.items():
                    if not isinstance(items, list):
                        raise PackError(file, f"{place}.{name}", 'a list: "" or an effect for each symbol')
                    raw[name] = len(items)
                sheet: Species | Job
                sheet = converted(file, place, raw, Species) if word == "species" else converted(file, place, raw, Job)
                told = converted(file, f"{place}.camp", camps, tuple[CampAction, ...])
                told = tuple(
                    replace(camp, test=self.test(test, file, f"{place}.camp[{m}].test"))
                    for m, (camp, (_, test)) in enumerate(zip(told, bodies, strict=True))
                )
                for m, (effects, _) in enumerate(bodies):
                    self.body(f"camp.{word}.{sheet.key}.{m}", effects, file, f"{place}.camp[{m}].effects")
                for name, items in steps.items():
                    for m, item in enumerate(items):
                        effects = item if isinstance(item, list) else [item] if item else None
                        if effects:
                            self.body(f"{name}.{sheet.key}.{m}", effects, file, f"{place}.{name}[{m}]")
                if sheet.key in (species if word == "species" else jobs):
                    raise PackError(file, place, f"a {word} with this key is there already")
                self.origins[f"{word}.{sheet.key}"] = (file, place)
                if isinstance(sheet, Species):
                    species[sheet.key] = replace(sheet, camp=told)
                else:
                    jobs[sheet.key] = replace(sheet, camp=told)
        return species, jobs

    def _cards(self) -> dict[str, QuestCard]:
        cards: dict[str, QuestCard] = {}
        for file, word, n, raw in self.lists("cards", DECKS):
            place = self.place(file, word, n, raw, "number")
            with self.guard():
                for odd in {"deck", "discards"} & set(raw):
                    raise PackError(
                        file, f"{place}.{odd}", "is not known here; [[…]] says the deck, `discard` the effect"
                    )
                raw["deck"] = word
                if word in ("follower", "weapon"):
                    raw.setdefault("kind", word)
                discard = raw.pop("discard", None)
                events = [dict(event) for event in listed(raw.pop("events", []), file, f"{place}.events")]
                bodies = [event.pop("effects", []) for event in events]
                card = converted(file, place, raw, QuestCard)
                told = converted(file, f"{place}.events", events, tuple[CardEvent, ...])
                if card.number in cards:
                    raise PackError(file, place, "a card with this number is there already")
                discards = discard is not None and self.body(
                    f"discard.{card.number}", discard, file, f"{place}.discard"
                )
                for m, body in enumerate(bodies):
                    self.body(f"event.{card.number}.{m}", body, file, f"{place}.events[{m}].effects")
                self.origins[f"card.{card.number}"] = (file, place)
                cards[card.number] = replace(card, discards=discards, events=told)
        return cards

    def _tokens(self) -> dict[int, FollowerToken]:
        tokens: dict[int, FollowerToken] = {}
        for file, word, n, raw in self.lists("tokens", ["follower"]):
            place = self.place(file, word, n, raw, "number")
            with self.guard():
                token = converted(file, place, raw, FollowerToken)
                if token.number in tokens:
                    raise PackError(file, place, "a token with this number is there already")
                tokens[token.number] = token
                self.origins[f"token.{token.number}"] = (file, place)
        return tokens


def action_name(page: int, action: Action) -> str:
    """Return the name of an action's body in the book."""
    return f"action.{page}.{action.number}"


def listed(raw: Any, file: str, place: str) -> list[dict[str, Any]]:
    """Return a list of tables as such. Raises PackError where it is none."""
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        raise PackError(file, place, "a list of tables stands here")
    return raw


def tracks(raw: Any, file: str, place: str) -> dict[str, tuple[dict[str, Any], ...]]:
    """Return skill tracks from their short form: "d4 . d6* .$". Raises PackError."""
    if not isinstance(raw, dict) or not set(raw) <= set(SKILLS):
        raise PackError(file, place, f'a table of {", ".join(SKILLS)}, each like "d4 . d6* .$"')
    return {skill: tuple(_boxes(line, file, f"{place}.{skill}")) for skill, line in raw.items()}


def _boxes(line: Any, file: str, place: str) -> Iterator[dict[str, Any]]:
    if not isinstance(line, str):
        raise PackError(file, place, 'boxes in a text: "d4 . d6* .$"')
    for word in line.split():
        found = _BOX.fullmatch(word)
        if not found or len(set(found[2])) < len(found[2]):
            hint = f"{word!r} is no box: `.` plain, d4 to d12 the bonus die from here on, `*` a star, `$` a gold"
            raise PackError(file, place, hint)
        yield {"die": int(found[1]) if found[1] else None, "star": "*" in found[2], "gold": "$" in found[2]}
