"""What phones and the big screen see.

Keys, settings and the listening socket are here at once. The pages, with the libraries that they take, are read
when they are first asked for: a table's own display has its first picture before that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.keys import Keys, Secrets, link
from web.listening import listening
from web.settings import Settings, Wifi

if TYPE_CHECKING:
    from web.application import create_app
    from web.house import Sheet, Value
    from web.server import Server, serve
else:
    _LATER = {
        "create_app": "application",
        "Sheet": "house",
        "Value": "house",
        "Server": "server",
        "serve": "server",
    }

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"web.{_LATER[name]}"), name)


__all__ = [
    "Keys",
    "Secrets",
    "Server",
    "Settings",
    "Sheet",
    "Value",
    "Wifi",
    "create_app",
    "link",
    "listening",
    "serve",
]
