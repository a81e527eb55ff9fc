"""Lines that cannot be read are named; nothing of them is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.script import ScriptError, find, read, read_text
from companion.script import lines as l
from companion.script.words import Odd, split, value


def one(line: str) -> l.Line:
    (found,) = read_text(line).lines
    return found


def fields(line: str) -> dict[str, Any]:
    """Return what a line says, but for its place."""
    found = one(line)
    return {name: getattr(found, name) for name in found.__struct_fields__ if name != "at"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seats Ann - \"Zoë B\"", {"names": ("Ann", None, "Zoë B")}),
        ("keeper dice told", {"component": "dice", "keeper": "told"}),
        ("seed 7", {"seed": 7}),
        ("fate die 6 6 3", {"component": "die", "items": ("6", "6", "3")}),
        ('game crossfire mode=crossfire roles=["bomber"]',
         {"game": "crossfire", "fields": {"mode": "crossfire", "roles": ["bomber"]}}),
        ("key / 3 00 enter", {"names": ("/", "3", "00", "enter")}),
        ("keycode 107", {"code": 107}),
        ("press select", {"button": "select", "seconds": None}),
        ("hold back 1.5", {"button": "back", "seconds": 1.5}),
        ("do Ann point target=Bo", {"who": "Ann", "box": False, "tag": "point", "fields": {"target": "Bo"}}),
        ("box correct score seat=Ann value=12",
         {"who": None, "box": True, "tag": "correct-score", "fields": {"seat": "Ann", "value": 12}}),
        ("box for Ann aim targets=[[Bo,3],[]]",
         {"who": "Ann", "box": True, "tag": "aim", "fields": {"targets": [["Bo", 3], []]}}),
        ('do Ann code digits=007 text="a b"',
         {"who": "Ann", "box": False, "tag": "code", "fields": {"digits": "007", "text": "a b"}}),
        ("wait 1.5m", {"seconds": 90.0}),
        ("wait 3", {"seconds": 3.0}),
        ("powercut", {"cut": True}),
        ("unplug keypad", {"device": "keypad", "on": False}),
        ("let SCORE = public scores.Ann", {"name": "SCORE", "path": l.Path("public", ("scores", "Ann"))}),
        ('expect oled "0:40"', {"where": "oled", "text": "0:40", "who": "", "no": False}),
        ('expect Ann "your turn"', {"where": "page", "text": "your turn", "who": "Ann", "no": False}),
        ('expect no Bo "VIP"', {"where": "page", "text": "VIP", "who": "Bo", "no": True}),
        ('expect held Ann "VIP"', {"where": "held", "text": "VIP", "who": "Ann", "no": False}),
        ('expect say "Agents, reveal"', {"where": "say", "text": "Agents, reveal", "who": "", "no": False}),
        ("expect lamp amber", {"where": "lamp", "text": "amber", "who": "", "no": False}),
        ("expect no tone tick", {"where": "tone", "text": "tick", "who": "", "no": True}),
        ("expect public clock.remaining == 180",
         {"path": l.Path("public", ("clock", "remaining")), "how": "==", "value": 180}),
        ('expect Ann.private role == "vip"', {"path": l.Path("Ann", ("private", "role")), "how": "==", "value": "vip"}),
        ("expect public scores.Ann == SCORE + 2",
         {"path": l.Path("public", ("scores", "Ann")), "how": "==", "value": "SCORE+2"}),
        ("expect offered Ann point", {"who": "Ann", "tag": "point", "fields": {}, "no": False}),
        ("expect no offered Bo point target=Ann",
         {"who": "Bo", "tag": "point", "fields": {"target": "Ann"}, "no": True}),
        ('do "no" point # and why', {"who": "no", "box": False, "tag": "point", "fields": {}}),
    ],
)  # fmt: skip
def test_every_line_form(line: str, said: dict[str, Any]) -> None:
    assert fields(line) == said


def test_refusals_blocks_comments_and_marks(tmp_path: Path) -> None:
    file = tmp_path / "a.table"
    file.write_bytes(
        b'\xef\xbb\xbf# a comment\r\n\r\ntogether\r\ndo A point\r\nexpect refused "x"\r\ndo B point\r\nend\r\n'
    )
    (block,) = read(file).lines
    assert isinstance(block, l.Together)
    assert [type(line).__name__ for line in block.lines] == ["Do", "ExpectRefused", "Do"]
    assert block.at.number == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dance", "'dance' is no line of a script"),
        ('"do" Ann x', "is no line of a script"),
        ("seats", "one to ten different names"),
        ("seats Ann Ann", "one to ten different names"),
        ("seats Ann public", "put the name in quotes"),
        ("join Ann chair=3", "join takes a name"),
        ("keeper dice", "a keeper is missing"),
        ("keeper dice ours", "'ours' keeps nothing"),
        ("preset all", "no preset"),
        ("seed x", "is no number"),
        ("seed ٣", "is no number"),
        ("key 11", "'11' is no key"),
        ("key", "which keys"),
        ("keycode F1", "is no key code"),
        ("press left", "'left' is no button"),
        ("press up 3", "'3' is too much"),
        ("hold back", "a number of seconds is missing"),
        ("hold back long", "is no time"),
        ("do Ann", "a command is missing"),
        ("do Ann point target", "'target' is no field=value"),
        ("box correct", "what is corrected is missing"),
        ("do Ann point target=Bo target=Cy", "target is given twice"),
        ("do Ann point target=[1,", "no closing ]"),
        ("do Ann point x=" + "[" * 99999 + "]" * 99999, "nests too deep"),
        ('do Ann point text="a', "a quote is not closed"),
        ("wait", "a time is missing"),
        ("fate die", "what comes of it is missing"),
        ("seat Ann Bo", "did you mean seats?"),
        ("expect public x = 3", "'=' compares nothing; there are == !="),
        ("wait long", "is no time"),
        ("wait -3s", "is no time"),
        ("restart now", "'now' is too much"),
        ("unplug phone", "there is keypad"),
        ("owner", "asks is missing"),
        ("pack", "a game is missing"),
        ("pack pig", "where the pack lies is missing"),
        ("pack pig here there", "'there' is too much"),
        ("let score = public x", "no name in capitals"),
        ("let S public x", "NAME = PATH"),
        ("let S = public", "a path is dotted"),
        ('expect "x"', "a text in quotes is missing"),
        ("expect oled 0:40", "a text stands in quotes"),
        ("expect lamp blue", "no colour of the lamp"),
        ("expect tone gong", "no tone; there are tick end ok no turn"),
        ("expect public x ==", "a value is missing"),
        ("expect public x 3", ""),
        ("together\ndo A x\nend", "together takes 2 to 10 lines"),
        ("together\ndo A x\nwait 3s\nend", "between together and end"),
        ("together\ntogether", "together stands inside together"),
        ("together\ndo A x", "together without end"),
        ("end", "end without together"),
        ("wait 1s\ngiven x.table", "given comes first"),
    ],
)
def test_an_odd_line_is_named(text: str, said: str) -> None:
    with pytest.raises(ScriptError) as error:
        read_text(text, "odd.table")
    assert error.value.where.startswith("odd.table:")
    assert said in error.value.sentence


def test_given_starts_where_another_script_ends(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "start.table").write_text("seats Ann Bo\n")
    (tmp_path / "sub" / "next.table").write_text("# goes on\ngiven ../start.table\nwait 1s\n")
    script = read(tmp_path / "sub" / "next.table")
    assert [type(line).__name__ for line in script.lines] == ["Seats", "Wait"]
    assert script.lines[0].at.file.endswith("start.table")


def test_given_in_a_circle_or_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.table").write_text("given b.table\n")
    (tmp_path / "b.table").write_text("given a.table\n")
    with pytest.raises(ScriptError, match="circle"):
        read(tmp_path / "a.table")
    (tmp_path / "b.table").write_text("given c.table\n")
    with pytest.raises(ScriptError, match="cannot be read"):
        read(tmp_path / "a.table")


def test_odd_bytes_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.table").write_bytes(b"wait 1s\nseats Zo\xe9\n")
    with pytest.raises(ScriptError, match=r"a\.table:2: byte E9"):
        read(tmp_path / "a.table")


def test_scripts_are_found_below_a_folder(tmp_path: Path) -> None:
    for name in ("b.table", "sub/a.table", "note.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert [p.name for p in find(tmp_path)] == ["b.table", "a.table"]
    assert find(tmp_path / "note.txt") == (tmp_path / "note.txt",)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("12", 12), ("-3", -3), ("0", 0), ("1.5", 1.5), ("true", True), ("null", None), ('"12"', "12"),
        ("007", "007"), ("٣", "٣"), ("²", "²"), ("7_0", "7_0"), ("[1,\"a\"]", [1, "a"]), ("[Ann,true]", ["Ann", True]),
        ("{a:1}", {"a": 1}), ("1e9", "1e9"),
    ],
)  # fmt: skip
def test_values(written: str, meant: Any) -> None:
    assert value(written) == meant
    assert type(value(written)) is type(meant)


def test_a_hash_in_quotes_is_no_comment() -> None:
    assert [w.text for w in split('expect oled "#1" # first')] == ["expect", "oled", "#1"]
    with pytest.raises(Odd):
        split('"a')
