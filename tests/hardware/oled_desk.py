"""A display on a fake clock, over wires that can fail; the fixture ``oled_desk`` makes one of these."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PIL import Image

from companion.clock import FakeTime
from companion.config import Display
from firmware_bridge.oled import Oled
from tests.hardware.oled_model import Controller
from tests.hardware.oled_wires import noise, wire

I2C = [Display(driver="ssd1306"), Display(driver="sh1106"), Display(driver="ssd1309", offset=None, rotate=2)]
PICTURES = list(itertools.islice(noise(5), 4))


class Desk:
    """A display on a fake clock."""

    def __init__(self, display: Display, patch: pytest.MonkeyPatch) -> None:
        self.time = FakeTime()
        self.wires = wire(display, patch)
        self.turned = display.rotate == 2
        self.oled = Oled(display, time=self.time, threaded=False)

    @property
    def model(self) -> Controller:
        return self.wires.controller

    def show(self, picture: Image.Image) -> None:
        self.oled.show(picture)
        self.oled.step()

    def wait(self, seconds: float) -> None:
        """Let time pass as the writer's thread would: it comes round whenever something is due."""
        end = self.time.monotonic() + seconds
        while (due := self.oled.step()) is not None and self.time.monotonic() + due <= end:
            self.time.advance(max(due, 1e-3))
        self.time.advance(max(0.0, end - self.time.monotonic()))

    def shows(self, picture: Image.Image) -> bool:
        if self.turned:
            picture = picture.transpose(Image.Transpose.ROTATE_180)
        return self.wires.seen() == picture.tobytes()


Make = Callable[..., Desk]
"""Makes a desk with the given display, the first of I2C without one; it is closed after the test."""
