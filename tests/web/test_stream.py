"""Live pages over a real server: latest wins, the dead are let go, nobody is forged (hazards 22, 23, 39)."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient

from companion.game import Box, Seat
from companion.journal import NotSaved
from companion.published import Published
from tests.web.conftest import Room, jar
from tests.web.test_door import start
from web.given import ALIKE, OWN
from web.parts import said_last
from web.screen import Screen

UPDATES = 10_000
"""What a client that never reads is not sent."""


@contextmanager
def stream(room: Room, path: str, phone: FlaskClient) -> Iterator[Iterator[tuple[str, str, Any]]]:
    """Open a stream; gives (event, id, data) as they come."""
    room.serve()
    with (
        httpx.Client(base_url=room.address, cookies=jar(phone), timeout=10) as client,
        client.stream("GET", path) as got,
    ):
        assert got.status_code == 200
        assert got.headers["Content-Type"].startswith("text/event-stream")
        assert got.headers["Cache-Control"] == "no-store"
        yield _events(got)


def _events(answer: httpx.Response) -> Iterator[tuple[str, str, Any]]:
    event: dict[str, str] = {}
    for line in answer.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            assert name in ("id", "event", "data", "retry")
            assert name not in event
            event[name] = value
        elif "event" in event:
            yield event["event"], event.get("id", ""), json.loads(event["data"])
            event = {}
        else:
            event = {}


def until(true: Callable[[], bool], seconds: float = 10.0) -> float:
    """Wait until something holds; return how long that took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds
        time.sleep(0.01)
    return time.monotonic() - began


def test_a_new_stream_brings_a_whole_page_then_only_what_changed(room: Room) -> None:
    ann = room.phone("Ann")
    with stream(room, "/stream?seat=1", ann) as events:
        event, ident, data = next(events)
        assert event == "page"
        assert set(data["parts"]) == {*OWN["seat"], *ALIKE["seat"]}
        assert ident == f"{data['epoch']}.{data['serial']}"
        room.phone("Bo")
        changed = next(d for e, _, d in events if e == "page")
        assert "Bo" in changed["parts"]["game"]
        assert "bar" not in changed["parts"]


def test_a_quiet_stream_still_beats(room: Room) -> None:
    ann = room.phone("Ann")
    with stream(room, "/stream?seat=1", ann) as events:
        assert [next(events)[0] for _ in range(3)] == ["page", "beat", "beat"]


def test_a_clock_is_told_as_what_remains_at_that_moment(room: Room) -> None:
    ann = room.phone("Ann")
    room.phone("Bo")
    start(room, "auction")
    with stream(room, "/stream?seat=1", ann) as events:
        _, _, first = next(events)
        left, running, up, counted = first["clocks"]["bids"]
        assert (running, up, counted) == (True, False, False)
        assert 58 < left <= 60
        assert "1:00" not in first["parts"]["bar"]
        _, _, later = next(e for e in events if e[0] == "beat")
        assert 0.2 < left - later["clocks"]["bids"][0] < 1.5


def test_names_and_notes_forge_no_event(room: Room) -> None:
    ann = room.phone("A\revent: reveal\ndata: x")
    with stream(room, "/stream?seat=1", ann) as events:
        event, _, data = next(events)
    assert event == "page"
    assert "A event: reveal data" in data["parts"]["bar"]


def test_a_stream_ends_when_its_seat_moves_to_another_phone(room: Room) -> None:
    ann = room.phone("Ann")
    with stream(room, "/stream?seat=1", ann) as events:
        next(events)
        room.table.move_seat(1, "0" * 64)
        assert "gone" in [e for e, _, _ in events]
    assert ann.get("/stream?seat=1").status_code == 403


@pytest.fixture
def still() -> Iterator[Room]:
    """Return a room whose streams say nothing by themselves."""
    room = Room(None, beat=60.0)
    yield room
    room.close()


