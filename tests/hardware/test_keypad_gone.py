"""Pads that are pulled out, end in silence, come back elsewhere; rows 9 and 11 of the table of hazards."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge import keypad
from tests.hardware.pads import KP, KPENTER, MEDIA, Desk, Plug, strokes


@pytest.mark.parametrize("code", [errno.ENODEV, errno.EBADF])
def test_row_9_pulled_out_and_back_under_another_number(desk: Desk, pad: Plug, code: int) -> None:
    pad.send(strokes(KP["1"], KP["2"]))
    assert desk.heard() == ["1", "2"]
    pad.pull(code)
    assert desk.heard() == []
    assert not desk.keypad.status().ok
    for _ in range(10):
        desk.look()
    again = desk.plug(7)
    desk.look(1.0)  # of three seconds that it may take
    assert desk.keypad.status().text == f"Pad at {again.path}"
    again.send(strokes(KP["3"], KPENTER))
    assert desk.heard() == ["3", "enter"]


def test_row_9_a_zero_that_waited_counts_though_the_pad_is_gone(desk: Desk, pad: Plug) -> None:
    pad.send(strokes(KP["1"], KP["0"]))
    assert desk.heard(settle=False) == ["1"]
    pad.pull()
    desk.keypad.step(0)
    assert desk.heard(settle=False) == ["0"]


def _hangs_up(pad: Plug) -> None:
    pad.hang_up()


def _hangs_up_and_says_wait(pad: Plug) -> None:
    pad.error = errno.EAGAIN
    pad.hang_up()


def _is_closed(pad: Plug) -> None:
    device = pad.device
    os.close(device.fd)
    device.fd = -1


@pytest.mark.parametrize("goes", [_hangs_up, _hangs_up_and_says_wait, _is_closed])
def test_row_9_however_it_goes_it_is_let_go_and_found_again(
    desk: Desk, pad: Plug, goes: Callable[[Plug], None], caplog: pytest.LogCaptureFixture
) -> None:
    """Not every kernel says ENODEV: the file may just end, say "nothing yet" for ever, or be closed under our hands."""
    goes(pad)
    desk.keypad.step(0)
    assert not desk.keypad._pads
    assert "it is looked for again" in caplog.text
    pad.error = 0
    desk.look()
    pad.send(strokes(KP["4"]))
    assert desk.heard() == ["4"]


def test_row_9_a_wait_of_less_than_a_millisecond_is_no_busy_loop(
    desk: Desk, pad: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []

    class Poll:
        def register(self, _fd: int, _flags: int) -> None:
            pass

        def poll(self, wait: int) -> list[tuple[int, int]]:
            waits.append(wait)
            return []

    monkeypatch.setattr(keypad.select, "poll", Poll)  # type: ignore[attr-defined]  # it stands in for the module's
    for wait in (0.0, 0.0004, 0.25):
        desk.keypad._ready(wait)
    assert waits == [0, 1, 251]
    monkeypatch.undo()


def test_row_9_while_it_is_away_the_thread_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path)
    waits: list[float] = []

    def ready(wait: float) -> list[object]:
        waits.append(wait)
        return []

    monkeypatch.setattr(desk.keypad, "_ready", ready)
    desk.keypad.step()
    desk.time.advance(0.25)
    desk.keypad.step()
    assert waits == [1.0, 0.75]
    desk.close()


def test_row_9_a_short_code_stays_shown_and_is_not_submitted(desk: Desk, pad: Plug) -> None:
    """Nothing but strokes comes from a pad, so that losing it presses nothing."""
    from companion.console import entry
    from companion.console.menus import Take
    from companion.game import AskCode, Box, Choice, Command, say

    class Try(Command, frozen=True, tag="try-code"):
        code: str = ""

    ask = AskCode(field="code", label=say("plain", text="Code"), least=4, most=4)
    choice = Choice(id="try", question="code", label=say("plain", text="Try"), command=Try(), asks=(ask,))
    fill = entry.begin(Take(Box(), "code", choice))

    def typed(names: list[str]) -> None:
        nonlocal fill
        for name in names:
            after = entry.stroke(fill, name)
            assert isinstance(after, entry.Fill), after
            fill = after

    pad.send(strokes(KP["1"], KP["2"]))
    typed(desk.heard())
    pad.pull()
    typed(desk.heard())
    again = desk.plug(9)
    desk.look()
    assert "12" in str(entry.page(fill))
    again.send(strokes(KP["3"], KP["4"]))
    typed(desk.heard())
    assert "1234" in str(entry.page(fill))


def test_row_11_two_nodes_of_one_name_and_numbers_that_swap(desk: Desk) -> None:
    other, pad = desk.plug(0, keys=MEDIA), desk.plug(1)
    desk.look()
    pad.send(strokes(*KP.values()))
    other.send(strokes(113))
    assert desk.heard() == list(KP)
    pad.pull()
    other.pull()
    desk.look()
    pad, other = desk.plug(0), desk.plug(1, keys=MEDIA)
    desk.look()
    pad.send(strokes(*KP.values()))
    assert desk.heard() == list(KP)
    assert (pad.grabbed, other.grabbed, other.opened) == (1, 0, 1)


def test_row_11_two_devices_that_change_places_between_two_looks(desk: Desk) -> None:
    other, pad = desk.plug(0, keys=MEDIA), desk.plug(1)
    desk.look()
    for plug in (other, pad):
        plug.pull()
        plug.path.write_bytes(b"")  # keeps the old number taken, so that the new file is another one
        plug.path.rename(plug.path.with_name(f"old-{plug.path.name}"))
    pad, other = desk.plug(0), desk.plug(1, keys=MEDIA)
    desk.look()
    desk.look()
    pad.send(strokes(*KP.values()))
    assert desk.heard() == list(KP)
    assert (pad.grabbed, other.grabbed) == (1, 0)


def test_row_11_a_new_device_under_an_old_number_is_looked_at_anew(desk: Desk, pad: Plug) -> None:
    pad.path.rename(pad.path.with_name("gone"))
    new = desk.plug(3, "New", MEDIA)
    desk.look()
    assert not desk.keypad.status().ok
    assert new.opened == 1
    assert new.grabbed == 0
