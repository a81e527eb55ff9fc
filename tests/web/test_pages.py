"""What every answer carries, what no page holds, and what networks ask (hazards 26, 27, 29)."""

from __future__ import annotations

import ipaddress
import logging
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from companion import config
from companion.app import Appliance
from companion.game import Box, Seat
from companion.journal import NotSaved
from companion.words import of_the_house
from tests.web.conftest import Room, jar
from tests.web.test_door import start
from web import pieces
from web.assets import Assets
from web.portal import ANSWERS
from web.ring import around, arrow, travels

WEB = Path(__file__).parents[2] / "web"
PAGES = ("/", "/join", "/seats", "/seat/1", "/seat/2", "/scribe", "/scribe/1", "/board", "/qr", "/nothing", "/host")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_strict_private_and_needs_nothing_from_elsewhere(room: Room, path: str) -> None:
    ann = room.phone("Ann")
    answer = ann.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    page = answer.text
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"""\s(style|on\w+)\s*=\s*["']""", page)
    assert "<style" not in page
    for address in re.findall(r"""(?:src|href|action)=["']([^"']*)""", page):
        assert address.startswith(("/", "data:,", room.address))


def test_a_first_page_is_light(room: Room) -> None:
    ann = room.phone("Ann")
    for path in ("/join", "/seats", "/seat/1", "/board"):
        page = ann.get(path)
        weight = len(page.data)
        for asset in set(re.findall(r'(?:src|href)="(/static/[^"]*)"', page.text)):
            with ann.get(asset) as file:
                assert file.status_code == 200
                assert "immutable" in file.headers["Cache-Control"]
                weight += len(file.data)
        assert weight < 80_000, path


def test_a_page_has_the_style_of_the_game_on_the_table_only(room: Room) -> None:
    assets = Assets(WEB / "static")
    assert assets.of_game(None) == ()
    assert [url.partition("?")[0] for url in assets.of_game("rolling_freight")] == [
        "/static/games/rolling_freight.css",
        "/static/games/rolling_freight_map.css",
    ]
    ann = room.phone("Ann")
    assert "/static/games/" not in ann.get("/board").text


def test_names_are_text_wherever_they_stand(room: Room) -> None:
    ann = room.phone("<i>&\"'x")
    for path in ("/seat/1", "/board", "/scribe", "/seats"):
        page = ann.get(path).text
        assert "<i>&" not in page
        assert "&lt;i&gt;&amp;" in page


@pytest.mark.parametrize("path", sorted(ANSWERS))
@pytest.mark.parametrize("name", ["connectivitycheck.gstatic.com", "captive.apple.com", "www.msftconnecttest.com", ""])
def test_networks_questions_get_their_fixed_answers(room: Room, path: str, name: str) -> None:
    status, _, body = ANSWERS[path]
    answer = room.phone().get(path, headers={"Host": name} if name else {})
    assert (answer.status_code, answer.text) == (status, body)


@pytest.mark.parametrize(
    "name", ["evil.example", "<script>x", "a" * 300, "example.com:99999", "[::bad", "10.0.0.1.example"]
)
@pytest.mark.parametrize("path", ["/", "/seats", "/anything"])
def test_a_strange_name_is_shown_the_way_and_not_repeated(room: Room, name: str, path: str) -> None:
    answer = room.phone().get(path, headers={"Host": name})
    assert answer.status_code in (400, 404)
    assert "Location" not in answer.headers
    assert name not in answer.text
    if answer.status_code == 404:
        assert room.address in answer.text


def test_the_box_is_reached_by_its_own_names(room: Room) -> None:
    for name in ("10.41.0.1", "192.168.7.1:8080", "[fe80::1]:8080", "tablehand.local", "localhost"):
        assert room.phone().get("/join", headers={"Host": name}).status_code == 200


def test_the_code_leads_to_an_address_not_to_a_name(tmp_path: Path) -> None:
    """Hazard 27: a phone that scans needs no name service."""
    box = Appliance(config.Settings(state=str(tmp_path), web=config.Web(port=0)))
    try:
        box.start()
        scanned = urlsplit(box.front.join.link)
        assert ipaddress.ip_address(scanned.hostname or "").version in (4, 6)
        assert scanned.port == box.server.port
        assert len(scanned.fragment) == 15
        assert box.front.join.address == f"{scanned.hostname}:{scanned.port}"
    finally:
        box.stop()


