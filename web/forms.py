"""From the bytes of a request to an Envelope: forms as pages send them, or JSON."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Request
from werkzeug.datastructures import MultiDict

from companion.game import (
    AnyAsk,
    AskCode,
    AskEach,
    AskNumber,
    AskOne,
    AskOrder,
    AskSome,
    AskText,
    tidy,
)
from companion.published import Offer
from companion.table import Envelope

IDENT = re.compile(r"[A-Za-z0-9_-]{1,40}")
NUMBER = re.compile(r"-?[0-9]{1,9}")
"""ASCII digits only: what ``int`` takes for a number is far more than what people type."""

PREFIX = "a."


class Unreadable(Exception):
    """The request cannot be read; ``key`` names the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Wire(msgspec.Struct, forbid_unknown_fields=True, rename={"actor": "as"}):
    """What a page sends. ``actor`` is "seat", "box" or "box.<seat>"."""

    id: str
    question: str
    choice: str
    answers: dict[str, Any] = {}
    actor: str = "seat"


def wire(request: Request) -> Wire:
    """Return what ``request`` says, its answers still as they came. Raises Unreadable."""
    kind = request.mimetype
    if kind == "application/json":
        try:
            sent = msgspec.json.decode(request.get_data(), type=Wire)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable("sorry.unclear") from error
    elif kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        form = request.form
        sent = Wire(
            id=form.get("id") or secrets.token_urlsafe(12),
            question=form.get("question", ""),
            choice=form.get("choice", ""),
            actor=form.get("as") or "seat",
        )
    else:
        raise Unreadable("sorry.unclear")
    if not IDENT.fullmatch(sent.id):
        raise Unreadable("sorry.unclear")
    if not 0 < len(sent.question) <= 200 or not 0 < len(sent.choice) <= 200:
        raise Unreadable("sorry.unclear")
    return sent


def envelope(request: Request, sent: Wire, offers: Iterable[Offer]) -> Envelope:
    """Return the Envelope that ``request`` sends. Raises Unreadable with the sentence for what was typed.

    A form's answers are read by what the offer asks. An offer that is closed by now asks nothing: the table then
    says that it is closed, or what it answered the first time.
    """
    answers = sent.answers
    if request.mimetype != "application/json":
        offer = next((o for o in offers if o.question == sent.question and o.choice.id == sent.choice), None)
        answers = {} if offer is None else {a.field: read(a, request.form) for a in offer.choice.asks}
    return Envelope(id=sent.id, question=sent.question, choice=sent.choice, answers=answers)


def read(ask: AnyAsk, form: MultiDict[str, str]) -> Any:
    """Return the form's answer to ``ask`` as a JSON value. Raises Unreadable."""
    name = PREFIX + ask.field
    typed = form.get(name, "")
    match ask:
        case AskNumber():
            return number(typed)
        case AskCode():
            if not re.fullmatch(r"[0-9]+", typed):
                raise Unreadable("sorry.digits")
            return typed
        case AskOne():
            return _value(ask, typed)
        case AskSome():
            picked = set(form.getlist(name))
            return [o.value for o in ask.options if str(o.value) in picked]
        case AskOrder() if ask.count is not None:  # one after the other, each out of them all
            return [_value(ask, one) for one in form.getlist(name)]
        case AskOrder():
            places = {str(o.value): form.get(f"{name}.{o.value}", "") for o in ask.options}
            if not all(places.values()):
                raise Unreadable("sorry.order")
            numbers = {value: number(place) for value, place in places.items()}
            if len(set(numbers.values())) < len(numbers):
                raise Unreadable("sorry.order")
            return [o.value for o in sorted(ask.options, key=lambda o: numbers[str(o.value)])]
        case AskEach():
            return [[number(p) for p in form.getlist(f"{name}.{seat}") if p] for seat in ask.who]
        case AskText():
            return tidy(typed)[: ask.most].strip()


def number(typed: str) -> int:
    """Return a whole number typed in ASCII digits. Raises Unreadable."""
    if not NUMBER.fullmatch(typed):
        raise Unreadable("sorry.digits")
    return int(typed)


def _value(ask: AskOne | AskOrder, typed: str) -> str | int:
    for option in ask.options:
        if str(option.value) == typed:
            return option.value
    raise Unreadable("sorry.pick")
