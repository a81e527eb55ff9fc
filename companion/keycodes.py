"""What the raw keys of a numeric keypad mean: Linux key codes (input-event-codes.h) -> our names.

A pad whose NumLock is off sends navigation keys; they mean the digits printed beside them, never a movement.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.panel import KeyName

KEY_NAMES: Mapping[int, KeyName] = {
    82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9",
    110: "0", 107: "1", 108: "2", 109: "3", 105: "4", 355: "5", 106: "6", 102: "7", 103: "8", 104: "9",
    11: "0", 2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9",
    83: ".", 121: ".", 95: ".", 111: ".", 52: ".", 51: ".",
    78: "+", 13: "+", 74: "-", 12: "-", 55: "*", 98: "/", 53: "/",
    96: "enter", 28: "enter", 14: "backspace", 69: "numlock",
}  # fmt: skip
"""Digits of the keypad, with and without NumLock, and of a keyboard's top row; then the rest."""

SHIFTS = frozenset({42, 54})
SHIFTED: Mapping[int, KeyName] = {9: "*", 13: "+"}
"""What pads that speak as a US keyboard mean by a key with shift (42 and 54)."""

ZEROS: Mapping[int, KeyName] = {1: "0", 2: "00", 3: "000"}
"""What a burst of zeros came from that no finger is fast enough for: the 0, 00 or 000 key."""

_PAD = frozenset(range(71, 83)) - {74, 78}
_NAVIGATION = frozenset({102, 103, 104, 105, 106, 107, 108, 109, 110})
_TOP_ROW = frozenset(range(2, 12))
_ENTERS = frozenset({28, 96})
_LETTERS = frozenset({*range(16, 26), *range(30, 39), *range(44, 51)})
FEW_LETTERS = 6
"""So many letters a pad may have (A to F on one for programmers); a keyboard has 26."""


def is_pad(keys: frozenset[int]) -> bool:
    """Tell whether a device with these key codes can type codes: digits, or what stands for them, and an Enter."""
    return bool(keys & _ENTERS) and any(keys >= digits for digits in (_PAD, _TOP_ROW, _NAVIGATION | {96}))


def is_letter(key: int) -> bool:
    """Tell whether this key code is a letter's: whoever sends one is no pad."""
    return key in _LETTERS


def is_keyboard(keys: frozenset[int]) -> bool:
    """Tell whether it looks like a whole keyboard, which somebody may want to type on."""
    return len(keys & _LETTERS) > FEW_LETTERS
