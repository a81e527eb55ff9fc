"""The table and the board's own program, over a line that does what lines do (hazards, Serial board)."""

from __future__ import annotations

import gc
import random
import threading
from functools import partial
from pathlib import Path

import pytest

from companion.config import Board
from companion.panel import Key, Ring, Turn
from firmware_bridge.board_link import BoardLink
from tests.board import rig as rigs
from tests.board.rig import Rig, faults, until

THREAT = Ring("threat", "Threat", 3, 0, 6)
WOUNDS = Ring("wounds", "Wounds", 1, 0, 8)
BOTH = (THREAT, WOUNDS)
SHOWN = [["Threat", 3, 0, 6], ["Wounds", 1, 0, 8]]


def joined(board: Rig, boot: str = "b1") -> tuple[rigs.Fault, rigs.Program]:
    """Plug a board in, and wait until it shows two dials."""
    line = board.wire()
    program = board.program(line, boot)
    board.socket.plug("/dev/ttyACM0", line.port)
    board.link.show(BOTH)
    board.link.start()
    until(lambda: program.rings == SHOWN and board.link.settled, "the rings")
    return line, program


def test_a_board_says_who_it_is_and_shows_what_it_is_told(board: Rig) -> None:
    _, program = joined(board)
    status = board.link.status()
    assert status.ok
    assert status.text == "E66 at /dev/ttyACM0, 3 dials"
    assert "linked" in program.said
    board.link.show((Ring("threat", "Łódź „Zoë“ 小明 and more", 6, 0, 6),))
    until(lambda: program.rings == [["Łódź „Zoë“ 小"[:12], 6, 0, 6]])


def test_every_click_counts_once_and_a_push_is_enter(board: Rig) -> None:
    _, program = joined(board)
    program.do("turn", 0, 1)
    program.do("turn", 0, 2)
    program.do("turn", 1, -1)
    program.do("push", 1)
    got = board.taken(1)
    while Key("enter") not in got:
        got += board.taken(1)
    assert sum(g.steps for g in got if isinstance(g, Turn) and g.dial == "threat") == 3
    assert sum(g.steps for g in got if isinstance(g, Turn) and g.dial == "wounds") == -1
    assert [e.knob for e in board.link.dials][-1] == 1


def test_forth_and_back_at_once_is_nothing_and_no_push(board: Rig) -> None:
    line, program = joined(board)
    line.to_table = lambda _: []
    program.do("turn", 0, 1)  # on its way; what comes now waits for it, and grows
    program.do("turn", 0, 1)
    program.do("turn", 0, -1)
    program.do("turn", 1, 1)
    carried = line.carried
    until(lambda: line.carried > carried + 200)
    line.to_table = lambda data: [data]
    assert board.taken(2) == [Turn("threat", 1), Turn("wounds", 1)]


def test_a_knob_whose_ring_is_dark_does_nothing(board: Rig) -> None:
    _, program = joined(board)
    program.do("turn", 2, 5)
    program.do("push", 2)
    program.do("turn", 0, 1)
    assert board.taken(1) == [Turn("threat", 1)]
    assert [(e.knob, e.steps, e.key) for e in board.link.dials][:2] == [(2, 5, ""), (2, 0, "")]


def test_a_turn_belongs_to_the_dial_that_was_shown_when_it_was_made(board: Rig) -> None:
    line, program = joined(board)
    line.to_table = lambda _: []  # the board's words are lost for a while
    program.do("turn", 0, 1)
    carried = line.carried
    until(lambda: line.carried > carried + 200)
    board.link.show((WOUNDS,))
    until(lambda: program.rings == SHOWN[1:])
    program.do("turn", 0, 1)
    line.to_table = lambda data: [data]
    assert [*board.taken(2)] == [Turn("threat", 1), Turn("wounds", 1)]


