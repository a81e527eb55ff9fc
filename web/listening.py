"""The port that phones reach: taken first of all, before there is a page to serve."""

from __future__ import annotations

import socket


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that has the port (0: a free one). Raises OSError.

    Whoever connects from now on waits in line until the pages are served.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)
