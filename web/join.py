"""The door: from the lobby's QR or a typed code to a seat. Nothing changes by GET or HEAD."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.evening import NAME_MOST, canonical
from companion.game import Text
from web.guard import Visitor, new_token, remember, sorry, visitor
from web.house import house

join = Blueprint("join", __name__)


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """What a page answers to a nonce: HMAC-SHA256(key, nonce) in hexadecimal."""

    nonce: str
    proof: str


@join.get("/")
def door() -> Answer:
    """The way in: to one's seat, to the free seats, or to the code."""
    who = visitor()
    if who.seats:
        return redirect(f"/seat/{who.seats[0]}", 303)
    if who.admitted:
        return redirect("/seats", 303)
    return ask_code()


@join.get("/join")
def ask_code() -> Response:
    """Where a scanned key is proved by the page, and a code can be typed. Good in any state of cookies."""
    return make_response(render_template("door.html", title_key="door.title"))


@join.get("/join/nonce")
def nonce() -> Response:
    """A nonce to prove a key with; giving it out changes nothing."""
    return Response(house().json({"nonce": house().keys.nonce()}), mimetype="application/json")


@join.post("/join/proof")
def proof() -> Response:
    """A page proves that it knows a key: the room's lets the phone in, a seat's moves that seat to this phone."""
    home, who = house(), visitor()
    try:
        sent = msgspec.json.decode(request.get_data(), type=Proof)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return sorry("sorry.unclear", 400)
    opened = home.keys.opens(sent.nonce, sent.proof)
    if opened is None:
        return sorry("sorry.old_code", 403)
    token = who.token or new_token()
    go = "/seats?from=door"
    if opened == "room":
        if who.seats:
            go = f"/seat/{who.seats[0]}"
    else:
        reply = home.table.move_seat(opened, Visitor(token, (), False, False, False).digest)
        if not reply.ok:
            return _refused(reply.reason, 409)
        go = f"/seat/{opened}"
    answer = Response(home.json({"ok": True, "go": go}), mimetype="application/json")
    remember(answer, token, room=True)
    return answer


@join.post("/join/code")
def code() -> Answer:
    """A typed code lets the phone in. Wrong ones make the whole table wait."""
    home, who = house(), visitor()
    wait = home.keys.code_wait()
    if wait:
        slow = make_response(_door(home.chrome("door.wait", n=wait)), 429)
        slow.headers["Retry-After"] = str(wait)
        return slow
    if not home.keys.is_code(request.form.get("code", "")):
        return make_response(_door(home.chrome("door.wrong_code")), 403)
    answer = redirect(f"/seat/{who.seats[0]}" if who.seats else "/seats?from=door", 303)
    remember(answer, who.token or new_token(), room=True)
    return answer


def _door(said: str) -> str:
    return render_template("door.html", title_key="door.title", said=said)


@join.get("/seats")
def seats() -> Answer:
    """The free seats."""
    if not visitor().admitted:
        said = "door.no_cookies" if request.args.get("from") == "door" else "door.first"
        return make_response(_door(house().chrome(said)), 403)
    return make_response(_seats())


def _seats(said: str = "", back: int = 0, name: str = "") -> str:
    now = house().table.now()
    claimed = {c.seat for c in now.evening.claims}
    return render_template(
        "seats.html",
        title_key="seats.title",
        said=said,
        back=back,
        name=name,
        name_most=NAME_MOST,
        evening=now.evening,
        names=now.names(),
        waiting=tuple(p for p in now.evening.places if p.number not in claimed),
        playing=now.game is not None,
        who=visitor(),
    )


@join.post("/seats")
def sit() -> Answer:
    """Take a free seat, or be the player of a seat that has no phone yet."""
    home, who = house(), visitor()
    if not who.admitted:
        return make_response(_door(home.chrome("door.first")), 403)
    typed, mine = request.form.get("seat", ""), request.form.get("me", "")
    name = request.form.get("name", "")[:200]  # on every way back to the page it is there again
    if (typed or mine) not in [str(n) for n in range(1, 11)]:
        return make_response(_seats(home.chrome("sorry.pick"), name=name), 400)
    token = who.token or new_token()
    digest = Visitor(token, (), False, False, False).digest
    now = home.table.now()
    if mine:
        seat = int(mine)
        if now.game is not None or seat in {c.seat for c in now.evening.claims} or seat not in now.evening.seats:
            return make_response(_seats(home.chrome("seats.at_the_box", n=seat), back=seat, name=name), 409)
        reply = home.table.move_seat(seat, digest)
    else:
        same = _same_name(name)
        if same:
            said = home.chrome("seats.same_name", now.names(), name=name[:20], n=same)
            return make_response(_seats(said, back=same, name=name), 409)
        reply = home.table.sit(int(typed), name, digest)
    if not reply.ok:
        assert reply.reason is not None
        return make_response(_seats(home.words(reply.reason, now.names()), name=name), 409)
    answer = redirect(f"/seat/{reply.seat}", 303)
    remember(answer, token, room=True)
    return answer


def _same_name(name: str) -> int:
    """Return the seat whose player already has this name, or 0."""
    wanted = canonical(name)
    places = house().table.now().evening.places
    return next((p.number for p in places if wanted and canonical(p.name) == wanted), 0)


def _refused(reason: Text | None, status: int) -> Response:
    home = house()
    said = home.words(reason, home.table.now().names()) if reason is not None else home.chrome("sorry.unclear")
    return Response(home.json({"ok": False, "words": said}), status, mimetype="application/json")
