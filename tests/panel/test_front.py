"""The thread between panel and table: lamp, sound, sleep, a slow display, secrets that do not stay."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.clock import SystemTime
from companion.front import SHIFT_EVERY, SLEEP_AFTER, WAKING_MOST, Front
from companion.game import Box, Seat, plain, say
from companion.journal import NotSaved
from companion.panel import Input, Panels, Turn
from companion.screens import packed
from companion.table import Reply
from firmware_bridge.latest import Latest
from firmware_bridge.simulated import KEPT, SimulatedPanel, key
from tests.console.hands import Hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path)
    yield hands
    hands.table.stop()


def lit(picture: Image.Image) -> bool:
    return picture.getbbox() is not None


def lamp(hands: Hands) -> str:
    return hands.panel.lamp_colour


def asleep(hands: Hands) -> bool:
    return hands.panel.latest().light == "dim"


def test_the_panel_gets_the_very_bytes_and_the_words(hands: Hands) -> None:
    assert hands.panel.picture.tobytes() == packed(hands.front.picture())
    assert hands.panel.text == hands.front.text()


def test_what_went_wrong_before_the_start_is_said_at_the_start(hands: Hands) -> None:
    """Hazard 43: the last complete state loads, with a notice where people look."""
    hands.table.trouble(say("trouble.journal_gone"))
    front = Front(SimulatedPanel(), hands.table, hands.front.words, hands.front.time)
    front.step()
    assert "was missing" in front.text()
    front.feed(key("enter"))
    front.step()
    assert "was missing" not in front.text()


def test_a_disk_that_takes_nothing_is_said_at_the_box_and_that_it_takes_again(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hazard 45, where nobody has a phone: the display says so, the next key plays on, and a mark stays."""

    def full(*_: object, **__: object) -> None:
        raise NotSaved("no space left on device")

    for name in ("commit", "flush"):
        monkeypatch.setattr(hands.table.journal, name, full)
    assert "Not saving" in hands.type("3 enter")
    lobby = hands.type("enter")
    assert "3 seated" in lobby
    assert "not saving!" in lobby
    assert "Not saving" not in hands.type("enter .")
    monkeypatch.undo()
    hands.wait(6)
    assert "being saved again" in hands.front.text()
    assert "not saving" not in hands.type("enter")


def test_nothing_is_drawn_twice(hands: Hands) -> None:
    before = hands.panel.latest().serial
    hands.wait(30)
    assert hands.panel.latest().serial == before


def test_a_clock_is_drawn_once_a_second_where_it_is_shown_and_not_at_all_where_not(hands: Hands) -> None:
    hands.type("2 enter enter 2 1")
    before = hands.panel.latest().serial
    shows = "0:" in hands.text()
    hands.wait(5)
    drawn = hands.panel.latest().serial - before
    assert 4 <= drawn <= 6 if shows else drawn == 0


def test_the_lamp(hands: Hands) -> None:
    assert lamp(hands) == "off"
    hands.type("2 enter enter 2 1")  # 30 seconds a turn
    assert lamp(hands) == "amber"
    hands.wait(21)
    assert lamp(hands) == "red"
    hands.type("* 1")
    assert lamp(hands) == "off"


def test_lines_and_tones_are_heard_once_and_never_private_ones(hands: Hands) -> None:
    hands.type("2 enter enter 1 enter 7")
    said = list(hands.front.said)
    assert len(said) == len(set(said)) >= 1
    assert hands.front.tones
    hands.wait(5)
    assert hands.front.said == said
    lines = hands.panel.latest().lines
    assert [line for _, line in lines] == said[-len(lines) :]


def test_the_last_line_is_said_once_more(hands: Hands) -> None:
    hands.type("* 6 4")  # there is none yet
    assert hands.panel.latest().lines == ()
    hands.type("2 enter enter 1 enter 7")
    before = hands.panel.latest().lines
    hands.type("* 6 4")
    assert [line for _, line in hands.panel.latest().lines] == [*(line for _, line in before), before[-1][1]][-KEPT:]
    assert len(hands.front.said) == len(set(hands.front.said))  # for captions it is said once
    quiet = hands.panel.latest().lines
    hands.type("* 6 2 * 6 4")  # the voice is off
    assert hands.panel.latest().lines == quiet


def test_silence(hands: Hands) -> None:
    hands.type("2 enter enter 1 enter * 6 3")
    quiet = hands.panel.latest().lines, hands.panel.latest().tones
    hands.type("7")
    assert (hands.panel.latest().lines, hands.panel.latest().tones) == quiet
    assert hands.front.said  # what would have been said is known, for captions and scripts


