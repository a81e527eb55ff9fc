"""Crossfire as people see it: who is asked, what stands in reach of a thumb, names that keep apart, the film."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.game import Box, Public, Seat
from companion.games import TITLES
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, Phones, awake, eventually
from tests.web.test_browser import CLAIMS, CONTRAST, IN_SIGHT
from tests.web.test_door import start

pytestmark = MARKS

SMALL = {"width": 360, "height": 640}
NAMES = (
    *("Annabelle", "Bartholomew", "Christopher", "Dominique", "Elisabeth"),
    *("Friedrich", "Gwendolyn", "Hannelore", "Innocentia", "Konstantin"),
)
BROAD = tuple(f"{'WM'[n % 2] * 18}{n}" for n in range(10))


class Evening:
    """People at Crossfire, whose phones are pages of the demo."""

    def __init__(self, browser: Any) -> None:
        self.room = Room(None, next(t for t in TITLES if t.meta.key == "crossfire"), demo=True)
        self.phones = Phones(browser, self.room)
        self.table = self.room.table

    def sit(self, people: int, names: tuple[str, ...] = NAMES) -> None:
        for seat, name in enumerate(names[:people], 1):
            assert self.table.sit(seat, name, "").ok

    def phase(self) -> str:
        return self.table.now().view(Public()).phase

    def still(self) -> int:
        view: Any = self.table.now().view(Public())
        return int(view.still)

    def play(self, people: int, until: str, names: tuple[str, ...] = NAMES) -> None:
        """Let people sit down and play on until a phase begins."""
        self.sit(people, names)
        start(self.room, "crossfire")
        while self.phase() != until:
            self.step()

    def step(self) -> None:
        """Do what this phase waits for: everybody points at the next."""
        seats = self.table.now().evening.seats
        asked = [s for s in seats if self.offers(Seat(s), "seen")]
        for seat in asked:
            assert self.table.do(Seat(seat), "seen", {}).ok
        if self.phase() == "point" and not asked:
            for seat in seats:
                assert self.table.do(Seat(seat), "point", {"target": seat % len(seats) + 1}).ok
        for tag in ("reveal", "time", "next"):
            if not asked and self.offers(Box(), tag):
                assert self.table.do(Box(), tag, {}).ok
                return

    def offers(self, who: Seat | Box, choice: str) -> bool:
        return any(o.choice.id == choice for o in self.table.now().offers(who))

    def phone(self, seat: int, size: dict[str, int] | None = None) -> Any:
        page = self.phones.page(f"/demo/seat/{seat}", size)
        awake(page)
        return page


@pytest.fixture
def evening(chromium: Any) -> Iterator[Evening]:
    """Return an evening at whose end nothing may have gone wrong in any page."""
    made = Evening(chromium)
    yield made
    made.phones.close()
    made.room.close()


@pytest.mark.parametrize("size", [SMALL, {"width": 740, "height": 360}])
def test_ring_secret_and_claims_are_in_sight_on_the_smallest_phone_and_on_its_side(
    evening: Evening, size: dict[str, int]
) -> None:
    evening.play(7, "talk")
    ann = evening.phone(1, size)
    assert ann.evaluate(IN_SIGHT, ["svg.ring", "#slab", *(f"button[value='claim.{c}']" for c in CLAIMS)]) == []


def test_targets_stand_right_below_the_question(evening: Evening) -> None:
    evening.play(7, "point")
    ann = evening.phone(1, SMALL)
    assert "whom do you point at" in ann.inner_text("h1")
    assert ann.evaluate(IN_SIGHT, [f"button[name='a.target'][value='{n}']" for n in range(2, 8)]) == []
    ann.click("button[name='a.target'][value='3']")
    ann.wait_for_selector("button[name='a.target'][value='3'].on")
    assert "6 still to point" in ann.inner_text(".now")


OVERLAPS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 7;
  const places = [...document.querySelectorAll(".ring .place")], found = [];
  for (const one of places) for (const other of places) {
    if (one === other) continue;
    const name = one.querySelector(".name");
    for (const part of other.querySelectorAll(".face, .badge, .name"))
      if (meet(box(name), box(part)))
        found.push([name.textContent, part.getAttribute("class"), other.querySelector(".name").textContent].join(" "));
  }
  return found;
}"""
"""Names in the ring that lie over another's card, number or name, by more than the white around letters."""


