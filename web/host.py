"""The host's pages: numbers set by hand, seats and phones, the owner's sheet, the log. By PIN or on this machine."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.game import Box, Drawing, Public
from companion.packs import drawings
from web.forms import Unreadable, envelope, wire
from web.guard import new_token, remember, sorry, visitor
from web.house import house
from web.pictures import POLICY
from web.qr import qr_svg
from web.questions import groups

SHEETS = 8
"""Sheets of A4 that a poster has at the most."""

host = Blueprint("host", __name__, url_prefix="/host")


@host.before_request
def only_the_host() -> Answer | None:
    """Ask for the PIN first."""
    if visitor().host or request.path == "/host/pin":
        return None
    if request.method != "GET":
        return sorry("sorry.outside", 403)
    return make_response(render_template("pin.html", title_key="pin.title"), 403)


@host.post("/pin")
def pin() -> Answer:
    """The PIN is given. Wrong ones make the whole table wait."""
    home = house()
    if not home.keys.kept.pin:
        return make_response(_pin(""), 403)
    wait = home.keys.pin_wait()
    if wait:
        slow = make_response(_pin(home.chrome("door.wait", n=wait)), 429)
        slow.headers["Retry-After"] = str(wait)
        return slow
    if not home.keys.is_pin(request.form.get("pin", "")):
        return make_response(_pin(home.chrome("pin.wrong")), 403)
    answer = redirect("/host", 303)
    remember(answer, visitor().token or new_token(), room=True, host=True)
    return answer


def _pin(said: str) -> str:
    return render_template("pin.html", title_key="pin.title", said=said)


@host.get("")
def overview() -> Answer:
    """Everything that the host sets right by hand."""
    return _overview()


def _overview(said: str = "", status: int = 200) -> Answer:
    home = house()
    now = home.table.now()
    page = render_template(
        "host.html",
        title_key="host.title",
        said=said,
        now=now,
        names=now.names(),
        tools={g.name: g for g in groups(now.offers(Box()), "box")},
        claimed={c.seat for c in now.evening.claims},
        undo=now.undo_names(),
        wifi=home.settings.wifi() is not None,
        drawings=_drawings(),
        screen=None,
        base="/host",
    )
    return make_response(page, status)


def _drawings() -> tuple[Drawing, ...]:
    """Return what can be printed of the game that is on, or is about to be."""
    home = house()
    now = home.table.now()
    if now.game is not None:
        return now.game.drawings()
    picked = now.evening.picked
    return home.table.shelf.game(picked).drawings() if picked in home.table.shelf else ()


@host.get("/poster/<key>")
def poster(key: str) -> Answer:
    """A drawing of the game's packs over several sheets of A4; the browser prints it, or makes a PDF of it."""
    home = house()
    drawing = next((drawing for drawing in _drawings() if drawing.key == key), None)
    if drawing is None:
        return sorry("sorry.nothing_here", 404)
    answer = Response(drawings.poster(drawing, home.words, SHEETS), mimetype="text/html")
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


@host.post("/act")
def act() -> Answer:
    """What the host sends: the table's own choices only."""
    home = house()
    try:
        sent = wire(request)
        reply = home.table.submit(Box(), envelope(request, sent, home.table.now().offers(Box())), "host")
    except Unreadable as error:
        return _overview(home.chrome(error.key), 400)
    if reply.ok:
        return redirect("/host", 303)
    said = home.words(reply.reason, home.table.now().names()) if reply.reason else home.chrome("sorry.unclear")
    return _overview(said, 409 if reply.stale else 422)


@host.post("/phone/<seat:number>")
def phone(number: int) -> Answer:
    """Show the code that gives a seat to the phone that scans it."""
    home = house()
    now = home.table.now()
    if number not in now.evening.seats:
        return _overview(home.chrome("sorry.pick"), 409)
    page = render_template(
        "phone.html",
        title_key="phone.title",
        picture=qr_svg(home.seat_link(number)),
        names=now.names(),
        seat=number,
    )
    return make_response(page)


@host.get("/log")
def log() -> Response:
    """The table's public notices, newest first: the host sees as the public until the end."""
    now = house().table.now()
    page = render_template(
        "log.html",
        title_key="log.title",
        names=now.names(),
        lines=[n for n in reversed(now.heard(Public())) if n.notice.text is not None],
        troubles=now.troubles,
    )
    return Response(page, mimetype="text/html")


@host.get("/wifi")
def wifi() -> Response:
    """The box's own network as a card to print."""
    home = house()
    own = home.settings.wifi()
    page = render_template(
        "wifi.html",
        title_key="wifi.title",
        own=own,
        picture=qr_svg(own.code) if own else None,
    )
    return Response(page, 200 if own else 404, mimetype="text/html")


@host.get("/owner-sheet")
def owner_sheet() -> Response:
    """The numbers that the rulebooks' text does not give, as this table has them."""
    sheets = house().sheets
    page = render_template("owner.html", title_key="owner.title", sheets=sheets() if sheets else (), names={})
    return Response(page, mimetype="text/html")
