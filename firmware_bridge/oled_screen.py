"""Displays as they want to be told: rectangles, pages, or whole pictures by luma's own ``display``."""

from __future__ import annotations

from typing import Any

from PIL import Image

from companion.config import Display
from firmware_bridge import oled_changes
from firmware_bridge.oled_bus import Bus, Hopeless, Line

SIZE = (128, 64)
BY_WINDOW = ("ssd1306", "ssd1309", "ssd1315", "ssd1305")
BY_PAGE = ("sh1106",)

WINDOW_COST = 10
"""Bytes on an I2C bus of another rectangle: six of command, and twice an address and a control byte."""
PAGE_COST = 7
"""The same where a command has three bytes."""

_OFF, _ON, _CLOCK, _FAST, _NOTHING = 0xAE, 0xAF, 0xD5, 0xF0, 0xE3
_CONTRAST = 0x81


class Screen:
    """A display object of luma's and what stands on it. This one is told whole pictures, in luma's own way.

    Every method may raise what the bus raises; then ``forget`` is due.
    """

    def __init__(self, display: Display, device: Any, line: Line) -> None:
        self._device, self._line = device, line
        self._contrast = display.contrast or own_contrast(line)
        self._dim = min(display.dim, self._contrast)
        self._fast = display.clock == "fast"
        self._shown: Any = None
        # luma registers a farewell at exit for every device; ours has been said by then.
        device.persist = True

    def begin(self, bus: Bus) -> None:
        """Start the display on ``bus``, whatever it was before: blank and lit."""
        self.forget()
        self._line.begin(bus)
        self._tune()

    def forget(self) -> None:
        """Take nothing that was sent for shown."""
        self._shown = None

    def detach(self) -> None:
        """Let go of the bus."""
        self._line.bus = None
        self.forget()

    def show(self, picture: Image.Image) -> bool:
        """Bring a picture of 128 x 64 onto the display. Tells whether anything had to be sent."""
        if picture == self._shown:
            return False
        self._device.display(self._fitted(picture))
        self._shown = picture
        return True

    def _fitted(self, picture: Image.Image) -> Image.Image:
        """Return the picture in the middle of one that luma takes for this display."""
        wide, high = self._device.size
        if (wide, high) == SIZE and self._device.mode == "1":
            return picture
        whole = Image.new(self._device.mode, (wide, high))
        whole.paste(picture.convert(self._device.mode), ((wide - SIZE[0]) // 2, (high - SIZE[1]) // 2))
        return whole

    def bright(self, *, full: bool) -> None:
        """Set how bright it is."""
        self._device.contrast(self._contrast if full else self._dim)

    def off(self) -> None:
        """Switch the display off: nothing is to be seen, whatever it is told."""
        self._device.hide()

    def on(self) -> None:
        """Switch the display on."""
        self._device.show()

    def renew(self) -> None:
        """Take it that a spark has upset the display: what can be set anew without a flicker is."""
        self.forget()

    def feel(self) -> None:
        """Say something that changes nothing, to find out whether the display is there."""

    def _tune(self) -> None:
        """Set what luma does not."""


class OwnScreen(Screen):
    """A display whose memory we know: it is told only what has changed."""

    def show(self, picture: Image.Image) -> bool:
        pages = oled_changes.pages_of(self._device.preprocess(picture))
        changes = self._changes(pages)
        # Should this fail half way, nobody knows what is shown; whoever catches that calls ``forget``.
        for window in changes:
            self._send(window, window.of(pages))
        self._shown = pages
        return bool(changes)

    def _changes(self, pages: oled_changes.Pages) -> list[oled_changes.Window]:
        raise NotImplementedError

    def _send(self, window: oled_changes.Window, content: bytes) -> None:
        raise NotImplementedError

    def renew(self) -> None:
        self.forget()
        is_data, start = self._line.kept[0]
        if not is_data and start[0] == _OFF:
            self._line.command(*start[1:])
        self._tune()
        self._line.command(_ON)

    def feel(self) -> None:
        self._line.command(_NOTHING)

    def _tune(self) -> None:
        if self._fast:
            self._line.command(_CLOCK, _FAST)


class WindowScreen(OwnScreen):
    """SSD1306 and its like in horizontal mode: any rectangle, its pages one after another."""

    def _changes(self, pages: oled_changes.Pages) -> list[oled_changes.Window]:
        return oled_changes.by_window(self._shown, pages, WINDOW_COST)

    def _send(self, window: oled_changes.Window, content: bytes) -> None:
        self._line.command(0x21, window.left, window.right, 0x22, window.top, window.bottom)
        self._line.data(list(content))


class PageScreen(OwnScreen):
    """SH1106: a run of columns on one page; its memory is wider than what can be seen."""

    def __init__(self, display: Display, device: Any, line: Line) -> None:
        super().__init__(display, device, line)
        self._offset = 2 if display.offset is None else display.offset

    def _changes(self, pages: oled_changes.Pages) -> list[oled_changes.Window]:
        return oled_changes.by_page(self._shown, pages, PAGE_COST)

    def _send(self, window: oled_changes.Window, content: bytes) -> None:
        column = window.left + self._offset
        self._line.command(0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)
        self._line.data(list(content))


def own_contrast(line: Line) -> int:
    """Return the contrast that luma has set at the start of this display; in the middle where it has set none."""
    for is_data, content in line.kept:
        if not is_data and len(content) == 2 and content[0] == _CONTRAST:
            return content[1]
    return 0x7F


def make(display: Display) -> Screen:
    """Return the display that the settings name, not yet on a bus.

    Raises ImportError without luma, Hopeless for a display that luma does not know or that is too small.
    """
    from luma.core import error as luma_error
    from luma.core.framebuffer import full_frame

    line = Line()
    options: dict[str, Any] = {"rotate": display.rotate, "framebuffer": full_frame()}
    options |= {"width": display.width} if display.width else {}
    options |= {"height": display.height} if display.height else {}
    if display.driver == "sh1106" and display.offset is not None:
        options["page_address_offset"] = display.offset
    try:
        device = _named(display.driver)(serial_interface=line, **options)
    except (luma_error.Error, AssertionError) as error:
        raise Hopeless(f"the display {display.driver} does not start with these settings: {error}") from error
    line.made()
    if device.width < SIZE[0] or device.height < SIZE[1]:
        raise Hopeless(
            f"the display {display.driver} has {device.width} x {device.height} pixels here; the table needs 128 x 64"
        )
    ours = device.size == SIZE and device.mode == "1" and display.rotate % 2 == 0
    if ours and display.driver in BY_WINDOW:
        return WindowScreen(display, device, line)
    if ours and display.driver in BY_PAGE:
        return PageScreen(display, device, line)
    return Screen(display, device, line)


def _named(name: str) -> Any:
    """Return luma's class of that name."""
    from luma.oled import device

    if name not in device.__all__:
        raise Hopeless(f"luma knows no display {name!r}; it knows {', '.join(sorted(device.__all__))}")
    return getattr(device, name)
