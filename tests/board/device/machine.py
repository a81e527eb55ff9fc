"""A board's pins for its own program on MicroPython's unix port: ``main.py`` runs as it stands.

    micropython machine.py FIRMWARE CONTROL

Standard input and output are the board's USB; lines from CONTROL (a fifo) move pins: ``pin NUMBER LEVEL``. What goes
to the lights is appended to CONTROL.lights, what ends the program from the keyboard stands in CONTROL.interrupt, and
a reset makes CONTROL.reset.
"""

import json
import select
import sys
import termios

firmware, control = sys.argv[1], sys.argv[2]


def note(what, text):
    with open(control + "." + what, "w") as log:
        log.write(text)


class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 4, 8
    levels = {}
    handlers = {}

    def __init__(self, number, mode, pull=None):
        self.number = number
        if mode == self.IN and pull == self.PULL_UP:
            self.levels.setdefault(number, 1)

    def irq(self, handler, trigger):
        assert trigger == self.IRQ_RISING | self.IRQ_FALLING
        self.handlers[self.number] = (handler, self)

    def value(self):
        Machine.hands()
        return self.levels[self.number]


class Machine:
    Pin = Pin

    @staticmethod
    def unique_id():
        return b"\xe6\x61\x41\x04"

    @staticmethod
    def reset():
        note("reset", "")
        raise SystemExit

    busy = False

    @classmethod
    def hands(cls):
        """Move the pins that somebody moves."""
        if cls.busy:
            return
        cls.busy = True
        while poll.poll(0):
            words = moves.readline().split()
            if not words:
                break
            number, level = int(words[1]), int(words[2])
            if Pin.levels.get(number) != level:
                Pin.levels[number] = level
                if number in Pin.handlers:
                    handler, pin = Pin.handlers[number]
                    handler(pin)
        cls.busy = False


class NeoPixel(list):
    def __init__(self, pin, count):
        super().__init__([None] * count)
        self.number = pin.number

    def write(self):
        with open(control + ".lights", "a") as log:
            log.write(json.dumps([self.number, sum(c != (1, 1, 2) and c != (0, 0, 0) for c in self), max(self)]) + "\n")


class Neo:
    NeoPixel = NeoPixel


class Micro:
    @staticmethod
    def kbd_intr(code):
        note("interrupt", str(code))


termios.setraw(0)
moves = open(control, "r+")
poll = select.poll()
poll.register(moves, select.POLLIN)
sys.modules["machine"] = Machine
sys.modules["neopixel"] = Neo
sys.modules["micropython"] = Micro
sys.path.insert(0, firmware)
__import__("main")
