"""What phones send, well and badly (hazards 23, 25, 34, 49)."""

from __future__ import annotations

import re
import threading

import pytest
from flask.testing import FlaskClient

from companion.game import Box, Seat
from tests.web.conftest import Room
from tests.web.test_door import start

JSON = {"Accept": "application/json"}


@pytest.fixture
def two(room: Room) -> tuple[Room, FlaskClient, FlaskClient]:
    """Return a game of noughts and crosses between two phones; Ann begins."""
    ann, bo = room.phone("Ann"), room.phone("Bo")
    start(room)
    return room, ann, bo


def turn(room: Room, seat: int = 1) -> dict[str, str]:
    """Return the hidden fields of the seat's question."""
    offer = next(o for o in room.table.now().offers(Seat(seat)) if o.choice.id == "mark")
    return {"question": offer.question, "choice": "mark"}


def test_a_whole_game_is_played_on_the_page_that_any_game_gets(two: tuple[Room, FlaskClient, FlaskClient]) -> None:
    room, *phones = two
    for n, square in enumerate((5, 1, 9, 3, 2, 8, 4, 6, 7)):
        phone, seat = phones[n % 2], n % 2 + 1
        page = phone.get(f"/seat/{seat}").text
        form = re.search(r'<form class="asking".*?</form>', page, re.DOTALL)
        assert form is not None
        fields = dict(re.findall(r'name="(question|as|choice)" value="([^"]*)"', form.group()))
        assert f'name="a.square" value="{square}"' in form.group()
        assert phone.post(f"/seat/{seat}/act", data=fields | {"a.square": str(square)}).status_code == 303
    result = room.table.now().result()
    assert result is not None
    assert "O X X" in phones[0].get("/seat/1").text.replace("\n", " ") or "X" in phones[0].get("/seat/1").text


def test_json_is_taken_too(two: tuple[Room, FlaskClient, FlaskClient]) -> None:
    room, ann, _ = two
    sent = turn(room) | {"id": "j1", "answers": {"square": 5}}
    answer = ann.post("/seat/1/act", json=sent, headers=JSON)
    assert answer.json is not None
    assert answer.json["ok"] is True


