"""What opens a door: the room's key, the typed code, the host's PIN, one-use tokens for a seat.

A key proves itself without travelling: the page holds it in the address's fragment, asks for a nonce and answers
with HMAC-SHA256(key, nonce). What can be typed is short, so guessing is slowed down for the whole table, not for
each address (addresses are free on a local network).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from typing import Literal

import msgspec

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
KEY_LENGTH = 15
"""Base-32 characters of a key: 75 bits, and with an address they fit a QR code of version 2."""

NONCE_SECONDS = 120
TOKEN_SECONDS = 300

Door = Literal["room"] | int
"""What a proof opens: the room, or one seat that moves to the phone that proved it."""


class Secrets(msgspec.Struct, frozen=True):
    """What the state directory keeps, readable by the table's user alone.

    ``room`` is the lobby's key; ``code`` the digits for those who cannot scan; ``pin`` the host's; ``server``
    64 hexadecimal characters that sign nonces and passes.
    """

    room: str
    code: str
    pin: str
    server: str

    @staticmethod
    def fresh() -> Secrets:
        """Return new secrets from the system's random source."""
        return Secrets(new_key(), _digits(5), _digits(6), secrets.token_hex(32))

    def __repr__(self) -> str:
        return "Secrets(...)"  # never in a log


def new_key() -> str:
    """Return a fresh key of KEY_LENGTH base-32 characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_LENGTH))


def _digits(count: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(count))


class Patience:
    """A bucket of tries for the whole table: ``most`` at once, one more every ``seconds``."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._left, self._at = float(most), clock()
        self._lock = threading.Lock()

    def take(self) -> int:
        """Take one try and return 0; where there is none left, return how many whole seconds to wait.

        Looking and taking are one step: many tries at the same moment are no more than one after another.
        """
        with self._lock:
            self._refill()
            if self._left < 1:
                return int((1 - self._left) * self._seconds) + 1
            self._left -= 1
            return 0

    def give_back(self) -> None:
        """The try was right: it costs nothing."""
        with self._lock:
            self._left = min(self._most, self._left + 1)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) / self._seconds)
        self._at = now


class Keys:
    """The doors of one table, for many threads."""

    def __init__(self, kept: Secrets, clock: Callable[[], float] = time.monotonic) -> None:
        self.kept = kept
        self._clock = clock
        self._lock = threading.Lock()
        self._used: dict[str, float] = {}
        self._tokens: dict[int, tuple[str, float]] = {}
        self._codes = Patience(8, 10, clock)
        self._pins = Patience(5, 60, clock)  # the PIN opens the box, and the box every secret

    # proofs

    def nonce(self) -> str:
        """Return a nonce that is good once and for two minutes. Nothing is remembered until it is used."""
        bare = f"{int(self._clock() * 1000):x}-{secrets.token_hex(12)}"
        return f"{bare}-{self._sign('nonce', bare)[:24]}"

    def opens(self, nonce: str, proof: str) -> Door | None:
        """Return what ``proof`` opens, or None. A nonce serves once; a seat's token too."""
        if not self._use(nonce):
            return None
        if _equal(_proof(self.kept.room, nonce), proof):
            return "room"
        with self._lock:
            for seat, (token, until) in list(self._tokens.items()):
                if self._clock() > until:
                    del self._tokens[seat]
                elif _equal(_proof(token, nonce), proof):
                    del self._tokens[seat]
                    return seat
        return None

    def token(self, seat: int) -> str:
        """Return the token that moves ``seat`` to the phone that scans it: good once and for five minutes.

        Asked again while it stands, the same one comes, so that a picture of it does not change under the camera.
        """
        with self._lock:
            token, until = self._tokens.get(seat, ("", 0.0))
            if not token or self._clock() > until - TOKEN_SECONDS / 5:
                token, until = new_key(), self._clock() + TOKEN_SECONDS
                self._tokens[seat] = (token, until)
            return token

    def _use(self, nonce: str) -> bool:
        bare, _, signature = nonce.rpartition("-")
        if not bare or not _equal(self._sign("nonce", bare)[:24], signature):
            return False
        made = int(bare.partition("-")[0], 16) / 1000
        now = self._clock()
        with self._lock:
            self._used = {n: t for n, t in self._used.items() if now - t < NONCE_SECONDS}
            if not 0 <= now - made + 1 < NONCE_SECONDS or nonce in self._used:
                return False
            self._used[nonce] = now
            return True

    # what is typed

    def code_wait(self) -> int:
        """Begin to read a typed code: return 0, or how many seconds the table waits before it reads another."""
        return self._codes.take()

    def is_code(self, typed: str) -> bool:
        """Tell whether ``typed`` is the room's code; codes compare as text. A wrong one has cost a try."""
        return _right(typed, self.kept.code, self._codes)

    def pin_wait(self) -> int:
        """Begin to read a PIN: return 0, or how many seconds the table waits before it reads another."""
        return self._pins.take()

    def is_pin(self, typed: str) -> bool:
        """Tell whether ``typed`` is the host's PIN. A wrong one has cost a try."""
        return _right(typed, self.kept.pin, self._pins)

    # passes

    @property
    def room_name(self) -> str:
        """A short public name of this room's key, so that two tables on one machine keep apart cookies."""
        return self._sign("name", self.kept.room)[:8]

    def room_pass(self, token: str) -> str:
        """Return the cookie that says: the phone with ``token`` has proved that it is in the room."""
        return self._sign("room", f"{self.kept.room} {self.kept.code} {token}")

    def host_pass(self, token: str) -> str:
        """Return the cookie that says: the phone with ``token`` has given the host's PIN."""
        return self._sign("host", f"{self.kept.pin} {token}")

    def _sign(self, purpose: str, message: str) -> str:
        return hmac.new(bytes.fromhex(self.kept.server), f"{purpose} {message}".encode(), hashlib.sha256).hexdigest()


def link(address: str, key: str) -> str:
    """Return what a QR code says: ``address`` in capitals (denser so), the key behind the #, where it stays."""
    return f"{address.upper().rstrip('/')}/#{key}"


def digest(token: str) -> str:
    """Return how a phone is written down: the SHA-256 of its cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


def _proof(key: str, nonce: str) -> str:
    return hmac.new(key.encode(), nonce.encode(), hashlib.sha256).hexdigest()


def _right(typed: str, right: str, patience: Patience) -> bool:
    if right and _equal(right, typed):
        patience.give_back()
        return True
    return False


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
