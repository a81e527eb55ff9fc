"""The WSGI server: a thread for every stream it allows and some for everything else."""

from __future__ import annotations

import logging
import socket
import threading
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.guard import BODY_MOST
from web.house import House

SPARE = 12
"""Threads for pages, answers and the mirrors of the panel while every stream is taken."""

SILENT_MS = 8000
"""How long a phone may leave bytes unconfirmed before its connection is dropped."""

UNREAD = 64 * 1024
"""Bytes that wait for a client that does not read, before its own thread waits instead of the memory filling up."""


class Server:
    """The pages of one table on one address. Creating it takes the port: raises OSError when that is taken."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        home: House = app.extensions["tablehand"]
        logging.getLogger("waitress").setLevel(logging.ERROR)  # phones leave all the time: that is no news
        self._home = home
        self._thread: threading.Thread | None = None
        self._closed = False
        options: dict[str, Any] = {
            "host": host,
            "port": port,
            "threads": home.settings.streams + SPARE,
            "channel_request_lookahead": 1,
            "connection_limit": 4 * home.settings.streams + 40,
            "channel_timeout": 60,
            "cleanup_interval": 10,
            "outbuf_high_watermark": UNREAD,
            "max_request_body_size": 16 * BODY_MOST,
            "max_request_header_size": 16 * 1024,
            "ident": None,
            "clear_untrusted_proxy_headers": True,
        }
        self._server = create_server(app, **options)
        every = (self._server, *getattr(self._server, "map", {}).values())  # one listener, or several under one loop
        self._listeners = [part for part in every if hasattr(part, "active_channels")]
        for listener in self._listeners:
            listener.adj.socket_options = _socket_options()

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(getattr(self._server, "effective_port", 0) or self._server.effective_listen[0][1])

    def start(self) -> None:
        """Serve in a thread."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Serve until closed."""
        self._server.run()

    def close(self) -> None:
        """End all streams and stop serving, at once."""
        self._home.streams.close()
        if self._closed:
            return
        self._closed = True
        self._listeners[0].task_dispatcher.shutdown(timeout=1)
        self._listeners[0].trigger.pull_trigger(self._hang_up)
        if self._thread is not None:
            self._thread.join(3)

    def _hang_up(self) -> None:
        """Close every connection, in the loop's own thread: with nothing left to watch, it ends."""
        for listener in self._listeners:
            for channel in list(listener.active_channels.values()):
                channel.handle_close()
        wasyncore.close_all(self._listeners[0]._map)


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: also ends a client that has shut its window for good
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    return options


def serve(app: Flask, host: str, port: int) -> Server:
    """Return a server of ``app`` that has its port; ``start`` or ``run`` it. Raises OSError for a taken port."""
    return Server(app, host, port)
