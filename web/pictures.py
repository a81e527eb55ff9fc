"""Pictures of packs, as plain images: whoever asks gets those that a page of theirs shows, and of no others a word."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from urllib.parse import quote

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from companion.game import Public, Seat
from companion.published import Published
from web.guard import Visitor, sorry, visitor
from web.house import house

pictures = Blueprint("pictures", __name__)

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a picture may do that is opened by itself: be seen, in its own colours."""


def address(name: str) -> str:
    """Return where the picture is served that views call ``name`` ("" for none)."""
    return f"/picture/{quote(name)}" if name else ""


@pictures.get("/picture/<path:name>")
def picture(name: str) -> Answer:
    """A picture that the asker sees now. One that is not seen yet is as little there as one that never was."""
    who = visitor()
    if not who.admitted:
        return sorry("sorry.outside", 403)
    now = house().table.now()
    everybodys = now.view(Public()).pictures
    if now.game is None or name not in (*everybodys, *_own(now, who)):
        return sorry("sorry.nothing_here", 404)
    found = now.game.picture(name)
    answer = Response(found.content, mimetype=found.kind)
    answer.headers["Content-Security-Policy"] = POLICY
    # Asked for anew each time, and sent again only where it has changed: a page is painted often.
    answer.headers["Cache-Control"] = "private, no-cache" if name in everybodys else "no-store"
    answer.set_etag(_digest(found.content))
    return answer.make_conditional(request)


def _own(now: Published, who: Visitor) -> tuple[str, ...]:
    return tuple(name for seat in who.seats for name in now.view(Seat(seat)).pictures)


@lru_cache(maxsize=64)
def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:24]