CUT = """() => {
  const box = (e) => e.getBoundingClientRect();
  return [...document.querySelectorAll(".ring .name, .film text")].filter((e) => {
    const [name, svg] = [box(e), box(e.closest("svg"))];
    return name.left < svg.left - 3 || name.right > svg.right + 3;
  }).map((e) => e.textContent);
}"""
"""Words that the edge of ring or film cuts off."""


@pytest.mark.parametrize("names", [NAMES, BROAD])
@pytest.mark.parametrize("people", [5, 7, 8, 9, 10])
def test_names_around_the_ring_keep_apart(evening: Evening, people: int, names: tuple[str, ...]) -> None:
    evening.play(people, "talk", names)
    pages = [evening.phone(seat) for seat in (1, people)]
    pages.append(evening.phones.page("/board", LAPTOP))
    for page in pages:
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(CUT) == []
    while evening.phase() != "script.own":
        evening.step()
    for page in pages:
        page.wait_for_selector(".ring .role")
        eventually(lambda: page.locator(".endings").count() == 1)  # noqa: B023 - waited for within this round
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(CUT) == []


RUN_INTO = """() => {
  const box = (e) => e.getBoundingClientRect(), all = (s) => [...document.querySelectorAll(s)];
  const cards = Math.min(...all(".film-card").map((e) => box(e).left)), heads = all(".column-name");
  return [
    ...all(".row-name").filter((e) => box(e).right > cards),
    ...heads.slice(1).filter((e, n) => box(e).left < box(heads[n]).right),
  ].map((e) => e.textContent);
}"""
"""Names in the film that run into a card or into the name beside them."""


@pytest.mark.parametrize("people", [5, 10])
def test_broad_names_keep_off_cards_and_each_other_in_the_film(evening: Evening, people: int) -> None:
    evening.play(people, "end", BROAD)
    for page in (evening.phone(1, SMALL), evening.phones.page("/board", LAPTOP)):
        assert page.evaluate(RUN_INTO) == []
        assert page.evaluate(CUT) == []


def test_points_stand_beside_their_name_however_long_it_is(evening: Evening) -> None:
    evening.play(5, "end", BROAD)
    ann = evening.phone(1, SMALL)
    apart = ann.evaluate(
        """() => [...document.querySelectorAll(".series li")].filter((li) => {
          const [name, points] = ["b", ".points"].map((s) => li.querySelector(s).getBoundingClientRect());
          return points.top > name.bottom || points.right > innerWidth;
        }).length"""
    )
    assert ann.locator(".series li").count() == 5
    assert apart == 0


FILM = """() => {
  const film = document.querySelector(".film-roll svg"), box = film.getBoundingClientRect();
  const view = film.viewBox.baseVal, scale = Math.min(box.width / view.width, box.height / view.height);
  const last = [...document.querySelectorAll(".endings li")].at(-1).getBoundingClientRect();
  return [scale * 14, Math.max(box.bottom, last.bottom) - innerHeight];
}"""
"""How large the letters of the film are on the screen, and by how much film or results reach below it."""


@pytest.mark.parametrize(("people", "letters"), [(5, 20), (7, 17), (10, 13)])
def test_the_film_is_large_and_whole_on_a_laptop(evening: Evening, people: int, letters: int) -> None:
    evening.play(people, "end")
    board = evening.phones.page("/board", LAPTOP)
    size, below = board.evaluate(FILM)
    assert size >= letters
    assert below < 0
    assert "hit by" in board.inner_text(".film")
    assert "tonight" in board.inner_text(".endings")  # what each has won stands with the results, and only there
    assert not board.locator(".big-side").is_visible()


def test_nine_roles_are_all_on_the_big_screen(evening: Evening) -> None:
    evening.sit(10)
    assert evening.table.do(Box(), "pick", {"game": "crossfire"}).ok
    with_roles = {"mode": "crossfire", "dealer": 1, "roles": ["bodyguard", "bomber", "peace_keeper"]}
    assert evening.table.do(Box(), "crossfire-setup", with_roles).ok
    board = evening.phones.page("/board", LAPTOP)
    board.wait_for_selector(".roles")
    assert board.locator(".roles li").count() == 9
    assert board.evaluate("document.querySelector('.roles').getBoundingClientRect().bottom < innerHeight")


