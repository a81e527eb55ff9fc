"""The big screen: what everyone in the room may see, readable from across it."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as Answer

from web.guard import sorry, visitor
from web.screen import Screen
from web.seat import show

board = Blueprint("board", __name__)


@board.get("/board")
def big_screen() -> Answer:
    """The big screen, for whoever is in the room."""
    if not visitor().admitted:
        return sorry("sorry.outside", 403)
    return show(Screen("board"))
