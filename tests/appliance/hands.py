"""The tester's hands: keys of the USB keypad, buttons at their pins, plugs in and out."""

from __future__ import annotations

import time
from collections.abc import Sequence

from companion.config import Buttons, Lamp
from companion.panel import BUTTONS, Input, Key, Press, Release
from tests.appliance.guest import Guest

_FIRST = 0x53
_USAGES = {
    "numlock": 0x53, "/": 0x54, "*": 0x55, "-": 0x56, "+": 0x57, "enter": 0x58, "1": 0x59, "2": 0x5A, "3": 0x5B,
    "4": 0x5C, "5": 0x5D, "6": 0x5E, "7": 0x5F, "8": 0x60, "9": 0x61, "0": 0x62, ".": 0x63,
}  # fmt: skip
"""Key names -> HID usages of page 7. The pad's report has a bit for each, from NumLock on, then one for Backspace."""
_BACKSPACE = 17
_NOTHING = "000000"

PINS: dict[str, int] = {name: getattr(Buttons(), name) for name in BUTTONS}
"""Where the settings look for the buttons unless they say otherwise."""
LAMP = (Lamp().red, Lamp().green, Lamp().blue)
_SIM = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{}/{}"


def report(key: str) -> str:
    """Return the pad's report, in hexadecimal, with this key down."""
    bit = _BACKSPACE if key == "backspace" else _USAGES[key] - _FIRST
    return (1 << bit).to_bytes(3, "little").hex()


class Hands:
    """What a person does at the box, done to the guest's made-up parts."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def put(self, given: Input) -> bool:
        """Do what a table script means by one input, and tell whether anybody took it.

        A hold is a button that is not let go: there is nothing to do for it.
        """
        match given:
            case Key(name=name):
                return self.key(name)
            case Press(name=name):
                self.button(name, down=True)
            case Release(name=name):
                self.button(name, down=False)
            case _:
                pass
        return True

    def key(self, name: str) -> bool:
        """Strike a key; 00 and 000 are what pads make of them, zeros at once. Tells whether anybody took it."""
        strokes: Sequence[str] = name if name in ("00", "000") else (name,)
        reports = [sent for stroke in strokes for sent in (report(stroke), _NOTHING)]
        return self._guest.type(reports, gap=0.002 if len(strokes) > 1 else 0.03, patience=3) == len(reports)

    def button(self, name: str, *, down: bool) -> None:
        """Press a button down, or let it go: its contact bounces a little."""
        self._guest.write(*_bounced(name, down=down))

    def tap(self, name: str) -> None:
        """Press a button shortly, in one go: told in two, a slow machine may make it a long one."""
        self._guest.write(*_bounced(name, down=True, pause=0.12), *_bounced(name, down=False))

    def hold(self, name: str, seconds: float) -> None:
        """Hold a button down for some seconds."""
        self.button(name, down=True)
        time.sleep(seconds)
        self.button(name, down=False)

    def plug(self, part: str, *, on: bool) -> None:
        """Put the keypad, the board or the display in, or pull it out."""
        self._guest.must(f"sh /run/stage/guest/plug {part} {'in' if on else 'out'}")

    def lamp(self, seconds: float = 0.3) -> tuple[float, ...]:
        """Return how bright red, green and blue are: which part of the time their pins are high."""
        return tuple(self._guest.levels([_SIM.format(pin, "value") for pin in LAMP], seconds))


def _bounced(name: str, *, down: bool, pause: float = 0.0) -> list[tuple[str, str, float]]:
    """Return the levels of a contact that bounces twice, and stays for ``pause`` seconds at least."""
    path = _SIM.format(PINS[name], "pull")
    end, other = ("pull-down", "pull-up") if down else ("pull-up", "pull-down")
    return [(path, level, 0.0) for level in (end, other, end, other)] + [(path, end, pause)]