def test_pages_are_painted_while_the_disk_is_at_work_and_sent_when_it_has_taken_it(
    still: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann = still, still.phone("Ann")
    painter, journal = room.app.extensions["tablehand"].painter, room.table.journal
    paint, commit = painter.live, journal.commit
    painted, sent_early = threading.Event(), []

    def painting(*given: Any) -> Any:
        done = paint(*given)
        painted.set()
        return done

    with stream(room, "/stream?seat=1", ann) as events, contextlib.closing(raw(room, ann)) as bare:
        next(events)
        until(lambda: len(room.app.extensions["tablehand"].streams) == 2)
        while select.select([bare], [], [], 0.3)[0]:
            bare.recv(1 << 16)

        def slow(entries: Any, moment: Any) -> None:
            assert painted.wait(10)  # by another thread than this one, which waits for the disk
            sent_early.extend(select.select([bare], [], [], 0.1)[0])
            commit(entries, moment)

        monkeypatch.setattr(painter, "live", painting)
        monkeypatch.setattr(journal, "commit", slow)
        assert room.table.do(Box(), "rename", {"seat": 1, "name": "Anna"}).ok
        changed = next(d for e, _, d in events if e == "page")
        assert "Anna" in changed["parts"]["bar"]
        assert changed["saving"]
        assert sent_early == []
        assert select.select([bare], [], [], 10)[0] == [bare]


def test_a_page_asked_for_meanwhile_has_no_line_of_what_is_only_painted_ahead(
    still: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ann, _bo = still, still.phone("Ann"), still.phone("Bo")
    start(room)
    before = room.table.now()
    assert room.table.do(Seat(1), "mark", {"square": 5}).ok
    ahead = room.table.now()
    painter, screen = room.app.extensions["tablehand"].painter, Screen("seat", 2, (2,), "/seat/2")
    template = painter.template

    def between(now: Published, page: Any) -> str | None:
        if now is before:  # the painter's thread comes in between
            painter.live(ahead, screen)
        found: str | None = template(now, page)
        return found

    told = [n.notice.text for n in said_last(ahead) if n not in said_last(before)]
    assert told
    monkeypatch.setattr(painter, "template", between)
    shown = painter.paint(before, screen)["log"]
    monkeypatch.setattr(painter, "template", template)
    assert shown != painter.paint(ahead, screen)["log"]
    words = room.app.extensions["tablehand"].words
    assert [line for line in told if line and words(line, ahead.names()) in shown] == []


def test_a_page_painted_ahead_still_says_that_the_disk_took_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.phone("Ann")

    def full(*_: Any) -> None:
        raise NotSaved("disk full")

    with stream(room, "/stream?seat=1", ann) as events:
        next(events)
        with monkeypatch.context() as broken:
            broken.setattr(room.table.journal, "commit", full)
            assert room.table.do(Box(), "rename", {"seat": 1, "name": "Anna"}).ok
        changed = next(d for e, _, d in events if e == "page")
        assert "Anna" in changed["parts"]["bar"]
        assert not changed["saving"]


@pytest.mark.parametrize("query", ["seat=٣", "seat=99", "scribe=x", "seat=-1", "seat=1&scribe=²"])
def test_a_stream_for_no_seat_is_refused(room: Room, query: str) -> None:
    assert room.phone("Ann").get(f"/stream?{query}").status_code == 400


def test_past_the_cap_a_sentence_and_pages_are_still_quick() -> None:
    room = Room(None, streams=12)
    try:
        ann = room.phone("Ann")
        room.serve()
        open_streams = [raw(room, ann) for _ in range(12)]
        until(lambda: len(room.app.extensions["tablehand"].streams) == 12)
        with httpx.Client(base_url=room.address, cookies=jar(ann)) as client:
            full = client.get("/stream?seat=1")
            assert full.status_code == 503
            assert full.headers["Retry-After"]
            assert "as it can serve" in full.text
            began = time.monotonic()
            assert client.get("/seat/1").status_code == 200
            assert time.monotonic() - began < 0.5
        for one in open_streams:
            one.close()
        assert until(lambda: len(room.app.extensions["tablehand"].streams) == 0) < 10
    finally:
        room.close()


def raw(room: Room, phone: FlaskClient, path: str = "/stream?seat=1") -> socket.socket:
    """Open a stream on a bare socket, which reads nothing by itself."""
    cookies = "; ".join(f"{k}={v}" for k, v in jar(phone).items())
    port = int(room.address.rpartition(":")[2])
    made = socket.create_connection(("127.0.0.1", port))
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n".encode())
    return made


@pytest.mark.timeout(300)
def test_a_client_that_never_reads_costs_no_memory_and_nobody_waits_for_it(room: Room) -> None:
    ann = room.phone("Ann")
    room.serve()
    deaf = [raw(room, ann) for _ in range(7)]
    until(lambda: len(room.app.extensions["tablehand"].streams) == 7)
    offer = next(o for o in room.table.now().offers(Box()) if o.name == "table.rename")
    with stream(room, "/stream?seat=1", ann) as events:
        next(events)
        said: list[int] = []

        def read() -> None:
            last = next(d for _, _, d in events if f"Ann {UPDATES - 1}" in d.get("parts", {}).get("bar", ""))
            said.append(last["serial"])

        reader = threading.Thread(target=read)
        reader.start()
        for n in range(UPDATES):
            assert room.table.do(Box(), "rename", {"seat": 1, "name": f"Ann {n}"}, question=offer.question).ok
        reader.join(10)
        assert said == [room.table.now().serial]
    with httpx.Client(base_url=room.address, cookies=jar(ann)) as client:
        began = time.monotonic()
        assert f"Ann {UPDATES - 1}" in client.get("/seat/1").text
        assert time.monotonic() - began < 0.5
    waiting = sum(c.total_outbufs_len for c in room.serve()._server.active_channels.values())
    assert waiting < 7 * 400_000  # one picture of the page each
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # given up without their help
        until(lambda: len(room.app.extensions["tablehand"].streams) == 0, 15)
    for one in deaf:
        one.close()


def test_ten_phones_a_scribe_and_the_big_screen_all_hear_of_it(room: Room) -> None:
    phones = {n: room.phone(f"P{n}") for n in range(1, 11)}
    paths = [(f"/stream?seat={n}", phones[n]) for n in phones]
    paths += [("/stream?scribe=0", phones[1]), ("/stream", phones[1])]
    ready, heard = threading.Barrier(len(paths) + 1), []

    def listen(path: str, phone: FlaskClient) -> None:
        with stream(room, path, phone) as events:
            next(events)
            ready.wait(20)
            while True:
                event, _, data = next(events)
                if event == "page" and any("Newname" in html for html in data["parts"].values()):
                    heard.append(path)
                    return

    room.serve()
    threads = [threading.Thread(target=listen, args=each) for each in paths]
    for thread in threads:
        thread.start()
    ready.wait(20)
    assert room.table.do(Box(), "rename", {"seat": 5, "name": "Newname"}).ok
    for thread in threads:
        thread.join(10)
    assert sorted(heard) == sorted(path for path, _ in paths)


def test_closing_ends_streams_at_once(room: Room) -> None:
    ann = room.phone("Ann")
    with stream(room, "/stream?seat=1", ann) as events:
        next(events)
        began = time.monotonic()
        threading.Thread(target=room.serve().close).start()
        with contextlib.suppress(httpx.HTTPError):
            for _ in events:
                pass
        assert time.monotonic() - began < 2


def test_a_stream_that_is_ended_once_more_when_the_server_has_stopped_disturbs_nothing(room: Room) -> None:
    ann = room.phone("Ann")
    server = room.serve()
    with contextlib.closing(raw(room, ann)):
        streams = room.app.extensions["tablehand"].streams
        until(lambda: len(streams) == 1)
        (ann_s,) = streams._open
        server.close()
        ann_s.end()


def test_a_second_table_on_the_port_is_told_so(room: Room) -> None:
    from web import serve

    port = room.serve().port
    with pytest.raises(OSError, match="in use"):
        serve(room.app, "127.0.0.1", port)


def test_after_sleep_the_page_is_whole_again_and_old_questions_are_closed(room: Room) -> None:
    ann, _ = room.phone("Ann"), room.phone("Bo")
    start(room)
    old = next(o for o in room.table.now().offers(Seat(1)) if o.choice.id == "mark")
    for seat, square in ((1, 5), (2, 1), (1, 9)):
        assert room.table.do(Seat(seat), "mark", {"square": square}).ok
    with stream(room, "/stream?seat=1", ann) as events:
        _, _, data = next(events)
    assert set(data["parts"]) == {*OWN["seat"], *ALIKE["seat"]}
    sent = {"id": "late", "question": old.question, "choice": "mark", "a.square": "2"}
    assert ann.post("/seat/1/act", data=sent).status_code == 409
