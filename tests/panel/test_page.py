"""The box in a browser: who may see it, what it takes, what it shows."""

from __future__ import annotations

import json
import random
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.chance import Dice, Fate
from companion.clock import SystemTime
from companion.front import Front
from companion.journal import Journal
from companion.panel import Input, Key, Press, Release
from companion.shelf import Shelf
from companion.table import Table
from firmware_bridge.simulated import SimulatedPanel
from tests.browser import in_a_browser
from tests.console.hands import JOIN, TITLES, _words
from web import Keys, Secrets, Settings, create_app, serve
from web.server import Server

AWAY = {"REMOTE_ADDR": "192.168.7.20"}
HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8080"}


class Room:
    """A table with a simulated panel and its pages."""

    def __init__(self, folder: Path, demo: bool = True) -> None:
        shelf = Shelf(*((title, {}) for title in TITLES))
        self.table = Table(shelf, Journal(folder / "evening.db"), Fate(Dice(random.Random(1))), SystemTime())
        self.table.start()
        words = _words()
        self.panel = SimulatedPanel()
        self.front = Front(self.panel, self.table, words, SystemTime(), join=JOIN)
        keys = Keys(Secrets(room="ABCDEFGHIJKLMN2", code="40726", pin="918273", server="5c" * 32))
        settings = Settings(demo=demo, beat=0.3)
        self.app = create_app(self.table, words, keys=keys, settings=settings, front=self.front)
        self.here = self.app.test_client()
        self.here.environ_base.update(HERE)
        self.away = self.app.test_client()
        self.away.environ_base.update(AWAY)
        self.touches: list[Input] = []
        """What arrived at the front panel by hand, in order."""
        self._touch, self.front.touch = self.front.touch, self._note  # type: ignore[method-assign]  # it listens in

    def _note(self, item: Input) -> None:
        self.touches.append(item)
        self._touch(item)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.front.stop()
    room.table.stop()


@contextmanager
def serving(room: Room, port: int = 0) -> Iterator[Server]:
    """Serve the room's pages on this machine."""
    server = serve(room.app, "127.0.0.1", port)
    server.start()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def served(room: Room) -> Iterator[str]:
    """Return the address at which the room's pages are served, its front panel at work."""
    room.front.start()
    with serving(room) as server:
        yield f"http://127.0.0.1:{server.port}"


def test_it_is_for_this_machine_or_the_host(room: Room) -> None:
    assert room.here.get("/panel").status_code == 200
    assert room.away.get("/panel").status_code == 403
    assert room.away.get("/panel/stream").status_code == 403
    touch = {"kind": "key", "name": "1"}
    assert room.away.post("/panel/input", json=touch).status_code == 403
    # An address that only looks like here: a name of another site that leads to this machine.
    assert room.here.get("/panel", headers={"Host": "evil.example"}).status_code in (400, 403, 404)
    # Nor does whoever reaches the box through something on it that passes on what was asked of its other addresses.
    for name in ("192.168.7.1:8080", "[fd00::7]:8080"):
        assert room.here.get("/panel", headers={"Host": name}).status_code == 403
        assert room.here.post("/panel/input", json=touch, headers={"Host": name}).status_code == 403
    assert room.here.get("/panel", headers={"Host": "[::1]:8080"}).status_code == 200
    assert room.touches == []
    assert room.away.post("/host/pin", data={"pin": "918273"}).status_code == 303
    assert room.away.get("/panel").status_code == 200
    assert room.away.post("/panel/input", json=touch).status_code == 204


