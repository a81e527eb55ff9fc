"""Server-sent events: each open page holds one stream and gets the latest moment, never a queue of old ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.published import Published, Subscription
from web.guard import sorry, visitor
from web.house import House, house
from web.parts import Screen

live = Blueprint("stream", __name__)

Screens = Callable[[Published], "Mapping[str, Screen] | None"]
"""Which screens a stream shows at a moment, by name; None when it may show them no longer."""


class Streams:
    """The open streams of one table: how many there may be, and their end."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._open: set[Subscription] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """End all streams at once and open none any more."""
        with self._lock:
            self._closed = True
            streams = tuple(self._open)
        for stream in streams:
            stream.close()

    def open(self, screens: Screens) -> Response | None:
        """Return a stream of ``screens``, or None when as many are open as are served."""
        with self._lock:
            if self._closed or len(self._open) >= self._home.settings.streams:
                return None
            follow = self._home.table.subscribe()
            self._open.add(follow)
        body = _Body(self._events(follow, screens), lambda: self._leave(follow))
        return Response(
            body,
            mimetype="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    def _leave(self, follow: Subscription) -> None:
        follow.close()
        with self._lock:
            self._open.discard(follow)

    def _events(self, follow: Subscription, screens: Screens) -> Iterator[bytes]:
        shown: dict[str, dict[str, str]] = {}
        yield b"retry: 1000\n\n"
        moment: Published | None = follow.wait(0) or self._home.table.now()  # a first wait gives the moment as it is
        while not follow.closed:
            if moment is None:
                now = self._home.table.now()
                if screens(now) is None:
                    yield b"event: gone\ndata: {}\n\n"
                    return
                yield self._frame("beat", now, {})
            else:
                wanted = screens(moment)
                if wanted is None:
                    yield b"event: gone\ndata: {}\n\n"
                    return
                for name, screen in wanted.items():
                    parts = self._home.painter.parts(moment, screen)
                    before = shown.get(name, {})
                    changed = {k: html for k, html in parts.items() if before.get(k) != html}
                    shown[name] = parts
                    yield self._frame("page", moment, {"screen": name, "parts": changed})
            moment = follow.wait(self._home.settings.beat)

    def _frame(self, event: str, now: Published, more: dict[str, Any]) -> bytes:
        """Return one event. Its data is one line of JSON, so no name or note can forge another event."""
        data = self._home.json(state(self._home, now) | more)
        return b"id: %s.%d\nevent: %s\ndata: %s\n\n" % (now.epoch.encode(), now.serial, event.encode(), data)


def state(home: House, now: Published) -> dict[str, Any]:
    """Return what every event and answer says of the moment it shows."""
    return {
        "epoch": now.epoch,
        "serial": now.serial,
        "clocks": home.painter.clocks(now),
        "saving": now.saving,
    }


class _Body:
    """A stream's bytes. ``close`` is called in any case, even for a stream whose first byte was never asked for."""

    def __init__(self, events: Iterator[bytes], leave: Callable[[], None]) -> None:
        self._events, self._leave = events, leave

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        self._leave()


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
