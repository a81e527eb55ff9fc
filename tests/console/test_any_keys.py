"""Whatever is typed, pressed and held, whenever: nothing breaks, nothing is sent that is not on offer."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game import Actor, Box
from companion.panel import BUTTONS, KEYS, Hold, Input, Key, Press, Release
from companion.screens import draw
from companion.table import Envelope, Reply
from tests.console.hands import Hands

STROKES = st.one_of(
    st.sampled_from([Key(name) for name in KEYS]),
    st.sampled_from([Key("enter")]),
    st.sampled_from([kind(name) for name in BUTTONS for kind in (Press, Release)]),
    st.builds(Hold, st.sampled_from(BUTTONS), st.sampled_from([0.3, 0.6, 1.2, 3.5])),
)
PAUSES = st.sampled_from([0.0, 0.1, 0.5, 0.5, 0.5, 2.0, 20.0])


class Watched(Hands):
    """Hands whose every command is checked against what was on offer when it was sent."""

    def watch(self) -> None:
        submit = self.table.submit

        def checked(actor: Actor, envelope: Envelope, by: str = "") -> Reply:
            offered = {(o.question, o.choice.id) for o in self.table.now().offers(actor)}
            assert (envelope.question, envelope.choice) in offered, f"{actor} was not offered {envelope}"
            reply = submit(actor, envelope, by)
            assert not reply.stale, reply
            self.refusals += not reply.ok
            return reply

        self.refusals = 0
        self.table.submit = checked  # type: ignore[method-assign]  # it listens in


def _play(strokes: list[tuple[Input, float]], start: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hands = Watched(Path(folder))
        hands.watch()
        hands.type(start)
        for stroke, pause in strokes:
            hands.time.advance(pause)
            hands.table.tick()
            hands.front.feed(stroke)
            hands.front.step()
            assert hands.front.text()
        hands.table.stop()


@pytest.mark.parametrize("start", ["", "3 enter enter 2 enter", "3 enter enter 3 enter", "2 enter enter 1 enter"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(strokes=st.lists(st.tuples(STROKES, PAUSES), max_size=60))
def test_any_strokes(start: str, strokes: list[tuple[Input, float]]) -> None:
    _play(strokes, start)


def test_many_strokes_at_random() -> None:
    rng = random.Random(5)
    pool: list[Input] = [Key(name) for name in KEYS]
    pool += [Key("enter")] * 8
    pool += [kind(name) for name in BUTTONS for kind in (Press, Release)]
    pool += [Hold("select", 1.2), Hold("back", 1.2)]
    _play([(rng.choice(pool), rng.choice([0.1, 0.5, 0.5, 3.0])) for _ in range(1500)], "4 enter")


def test_whatever_is_shown_can_be_drawn(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    names = {1: "Zoë", 2: "Łucja", 3: "O’Neil – 2", 4: "小明", 5: "👨\u200d👩\u200d👧"}
    for seat, name in names.items():
        hands.do(Box(), "sit", seat=seat, name=name)
    pictures: dict[int, Any] = {}
    for seat in names:
        hands.type(f"/ {seat}")
        pictures[seat] = hands.front.picture().tobytes()
        hands.type(".")
    assert len(set(pictures.values())) == len(names)
    page = hands.front.page()
    assert draw(page, hands.words.naming(names), {}).size == (128, 64)
    hands.table.stop()
