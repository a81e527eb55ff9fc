"""What the service manager hears: a table that hangs is not vouched for, however lively the thread that reports."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chance import Dice
from companion.clock import FakeTime, SystemTime
from companion.game import Box
from companion.games import TITLES
from companion.journal import Journal
from companion.packs import open_library
from companion.shelf import Shelf
from companion.table import Table
from firmware_bridge.service import PATIENCE_OF_PANEL, Service, power_switch


class Loop:
    """A loop that comes round when a test says so."""

    def __init__(self, time: FakeTime) -> None:
        self.time = time
        self.alive = time.monotonic()

    def come_round(self) -> None:
        self.alive = self.time.monotonic()


class Heard:
    """A service manager's end of the line."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def notify(self, message: str) -> None:
        self.messages.append(message)

    def fed(self) -> int:
        return self.messages.count("WATCHDOG=1")


ENVIRON = {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "20000000"}


def service(time: FakeTime, table: Loop, front: Loop | None = None, **more: object) -> tuple[Service, Heard]:
    heard = Heard()
    return Service(table, front, time=time, environ=ENVIRON, notifier=heard, **more), heard  # type: ignore[arg-type]  # stand-ins


def test_a_table_that_comes_round_is_vouched_for() -> None:
    time = FakeTime()
    table = Loop(time)
    vouching, heard = service(time, table, Loop(time))
    for _ in range(10):
        time.advance(1)
        table.come_round()
        assert vouching.report()
    assert heard.fed() == 10


def test_a_deadlocked_table_is_not_fed_though_the_reporting_thread_lives() -> None:
    time = FakeTime()
    table, front = Loop(time), Loop(time)
    vouching, heard = service(time, table, front)
    for _ in range(40):  # the thread goes on asking; the front panel goes on too
        time.advance(1)
        front.come_round()
        vouching.report()
    assert heard.fed() == 10
    assert heard.messages[-1] == "STATUS=not answering: table"
    table.come_round()
    assert vouching.report()
    assert heard.messages[-2:] == ["STATUS=open", "WATCHDOG=1"]


def test_a_panel_stuck_for_half_a_minute_is_slow_and_one_for_good_is_dead() -> None:
    time = FakeTime()
    table, front = Loop(time), Loop(time)
    vouching, _ = service(time, table, front)
    for _ in range(30):
        time.advance(1)
        table.come_round()
        assert vouching.report()
    time.advance(PATIENCE_OF_PANEL)
    table.come_round()
    assert not vouching.report()
    assert vouching.late() == ("front panel",)


def test_a_wall_clock_that_jumps_changes_nothing() -> None:
    time = FakeTime()
    table = Loop(time)
    vouching, heard = service(time, table)
    for jump in (400 * 86400, -3600, -(10**9)):
        time.date += jump
        time.advance(1)
        table.come_round()
        assert vouching.report()
    assert heard.fed() == 3


def test_a_status_is_told_once_in_one_line_and_a_broken_one_hinders_nothing() -> None:
    time = FakeTime()
    table = Loop(time)
    said = ["lobby", "lobby", "cross\nWATCHDOG=trigger"]
    vouching, heard = service(time, table, status=lambda: said.pop(0))
    for _ in range(4):
        assert vouching.report()
    assert [m for m in heard.messages if m.startswith("STATUS")] == [
        "STATUS=lobby",
        "STATUS=cross WATCHDOG=trigger",
        "STATUS=open",
    ]


def test_no_watchdog_asked_for_none_fed() -> None:
    time = FakeTime()
    heard = Heard()
    for environ in (
        {"NOTIFY_SOCKET": "/x"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "many"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid() + 1)},
    ):
        quiet = Service(Loop(time), time=time, environ=environ, notifier=heard)
        assert quiet.report()
        assert quiet.every is None
    assert heard.fed() == 0


def test_on_a_laptop_nothing_is_started() -> None:
    threads = threading.active_count()
    alone = Service(Loop(FakeTime()), environ={})
    alone.start()
    assert threading.active_count() == threads
    alone.stop()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket as the service manager's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(20)
        yield heard


def _table() -> Table:
    library = open_library(TITLES, None)
    return Table(Shelf(*library.boxes()), Journal(None), Dice(), SystemTime())


def test_a_real_table_by_a_real_socket(manager: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sdnotify")
    table = _table()
    monkeypatch.setenv("NOTIFY_SOCKET", manager.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "400000")
    vouching = Service(table)
    table.start()
    vouching.start()
    heard = [manager.recv(1000) for _ in range(4)]
    vouching.stop()
    table.stop()
    assert heard[:3] == [b"READY=1", b"STATUS=open", b"WATCHDOG=1"]
    while heard[-1] != b"STOPPING=1":
        heard.append(manager.recv(1000))
    assert set(heard[2:-1]) == {b"WATCHDOG=1"}


def test_a_real_deadlock_of_the_writer_is_seen() -> None:
    time = FakeTime()
    library = open_library(TITLES, None)
    table = Table(Shelf(*library.boxes()), Journal(None), Dice(), time)
    vouching = Service(table, time=time, environ=ENVIRON, notifier=Heard())
    table.start()
    # Whatever the writer is made to wait for, it does not come round; its lock is where all waits end.
    with table._lock:
        threading.Thread(target=lambda: table.do(Box(), "sit", {"seat": 1, "name": "Ann"}), daemon=True).start()
        time.advance(11)
        assert vouching.late() == ("table",)
        assert not vouching.report()
    for _ in range(200):
        if not vouching.late():
            break
        threading.Event().wait(0.02)
    assert vouching.late() == ()
    table.stop()


def test_the_wish_to_be_switched_off_is_left_where_the_path_unit_looks(tmp_path: Path) -> None:
    assert power_switch({}) is None
    wish = tmp_path / "power-off"
    off = power_switch({"TABLEHAND_POWER": str(wish)})
    assert off is not None
    assert off()
    assert wish.exists()
    nowhere = power_switch({"TABLEHAND_POWER": str(tmp_path / "none/power-off")})
    assert nowhere is not None
    assert not nowhere()
