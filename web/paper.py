"""What a table's paper would hold at this moment: to be read on any screen in the room, and printed."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response as Answer

from companion.game import Public
from web.guard import sorry, visitor
from web.house import house

paper = Blueprint("paper", __name__)


@paper.get("/paper")
def sheets() -> Answer:
    """The sheets of the game on the table, where it is one that is kept on paper."""
    who = visitor()
    if not who.admitted:
        return sorry("sorry.outside", 403)
    home = house()
    now = home.table.now()
    template = home.painter.template(now, "paper")
    if template is None:
        return sorry("sorry.no_paper", 404)
    page = render_template(
        "paper.html",
        title_key="paper.title",
        styles=home.assets.of_game(now.title),
        game_part=template,
        v=now.view(Public()),
        names=now.names(),
        now=now,
        back=f"/seat/{who.seats[0]}" if who.seats else "/board",
    )
    return make_response(page)
