"""A rotary encoder and the button under its knob. Pins are handed in, so that any will do."""

# Of the four states of the two contacts, which way each goes to which: old state * 4 + new state. A step over two
# is a bounce, or one missed: it counts for nothing, and the next ones put it right.
_WAY = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Encoder:
    """Counts clicks. ``take`` gives those since the last time: the right way round is up."""

    def __init__(self, a, b, detent):
        self._a, self._b = a, b
        self._detent = detent  # changes of contact from one click to the next
        self._state = a.value() << 1 | b.value()
        self._count = 0
        self._taken = 0
        for pin in (a, b):
            pin.irq(self._changed, pin.IRQ_RISING | pin.IRQ_FALLING)

    def _changed(self, _pin):
        # A soft interrupt, which MicroPython runs between two steps of the loop (hard ones have crashed this port). Few
        # of them can wait, so it must be short.
        state = self._a.value() << 1 | self._b.value()
        self._count += _WAY[self._state << 2 | state]
        self._state = state

    def take(self):
        """Return the clicks since the last time, and keep the part of one for the next."""
        clicks = int((self._count - self._taken) / self._detent)
        self._taken += clicks * self._detent
        return clicks


class Button:
    """A button to ground. ``pushed`` tells once of each push, ``SETTLE`` milliseconds after it went down."""

    SETTLE = 15

    def __init__(self, pin, diff):
        self._pin, self._diff = pin, diff
        self._down = self.down()
        self._since = None

    def down(self):
        """Tell whether it is down this moment."""
        return not self._pin.value()

    def pushed(self, now):
        """Tell whether it has gone down since the last time; asked at every turn of the loop."""
        if self.down() == self._down:
            self._since = None
        elif self._since is None:
            self._since = now
        elif self._diff(now, self._since) >= self.SETTLE:
            self._down = not self._down
            self._since = None
            return self._down
        return False