def test_while_three_two_one_is_counted_nobody_is_asked_whether_time_is_up(evening: Evening) -> None:
    evening.play(5, "talk")
    ann, board = evening.phone(1), evening.phones.page("/board", LAPTOP)
    assert evening.table.do(Box(), "time", {}).ok
    for page in (ann, board):
        page.wait_for_selector("[data-clock=count]:not(.resting)")
        assert page.inner_text("[data-clock=count]").strip() in ("3", "2", "1")
    time_is_up = ann.locator("button[name=choice][value=time]")
    assert not time_is_up.is_visible()
    assert evening.table.do(Box(), "pause", {"on": True}).ok
    ann.wait_for_selector("[data-clock=count].resting")
    assert not time_is_up.is_visible()  # nothing is done in a break, and after it the clock goes on


def test_whom_the_table_waits_for_and_who_has_to_look_is_told(evening: Evening) -> None:
    evening.play(5, "trio.1")
    asked: Callable[[Any], str] = lambda page: page.inner_text("h1")  # noqa: E731 - one word for what is read three times
    bo, cy = evening.phone(2), evening.phone(3)
    assert asked(bo) == "Annabelle shuffled: look again"
    assert asked(cy) == "Annabelle shuffled: three look"
    assert cy.locator(".ring .waited").count() == 3
    assert evening.table.do(Seat(2), "seen", {}).ok
    eventually(lambda: cy.locator(".ring .waited").count() == 2)
    eventually(lambda: asked(bo) == "Annabelle shuffled: three look")


def test_whoever_sits_down_during_a_game_is_told_when_they_play(evening: Evening) -> None:
    evening.play(5, "talk")
    assert evening.table.sit(6, "Flo", "").ok
    flo = evening.phone(6)
    assert "You play from the next game on." in flo.inner_text("[data-part=bar] .strip")
    assert evening.phone(1).locator("[data-part=bar] .strip").count() == 0


def test_what_is_picked_among_roles_can_be_read(evening: Evening) -> None:
    evening.sit(7)
    assert evening.table.do(Box(), "pick", {"game": "crossfire"}).ok
    ann = evening.phone(1)
    ann.click("summary:has-text('Special roles')")
    ann.click("label.chip:has-text('Bodyguard')")
    assert ann.evaluate(CONTRAST) == []


def test_nobody_shoots_whom_they_have_not_picked(evening: Evening) -> None:
    evening.sit(5)
    assert evening.table.do(Box(), "pick", {"game": "crossfire"}).ok
    enforcer = {"mode": "crossfire", "dealer": 1, "roles": ["enforcer"]}
    assert evening.table.do(Box(), "crossfire-setup", enforcer).ok
    while evening.phase() != "point":
        evening.step()
    ann = evening.phone(1)
    done = ann.locator("[data-part=mine] button.act.first")
    done.click()
    ann.locator("label.chip:has(input[name='a.target'][value='2'])").click()
    done.click()  # the second gun is not aimed yet
    assert evening.still() == 5
    ann.locator("label.chip:has(input[name='a.second'][value='3'])").click()
    done.click()
    eventually(lambda: evening.still() == 4)


def test_two_secret_targets_are_not_left_on_the_screen(evening: Evening) -> None:
    evening.sit(5)
    assert evening.table.do(Box(), "pick", {"game": "crossfire"}).ok
    enforcer = {"mode": "crossfire", "dealer": 1, "roles": ["enforcer"], "pointing": "phones"}
    assert evening.table.do(Box(), "crossfire-setup", enforcer).ok
    while evening.phase() != "point":
        evening.step()
    ann = evening.phone(1)
    for field, seat in (("target", 2), ("second", 3)):
        ann.locator(f"label.chip:has(input[name='a.{field}'][value='{seat}'])").click()
    assert ann.locator("input:checked").count() == 2
    ann.locator("[data-part=mine] button.act.first").click()
    ann.wait_for_selector("text=You have pointed")
    eventually(lambda: ann.locator("input:checked").count() == 0)


def test_nobody_is_called_otherwise_by_a_slip(evening: Evening) -> None:
    evening.sit(3)
    ann = evening.phone(2)
    ann.click("text=At the table")
    ann.click("summary:has-text('Change a name')")
    fold = ann.locator("details[data-keep$='/rename']")
    fold.locator("input[name='a.name']").fill("Bo")
    fold.locator("button.act").click()
    ann.wait_for_timeout(400)
    assert evening.table.now().names()[1] == "Annabelle"
    fold.locator("label.chip:has(input[value='2'])").click()
    fold.locator("button.act").click()
    eventually(lambda: evening.table.now().names()[2] == "Bo")
