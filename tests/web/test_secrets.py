"""What one seat may know reaches no other bytes (hazards 25, 30). Words that exist once are the canaries."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator

import httpx
import pytest
from msgspec.structs import replace

from companion.game import Box, Held, Public, Seat, Title, Viewer, plain
from companion.games import TITLES
from companion.shelf import Packs
from tests.web.conftest import Room, jar
from tests.web.test_door import start
from web.guard import Visitor
from web.seat import HELD_BYTES


def canary(seat: int) -> str:
    """Return the word that only this seat may see."""
    return f"canary{seat}x{seat * 7919}bird"


def with_canaries(title: Title) -> Title:
    """Return a game that hangs a canary into every private part of a seat's view."""

    def bind(packs: Packs) -> object:
        game = title.bind(packs)
        see = game.view

        def view(state: object, viewer: Viewer) -> object:
            seen = see(state, viewer)
            if not isinstance(viewer, Seat) or seen.held is None:
                return seen
            word = canary(viewer.number)
            seen = replace(seen, held=Held(plain(word), tuple(plain(word) for _ in seen.held.lines)))
            if getattr(seen, "private", None) is not None:
                seen = replace(seen, private=replace(seen.private, role=word, note=word))
            return seen

        game.view = view  # type: ignore[method-assign]  # it listens in
        return game

    return Title(title.meta, bind)  # type: ignore[arg-type]  # it stands in for the real one


class Tap:
    """Records every byte of a stream in a thread."""

    def __init__(self, room: Room, path: str, cookies: dict[str, str]) -> None:
        import threading

        self.bytes = b""
        self.client = httpx.Client(base_url=room.address, cookies=cookies, timeout=10)
        self.over = False
        self.thread = threading.Thread(target=self.run, args=(path,), daemon=True)
        self.thread.start()

    def run(self, path: str) -> None:
        with self.client, self.client.stream("GET", path) as answer:
            for chunk in answer.iter_raw():
                self.bytes += chunk
                if self.over:
                    return

    def stop(self) -> bytes:
        self.over = True
        self.thread.join(5)
        return self.bytes


@pytest.fixture
def table_of_five() -> Iterator[Room]:
    """Return a room for Crossfire with canaries in it."""
    title = next(t for t in TITLES if t.meta.key == "crossfire")
    room = Room(None, with_canaries(title), demo=False)
    yield room
    room.close()


PAGES = ("/seat/{n}", "/seats", "/qr", "/scribe", "/scribe/1", "/scribe/2", "/scribe/3", "/board", "/", "/join")


