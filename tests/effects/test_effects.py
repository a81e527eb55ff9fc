"""The language of packs' effects, by a toy's verbs: what is read, what is refused, in which order it is done."""

from __future__ import annotations

import tomllib
from typing import Literal

import pytest

from companion.effects import (
    Check,
    Choose,
    Do,
    Effect,
    Language,
    Test,
    Trial,
    band,
    begin,
    circles,
    dangling,
    find,
    flow,
    inside,
    read,
    walk,
)
from companion.game import PackError, Step


class Say(Effect, frozen=True, tag="say"):
    text: str


class Dark(Test, frozen=True, tag="dark"):
    pass


class Warm(Test, frozen=True, tag="warm"):
    pass


class Skill(Trial, frozen=True, tag="skill"):
    skill: Literal["might", "sense"]


LANGUAGE = Language(verbs=(Say,), tests=(Dark, Warm), trials=(Skill,), groups=("party", "others"))

STORY = """
[[start]]
do = "say"
text = "one"

[[start]]
do = "if"
test = { is = "all", tests = [{ is = "dark" }, { is = "not", test = { is = "warm" } }] }
then = [{ do = "say", text = "night" }, { do = "say", text = "cold" }]
else = [{ do = "say", text = "day" }]

[[start]]
do = "each"
of = "party"
then = [{ do = "say", text = "each" }]

[[start]]
do = "choose"
ask = "What now?"
ways = [
  { text = "Go", then = [{ do = "goto", to = "0042" }, { do = "say", text = "never" }] },
  { text = "Stay", test = { is = "warm" } },
]

[[start]]
do = "say"
text = "left out by the go to"

[["0042"]]
do = "check"
on = { roll = "skill", skill = "might" }
bands = [
  { least = 15, then = [{ do = "say", text = "well" }] },
  { least = 8, then = [{ do = "say", text = "so so" }] },
  { then = [{ do = "say", text = "badly" }] },
]

[["0042"]]
do = "say"
text = "over"
"""
BOOK = {key: read(body, LANGUAGE, "story.toml", key) for key, body in tomllib.loads(STORY).items()}


def run(agenda: tuple[Step, ...], true: set[str], way: int = 0, total: int = 0) -> list[tuple[str, int]]:
    """Do everything; return what is said, for whom."""
    said: list[tuple[str, int]] = []
    while agenda:
        moved = flow(
            BOOK,
            agenda,
            lambda test, _: str(test.__struct_config__.tag) in true,
            lambda group, _: (1, 2, 3) if group == "party" else (2, 3),
        )
        if moved is not None:
            agenda = moved
            continue
        step = agenda[0]
        assert isinstance(step, Do)
        match find(BOOK, step):
            case Say(text=text):
                said.append((text, step.who))
                agenda = agenda[1:]
            case Choose():
                agenda = (*inside(BOOK, step, way), *agenda[1:])
            case Check() as check:
                branch = band(check, total)
                agenda = (*(() if branch is None else inside(BOOK, step, branch)), *agenda[1:])
            case other:
                raise AssertionError(other)
    return said


def test_everything_is_done_depth_first_and_a_go_to_ends_its_entry() -> None:
    said = run(begin(BOOK, "start", who=7), {"dark"}, total=9)
    assert said == [
        ("one", 7),
        ("night", 7),
        ("cold", 7),
        ("each", 1),
        ("each", 2),
        ("each", 3),
        ("so so", 7),
        ("over", 7),
    ]


def test_other_branches() -> None:
    said = run(begin(BOOK, "start", who=7), {"dark", "warm"}, way=1)
    assert [text for text, _ in said] == ["one", "day", "each", "each", "each", "left out by the go to"]
    assert [text for text, _ in run(begin(BOOK, "0042"), set(), total=15)] == ["well", "over"]
    assert [text for text, _ in run(begin(BOOK, "0042"), set(), total=-3)] == ["badly", "over"]


