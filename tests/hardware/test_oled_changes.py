"""What is sent when one picture follows another: enough, and not much."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.clock import Face
from companion.game import Page
from companion.game.page import Face as FaceWidget
from companion.screens import draw
from firmware_bridge.oled_changes import Pages, Window, by_page, by_window, pages_of, runs
from tests.hardware.oled_wires import noise
from tests.screens import catalogue

Planner = Callable[[Pages | None, Pages, int], list[Window]]
PLANNERS: dict[Planner, int] = {by_page: 7, by_window: 10}

CELLS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 127), st.integers(0, 255)), max_size=80)


def test_a_page_is_eight_rows_its_uppermost_in_the_lowest_bit() -> None:
    picture = Image.new("1", (128, 64))
    for x, y in ((0, 0), (1, 7), (127, 8), (5, 63)):
        picture.putpixel((x, y), 1)
    pages = pages_of(picture)
    assert [len(page) for page in pages] == [128] * 8
    lit = {(p, c): value for p, page in enumerate(pages) for c, value in enumerate(page) if value}
    assert lit == {(0, 0): 1, (0, 1): 128, (1, 127): 1, (7, 5): 128}


def applied(before: Pages, windows: list[Window], after: Pages) -> Pages:
    pages = [bytearray(page) for page in before]
    for window in windows:
        content = iter(window.of(after))
        for page in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                pages[page][column] = next(content)
        assert next(content, None) is None
    return tuple(bytes(page) for page in pages)


@pytest.mark.parametrize("planner", PLANNERS, ids=["page", "window"])
@given(start=st.integers(0, 3), cells=CELLS)
@settings(deadline=None)
def test_what_is_sent_makes_the_new_picture_and_is_never_more_than_all(
    planner: Planner, start: int, cells: list[tuple[int, int, int]]
) -> None:
    before = pages_of(next(noise(start)))
    changed = [bytearray(page) for page in before]
    for page, column, value in cells:
        changed[page][column] = value
    after = tuple(bytes(page) for page in changed)
    cost = PLANNERS[planner]
    windows = planner(before, after, cost)
    assert applied(before, windows, after) == after
    assert bool(windows) == (before != after)
    whole = planner(None, after, cost)
    assert applied(tuple(bytes(128) for _ in range(8)), whole, after) == after
    assert sum(w.size + cost for w in windows) <= sum(w.size + cost for w in whole)


def test_near_changes_are_one_run_and_far_ones_two() -> None:
    before, after = bytes(128), bytearray(128)
    after[10] = after[15] = after[60] = 1
    assert runs(before, bytes(after), 4) == [(10, 15), (60, 60)]
    assert runs(before, bytes(after), 3) == [(10, 10), (15, 15), (60, 60)]
    assert runs(before, before, 4) == []


def test_a_column_over_all_pages_is_one_rectangle() -> None:
    before, after = Image.new("1", (128, 64)), Image.new("1", (128, 64))
    after.paste(1, (40, 0, 48, 64))
    assert by_window(pages_of(before), pages_of(after), 10) == [Window(0, 7, 40, 47)]
    assert len(by_page(pages_of(before), pages_of(after), 7)) == 8


@pytest.mark.parametrize("planner", PLANNERS, ids=["page", "window"])
def test_no_page_of_the_product_costs_more_than_the_whole(planner: Planner) -> None:
    pictures = [pages_of(draw(page, catalogue.words, catalogue.FACES)) for page in catalogue.PAGES.values()]
    for before, after in itertools.permutations(pictures, 2):
        cost = PLANNERS[planner]
        assert sum(w.size + cost for w in planner(before, after, cost)) <= 1024 + 8 * cost


@pytest.mark.parametrize("planner", PLANNERS, ids=["page", "window"])
def test_a_second_of_a_clock_alone_costs_an_eighth_of_a_picture(planner: Planner) -> None:
    """The largest digits there are, from 3:00 to 1:00: in the mean, as all the others change fewer."""
    cost = PLANNERS[planner]
    shown = Page(key="clock", widgets=(FaceWidget("clock"),))
    pages = [
        pages_of(draw(shown, catalogue.words, {"clock": Face("clock", None, True, seconds, 0.0)}))
        for seconds in range(180, 59, -1)
    ]
    sent = [sum(w.size + cost for w in planner(a, b, cost)) for a, b in itertools.pairwise(pages)]
    assert sum(sent) / len(sent) <= (1024 + cost) / 8
