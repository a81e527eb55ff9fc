"""Server-sent events: each open page holds one stream and gets the latest moment, never a queue of old ones.

No thread waits for a stream. While the disk takes a change, its pages are painted; once it is kept, whoever made it
sends them, one after the other. Whoever still has bytes of an earlier moment under way gets the one that is the
latest when they have gone.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from queue import SimpleQueue
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.published import Published
from web.guard import sorry, visitor
from web.house import House, house
from web.line import KEEP, Line
from web.parts import Painted
from web.screen import Screen

live = Blueprint("stream", __name__)

Screens = Callable[[Published], "Mapping[str, Screen] | None"]
"""Which screens a stream shows at a moment, each by a plain name; None when it may show them no longer."""

_GONE = b"event: gone\ndata: {}\n\n"
_LOG = logging.getLogger(__name__)


class News(msgspec.Struct, frozen=True):
    """What has changed on a page's screens at the moment ``serial``: the rest of an event for each, after ``opening``.

    ``shown`` is what stands on the page then; ``gone`` says that it may be shown no longer.
    """

    serial: int
    rests: tuple[bytes, ...] = ()
    shown: dict[str, Painted] = {}
    gone: bool = False


class Stream:
    """One open page: what it shows, and what it has to be sent next. ``sent`` is when it last had anything."""

    def __init__(self, home: House, screens: Screens, leave: Callable[[Stream], None]) -> None:
        self._home, self._screens, self._leave = home, screens, leave
        self._lock = threading.Lock()
        self._shown: dict[str, Painted] = {}
        self._serial = -1
        self._ready = News(-1)
        self._line: Line | None = None
        self.sent = time.monotonic()

    def first(self) -> Iterator[bytes]:
        """Yield what every stream begins with: the whole page as it is now."""
        yield b"retry: 1000\n\n"
        with self._lock:
            now = self._home.table.now()
            yield self._said(self._news(now), opening("page", self._home, now))

    def begin(self, line: Line) -> None:
        """Go on over ``line``, with what came since the first page."""
        with self._lock:
            self._line, self.sent = line, time.monotonic()
        self.freed()

    def freed(self) -> None:
        """Everything sent has gone out: send what came meanwhile."""
        now = self._home.table.now()
        self.show(now, opening("page", self._home, now))

    def ready(self, moment: Published) -> None:
        """Paint what will have changed at ``moment``, which is not kept yet. Nothing of it goes out."""
        with self._lock:
            if self._line is not None and self._line.free and moment.serial > self._serial:
                self._ready = self._news(moment)

    def show(self, moment: Published, known: bytes) -> None:
        """Send what has changed at ``moment``, unless that is sent or earlier bytes are still under way.

        ``known`` is what every page is told of the moment: the event's opening.
        """
        with self._lock:
            if self._line is None or moment.serial <= self._serial or not self._line.free:
                return
            news = self._ready if self._ready.serial == moment.serial else self._news(moment)
            self._send(self._said(news, known), last=news.gone)

    def beat(self) -> None:
        """Send a sign of life, if there has been none for a beat."""
        with self._lock:
            silent = time.monotonic() - self.sent >= self._home.settings.beat
            if silent and self._line is not None and self._line.free:
                now = self._home.table.now()
                gone = self._screens(now) is None
                self._send(_GONE if gone else opening("beat", self._home, now) + b"}\n\n", last=gone)

    def end(self) -> None:
        """Hang up."""
        with self._lock:
            if self._line is not None:
                self._line.hang_up()

    def closed(self) -> None:
        """The line is down."""
        self._leave(self)

    def _send(self, data: bytes, *, last: bool) -> None:
        assert self._line is not None
        self.sent = time.monotonic()
        self._line.send(data)
        if last:
            self._line.hang_up()

    def _news(self, moment: Published) -> News:
        """Return what will have changed on the screens at ``moment`` since what was sent last."""
        wanted = self._screens(moment)
        if wanted is None:
            return News(moment.serial, gone=True)
        shown = dict(self._shown)
        rests = []
        for name, screen in wanted.items():
            before = shown.get(name)
            painted = shown[name] = self._home.painter.live(moment, screen, before)
            rests.append(b',"screen":"%b","parts":%b}\n\n' % (name.encode(), painted.since(before, screen.base)))
        return News(moment.serial, tuple(rests), shown)

    def _said(self, news: News, known: bytes) -> bytes:
        """Return the news as they go out; from then on they are what the page shows."""
        self._ready = News(-1)
        if news.gone:
            return _GONE
        self._serial, self._shown = news.serial, news.shown
        return b"".join([known + rest for rest in news.rests])


class Streams:
    """The open streams of one table: how many there may be, and their end."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._open: set[Stream] = set()
        self._closed = threading.Event()
        self._coming: SimpleQueue[Published | None] = SimpleQueue()
        self._at_work = False
        home.table.follow(self._show, ahead=self._ahead)

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """End all streams at once and open none any more."""
        with self._lock:
            self._closed.set()
        self._coming.put(None)
        for stream in tuple(self._open):
            stream.end()

    def open(self, screens: Screens) -> Response | None:
        """Return a stream of ``screens``, or None when as many are open as are served.

        A server that keeps no lines (see ``web.line``) sends the page as it is; the browser asks again by itself.
        """
        stream = Stream(self._home, screens, self._leave)
        keep = request.environ.get(KEEP)
        if keep is not None:
            with self._lock:
                if self._closed.is_set() or len(self._open) >= self._home.settings.streams:
                    return None
                self._open.add(stream)
                if not self._at_work:
                    self._at_work = True
                    threading.Thread(target=self._beat, name="streams", daemon=True).start()
                    threading.Thread(target=self._paint, name="painter", daemon=True).start()
            keep(stream)
        return Response(stream.first(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    def _leave(self, stream: Stream) -> None:
        with self._lock:
            self._open.discard(stream)

    def _ahead(self, moment: Published) -> None:
        if self._open:
            self._coming.put(moment)

    def _paint(self) -> None:
        """Paint the pages of moments that are about to be kept, while the disk takes them."""
        while (moment := self._coming.get()) is not None:
            for stream in tuple(self._open):
                _tried(stream, partial(stream.ready, moment))

    def _show(self, moment: Published) -> None:
        streams = tuple(self._open)
        known = opening("page", self._home, moment) if streams else b""
        for stream in streams:
            _tried(stream, partial(stream.show, moment, known))
        if streams:
            time.sleep(0)  # a browser on this very processor reads it now, not when this thread's own work is done

    def _beat(self) -> None:
        """Give a sign of life to every stream that has had nothing for a beat."""
        every = self._home.settings.beat
        wait = every
        while not self._closed.wait(wait):
            for stream in tuple(self._open):
                _tried(stream, stream.beat)
            at = time.monotonic()
            wait = max(every / 10, every + min((s.sent for s in tuple(self._open)), default=at) - at)


def _tried(stream: Stream, what: Callable[[], None]) -> None:
    """Do ``what``; whatever goes wrong with one page ends its stream and keeps nobody waiting."""
    try:
        what()
    except Exception:  # noqa: BLE001 - see above
        _LOG.exception("a stream stumbled")
        stream.end()


def opening(event: str, home: House, now: Published) -> bytes:
    """Return an event up to what is told of the moment in general; its data is one line of JSON, still to be closed.

    In one line of JSON no name or note can forge another event.
    """
    known = home.json(state(home, now))
    return b"id: %b.%d\nevent: %b\ndata: %b" % (now.epoch.encode(), now.serial, event.encode(), known[:-1])


def state(home: House, now: Published) -> dict[str, Any]:
    """Return what every event and answer says of the moment it shows."""
    return {
        "epoch": now.epoch,
        "serial": now.serial,
        "clocks": home.painter.clocks(now),
        "saving": now.saving,
        "styles": home.assets.of_game(now.title),
    }


def answer(screens: Screens) -> Response:
    """Return the stream, or what to say instead."""
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    found = house().streams.open(screens)
    if found is None:
        said = sorry("sorry.full", 503)
        said.headers["Retry-After"] = "10"
        return said
    return found


@live.get("/stream")
def stream() -> Response:
    """A seat's stream (``?seat=3``, its own phone's only), a scribe's (``?scribe=0``), or the big screen's."""
    home, who = house(), visitor()
    seat, scribe = request.args.get("seat", ""), request.args.get("scribe", "")
    if not all(n in ("", *map(str, range(11))) for n in (seat, scribe)):
        return sorry("sorry.unclear", 400)
    if seat:
        own, phone = int(seat), who.digest

        def of_seat(moment: Published) -> Mapping[str, Screen] | None:
            mine = moment.seats_of(phone)
            return {"seat": Screen("seat", own, mine, f"/seat/{own}")} if own in mine else None

        if of_seat(home.table.now()) is None:
            return sorry("sorry.not_your_seat", 403)
        return answer(of_seat)
    if not who.admitted:
        return sorry("sorry.outside", 403)
    if scribe:
        for_seat = int(scribe)
        return answer(lambda _: {"scribe": Screen("scribe", for_seat, who.seats, "/scribe")})
    return answer(lambda _: {"board": Screen("board")})
