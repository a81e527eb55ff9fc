"""What the board says to the table, and how each turn of a knob counts once. Knows no pins.

Every message is a JSON object in a frame; ``t`` says what it is:

    table                                      board
    hello v s          who is there?    ->
                                        <-     hello v s b id dials     (s: the table's session, or none)
    show s n d         the rings' state ->
                                        <-     shown n
                                        <-     turn s b n d by k        (k: the n of the show that was on the rings)
    ack s n                             ->
    beat s             every second     ->
                                        <-     beat                     every second

What is not acknowledged is said again. ``b`` is another number at every start of the board, ``s`` one at every start
of the table: what comes from an earlier life of either counts for nothing. Turns are told one by one and in their
order; one that waits for its turn grows with the knob.
"""

import json

from framing import Unframer, frame

VERSION = 1
QUIET = 5000
"""Milliseconds without a word after which the table is gone: the rings go dark and turns count no more."""
BEAT = 1000
AGAIN = 100
"""Milliseconds after which what was not acknowledged is said again."""
WAITING = 32
"""The most turns that wait to be told; more are dropped."""


class Board:
    """The board's end. ``diff(a, b)`` is a - b of two times in milliseconds, around their wrap."""

    def __init__(self, identity, boot, dials, diff):
        self.identity = identity
        self.boot = boot
        self.dials = dials
        self.linked = False
        self.rings = []
        """What each ring shows: (label, value, low, high). Another list whenever it changes; empty while no table is
        there."""
        self._diff = diff
        self._unframer = Unframer()
        self._session = None
        self._heard = self._beat = self._said = None
        self._shown = []
        self._show = 0
        self._number = 0
        self._waiting = []  # [number, kind, dial, by, show]; only the first has been told
        self._out = []

    @property
    def bad(self):
        """How many frames were none of ours."""
        return self._unframer.bad

    def turn(self, dial, by):
        """Count a knob's turn by so many clicks, if a table is there to hear of it."""
        if not self.linked or not by:
            return
        last = self._waiting[-1] if len(self._waiting) > 1 else None
        if last and last[1] == "turn" and last[2] == dial and last[4] == self._show:
            last[3] += by
        else:
            self._wait("turn", dial, by)

    def push(self, dial):
        """Count a push on a knob."""
        if self.linked:
            self._wait("push", dial, 0)

    def _wait(self, kind, dial, by):
        if len(self._waiting) < WAITING:
            self._number += 1
            self._waiting.append([self._number, kind, dial, by, self._show])

    def receive(self, data, now):
        """Take in bytes from the table."""
        for message in self._unframer.feed(data):
            try:
                told = json.loads(message)
                self._take(told, told["t"], now)
            except (ValueError, KeyError, TypeError, AttributeError, RuntimeError, IndexError):
                self._unframer.bad += 1  # whole, and still not to be understood: another version's, at best

    def _take(self, told, what, now):
        if what == "hello":
            self._hello(told, now)
        elif self._session is None or told["s"] != self._session:
            return
        elif what == "ack":
            self._alive(now)
            if self._waiting and self._waiting[0][0] == told["n"]:
                self._waiting.pop(0)
                self._said = None
        elif what == "show":
            self._alive(now)
            number = told["n"]
            if number > self._show:
                rings = [ring(*each) for each in told["d"][: self.dials]]
                self._show, self._shown = number, rings
            self.rings = self._shown
            self._out.append({"t": "shown", "n": number})
        elif what == "beat":
            self._alive(now)

    def _hello(self, told, now):
        same = told["v"] == VERSION
        if same and told["s"] != self._session:
            self._session = told["s"]
            self._show = self._number = 0
            self._shown = []
            self._waiting = []
        self._said = None
        self._greet(now)
        if same:
            self._alive(now)
            self.rings = self._shown

    def _alive(self, now):
        self._heard = now
        self.linked = True

    def _greet(self, now):
        self._beat = now
        self._out.append(
            {
                "t": "hello", "v": VERSION, "s": self._session, "b": self.boot, "id": self.identity,
                "dials": self.dials,
            }
        )  # fmt: skip

    def due(self, now):
        """Return what is to be sent now, as frames one after another."""
        if self.linked and self._diff(now, self._heard) >= QUIET:
            self.linked = False
            self.rings = []
        if self._beat is None or self._diff(now, self._beat) >= BEAT:
            if self.linked:
                self._beat = now
                self._out.append({"t": "beat"})
            else:
                self._greet(now)
        if self.linked and self._waiting and (self._said is None or self._diff(now, self._said) >= AGAIN):
            self._said = now
            number, kind, dial, by, show = self._waiting[0]
            told = {"t": kind, "s": self._session, "b": self.boot, "n": number, "d": dial, "by": by, "k": show}
            self._out.append(told)
        out, self._out = self._out, []
        return b"".join(frame(json.dumps(told).encode()) for told in out)


def ring(label, value, low, high):
    """Return a ring's state as it was told. Raises TypeError if it is none."""
    for number in (value, low, high):
        if type(number) is not int:
            raise TypeError("no number")
    return str(label), value, low, high
