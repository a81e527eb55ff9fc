"""Phones: a seat's page, what it sends, what it shows while held; and the scribe's page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.game import Actor, Box, Seat
from companion.published import Published
from companion.table import Reply
from web.forms import Unreadable, envelope, wire
from web.guard import sorry, visitor, wants_json
from web.house import House, house
from web.screen import Screen
from web.stream import state

seat = Blueprint("seat", __name__)

HELD_BYTES = 2048
"""Every answer to a look has this size, whatever it shows."""


@seat.get("/seat/<seat:number>")
def page(number: int) -> Answer:
    """A seat's page, on its own phone only."""
    who = visitor()
    if number not in who.seats:
        return sorry("sorry.not_your_seat", 403)
    return show(Screen("seat", number, who.seats, f"/seat/{number}"))


@seat.post("/seat/<seat:number>/act")
def act(number: int) -> Answer:
    """What a phone sends: for its own seat, for the table, or for another seat in what is public."""
    who = visitor()
    if number not in who.seats:
        return sorry("sorry.not_your_seat", 403)
    return acted(Screen("seat", number, who.seats, f"/seat/{number}"), who.by)


@seat.post("/seat/<seat:number>/held")
def held(number: int) -> Response:
    """What a seat sees while it holds. Looking changes nothing, and every look is as long as any other."""
    who = visitor()
    if number not in who.seats:
        return sorry("sorry.not_your_seat", 403)
    return look(house(), number)


def look(home: House, number: int) -> Response:
    """Return a seat's secret in HELD_BYTES bytes."""
    now = home.table.now()
    secret = now.view(Seat(number)).held
    if secret is None or now.evening.paused:
        return sorry("held.nothing", 409)
    names = now.names()
    shown = {
        "title": home.words(secret.title, names),
        "lines": [home.words(line, names) for line in secret.lines],
        "pad": "",
    }
    bare = len(home.json(shown))
    room = HELD_BYTES if bare <= HELD_BYTES else -(-bare // HELD_BYTES) * HELD_BYTES
    shown["pad"] = "." * (room - bare)
    return Response(home.json(shown), mimetype="application/json")


@seat.get("/scribe")
@seat.get("/scribe/<seat:number>")
def scribe(number: int = 0) -> Answer:
    """Act for the table, or for a seat in what is public at it. Any joined phone may."""
    who = visitor()
    if not who.admitted:
        return sorry("sorry.outside", 403)
    return show(Screen("scribe", number, who.seats, "/scribe"))


@seat.post("/scribe/act")
def scribe_act() -> Answer:
    """What a scribe sends."""
    who = visitor()
    if not who.admitted:
        return sorry("sorry.outside", 403)
    return acted(Screen("scribe", 0, who.seats, "/scribe"), who.by)


@seat.get("/qr")
def pass_on() -> Answer:
    """The room's code, large, on a phone or screen that is in."""
    who = visitor()
    if not who.admitted:
        return sorry("sorry.outside", 403)
    home = house()
    return make_response(
        render_template(
            "qr.html", title_key="qr.title", picture=home.painter.lobby_qr(), code=home.keys.kept.code, who=who
        )
    )


def show(screen: Screen, said: str = "", status: int = 200) -> Answer:
    """Return the whole page of ``screen``."""
    home = house()
    now = home.table.now()
    parts = home.painter.paint(now, screen)
    known: dict[str, Any] = state(home, now)
    stream = {
        "seat": f"/stream?seat={screen.seat}",
        "scribe": f"/stream?scribe={screen.seat}",
        "board": "/stream",
    }[screen.kind]
    if screen.demo:
        stream = ""
    page = render_template(
        "board.html" if screen.kind == "board" else "live.html",
        screen=screen,
        parts=parts,
        state=home.json(known).decode(),
        styles=known["styles"],
        stream=stream,
        said=said,
        now=now,
        names=now.names(),
    )
    return make_response(page, status)


def acted(screen: Screen, by: str) -> Answer:
    """Enter what a page sends and say how it went: a script gets the screen's parts too, a plain form a page."""
    home = house()
    try:
        sent = wire(request)
        actor = as_whom(sent.actor, screen)
        reply = home.table.submit(actor, envelope(request, sent, home.table.now().offers(actor)), by)
    except Unreadable as error:
        return _replied(home, screen, False, home.chrome(error.key), 400)
    now = home.table.now()
    return _replied(home, screen, reply.ok, _said(home, now, reply), _status(reply))


def as_whom(name: str, screen: Screen) -> Actor:
    """Return who acts, from a form's word for it. Raises Unreadable."""
    if name == "seat" and screen.kind == "seat":
        return Seat(screen.seat)
    if name == "box":
        return Box()
    if name in [f"box.{n}" for n in range(1, 11)]:
        return Box(int(name[4:]))
    raise Unreadable("sorry.unclear")


def _status(reply: Reply) -> int:
    if reply.ok:
        return 200
    return 409 if reply.stale else 422


def _said(home: House, now: Published, reply: Reply) -> str:
    return "" if reply.reason is None else home.words(reply.reason, now.names())


def _replied(home: House, screen: Screen, ok: bool, said: str, status: int) -> Answer:
    if wants_json():
        now = home.table.now()
        body = state(home, now) | {"ok": ok, "words": said}
        return Response(home.json(body), status, mimetype="application/json")
    if ok:
        return redirect(screen.base, 303)
    return show(screen, said, status)
