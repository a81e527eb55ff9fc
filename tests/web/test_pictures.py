"""Pictures of packs: whoever sees a page gets its pictures, and nobody learns of one that is not seen yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.game import Box, Picture, Seat, Title, Viewer, read_picture
from companion.shelf import Packs
from tests.toys import tictactoe
from tests.web.conftest import Room
from tests.web.test_door import start


def drawn(word: str) -> Picture:
    """Return a picture with a word in it that exists once."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><title>canary-{word}</title></svg>'
    return read_picture(f"{word}.svg", svg.encode())


NAMES = ("square/open.svg", "square/hand-1.svg", "square/hand-2.svg", "square/next.svg", "square/ünd?.svg")
SHOWN = ("square/open.svg", "square/ünd?.svg")
PICTURES = {name: drawn(str(n)) for n, name in enumerate(NAMES)}


def with_pictures(title: Title) -> Title:
    """Return a game whose pack has pictures: two open to all, one in each hand, one that nobody sees yet."""

    def bind(packs: Packs) -> object:
        game = title.bind(packs)
        see = game.view

        def view(state: object, viewer: Viewer) -> object:
            own = (f"square/hand-{viewer.number}.svg",) if isinstance(viewer, Seat) else ()
            return replace(see(state, viewer), pictures=(*SHOWN, *own))

        game.view = view  # type: ignore[method-assign]  # it listens in
        game.picture = PICTURES.__getitem__  # type: ignore[method-assign, assignment]  # it listens in
        return game

    return Title(title.meta, bind)  # type: ignore[arg-type]  # it stands in for the real one


@pytest.fixture
def gallery() -> Iterator[Room]:
    """Return a room with such a game on the table, Ann and Bo at it."""
    room = Room(None, with_pictures(tictactoe.TITLE))
    yield room
    room.close()


def got(phone: FlaskClient, name: str) -> tuple[int, str]:
    """Return what comes of asking for a picture."""
    answer = phone.get(f"/picture/{name.replace('?', '%3F')}")
    return answer.status_code, answer.text


def test_no_canary_leaves_its_cage(gallery: Room) -> None:
    ann, bo = gallery.phone("Ann"), gallery.phone("Bo")
    stranger = gallery.phone()
    # Before the game there is no picture for anybody, whatever it is called.
    for phone in (ann, bo, stranger):
        assert not any("canary" in got(phone, name)[1] for name in NAMES)
    start(gallery)
    reader = gallery.phone()
    assert reader.post("/join/code", data={"code": "40726"}).status_code == 303  # in the room, at no seat
    for phone, sees in (
        (ann, (*SHOWN, "square/hand-1.svg")),
        (bo, (*SHOWN, "square/hand-2.svg")),
        (reader, SHOWN),
        (stranger, ()),
    ):
        for name in NAMES:
            status, text = got(phone, name)
            assert (status == 200) == (name in sees) == ("canary" in text), name
    board = gallery.app.test_client()
    assert got(board, "square/open.svg")[0] == 200
    assert got(board, "square/hand-1.svg")[0] == 404
    assert gallery.table.do(Box(), "finish").ok
    assert not any("canary" in got(ann, name)[1] for name in NAMES)


def test_nothing_tells_a_picture_not_yet_seen_from_none_at_all(gallery: Room) -> None:
    ann = gallery.phone("Ann")
    gallery.phone("Bo")
    start(gallery)
    answers = [ann.get(f"/picture/{name}") for name in ("square/next.svg", "square/hand-2.svg", "no/such/thing.png")]
    assert len({(a.status, a.text, tuple(a.headers)) for a in answers}) == 1
    outside = [gallery.phone().get(f"/picture/{name}") for name in ("square/open.svg", "square/none.svg")]
    assert len({(a.status, a.text, tuple(a.headers)) for a in outside}) == 1
    assert outside[0].status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "../static/table.css",
        "..%2f..%2fstatic/table.css",
        "square/../square/next.svg",
        "square/./open.svg/../next.svg",
        "/etc/passwd",
        "square//open.svg",
        "square%00open.svg",
        "square/OPEN.svg",
        "square\\open.svg",
        "",
    ],
)
def test_a_name_is_no_path(gallery: Room, path: str) -> None:
    ann = gallery.phone("Ann")
    gallery.phone("Bo")
    start(gallery)
    answer = ann.get(f"/picture/{path}")
    assert answer.status_code in (308, 404)
    assert "canary" not in answer.text
    assert "--paper" not in answer.text


def test_a_picture_is_an_image_and_nothing_more(gallery: Room) -> None:
    ann = gallery.phone("Ann")
    gallery.phone("Bo")
    start(gallery)
    answer = ann.get("/picture/square/open.svg")
    assert answer.mimetype == "image/svg+xml"
    policy = answer.headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert ann.get("/picture/square/hand-1.svg").headers["Cache-Control"] == "no-store"
    assert ann.post("/picture/square/open.svg").status_code == 405


def test_a_picture_is_sent_again_only_where_it_has_changed(gallery: Room) -> None:
    ann = gallery.phone("Ann")
    gallery.phone("Bo")
    start(gallery)
    first = ann.get("/picture/square/open.svg")
    again = ann.get("/picture/square/open.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    hidden = ann.get("/picture/square/next.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert hidden.status_code == 404  # what has been seen once tells nothing of what has not
    stale = ann.get("/picture/square/open.svg", headers={"If-None-Match": '"other"'})
    assert stale.data == first.data


def test_looking_changes_nothing(gallery: Room) -> None:
    ann = gallery.phone("Ann")
    gallery.phone("Bo")
    start(gallery)
    before = (gallery.table.now().row, gallery.table.now().serial)
    for name in NAMES:
        got(ann, name)
    assert (gallery.table.now().row, gallery.table.now().serial) == before