def test_what_another_site_sends_is_refused(room: Room) -> None:
    phone = room.phone("Ann")
    for origin in (
        "http://evil.example",
        "null",
        "",
        "http://localhost:81",
        "http://[",
        "http://localhost@evil.example",
    ):
        answer = phone.post("/seats", data={"seat": "2"}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert phone.post("/seats", data={"seat": "2"}, headers={"Origin": "http://localhost"}).status_code == 303


def test_outsiders_see_the_door_only(room: Room) -> None:
    for path in ("/seats", "/board", "/qr", "/scribe", "/stream", "/host", "/host/log", "/host/owner-sheet"):
        answer = room.phone().get(path)
        assert answer.status_code == 403
        assert "ABCDEFGHIJKLMN2" not in answer.text
        assert "40726" not in answer.text


def test_the_hosts_pin_opens_and_guessing_waits(room: Room) -> None:
    host = room.phone()
    assert host.post("/host/act", data={}).status_code == 403
    assert host.post("/host/pin", data={"pin": "918273"}).status_code == 303
    assert host.get("/host").status_code == 200
    other = room.phone()
    for _ in range(5):
        assert other.post("/host/pin", data={"pin": "٩١٨٢٧٣"}).status_code == 403
    assert other.post("/host/pin", data={"pin": "918273"}).status_code == 429


def test_where_no_pin_is_set_the_host_is_told_and_asked_for_none(room: Room) -> None:
    room.keys.kept = replace(room.keys.kept, pin="")
    for answer in (room.phone().get("/host"), *(room.phone().post("/host/pin", data={"pin": p}) for p in ("", "0000"))):
        assert answer.status_code == 403
        assert "Write host_pin" in answer.text
        assert 'name="pin"' not in answer.text


def test_the_host_sets_numbers_right(room: Room) -> None:
    room.phone("Ann")
    room.phone("Bo")
    start(room, "auction")
    host = room.phone()
    host.post("/host/pin", data={"pin": "918273"})
    assert "Purse of Bo" in host.get("/host").text
    offer = next(o for o in room.table.now().offers(Box()) if o.name == "table.fix" and "Bo" not in o.choice.id)
    sent = {"question": offer.question, "choice": offer.choice.id, "as": "box", "a.coins": "9"}
    assert host.post("/host/act", data=sent).status_code == 303
    assert host.post("/host/act", data=sent | {"a.coins": "٩"}).status_code == 400
    assert host.post("/host/act", data={"question": "x", "choice": "y"}).status_code == 409


def test_a_hosts_code_gives_a_seat_to_the_phone_that_scans_it(room: Room) -> None:
    room.phone("Ann")
    host = room.phone()
    host.post("/host/pin", data={"pin": "918273"})
    assert host.get("/host/phone/1").status_code == 405
    assert "<svg" in host.post("/host/phone/1").text
    assert host.post("/host/phone/9").status_code == 409


def test_everyone_keeps_their_seat_when_the_box_restarts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    room = Room(tmp_path / "evening.db")
    ann = room.phone("Ann")
    cookies = jar(ann)
    room.close()
    again = Room(tmp_path / "evening.db")
    phone = again.phone()
    for name, value in cookies.items():
        phone.set_cookie(name, value)
    assert phone.get("/seat/1").status_code == 200
    again.close()
    kept = b"".join(f.read_bytes() for f in tmp_path.iterdir())
    for value in (*cookies.values(), "ABCDEFGHIJKLMN2"):
        assert value.encode() not in kept
        assert value not in caplog.text


def test_a_page_that_fails_says_so_and_logs_no_query(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    ann = room.phone("Ann")
    del room.app.extensions["tablehand"].painter
    answer = ann.get("/seat/1?secret=xyzzy")
    assert answer.status_code == 500
    assert "The game is safe" in answer.text
    assert "xyzzy" not in caplog.text


def test_logs_do_not_grow_with_what_phones_send_nor_with_a_disk_that_takes_nothing(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hazard 45: on 1 MB of log space an evening of nonsense must not push out what matters."""
    ann = room.phone("Ann")

    def full(*_: object) -> None:
        raise NotSaved("disk full")

    monkeypatch.setattr(room.table.journal, "commit", full)
    with caplog.at_level(logging.INFO):
        for n in range(200):
            assert ann.post("/seat/1/act", data={"id": f"x{n}", "question": "0:no", "choice": "²"}).status_code >= 400
            assert ann.post("/seat/1/act", data=b"\xff\x00{", content_type="application/json").status_code >= 400
            assert ann.post("/join/code", data={"code": "00000"}).status_code >= 400
            assert ann.get(f"/nothing/{n}").status_code == 404
            assert room.table.do(Box(), "rename", {"seat": 1, "name": f"Ann {n}"}).ok
    assert not room.table.now().saving
    assert caplog.records == []


def test_not_saving_is_said_on_every_live_page(room: Room) -> None:
    ann = room.phone("Ann")
    hidden = 'id="not-saving" hidden'
    assert hidden in ann.get("/seat/1").text
    room.table.now().__dict__["saving"] = False
    assert hidden not in ann.get("/seat/1").text
    assert hidden not in ann.get("/board").text


def test_every_word_of_the_pages_is_in_the_list() -> None:
    words = of_the_house()
    used: set[str] = set()
    for file in WEB.rglob("*"):
        if file.suffix == ".html":
            used |= {f"web.{key}" for key in re.findall(r"\bt\(['\"]([\w.]+)['\"]", file.read_text())}
            used |= {f"web.{key}" for key in re.findall(r"title_key=['\"]([\w.]+)['\"]", file.read_text())}
        elif file.suffix == ".py":
            text = file.read_text()
            used |= {f"web.{key}" for key in re.findall(r"(?:chrome|sorry|Unreadable)\(\s*['\"]([\w.]+)['\"]", text)}
            used |= {f"web.{key}" for key in re.findall(r"title_key=['\"]([\w.]+)['\"]", text)}
    assert len(used) > 60
    assert sorted(key for key in used if not words.knows(key)) == []


def test_seats_stand_around_the_table_clockwise_with_ones_own_below() -> None:
    at = around((1, 2, 3, 4), 100, 50)
    assert at[1] == pytest.approx((0, -50))
    assert at[2][0] > 90
    assert around((1, 2, 3, 4), 100, 50, 3)[3] == pytest.approx((0, 50))
    assert arrow((0, 0), (100, 0)).startswith("M")


def test_cards_in_the_film_go_where_they_went() -> None:
    assert travels("abc", "cab", 1) == [(0, 1), (1, 2), (2, 0)]
    assert sorted(travels("abca", "bcaa")) == [(0, 2), (1, 0), (2, 1), (3, 3)]


def test_every_word_that_a_page_asks_for_is_there() -> None:
    games = WEB.parent / "companion" / "games"
    words = of_the_house(*(folder.parent.name for folder in games.glob("*/templates")))
    missing = []
    for template in (*WEB.rglob("templates/**/*.html"), *games.glob("*/templates/*.html")):
        text = template.read_text()
        keys = [f"web.{key}" for key in re.findall(r"""\bt\(["']([a-z_.]+)["']""", text)]
        keys += re.findall(r"""["']([a-z_.]+[a-z_])["']\|word\b""", text)
        missing += [(template.name, key) for key in keys if not words.knows(key)]
    assert missing == []


def test_what_stands_on_the_wood_of_the_box_can_be_read() -> None:
    """The browser's contrast test sees colours, no gradients: here the light and the dark end of the wood are asked."""
    static = WEB / "static"
    tokens = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", (static / "table.css").read_text()))

    def light(colour: str) -> float:
        parts = [int(tokens[colour][n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    rules = dict(re.findall(r"^\.(\w+) \{([^}]*)\}", (static / "panel.css").read_text(), re.MULTILINE))
    for name in ("mark", "voice"):
        colour = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", rules[name])
        assert colour is not None, name
        for wood in ("wood", "wood-2", "wood-3"):
            assert (light(colour[1]) + 0.05) / (light(wood) + 0.05) >= 4.5, (name, wood)


def test_a_form_has_its_question_wherever_it_stands_and_no_mark_for_one(room: Room) -> None:
    ann, local = room.phone("Ann"), room.app.test_client()
    room.phone("Bo")
    for playing in (False, True):
        if playing:
            start(room)
        for phone, path in ((ann, "/seat/1"), (ann, "/scribe"), (ann, "/scribe/2"), (ann, "/board"), (local, "/host")):
            page = phone.get(path).get_data(as_text=True)
            asked = set(re.findall(r'name="question" value="([^"]*)"', page))
            offered = {o.question for actor in (Box(), Seat(1), Seat(2)) for o in room.table.now().offers(actor)}
            assert asked <= offered, path
            assert asked or path == "/board"
            assert pieces._SALT not in page, path
