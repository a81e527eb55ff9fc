"""Everything that an actor may do now, as values: phones, keypad, bots and the fuzzer all live from these."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

from .actor import Actor, Seat
from .command import Command
from .errors import Malformed
from .text import Text, say


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some answers of a long list have in common: picked first, then one of them. ``digit`` is its key."""

    label: Text
    digit: int | None = None


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several answers. ``digit`` is its key (0 = tenth) where that is not simply its place in the list.

    Where options have groups, a digit holds within the group.
    """

    value: str | int
    label: Text
    detail: Text | None = None
    digit: int | None = None
    group: Group | None = None


class Ask(msgspec.Struct, frozen=True, tag_field="ask", kw_only=True):
    """Base of the questions for a choice's open fields. ``field`` is the command's field that takes the answer."""

    field: str
    label: Text


class AskNumber(Ask, frozen=True, tag="number"):
    """A whole number from ``low`` to ``high``, ``start`` shown first: an int."""

    low: int
    high: int
    start: int | None = None


class AskCode(Ask, frozen=True, tag="code"):
    """``least`` to ``most`` ASCII digits, compared as text, zeros in front kept: a str."""

    least: int
    most: int


class AskOne(Ask, frozen=True, tag="one"):
    """One of ``options``: its value. The first is ``usual``: a page may pick it in advance; else somebody has to."""

    options: tuple[Option, ...]
    usual: bool = True


class AskSome(Ask, frozen=True, tag="some"):
    """``least`` to ``most`` different ``options``: a tuple of their values, in the order of the options."""

    options: tuple[Option, ...]
    least: int
    most: int


class AskOrder(Ask, frozen=True, tag="order"):
    """A sequence of ``options``: a tuple of their values.

    All of them, each once, or ``count`` of them, which may be the same one again where it ``repeats``. Where each is
    for somebody, ``seats`` says for whom: pages show that in place of the number in the sequence.
    """

    options: tuple[Option, ...]
    count: int | None = None
    repeats: bool = False
    seats: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """How long the sequence is."""
        return len(self.options) if self.count is None else self.count


class AskEach(Ask, frozen=True, tag="each"):
    """One digit a seat: for each seat of ``who`` in turn, which of ``options`` (seat numbers).

    The answer is a tuple with a tuple of numbers a seat: empty = nobody (the own digit is typed for that),
    two at most where a plus was typed before a second digit.
    """

    who: tuple[int, ...]
    options: tuple[int, ...]
    most: int = 1


class AskText(Ask, frozen=True, tag="text"):
    """A line of text of at most ``most`` characters; empty = skipped: a str."""

    most: int = 60


AnyAsk = AskNumber | AskCode | AskOne | AskSome | AskOrder | AskEach | AskText


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that an actor may do now.

    ``command`` is ready to send but for the fields named by ``asks``, which are independent of each other.
    ``question`` names what it answers; it stays open as long as choices with that name are offered.
    ``public``: known to the table anyway, so the box or a scribe may do it for the seat.
    ``final``: cannot be taken back, so never highlighted in advance. ``staged``: a step towards a command
    that completes it, and undone with it. ``memo``: it changes nothing but what this seat alone keeps for itself (a
    note), so undo neither takes it back nor loses it. ``digit`` is its key where that is not its place in the list.
    """

    id: str
    question: str
    command: Command
    label: Text
    asks: tuple[AnyAsk, ...] = ()
    detail: Text | None = None
    public: bool = True
    final: bool = False
    staged: bool = False
    memo: bool = False
    digit: int | None = None

    @property
    def of_table(self) -> bool:
        """Whether it is about the table itself, whatever is played."""
        return self.question.startswith("table.")


def fits(ask: AnyAsk, value: object) -> bool:
    """Tell whether ``value`` is an answer to ``ask``."""
    match ask:
        case AskNumber():
            return type(value) is int and ask.low <= value <= ask.high
        case AskCode():
            return (
                isinstance(value, str) and ask.least <= len(value) <= ask.most and all(c in "0123456789" for c in value)
            )
        case AskOne():
            return any(type(value) is type(o.value) and value == o.value for o in ask.options)
        case AskSome():
            known = [o.value for o in ask.options]
            return (
                isinstance(value, tuple)
                and ask.least <= len(value) <= ask.most
                and value == tuple(v for v in known if v in value)
            )
        case AskOrder():
            return (
                isinstance(value, tuple)
                and len(value) == ask.length
                and all(any(v == o.value for o in ask.options) for v in value)
                and (ask.repeats or len(set(value)) == ask.length)
            )
        case AskEach():
            return (
                isinstance(value, tuple)
                and len(value) == len(ask.who)
                and all(
                    isinstance(picks, tuple)
                    and len(picks) <= ask.most
                    and all(type(p) is int and p in ask.options and p != seat for p in picks)
                    for seat, picks in zip(ask.who, value, strict=True)
                )
            )
        case AskText():
            return isinstance(value, str) and len(value) <= ask.most and tidy(value) == value


