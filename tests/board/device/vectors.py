"""The framing's vectors on MicroPython: reads JSON lines, says what its own modules make of each.

    micropython vectors.py FIRMWARE

A line is {"frame": hex} (a message to be framed) or {"feed": [hex, ...]} (bytes as they came), or {"board": [hex, ...]}
(the same, to a whole board); the answer is hex, [[hex, ...], bad], or the board's own [frames out, bad].
"""

import json
import sys
from binascii import hexlify, unhexlify

sys.path.insert(0, sys.argv[1])

from framing import Unframer, frame
from protocol import Board


def answer(asked):
    if "frame" in asked:
        return hexlify(frame(unhexlify(asked["frame"]))).decode()
    if "feed" in asked:
        unframer = Unframer()
        found = []
        for part in asked["feed"]:
            found += unframer.feed(unhexlify(part))
        return [[hexlify(message).decode() for message in found], unframer.bad]
    board = Board("E66", "b1", 3, lambda a, b: a - b)
    out = b""
    for at, part in enumerate(asked["board"]):
        board.receive(unhexlify(part), at)
        out += board.due(at)
    return [hexlify(out).decode(), board.bad]


while True:
    line = sys.stdin.readline()
    if not line:
        break
    print(json.dumps(answer(json.loads(line))))
