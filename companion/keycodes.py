"""What the raw keys of a numeric keypad mean: Linux key codes (input-event-codes.h) -> our names.

A pad whose NumLock is off sends navigation keys; they mean the digits printed beside them, never a movement.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.panel import KeyName

KEY_NAMES: Mapping[int, KeyName] = {
    82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9",
    110: "0", 107: "1", 108: "2", 109: "3", 105: "4", 106: "6", 102: "7", 103: "8", 104: "9",
    11: "0", 2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9",
    83: ".", 121: ".", 111: ".", 52: ".", 51: ".",
    78: "+", 13: "+", 74: "-", 12: "-", 55: "*", 98: "/", 53: "/",
    96: "enter", 28: "enter", 14: "backspace", 69: "numlock",
}  # fmt: skip
"""Digits of the keypad, with and without NumLock, and of a keyboard's top row; then the rest."""
