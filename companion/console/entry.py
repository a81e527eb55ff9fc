"""Answering a choice's questions on the keypad, one after another. Pure: entry and stroke in, entry out."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.console import menus
from companion.game import (
    Actor,
    AnyAsk,
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    Big,
    Choice,
    Entry,
    Group,
    Page,
    Sequence,
    Text,
    fits,
    say,
)

GROUP = "group "
"""What the id of a line that stands for a group begins with."""


class Fill(msgspec.Struct, frozen=True):
    """A choice being filled in as ``actor``: the answers so far, what is typed of the next.

    ``typed``: digits of a number or code (``stepped``: put there by + and -); ``picks`` each seat's targets
    so far, ``plus`` that the next digit is a second one; ``chosen`` the options picked, by index; ``group`` that out
    of which the next one is picked, where the options have some.
    """

    actor: Actor
    question: str
    choice: Choice
    answers: tuple[tuple[str, Any], ...] = ()
    typed: str = ""
    stepped: bool = False
    picks: tuple[tuple[int, ...], ...] = ()
    plus: bool = False
    chosen: tuple[int, ...] = ()
    group: Group | None = None
    place: menus.Place = menus.Place()

    @property
    def full(self) -> bool:
        """Whether every question is answered."""
        return len(self.answers) == len(self.choice.asks)

    @property
    def ask(self) -> AnyAsk:
        """The question that is being answered."""
        return self.choice.asks[len(self.answers)]

    @property
    def blank(self) -> bool:
        """Whether nothing is typed yet of this answer."""
        return not (self.typed or self.picks or self.chosen or self.plus or self.group)


class Wrong(msgspec.Struct, frozen=True):
    """What was typed cannot be taken, with the reason. Nothing typed is lost."""

    why: Text


class Left(msgspec.Struct, frozen=True):
    """The entry is left by going back from its first question."""


def begin(take: menus.Take) -> Fill:
    """Return the blank entry for an offered choice."""
    return _opened(Fill(take.actor, take.question, take.choice))


def _opened(fill: Fill) -> Fill:
    """Put the highlight where it starts: on the first of several to pick one from, else nowhere."""
    if fill.full or not isinstance(fill.ask, AskOne):
        return fill
    return _with(fill, place=menus.Place() if fill.choice.final else menus.first(options(fill)))


def _with(fill: Fill, **changes: Any) -> Fill:
    return msgspec.structs.replace(fill, **changes)


def _answer(fill: Fill, value: Any) -> Fill | Wrong:
    ask = fill.ask
    if not fits(ask, value):
        return Wrong(_complaint(ask, value))
    answers = (*fill.answers, (ask.field, value))
    return _opened(Fill(fill.actor, fill.question, fill.choice, answers))


def _complaint(ask: AnyAsk, value: Any) -> Text:
    match ask:
        case AskNumber():
            return say("console.wrong.number", low=ask.low, high=ask.high)
        case AskCode() if ask.least == ask.most:
            return say("console.wrong.code", n=ask.least)
        case AskCode():
            return say("console.wrong.codes", least=ask.least, most=ask.most)
        case AskSome() if len(value) < ask.least:
            return say("console.wrong.few", n=ask.least)
        case AskSome():
            return say("console.wrong.many", n=ask.most)
        case _:
            return say("console.wrong.answer")


def options(fill: Fill) -> tuple[menus.Line, ...]:
    """Return the lines to pick from, for a question that has options."""
    ask = fill.ask
    if not isinstance(ask, AskOne | AskSome | AskOrder):
        return ()
    groups = _groups(ask)
    lines = []
    if fill.group is None and len(groups) > 1:
        lines = [menus.Line(f"{GROUP}{n}", group.label, group.digit) for n, group in enumerate(groups)]
    for i, option in enumerate(ask.options):
        if len(groups) > 1 and option.group != fill.group:
            continue
        digit = option.digit if option.digit is not None else menus.seated(ask, option.value)
        label = option.label
        if isinstance(ask, AskOrder) and i in fill.chosen:
            where = ",".join(str(ask.seats[at] if ask.seats else at + 1) for at, n in enumerate(fill.chosen) if n == i)
            label = say("console.placed", n=where, what=label)
        lines.append(menus.Line(str(i), label, digit, on=i in fill.chosen))
    return tuple(lines)


def stroke(fill: Fill, key: str) -> Fill | Wrong | Left:
    """Return the entry after one stroke: a digit, ``+``, ``-``, up, down, enter, delete or back."""
    if fill.group is not None and key in ("back", "delete"):
        return _opened(_with(fill, group=None, place=menus.Place()))
    if key == "back" or (key == "delete" and fill.blank):
        if not fill.answers:
            return Left()
        return _opened(Fill(fill.actor, fill.question, fill.choice, fill.answers[:-1]))
    match fill.ask:
        case AskNumber() as ask:
            return _number(fill, ask, key)
        case AskCode() as ask:
            return _code(fill, ask, key)
        case AskEach() as ask:
            return _each(fill, ask, key)
        case AskText():
            return _answer(fill, "") if key == "enter" else fill
        case AskOne() | AskSome() | AskOrder() as ask:
            return _options(fill, ask, key)


def _number(fill: Fill, ask: AskNumber, key: str) -> Fill | Wrong:
    if key.isdigit():
        typed = key if fill.stepped else (fill.typed + key)
        sign, digits = ("-", typed[1:]) if typed.startswith("-") else ("", typed)
        digits = digits.lstrip("0") or "0"
        if len(digits) > max(len(str(abs(ask.low))), len(str(abs(ask.high)))):
            return fill
        return _with(fill, typed=sign + digits, stepped=False)
    if key == "delete":
        typed = "" if fill.stepped else fill.typed[:-1]
        return _with(fill, typed="" if typed == "-" else typed, stepped=False)
    if key == "-" and ask.low < 0 and fill.typed and not fill.stepped:
        return _with(fill, typed=fill.typed[1:] if fill.typed.startswith("-") else f"-{fill.typed}")
    if key in ("+", "-", "up", "down"):
        step = 1 if key in ("+", "up") else -1
        base = int(fill.typed) if fill.typed else ask.start
        value = min(max(0, ask.low), ask.high) if base is None else base + step
        return _with(fill, typed=str(max(ask.low, min(ask.high, value))), stepped=True)
    if key == "enter":
        if fill.typed or ask.start is not None:
            return _answer(fill, int(fill.typed) if fill.typed else ask.start)
        return Wrong(_complaint(ask, None))
    return fill


def _code(fill: Fill, ask: AskCode, key: str) -> Fill | Wrong:
    if key.isdigit():
        return _with(fill, typed=fill.typed + key) if len(fill.typed) < ask.most else fill
    if key == "delete":
        return _with(fill, typed=fill.typed[:-1])
    return _answer(fill, fill.typed) if key == "enter" else fill


def _each(fill: Fill, ask: AskEach, key: str) -> Fill | Wrong:
    if key == "+":
        return _with(fill, plus=not fill.plus) if ask.most > 1 and fill.picks else fill
    if key == "delete":
        if fill.plus:
            return _with(fill, plus=False)
        last = fill.picks[-1][:-1]
        return _with(fill, picks=(*fill.picks[:-1], *((last,) if last else ())))
    if key == "enter":
        if len(fill.picks) < len(ask.who):
            return Wrong(say("console.wrong.missing", n=ask.who[len(fill.picks)]))
        return _answer(fill, fill.picks)
    if not key.isdigit():
        return fill
    target = int(key) or 10
    second = fill.plus
    if not second and len(fill.picks) == len(ask.who):
        return Wrong(say("console.wrong.all"))
    seat = ask.who[len(fill.picks) - second]
    if target == seat:
        return Wrong(say("console.wrong.self")) if second else _with(fill, picks=(*fill.picks, ()))
    if target not in ask.options:
        return Wrong(say("console.wrong.target", n=target))
    if not second:
        return _with(fill, picks=(*fill.picks, (target,)))
    if len(fill.picks[-1]) >= ask.most:
        return Wrong(say("console.wrong.twice", n=ask.most))
    return _with(fill, plus=False, picks=(*fill.picks[:-1], (*fill.picks[-1], target)))


def _options(fill: Fill, ask: AskOne | AskSome | AskOrder, key: str) -> Fill | Wrong:
    lines = options(fill)
    if key in ("up", "down"):
        return _with(fill, place=menus.move(lines, fill.place, 1 if key == "down" else -1))
    if key in ("+", "-"):
        return _with(fill, place=menus.turn(lines, fill.place, 1 if key == "+" else -1))
    if key == "delete":
        return _with(fill, chosen=fill.chosen[:-1]) if fill.chosen else fill
    if key == "enter":
        line = menus.lit(lines, fill.place)
    elif key.isdigit():
        line = menus.by_digit(lines, fill.place, int(key))
        if line is None:
            return Wrong(say("console.wrong.digit", n=int(key)))
    else:
        return fill
    if line is not None and line.id.startswith(GROUP):
        return _opened(in_group(fill, int(line.id.removeprefix(GROUP))))
    if isinstance(ask, AskOne):
        return fill if line is None else _answer(fill, ask.options[int(line.id)].value)
    if line is None:
        return _chosen(fill, ask)
    picked = int(line.id)
    if isinstance(ask, AskOrder):
        if len(fill.chosen) == ask.length:
            return _chosen(fill, ask) if key == "enter" else Wrong(say("console.wrong.many", n=ask.length))
        if picked in fill.chosen and not ask.repeats:
            return fill
        fill = _with(fill, chosen=(*fill.chosen, picked), group=None, place=_after(fill))
        return _chosen(fill, ask) if ask.length == 1 else fill
    if picked in fill.chosen:
        return _with(fill, chosen=tuple(c for c in fill.chosen if c != picked))
    if len(fill.chosen) == ask.most == 1:
        return _with(fill, chosen=(picked,))  # of one, another takes its place
    if len(fill.chosen) == ask.most:
        return Wrong(_complaint(ask, range(ask.most + 1)))
    return _with(fill, chosen=(*fill.chosen, picked))


def in_group(fill: Fill, number: int) -> Fill:
    """Return the entry with the options of one group shown, by its place among the groups."""
    assert isinstance(fill.ask, AskOne | AskSome | AskOrder)
    return _with(fill, group=_groups(fill.ask)[number], place=menus.Place())


def _groups(ask: AskOne | AskSome | AskOrder) -> tuple[Group, ...]:
    """Return the groups that the options of ``ask`` are in, each once, in their order."""
    return tuple(dict.fromkeys(option.group for option in ask.options if option.group is not None))


def _after(fill: Fill) -> menus.Place:
    """Return where one is after a pick: at the groups again, where there are some."""
    return fill.place if fill.group is None else menus.Place()


def _chosen(fill: Fill, ask: AskSome | AskOrder) -> Fill | Wrong:
    """Take what is picked: several in the order of the options, an order in that of the strokes."""
    indices = fill.chosen if isinstance(ask, AskOrder) else tuple(sorted(fill.chosen))
    if isinstance(ask, AskOrder) and len(indices) < ask.length:
        return Wrong(say("console.wrong.few", n=ask.length))
    return _answer(fill, tuple(ask.options[i].value for i in indices))


def page(fill: Fill) -> Page:
    """Return the entry as it stands on the little screen."""
    ask = fill.ask
    key = f"fill.{fill.question}.{fill.choice.id}.{ask.field}"
    match ask:
        case AskNumber():
            start = "" if ask.start is None else str(ask.start)
            most = max(len(str(ask.low)), len(str(ask.high)))
            hints = say("console.hint.number", low=ask.low, high=ask.high)
            return Page(key=key, widgets=(Entry(ask.label, fill.typed or start, most),), hints=hints)
        case AskCode():
            entry = Entry(ask.label, fill.typed, ask.most, masked=ask.field == "pin")
            return Page(key=key, widgets=(entry,), hints=say("console.hint.code"))
        case AskEach():
            pairs = tuple((seat, _picked(fill, i) if i < len(fill.picks) else "") for i, seat in enumerate(ask.who))
            done = len(fill.picks) == len(ask.who)
            hints = say("console.hint.check" if done else "console.hint.each")
            if ask.most > 1 and fill.picks and not done:
                hints = say("console.hint.each_plus")
            return Page(key=key, widgets=(Sequence(ask.label, pairs),), hints=hints)
        case AskText():
            asked = Big(ask.label, say("console.type_on_phone"))
            return Page(key=key, widgets=(asked,), hints=say("console.hint.skip"))
        case AskOne() | AskSome() | AskOrder():
            lines_ = options(fill)
            kind = "order" if isinstance(ask, AskOrder) else "some" if isinstance(ask, AskSome) else "pick"
            long = menus.sheets(lines_) > 1
            hints = say(f"console.hint.{kind}{'_long' if long else ''}")
            above = ask.label if fill.group is None else fill.group.label
            return Page(key=key, widgets=(menus.widget(above, lines_, fill.place),), hints=hints)


def _picked(fill: Fill, i: int) -> str:
    """Return what stands for one seat: "3", "3+5", "-" for nobody, "3+" while a second is awaited."""
    picks = "+".join(str(p) for p in fill.picks[i]) or "-"
    return f"{picks}+" if fill.plus and i == len(fill.picks) - 1 else picks