def test_an_entry_inside_another_goes_on_where_that_was_left() -> None:
    outer = begin(BOOK, "0042")
    agenda = begin(BOOK, "start", outer[1:], who=3)
    said = run(agenda, set(), total=20)
    assert said[-2:] == [("over", 3), ("over", 0)], "the go to ends its own run only"


MIGHT = 'on = { roll = "skill", skill = "might" }'


def faulty(body: str) -> PackError:
    with pytest.raises(PackError) as fault:
        read(tomllib.loads(f"x = {body}")["x"], LANGUAGE, "f.toml", "x")
    return fault.value


@pytest.mark.parametrize(
    ("body", "place", "hint"),
    [
        ("3", "x", "list"),
        ("[3]", "x[0]", "`do`"),
        ("[{}]", "x[0]", "`do`"),
        ('[{ do = "fly" }]', "x[0].do", "say"),
        ('[{ do = "say" }]', "x[0].text", "is missing"),
        ('[{ do = "say", text = "a", loud = true }]', "x[0].loud", "there are text"),
        ('[{ do = "if", test = { is = "wet" } }]', "x[0].test.is", "dark"),
        ('[{ do = "if", test = { is = "dark", deep = 1 } }]', "x[0].test.deep", "not known"),
        ('[{ do = "if", test = { is = "not", test = { is = "wet" } } }]', "x[0].test.test.is", "wet"),
        ('[{ do = "if", test = { is = "dark" }, them = [] }]', "x[0].them", "did you mean then?"),
        ('[{ do = "if", test = { is = "dark" }, then = [{ do = "fly" }] }]', "x[0].then[0].do", "'fly' is not known"),
        ('[{ do = "chose", ways = [] }]', "x[0].do", "did you mean choose?"),
        ('[{ do = "each", of = "cats", then = [] }]', "x[0].of", "party"),
        ('[{ do = "choose", ways = [] }]', "x[0].ways", "at least one"),
        ('[{ do = "choose", ways = [{ text = "a" }, { text = "a" }] }]', "x[0].ways", "same"),
        ('[{ do = "choose", by = "cats", ways = [{ text = "a" }] }]', "x[0].by", "cats"),
        ('[{ do = "check", on = { roll = "luck" }, bands = [{}] }]', "x[0].on.roll", "skill"),
        ('[{ do = "check", on = { roll = "skill", skill = "wit" }, bands = [{}] }]', "x[0].on.skill", "wit"),
        (f'[{{ do = "check", {MIGHT}, bands = [{{ least = 3 }}, {{ least = 9 }}] }}]', "x[0].bands", "down"),
        ('[{ do = "goto", to = 42 }]', "x[0].to", "a text in quotes belongs here, not a whole number"),
    ],
)  # fmt: skip
def test_every_fault_has_its_place_and_hint(body: str, place: str, hint: str) -> None:
    fault = faulty(body)
    assert (fault.file, fault.place) == ("f.toml", place)
    assert hint in fault.hint


def test_loose_ends_and_circles_are_found() -> None:
    assert list(dangling(BOOK)) == []
    book = {
        "a": read([{"do": "goto", "to": "b"}], LANGUAGE, "f", "a"),
        "b": read([{"do": "if", "test": {"is": "dark"}, "then": [{"do": "goto", "to": "a"}]}], LANGUAGE, "f", "b"),
        "c": read([{"do": "choose", "ways": [{"text": "x", "then": [{"do": "goto", "to": "c"}]}]}], LANGUAGE, "f", "c"),
        "d": read([{"do": "goto", "to": "e"}], LANGUAGE, "f", "d"),
    }
    assert list(dangling(book)) == [("d", (0,), "e")]
    assert set(circles(book)) == {"a", "b"}, "a circle in which somebody is asked can be left"


def test_walking_a_body_finds_every_effect_at_its_path() -> None:
    for path, effect in walk(BOOK["start"]):
        assert find(BOOK, Do("start", path)) is effect
