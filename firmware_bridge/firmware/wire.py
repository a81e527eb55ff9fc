"""Bytes in and out of a stream, without ever waiting for more than is there."""

import select

CHUNK = 256
"""The most bytes that are taken at once, so that knobs and rings get their turn."""


class Wire:
    """A stream to read from and one to write to: the board's USB, or a terminal.

    ``asked`` is the object to be asked whether ``source`` has anything, where that is another.
    """

    def __init__(self, source, sink, asked=None):
        self._source, self._sink = source, sink
        self._poll = select.poll()
        self._poll.register(asked or source, select.POLLIN)

    def read(self, wait):
        """Return what has come, nothing after ``wait`` milliseconds. Raises OSError when the other end is gone."""
        got = bytearray()
        while len(got) < CHUNK:
            ready = self._poll.poll(0 if got else wait)
            if not ready or not ready[0][1] & select.POLLIN:
                if ready:
                    raise OSError("gone")
                break
            # One by one: a stream asked for more waits until it has them all.
            byte = self._source.read(1)
            if not byte:
                raise OSError("gone")
            got += byte
        return bytes(got)

    def write(self, data):
        """Send bytes."""
        if data:
            self._sink.write(data)
