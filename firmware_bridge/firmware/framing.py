"""Messages as frames on a wire: a checksum behind each, no zero byte in it, a zero after it.

COBS (Cheshire and Baker, 1999) takes the zeros out; CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF) guards the
message. Runs on MicroPython and on CPython alike.
"""

MOST = 1024
"""The longest message in bytes: longer ones are no one's."""


def crc16(data):
    """Return the checksum of bytes."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def stuff(data):
    """Return bytes without their zeros (COBS, the zero at the end not yet there)."""
    out = bytearray(1)
    code = 0  # where the length of the run that is being written belongs
    for byte in data:
        if len(out) - code == 255:
            out[code] = 255
            code = len(out)
            out.append(0)
        if byte:
            out.append(byte)
        else:
            out[code] = len(out) - code
            code = len(out)
            out.append(0)
    out[code] = len(out) - code
    return bytes(out)


def unstuff(data):
    """Return the bytes that ``stuff`` was given. Raises ValueError for what it never makes."""
    out = bytearray()
    at = 0
    while at < len(data):
        run = data[at]
        if not run or at + run > len(data):
            raise ValueError("no COBS")
        out += data[at + 1 : at + run]
        at += run
        if run < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def frame(message):
    """Return the frame of a message, with a zero on both sides: what stood before it on the wire does no harm."""
    crc = crc16(message)
    return b"\0" + stuff(message + bytes((crc >> 8, crc & 255))) + b"\0"


class Unframer:
    """Takes in bytes as they come, gives out whole messages. ``bad`` counts what was none."""

    def __init__(self):
        self.bad = 0
        self._held = bytearray()
        self._lost = False  # more came than a frame can hold: nothing counts until the next zero

    def feed(self, data):
        """Return the messages that are whole now."""
        found = []
        for byte in data:
            if byte:
                if len(self._held) < MOST + 8:
                    self._held.append(byte)
                else:
                    self._lost = True
                continue
            if self._held:
                message = None if self._lost else self._open()
                if message is None:
                    self.bad += 1
                else:
                    found.append(message)
            self._held = bytearray()
            self._lost = False
        return found

    def _open(self):
        try:
            data = unstuff(self._held)
        except ValueError:
            return None
        if len(data) < 3 or crc16(data):  # a message with its own checksum behind it comes to nothing
            return None
        return data[:-2]
