"""Phones without a browser: server-sent events and posts over plain sockets, all in one thread."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence

from companion.bench.figure import Failed

PATIENCE = 10.0
"""Seconds after which an answer is not coming any more."""
QUIET = 0.01
"""Seconds without a byte after which nothing more of this moment is under way."""
_EVENT = b"event: page\n"


class Phone:
    """One open stream. ``events`` counts the whole events that a page would swap in; ``size`` is the last one's."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.events = 0
        self.size = 0
        self._buffer = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: text/event-stream"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())

    def read(self) -> None:
        """Take in what came. Raises Failed when the stream has ended or was refused."""
        came = self.socket.recv(1 << 18)
        if not came:
            raise Failed(f"a stream has ended: {self._buffer[:200]!r}")
        self._buffer += came
        *whole, self._buffer = self._buffer.split(b"\n\n")
        for event in whole:
            if _EVENT in event:
                self.events += 1
                self.size = len(event)


class Room:
    """Phones with their streams, and a connection for each thing that is posted."""

    def __init__(self, port: int, paths: Sequence[tuple[str, str]]) -> None:
        """Open a stream for each (path, cookie), and wait until each has its first bytes."""
        self._port = port
        self._selector = selectors.DefaultSelector()
        self.phones = [Phone(port, path, cookie) for path, cookie in paths]
        for phone in self.phones:
            self._selector.register(phone.socket, selectors.EVENT_READ, phone)
        self._post: socket.socket | None = None
        self._answered = b""
        self.settle()

    def post(self, path: str, body: bytes) -> float:
        """Post ``body`` and return the seconds until the last phone has a new event whole.

        Raises Failed when that does not come, or the post is refused.
        """
        line = self._connected()
        self.settle()
        before = [phone.events for phone in self.phones]
        self._answered = b""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        began = time.monotonic()
        line.sendall(head.encode() + body)
        while any(p.events == n for p, n in zip(self.phones, before, strict=True)):
            if not self._take(PATIENCE):
                got = sum(p.events > n for p, n in zip(self.phones, before, strict=True))
                raise Failed(f"after {PATIENCE:.0f} s {got} of {len(before)} phones had the update")
        spent = time.monotonic() - began
        while not self._answered:
            if self._post is None or not self._take(PATIENCE):
                raise Failed(f"no answer to {path}")
        if b" 204 " not in self._answered[:20]:
            raise Failed(f"{path} was refused: {self._answered[:100]!r}")
        self._hang_up()
        self.settle()
        return spent

    def _connected(self) -> socket.socket:
        """Return a new connection: the server closes each after an answer without a body."""
        self._post = socket.create_connection(("127.0.0.1", self._port), PATIENCE)
        self._post.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._selector.register(self._post, selectors.EVENT_READ, None)
        return self._post

    def _hang_up(self) -> None:
        if self._post is not None:
            self._selector.unregister(self._post)
            self._post.close()
            self._post = None

    def wait_for_pages(self) -> None:
        """Wait until every phone has had its first event. Raises Failed."""
        while not all(phone.events for phone in self.phones):
            if not self._take(PATIENCE):
                raise Failed("a stream sent nothing")
        self.settle()

    def settle(self) -> None:
        """Read on until nothing more comes."""
        while self._take(QUIET):
            pass

    def _take(self, patience: float) -> bool:
        """Read what there is; tell whether anything came within ``patience`` seconds."""
        ready = self._selector.select(patience)
        for key, _ in ready:
            if isinstance(key.data, Phone):
                key.data.read()
            elif self._post is not None:
                came = self._post.recv(1 << 16)
                self._answered += came
                if not came:
                    self._hang_up()
        return bool(ready)

    def close(self) -> None:
        """Hang up."""
        for phone in self.phones:
            phone.socket.close()
        self._hang_up()
        self._selector.close()
