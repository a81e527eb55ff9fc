"""The appliance: joins the table, the front panel and the pages. The only module that knows all three wings."""

from __future__ import annotations

import contextlib
import gc
import ipaddress
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import msgspec

import web
from companion import packs
from companion.chance import Dice
from companion.clock import SystemTime
from companion.commands import TROUBLE
from companion.config import Settings
from companion.console import Join
from companion.front import Front
from companion.game import AskOne, AskSome, Choice, Doubt, SetUp, Setup, Text, plain, say
from companion.games import TITLES
from companion.journal import Opened, open_journal
from companion.packs.owner import write_whole
from companion.panel import Panels
from companion.shelf import Shelf
from companion.table import Table
from companion.words import Words, of_the_house
from firmware_bridge import hotspot, parts_file
from firmware_bridge.box import RealPanel, find_parts
from firmware_bridge.gpio import SecondCopy
from firmware_bridge.service import Service, power_switch
from firmware_bridge.simulated import SimulatedPanel

if TYPE_CHECKING:
    from flask import Flask

JOURNAL = "evening.sqlite3"
SECRETS = "secrets.json"
PAGES = "pages"
LOOK_AGAIN = 5.0
"""Seconds after which the box looks again which address it has: networks come and go in an evening."""
DARK_FOR = 60.0
"""Seconds after which a display that does not come is told of: many come late, and some are wired to nothing."""

_LOG = logging.getLogger(__name__)


class Appliance:
    """A whole table: made, started, stopped. Making it takes the port; raises OSError where that is not to be had.

    The pages and their server are made last, when everything else has started: their libraries take as long to read
    as all the rest, and the display need not wait for them.
    """

    def __init__(self, settings: Settings) -> None:
        place = settings.state_dir
        self._settings = settings
        self._over = threading.Event()
        self.library = packs.open_library(TITLES, place)
        self.words = of_the_house(*self.library, packs=map(self.library.packs, self.library))
        opened = open_journal(place / JOURNAL)
        self.table = Table(Shelf(*self.library.boxes()), opened.journal, Dice(), SystemTime(), self.library)
        troubles = _lost(opened)
        troubles += [say("trouble.pack", fault=str(fault)) for fault in self.library.faults]
        kept = _secrets(place / SECRETS)
        self.keys = web.Keys(msgspec.structs.replace(kept, pin=settings.web.host_pin))
        self.panel = SimulatedPanel()
        self.parts = find_parts(settings, self.panel.inputs)
        troubles += [say("trouble.part", fault=str(part)) for part in self.parts.missing if not part.ok]
        if troubles:
            self.table.trouble(*troubles)
        self._dark_from = time.monotonic()  # since when the display has had time to come
        self.panel.alone = self.parts.display is None
        self._real = RealPanel(self.parts, self.panel.inputs)
        self.front = Front(
            Panels(self._real, self.panel),
            self.table,
            self.words,
            SystemTime(),
            links=lambda seat: web.link(self.address(), self.keys.token(seat)),
            switch_off=self._switch_off,
            sleep_after=settings.display.dim_after,
            mirror=self.panel,
        )
        try:
            self._listener = web.listening(settings.web.host, settings.web.port)
        except OSError:
            self._real.stop()
            raise
        self.port = int(self._listener.getsockname()[1])
        self._found: tuple[float, str] = (0.0, "")
        self.service = Service(self.table, self.front, status=self._status)
        self._power = power_switch()

    @cached_property
    def app(self) -> Flask:
        """The pages."""
        return pages(
            self.table,
            self.words,
            self.front,
            keys=self.keys,
            settings=web.Settings(
                address=self.address,
                names=("localhost", "tablehand.local", socket.gethostname()),
                demo=self._settings.web.demo and self.parts.display is None,
                streams=self._settings.web.streams,
                wifi=_own_wifi,
                compiled=self._settings.state_dir / PAGES,
            ),
            library=self.library,
        )

    @cached_property
    def server(self) -> web.Server:
        """What serves the pages."""
        return web.Server(self.app, self._listener)

    def address(self) -> str:
        """Return where phones reach the box now, as a URL."""
        if self._settings.web.address:
            return self._settings.web.address
        at = time.monotonic()
        if not self._found[1] or at - self._found[0] > LOOK_AGAIN:
            self._found = (at, _reached_at(self._settings.web.host))
        return f"http://{self._found[1]}" + ("" if self.port == 80 else f":{self.port}")

    def start(self) -> None:
        """Start every thread; the display shows how to join, and then the pages are served."""
        self.table.start()
        self._tell_join()
        self._real.start()
        self.front.step()
        _LOG.info("the display is on")
        self.front.start()
        self.server.start()
        self.service.start()

    def wait(self) -> None:
        """Wait until somebody stops the table, looking now and then whether it has a new address."""
        while not self._over.wait(LOOK_AGAIN):
            self._tell_join()
            self._tell_parts()

    def over(self) -> None:
        """Let ``wait`` come back: the table is to stop."""
        self._over.set()

    def stop(self) -> None:
        """Blank the display, end the streams, keep the evening."""
        self.service.stop()
        self.front.stop()
        self._real.stop()
        self.server.close()
        self.table.stop()

    def _tell_parts(self) -> None:
        """Leave word of the parts for the doctor; tell phones once of a display that has not come for long."""
        parts_file.write(self._real.status())
        display = self.parts.display.status() if self.parts.display is not None else None
        if display is None or display.ok:
            self._dark_from = time.monotonic()
        elif time.monotonic() - self._dark_from > DARK_FOR:
            self._dark_from = float("inf")
            self.table.trouble(say("trouble.part", fault=str(display)))

    def _switch_off(self) -> None:
        """People at the box want it off: the whole machine where it is a box of its own, else the program."""
        if self._power is None:
            self.over()
        elif not self._power():  # the table stays open until the machine goes down; here it does not
            self.table.trouble(say("trouble.no_power_off"))

    def _status(self) -> str:
        """Return what the table is at, for the service manager's log: nothing in it is secret."""
        now = self.table.now()
        players = len(now.evening.playing)
        return f"{now.title or 'lobby'}, {players} at the table" + ("" if now.saving else ", not saving")

    def _tell_join(self) -> None:
        address = self.address()
        own = _own_wifi() if self._found[1] == hotspot.ADDRESS else None
        join = Join(
            link=web.link(address, self.keys.kept.room),
            address=address.removeprefix("http://"),
            code=self.keys.kept.code,
            wifi=own.code if own else "",
            network=own.name if own else "",
            password=own.password if own else "",
        )
        if join != self.front.join:
            self.front.join = join


