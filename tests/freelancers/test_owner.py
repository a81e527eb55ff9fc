"""Numbers of the boards and of the bag that no rulebook gives: what the owner is asked, and that the answers count."""

from __future__ import annotations

import pytest

from companion.game import AskCode, Keeping, PackError, Setup, fits
from companion.games.freelancers import META, TITLE, bind
from companion.games.freelancers.bag import first_bag, threats
from companion.games.freelancers.commands import FreelancersSetup
from companion.games.freelancers.rules import Freelancers
from companion.packs import shipped

QUEST = "the-lake-has-left"


def game(**answers: str) -> Freelancers:
    """Return the game as it is bound with an owner's answers."""
    own = "".join(f'"boards.{key}" = "{value}"\n' for key, value in answers.items())
    return bind({**shipped("freelancers"), "owner.toml": own.encode()} if own else shipped("freelancers"))


def setup(quest: str = "", **kept: str) -> Setup:
    keepers = {c.key: c.keepers[0] if quest else c.beside for c in META.components} | kept
    keeping = tuple(Keeping(key, keeper) for key, keeper in keepers.items())  # type: ignore[arg-type]  # a keeper's word, from a test's own list
    return Setup(seats=(1, 2, 3), options=FreelancersSetup(quest=quest), keepers=keeping)


def test_what_the_box_does_not_keep_it_does_not_ask_for() -> None:
    asked = [doubt.key for doubt in game().doubts(setup())]
    assert asked == ["boards.risk", "boards.threat", "boards.wounds"]
    with_bag = [doubt.key for doubt in game().doubts(setup(bag="told", clock="app"))]
    assert with_bag == [*asked, "boards.tokens", "boards.threats", "boards.seconds"]


def test_a_quest_that_brings_its_own_boards_asks_for_nothing() -> None:
    assert not game().doubts(setup(QUEST))


def test_tokens_are_told_by_digits_and_are_in_the_bag_then() -> None:
    rules = game(tokens="4030", threats="101120")
    state = rules.new(setup(bag="app"))
    assert first_bag(rules.printed, state).counts == (
        ("follower-1", 1), ("follower-2", 1), ("follower-3", 1), ("risk-1", 4), ("risk-2", 3)
    )  # fmt: skip
    assert threats(rules.printed.boards).kinds == (
        "threat-corruption", "threat-luck", "threat-risk-1", "threat-risk-1-again", "threat-risk-2"
    )  # fmt: skip
    doubts = {doubt.key: doubt for doubt in rules.doubts(setup(bag="app"))}
    assert (doubts["boards.tokens"].value, doubts["boards.threats"].value) == ("4030", "101120")


def test_ours_is_an_answer_to_each_question() -> None:
    for doubt in game().doubts(setup(bag="app", clock="app")):
        if isinstance(doubt.ask, AskCode):
            assert fits(doubt.ask, doubt.value)
        game(**{doubt.key.removeprefix("boards."): doubt.value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tokens", "0000"),
        ("tokens", "313"),
        ("threats", "301020"),
        ("threats", "021020"),
        ("threats", "00"),
        ("risk", "14"),
    ],
)
def test_an_answer_that_cannot_be_is_named(key: str, value: str) -> None:
    with pytest.raises(PackError) as error:
        game(**{key: value})
    assert (error.value.file, error.value.place) == ("owner.toml", f"boards.{key}")


def test_a_file_beside_the_quests_that_is_not_read_is_named_and_the_pack_counts_all_the_same() -> None:
    packs = {**shipped("freelancers"), "bords.toml": b"x = 1", "notes.md": b"ours"}
    assert [found.file for found in TITLE.unread(packs)] == ["bords.toml"]
    bind(packs)
