"""From the lobby's code to a seat (hazards 26, 29, 39, 49)."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.clock import FakeTime
from tests.web.conftest import Room
from web.keys import Keys, Secrets


def prove(phone: FlaskClient, key: str, nonce: str = "") -> tuple[int, dict[str, str]]:
    """Do what the door's script does with a scanned key."""
    nonce = nonce or phone.get("/join/nonce").json["nonce"]  # type: ignore[index]  # the answer is JSON
    proof = hmac.new(key.encode(), nonce.encode(), hashlib.sha256).hexdigest()
    answer = phone.post("/join/proof", json={"nonce": nonce, "proof": proof})
    return answer.status_code, answer.json or {}


def test_a_scanned_key_lets_a_phone_in_without_travelling(room: Room) -> None:
    phone = room.phone()
    assert phone.get("/seats").status_code == 403
    status, answer = prove(phone, "ABCDEFGHIJKLMN2")
    assert (status, answer["go"]) == (200, "/seats?from=door")
    assert phone.get("/seats").status_code == 200


def test_a_wrong_key_a_used_nonce_and_a_made_up_nonce_open_nothing(room: Room) -> None:
    phone = room.phone()
    assert prove(phone, "ABCDEFGHIJKLMN3")[0] == 403
    nonce = phone.get("/join/nonce").json["nonce"]  # type: ignore[index]  # the answer is JSON
    assert prove(phone, "ABCDEFGHIJKLMN2", nonce)[0] == 200
    assert prove(room.phone(), "ABCDEFGHIJKLMN2", nonce)[0] == 403
    assert prove(room.phone(), "ABCDEFGHIJKLMN2", "12-made-up")[0] == 403


def test_an_old_nonce_and_an_old_token_open_nothing() -> None:
    time = FakeTime()
    keys = Keys(Secrets.fresh(), time.monotonic)
    nonce, token = keys.nonce(), keys.token(3)
    time.advance(400)
    proof = hmac.new(keys.kept.room.encode(), nonce.encode(), hashlib.sha256).hexdigest()
    assert keys.opens(nonce, proof) is None
    nonce = keys.nonce()
    assert keys.opens(nonce, hmac.new(token.encode(), nonce.encode(), hashlib.sha256).hexdigest()) is None


def test_looking_joins_nobody(room: Room) -> None:
    before = room.table.now().row
    for path in ("/", "/join", "/join/nonce", "/seats", "/join/code", "/join/proof", "/seat/1", "/stream"):
        for look in (room.phone().get, room.phone().head):
            answer = look(path)
            assert answer.status_code < 500
            assert "Set-Cookie" not in answer.headers
    assert room.table.now().row == before
    assert room.table.now().evening.places == ()


def test_cookies_are_not_for_scripts_and_the_table_keeps_only_a_digest(room: Room) -> None:
    phone = room.phone()
    answer = phone.post("/join/code", data={"code": "40726"})
    cookies = answer.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in c and "SameSite=Lax" in c and "Path=/" in c for c in cookies)
    phone.post("/seats", data={"seat": "1", "name": "Ann"})
    token = phone.get_cookie("table")
    assert token is not None
    assert room.table.now().evening.claims[0].digest == hashlib.sha256(token.value.encode()).hexdigest()


@pytest.mark.parametrize(
    "typed", ["²0726", "٤٠٧٢٦", "４0726", " 40726", "4_0726", "040726", "", "40726\x00", "x" * 500]
)
def test_only_the_codes_own_ascii_digits_open(room: Room, typed: str) -> None:
    assert room.phone().post("/join/code", data={"code": typed}).status_code == 403


def test_guessing_makes_the_whole_table_wait_whatever_the_address(room: Room) -> None:
    for n in range(8):
        phone = room.phone()
        phone.environ_base["REMOTE_ADDR"] = f"192.168.7.{n + 30}"
        assert phone.post("/join/code", data={"code": "11111"}).status_code == 403
    slow = room.phone().post("/join/code", data={"code": "40726"})
    assert slow.status_code == 429
    assert int(slow.headers["Retry-After"]) >= 1
    assert "Wait" in slow.text
    assert prove(room.phone(), "ABCDEFGHIJKLMN2")[0] == 200  # scanning still works


