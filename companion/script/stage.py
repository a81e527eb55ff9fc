"""A whole table without hardware: journal in a folder, front panel, pages, phones, on a time that a script moves."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import msgspec
from jinja2.bccache import Bucket, BytecodeCache
from PIL import Image

from companion import packs
from companion.chance import Dice, Fate
from companion.clock import FakeTime
from companion.evening import SEATS
from companion.front import RED_AT, Front
from companion.game import Actor, Text, Title, Tone, Viewer, say
from companion.journal import Journal
from companion.keycodes import KEY_NAMES
from companion.panel import Input, Inputs, Key, Lamp, Light, Ring
from companion.shelf import Shelf
from companion.table import Envelope, Reply, Table
from companion.words import Words

JOURNAL = "evening.sqlite3"
PACKS = "packs"
STEP = 10.0
"""Seconds that pass at most between two looks of table and front at the time."""


Pages = Callable[[Table, Words, Front], Any]
"""Makes the web application (Flask) of a table: what the appliance has and a script does not know."""


class Compiled(BytecodeCache):
    """Templates that were compiled for one stage serve all others."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is kept."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = Compiled()


class Ear:
    """A front panel that keeps what it was shown and told."""

    def __init__(self) -> None:
        self.inputs: Inputs = SimpleQueue()
        self.lit: Lamp = "off"
        self.lines: list[str] = []
        self.tones: list[Tone] = []
        self.plugged = True

    def put(self, given: Input) -> None:
        """Press or type something; an unplugged keypad's keys get lost before they come here."""
        self.inputs.put(given)

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        """Let pictures pass: the front says what stands in them."""

    def light(self, light: Light) -> None:
        """Let the brightness be."""

    def lamp(self, colour: Lamp) -> None:
        """Keep the colour."""
        self.lit = colour

    def dials(self, rings: tuple[Ring, ...]) -> None:
        """Let dials be: what they show stands on the page."""

    def tone(self, tone: Tone) -> None:
        """Keep the tone."""
        self.tones.append(tone)

    def say(self, line: str) -> None:
        """Keep the line."""
        self.lines.append(line)

    def hush(self) -> None:
        """Let it be: what was said was said."""


class Sent:
    """Takes note of everything that is submitted, and of the table's answers."""

    def __init__(self) -> None:
        self.last: tuple[Actor, Envelope, str] | None = None
        self._refusal: Reply | None = None

    def watch(self, table: Table) -> None:
        """Take note of every command that goes to ``table`` from now on, whoever sends it."""
        submit: Callable[..., Reply] = table.submit

        def noted(actor: Actor, envelope: Envelope, by: str = "") -> Reply:
            reply = submit(actor, envelope, by)
            self.last = (actor, envelope, by)
            self.note(reply)
            return reply

        table.submit = noted  # type: ignore[method-assign]  # it listens in; the table has no ear of its own

    def note(self, reply: Reply) -> None:
        """Remember a refusal."""
        if not reply.ok:
            self._refusal = reply

    def refusal(self) -> Reply | None:
        """Return the last refusal that was not forgotten."""
        return self._refusal

    def forget(self) -> None:
        """Forget the refusal: a new line begins."""
        self._refusal = None


