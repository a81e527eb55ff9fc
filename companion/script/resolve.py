"""From names and words of a script to offers of the table and values of a view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import ge, gt, le, lt
from typing import Any

import msgspec

from companion import offering
from companion.game import AskCode, AskText, Illegal, Meta, SetUp, TableError, say, tag_of
from companion.published import Offer

from .lines import Path

Names = Mapping[str, int]
"""Player's name -> seat."""


class Missing(LookupError):
    """A path leads nowhere; the message says where it ends and what is there."""


def seats(value: Any, names: Names) -> Any:
    """Return ``value`` with players' names, also inside of lists, as seat numbers."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [seats(inner, names) for inner in value]
    return value


def named(on_offer: Iterable[Offer], tag: str) -> tuple[Offer, ...]:
    """Return the offers that a script means by ``tag``: a command's tag, or ``correct-`` before a correction's."""
    offers = tuple(on_offer)
    exact = tuple(o for o in offers if tag_of(o.choice.command) == tag)
    if exact or not tag.startswith("correct-"):
        return exact
    rest = tag.removeprefix("correct-")
    fixes = (o for o in offers if o.name == "table.fix")
    return tuple(o for o in fixes if rest in (tag_of(o.choice.command), o.choice.id.removeprefix("fix.")))


def find(on_offer: Iterable[Offer], tag: str, fields: Mapping[str, Any], names: Names) -> tuple[Offer, dict[str, Any]]:
    """Return the offer that ``tag`` with ``fields`` makes, and the answers to what it asks.

    ``value`` stands for the only open field, whatever a game calls it.
    Raises TableError with the reason of the nearest offer when nothing makes it.
    """
    trouble: TableError = Illegal(say("refused.not_now"))
    for offer in named(on_offer, tag):
        texts = {ask.field for ask in offer.choice.asks if isinstance(ask, AskText | AskCode)}
        answers = {
            name: str(value) if name in texts and type(value) is int else value
            if name in texts else seats(value, names)
            for name, value in fields.items()
        }  # fmt: skip
        own = msgspec.to_builtins(offer.choice.command)
        if "value" in answers and "value" not in own and len(offer.choice.asks) == 1:
            answers[offer.choice.asks[0].field] = answers.pop("value")
        asks = {ask.field for ask in offer.choice.asks}
        fixed = {name: value for name, value in answers.items() if name not in asks}
        if any(name not in own or not _same(own[name], value) for name, value in fixed.items()):
            continue
        answers = {name: value for name, value in answers.items() if name in asks}
        try:
            return offering.find((offer,), tag_of(offer.choice.command), answers)
        except TableError as error:
            trouble = error
    raise trouble


def _same(own: Any, written: Any) -> bool:
    """Tell whether a fixed field of an offer is what a script writes."""
    return bool(msgspec.json.encode(own) == msgspec.json.encode(written)) or str(own) == str(written)


def setup(on_offer: Iterable[Offer]) -> str | None:
    """Return the tag of the set-up on offer, if a game can be started."""
    return next((tag_of(o.choice.command) for o in on_offer if isinstance(o.choice.command, SetUp)), None)


def shown(on_offer: Iterable[Offer]) -> str:
    """Return the tags on offer, for saying what could have been done."""
    return " ".join(dict.fromkeys(tag_of(o.choice.command) for o in on_offer)) or "nothing"


def can_keep(meta: Meta, component: str, keeper: str) -> None:
    """See that a game has such a component, kept in such a way. Raises ValueError."""
    ways = {known.key: known.keepers for known in meta.components}
    if component not in ways:
        raise ValueError(f"{meta.key} has no {component} to keep; there are {', '.join(ways) or 'none'}")
    if keeper not in ways[component]:
        raise ValueError(f"{component} of {meta.key} can be {' or '.join(ways[component])}")


def odd_field(offers: Iterable[Offer], fields: Mapping[str, Any]) -> str:
    """Return which of a command's ``fields`` no offer has, or has not with this value; nothing where that is not it."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        asks = {ask.field for ask in offer.choice.asks}
        for name, own in msgspec.to_builtins(offer.choice.command).items():
            if name != "do":
                found.setdefault(name, []).append("" if name in asks else str(own))
    for name, value in fields.items():
        if name not in found and name != "value":
            return f"; it has no {name}, but {', '.join(found) or 'no fields'}"
        if found.get(name) and "" not in found[name] and str(value) not in found[name]:
            return f"; {name} is {' or '.join(dict.fromkeys(found[name]))}"
    return ""


def follow(tree: Any, path: Path, names: Names) -> Any:
    """Return what stands at ``path`` in a view as JSON. Raises Missing.

    A player's name picks their entry: of an object by name or seat number, of a list of (seat, value) pairs the
    value, of a list of objects the one whose ``seat`` or ``number`` is theirs.
    """
    here = tree
    for done, step in enumerate(path.steps):
        try:
            here = _step(here, step, names)
        except LookupError:
            before = ".".join(path.steps[:done]) or "the view"
            raise Missing(f"there is no {step} in {before}, which is {brief(here)}") from None
    return here


def _step(here: Any, step: str, names: Names) -> Any:
    seat = names.get(step)
    if isinstance(here, dict):
        if step in here:
            return here[step]
        if seat is not None and str(seat) in here:
            return here[str(seat)]
        raise KeyError(step)
    if isinstance(here, list):
        if re.fullmatch(r"-?\d{1,6}", step, re.ASCII):
            return here[int(step)]
        for entry in here if seat is not None else ():
            if isinstance(entry, dict) and seat in (entry.get("seat"), entry.get("number")):
                return entry
            if isinstance(entry, list) and len(entry) == 2 and entry[0] == seat:
                return entry[1]
    raise KeyError(step)


def brief(value: Any) -> str:
    """Return ``value`` as JSON, cut where it gets long."""
    written = msgspec.json.encode(value).decode()
    return written if len(written) <= 300 else f"{written[:300]}…"


def compare(one: Any, how: str, other: Any) -> bool:
    """Tell whether ``one`` compares with ``other`` as ``how`` says; what has no order is neither more nor less."""
    if how in ("==", "!="):
        return bool(one == other) == (how == "==")
    if how == "has":
        return other in one if isinstance(one, list | str | dict) else False
    try:
        return bool({"<": lt, "<=": le, ">": gt, ">=": ge}[how](one, other))
    except TypeError:
        return False
