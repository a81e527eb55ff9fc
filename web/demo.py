"""A row of phones beside the simulated box: seats by path, one stream for all of them.

Only with ``Settings.demo`` and only to this machine's own browser: never on a real box.
"""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.wrappers import Response as Answer

from companion.published import Published
from web.guard import is_local, sorry
from web.house import house
from web.screen import Screen
from web.seat import acted, look, show
from web.stream import answer

demo = Blueprint("demo", __name__, url_prefix="/demo")


def screen(number: int) -> Screen:
    """Return the demo phone of a seat."""
    return Screen("seat", number, (number,), f"/demo/seat/{number}")


@demo.before_request
def only_here() -> Response | None:
    """Refuse everyone but this machine's own browser, with the demo switched on."""
    if not house().settings.demo or not is_local():
        return sorry("sorry.nothing_here", 404)
    return None


@demo.get("/stream")
def stream() -> Response:
    """One stream for all demo phones; its events name the seat as ``screen``."""

    def all_seats(now: Published) -> dict[str, Screen]:
        return {str(n): screen(n) for n in now.evening.seats}

    return answer(all_seats)


@demo.get("/seat/<seat:number>")
def page(number: int) -> Answer:
    """A seat's page, without a phone of its own."""
    if number not in house().table.now().evening.seats:
        return sorry("sorry.nothing_here", 404)
    return show(screen(number))


@demo.post("/seat/<seat:number>/act")
def act(number: int) -> Answer:
    """What a demo phone sends."""
    return acted(screen(number), f"demo:{number}")


@demo.post("/seat/<seat:number>/held")
def held(number: int) -> Response:
    """What a demo phone shows while held."""
    return look(house(), number)