def test_a_repeated_message_counts_once_and_a_late_one_is_refused_in_words(
    two: tuple[Room, FlaskClient, FlaskClient],
) -> None:
    room, ann, _ = two
    sent = turn(room) | {"id": "one", "a.square": "5"}
    first = ann.post("/seat/1/act", data=sent, headers=JSON)
    row = room.table.now().row
    again = ann.post("/seat/1/act", data=sent, headers=JSON)
    assert (first.status_code, again.status_code) == (200, 200)
    assert room.table.now().row == row
    late = ann.post("/seat/1/act", data=sent | {"id": "two"}, headers=JSON)
    assert late.status_code == 409
    assert late.json is not None
    assert late.json["words"]
    shown = ann.post("/seat/1/act", data=sent | {"id": "three"})
    assert shown.status_code == 409
    assert late.json["words"] in shown.text.replace("&#39;", "'")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/json"),
        (b"{", "application/json"),
        (b"[" * 60000, "application/json"),
        (b"[1,2]", "application/json"),
        (b'{"id":"a","question":"q","choice":"c","extra":1}', "application/json"),
        (b'{"id":7,"question":"q","choice":"c"}', "application/json"),
        (b'{"id":"a b","question":"q","choice":"c"}', "application/json"),
        (b'{"id":"","question":"","choice":""}', "application/json"),
        (b'{"id":"a","question":"q","choice":"c","as":"host"}', "application/json"),
        (b'{"id":"a","question":"q","choice":"c","as":"box.11"}', "application/json"),
        ('{"id":"a","question":"q","choice":"c","as":"box.３"}'.encode(), "application/json"),
        (b"id=a&question=&choice=", "application/x-www-form-urlencoded"),
        (b"\xff=\xff", "application/x-www-form-urlencoded"),
        (b"", "application/x-www-form-urlencoded"),
        (b"x", "text/plain"),
        (b"--nope", "multipart/form-data; boundary=other"),
        (b"&".join(b"a.%d=1" % n for n in range(5000)), "application/x-www-form-urlencoded"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_and_changes_nothing(
    two: tuple[Room, FlaskClient, FlaskClient], body: bytes, kind: str
) -> None:
    room, ann, _ = two
    row = room.table.now().row
    for accept in ({}, JSON):
        answer = ann.post("/seat/1/act", data=body, content_type=kind, headers=accept)
        assert 400 <= answer.status_code < 500
        assert "understand" in answer.text or answer.status_code == 413
    assert room.table.now().row == row


def test_a_message_past_64_kilobytes_is_refused(two: tuple[Room, FlaskClient, FlaskClient]) -> None:
    _, ann, _ = two
    for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
        answer = ann.post("/seat/1/act", data=b"a" * 70_000, content_type=kind)
        assert answer.status_code == 413
        assert "more than a table can take" in answer.text


@pytest.mark.parametrize("square", ["²", "③", "٣", "１", " 7", "7_0", "7.0", "1e1", "99999999999999999999", "", "-"])
def test_numbers_are_ascii_digits(two: tuple[Room, FlaskClient, FlaskClient], square: str) -> None:
    room, ann, _ = two
    row = room.table.now().row
    form = ann.post("/seat/1/act", data=turn(room) | {"id": "n", "a.square": square}, headers=JSON)
    wire = ann.post("/seat/1/act", json=turn(room) | {"id": "m", "answers": {"square": square}}, headers=JSON)
    assert form.status_code in range(400, 500)
    assert wire.status_code in range(400, 500)
    assert room.table.now().row == row


@pytest.mark.parametrize("path", ["/seat/٣", "/seat/³", "/seat/１", "/seat/0", "/seat/11", "/seat/-1", "/seat/1_0"])
def test_seats_in_paths_are_ascii_digits(room: Room, path: str) -> None:
    assert room.phone("Ann").get(path).status_code == 404


def test_a_phone_acts_for_its_own_seats_only(two: tuple[Room, FlaskClient, FlaskClient]) -> None:
    room, ann, bo = two
    assert bo.post("/seat/1/act", data=turn(room) | {"a.square": "5"}).status_code == 403
    assert bo.get("/seat/1").status_code == 403
    assert bo.post("/seat/1/held").status_code == 403
    assert room.phone().post("/seat/1/act", data=turn(room) | {"a.square": "5"}).status_code == 403
    assert ann.get("/seat/1").status_code == 200


def test_a_scribe_acts_in_what_is_public(two: tuple[Room, FlaskClient, FlaskClient]) -> None:
    room, ann, bo = two
    assert "mark" in bo.get("/scribe/1").text
    sent = turn(room) | {"as": "box.1", "a.square": "5"}
    assert bo.post("/scribe/act", data=sent).status_code == 303
    assert room.phone().get("/scribe").status_code == 403
    assert ann.get("/scribe").status_code == 200


def test_a_scribe_is_not_offered_what_is_secret(room: Room) -> None:
    ann = room.phone("Ann")
    room.phone("Bo")
    start(room, "auction")
    offer = next(o for o in room.table.now().offers(Seat(2)) if o.choice.id == "bid")
    assert offer.question not in ann.get("/scribe/2").text
    sent = {"question": offer.question, "choice": "bid", "as": "box.2", "a.coins": "1"}
    assert ann.post("/scribe/act", data=sent, headers=JSON).status_code in (409, 422)
    assert room.table.now().view(Seat(2)).held is not None


def test_every_kind_of_ask_is_a_form_that_works_without_scripts(room: Room) -> None:
    phones = [room.phone(name) for name in ("Ann", "Bo", "Cy")]
    start(room, "auction")

    def send(seat: int, choice: str, actor: str = "seat", **answers: object) -> None:
        at = Box() if actor == "box" else Seat(seat)
        offer = next(o for o in room.table.now().offers(at) if o.choice.id == choice)
        page = phones[seat - 1].get(f"/seat/{seat}").text
        fields: dict[str, object] = {"question": offer.question, "choice": choice, "as": actor}
        for name, value in answers.items():
            name = f"a.{name.replace('__', '.')}"
            assert f'name="{name}"' in page
            fields[name] = value
        answer = phones[seat - 1].post(f"/seat/{seat}/act", data=fields, headers=JSON)
        assert answer.status_code == 200, answer.text

    for seat, coins in ((1, "3"), (2, "1"), (3, "0")):
        send(seat, "bid", coins=coins)
    send(1, "jot", note="mine")
    send(1, "wrap", receipt="0042", ribbons=["red", "green"], thanks__2="2", thanks__3="1")
    for seat in (1, 2, 3):
        send(seat, "bid", coins="0")
    winner = next(s for s in (1, 2, 3) if any(o.choice.id == "wrap" for o in room.table.now().offers(Seat(s))))
    others = {f"thanks__{s}": str(n) for n, s in enumerate(s for s in (1, 2, 3) if s != winner)}
    send(winner, "wrap", receipt="42", **others)
    send(2, "point", "box", at__1=["2", "3"], at__2="1")
    assert room.table.now().result() is not None


def test_what_came_of_real_dice_is_told_die_by_die(room: Room) -> None:
    ann, _ = room.phone("Ann"), room.phone("Bo")
    start(room, "pig")
    assert room.table.do(Box(), "keep", {"component": "dice", "keeper": "told"}).ok
    assert room.table.do(Seat(1), "take", {"dice": 2}).ok
    assert room.table.do(Seat(1), "throw", {}).ok
    offer = next(o for o in room.table.now().offers(Seat(1)) if o.choice.id == "told")
    form = re.search(r'<form class="asking".*?a\.items.*?</form>', ann.get("/seat/1").text, re.DOTALL)
    assert form is not None
    assert form.group().count('<select name="a.items"') == 2
    sent: dict[str, object] = {"question": offer.question, "choice": "told", "as": "seat"}
    assert ann.post("/seat/1/act", data=sent | {"a.items": ["4"]}, headers=JSON).status_code == 422
    assert ann.post("/seat/1/act", data=sent | {"a.items": ["4", "x"]}, headers=JSON).status_code == 400
    assert ann.post("/seat/1/act", data=sent | {"a.items": ["4", "4"]}, headers=JSON).status_code == 200
    assert room.table.now().state.pot == 8  # type: ignore[union-attr]  # a game of pig


def test_ten_phones_at_once_lose_nothing(room: Room) -> None:
    phones = [room.phone(f"P{n}") for n in range(1, 7)]
    start(room, "auction")
    replies: list[int] = []

    def bid(seat: int, phone: FlaskClient) -> None:
        offer = next(o for o in room.table.now().offers(Seat(seat)) if o.choice.id == "bid")
        for n in range(20):
            sent = {"id": f"b{n}", "question": offer.question, "choice": "bid", "a.coins": str(n % 5)}
            replies.append(phone.post(f"/seat/{seat}/act", data=sent, headers=JSON).status_code)

    threads = [threading.Thread(target=bid, args=(n, phone)) for n, phone in enumerate(phones[:5], 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [200] * 100


def test_whoever_is_away_is_told_so_and_how_to_be_back(room: Room) -> None:
    ann = room.phone("Ann")
    assert "You count as away" not in ann.get("/seat/1").text
    assert room.table.do(Box(), "away", {"seat": 1, "away": True}).ok
    assert "You count as away" in ann.get("/seat/1").text
    assert room.table.do(Box(), "away", {"seat": 1, "away": False}).ok
    assert "You count as away" not in ann.get("/seat/1").text
