"""Who asks, and what every answer carries: cookies, headers, hosts, sizes, errors in words."""

from __future__ import annotations

import ipaddress
import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as Answer

from web.house import House, house
from web.keys import digest

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; frame-ancestors 'self'; form-action 'self'"
)
BODY_MOST = 64 * 1024
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
YEAR = 365 * 24 * 3600
TABLE = "table"
"""The cookie that means a phone: 128 random bits, written down nowhere but as a digest."""


class SeatNumber(BaseConverter):
    """A seat in a path: 1 to 10 in ASCII digits, nothing else that looks like a number."""

    regex = "10|[1-9]"

    def to_python(self, value: str) -> int:
        return int(value)


@dataclass(frozen=True)
class Visitor:
    """Who asks. ``token`` is empty for a phone that has none yet."""

    token: str
    seats: tuple[int, ...]
    admitted: bool
    host: bool
    local: bool

    @property
    def digest(self) -> str:
        return digest(self.token) if self.token else ""

    @property
    def by(self) -> str:
        """How the log calls this phone."""
        return f"phone:{self.digest[:8]}" if self.token else "page"


def visitor() -> Visitor:
    """Return who asks, from cookies and address."""
    found: Visitor | None = g.get("visitor")
    if found is None:
        found = g.visitor = _visitor(house())
    return found


def _visitor(home: House) -> Visitor:
    token = request.cookies.get(TABLE, "")
    if not TOKEN.fullmatch(token):
        token = ""
    local = is_local()
    seats = home.table.seats_of(digest(token)) if token else ()
    keys = home.keys
    admitted = bool(token) and _same(request.cookies.get(f"room-{keys.room_name}"), keys.room_pass(token))
    host = bool(token) and _same(request.cookies.get(f"host-{keys.room_name}"), keys.host_pass(token))
    return Visitor(token, seats, admitted or bool(seats) or host or local, host or local, local)


def _same(given: str | None, right: str) -> bool:
    return given is not None and secrets.compare_digest(given.encode("utf-8", "replace"), right.encode())


def is_local() -> bool:
    """Tell whether this machine's own browser asks, by an address that only it can use."""
    if not _is_loopback(request.remote_addr or ""):
        return False
    name = host_name()
    return name == "localhost" or _is_loopback(name)


@lru_cache(maxsize=64)  # the same few at every request
def _is_loopback(name: str) -> bool:
    found = _address(name)
    return found is not None and found.is_loopback


@lru_cache(maxsize=64)
def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that ``name`` is, None where it is none."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def host_name() -> str:
    """Return the name that the browser used for us, without port; empty when it makes no sense."""
    return _host_name(request.environ.get("HTTP_HOST", ""))


@lru_cache(maxsize=64)
def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_ours(name: str) -> bool:
    """Tell whether ``name`` means this box: any plain address, this machine, or a name from the settings."""
    return _address(name) is not None or name == "localhost" or name in house().settings.names


def remember(answer: Answer, token: str, *, room: bool = False, host: bool = False) -> None:
    """Give the phone its cookies."""
    keys = house().keys

    def put(name: str, value: str) -> None:
        answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", path="/")

    put(TABLE, token)
    if room:
        put(f"room-{keys.room_name}", keys.room_pass(token))
    if host:
        put(f"host-{keys.room_name}", keys.host_pass(token))


def new_token() -> str:
    """Return 128 fresh random bits."""
    return secrets.token_urlsafe(16)


def sorry(key: str, status: int, **args: str | int) -> Response:
    """Return a page, or for a script a JSON line, that says in a sentence what is wrong."""
    said = house().chrome(key, None, **args)
    if wants_json():
        return Response(house().json({"ok": False, "words": said}), status, mimetype="application/json")
    page = render_template("sorry.html", said=said, title_key="sorry.title")
    return Response(page, status, mimetype="text/html")


def wants_json() -> bool:
    """Tell whether a script asks rather than a page load."""
    return request.headers.get("Accept", "").startswith("application/json")


def protect(app: Flask) -> None:
    """Hang the guards into ``app``."""
    app.config.update(MAX_CONTENT_LENGTH=BODY_MOST, MAX_FORM_MEMORY_SIZE=BODY_MOST, MAX_FORM_PARTS=400)
    app.url_map.converters["seat"] = SeatNumber

    @app.before_request
    def same_house() -> Response | None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        # "null" is refused as well: a page of another site in a sandboxed frame sends that.
        origin = request.environ.get("HTTP_ORIGIN")
        if origin is not None and origin.partition("://")[2] != request.environ.get("HTTP_HOST"):
            return sorry("sorry.elsewhere", 403)
        return None

    @app.after_request
    def dress(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)  # a picture of a pack may do less
        # Not "no-referrer": with that, browsers hide the origin of our own plain forms, too.
        answer.headers["Referrer-Policy"] = "same-origin"
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.endpoint != "static":
            answer.headers.setdefault("Cache-Control", "no-store")
        elif "v" in request.args:
            answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return answer

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or 500
        key = {404: "sorry.nothing_here", 405: "sorry.not_so", 413: "sorry.too_long"}.get(status)
        if status < 400:
            answer = error.get_response()
            return current_app.make_response(answer)
        return sorry(key or ("sorry.unclear" if status < 500 else "sorry.broken"), status)

    @app.errorhandler(Exception)
    def failure(error: Exception) -> Response:
        # The path only: a query or a body may hold what nobody else should read.
        app.logger.error("a page failed: %s %s", request.method, request.path, exc_info=error)
        return sorry("sorry.broken", 500)