@pytest.mark.parametrize("seed", range(4))
def test_lost_flipped_doubled_and_late_bytes_and_junk_lose_nothing(board: Rig, seed: int) -> None:
    """Hazards, rows 20 and 21: a third of all that goes either way is spoilt."""
    source = random.Random(seed)
    line, program = joined(board)
    line.to_board, line.to_table = faults(random.Random(seed + 100), 0.3), faults(random.Random(seed + 200), 0.3)
    wanted = {"threat": 0, "wounds": 0, "pushed": 0}
    got = dict.fromkeys(wanted, 0)

    def came() -> bool:
        for each in board.taken():
            if isinstance(each, Turn):
                got[each.dial] += each.steps
            else:
                got["pushed"] += 1
        return got == wanted

    for i in range(80):
        knob, by = source.randrange(2), source.choice([-3, -1, 1, 1, 2])
        wanted["threat" if knob == 0 else "wounds"] += by
        program.do("turn", knob, by)
        if i % 4 == 3:
            wanted["pushed"] += 1
            program.do("push", knob)
            until(came, "all that was turned, once")
            board.link.show((Ring("threat", "Threat", i % 7, 0, 6), WOUNDS))
    line.to_board = line.to_table = lambda data: [data]
    until(lambda: board.link.settled and program.rings[0][1] == 79 % 7, "the last ring")
    program.do("turn", 1, 100)
    wanted["wounds"] += 100
    until(came)
    assert program.said.count("linked") == 1


def test_modem_words_odd_bytes_half_a_line_and_ten_thousand_more(board: Rig) -> None:
    """Hazards, rows 20 and 21: ``AT\\r\\r\\nERROR``; ``FF E0``, half a line, 300 ms, the rest; 10 kB without an end."""
    line, program = joined(board)
    halves = iter([0])

    def half(data: bytes) -> list[bytes]:
        if b"turn" in data and next(halves, None) is not None:
            cut = data.index(b"turn")
            return [b"\xff\xe0", data[:cut], *[b""] * 15, data[cut:]]  # 15 times 20 ms
        return [data]

    line.to_table = half
    line.inject(b"AT\r\r\nERROR")
    program.do("turn", 0, 1)
    assert board.taken(1) == [Turn("threat", 1)]
    for _ in range(10):
        line.inject(b"A" * 1000)
    program.do("turn", 0, 2)
    assert board.taken(1) == [Turn("threat", 2)]
    assert board.link._talk._unframer.held <= 1032
    assert board.link._talk.bad >= 1


def test_deaf_after_it_was_opened_then_hello(board: Rig) -> None:
    """Hazards, row 21: a board that hears nothing at first is greeted until it does."""
    line = board.wire()
    program = board.program(line)
    program.do("deaf")
    until(lambda: "deaf" in program.said)
    board.socket.plug("/dev/ttyACM0", line.port)
    board.link.show(BOTH)
    board.link.start()
    until(lambda: line.carried > 100, "a few hellos")
    assert board.link.status().text == "/dev/ttyACM0 is open; waiting for the board to say who it is"
    assert board.link.status().ok
    program.do("hear")
    until(lambda: program.rings == SHOWN and board.link.settled)
    assert board.socket.opened == ["/dev/ttyACM0"]


def test_a_second_hello_in_mid_game_brings_everything_again(board: Rig) -> None:
    """Hazards, row 21: full state after every hello, each turn still once."""
    _, program = joined(board)
    program.do("turn", 0, 1)
    assert board.taken(1) == [Turn("threat", 1)]
    shows = board.link._talk._show
    program.do("hello")
    until(lambda: board.link._talk._show > shows and board.link.settled)
    program.do("turn", 0, 2)
    assert board.taken(1) == [Turn("threat", 2)]
    assert program.rings == SHOWN


def test_a_board_that_starts_anew_in_mid_game_gets_everything_again(board: Rig) -> None:
    """Hazards, row 21: the hello of another start on the same port."""
    line, program = joined(board)
    program.do("turn", 0, 1)
    assert board.taken(1) == [Turn("threat", 1)]
    program.stop()
    again = board.program(line, "b2")
    until(lambda: again.rings == SHOWN)
    again.do("turn", 0, 5)
    assert board.taken(1) == [Turn("threat", 5)]
    assert board.socket.opened == ["/dev/ttyACM0"]


