"""What can be drawn, and from where: layers, what is put back, and a pile that is shuffled anew."""

from __future__ import annotations

import random

import pytest

from companion.chance import Dice
from companion.game import Chance
from companion.pile import Bag, Pile


def test_what_is_on_top_comes_first_and_what_lies_below_last() -> None:
    pile = Pile.of("aab").put_on_top("x", "y").put_under("z")
    assert pile.certain(2) == ("y", "x")
    assert pile.take("y", "x", "a", "b", "a").certain(1) == ("z",)
    with pytest.raises(KeyError):
        pile.take("a")


def test_a_card_can_be_taken_from_wherever_it_lies() -> None:
    pile = Pile.of("ab").put_under("c").put_under("a")
    assert pile.without("c").items() == ("a", "b", "a")
    assert pile.without("a") == Pile.of("b").put_under("c").put_under("a"), "the topmost of its kind"
    with pytest.raises(KeyError):
        pile.without("x")


def test_a_pile_that_is_shuffled_anew_holds_the_same_and_taking_that_back_is_what_was() -> None:
    """Hazard 36: a draw that reshuffles is a step between two values; the earlier one is untouched."""
    before, discard = Pile.of("a"), ("b", "b", "c")
    empty = before.take("a")
    anew = empty.shuffled(*discard)
    assert (len(before), len(empty), anew.items()) == (1, 0, ("b", "b", "c"))
    assert anew.top() == Bag.of("bcb")
    assert before == Pile.of("a")
    draws = {Dice(random.Random(n)).decide(Chance("d", "cards", None, (), pile=anew, count=3)) for n in range(60)}
    assert draws == {("b", "b", "c"), ("b", "c", "b"), ("c", "b", "b")}


def test_chance_is_the_systems_own_and_two_starts_are_not_alike() -> None:
    """Hazard 40: no clock and no seed goes into what comes."""
    assert isinstance(Dice()._rng, random.SystemRandom)
    chance = Chance("d", "cards", None, (), pile=Pile.of("abcdefghijklmnopqrst"), count=20)
    assert Dice().decide(chance) != Dice().decide(chance)


def test_a_bag_refuses_what_it_could_not_hold() -> None:
    for counts in ((("a", 0),), (("b", 1), ("a", 1)), (("a", 1), ("a", 1))):
        with pytest.raises(ValueError, match="each kind once"):
            Bag(counts)
