"""The real front panel: whatever parts of the box were found, each on its own. None of them has to be there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

import msgspec
from PIL import Image

from companion.config import Settings
from companion.game import Tone
from companion.panel import Button, Inputs, Lamp, Light, Ring
from firmware_bridge import gpio
from firmware_bridge.board_link import BoardLink
from firmware_bridge.buttons import Buttons
from firmware_bridge.buzzer import Buzzer
from firmware_bridge.gpio import Pins
from firmware_bridge.keypad import Keypad
from firmware_bridge.lamp import Lamp as RealLamp
from firmware_bridge.oled import Oled
from firmware_bridge.speech import Speech
from firmware_bridge.status import Missing, Status

P = TypeVar("P")
_LOG = logging.getLogger(__name__)


class Parts(msgspec.Struct, kw_only=True):
    """The parts that were found, and what there is to say of those that were not."""

    display: Oled | None = None
    buttons: Buttons | None = None
    keypad: Keypad | None = None
    lamp: RealLamp | None = None
    buzzer: Buzzer | None = None
    speech: Speech | None = None
    board: BoardLink | None = None
    pins: Pins | None = None
    missing: list[Status] = []

    def status(self) -> list[Status]:
        """Return how each part is, the missing ones too, for the doctor."""
        found = (self.display, self.buttons, self.keypad, self.lamp, self.buzzer, self.speech, self.board)
        return [part.status() for part in found if part is not None] + self.missing


def find_parts(settings: Settings, inputs: Inputs) -> Parts:
    """Open every part that the settings name, as far as it is there; what is not is a sentence in ``missing``.

    Parts that may come later (display, keypad, sound card) are found and stay on the look-out. Raises
    ``gpio.SecondCopy`` when another tablehand has the pins: then this one must end.
    """
    parts = Parts(missing=[])
    board = gpio.a_board()

    def found(name: str, make: Callable[[], P]) -> P | None:
        try:
            return make()
        except gpio.SecondCopy:
            raise
        except Missing as missing:
            parts.missing.append(Status(name, not board, str(missing)))
            _LOG.log(logging.WARNING if board else logging.DEBUG, "%s: %s", name, missing)
        return None

    try:
        buttons: dict[Button, int] = {
            "back": settings.buttons.back,
            "up": settings.buttons.up,
            "down": settings.buttons.down,
            "select": settings.buttons.select,
        }
        lamp = any((settings.lamp.single, settings.lamp.red, settings.lamp.green, settings.lamp.blue))
        if any((*buttons.values(), lamp, settings.buzzer.pin)):
            parts.pins = found("pins", lambda: _pins(board))
        pins = parts.pins
        if pins is not None:
            if any(buttons.values()):
                wiring = settings.buttons
                parts.buttons = found(
                    "buttons",
                    lambda: Buttons(buttons, inputs, pins, pull_up=wiring.pull_up, settle=wiring.settle_ms / 1000),
                )
            if lamp:
                parts.lamp = found("lamp", lambda: RealLamp(settings.lamp, pins))
            if settings.buzzer.pin:
                parts.buzzer = found("buzzer", lambda: Buzzer(settings.buzzer, pins))
        parts.keypad = found("keypad", lambda: Keypad(settings.keypad, inputs))
        if settings.board.usb:
            parts.board = found("board", lambda: BoardLink(settings.board, inputs))
        if settings.display.driver:
            parts.display = found("display", lambda: Oled(settings.display))
        if settings.sound.speech != "off":
            parts.speech = Speech(settings.sound)
    except BaseException:
        RealPanel(parts, inputs).stop()
        raise
    return parts


def _pins(board: bool) -> Pins:
    if not board:
        raise Missing("this machine has no pins; buttons, lamp and buzzer are those of the panel's page")
    return gpio.open_pins()


class RealPanel:
    """The parts as one panel. ``start`` lets buttons, keypad and dials in; ``stop`` gives everything back, dark."""

    def __init__(self, parts: Parts, inputs: Inputs) -> None:
        self.parts = parts
        self._inputs = inputs

    @property
    def inputs(self) -> Inputs:
        return self._inputs

    @inputs.setter
    def inputs(self, inputs: Inputs) -> None:
        self._inputs = inputs
        for reader in (self.parts.buttons, self.parts.keypad, self.parts.board):
            if reader is not None:
                reader.inputs = inputs

    def start(self) -> None:
        for reader in (self.parts.buttons, self.parts.keypad, self.parts.board):
            if reader is not None:
                reader.start()

    def stop(self) -> None:
        parts = self.parts
        readers = (parts.keypad, parts.board, parts.buttons, parts.pins)
        for part in (parts.display, parts.lamp, parts.buzzer, parts.speech, *readers):
            if part is not None:
                try:
                    part.close()
                except Exception:  # noqa: BLE001 - one part that will not close must not keep the others open
                    _LOG.exception("a part of the box did not close")

    def status(self) -> list[Status]:
        return self.parts.status()

    # the panel

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:  # noqa: ARG002 - the panel protocol
        if self.parts.display is not None:
            self.parts.display.show(picture)

    def light(self, light: Light) -> None:
        if self.parts.display is not None:
            self.parts.display.light(light)

    def lamp(self, colour: Lamp) -> None:
        if self.parts.lamp is not None:
            self.parts.lamp.show(colour)

    def dials(self, rings: tuple[Ring, ...]) -> None:
        if self.parts.board is not None:
            self.parts.board.show(rings)

    def tone(self, tone: Tone) -> None:
        if self.parts.buzzer is not None:
            self.parts.buzzer.play(tone)

    def say(self, line: str) -> None:
        if self.parts.speech is not None:
            self.parts.speech.say(line)

    def hush(self) -> None:
        if self.parts.buzzer is not None:
            self.parts.buzzer.hush()
        if self.parts.speech is not None:
            self.parts.speech.hush()