def parse(ask: AnyAsk, raw: object) -> Any:
    """Return the value that ``raw``, from a form, JSON or a script, means as an answer to ``ask``.

    Numbers may come as ASCII digits, lists as such or comma-separated ("3,5"; one digit a seat "3,5+6,-").
    Raises Malformed when it is not of the form; whether it fits is ``fits``' to say.
    """
    match ask:
        case AskNumber():
            return _whole(ask, raw)
        case AskText():
            if isinstance(raw, str) and len(raw) <= 4 * ask.most + 40:
                return tidy(raw)
        case AskCode():
            if isinstance(raw, str):
                return raw
        case AskOne():
            return _option(ask, ask.options, raw)
        case AskSome() | AskOrder():
            if isinstance(raw, str):
                raw = [part for part in raw.split(",") if part]
            if isinstance(raw, list | tuple) and len(raw) <= 100:
                values = [_option(ask, ask.options, part) for part in raw]
                if isinstance(ask, AskOrder) or len(set(values)) < len(values):
                    return tuple(values)
                return tuple(o.value for o in ask.options if o.value in values)
        case AskEach():
            if isinstance(raw, str):
                raw = [[p for p in part.split("+") if p not in ("", "-")] for part in raw.split(",")]
            if isinstance(raw, list | tuple) and all(isinstance(p, list | tuple) for p in raw):
                return tuple(tuple(_whole(ask, p) for p in part) for part in raw)
    raise Malformed(say("refused.answer", question=ask.label))


def _whole(ask: AnyAsk, raw: object) -> int:
    if type(raw) is int:
        return raw
    if isinstance(raw, str) and len(raw) <= 9 and raw.isascii() and raw.lstrip("-").isdecimal():
        return int(raw)
    raise Malformed(say("refused.number", question=ask.label))


def _option(ask: AnyAsk, options: tuple[Option, ...], raw: object) -> str | int:
    if isinstance(raw, str | int) and not isinstance(raw, bool):
        for option in options:
            if str(option.value) == str(raw):
                return option.value
    raise Malformed(say("refused.option", question=ask.label))


def tidy(string: str) -> str:
    """Return ``string`` in its one canonical form: NFKC, spaces folded, no control or invisible characters.

    A zero-width joiner stays only between two symbols, as in a family emoji.
    """
    kept: list[str] = []
    folded = unicodedata.normalize("NFKC", string)
    for i, c in enumerate(folded):
        joins = (
            c == "\u200d"
            and 0 < i < len(folded) - 1
            and all(unicodedata.category(d) in ("So", "Sk", "Mn") for d in (folded[i - 1], folded[i + 1]))
        )
        if joins or unicodedata.category(c)[0] != "C":
            kept.append(c)
        elif c in "\t\n\r":
            kept.append(" ")
    return " ".join("".join(kept).split())


def fill(choice: Choice, answers: dict[str, Any]) -> Command:
    """Return the choice's command with its open fields answered."""
    return msgspec.structs.replace(choice.command, **answers)


def matches(choice: Choice, command: Command) -> bool:
    """Tell whether ``command`` is ``choice`` with its open fields answered well."""
    if type(command) is not type(choice.command):
        return False
    asks = {ask.field: ask for ask in choice.asks}
    return all(
        fits(asks[name], value) if name in asks else _same(value, getattr(choice.command, name))
        for name, value in msgspec.structs.asdict(command).items()
    )


def _same(value: object, other: object) -> bool:
    """Tell whether two fields are equal and of one kind: True is not 1."""
    return type(value) is type(other) and value == other


def offered(choices: Iterable[Choice], actor: Actor, command: Command) -> Choice | None:
    """Return the choice that ``command`` makes, or None when it is not on offer to ``actor``.

    The box and a scribe have on offer, of what a seat has, only what is public at the table.
    """
    for choice in choices:
        if matches(choice, command) and (choice.public or isinstance(actor, Seat)):
            return choice
    return None
