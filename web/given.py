"""What the parts of a phone's page are given: only what they show, so that equal parts are painted once for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.game import View
from web.screen import Kind, Screen

Given = Callable[[Mapping[str, Any], View, Screen], dict[str, Any] | None]
"""From what a screen has in common with others, what its viewer may know and the screen itself to what one of its parts
is given; None: all of it, and then it is painted each time."""
Common = Callable[[Mapping[str, Any]], dict[str, Any]]
"""The same for a part that is alike on several pages, from what these have in common."""


def _bar(page: Mapping[str, Any], _view: View, screen: Screen) -> dict[str, Any]:
    """Whose page it is, their time, and what they are told on top: a break, or that they do not take part."""
    return {
        "seat": screen.seat,
        "mine": screen.mine,
        "dial": page["own_dials"].get(screen.seat, page["dial"]),
        "paused": page["paused"],
        "told": page["told"].get(screen.seat, ""),
    }


def _now(_page: Mapping[str, Any], view: View, _screen: Screen) -> dict[str, Any]:
    return {"prompt": view.prompt, "note": view.note}


def _game(page: Mapping[str, Any], view: View, screen: Screen) -> dict[str, Any] | None:
    """Of a game with pages of its own: what one seat sees of it, and nothing but that."""
    if not page["game_part"]:
        return None
    return {
        "game_part": page["game_part"],
        "v": view,
        "me": screen.me,
        "dials": page["dials"],
        "result": page["result"],
        "series": page["series"],
    }


def _hold(page: Mapping[str, Any], view: View, _screen: Screen) -> dict[str, Any]:
    """That there is something to look at and whether it is long; never what it says."""
    return {
        "held": view.held is not None,
        "tall": view.held is not None and len(view.held.lines) > 4,
        "seen": page["seen"],
        "resting": page["paused"] and page["playing"],
    }


def _mine(page: Mapping[str, Any]) -> dict[str, Any]:
    return {"mine": page["mine"], "playing": page["playing"], "paused": page["paused"]}


def _table(page: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "also": page["also"],
        "below": bool(page["mine"]),
        "playing": page["playing"],
        "paused": page["paused"],
    }


def _undo(page: Mapping[str, Any]) -> dict[str, Any]:
    return {"own_undo": page["own_undo"], "undo": page["undo"] if page["own_undo"] else None}


def _seat_links(page: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "seat", "my_seat": 0, "links": not page["demo"], "paper": page["paper"]}


def _scribe_links(page: Mapping[str, Any], _view: View, screen: Screen) -> dict[str, Any]:
    mine = screen.mine[0] if screen.mine else 0
    return {"kind": "scribe", "my_seat": mine, "links": True, "paper": page["paper"]}


def _log(page: Mapping[str, Any]) -> dict[str, Any]:
    return {"series": page["series"] if page["playing"] and not page["result"] else (), "said": page["said_last"]}


def _tools(page: Mapping[str, Any]) -> dict[str, Any]:
    asked = any(group.name == "table.undo" for group in page["drawer"])
    return {"groups": page["drawer"], "undo": page["undo"] if asked else None}


def _whole(_page: Mapping[str, Any], _view: View, _screen: Screen) -> None:
    """Of a part that needs more than a few things."""


Own = Mapping[str, tuple[str, Given]]
OWN: Mapping[Kind, Own] = {
    "seat": {
        "bar": ("parts/seat/bar.html", _bar),
        "now": ("parts/seat/now.html", _now),
        "game": ("parts/seat/game.html", _game),
        "hold": ("parts/seat/hold.html", _hold),
    },
    "scribe": {
        "bar": ("parts/scribe/bar.html", _whole),
        "now": ("parts/seat/now.html", _now),
        "game": ("parts/scribe/game.html", _whole),
        "mine": ("parts/scribe/mine.html", _whole),
        "links": ("parts/seat/links.html", _scribe_links),
    },
    "board": {
        "head": ("parts/board/head.html", _whole),
        "game": ("parts/board/game.html", _game),
        "side": ("parts/board/side.html", _whole),
    },
}
"""The parts that each screen has for itself: their templates, and what these are given."""

ALIKE: Mapping[Kind, Mapping[str, tuple[str, Common]]] = {
    "seat": {
        "mine": ("parts/seat/mine.html", _mine),
        "table": ("parts/seat/table.html", _table),
        "undo": ("parts/seat/undo.html", _undo),
        "links": ("parts/seat/links.html", _seat_links),
        "log": ("parts/seat/log.html", _log),
        "tools": ("parts/seat/tools.html", _tools),
    },
    "scribe": {
        "log": ("parts/seat/log.html", _log),
        "tools": ("parts/seat/tools.html", _tools),
    },
    "board": {},
}
"""Parts that are alike for all who may do the same. They are given what those have in common, and no seat's view."""