def test_tries_at_the_same_moment_are_no_more_than_one_after_another() -> None:
    keys = Keys(Secrets("K" * 15, "40726", "9182", "5c" * 32), FakeTime().monotonic)
    begun = [keys.code_wait() == 0 for _ in range(30)]  # all are in before the first is found wrong
    assert begun.count(True) == 8
    assert not any(keys.is_code("11111") for ok in begun if ok)
    assert keys.code_wait() > 0
    pins = [keys.pin_wait() == 0 for _ in range(30)]
    assert pins.count(True) == 5


def test_quiet_hours_and_right_codes_save_up_no_tries() -> None:
    time = FakeTime()
    keys = Keys(Secrets("K" * 15, "40726", "9182", "5c" * 32), time.monotonic)
    time.advance(24 * 3600)
    for _ in range(20):
        assert keys.code_wait() == 0
        assert keys.is_code("40726")
    assert [keys.code_wait() == 0 for _ in range(30)].count(True) == 8
    assert [keys.pin_wait() == 0 for _ in range(30)].count(True) == 5


def test_where_no_code_and_no_pin_is_kept_none_opens() -> None:
    keys = Keys(Secrets("K" * 15, "", "", "5c" * 32), FakeTime().monotonic)
    assert not keys.is_code("")
    assert not keys.is_pin("")


def test_with_a_new_code_or_pin_nobody_is_in_by_the_old_one() -> None:
    kept = Secrets("K" * 15, "40726", "9182", "5c" * 32)
    old = Keys(kept)
    for change in ({"code": "40727"}, {"room": "L" * 15}, {"server": "5d" * 32}):
        assert Keys(replace(kept, **change)).room_pass("phone") != old.room_pass("phone"), change
    for change in ({"pin": "9183"}, {"server": "5d" * 32}):
        assert Keys(replace(kept, **change)).host_pass("phone") != old.host_pass("phone"), change
    assert old.room_pass("phone") == Keys(kept).room_pass("phone")


def test_right_codes_cost_no_tries(room: Room) -> None:
    for _ in range(20):
        assert room.phone().post("/join/code", data={"code": "40726"}).status_code == 303


@pytest.mark.parametrize("name", ["Sam", "sam ", "Ｓａｍ", "Sam\u200d", "SAM"])
def test_one_name_has_one_form_and_a_second_is_refused_with_a_way_back(room: Room, name: str) -> None:
    room.phone("Sam")
    phone = room.phone()
    phone.post("/join/code", data={"code": "40726"})
    answer = phone.post("/seats", data={"seat": "2", "name": name})
    assert answer.status_code == 409
    assert "press / 1 /" in answer.text
    assert len(room.table.now().evening.places) == 1


def test_a_family_is_one_name(room: Room) -> None:
    phone = room.phone("👨‍👩‍👧")
    assert "👨‍👩‍👧" in phone.get("/seat/1").text


def test_a_window_that_keeps_no_cookies_is_told_so(room: Room) -> None:
    answer = room.phone().get("/seats?from=door")
    assert answer.status_code == 403
    assert "usual browser" in answer.text


def test_a_sheet_without_cookies_costs_no_second_seat_and_nobody_is_known_by_address(room: Room) -> None:
    """Hazard 26: jar 1 joins as Ann, jar 2 too, jar 3 opens by the host's name, all from one address."""
    room.phone("Ann")
    second, third = room.phone(), room.phone()
    second.post("/join/code", data={"code": "40726"})
    answer = second.post("/seats", data={"seat": "2", "name": "Ann"})
    assert (answer.status_code, "press / 1 / and scan" in answer.text) == (409, True)
    named = third.get("/", base_url="http://tablehand.local")
    assert named.status_code == 200
    assert "Ann" not in named.text
    assert third.get("/seat/1", base_url="http://tablehand.local").status_code == 403
    assert room.table.now().evening.names() == {1: "Ann"}


