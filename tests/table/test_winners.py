"""Who has won is said in one sentence that names them all, in every game."""

from __future__ import annotations

import pytest

from companion.game import listed, plain, won
from companion.words import of_the_house


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ((), "Nobody wins"),
        ((1,), "Ann wins"),
        ((1, 4), "Ann and Doug win"),
        ((1, 2, 4), "Ann, Bo and Doug win"),
        ((4, 3, 2, 1), "Doug, Seat 3, Bo and Ann win"),
    ],
)
def test_winners_are_named_in_one_sentence(winners: tuple[int, ...], said: str) -> None:
    words = of_the_house().naming({1: "Ann", 2: "Bo", 4: "Doug"})
    assert words(won(winners)) == said


def test_what_is_listed_is_joined_as_it_is_said() -> None:
    words = of_the_house().naming({})
    assert [words(listed(tuple(map(plain, abc)))) for abc in ("a", "ab", "abcd")] == ["a", "a and b", "a, b, c and d"]
