"""Phones and the big screen in a real browser, over plain http (hazards 23, 25, 28, 41)."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from companion.game import Box, Seat
from tests.browser import MARKS
from tests.web.conftest import Room
from tests.web.phones import LAPTOP, PHONE, Phones, answered, awake, eventually, hide, hold
from tests.web.test_door import start

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = MARKS


def with_a_secret(phones: Phones, room: Room) -> Any:
    """Return Ann's phone at an auction, with "xyzzy" to be seen by holding its slab."""
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room, "auction")
    assert room.table.do(Seat(1), "jot", {"note": "xyzzy"}).ok
    ann.wait_for_selector("#slab")
    return ann


def test_from_the_code_to_a_move_that_the_other_phone_sees(phones: Phones) -> None:
    ann, bo = phones.seated("Ann", 1), phones.seated("Bo", 2)
    assert "#" not in ann.url
    board = phones.page("/board", LAPTOP)
    ann.click("text=Noughts and crosses")
    ann.click("button.usual")
    ann.locator("button[name='a.square'][value='5']").click()
    bo.wait_for_selector("text=· X ·")
    board.wait_for_selector("text=· X ·")
    bo.locator("button[name='a.square'][value='1']").click()
    ann.wait_for_selector("text=O · ·")


def test_the_key_never_travels(phones: Phones) -> None:
    phones.seated("Ann", 1)
    assert not [url for url in phones.asked if "ABCDEFGHIJKLMN2" in url]