def test_idle_dims_and_shifts_and_the_waking_key_does_nothing_else(hands: Hands) -> None:
    hands.type("3 enter enter")
    hands.time.advance(SLEEP_AFTER - 1)
    hands.front.step()
    assert not asleep(hands)
    hands.time.advance(24 * 3600)
    hands.front.step()
    assert asleep(hands)
    seen = set()
    for _ in range(9):
        hands.time.advance(SHIFT_EVERY)
        hands.front.step()
        seen.add(hands.panel.latest().picture)
    assert len(seen) > 3
    before = hands.text()
    hands.type("1")
    assert not asleep(hands)
    assert hands.text() == before
    assert hands.table.now().evening.picked == ""
    hands.type("enter 2")
    assert hands.table.now().evening.picked == "pig"


def turn(hands: Hands) -> None:
    hands.front.feed(Turn("dial", 1))
    hands.front.step()


WAKES: dict[str, Callable[[Hands], object]] = {
    "a digit": lambda hands: hands.type("1"),
    "enter": lambda hands: hands.type("enter"),
    "the table's menu": lambda hands: hands.type("*"),
    "a button": lambda hands: hands.press("select"),
    "a held button": lambda hands: (hands.down("back", seconds=1.5), hands.up("back")),
    "two buttons": lambda hands: (hands.down("back", "select", seconds=3.5), hands.up("back", "select")),
    "a knob": turn,
}


@pytest.mark.parametrize("wake", WAKES.values(), ids=WAKES)
def test_whatever_wakes_the_display_does_nothing_else(hands: Hands, wake: Callable[[Hands], object]) -> None:
    hands.type("3 enter enter")
    hands.time.advance(SLEEP_AFTER + 1)
    hands.front.step()
    assert asleep(hands)
    before, rows = hands.text(), hands.rows()
    wake(hands)
    assert not asleep(hands)
    assert (hands.text(), hands.rows(), hands.switched_off) == (before, rows, 0)
    assert hands.press("down") != before  # the next one counts


def test_a_waking_button_that_is_never_let_go_does_not_keep_the_others_quiet(hands: Hands) -> None:
    hands.type("3 enter enter")
    hands.time.advance(SLEEP_AFTER + 1)
    hands.front.step()
    hands.down("select", seconds=1)
    before = hands.text()
    assert hands.press("down") == before  # the hand that wakes it slips
    hands.time.advance(WAKING_MOST)
    assert hands.press("down") != before


def test_news_wake_the_display(hands: Hands) -> None:
    hands.time.advance(SLEEP_AFTER + 1)
    hands.front.step()
    assert asleep(hands)
    hands.do(Box(), "sit", seat=1, name="Ann")
    assert not asleep(hands)


def test_the_display_can_be_turned_and_dimmed(hands: Hands) -> None:
    upright = hands.panel.picture
    hands.type("* 7 3")
    assert hands.panel.picture.tobytes() == upright.transpose(Image.Transpose.ROTATE_180).tobytes()
    hands.type("* 7 2")
    assert asleep(hands)


def test_a_secret_is_dim_and_nothing_of_it_stays(hands: Hands) -> None:
    hands.type("2 enter enter 3 enter")
    before = hands.panel.picture.tobytes()
    secret = hands.table.now().view(Seat(1)).held
    assert secret is not None
    hands.type("1")
    text = hands.down("select", seconds=1)
    assert hands.words(secret.title) in text
    assert asleep(hands)
    hands.up("select")
    hands.wait(20)
    assert hands.panel.picture.tobytes() == before
    assert not asleep(hands)


def test_beside_a_real_display_the_browser_never_gets_a_secret(hands: Hands) -> None:
    real, mirror = SimulatedPanel(), SimulatedPanel(alone=False)
    hands.front.panel = Panels(real, mirror)
    hands.type("2 enter enter 3 enter 1")
    assert mirror.picture.tobytes() == real.picture.tobytes()
    hands.down("select", seconds=1)
    assert lit(real.picture)
    assert not lit(mirror.picture)
    assert mirror.text == ""
    hands.up("select")
    hands.front.stop()


def test_a_stop_in_the_middle_of_a_look_leaves_the_display_dark(hands: Hands) -> None:
    hands.type("2 enter enter 3 enter 1")
    hands.down("select", seconds=1)
    hands.front.stop()
    assert not lit(hands.panel.picture)
    assert hands.panel.latest().light == "dark"
    assert hands.panel.text == ""