def pages(
    table: Table,
    words: Words,
    front: Front,
    *,
    keys: web.Keys | None = None,
    settings: web.Settings | None = None,
    library: packs.Library | None = None,
) -> Flask:
    """Return the web application of a table, with secrets of its own where none are given."""
    return web.create_app(
        table,
        words,
        keys=keys or web.Keys(web.Secrets.fresh()),
        settings=settings,
        front=front,
        sheets=(lambda: sheets(table.shelf, library)) if library is not None else None,
    )


def sheets(shelf: Shelf, library: packs.Library) -> tuple[web.Sheet, ...]:
    """Return every value that no rulebook gives, game by game, with what this table plays with."""
    found = []
    for key in shelf:
        # As shipped: what the owner has said is no doubt any more, and still belongs on the sheet.
        files = {name: content for name, content in shelf.packs(key).items() if name != packs.OWNER_FILE}
        game, meta = shelf.game(key, files), shelf.meta(key)
        rows: dict[str, web.Value] = {}
        own = library.owner.values(key)
        for count in range(meta.least, meta.most + 1):
            seats = tuple(range(1, count + 1))
            for options in (way for choice in game.setups(seats, None) for way in _ways(choice)):
                for doubt in game.doubts(Setup(seats=seats, options=options)):
                    shown = _said(doubt, own[doubt.key]) if doubt.key in own else doubt.shown
                    rows.setdefault(doubt.key, web.Value(doubt.label, shown, doubt.key in own))
        if rows:
            found.append(web.Sheet(meta.name, tuple(rows.values())))
    return tuple(found)


def _ways(choice: Choice) -> Iterator[SetUp]:
    """Yield a set-up as it stands, and once with each option that it offers."""
    assert isinstance(choice.command, SetUp)
    yield choice.command
    for ask in choice.asks:
        for option in ask.options if isinstance(ask, AskOne | AskSome) else ():
            value = option.value if isinstance(ask, AskOne) else (option.value,)
            yield msgspec.structs.replace(choice.command, **{ask.field: value})


def _said(doubt: Doubt, value: bool | int | str) -> Text:
    """Return what the owner has said, in the words of the question where it is one of its answers."""
    told = str(value).lower()
    options = doubt.ask.options if isinstance(doubt.ask, AskOne) else ()
    return next((option.label for option in options if option.value == told), plain(str(value)))


def run(settings: Settings) -> int:
    """Run a table until it is told to stop. Returns the exit code."""
    logging.basicConfig(format="tablehand: %(message)s", level=logging.INFO)
    try:
        appliance = Appliance(settings)
    except SecondCopy as error:
        print(f"tablehand: {error}", file=sys.stderr)
        return TROUBLE

    def stop(_signal: int, _frame: FrameType | None) -> None:
        appliance.over()

    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, stop)
    appliance.start()
    # What a start has made stays to the end: to look through all of it for garbage takes as long as several pictures,
    # and would come in the middle of a key. A key makes a thousand things or two; few of them need looking for.
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
    try:
        with contextlib.suppress(OSError):  # nobody reads it, or the disk it goes to is full: phones come all the same
            print(f"The table is open: http://127.0.0.1:{appliance.port}/panel", flush=True)
        appliance.wait()
    finally:
        appliance.stop()
    return 0


def examine(settings: Settings, picture: bool) -> int:
    """Print what is seen of the box's parts; returns 1 if one has to be put right."""
    from firmware_bridge import doctor

    found = doctor.examine(settings)
    if picture:
        found.append(doctor.picture(settings))
    return doctor.report(found)


def _own_wifi() -> web.Wifi | None:
    """Return the box's own network, where the installer has made one."""
    own = hotspot.read()
    return web.Wifi(own.name, own.password, own.code()) if own else None


def _lost(opened: Opened) -> list[Text]:
    """Say what became of a saved evening that was not as it should be."""
    if opened.lost is None:
        return [say("trouble.journal_gone")] if opened.copied else []
    return [say("trouble.journal_lost" if opened.copied else "trouble.journal_new", file=opened.lost.name)]


def _secrets(file: Path) -> web.Secrets:
    """Return the room's secrets, made at the first start; a file that cannot be read is replaced by new ones."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(file.read_bytes(), type=web.Secrets)
    fresh = web.Secrets.fresh()
    with contextlib.suppress(OSError):  # a disk that takes nothing: good for this evening
        write_whole(file, msgspec.json.encode(fresh))
    return fresh


def _reached_at(host: str) -> str:
    """Return this machine's address in the house's network, or loopback where there is none.

    Nothing is sent: a datagram socket that is only connected says which address it would send from.
    """
    given = ipaddress.ip_address(host) if host.replace(".", "").isdigit() else None
    if given is not None and not given.is_unspecified:
        return host
    for far in ("192.0.2.1", "10.255.255.255", hotspot.NEIGHBOUR):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    return "127.0.0.1"
