"""Frames: what goes in comes out, whatever lies between; the board's own half on MicroPython agrees with ours."""

from __future__ import annotations

import importlib.util
import itertools
import json
import random
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import framing
from tests.board.rig import FIRMWARE, HERE


def module(file: Path) -> ModuleType:
    """Return a module of the board's program, run by this Python."""
    spec = importlib.util.spec_from_file_location(f"board_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


theirs = module(FIRMWARE / "framing.py")
runs = st.sampled_from([1, 253, 254, 255, 508, 509]).flatmap(lambda n: st.just(b"x" * n))
messages = st.one_of(
    st.binary(min_size=1, max_size=framing.MOST),
    st.lists(st.one_of(runs, st.just(b"\0")), min_size=1, max_size=3).map(lambda p: b"".join(p)[: framing.MOST]),
)


def cut(data: bytes, at: list[int]) -> list[bytes]:
    """Return data in pieces, cut at these places."""
    places = sorted({min(a, len(data)) for a in at} | {0, len(data)})
    return [data[a:b] for a, b in itertools.pairwise(places)]


def test_the_checksum_is_the_one_it_is_called() -> None:
    assert theirs.crc16(b"123456789") == 0x29B1
    assert framing.frame(b"123456789") == b"\0\x0c123456789\x29\xb1\0"


@given(messages)
def test_both_ends_make_the_same_frame(message: bytes) -> None:
    frame = framing.frame(message)
    assert frame == theirs.frame(message)
    assert frame.count(0) == 2
    assert frame[0] == frame[-1] == 0


@given(st.lists(messages, max_size=4), st.lists(st.integers(0, 5000), max_size=6), st.sampled_from([framing, theirs]))
def test_messages_come_out_once_and_in_order_however_they_are_cut(sent: list[bytes], at: list[int], ours: Any) -> None:
    unframer = ours.Unframer()
    wire = b"".join(map(framing.frame, sent))
    assert [m for piece in cut(wire, at) for m in unframer.feed(piece)] == sent
    assert unframer.bad == 0


@given(st.binary(max_size=3000), messages, st.sampled_from([framing, theirs]))
def test_whatever_came_before_a_message_comes_out_all_the_same(junk: bytes, message: bytes, ours: Any) -> None:
    unframer = ours.Unframer()
    assert unframer.feed(junk + framing.frame(message))[-1] == message


@given(messages, st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_never_makes_another_message(message: bytes, place: int, bit: int) -> None:
    wire = bytearray(framing.frame(message))
    wire[place % len(wire)] ^= 1 << bit
    assert all(m == message for m in framing.Unframer().feed(bytes(wire)))


@given(st.lists(st.binary(max_size=3000), max_size=5))
def test_both_ends_make_the_same_of_junk(pieces: list[bytes]) -> None:
    one, two = framing.Unframer(), theirs.Unframer()
    assert [one.feed(p) for p in pieces] == [two.feed(p) for p in pieces]
    assert one.bad == two.bad


def test_ten_thousand_bytes_without_an_end_are_not_kept() -> None:
    """Hazards, row 21."""
    unframer = framing.Unframer()
    for _ in range(100):
        assert unframer.feed(b"A" * 100) == []
        assert unframer.held <= framing.MOST + 8
    assert unframer.feed(b"\0" + framing.frame(b"after")) == [b"after"]
    assert unframer.bad == 1


def test_what_is_too_long_is_not_framed() -> None:
    with pytest.raises(ValueError, match="1024"):
        framing.frame(bytes(1025))


def vectors() -> list[dict[str, Any]]:
    """Return what both are asked, the same at every run."""
    source = random.Random(20)
    asked: list[dict[str, Any]] = []
    for size in [1, 2, 100, 252, 253, 254, 255, 256, 506, 507, 508, 509, 510, 1000, 1024]:
        asked.extend({"frame": (byte * size).hex()} for byte in (b"\0", b"\1", b"\xff"))
        asked.append({"frame": source.randbytes(size).hex()})
    for _ in range(60):
        whole = [framing.frame(source.randbytes(source.randrange(1, 300))) for _ in range(3)]
        junk = [b"AT\r\r\nERROR", b"\xff\xe0", b"A" * 10_000, source.randbytes(50), whole[0][:-4]]
        wire = b"".join(x for pair in zip(whole, source.sample(junk, 3), strict=True) for x in pair)
        asked.append({"feed": [p.hex() for p in cut(wire, [source.randrange(len(wire)) for _ in range(4)])]})
    asked.extend({"board": [framing.frame(odd(source)).hex() for _ in range(6)]} for _ in range(40))
    return asked


def odd(source: random.Random) -> bytes:
    """Return a message that is nearly one of the table's."""
    told: Any = {
        "t": source.choice(["hello", "show", "ack", "beat", "x", 5, None]),
        "v": source.choice([1, 1, 2, "1"]),
        "s": source.choice([7, 7, 8, "7", None, []]),
        "n": source.choice([1, 2, -1, "1", None, 2.5, 10**12]),
        "d": source.choice([[["Threat", 1, 0, 6]], [], [[]], [["a", "b", 0, 1]], {}, "xyz", [["L", 1, 2]], 3]),
    }
    for key in source.sample(list(told), source.randrange(2)):
        del told[key]
    message = json.dumps(source.choice([told, told, told, [told], 7])).encode()
    return source.choice([message, message, message, message[:-1], b"[" * 900, b"\xff" + message])


def test_micropython_makes_the_same_of_the_same(command: list[str]) -> None:
    asked = vectors()
    told = "".join(json.dumps(each) + "\n" for each in asked)
    done = subprocess.run(
        [*command, str(HERE / "device" / "vectors.py"), str(FIRMWARE)],
        input=told, capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    for each, answer in zip(asked, answers, strict=True):
        if "frame" in each:
            assert answer == framing.frame(bytes.fromhex(each["frame"])).hex()
        elif "feed" in each:
            unframer = framing.Unframer()
            found = [m.hex() for part in each["feed"] for m in unframer.feed(bytes.fromhex(part))]
            assert answer == [found, unframer.bad]
        else:  # a whole board, fed with nonsense: it stands, and what it says are messages
            unframer = framing.Unframer()
            assert all("t" in json.loads(m) for m in unframer.feed(bytes.fromhex(answer[0])))
            assert unframer.bad == 0
