"""The WSGI server: some threads for pages and answers; streams need none (see ``web.line``)."""

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
from web.line import Channel
from web.listening import listening

THREADS = 8
"""For pages and answers, while half of them may be with browsers that watch the panel."""

SILENT_MS = 8000
"""How long a phone may leave bytes unconfirmed before its connection is dropped."""

UNREAD = 64 * 1024
"""Bytes that wait for a client that does not read, before its own thread waits instead of the memory filling up."""


class Server:
    """The pages of one table, served on a listening socket, which is the server's from now on."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        home: House = app.extensions["tablehand"]
        logging.getLogger("waitress").setLevel(logging.ERROR)  # phones leave all the time: that is no news
        self._home = home
        self._thread: threading.Thread | None = None
        self._closed = self._runs = False
        options: dict[str, Any] = {
            "sockets": [listener],
            "threads": THREADS,
            "channel_request_lookahead": 1,
            "connection_limit": 4 * home.settings.streams + 40,
            "channel_timeout": 60,
            "cleanup_interval": 10,
            "outbuf_high_watermark": UNREAD,
            "max_request_body_size": 16 * BODY_MOST,
            "max_request_header_size": 16 * 1024,
            "ident": None,
            "log_socket_errors": False,
            "clear_untrusted_proxy_headers": True,
        }
        self._server = create_server(app, **options)
        self._server.channel_class = Channel
        self._server.adj.socket_options = _socket_options()

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Serve in a thread."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Serve until closed."""
        self._runs = True
        self._server.run()

    def close(self) -> None:
        """End all streams and stop serving, at once."""
        self._home.streams.close()
        if self._closed:
            return
        self._closed = True
        self._server.task_dispatcher.shutdown(timeout=1)
        if not self._runs:
            self._hang_up()
            return
        trigger = self._server.trigger
        with trigger.lock:  # so that the loop cannot run it, and close the trigger, before the trigger is pulled
            trigger.thunks.append(self._hang_up)
            trigger.pull_trigger()
        if self._thread is not None:
            self._thread.join(3)

    def _hang_up(self) -> None:
        """Close every connection, in the loop's own thread: with nothing left to watch, it ends."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        wasyncore.close_all(self._server._map)


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: also ends a client that has shut its window for good
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    return options


def serve(app: Flask, host: str, port: int) -> Server:
    """Return a server of ``app`` that has its port; ``start`` or ``run`` it. Raises OSError for a taken port."""
    return Server(app, listening(host, port))
