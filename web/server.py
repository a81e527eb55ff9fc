"""The WSGI server: a thread for every stream it allows and some for everything else."""

from __future__ import annotations

import socket
import threading
from typing import Any

from flask import Flask
from waitress.server import create_server

from web.guard import BODY_MOST
from web.house import House

SPARE = 8
"""Threads for pages and answers while every stream is taken."""

SILENT_MS = 8000
"""How long a phone may leave bytes unconfirmed before its connection is dropped."""

UNREAD = 64 * 1024
"""Bytes that wait for a client that does not read, before its own thread waits instead of the memory filling up."""


class Server:
    """The pages of one table on one address. Creating it takes the port: raises OSError when that is taken."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        home: House = app.extensions["tablehand"]
        self._home = home
        self._thread: threading.Thread | None = None
        options: dict[str, Any] = {
            "host": host,
            "port": port,
            "threads": home.settings.streams + SPARE,
            "channel_request_lookahead": 1,
            "connection_limit": 4 * home.settings.streams + 40,
            "channel_timeout": 60,
            "cleanup_interval": 10,
            "outbuf_high_watermark": UNREAD,
            "send_bytes": 1,
            "max_request_body_size": 16 * BODY_MOST,
            "max_request_header_size": 16 * 1024,
            "ident": None,
            "socket_options": _socket_options(),
            "clear_untrusted_proxy_headers": True,
        }
        self._server = create_server(app, **options)

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
        self._server.close()
        self._server.trigger.pull_trigger() if hasattr(self._server, "trigger") else None
        if self._thread is not None:
            self._thread.join(3)


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: also ends a client that has shut its window for good
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    return options


def serve(app: Flask, host: str, port: int) -> Server:
    """Return a server of ``app`` that has its port; ``start`` or ``run`` it. Raises OSError for a taken port."""
    return Server(app, host, port)
