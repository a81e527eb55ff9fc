"""Sentences with gaps: what fills them, and how a seat is called."""

from __future__ import annotations

import pytest

from companion.game import Text, Who, say
from companion.words import Words

WORDS = Words.load(
    b"""
seat = "Seat {n}"
turn = "{seat} deals"
key = "{#seat} deals"
both = "{#one}, then {two}"
cards = "{n} {n|card|cards}"
"""
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (say("turn", seat=Who(3)), "Cy deals"),
        (say("turn", seat=Who(4)), "Seat 4 deals"),
        (say("key", seat=Who(3)), "3 Cy deals"),  # the number is its key on the box
        (say("key", seat=Who(4)), "Seat 4 deals"),  # which a seat without a name is called by already
        (say("key", seat=Who(5)), "Seat 5 deals"),
        (say("both", one=Who(3), two=Who(4)), "3 Cy, then Seat 4"),
        (say("cards", n=1), "1 card"),
        (say("cards", n=2), "2 cards"),
        (say("turn"), "{seat} deals"),  # a gap that nothing fills shows itself
        (say("nothing"), "nothing"),
    ],
)
def test_a_sentence_with_its_gaps_filled(text: Text, told: str) -> None:
    assert WORDS.naming({3: "Cy", 5: ""})(text) == told