def test_after_a_reboot_every_phone_has_its_seat_and_the_room_its_code(tmp_path: Path) -> None:
    """Hazard 29: everyone seated, reboot."""
    before = Room(tmp_path / "evening.db")
    phones = {n: before.phone(name) for n, name in enumerate(("Ann", "Bo", "Cy"), 1)}
    before.close()
    after = Room(tmp_path / "evening.db")
    for seat, phone in phones.items():
        phone.application = after.app
        assert phone.get(f"/seat/{seat}").status_code == 200
        assert phone.get("/").headers["Location"] == f"/seat/{seat}"
        assert phone.get(f"/seat/{seat % 3 + 1}").status_code == 403
        assert phone.get("/board").status_code == 200
    assert after.table.now().evening.names() == {1: "Ann", 2: "Bo", 3: "Cy"}
    after.close()


def test_a_taken_seat_and_an_impossible_one_are_refused_in_words(room: Room) -> None:
    room.phone("Ann")
    phone = room.phone()
    phone.post("/join/code", data={"code": "40726"})
    assert phone.post("/seats", data={"seat": "1", "name": "Bo"}).status_code == 409
    for seat in ("0", "11", "³", "٣", "１", "", "-1", "1 "):
        assert phone.post("/seats", data={"seat": seat, "name": "Bo"}).status_code == 400


@pytest.mark.parametrize(
    "picked",
    [{"seat": "1"}, {"seat": "12"}, {}, {"me": "2"}, {"me": "1"}, {"me": "3"}, {"seat": "4", "name": "Ann"}],
    ids=str,
)
def test_whatever_is_refused_the_name_that_was_typed_stays(room: Room, picked: dict[str, str]) -> None:
    phone = room.phone()
    phone.post("/join/code", data={"code": "40726"})
    room.phone("Ann", 1)
    assert room.table.sit(2, "", "").ok
    start(room)  # while somebody was typing
    answer = phone.post("/seats", data={"name": "Bartholomew"} | picked)
    assert answer.status_code in (400, 409)
    assert f'name="name" maxlength="20" value="{picked.get("name", "Bartholomew")}"' in answer.text


def test_a_second_seat_on_one_phone_and_a_seat_without_a_name(room: Room) -> None:
    phone = room.phone("Ann")
    assert phone.post("/seats", data={"seat": "4", "name": ""}).status_code == 303
    assert "Seat 4" in phone.get("/seat/4").text
    assert 'href="/seat/1"' in phone.get("/seat/4").text


def test_a_lost_phone_is_replaced_at_the_table_and_the_old_one_forgets(room: Room) -> None:
    old, new = room.phone("Ann"), room.phone()
    token = room.keys.token(1)
    status, answer = prove(new, token)
    assert (status, answer["go"]) == (200, "/seat/1")
    assert new.get("/seat/1").status_code == 200
    assert old.get("/seat/1").status_code == 403
    assert prove(room.phone(), token)[0] == 403  # good once


def test_a_seat_without_a_phone_is_taken_by_its_player_but_not_in_mid_game(room: Room) -> None:
    room.table.sit(1, "Ann", "")
    room.phone("Bo")
    late, later = room.phone(), room.phone()
    for phone in (late, later):
        phone.post("/join/code", data={"code": "40726"})
    assert "I am" not in late.get("/seats").text
    assert late.post("/seats", data={"me": "1"}).status_code == 303
    room.table.move_seat(1, "")
    start(room)
    assert later.post("/seats", data={"me": "1"}).status_code == 409


@pytest.mark.parametrize("why", ["every seat is taken", "a game is on"])
def test_where_a_seat_cannot_be_taken_the_way_back_to_ones_own_is_told(room: Room, why: str) -> None:
    for seat in range(1, 11 if why == "every seat is taken" else 3):
        room.table.sit(seat, "", "")
    if why == "a game is on":
        start(room)
    second = room.phone()
    second.post("/join/code", data={"code": "40726"})
    assert "press / your seat&#39;s digit / and scan" in second.get("/seats").text


