"""Server-sent events: each open page holds one stream and gets the latest moment, never a queue of old ones.

No thread waits for a stream. Whoever changed the table paints and sends, page after page, once the change is kept;
whoever still has bytes of an earlier moment under way gets the one that is the latest when they have gone.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from flask import Blueprint, Response, request

from companion.published import Published
from web.guard import sorry, visitor
from web.house import House, house
from web.line import KEEP, Line
from web.parts import Screen

live = Blueprint("stream", __name__)

Screens = Callable[[Published], "Mapping[str, Screen] | None"]
"""Which screens a stream shows at a moment, by name; None when it may show them no longer."""

_GONE = b"event: gone\ndata: {}\n\n"
_LOG = logging.getLogger(__name__)


class Stream:
    """One open page: what it shows, and what it has to be sent next. ``sent`` is when it last had anything."""

    def __init__(self, home: House, screens: Screens, leave: Callable[[Stream], None]) -> None:
        self._home, self._screens, self._leave = home, screens, leave
        self._lock = threading.Lock()
        self._shown: dict[str, Mapping[str, str]] = {}
        self._serial = -1
        self._line: Line | None = None
        self.sent = time.monotonic()

    def first(self) -> Iterator[bytes]:
        """Yield what every stream begins with: the whole page as it is now."""
        yield b"retry: 1000\n\n"
        with self._lock:
            yield self._news(self._home.table.now()) or _GONE

    def begin(self, line: Line) -> None:
        """Go on over ``line``, with what came since the first page."""
        with self._lock:
            self._line, self.sent = line, time.monotonic()
        self.freed()

    def freed(self) -> None:
        """Everything sent has gone out: send what came meanwhile."""
        self.show(self._home.table.now())

    def show(self, moment: Published) -> None:
        """Send what has changed at ``moment``, unless that is known or earlier bytes are still under way."""
        with self._lock:
            if self._line is None or moment.serial <= self._serial or not self._line.free:
                return
            self._send(self._news(moment))

    def beat(self) -> None:
        """Send a sign of life, if there has been none for a beat."""
        with self._lock:
            silent = time.monotonic() - self.sent >= self._home.settings.beat
            if silent and self._line is not None and self._line.free:
                now = self._home.table.now()
                self._send(None if self._screens(now) is None else self._frame("beat", now))

    def end(self) -> None:
        """Hang up."""
        with self._lock:
            if self._line is not None:
                self._line.hang_up()

    def closed(self) -> None:
        """The line is down."""
        self._leave(self)

    def _send(self, data: bytes | None) -> None:
        assert self._line is not None
        self.sent = time.monotonic()
        self._line.send(_GONE if data is None else data)
        if data is None:
            self._line.hang_up()

    def _news(self, moment: Published) -> bytes | None:
        """Return what has changed on the screens since the last time; None when they may be shown no longer."""
        wanted = self._screens(moment)
        if wanted is None:
            return None
        self._serial = moment.serial
        frames = []
        for name, screen in wanted.items():
            parts, before = self._home.painter.parts(moment, screen), self._shown.get(name, {})
            changed = {part: html for part, html in parts.items() if before.get(part) != html}
            self._shown[name] = parts
            frames.append(self._frame("page", moment, screen=name, parts=changed))
        return b"".join(frames)

    def _frame(self, event: str, now: Published, **more: Any) -> bytes:
        """Return one event. Its data is one line of JSON, so no name or note can forge another event."""
        data = self._home.json(state(self._home, now) | more)
        return b"id: %s.%d\nevent: %s\ndata: %s\n\n" % (now.epoch.encode(), now.serial, event.encode(), data)


class Streams:
    """The open streams of one table: how many there may be, and their end."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._open: set[Stream] = set()
        self._closed = threading.Event()
        self._pulse: threading.Thread | None = None
        home.table.follow(self._show)

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """End all streams at once and open none any more."""
        with self._lock:
            self._closed.set()
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
                if self._pulse is None:
                    self._pulse = threading.Thread(target=self._beat, name="streams", daemon=True)
                    self._pulse.start()
            keep(stream)
        return Response(stream.first(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    def _leave(self, stream: Stream) -> None:
        with self._lock:
            self._open.discard(stream)

    def _show(self, moment: Published) -> None:
        for stream in tuple(self._open):
            _tried(stream, partial(stream.show, moment))

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
        own = int(seat)

        def of_seat(_: Published) -> Mapping[str, Screen] | None:
            mine = home.table.seats_of(who.digest) if who.token else ()
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