def test_back_under_another_name_it_is_found_by_what_it_is(board: Rig) -> None:
    """Hazards, row 20: ttyACM0 vanishes, the same USB serial returns as ttyACM1; others are never opened."""
    line, program = joined(board)
    other = board.wire()
    board.socket.plug("/dev/ttyACM7", other.port, "F00", "1d6b:0104")  # a modem
    board.socket.unplug("/dev/ttyACM0")
    program.stop()
    line.close()
    until(lambda: "unplugged" in board.link.status().text)
    board.socket.plug("/dev/ttyACM0", other.port, "AAA")  # another Pico, where ours was
    fresh = board.wire()
    again = board.program(fresh, "b2")
    board.socket.plug("/dev/ttyACM1", fresh.port)
    until(lambda: again.rings == SHOWN and board.link.settled)
    again.do("turn", 1, -2)
    assert board.taken(1) == [Turn("wounds", -2)]
    assert set(board.socket.opened) == {"/dev/ttyACM0", "/dev/ttyACM1"}
    assert board.socket.opened.count("/dev/ttyACM0") == 1
    assert other.carried == 0
    assert board.link.status().text == "E66 at /dev/ttyACM1, 3 dials"


def test_another_version_is_a_sentence(board: Rig) -> None:
    line = board.wire()
    program = board.program(line, version=2)
    board.socket.plug("/dev/ttyACM0", line.port)
    board.link.start()
    until(lambda: not board.link.status().ok)
    assert board.link.status().text == (
        "the board's program speaks version 2 of the messages, this table version 1; "
        "put this table's program on it (hardware.md, The dial board)"
    )
    program.do("turn", 0, 1)
    assert board.taken() == []


def test_another_table_begins_at_nought(board: Rig) -> None:
    """A table that starts anew: what was turned while none listened counts for nothing, and old numbers do no harm."""
    line, program = joined(board)
    program.do("turn", 0, 1)
    assert board.taken(1) == [Turn("threat", 1)]
    board.link.close()
    until(lambda: program.rings == [])
    second = BoardLink(Board(), board.inputs, ports=board.socket.ports, open_port=board.socket.open)
    try:
        second.show((WOUNDS,))
        second.start()
        until(lambda: program.rings == SHOWN[1:])
        program.do("turn", 0, 4)
        assert board.taken(1) == [Turn("wounds", 4)]
    finally:
        second.close()
    assert line.carried


def test_at_the_end_the_rings_are_told_to_go_dark(board: Rig) -> None:
    """Without that they would show the last evening for as long as a board waits for a word."""
    line, program = joined(board)
    sent = bytearray()

    def listen(data: bytes) -> list[bytes]:
        sent.extend(data)
        return [data]

    line.to_board = listen
    board.link.close()
    until(lambda: b'"d":[]' in sent, "the last show")
    until(lambda: program.rings == [])


def test_a_hundred_times_in_and_out_leave_nothing_behind(board: Rig) -> None:
    line, program = joined(board)
    fds, threads = _fds(), threading.active_count()

    def back(name: str) -> bool:
        return name in board.link.status().text and board.link.settled

    for n in range(100):
        name = f"/dev/ttyACM{(n + 1) % 3}"
        board.socket.unplug(f"/dev/ttyACM{n % 3}")
        board.link._line.close()  # type: ignore[union-attr]  # as a pulled plug does to the file
        board.link._rouse()
        board.socket.plug(name, line.port)
        until(partial(back, name))
        program.do("turn", 0, 1)
        assert board.taken(1) == [Turn("threat", 1)]
    gc.collect()
    assert _fds() <= fds + 1
    assert threading.active_count() == threads
    assert len(board.link._talk._shows) <= 32


def _fds() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
