"""A dial as a ring of lights."""

LIT = (24, 14, 0)
FAINT = (1, 1, 2)
DARK = (0, 0, 0)


def lights(value, low, high, count):
    """Return the colours of ``count`` lights: as many lit as the value's share from ``low`` to ``high``.

    Anything above ``low`` lights one, and only ``high`` lights all: the ends can be told from what is next to them.
    """
    if high <= low:
        lit = count if value >= high else 0
    elif value <= low:
        lit = 0
    elif value >= high:
        lit = count
    else:
        lit = max(1, min(count - 1, (value - low) * count // (high - low)))
    return [LIT] * lit + [FAINT] * (count - lit)


class Ring:
    """``strip`` is a neopixel.NeoPixel, or anything that takes colours by number and writes them out."""

    def __init__(self, strip, count):
        self._strip, self._count = strip, count
        self._shown = None

    def show(self, state):
        """Show a dial's state (label, value, low, high), or go dark for None. Writes only what is new."""
        colours = [DARK] * self._count if state is None else lights(state[1], state[2], state[3], self._count)
        if colours != self._shown:
            self._shown = colours
            for at, colour in enumerate(colours):
                self._strip[at] = colour
            self._strip.write()