class Stage:
    """Opens a table in ``folder``, and opens it again as a restart or a power cut does."""

    def __init__(
        self, folder: Path, titles: Iterable[Title], words: Words, pages: Pages, shelf: Callable[[], Shelf]
    ) -> None:
        self._folder, self._pages, self._shelf = folder, pages, shelf
        self._titles = tuple(titles)
        self.words = words
        self.time = FakeTime()
        self.rng = Random(1)  # a script plays alike every time
        self.fate = Fate(Dice(self.rng))
        self.sent = Sent()
        self.tokens: dict[int, str] = {}
        self._phones = 0
        self._cuts = 0
        self._library: packs.Library | None = None
        self.open()

    def open(self) -> None:
        """Open the table where its journal ends."""
        journal = Journal(self._folder / JOURNAL)
        if self._library is not None:
            self._library = packs.open_library(self._titles, self._folder)
        shelf = Shelf(*self._library.boxes()) if self._library is not None else self._shelf()
        self.table = Table(shelf, journal, self.fate, self.time, self._library)
        self.sent.watch(self.table)
        self.panel = Ear()
        self.front = Front(self.panel, self.table, self.words, self.time, links=_link)
        self._app: Any = None
        self.settle()

    def ask_owner(self) -> None:
        """From now on the box asks for unverified values, as it asks a new owner."""
        self._library = packs.open_library(self._titles, self._folder)
        self.restart()

    def lay_pack(self, game: str, path: Path) -> None:
        """Put an owner's pack where the box looks for it. Raises ValueError for one that it does not take."""
        place = self._folder / PACKS / game / path.name
        if not path.exists():
            raise ValueError(f"there is no pack at {path}")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(path, place) if path.is_dir() else shutil.copy(path, place)
        library = packs.open_library(self._titles, self._folder)
        if library.faults:
            raise ValueError(str(library.faults[0]))
        if self._library is None:
            self._shelf = lambda: Shelf(*library.boxes())
        self.restart()

    def restart(self) -> None:
        """Switch off and on: everything is opened again from the journal."""
        self.table.stop()
        self.open()

    def power_cut(self) -> None:
        """Pull the plug: what is on disk at this moment is all there is; nothing is closed first."""
        self._cuts += 1
        after = self._folder / f"after-cut-{self._cuts}"
        after.mkdir()
        for name in (JOURNAL, f"{JOURNAL}-wal", packs.OWNER_FILE):
            file = self._folder / name
            if file.exists():
                shutil.copyfile(file, after / file.name)
        if (self._folder / PACKS).exists():
            shutil.copytree(self._folder / PACKS, after / PACKS)
        left = self.table
        self._folder = after
        self.open()
        left.stop()

    def keys_of(self, code: int) -> Iterable[Input]:
        """Return what a keypad makes of the raw key ``code``."""
        return (Key(KEY_NAMES[code]),) if code in KEY_NAMES else ()

    def heard(self) -> tuple[str, ...]:
        """Return what was said aloud and not yet expected by the script."""
        return tuple(self.panel.lines)

    def forget(self, count: int) -> None:
        """Take the first ``count`` lines that were said as heard."""
        del self.panel.lines[:count]

    def settle(self) -> None:
        """Let the table and the front do what is due now."""
        self.table.tick()
        self.front.step()

    def wait(self, seconds: float) -> None:
        """Let time pass, and be there for every cue and end of a running clock."""
        left = seconds
        while left > 1e-9:
            step = min(left, STEP, *self._due())
            self.time.advance(step)
            self.settle()
            left -= step

    def _due(self) -> Iterator[float]:
        """Yield in how many seconds a running clock gives a cue, shows another colour of the lamp, or ends."""
        now = self.table.now()
        for clock in now.state.clocks if now.state is not None else ():
            face = now.faces.get(clock.key)
            if face is not None and face.running and clock.length is not None:
                left = face.by(self.time.monotonic()).left
                yield from (left - at for at in (*clock.cues, RED_AT, 0) if left - at > 1e-6)

    def names(self) -> dict[str, int]:
        """Return the seats of the players who have a name."""
        return {name: seat for seat, name in self.table.now().names().items()}

    def seat(self, name: str) -> int:
        """Return a player's seat; a number stands for the seat itself. Raises ValueError when nobody is called so."""
        names = self.names()
        if name in names:
            return names[name]
        if name.isascii() and name.isdecimal() and 1 <= int(name) <= SEATS:
            return int(name)
        raise ValueError(f"nobody at the table is called {name}; there are {' '.join(names) or 'no names'}")

    def in_words(self, reason: Text | None) -> str:
        """Return the words of a refusal's reason, the general one where it has none."""
        return self.words(reason or say("refused.not_now"), self.table.now().names())

    def new_phone(self, seat: int) -> str:
        """Give ``seat`` another phone and return its digest."""
        self._phones += 1
        made = hashlib.sha256(f"phone {self._phones}".encode()).hexdigest()[:22]
        self.tokens[seat] = made
        return hashlib.sha256(made.encode()).hexdigest()

    def phone(self, seat: int) -> str:
        """Return how commands from this seat's phone are signed."""
        digest = hashlib.sha256(self.tokens.get(seat, "").encode()).hexdigest()
        return f"phone:{digest[:12]}"

    def view(self, viewer: Viewer) -> Any:
        """Return what ``viewer`` may know as plain JSON values, its clock as it stands at this very moment."""
        now = self.table.now()
        tree = msgspec.json.decode(msgspec.json.encode(now.json(viewer)))
        if tree["clock"] is not None:
            tree["clock"]["remaining"] = now.faces[tree["clock"]["key"]].by(self.time.monotonic()).shown
        return tree

    def get(self, path: str, seat: int = 0, *, post: bool = False) -> tuple[int, str]:
        """Return status and content of a page, asked for by the phone of ``seat`` (0: the big screen)."""
        if self._app is None:
            self._app = self._pages(self.table, self.words, self.front)
            self._app.jinja_env.bytecode_cache = _COMPILED
        client = self._app.test_client()
        if seat in self.tokens:
            client.set_cookie("table", self.tokens[seat], domain="127.0.0.1")
        where: Mapping[str, Any] = {
            "base_url": "http://127.0.0.1",
            "environ_overrides": {"REMOTE_ADDR": "10.0.0.5" if seat else "127.0.0.1"},
        }
        answer = client.post(path, **where) if post else client.get(path, **where)
        return answer.status_code, answer.get_data(as_text=True)

    def close(self) -> None:
        """Put everything away."""
        self.table.stop()


def _link(seat: int) -> str:
    """Return a stand-in for the link by which a phone takes over ``seat``: as long as a real one."""
    return f"HTTP://10.0.0.1/#SEAT{seat:02}AAAAAAAAA"
