"""Displays at the other end of the wires, written from their data sheets: bytes come in, pixels are seen.

SSD1306 (Solomon Systech, rev. 1.1: 8.1 interfaces, 9 and 10 commands) and SH1106 (Sino Wealth, v2.3: commands and
figure 8). Nothing here is shared with the code under test. What a data sheet does not allow is an AssertionError.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from PIL import Image

WIDE, HIGH, PAGES = 128, 64, 8


class Controller:
    """A controller with its panel. ``bytes`` counts what came, commands and data."""

    columns: int
    arguments: ClassVar[dict[int, int]]
    ignored: ClassVar[frozenset[int]] = frozenset()

    def __init__(self, first: int = 0) -> None:
        """``first`` is the column of the memory that the panel shows at its left edge."""
        self.first = first
        self.bytes = 0
        self.frames: list[Image.Image] = []
        self.power_cut()

    def power_cut(self) -> None:
        """Be as after power-up: off, reset values, noise in the memory."""
        noise = bytes(37 * n % 251 for n in range(PAGES * self.columns))
        self.ram = [bytearray(noise[p * self.columns : (p + 1) * self.columns]) for p in range(PAGES)]
        self.on = self.inverted = self.all_on = False
        self.mirrored = self.flipped = True  # until told otherwise, as these panels are mounted
        self.start_line = self.shift = 0
        self.contrast, self.clock, self.multiplex = 0x7F, 0x80, 0x3F
        self.column = self.page = 0
        self._opened: list[int] = []
        self._wanted = 0

    # what comes over the wires

    def command(self, content: Iterable[int]) -> None:
        for byte in content:
            self.bytes += 1
            if self._wanted:
                self._opened.append(byte)
                self._wanted -= 1
            elif byte in self.arguments:
                self._opened, self._wanted = [byte], self.arguments[byte]
            elif byte not in self.ignored:
                self._opened = [byte]
            else:
                continue
            if not self._wanted:
                self._do(self._opened[0], self._opened[1:])

    def data(self, content: Iterable[int]) -> None:
        assert not self._wanted, "data in the middle of a command"
        for byte in content:
            self.bytes += 1
            self._store(byte)

    def i2c(self, message: Sequence[int]) -> None:
        """Take one message behind its address: control bytes (Co, D/C, six zeros) and what they announce."""
        rest = list(message)
        while rest:
            control, rest = rest[0], rest[1:]
            assert control & 0x3F == 0, f"control byte {control:02X}"
            taken, rest = (rest[:1], rest[1:]) if control & 0x80 else (rest, [])
            (self.data if control & 0x40 else self.command)(taken)

    def _store(self, byte: int) -> None:
        raise NotImplementedError

    def _do(self, op: int, given: list[int]) -> None:
        if 0x40 <= op <= 0x7F:
            self.start_line = op - 0x40
        elif op == 0x81:
            self.contrast = given[0]
        elif op in (0xA0, 0xA1):
            self.mirrored = op == 0xA0
        elif op in (0xA4, 0xA5):
            self.all_on = op == 0xA5
        elif op in (0xA6, 0xA7):
            self.inverted = op == 0xA7
        elif op == 0xA8:
            assert 15 <= given[0] <= 63, "multiplex ratio"
            self.multiplex = given[0]
        elif op in (0xAE, 0xAF):
            self.on = op == 0xAF
        elif 0xB0 <= op <= 0xB7:
            self.page = op - 0xB0
        elif op in (0xC0, 0xC8):
            self.flipped = op == 0xC0
        elif op == 0xD3:
            self.shift = given[0] & 63
        elif op == 0xD5:
            self.clock = given[0]
        elif op in (0xD9, 0xDA, 0xDB, 0xE3, 0x8D, 0xAD, 0x2E):
            pass  # voltages, wiring of the rows, nothing
        else:
            raise AssertionError(f"no such command: {op:02X}")

    # what is seen

    def picture(self) -> Image.Image:
        """Return what an eye sees on the panel."""
        return self.memory() if self.on else Image.new("1", (WIDE, HIGH))

    def memory(self) -> Image.Image:
        """Return what would be seen if the panel were switched on."""
        assert self.multiplex == 63, "rows are missing"
        assert not self.all_on
        pixels = bytearray()
        for y in range(HIGH):
            row = (y + self.start_line + self.shift) % 64
            row = 63 - row if self.flipped else row
            line = self.ram[row // 8][::-1] if self.mirrored else self.ram[row // 8]
            pixels += bytes(255 * (byte >> row % 8 & 1) for byte in line[self.first : self.first + WIDE])
        if self.inverted:
            pixels = bytearray(255 - pixel for pixel in pixels)
        return Image.frombytes("L", (WIDE, HIGH), bytes(pixels)).convert("1", dither=Image.Dither.NONE)

    @property
    def empty(self) -> bool:
        """Whether nothing at all is left in the memory that the panel can show."""
        return self.memory().getbbox() is None


class SSD1306(Controller):
    """128 x 64 bits; horizontal, vertical or page addressing (10.1.3)."""

    columns = 128
    arguments: ClassVar[dict[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
        0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def power_cut(self) -> None:
        super().power_cut()
        self.mode = 2
        self.window = (0, 127, 0, 7)

    def _do(self, op: int, given: list[int]) -> None:
        left, right, top, bottom = self.window
        if op == 0x20:
            assert given[0] & 3 != 3, "no such addressing mode"
            self.mode = given[0] & 3
        elif op == 0x21:
            assert 0 <= given[0] <= given[1] <= 127, f"columns {given}"
            self.window = (*given, top, bottom)  # type: ignore[assignment]  # two and two make four
            self.column = given[0]
        elif op == 0x22:
            assert 0 <= given[0] <= given[1] <= 7, f"pages {given}"
            self.window = (left, right, *given)  # type: ignore[assignment]  # two and two make four
            self.page = given[0]
        elif op <= 0x0F and self.mode == 2:
            self.column = self.column & 0x70 | op
        elif op <= 0x17 and self.mode == 2:
            self.column = self.column & 0x0F | (op & 7) << 4
        elif 0xB0 <= op <= 0xB7:
            if self.mode == 2:
                super()._do(op, given)
        else:
            super()._do(op, given)

    def _store(self, byte: int) -> None:
        left, right, top, bottom = self.window
        self.ram[self.page][self.column] = byte
        if self.mode == 2:
            self.column = (self.column + 1) % 128
        elif self.mode == 0:
            self.column += 1
            if self.column > right:
                self.column = left
                self.page = top if self.page >= bottom else self.page + 1
        else:
            self.page += 1
            if self.page > bottom:
                self.page = top
                self.column = left if self.column >= right else self.column + 1


class SH1106(Controller):
    """132 x 64 bits, one page at a time: the column counts up to 131 and goes no further."""

    columns = 132
    arguments: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    #: Commands of the SSD1306 that luma sends to this one too; here they are reserved and single bytes.
    ignored: ClassVar[frozenset[int]] = frozenset({0x20, 0x8D})

    def _do(self, op: int, given: list[int]) -> None:
        if op <= 0x0F:
            self.column = self.column & 0xF0 | op
        elif op <= 0x1F:
            self.column = self.column & 0x0F | (op & 0x0F) << 4
        elif 0x30 <= op <= 0x33:
            pass  # pump voltage
        else:
            super()._do(op, given)

    def _store(self, byte: int) -> None:
        assert self.column < self.columns, "behind the end of a page"
        self.ram[self.page][self.column] = byte
        self.column += 1
