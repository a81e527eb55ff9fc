"""Makes the pages of one table."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.templating import Environment

from companion.table import Table
from companion.words import Words
from web.assets import Assets
from web.board import board
from web.compiled import Compiled
from web.demo import demo
from web.guard import protect
from web.host import host
from web.house import House, Sheets
from web.join import join
from web.keys import Keys
from web.panel import panel
from web.paper import paper
from web.parts import Painter, loader
from web.pictures import pictures
from web.portal import portal
from web.seat import seat
from web.settings import Settings
from web.stream import Streams, live


class _Templates(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return a template's globals: one plain dict, for Jinja walks its chain of them key by key at every render."""
        return {**self.globals, **(d or {})}


class _Pages(Flask):
    jinja_environment = _Templates

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``func``: nothing in here is a coroutine, which Flask would look for four times for each key."""
        return func


def create_app(
    table: Table,
    words: Words,
    *,
    keys: Keys,
    settings: Settings | None = None,
    front: Any = None,
    sheets: Sheets | None = None,
) -> Flask:
    """Return the pages of ``table``.

    ``front`` is its front panel, where that runs in this process; ``sheets`` gives the owner's values to show.
    """
    app = _Pages("web", root_path=str(Path(__file__).parent))
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    home = House(table, words, keys, settings or Settings(), front)
    home.sheets = sheets
    app.extensions["tablehand"] = home
    app.jinja_env.loader = loader(app.jinja_loader)
    if home.settings.compiled is not None:
        app.jinja_env.bytecode_cache = Compiled(home.settings.compiled)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    home.assets = Assets(Path(app.static_folder or ""))
    app.jinja_env.globals["asset"] = home.assets.url
    home.painter = Painter(home, app.jinja_env)
    home.streams = Streams(home)
    protect(app)
    for part in (portal, join, seat, board, live, host, demo, panel, pictures, paper):
        app.register_blueprint(part)
    return app
