"""What the table says to the dial board, and what it makes of the answers. Pure: bytes and times in, bytes out.

The messages and who says them when stand in ``firmware/protocol.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from companion.panel import Ring
from firmware_bridge.framing import Unframer, frame

VERSION = 1
"""The version of the messages; the board's program says its own in its hello."""
BEAT = 1.0
"""Seconds between signs of life, each way."""
QUIET = 5.0
"""Seconds without a word after which the board is taken for gone."""
PATIENCE = 10.0
"""Seconds for which a board may be deaf after its port was opened."""
HELLO_AGAIN = 0.5
SHOW_AGAIN = 0.2
LABEL = 12
"""Characters of a label that are sent."""
_KEPT = 32
"""How many of the latest shows are remembered, to know which dial a knob was when it was turned."""

Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Number = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]


class Hello(msgspec.Struct, frozen=True, tag_field="t", tag="hello"):
    """The board says who it is. Only ``v`` is sure to be there: another version may say other things."""

    v: Number
    s: Number | None = None
    b: str = ""
    id: str = ""
    dials: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0


class Shown(msgspec.Struct, frozen=True, tag_field="t", tag="shown"):
    """The board shows what it was told."""

    n: Small


class Turned(msgspec.Struct, frozen=True, tag_field="t", tag="turn"):
    """The knob ``d`` was turned by so many clicks while the show ``k`` was on the rings."""

    s: Number
    b: str
    n: Small
    d: Annotated[int, msgspec.Meta(ge=0, le=64)]
    by: Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
    k: Small


class Pushed(Turned, frozen=True, tag="push"):
    """The knob ``d`` was pushed."""


class Beat(msgspec.Struct, frozen=True, tag_field="t", tag="beat"):
    """The board is there."""


Told = Hello | Shown | Turned | Pushed | Beat


class Event(msgspec.Struct, frozen=True):
    """A knob was turned by ``steps`` clicks, or pushed (no steps), while its ring showed the dial ``key``."""

    knob: int
    steps: int
    key: str


class Talk:
    """One table's talk with one board, over any number of connections. ``session`` tells tables apart."""

    def __init__(self, session: int) -> None:
        self.board: Hello | None = None
        """The board's latest hello; None before the first one of a connection."""
        self.trouble = ""
        """Why this connection is to be given up: "silent", "version", or nothing."""
        self._session = session
        self._decoder = msgspec.json.Decoder(Told)
        self._unframer = Unframer()
        self._boot = ""
        self._number = 0  # of the last turn that counted, in this life of the board
        self.rings: tuple[Ring, ...] = ()
        """What is to be shown."""
        self._show = 0
        self._shows: dict[int, tuple[str, ...]] = {}
        self._settled = True
        self._out: list[bytes] = []
        self._heard = self._opened = 0.0
        self._hello_at = self._beat_at = self._show_at = float("-inf")
        self._senseless = 0

    @property
    def bad(self) -> int:
        """How many pieces that came were no messages."""
        return self._unframer.bad + self._senseless

    @property
    def settled(self) -> bool:
        """Whether the board has said that it shows the latest."""
        return self._settled and self.board is not None

    def open(self, at: float) -> None:
        """Begin on a fresh connection."""
        self.board, self.trouble = None, ""
        self._unframer, self._senseless = Unframer(), 0
        self._out.clear()
        self._heard = self._opened = at
        self._hello_at = float("-inf")

    def show(self, rings: Sequence[Ring]) -> None:
        """Let the rings show these dials; the latest wins."""
        told = tuple(rings)
        if told != self.rings:
            self.rings = told
            self._anew()

    def _anew(self) -> None:
        self._show += 1
        self._shows[self._show] = tuple(r.key for r in self.rings)
        if len(self._shows) > _KEPT:
            del self._shows[next(iter(self._shows))]
        self._settled = False
        self._show_at = float("-inf")

    def feed(self, data: bytes, at: float) -> list[Event]:
        """Take in what came. Returns what was done to the knobs, each once."""
        events = []
        for message in self._unframer.feed(data):
            try:
                told = self._decoder.decode(message)
            except msgspec.MsgspecError:
                self._senseless += 1
                continue
            self._heard = at
            match told:
                case Hello():
                    self._greeted(told)
                case Shown(n):
                    self._settled = self._settled or n == self._show
                case Turned():  # and Pushed
                    events += self._counted(told)
                case Beat():
                    pass
        return events

    def _greeted(self, hello: Hello) -> None:
        if hello.v != VERSION:
            self.board, self.trouble = hello, "version"
            return
        if hello.b != self._boot:
            self._boot, self._number = hello.b, 0
        if hello.s != self._session:
            # It has started anew, or listened to another table before: it is to know us first.
            self.board = None
            self._hello_at = float("-inf")
            return
        self.board = hello
        self._anew()

    def _counted(self, told: Turned) -> list[Event]:
        if told.s != self._session or told.b != self._boot:
            return []
        self._say({"t": "ack", "s": self._session, "n": told.n})
        if told.n <= self._number:
            return []
        self._number = told.n
        keys = self._shows.get(told.k, ())
        key = keys[told.d] if told.d < len(keys) else ""
        if isinstance(told, Pushed):
            return [Event(told.d, 0, key)]
        # Forth and back before it could be told comes to nothing.
        return [Event(told.d, told.by, key)] if told.by else []

    def _say(self, message: dict[str, object]) -> None:
        self._out.append(frame(msgspec.json.encode(message)))

    def due(self, at: float) -> bytes:
        """Return what is to be sent now."""
        if self.board is None:
            if at - self._opened >= PATIENCE and at - self._heard >= QUIET:
                self.trouble = self.trouble or "silent"
            if at - self._hello_at >= HELLO_AGAIN:
                self._hello_at = at
                self._say({"t": "hello", "v": VERSION, "s": self._session})
        elif not self.trouble:
            if at - self._heard >= QUIET:
                self.trouble = "silent"
            if not self._settled and at - self._show_at >= SHOW_AGAIN:
                self._show_at = self._beat_at = at
                rings = [(r.label[:LABEL], r.value, r.low, r.high) for r in self.rings[: self.board.dials][:8]]
                self._say({"t": "show", "s": self._session, "n": self._show, "d": rings})
            elif at - self._beat_at >= BEAT:
                self._beat_at = at
                self._say({"t": "beat", "s": self._session})
        out = b"".join(self._out)
        self._out.clear()
        return out

    def wakes(self, at: float) -> float:
        """Return in how many seconds ``due`` has something to say or to find out, if nothing comes before."""
        if self.board is None:
            moments = [self._hello_at + HELLO_AGAIN, max(self._opened + PATIENCE, self._heard + QUIET)]
        else:
            moments = [self._heard + QUIET, self._beat_at + BEAT]
            if not self._settled:
                moments.append(self._show_at + SHOW_AGAIN)
        return max(0.0, min(moments) - at)