def test_keys_and_buttons_arrive(room: Room) -> None:
    for touch in (
        {"kind": "key", "name": "00"},
        {"kind": "press", "name": "back"},
        {"kind": "release", "name": "back"},
    ):
        assert room.here.post("/panel/input", json=touch).status_code == 204
    assert room.touches == [Key("00"), Press("back"), Release("back")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"kind":"key","name":"a"}',
        b'{"kind":"hold","name":"back","seconds":9}',
        b'{"kind":"key","name":"1","more":1}',
        b'{"kind":"press","name":"1"}',
        b'{"kind":"key","name":"1"' + b" " * 500 + b"}",
        b"[" * 5000,
    ],
)
def test_anything_else_is_refused(room: Room, body: bytes) -> None:
    answer = room.here.post("/panel/input", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert room.touches == []


def test_another_site_s_form_cannot_press_keys(room: Room) -> None:
    body = b'{"kind":"key","name":"1"}'
    assert room.here.post("/panel/input", data=body, content_type="text/plain").status_code == 400
    elsewhere = {"Origin": "http://evil.example"}
    assert room.here.post("/panel/input", json={"kind": "key", "name": "1"}, headers=elsewhere).status_code == 403
    assert room.touches == []


def test_the_page_has_no_inline_code_and_is_light(room: Room) -> None:
    page = room.here.get("/panel")
    assert re.search(r"<script(?![^>]*src=)|\sstyle=|\son\w+=", page.text) is None
    assert "style-src 'self'" in page.headers["Content-Security-Policy"]
    total = len(page.data)
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
        with room.here.get(path) as file:
            total += len(file.data)
    assert total < 80_000


def test_the_demo_is_for_a_laptop_only(room: Room, tmp_path: Path) -> None:
    assert "data-people" in room.here.get("/panel").text
    assert room.here.post("/panel/people", json={"people": 5}).status_code == 204
    assert len(room.table.now().evening.seats) == 5
    assert room.here.post("/panel/people", json={"people": 7}).status_code == 204
    names = room.table.now().evening.names()
    assert len(names) == len(set(names.values())) == 7
    assert room.here.post("/panel/people", json={"people": 11}).status_code == 400
    (tmp_path / "box").mkdir()
    box = Room(tmp_path / "box", demo=False)
    assert "data-people" not in box.here.get("/panel").text
    assert box.here.post("/panel/people", json={"people": 5}).status_code == 404
    box.table.stop()


def test_the_picture_comes_as_the_display_gets_it(room: Room, served: str) -> None:
    with httpx.Client(base_url=served, timeout=5) as client, client.stream("GET", "/panel/stream") as stream:
        lines = stream.iter_lines()
        first = shown(lines)
        assert b64decode(first["picture"]) == room.panel.picture.tobytes()
        assert client.post("/panel/input", json={"kind": "key", "name": "7"}).status_code == 204
        while "7_" not in (after := shown(lines))["caption"]:
            pass
        assert b64decode(after["picture"]) == room.panel.picture.tobytes()


def shown(lines: Iterator[str]) -> dict[str, Any]:
    for line in lines:
        if line.startswith("data: "):
            found: dict[str, Any] = json.loads(line[6:])
            if found:  # a beat is empty
                return found
    raise AssertionError("the stream ended")


PIXELS = """() => {
  const p = document.querySelector("#picture").getContext("2d").getImageData(0, 0, 128, 64).data;
  return Array.from({ length: 8192 }, (_, i) => (p[i * 4] > 100 ? 255 : 0));
}"""
HELD_KEY = """for (let i = 0; i < 9; i++) dispatchEvent(new KeyboardEvent("keydown", { key: "1", repeat: i > 0 }))"""


@in_a_browser
def test_hands_in_a_browser(room: Room, served: str, window: Any) -> None:
    trouble: list[str] = []
    page = window.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{served}/panel")
    page.wait_for_selector("#picture[aria-label*='[QR]']")
    assert bytes(page.evaluate(PIXELS)) == room.panel.picture.convert("L").tobytes()
    page.click("[data-people='5']")
    page.wait_for_selector("iframe[src='/demo/seat/5']")
    assert page.locator("iframe").count() == 5
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")  # the number keys are the box's again after a click
    page.wait_for_selector("#picture[aria-label*='Pig']")
    page.wait_for_timeout(450)
    page.click("[data-key='2']")
    page.wait_for_timeout(450)
    page.keyboard.press("NumpadEnter")
    page.wait_for_selector("#lamp.amber")
    phone = page.frame_locator("iframe[src='/demo/seat/1']")
    phone.get_by_text("Take 1 die").first.click()
    page.wait_for_timeout(400)
    knob = page.locator("[data-button='back']").bounding_box()
    assert knob is not None
    page.mouse.move(knob["x"] + 30, knob["y"] + 20)
    page.mouse.down()
    page.wait_for_selector("#picture[aria-label*='Take back']")
    page.mouse.up()
    page.evaluate(HELD_KEY)
    page.wait_for_selector("#picture:not([aria-label*='Take back'])")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280
    assert trouble == []


@in_a_browser
@pytest.mark.parametrize("width", [1280, 700])
def test_what_is_spoken_moves_no_key_in_a_browser(served: str, window: Any, width: int) -> None:
    """A key stays under the finger, whether the voice says nothing, a word or two lines and more."""
    page = window.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{served}/panel")
    page.wait_for_selector("#picture[aria-label*='[QR]']")
    places = set()
    for line in ("", "Well", "Everybody looks at the card and passes it left. " * 2, "Many words, no end. " * 20):
        page.evaluate("line => { voice.textContent = line; voice.classList.add('on') }", line)
        places.add(tuple(page.locator(at).bounding_box()["y"] for at in ("#screen", "[data-key='1']")))
    assert len(places) == 1
    page.evaluate("voice.textContent = 'Well'")
    one = page.locator("#voice").bounding_box()["height"]
    page.evaluate("voice.textContent = 'Everybody looks at the card and passes it left, then all look up.'")
    assert page.locator("#voice").bounding_box()["height"] > 1.9 * one  # two lines have room
    brow, voice = page.locator(".brow").bounding_box(), page.locator("#voice").bounding_box()
    assert brow["y"] <= voice["y"]
    assert voice["y"] + voice["height"] <= brow["y"] + brow["height"]


@in_a_browser
def test_a_box_that_is_gone_is_said_in_a_browser_and_taken_back_when_it_returns(room: Room, window: Any) -> None:
    room.front.start()
    page = window.new_page()
    with serving(room) as server:
        page.goto(f"http://127.0.0.1:{server.port}/panel")
        page.wait_for_selector("#picture[aria-label*='[QR]']")
        assert page.locator("#lost").is_hidden()
    page.wait_for_selector("#lost", state="visible")
    with serving(room, server.port):
        page.wait_for_selector("#lost", state="hidden")
        assert "gone" not in (page.get_attribute("#screen", "class") or "")


@in_a_browser
def test_a_box_that_hangs_is_said_in_a_browser_and_taken_back_when_it_goes_on(served: str, window: Any) -> None:
    page = window.new_page()
    page.clock.install()
    page.goto(f"{served}/panel")
    page.wait_for_selector("#picture[aria-label*='[QR]']")
    page.wait_for_timeout(1000)  # beats come, and nothing new to show
    assert page.locator("#lost").is_hidden()
    page.route("**/panel/stream", lambda _: None)  # from now on nobody answers
    page.clock.fast_forward(13_000)
    page.wait_for_selector("#lost", state="visible")
    assert "gone" in page.get_attribute("#screen", "class")
    page.unroute("**/panel/stream")
    page.clock.fast_forward(13_000)
    page.wait_for_selector("#lost", state="hidden")
