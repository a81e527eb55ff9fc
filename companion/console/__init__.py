"""Keys and buttons to commands: what is shown, what is typed, what is sent. Pure; time is handed in."""

from companion.console.dials import rings
from companion.console.hands import answered, linked, moved, page, press, tick, wakes
from companion.console.layers import (
    Console,
    Effect,
    Join,
    Light,
    Send,
    ShowSeat,
    Sound,
    SwitchOff,
)
from companion.console.menus import Now, Offered
from companion.console.pages import without_code

__all__ = [
    "Console",
    "Effect",
    "Join",
    "Light",
    "Now",
    "Offered",
    "Send",
    "ShowSeat",
    "Sound",
    "SwitchOff",
    "answered",
    "linked",
    "moved",
    "page",
    "press",
    "rings",
    "tick",
    "wakes",
    "without_code",
]
