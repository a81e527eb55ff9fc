"""Where everything hangs on the board, by GPIO number. hardware.md shows the same as a table."""

# (encoder A, encoder B, button, ring), one line a dial, from left to right
DIALS = (
    (2, 3, 4, 16),
    (6, 7, 8, 17),
    (10, 11, 12, 18),
)

LIGHTS = 12
"""Lights on a ring."""

DETENT = 4
"""Changes of an encoder's contacts from one click to the next: 4 for the usual kind, 2 for some."""
