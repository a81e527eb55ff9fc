"""Connections that stay open after their answer has begun, and hold no thread meanwhile.

The server puts a function into the environment of each request, under ``KEEP``. A page that calls it with a
``Follower`` gives its thread back after what it answers at once; from then on the follower says what goes out.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any, Protocol

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask

KEEP = "tablehand.keep"
_DOWN = contextlib.suppress(ClientDisconnected, OSError)
"""What is said on a line that has just gone down, or wakes a server that has just stopped, is said to nobody."""


class Follower(Protocol):
    """Whoever speaks on a line. Called from threads of the server."""

    def begin(self, line: Line) -> None:
        """Take over: what was answered at once is on its way."""
        ...

    def freed(self) -> None:
        """Hear that everything sent has gone out."""
        ...

    def closed(self) -> None:
        """Hear that the line is down, be it before it began. May come more than once."""
        ...


class Line:
    """The near end of a connection that stays open."""

    def __init__(self, channel: Channel, chunked: bool) -> None:
        self._channel, self._chunked = channel, chunked

    @property
    def free(self) -> bool:
        """Whether nothing sent before waits in here for a client that does not read."""
        return not self._channel.total_outbufs_len

    def send(self, data: bytes) -> None:
        """Send what the network takes now, the rest when it takes it. Never waits, where the line is free."""
        with _DOWN:
            chunk = b"%X\r\n%b\r\n" % (len(data), data) if self._chunked else data
            self._channel.write_soon(self._channel.send_now(chunk))

    def hang_up(self) -> None:
        """End it when everything has gone out."""
        with _DOWN:
            if self._chunked:
                self._channel.write_soon(b"0\r\n\r\n")
        self._channel.close_when_flushed = True
        with _DOWN:
            if self._channel.connected:  # else the server may have stopped, and what woke it be another file by now
                self._channel.server.pull_trigger()


class _Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Answers one request; a follower that its page gave goes on where the answer ends."""

    follower: Follower | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[KEEP] = self._keep
        return environ

    def _keep(self, follower: Follower) -> None:
        self.follower = follower

    def service(self) -> None:
        try:
            super().service()
        finally:
            if self.follower is not None and self.channel.follower is None:
                self.follower.closed()

    def finish(self) -> None:
        if self.follower is None:
            super().finish()
        elif self.channel.connected:
            self.close_on_finish = False
            self.channel.stay(self.follower, Line(self.channel, self.chunked_response))


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection. Once it is a line it takes no more requests, and what goes out comes from any thread."""

    task_class = _Task
    follower: Follower | None = None

    def stay(self, follower: Follower, line: Line) -> None:
        """Become a line."""
        self.follower = follower
        follower.begin(line)
        if not self.connected:
            follower.closed()

    def send_now(self, data: bytes) -> bytes:
        """Send what the network takes at once, where nothing waits before it; return what is left."""
        with self.outbuf_lock:
            if not self.connected or self.total_outbufs_len:
                return data
            try:
                sent = self.send(data, do_close=False)
            except OSError:
                return data  # the server's loop finds it out, and hangs up
            if sent:
                self.last_activity = time.time()
            return data[sent:]

    def service(self) -> None:
        if self.follower is None:
            super().service()

    def received(self, data: bytes) -> bool:
        return self.follower is None and bool(super().received(data))

    def handle_write(self) -> None:
        if self.follower is None:
            super().handle_write()
            return
        self._flush_exception(self._flush_some_if_lockable)
        if self.will_close or (self.close_when_flushed and not self.total_outbufs_len):
            self.handle_close()
        elif not self.total_outbufs_len:
            self.follower.freed()

    def handle_close(self) -> None:
        super().handle_close()
        if self.follower is not None:
            self.follower.closed()
