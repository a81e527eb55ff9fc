"""Pieces that pages share: rendered once for equal values, and never for others."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from web import pieces
from web.pieces import Names, Piece, Pieces, asked

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
    mark = asked("seat", "claim")
    form = pages.pieces.made("said", Names.of({1: "Ann"}), {"what": Markup(f'<input value="{mark}"> {mark}/agent')})
    first = form.at({mark: "7:claim", asked("box", "claim"): "9:claim"})
    assert '<input value="7:claim"> 7:claim/agent' in first
    assert form.at({mark: "7:claim"}) is first
    assert '<input value="12:&lt;claim&gt;"> 12:&lt;claim&gt;/agent' in form.at({mark: "12:<claim>"})
    assert pages.rendered == 1


def test_a_piece_that_asks_nothing_is_the_same_whatever_is_asked(pages: Pages) -> None:
    piece = pages.pieces.made("said", Names.of({1: "Ann"}), {"what": "a"})
    assert piece.at({}) is piece
