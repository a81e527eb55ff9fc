"""The dial board's program, for an RP2040 with MicroPython: knobs and rings on one side, the table on its USB.

The first knob held down at the start leaves the board alone, for putting another program on it.
"""

import os
import sys
import time
from binascii import hexlify

import machine
import micropython
import neopixel
import pins
from encoder import Button, Encoder
from protocol import Board
from ring import Ring
from wire import Wire

ROUND = 5
"""Milliseconds that one round waits for the table at the most: how often knobs are looked at."""


def run():
    """Serve knobs and rings for ever."""
    micropython.kbd_intr(-1)  # a frame may hold what would else be Ctrl-C
    up = machine.Pin.PULL_UP
    knobs, buttons, rings = [], [], []
    for a, b, button, ring in pins.DIALS:
        knobs.append(Encoder(machine.Pin(a, machine.Pin.IN, up), machine.Pin(b, machine.Pin.IN, up), pins.DETENT))
        buttons.append(Button(machine.Pin(button, machine.Pin.IN, up), time.ticks_diff))
        rings.append(Ring(neopixel.NeoPixel(machine.Pin(ring, machine.Pin.OUT), pins.LIGHTS), pins.LIGHTS))
    identity = hexlify(machine.unique_id()).decode()
    board = Board(identity, hexlify(os.urandom(4)).decode(), len(knobs), time.ticks_diff)
    wire = Wire(sys.stdin.buffer, sys.stdout.buffer, sys.stdin)
    while True:
        data = wire.read(ROUND)
        now = time.ticks_ms()
        board.receive(data, now)
        for dial, (knob, button) in enumerate(zip(knobs, buttons)):  # noqa: B905 - MicroPython's zip is not strict
            board.turn(dial, knob.take())
            if button.pushed(now):
                board.push(dial)
        wire.write(board.due(now))
        for dial, ring in enumerate(rings):
            ring.show(board.rings[dial] if dial < len(board.rings) else None)


def left_alone():
    """Tell whether the first knob is held down."""
    return not machine.Pin(pins.DIALS[0][2], machine.Pin.IN, machine.Pin.PULL_UP).value()


if not left_alone():
    try:
        run()
    except Exception:  # noqa: BLE001 - whatever it was, a board that starts anew is of use again
        time.sleep(1)
        machine.reset()
