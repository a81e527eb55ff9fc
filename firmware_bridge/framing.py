"""Frames on the dial board's wire, as its program makes them too: COBS with a CRC-16 behind each message, then a zero.

This is the table's own half, written apart from ``firmware/framing.py``, which the tests hold against it.
"""

from __future__ import annotations

from binascii import crc_hqx

MOST = 1024
"""The longest message in bytes."""
_HELD = MOST + 8
"""The longest frame: the message, its checksum, what COBS adds."""


def frame(message: bytes) -> bytes:
    """Return the frame of a message, a zero on both sides. Raises ValueError for one that is too long."""
    if len(message) > MOST:
        raise ValueError(f"a message of {len(message)} bytes; {MOST} is the most")
    data = message + crc_hqx(message, 0xFFFF).to_bytes(2, "big")
    out = bytearray(1)
    for part in (parts := data.split(b"\0")):
        for at in range(0, len(part) // 254 * 254, 254):
            out.append(255)
            out += part[at : at + 254]
        rest = part[len(part) // 254 * 254 :]
        out.append(len(rest) + 1)
        out += rest
    if parts[-1] and len(parts[-1]) % 254 == 0:
        out.pop()  # a full last run ends the message by itself
    out.append(0)
    return bytes(out)


def _unstuffed(data: bytes) -> bytes | None:
    out = bytearray()
    at = 0
    while at < len(data):
        run = data[at]
        if at + run > len(data):
            return None
        out += data[at + 1 : at + run]
        at += run
        if run < 255 and at < len(data):
            out.append(0)
    return bytes(out)


class Unframer:
    """Takes in bytes as they come, gives out whole messages. ``bad`` counts what was none; it never holds much."""

    def __init__(self) -> None:
        self.bad = 0
        self._held = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the messages that are whole now."""
        found = []
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._hold(part)
            if self._held or self._lost:
                message = None if self._lost else self._open()
                if message is None:
                    self.bad += 1
                else:
                    found.append(message)
            self._held.clear()
            self._lost = False
        self._hold(rest)
        return found

    @property
    def held(self) -> int:
        """How many bytes wait for their end."""
        return len(self._held)

    def _hold(self, part: bytes) -> None:
        if self._lost or len(self._held) + len(part) > _HELD:
            self._lost = True
            self._held.clear()
        else:
            self._held += part

    def _open(self) -> bytes | None:
        data = _unstuffed(bytes(self._held))
        if data is None or len(data) < 3 or crc_hqx(data, 0xFFFF):
            return None
        return data[:-2]
