"""What each line of a table script may say after its first word: words become a value, or a sentence what is odd."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path as File
from typing import Any, get_args

from companion.game import Tone
from companion.panel import BUTTONS, KEYS, Lamp

from . import lines as l
from .lines import At, Line, Path
from .words import Odd, Word, field, value

HOWS = ("==", "!=", "<", "<=", ">", ">=", "has")
NO_HOWS = ("=", "===", "<>", "=<", "=>", "is")
_NAME = re.compile(r"[^\W\d_][\w'’-]*|\d{1,2}")
_TAKEN = ("public", "no", "for", "box", "offered", "refused", "oled", "held", "board", "say", "lamp", "tone")
_NAMED = {"lamp": ("a colour of the lamp", get_args(Lamp)), "tone": ("a tone", get_args(Tone))}
_ANYWHERE: tuple[l.Where, ...] = ("oled", "board", "say", "lamp", "tone")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)?", re.ASCII)
_FACTOR = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


def _name(word: Word) -> str:
    if not word.quoted and not _NAME.fullmatch(word.text):
        raise Odd(f"{word.text!r} is no player's name (one with spaces stands in quotes)")
    if not word.quoted and word.text in _TAKEN:
        raise Odd(f"{word.text!r} means something else here; put the name in quotes")
    return word.text


def speakable(name: str) -> bool:
    """Tell whether ``name`` can stand in a script without quotes."""
    return bool(_NAME.fullmatch(name)) and name not in _TAKEN and not name.isdecimal()


def _take(rest: list[Word], what: str) -> Word:
    if not rest:
        raise Odd(f"{what} is missing")
    return rest.pop(0)


def _done(rest: list[Word]) -> None:
    if rest:
        raise Odd(f"{rest[0].text!r} is too much")


def _fields(rest: list[Word]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for word in rest:
        name, answer = field(word)
        if name in fields:
            raise Odd(f"{name} is given twice")
        fields[name] = answer
    return fields


def _tag(rest: list[Word]) -> str:
    """Take a command's tag; a correction's name stands behind ``correct``."""
    tag = _take(rest, "a command").text
    if tag == "correct":
        tag = f"correct-{_take(rest, 'what is corrected').text}"
    if not re.fullmatch(r"[a-z][a-z0-9-]*", tag):
        raise Odd(f"{tag!r} is no command")
    return tag


def _seconds(word: Word) -> float:
    match = _TIME.fullmatch(word.text)
    if not match or word.quoted:
        raise Odd(f"{word.text!r} is no time (180s, 3m, 500ms)")
    return float(match[1]) * _FACTOR[match[2]]


def _path(rest: list[Word]) -> Path:
    viewer, _, first = _take(rest, "a path").text.partition(".")
    steps = [step for step in first.split(".") if step]
    if rest and rest[0].text not in HOWS and not rest[0].quoted:
        steps += rest.pop(0).text.split(".")
    if not steps or not all(steps):
        raise Odd("a path is dotted names and numbers, as in public clock.remaining")
    return Path(viewer, tuple(steps))


def _seats(at: At, rest: list[Word]) -> Line:
    names = tuple(None if w.text == "-" and not w.quoted else _name(w) for w in rest)
    given = [n for n in names if n]
    if not given or len(names) > 10 or len(set(given)) < len(given):
        raise Odd("seats takes one to ten different names")
    return l.Seats(at=at, names=names)


def _join(at: At, rest: list[Word]) -> Line:
    name, fields = _name(_take(rest, "a name")), _fields(rest)
    seat, phone = fields.pop("seat", None), fields.pop("phone", True)
    if fields or not (seat is None or type(seat) is int) or not isinstance(phone, bool):
        raise Odd("join takes a name, seat=NUMBER and phone=false")
    return l.Join(at=at, name=name, seat=seat, phone=phone)


def _keeper(at: At, rest: list[Word]) -> Line:
    component, keeper = _take(rest, "a component").text, _take(rest, "a keeper").text
    if keeper not in ("app", "told", "unseen"):
        raise Odd(f"{keeper!r} keeps nothing; there are app, told and unseen")
    _done(rest)
    return l.Keeper(at=at, component=component, keeper=keeper)


def _keys(at: At, rest: list[Word]) -> Line:
    if odd := next((w.text for w in rest if w.text not in KEYS), None):
        raise Odd(f"{odd!r} is no key; there are {' '.join(KEYS)}")
    if not rest:
        raise Odd("which keys?")
    return l.Keys(at=at, names=tuple(key for w in rest for key in KEYS if key == w.text))


def _press(at: At, rest: list[Word], held: bool = False) -> Line:
    word = _take(rest, "a button").text
    button = next((known for known in BUTTONS if known == word), None)
    if button is None:
        raise Odd(f"{word!r} is no button; there are {' '.join(BUTTONS)}")
    seconds = _seconds(_take(rest, "a number of seconds")) if held else None
    _done(rest)
    return l.Press(at=at, button=button, seconds=seconds)


def _do(at: At, rest: list[Word]) -> Line:
    who = _name(_take(rest, "a player"))
    return l.Do(at=at, who=who, box=False, tag=_tag(rest), fields=_fields(rest))


def _box(at: At, rest: list[Word]) -> Line:
    who = None
    if rest and rest[0].text == "for" and not rest[0].quoted:
        rest.pop(0)
        who = _name(_take(rest, "a player"))
    return l.Do(at=at, who=who, box=True, tag=_tag(rest), fields=_fields(rest))


def _items(make: Callable[..., Line], least: int = 0) -> Callable[[At, list[Word]], Line]:
    def reader(at: At, rest: list[Word]) -> Line:
        component = _take(rest, "a component").text
        if len(rest) < least:
            raise Odd("what comes of it is missing")
        return make(at=at, component=component, items=tuple(w.text for w in rest))

    return reader


def _plug(on: bool) -> Callable[[At, list[Word]], Line]:
    def reader(at: At, rest: list[Word]) -> Line:
        device = _take(rest, "a device").text
        if device != "keypad":
            raise Odd(f"{device!r} cannot be plugged; there is keypad")
        _done(rest)
        return l.Plug(at=at, device=device, on=on)

    return reader


def _let(at: At, rest: list[Word]) -> Line:
    name = _take(rest, "a name in capitals").text
    if not _CAPITALS.fullmatch(name):
        raise Odd(f"{name!r} is no name in capitals")
    if _take(rest, "=").text != "=":
        raise Odd("let goes NAME = PATH")
    path = _path(rest)
    _done(rest)
    return l.Let(at=at, name=name, path=path)


def _number(what: str, make: Callable[..., Line], key: str) -> Callable[[At, list[Word]], Line]:
    def reader(at: At, rest: list[Word]) -> Line:
        word = _take(rest, what).text
        if not re.fullmatch(r"\d{1,18}", word, re.ASCII):
            raise Odd(f"{word!r} is no {what}")
        _done(rest)
        return make(at=at, **{key: int(word)})

    return reader


def _bare(make: Callable[..., Line], **given: Any) -> Callable[[At, list[Word]], Line]:
    def reader(at: At, rest: list[Word]) -> Line:
        _done(rest)
        return make(at=at, **given)

    return reader


def _named(make: Callable[..., Line], **given: Any) -> Callable[[At, list[Word]], Line]:
    def reader(at: At, rest: list[Word]) -> Line:
        name = _name(_take(rest, "a player"))
        _done(rest)
        return make(at=at, name=name, **given)

    return reader


def _preset(at: At, rest: list[Word]) -> Line:
    preset = _take(rest, "a preset").text
    if preset not in ("box", "beside"):
        raise Odd(f"{preset!r} is no preset; there are box and beside")
    _done(rest)
    return l.Preset(at=at, preset=preset)


def _owner(at: At, rest: list[Word]) -> Line:
    if _take(rest, "asks").text != "asks":
        raise Odd("owner goes with asks")
    _done(rest)
    return l.Owner(at=at)


def _pack(at: At, rest: list[Word]) -> Line:
    game, path = _take(rest, "a game").text, _take(rest, "where the pack lies").text
    _done(rest)
    return l.OwnPack(at=at, game=game, path=str(File(at.file).parent / path))


def _wait(at: At, rest: list[Word]) -> Line:
    seconds = _seconds(_take(rest, "a time"))
    _done(rest)
    return l.Wait(at=at, seconds=seconds)


def _game(at: At, rest: list[Word]) -> Line:
    return l.StartGame(at=at, game=_take(rest, "a game").text, fields=_fields(rest))


def _expect(at: At, rest: list[Word]) -> Line:
    no = bool(rest) and rest[0].text == "no" and not rest[0].quoted
    if no:
        rest.pop(0)
    if len(rest) > 1 and any(w.text in HOWS and not w.quoted for w in rest[1:3]) and not no:
        return _expect_path(at, rest)
    if odd := next((w.text for w in rest[1:3] if w.text in NO_HOWS and not w.quoted), None):
        raise Odd(f"{odd!r} compares nothing; there are {' '.join(HOWS)}")
    first = _take(rest, "what is expected")
    kind = "" if first.quoted else first.text
    if kind == "offered":
        who = _take(rest, "to whom")
        name = None if who.text == "box" and not who.quoted else _name(who)
        return l.ExpectOffered(at=at, who=name, tag=_tag(rest), fields=_fields(rest), no=no)
    who_sees = ""
    if kind == "held":
        where: l.Where = "held"
        who_sees = _name(_take(rest, "a player"))
    elif found := next((known for known in _ANYWHERE if known == kind), None):
        where = found
    elif kind == "refused" and not no:
        where = "say"
    else:
        where, who_sees = "page", _name(first)
    if kind in _NAMED:
        what, there = _NAMED[kind]
        text = _take(rest, what)
        if text.text not in there:
            raise Odd(f"{text.text!r} is no {what.partition(' ')[2]}; there are {' '.join(there)}")
    else:
        text = _take(rest, "a text in quotes")
        if not text.quoted:
            raise Odd("a text stands in quotes")
    _done(rest)
    if kind == "refused":
        return l.ExpectRefused(at=at, text=text.text)
    return l.ExpectText(at=at, where=where, text=text.text, who=who_sees, no=no)


def _expect_path(at: At, rest: list[Word]) -> Line:
    path = _path(rest)
    how = _take(rest, "a comparison").text
    if how not in HOWS:
        raise Odd(f"{how!r} compares nothing; there are {' '.join(HOWS)}")
    if not rest:
        raise Odd("a value is missing")
    first = rest[0]
    compared: Any = first.text if first.quoted else value("".join(w.text for w in rest))
    if first.quoted:
        rest.pop(0)
        _done(rest)
    return l.ExpectPath(at=at, path=path, how=how, value=compared)


READERS: dict[str, Callable[[At, list[Word]], Line]] = {
    "seats": _seats,
    "join": _join,
    "leave": _named(l.Leave),
    "away": _named(l.Away, away=True),
    "back": _named(l.Away, away=False),
    "newphone": _named(l.NewPhone),
    "keeper": _keeper,
    "preset": _preset,
    "owner": _owner,
    "pack": _pack,
    "seed": _number("number", l.Seed, "seed"),
    "fate": _items(l.Fate, least=1),
    "game": _game,
    "key": _keys,
    "keycode": _number("key code", l.KeyCode, "code"),
    "press": _press,
    "hold": lambda at, rest: _press(at, rest, held=True),
    "do": _do,
    "box": _box,
    "told": _items(l.Told),
    "again": _bare(l.Again),
    "late": _bare(l.Late),
    "wait": _wait,
    "restart": _bare(l.Restart),
    "powercut": _bare(l.Restart, cut=True),
    "plug": _plug(True),
    "unplug": _plug(False),
    "undo": _bare(l.Undo),
    "let": _let,
    "expect": _expect,
}
"""Reads the rest of a line, by its first word."""
