"""Baseline: a bare Flask under the same server, with as many threads, that sends what was posted to every stream.

Run as a program: ``python baseline_echo.py BYTES`` prints its port. ``POST /key`` goes out on every ``GET /stream``
as one server-sent event of about BYTES bytes. It keeps nothing, knows nobody and draws nothing.

``python baseline_echo.py BYTES FILE ROW`` keeps: each key is first inserted into the SQLite file FILE, in ROW bytes.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from flask import Flask, Response, request
from waitress.server import create_server

app = Flask("echo")
changed = threading.Condition()
latest = (0, b"")
padding = "." * int(sys.argv[1])


def keeper() -> Callable[[], object]:
    """Return what keeps a key: nothing, where no file is given."""
    if len(sys.argv) == 2:
        return lambda: None
    sys.path.append(str(Path(__file__).parent))
    from baseline_insert import Bare  # type: ignore[import-not-found]  # beside this file: a program, no package

    return partial(Bare(Path(sys.argv[2])).insert, int(sys.argv[3]))


keep = keeper()


def events() -> Iterator[bytes]:
    """Yield every post from now on; the latest wins."""
    seen = [latest[0]]
    yield b"retry: 1000\n\n"
    while True:
        with changed:
            changed.wait_for(lambda: latest[0] != seen[0], 3)
            number, posted = latest
        if number != seen[0]:
            seen[0] = number
            yield b'id: %d\nevent: page\ndata: {"posted":%s,"padding":"%s"}\n\n' % (number, posted, padding.encode())


@app.get("/stream")
def stream() -> Response:
    """Open a stream."""
    return Response(events(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


@app.post("/key")
def key() -> Response:
    """Send what is posted to every stream."""
    global latest
    body = request.get_data()
    with changed:
        keep()
        latest = (latest[0] + 1, body)
        changed.notify_all()
    return Response(status=204)


if __name__ == "__main__":
    server = create_server(app, host="127.0.0.1", port=0, threads=36, channel_request_lookahead=1)
    server.adj.socket_options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    print("port", server.effective_port, flush=True)
    server.run()