def test_a_name_that_is_taken_can_be_changed_where_it_stands_and_none_is_longer_than_it_is_kept(room: Room) -> None:
    room.phone("Bo")
    second = room.phone()
    second.post("/join/code", data={"code": "40726"})
    page = second.post("/seats", data={"seat": "2", "name": "Bo"}).text
    assert 'value="Bo"' in page
    assert 'maxlength="20"' in page


def test_nobody_is_the_player_of_a_seat_that_has_a_phone(room: Room) -> None:
    ann, other = room.phone("Ann"), room.phone()
    other.post("/join/code", data={"code": "40726"})
    assert other.post("/seats", data={"me": "1"}).status_code == 409
    assert ann.get("/seat/1").status_code == 200


def test_a_seat_that_never_had_a_phone_stays_the_boxs_in_mid_game(room: Room) -> None:
    room.table.sit(1, "Ann", "")
    room.phone("Bo")
    start(room)
    late = room.phone()
    late.post("/join/code", data={"code": "40726"})
    assert late.post("/seats", data={"me": "1"}).status_code == 409
    assert late.get("/seat/1").status_code == 403


@pytest.mark.parametrize("form", [{"seat": "2", "name": "Eve"}, {"me": "1"}])
def test_who_has_not_come_in_takes_no_seat(room: Room, form: dict[str, str]) -> None:
    room.table.sit(1, "Ann", "")
    stranger = room.phone()
    assert stranger.post("/seats", data=form).status_code == 403
    assert [(p.number, p.name) for p in room.table.now().evening.places] == [(1, "Ann")]
    assert room.table.now().evening.claims == ()


@pytest.mark.parametrize("made_up", ["", "0" * 64, "ö"])
def test_a_pass_that_somebody_made_up_opens_nothing(room: Room, made_up: str) -> None:
    stranger = room.phone()
    stranger.set_cookie("table", "A" * 22)
    for door in ("room", "host"):
        stranger.set_cookie(f"{door}-{room.keys.room_name}", made_up)
    assert stranger.get("/seats").status_code == 403
    assert stranger.get("/host/log").status_code == 403
    assert stranger.post("/seats", data={"seat": "2", "name": "Eve"}).status_code == 403


def test_a_pass_is_good_for_the_phone_that_was_given_it(room: Room) -> None:
    """Who copies one without the other has nothing."""
    inside, thief = room.phone(), room.phone()
    inside.post("/join/code", data={"code": "40726"})
    name = f"room-{room.keys.room_name}"
    copied = inside.get_cookie(name)
    assert copied is not None
    thief.set_cookie("table", "A" * 22)
    thief.set_cookie(name, copied.value)
    assert inside.get("/seats").status_code == 200
    assert thief.get("/seats").status_code == 403


@pytest.mark.parametrize("odd", ["short", "x" * 500, "spaces are no token  !!"])
def test_a_phone_with_an_odd_cookie_is_given_a_good_one(room: Room, odd: str) -> None:
    phone = room.phone()
    phone.set_cookie("table", odd)
    assert phone.post("/join/code", data={"code": "40726"}).status_code == 303
    given = phone.get_cookie("table")
    assert given is not None
    assert len(given.value) == 22
    assert phone.get("/seats").status_code == 200


def test_who_sits_and_scans_the_lobbys_code_again_goes_to_their_seat(room: Room) -> None:
    phone = room.phone("Ann")
    assert prove(phone, "ABCDEFGHIJKLMN2") == (200, {"ok": True, "go": "/seat/1"})


def start(room: Room, game: str = "tictactoe", tag: str = "") -> None:
    """Pick and start a game."""
    from companion.game import Box

    assert room.table.do(Box(), "pick", {"game": game}).ok
    assert room.table.do(Box(), tag or f"{game}-setup", {}).ok
