"""The board's program on MicroPython's unix port: protocol and wire as on the board, knobs from standard input.

    micropython board.py FIRMWARE TTY IDENTITY BOOT [VERSION]

Lines it takes: ``turn KNOB CLICKS``, ``push KNOB``, ``hello`` (unasked), ``deaf`` (what comes is thrown away),
``hear``, ``quit``. Lines it says: ``ready``, ``rings [...]`` whenever they change, ``linked`` and ``alone``.
"""

import json
import select
import sys
import termios
import time

sys.path.insert(0, sys.argv[1])

import protocol
from wire import Wire


def say(*words):
    print(*words)


def main(tty, identity, boot):
    stream = open(tty, "r+b")
    termios.setraw(stream.fileno())
    board = protocol.Board(identity, boot, 3, time.ticks_diff)
    wire = Wire(stream, stream)
    hands = select.poll()
    hands.register(sys.stdin, select.POLLIN)
    shown, linked, deaf = None, False, False
    say("ready")
    while True:
        while hands.poll(0):
            line = sys.stdin.readline()
            words = line.split()
            if not line or words[0] == "quit":
                return
            if words[0] == "turn":
                board.turn(int(words[1]), int(words[2]))
            elif words[0] == "push":
                board.push(int(words[1]))
            elif words[0] == "hello":
                board._greet(time.ticks_ms())
            else:
                deaf = words[0] == "deaf"
                say(words[0])
        data = wire.read(2)
        now = time.ticks_ms()
        if not deaf:
            board.receive(data, now)
            wire.write(board.due(now))
        if board.rings != shown:
            shown = board.rings
            say("rings", json.dumps([list(ring) for ring in shown]))
        if board.linked != linked:
            linked = board.linked
            say("linked" if linked else "alone")


if len(sys.argv) > 5:
    protocol.VERSION = int(sys.argv[5])
main(sys.argv[2], sys.argv[3], sys.argv[4])