def test_what_goes_wrong_while_drawing_does_not_stop_the_keys(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    front = Front(hands.panel, hands.table, hands.words, SystemTime())
    failures = iter([RuntimeError("once")])

    def once(*_: object) -> None:
        for failure in failures:
            raise failure

    monkeypatch.setattr(front, "_sleep", once)
    front.start()
    front.feed(key("3"), key("enter"))
    until(lambda: len(hands.table.now().evening.seats) == 3 or "3" in front.text())
    front.stop()


def test_a_browser_s_hand_comes_back_when_the_display_shows_what_it_did(hands: Hands) -> None:
    hands.front.touch(key("7"))
    assert "7_" in hands.front.text()
    assert hands.panel.picture.tobytes() == packed(hands.front.picture())
    assert hands.panel.inputs.get_nowait() is None  # the thread of the front's own sleeps no longer than it may
    assert hands.panel.inputs.empty()


def test_no_hand_lights_a_display_that_was_blanked_for_good(hands: Hands) -> None:
    hands.front.stop()
    hands.front.touch(key("7"))
    assert not lit(hands.panel.picture)
    assert hands.panel.text == ""


def test_hands_at_keypad_and_browsers_take_turns(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    front = hands.front
    take, busy, taken = front._take, threading.Lock(), []

    def alone(item: Input) -> None:
        taken.append(busy.acquire(blocking=False))
        time.sleep(0.001)  # any other thread would come in here
        take(item)
        busy.release()

    def browse() -> None:
        for _ in range(10):
            front.touch(key("1"))

    monkeypatch.setattr(front, "_take", alone)
    front.start()
    browsers = [threading.Thread(target=browse) for _ in range(3)]
    for browser in browsers:
        browser.start()
    for _ in range(10):
        front.feed(key("1"))
    for browser in browsers:
        browser.join(10)
    until(lambda: len(taken) == 40)
    front.stop()
    assert all(taken)


def until(true: object, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]  # it is there
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


class SlowPanel(SimulatedPanel):
    """A bus that takes 100 ms a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.writer: Latest[Image.Image] = Latest(lambda _: time.sleep(0.1))

    def show(self, picture: Image.Image, private: bool = False, caption: str = "") -> None:
        super().show(picture, private, caption)
        self.writer.put(picture)


def test_a_slow_display_costs_no_key_and_gets_only_the_latest(hands: Hands) -> None:
    hands.table.start()
    panel = SlowPanel()
    front = Front(panel, hands.table, hands.words, SystemTime())
    took: list[float] = []
    fed: list[float] = []
    take = front._take

    def timed(item: object) -> None:
        take(item)  # type: ignore[arg-type]  # it came of the queue
        took.append(time.monotonic())

    front._take = timed  # type: ignore[method-assign]  # it listens in
    front.start()
    until(lambda: panel.writer.written >= 1)
    time.sleep(0.15)
    before = panel.writer.written
    start = time.monotonic()
    for n in range(10):  # ten redraws in 100 ms, eight of them keys
        if n < 8:
            fed.append(time.monotonic())
            panel.feed(key("*"))
        else:
            hands.table.sit(None, f"P{n}", f"digest{n}")
        time.sleep(max(0.0, start + (n + 1) * 0.01 - time.monotonic()))
    sent = panel.writer.written - before
    until(lambda: len(took) == 8)
    assert sent <= 2
    assert sorted(t - f for t, f in zip(took, fed, strict=True))[4] < 0.05
    time.sleep(0.35)
    assert panel.writer.written - before <= 4
    front.stop()
    panel.writer.close()


def test_the_thread_answers_keys_and_follows_the_table(hands: Hands) -> None:
    hands.table.start()
    front = Front(hands.panel, hands.table, hands.words, SystemTime())
    front.start()
    hands.table.sit(None, "Ann", "digest of Ann")
    until(lambda: "1 seated" in hands.panel.text)
    time.sleep(0.45)  # Enter waits that long after a new page
    front.feed(key("3"), key("enter"))
    until(lambda: "3 seated" in hands.panel.text)
    front.stop()


def test_a_device_that_fails_is_asked_again_and_gets_the_latest() -> None:
    written: list[int] = []
    broken = threading.Event()
    broken.set()

    def write(n: int) -> None:
        if broken.is_set():
            raise OSError(121, "remote I/O error")
        written.append(n)

    latest = Latest(write)
    for n in range(5):
        latest.put(n)
        time.sleep(0.005)
    broken.clear()
    until(lambda: written == [4])
    latest.close()


def test_a_refused_command_says_why(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Reply:
        return Reply(False, 1, plain("Not with the left hand"))

    hands.type("2 enter enter 1")
    monkeypatch.setattr(hands.table, "submit", refuse)
    assert "left hand" in hands.type("enter")
    assert "no" in hands.front.tones
    hands.wait(3.2)
    assert "left hand" not in hands.text()