def test_a_secret_is_there_while_held_and_nowhere_after(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    assert "xyzzy" not in ann.content()
    for end in ("up", "hide", "blur"):
        hold(ann)
        ann.wait_for_selector("text=xyzzy")
        assert ann.locator(".slab-secret").get_attribute("aria-hidden") == "true"
        if end == "hide":
            hide(ann, True)
        elif end == "blur":
            ann.evaluate("dispatchEvent(new Event('blur'))")
        else:
            ann.mouse.up()
        eventually(lambda: "xyzzy" not in ann.content())
        hide(ann, False)
        ann.mouse.up()
        awake(ann)
    ann.focus("#slab")
    ann.keyboard.down(" ")
    ann.wait_for_selector("text=xyzzy")
    ann.keyboard.up(" ")
    assert "xyzzy" not in ann.content()


def test_a_look_by_key_lasts_while_the_page_around_it_changes(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    ann.focus("#slab")
    ann.keyboard.down(" ")
    ann.wait_for_selector("text=xyzzy")
    for _ in range(2):
        with ann.expect_request("**/stream*"):
            ann.evaluate("dispatchEvent(new Event('online'))")  # the whole page comes anew, her slab too
        ann.wait_for_timeout(500)
        assert "xyzzy" in ann.inner_text(".slab-secret")
    ann.keyboard.up(" ")
    assert "xyzzy" not in ann.content()
    ann.wait_for_timeout(100)
    assert ann.evaluate("document.activeElement.id") == "slab"
    ann.keyboard.down(" ")
    ann.wait_for_selector("text=xyzzy")
    ann.keyboard.up(" ")


def test_a_look_begins_whatever_had_the_focus_before(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    field = ann.locator("input[name='a.note']")
    if not field.is_visible():
        ann.click("text=Write a note")
    field.focus()
    hold(ann)
    ann.wait_for_timeout(300)
    assert "xyzzy" in ann.inner_text(".slab-secret")
    ann.mouse.up()


def test_a_look_is_capped_at_five_seconds(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    hold(ann)
    ann.wait_for_selector("text=xyzzy")
    eventually(lambda: "xyzzy" not in ann.content())
    ann.mouse.up()


def test_back_after_the_seat_has_moved_shows_no_secret(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    hold(ann)
    ann.wait_for_selector("text=xyzzy")
    ann.goto(room.address + "/qr")
    assert room.table.move_seat(1, "0" * 64).ok
    ann.mouse.up()
    ann.go_back()
    ann.wait_for_selector("text=not on this phone")
    assert "xyzzy" not in ann.content()


def test_back_without_a_network_shows_no_secret(phones: Phones, room: Room) -> None:
    ann = with_a_secret(phones, room)
    hold(ann)
    ann.wait_for_selector("text=xyzzy")
    ann.goto(room.address + "/qr")
    ann.mouse.up()
    ann.context.set_offline(True)
    with suppress(playwright.Error):  # nothing was kept to go back to
        ann.go_back(wait_until="commit", timeout=3000)
    ann.wait_for_timeout(500)
    assert "xyzzy" not in ann.content()
    ann.context.set_offline(False)


def test_a_sleeping_page_is_covered_and_whole_again_on_waking(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room)
    ann.wait_for_selector("button[value='5']")
    hide(ann, True)
    assert ann.locator("#stale").is_visible()
    assert room.table.do(Seat(1), "mark", {"square": 5}).ok
    assert room.table.do(Seat(2), "mark", {"square": 1}).ok
    hide(ann, False)
    awake(ann)
    assert "O · ·" in ann.inner_text("main")


def test_a_page_whose_box_has_gone_says_that_it_may_be_old(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    awake(ann)
    room.serve().close()
    ann.wait_for_selector("#stale", state="visible")  # long before three beats are missed


def test_a_clock_is_right_within_a_second_after_sleep(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room, "auction")
    ann.wait_for_selector(".clock")
    hide(ann, True)
    ann.evaluate("Date.now = () => 4e12")  # the wall clock is not asked
    ann.wait_for_timeout(2200)
    hide(ann, False)
    awake(ann)
    minutes, seconds = ann.inner_text(".bar .clock").split(":")
    shown = int(minutes) * 60 + int(seconds)
    assert abs(shown - room.table.now().faces["bids"].by(room.table.time.monotonic()).left) <= 1.2


def test_what_is_being_typed_is_not_swapped_away(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room, "auction")
    field = ann.locator("input[name='a.note']")
    if not field.is_visible():
        ann.click("text=Write a note")
    field.fill("half a sent")
    field.focus()
    assert room.table.do(Seat(2), "bid", {"coins": 2}).ok
    assert room.table.do(Box(), "rename", {"seat": 1, "name": "Anna"}).ok
    ann.wait_for_selector("text=Anna")
    assert field.input_value() == "half a sent"
    ann.keyboard.type("ence")
    assert field.input_value() == "half a sentence"


def test_in_a_break_nothing_is_asked_and_what_was_typed_waits(phones: Phones, room: Room) -> None:
    ann, bo = phones.seated("Ann", 1), phones.seated("Bo", 2)
    start(room, "auction")
    field = ann.locator("input[name='a.note']")
    if not field.is_visible():
        ann.click("text=Write a note")
    field.fill("half a sent")
    assert room.table.do(Box(), "pause", {"on": True}).ok
    for page in (ann, bo):
        page.wait_for_selector("[data-part=bar] .strip:has-text('A break')")
        assert not page.locator("main > :not(footer) :is(.act, input)").locator("visible=true").count()
    assert room.table.do(Box(), "pause", {"on": False}).ok
    ann.wait_for_selector("[data-part=bar] .strip", state="detached")
    assert field.is_visible()
    assert field.input_value() == "half a sent"


def test_a_name_half_typed_outlives_a_game_that_starts_meanwhile(phones: Phones, room: Room) -> None:
    assert room.table.sit(1, "", "").ok
    assert room.table.sit(2, "", "").ok
    ann = phones.page("/join#ABCDEFGHIJKLMN2")
    ann.wait_for_url("**/seats*")
    ann.fill("#name", "Annab")
    start(room)
    ann.click("button[name=me][value='1']")
    ann.wait_for_selector("#said")
    assert not ann.locator("button[name=me]").count()
    assert ann.input_value("#name") == "Annab"


def test_what_was_written_down_closes_its_fold(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    ann.click("text=At the table")
    fold = ann.locator("details[data-keep$='/rename']")
    field = fold.locator("input[name='a.name']")
    fold.locator("summary").click()
    field.fill("Anna")
    fold.locator("button.act").click()
    ann.wait_for_selector(".bar :text-is('Anna')")
    eventually(lambda: fold.get_attribute("open") is None)
    assert fold.locator("summary").evaluate("e => e === document.activeElement")  # whoever has no finger goes on here
    assert ann.locator("details.drawer").get_attribute("open") is not None  # what it lies in stays as it is
    fold.locator("summary").click()
    assert field.input_value() == ""
    assert room.table.do(Box(), "sit", {"seat": 2, "name": "Bo"}).ok
    ann.wait_for_selector("text=Bo")
    fold.locator("label.chip:has(input[value='1'])").click()
    field.fill("Bo")
    fold.locator("button.act").click()
    eventually(lambda: len(ann.inner_text("#said")) > 5)  # refused: what was written stands there still
    assert fold.get_attribute("open") is not None
    assert field.input_value() == "Bo"


def test_tapping_everybody_once_is_an_order_and_the_last_tap_too(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    for seat, name in enumerate(("Bo", "Cy", "Di"), 2):
        assert room.table.do(Box(), "sit", {"seat": seat, "name": name}).ok
    assert room.table.do(Box(), "pick", {"game": "auction"}).ok
    ann.wait_for_selector("[data-order]")
    for name in ("Cy", "Ann", "Di", "Bo"):  # the last has its place by itself; who taps it means that, too
        ann.click(f"[data-order] label.chip:has-text('{name}')")
    assert [ann.locator(".place").nth(n).input_value() for n in range(4)] == ["2", "4", "1", "3"]
    pale = ann.evaluate("getComputedStyle(document.querySelector('.place')).color")
    assert pale == "rgb(35, 33, 29)"  # dark on light, whatever its chip looks like
    ann.click("[data-order] label.chip:has-text('Bo')")  # a second tap takes it back
    assert ann.locator(".place").nth(1).input_value() == ""


def test_a_refusal_is_said_on_the_page(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room)
    ann.wait_for_selector("button[value='5']")
    ann.evaluate("document.querySelector('.asking input[name=question]').value = '0:old'")
    ann.locator("button[name='a.square'][value='5']").click()
    eventually(lambda: len(ann.inner_text("#said")) > 5)


def test_ten_phones_the_board_and_the_box_change_together(phones: Phones, room: Room) -> None:
    pages = [phones.seated(f"P{n}", n) for n in range(1, 11)] + [phones.page("/board", LAPTOP)]
    assert room.table.do(Box(), "rename", {"seat": 5, "name": "Newname"}).ok
    for page in pages:
        page.wait_for_selector("text=Newname", timeout=3000)


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}, LAPTOP])
def test_pages_fit_and_are_easy_to_hit(phones: Phones, room: Room, size: dict[str, int]) -> None:
    ann = phones.seated("Ann with a very long", 1)
    phones.seated("Bo", 2)
    ann.set_viewport_size(size)
    for game in ("", "auction"):
        if game:
            start(room, game)
            ann.wait_for_selector("#slab")
        wide = ann.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        small = ann.evaluate(
            """() => [...document.querySelectorAll("button, a, summary, input:not([type=hidden]):not(.place)")]
                .filter((e) => e.checkVisibility() && !e.closest("label"))
                .map((e) => [e.getBoundingClientRect().height, e.outerHTML]).filter(([h]) => h < 60)"""
        )
        assert small == []
        tiny = ann.evaluate(
            """() => [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest("svg"))
                .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
                .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 17).map((e) => e.outerHTML)"""
        )
        assert tiny == []


CONTRAST = """() => {
  const channel = (v) => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => .2126 * channel(r / 255) + .7152 * channel(g / 255) + .0722 * channel(b / 255);
  const parse = (s) => s.match(/[\\d.]+/g).map(Number);
  const back = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > .9) return c;
    }
    return [27, 42, 39];
  };
  return [...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest("svg"))
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .map((e) => {
      const [a, b] = [light(parse(getComputedStyle(e).color)), light(back(e))];
      return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), parseFloat(getComputedStyle(e).fontSize), e.outerHTML];
    })
    .filter(([ratio, size]) => ratio < (size >= 24 ? 3 : 4.5));
}"""


def test_text_has_contrast(phones: Phones, room: Room) -> None:
    ann = phones.seated("Ann", 1)
    phones.seated("Bo", 2)
    start(room, "auction")
    ann.wait_for_selector("#slab")
    ann.click("text=At the table")
    board = phones.page("/board", LAPTOP)
    for page in (ann, board, phones.page("/join"), phones.page("/seats")):
        assert page.evaluate(CONTRAST) == []


def test_seven_people_have_the_whole_shelf_on_one_screen(chromium: Any) -> None:
    from companion.games import TITLES

    room = Room(None, *TITLES)
    phones = Phones(chromium, room)
    try:
        ann = phones.seated("Ann", 1)
        for seat, name in enumerate(("Bo", "Cy", "Di", "Ed", "Flo", "Gus"), 2):
            room.table.sit(seat, name, "")
        ann.wait_for_selector("text=Gus")
        games = ann.locator("[data-part=table] .act")
        assert games.count() == len(TITLES)
        ends = [box["y"] + box["height"] for box in (games.nth(n).bounding_box() for n in range(len(TITLES))) if box]
        assert max(ends) < PHONE["height"] - 40
        phones.close()
    finally:
        room.close()


CLAIMS = ("agent", "bystander", "vip", "undeclared")
IN_SIGHT = """(wanted) => wanted.filter((selector) => {
  const found = document.querySelector(selector), box = found.getBoundingClientRect();
  const middle = (box.left + box.right) / 2;
  return [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4], [middle, box.bottom - 2]].some(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return !top || !(found.contains(top) || top.contains(found));
  });
})"""
"""Which of the selectors' elements are not wholly in sight: out of the window, or under something else."""


def test_crossfire_looks_and_claims_on_a_phone(chromium: Any) -> None:
    from companion.games import TITLES

    title = next(t for t in TITLES if t.meta.key == "crossfire")
    room = Room(None, title)
    phones = Phones(chromium, room)
    try:
        ann = phones.seated("Ann", 1)
        for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"), 2):
            room.table.sit(seat, name, "")
        start(room, "crossfire")
        ann.wait_for_selector("#slab")
        while room.table.now().view(Seat(1)).phase != "talk":
            for n in range(2, 6):
                if any(o.choice.id == "seen" for o in room.table.now().offers(Seat(n))):
                    assert room.table.do(Seat(n), "seen", {}).ok
            if any(o.choice.id == "seen" for o in room.table.now().offers(Seat(1))):
                ann.wait_for_selector("#slab[data-choice=seen]")
                question = ann.get_attribute("#slab", "data-question")
                hold(ann)
                ann.wait_for_selector("text=Your card")
                ann.wait_for_timeout(1100)
                ann.mouse.up()
                eventually(partial(answered, ann, question))
            elif any(o.choice.id == "next" for o in room.table.now().offers(Box())):
                assert room.table.do(Box(), "next", {}).ok
        for width, height in (
            (390, 664),
            (390, 844),
            (328, 720),
        ):  # a phone with the browser's bars, without, the demo's
            ann.set_viewport_size({"width": width, "height": height})
            assert ann.evaluate(IN_SIGHT, ["svg.ring", "#slab", *(f"button[value='claim.{c}']" for c in CLAIMS)]) == []
            hold(ann)
            ann.wait_for_selector("#slab.shown")
            assert ann.evaluate("(s => s.scrollHeight - s.clientHeight)(document.getElementById('slab'))") <= 0
            ann.mouse.up()
        ann.click("button[value='claim.vip']")
        ann.wait_for_selector("button[value='claim.vip'].on")
        board = phones.page("/board", LAPTOP)
        board.wait_for_selector("svg.ring .letter >> text=V")
        phones.close()
    finally:
        room.close()