def test_no_canary_leaves_its_cage(table_of_five: Room, caplog: pytest.LogCaptureFixture) -> None:
    room = table_of_five
    caplog.set_level(logging.DEBUG)
    room.serve()
    phones = {n: room.phone(name) for n, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"), 1)}
    stranger = room.phone()
    host = room.phone()
    host.post("/host/pin", data={"pin": "918273"})
    jars = {n: jar(phone) for n, phone in phones.items()}
    taps = {n: Tap(room, f"/stream?seat={n}", jars[n]) for n in phones}
    taps[0] = Tap(room, "/stream", jars[1])
    scribes = Tap(room, "/stream?scribe=2", jars[1])
    seen: dict[str, bytes] = {}

    def look_around(when: str) -> None:
        for n, phone in phones.items():
            for path in PAGES:
                seen[f"{when} {n} {path}"] = phone.get(path.format(n=n)).data
        for path in ("/host", "/host/log", "/host/owner-sheet"):
            seen[f"{when} host {path}"] = host.get(path).data
        seen[f"{when} stranger"] = stranger.get("/").data + stranger.get("/seat/1").data + stranger.get("/stream").data

    def do(actor: Seat | Box, tag: str, **answers: object) -> None:
        assert room.table.do(actor, tag, answers).ok

    start(room, "crossfire")
    held = {n: phone.post(f"/seat/{n}/held") for n, phone in phones.items()}
    for n, answer in held.items():
        assert canary(n) in answer.text
        assert len(answer.data) == HELD_BYTES
    look_around("dealt")
    while (phase := room.table.now().view(Public()).phase) != "talk":
        for n in phones:
            if any(o.choice.id == "seen" for o in room.table.now().offers(Seat(n))):
                offer = next(o for o in room.table.now().offers(Seat(n)) if o.choice.id == "seen")
                sent = {"question": offer.question, "choice": "seen"}
                answer = phones[n].post(f"/seat/{n}/act", data=sent, headers={"Accept": "application/json"})
                seen[f"{phase} act {n}"] = answer.data
        if any(o.choice.id == "next" for o in room.table.now().offers(Box())):
            do(Box(), "next")
    do(Seat(1), "claim", role="vip")
    look_around("talk")
    do(Box(), "undo")
    look_around("undone")
    do(Box(), "pause", on=True)
    assert all(phone.post(f"/seat/{n}/held").status_code == 409 for n, phone in phones.items())
    look_around("break")
    do(Box(), "pause", on=False)
    do(Box(), "time")
    look_around("count")
    time.sleep(0.5)
    for n, tap in taps.items():
        seen[f"stream {n}"] = tap.stop()
        assert len(seen[f"stream {n}"]) > 1000
    seen["stream scribe"] = scribes.stop()
    for where, found in seen.items():
        for n in phones:
            assert canary(n).encode() not in found, f"{canary(n)} in {where}"
    assert "canary" not in caplog.text
    for cookies in jars.values():
        assert cookies["table"] not in caplog.text


def test_every_look_is_as_long_as_any_other_and_nobody_elses(room: Room) -> None:
    ann, bo = room.phone("Ann"), room.phone("Bo")
    start(room, "auction")
    offer = next(o for o in room.table.now().offers(Seat(1)) if o.choice.id == "jot")
    short = ann.post("/seat/1/held")
    ann.post("/seat/1/act", data={"question": offer.question, "choice": "jot", "a.note": "ŁÓDŹ'\"<&>小明"})
    long = ann.post("/seat/1/held")
    assert len(short.data) == len(long.data) == HELD_BYTES == int(long.headers["Content-Length"])
    assert long.headers["Cache-Control"] == "no-store"
    assert json.loads(long.data)["lines"][2] == "ŁÓDŹ'\"<&>小明"
    assert bo.post("/seat/1/held").status_code == 403
    assert ann.get("/seat/1/held").status_code == 405
    assert "ŁÓDŹ" not in ann.get("/seat/1").text
    assert "ŁÓDŹ" not in bo.get("/seat/2").text


def test_a_player_gets_at_nobody_elses_secret_by_any_door(table_of_five: Room) -> None:
    """Hazard 30: other paths, other hosts, forged addresses, acting for another, an old phone's cookies."""
    room = table_of_five
    phones = {n: room.phone(name) for n, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"), 1)}
    assert room.table.do(Box(), "pick", {"game": "crossfire"}).ok
    assert room.table.do(Box(), "crossfire-setup", {"pointing": "phones"}).ok
    ann = phones[1]
    forged = {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1"}
    for headers in ({}, {"Host": "127.0.0.1"}, {"Host": "localhost:8080"}, forged, forged | {"Host": "localhost"}):
        for path in ("/seat/2", "/demo/seat/2", "/panel", "/panel/stream", "/demo/stream", "/host", "/stream?seat=2"):
            assert ann.get(path, headers=headers).status_code in (403, 404), (path, headers)
        for path in ("/seat/2/held", "/demo/seat/2/held", "/host/phone/2", "/seat/2/act"):
            assert ann.post(path, headers=headers).status_code in (403, 404), (path, headers)
    while room.table.now().view(Public()).phase != "talk":
        for n in phones:
            room.table.do(Seat(n), "seen")
    assert room.table.do(Box(), "time").ok
    until = time.monotonic() + 10
    while room.table.now().view(Public()).phase != "point":
        assert time.monotonic() < until
        time.sleep(0.05)
    offer = next(o for o in room.table.now().offers(Seat(2)) if o.choice.id == "point")
    for base in ("/seat/1", "/scribe"):
        sent = {"question": offer.question, "choice": "point", "as": "box.2", "a.target": "3"}
        assert ann.post(f"{base}/act", data=sent, headers={"Accept": "application/json"}).json["ok"] is False  # type: ignore[index]  # the answer is JSON
    assert room.table.do(Seat(2), "point", {"target": 3}).ok
    new = room.phone()
    new.set_cookie("table", "A" * 22)
    assert room.table.move_seat(2, Visitor("A" * 22, (), False, False, False).digest).ok
    assert canary(2) in new.post("/seat/2/held").text
    assert phones[2].post("/seat/2/held").status_code == 403  # the old phone's cookies are worth nothing now
    assert phones[2].get("/stream?seat=2").status_code == 403
    undo = ann.post("/seat/1/act", data={"question": offer.question, "choice": "undo"})
    assert canary(2) not in undo.text + ann.get("/seat/1").text + ann.get("/scribe/2").text


def test_looking_changes_nothing(room: Room) -> None:
    ann = room.phone("Ann")
    room.phone("Bo")
    start(room, "auction")
    before = (room.table.now().row, room.table.now().serial, room.table.now().state)
    for path in ("/seat/1", "/board", "/scribe", "/seats", "/qr"):
        ann.get(path)
    ann.post("/seat/1/held")
    assert (room.table.now().row, room.table.now().serial, room.table.now().state) == before


def test_the_demo_row_is_for_this_machine_with_the_demo_on() -> None:
    for on, where, expected in ((True, "127.0.0.1", 200), (True, "192.168.7.9", 404), (False, "127.0.0.1", 404)):
        room = Room(None, demo=on)
        room.table.sit(1, "Ann", "")
        client = room.app.test_client()
        client.environ_base["REMOTE_ADDR"] = where
        base = "http://127.0.0.1" if where.startswith("127") else "http://192.168.7.1"
        assert client.get("/demo/seat/1", base_url=base).status_code == expected
        assert client.post("/demo/seat/1/held", base_url=base).status_code == (409 if expected == 200 else 404)
        assert client.get("/demo/seat/1", base_url="http://evil.example").status_code == 404
        room.close()
