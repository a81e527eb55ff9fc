"""The box in a browser: its picture as the display gets it, its keys and buttons, its lamp and its sound.

For this machine's own browser, or with the host's PIN. Beside it, with ``Settings.demo``, a row of phones.
"""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Iterator
from typing import Literal

import msgspec
from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.game import Box
from companion.panel import Button, Key, KeyName, Mirror, Press, Release, Shown
from companion.table import Table
from web.guard import is_local, sorry, visitor
from web.house import house

panel = Blueprint("panel", __name__, url_prefix="/panel")

STREAMS = 4
"""How many browsers may watch the box at once."""
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
BODY_MOST = 200

_streams = threading.BoundedSemaphore(STREAMS)


class KeyTouch(msgspec.Struct, tag="key", tag_field="kind", forbid_unknown_fields=True):
    """A key of the keypad."""

    name: KeyName


class ButtonTouch(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True):
    """A button of the box. How long it is held is measured here, not told by the page."""

    name: Button


class PressTouch(ButtonTouch, tag="press"):
    """It went down."""


class ReleaseTouch(ButtonTouch, tag="release"):
    """It came up."""


_TOUCHES: msgspec.json.Decoder[KeyTouch | PressTouch | ReleaseTouch] = msgspec.json.Decoder(
    KeyTouch | PressTouch | ReleaseTouch
)


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    """So many people sit down for the demo."""

    people: Literal[5, 6, 7, 8, 9, 10]


@panel.before_request
def only_the_host() -> Answer | None:
    """Let in this machine's own browser, and whoever has given the host's PIN."""
    if is_local() or visitor().host:
        return None
    if request.method != "GET":
        return sorry("sorry.outside", 403)
    return make_response(render_template("pin.html", title_key="pin.title"), 403)


def mirror() -> Mirror:
    """Return the panel that the page shows; 404 where this process has none."""
    found: Mirror | None = getattr(house().front, "mirror", None)
    if found is None:
        abort(404)
    return found


def demo() -> bool:
    """Tell whether the row of phones may be shown."""
    return house().settings.demo and is_local()


@panel.get("")
def page() -> str:
    """Show the box."""
    mirror()
    return render_template("panel.html", title_key="panel.title", demo=demo())


@panel.get("/stream")
def stream() -> Response:
    """Send the picture, lamp and sound whenever they change: the latest, never a queue of old ones."""
    shown = mirror()
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    if not _streams.acquire(blocking=False):
        said = sorry("sorry.full", 503)
        said.headers["Retry-After"] = "10"
        return said
    body = _Body(shown, house().table, house().settings.beat)
    return Response(body, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


class _Body:
    """The stream's bytes; closing it gives its place to the next one."""

    def __init__(self, shown: Mirror, table: Table, beat: float) -> None:
        self._news = table.subscribe()
        self._events = self._all(shown, beat)
        self._closed = threading.Lock()

    def __iter__(self) -> Iterator[bytes]:
        return self._events

    def close(self) -> None:
        if self._closed.acquire(blocking=False):
            self._news.close()
            _streams.release()

    def _all(self, shown: Mirror, beat: float) -> Iterator[bytes]:
        yield b"retry: 1000\n\n"
        now = shown.latest()
        yield b"event: shown\ndata: %s\n\n" % encoded(now)
        while not self._news.closed:
            later = shown.wait(now.serial, beat)
            now = later or now
            yield b"event: beat\ndata: {}\n\n" if later is None else b"event: shown\ndata: %s\n\n" % encoded(now)


def encoded(shown: Shown) -> bytes:
    """Return what the page is told of one moment: one line of JSON, the picture's bytes in base 64."""
    told = msgspec.structs.asdict(shown) | {"picture": b64encode(shown.picture).decode()}
    return msgspec.json.encode(told)


@panel.post("/input")
def touch() -> Response:
    """Take one key, or a button going down or coming up."""
    body = request.get_data()
    # A form of another site can post text, never this type: the browser would ask first, and be refused.
    if request.content_type != "application/json" or len(body) > BODY_MOST:
        return sorry("sorry.unclear", 400)
    try:
        found = _TOUCHES.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return sorry("sorry.unclear", 400)
    front = house().front
    if getattr(front, "mirror", None) is None:
        abort(404)
    match found:
        case KeyTouch(name):
            front.touch(Key(name))
        case PressTouch(name):
            front.touch(Press(name))
        case ReleaseTouch(name):
            front.touch(Release(name))
    return Response(status=204)


@panel.post("/people")
def people() -> Response:
    """Seat people for the demo: those who are missing, each with a name that nobody has yet."""
    if not demo():
        return sorry("sorry.nothing_here", 404)
    if request.mimetype != "application/json":
        return sorry("sorry.unclear", 400)
    try:
        wanted = msgspec.json.decode(request.get_data(), type=Seating).people
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return sorry("sorry.unclear", 400)
    table = house().table
    for number in table.now().evening.free:
        evening = table.now().evening
        if len(evening.places) >= wanted:
            break
        name = next((n for n in NAMES if n not in evening.names().values()), "")
        table.do(Box(), "sit", {"seat": number, "name": name}, by="demo")
    return Response(status=204)
