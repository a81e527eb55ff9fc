"""Pieces that pages share: rendered once for equal values, and never for others."""

from __future__ import annotations

import re

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from companion.game import Actor, Seat
from companion.published import Offer, Published
from tests.web.conftest import Room
from tests.web.test_door import start
from web import pieces
from web.pieces import Names, Piece, Pieces, mark_of
from web.screen import Screen

PAGES = {
    "page": '{{ piece("said", base, what=what) }}',
    "said": '<form action="{{ base }}/act">{{ what }} {{ names[1] }}{{ secret }}</form>',
}


class Pages:
    """An environment whose pieces are counted as they are rendered."""

    def __init__(self) -> None:
        self.env = Environment(loader=DictLoader(PAGES), autoescape=True)
        self.pieces = Pieces(self.env)
        self.rendered = 0
        render = self.pieces._render

        def counted(*args: object) -> Piece:
            self.rendered += 1
            return render(*args)  # type: ignore[arg-type]  # a test's own

        self.pieces._render = counted  # type: ignore[method-assign, assignment]  # it listens in

    def show(self, what: object, name: str = "Ann", base: str = "/seat/1", **more: object) -> str:
        """Return a page with one piece."""
        return self.env.get_template("page").render(what=what, names={1: name}, base=base, **more)


@pytest.fixture
def pages() -> Pages:
    return Pages()


def test_equal_values_are_rendered_once_whoever_looks(pages: Pages) -> None:
    assert pages.show(("a", 1)) == pages.show(("a", 1))
    assert pages.rendered == 1


def test_a_value_that_differs_makes_a_piece_of_its_own(pages: Pages) -> None:
    assert "canary" in pages.show("canary")
    assert "canary" not in pages.show("nothing")
    assert "Bo" in pages.show("nothing", name="Bo")
    assert pages.rendered == 3


def test_answers_go_where_each_page_says(pages: Pages) -> None:
    assert 'action="/seat/1/act"' in pages.show("a")
    assert 'action="/seat/2/act"' in pages.show("a", base="/seat/2")
    assert 'action="/&#34;&gt;/act"' in pages.show("a", base='/">')
    assert pages.rendered == 1


def test_a_piece_knows_nothing_of_the_page_but_its_values(pages: Pages) -> None:
    assert "canary" not in pages.show("a", secret="canary")


def test_what_cannot_be_compared_is_rendered_each_time(pages: Pages) -> None:
    assert "[1]" in pages.show([1])
    assert "[2]" in pages.show([2])
    assert pages.rendered == 2


def test_what_is_still_wanted_is_never_rendered_again_and_the_rest_is_forgotten(pages: Pages) -> None:
    for n in range(5 * pieces.KEPT):
        pages.show(n)
        pages.show("wanted")
    assert pages.rendered == 5 * pieces.KEPT + 1
    assert len(pages.pieces._kept) + len(pages.pieces._before) <= 2 * pieces.KEPT
    pages.show(0)
    assert pages.rendered == 5 * pieces.KEPT + 2


def test_a_question_asked_again_is_filled_in_and_not_rendered_again(pages: Pages) -> None:
    mark = mark_of("seat", "claim")
    form = pages.pieces.made("said", Names.of({1: "Ann"}), {"what": Markup(f'<input value="{mark}"> {mark}/agent')})
    first = form.at({mark: "7:claim", mark_of("box", "claim"): "9:claim"})
    assert '<input value="7:claim"> 7:claim/agent' in first
    assert form.at({mark: "7:claim"}) is first
    assert '<input value="12:&lt;claim&gt;"> 12:&lt;claim&gt;/agent' in form.at({mark: "12:<claim>"})
    assert pages.rendered == 1


def test_a_piece_that_asks_nothing_is_the_same_whatever_is_asked(pages: Pages) -> None:
    piece = pages.pieces.made("said", Names.of({1: "Ann"}), {"what": "a"})
    assert piece.at({}) is piece


class Fleeting(tuple[Offer, ...]):
    """Offers of which it is told when nobody keeps them any more: what comes next may lie where they lay."""

    gone = 0

    def __del__(self) -> None:
        Fleeting.gone += 1


def test_a_page_is_given_what_its_own_actor_is_offered_however_short_that_lives(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hazard 30: what two actors have alike is told by where it lies, so it has to stay there."""
    _ann, _bo = room.phone("Ann"), room.phone("Bo")
    start(room, "auction")
    moment, of_table = room.table.now(), Published.asked
    bid, jot = of_table(moment, Seat(1))[:2]
    painter = room.app.extensions["tablehand"].painter
    Fleeting.gone = 0

    def made_anew(now: Published, actor: Actor) -> tuple[Offer, ...]:
        if not isinstance(actor, Seat):
            return of_table(now, actor)
        return Fleeting([bid if actor == Seat(1) else jot])

    monkeypatch.setattr(Published, "asked", made_anew)
    for seat, offer in ((1, bid), (2, jot)):
        page = painter.paint(moment, Screen("seat", seat, (seat,), f"/seat/{seat}"))
        assert re.findall(r'name="choice" value="([^"]*)"', page["mine"]) == [offer.choice.id]
    assert Fleeting.gone == 0


def test_the_page_of_a_scribe_that_is_asked_for_again_is_not_made_again(room: Room) -> None:
    """What the box may do for a seat is picked out each time: kept each time, it would fill the box."""
    _ann, _bo = room.phone("Ann"), room.phone("Bo")
    start(room)
    painter, moment = room.app.extensions["tablehand"].painter, room.table.now()
    made = [painter.live(moment, Screen("scribe", 1, (), "/scribe")).alike for _ in range(20)]
    assert all(alike is made[0] for alike in made)
