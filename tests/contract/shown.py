"""Laws of what people get to see: keys, pages and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.console import Console, Join, keys
from companion.console.entry import Fill
from companion.console.pages import idle
from companion.evening import Evening, Place
from companion.game import (
    Actor,
    AnyGame,
    Box,
    Chairs,
    Choice,
    Dials,
    Face,
    Lines,
    Menu,
    Public,
    Seat,
    State,
    Text,
    fits,
    pending,
)
from companion.published import Offer, Published
from tests.contract.case import Case, viewers
from tests.contract.fuzz import actors, ends, on_offer
from tests.contract.walk import at, texts


def all_seen(game: AnyGame, state: State) -> Iterator[Any]:
    """Everything that anyone gets to see of ``state``."""
    for viewer in viewers(state):
        yield game.view(state, viewer)
    for actor in actors(state):
        yield on_offer(game, state, actor)
    yield game.pages(game.view(state, Public()))
    yield game.explains(game.view(state, Public()))
    yield game.outcome(state)


def every_choice_has_its_key(case: Case) -> None:
    """Menus have one label, one digit and one id a line; nothing final is highlighted in advance."""
    for state in case.states:
        for actor in actors(state):
            choices = on_offer(case.game, state, actor)
            for question in {choice.question for choice in choices}:
                is_menu([c for c in choices if c.question == question])
            for choice in choices:
                has_answers(choice)


def is_menu(choices: list[Choice]) -> None:
    question = choices[0].question
    assert question.strip() == question != "", f"a question without a name: {choices[0]}"
    assert ":" not in question, f"{question!r} would be mixed up with its row"
    taken = question in ("lobby", "again") or question.startswith("table.")
    assert not taken, f"{question!r} is a name of the table's own"
    for what in ("id", "label"):
        lines = [getattr(choice, what) for choice in choices]
        assert len(set(lines)) == len(lines), f"{question}: one {what} twice among {lines}"
    _are_digits(question, [choice.digit for choice in choices])
    if any(not choice.final for choice in choices):
        assert not choices[0].final, f"{question}: {choices[0].id} cannot be taken back, yet comes first"


def _are_digits(where: str, digits: list[int | None]) -> None:
    own = [digit for digit in digits if digit is not None]
    assert all(0 <= digit <= 9 for digit in own), f"{where}: no such keys among {own}"
    assert len(set(own)) == len(own), f"{where}: one key means two things: {own}"


def has_answers(choice: Choice, most: int = 4) -> None:
    fields = [ask.field for ask in choice.asks]
    assert len(set(fields)) == len(fields) <= most, f"{choice.id} asks too much at once: {fields}"
    assert set(fields) <= set(choice.command.__struct_fields__), f"{choice.id} asks for no field: {fields}"
    for ask in choice.asks:
        where = f"{choice.id}.{ask.field}"
        for end in ends(ask):
            assert fits(ask, end), f"{where} does not take its own {end!r}"
        low, high = getattr(ask, "least", 0), getattr(ask, "most", 0)
        assert low <= high, f"{where} asks for {low} to {high}"
        options = getattr(ask, "options", None)
        if options is None or not options or isinstance(options[0], int):
            assert options != (), f"{where} has nothing to answer with"
            continue
        for what in ("value", "label"):
            lines = [str(getattr(option, what)) for option in options]
            assert len(set(lines)) == len(lines), f"{where}: one {what} twice among {lines}"
        _are_digits(where, [option.digit for option in options])


def every_page_fits_the_screen(case: Case) -> None:
    """At most four lines, ten items, ten chairs, three dials; clocks that there are; and it draws."""
    from companion.screens import draw

    render = case.words.naming({})
    for state in case.states:
        public = case.game.view(state, Public())
        pages = (*case.game.pages(public), *case.game.explains(public))
        keys = [page.key for page in pages]
        assert keys, "the screen has nothing to show"
        assert len(set(keys)) == len(keys), f"one page twice: {keys}"
        for page in pages:
            for widget in page.widgets:
                match widget:
                    case Lines(lines, lit):
                        assert len(lines) <= 4, f"{page.key}: {len(lines)} lines"
                        assert lit is None or 0 <= lit < len(lines), f"{page.key}: no line {lit}"
                    case Menu(items=items):
                        assert len(items) <= 10, f"{page.key}: {len(items)} items"
                        _are_digits(page.key, [item.digit for item in items])
                    case Chairs(chairs):
                        assert len(chairs) <= 10, f"{page.key}: {len(chairs)} chairs"
                    case Dials(dials):
                        assert 1 <= len(dials) <= 3, f"{page.key}: {len(dials)} dials"
                    case Face(clock):
                        assert any(c.key == clock for c in state.clocks), f"{page.key}: no clock {clock}"
                    case _:
                        pass
            picture = draw(page, render)
            assert (picture.size, picture.mode) == ((128, 64), "1")


NAMED = re.compile(r"(?<![\d/-])(\d)(?::\s*|(?=[A-Z]))([^\d/:]+)(?=\s|$)")
"""A key in the row of hints with what it is said to do: "1:stop 2:end? /:claim", "0End"."""


def hints_say_what_a_digit_does(case: Case) -> None:
    """Typed on the page, it does so at once or asks for more; where it only opens a list, a question mark says so."""
    for state in (state for state in case.states if pending(case.game, state) is None):
        now = _published(case, state)
        for sheet in range(len(now.pages())):
            hints = idle(Join(), sheet, now).hints
            for digit, told in NAMED.findall(case.words(hints, {}) if hints else ""):
                console, sent = keys.stroke(Console(sheet=sheet), digit, now, 1.0)
                top = console.layers[-1] if console.layers else None
                assert sent or top is not None, f"{digit} does nothing, and not {told!r}"
                opens = not sent and not isinstance(top, Fill)
                assert told.rstrip().endswith("?") is opens, (
                    f"{digit} {'opens a list' if opens else 'is no question'}: {told!r}"
                )


def _published(case: Case, state: State) -> Published:
    """Return ``state`` as the console sees it on a table."""
    evening = Evening(places=tuple(Place(seat) for seat in state.seats))
    everyone: tuple[Actor, ...] = (Box(), *map(Seat, state.seats))
    by = {actor: on_offer(case.game, state, actor) for actor in everyone}
    offers = {actor: tuple(Offer(f"1:{c.question}", c) for c in choices) for actor, choices in by.items()}
    return Published(epoch="", serial=0, row=1, evening=evening, game=case.game, state=state, offers=offers)


def every_word_is_known(case: Case) -> None:
    """Of views, choices, pages, notices, results, set-ups: each has its sentence, with every gap filled."""
    game, heard = case.game, set[Text]()
    is_said(case, game.meta, heard)
    is_said(case, game.setups(case.run.setup.seats, None), heard)
    is_said(case, game.setups(case.run.setup.seats, case.run.states[-1]), heard)
    is_said(case, case.run.notices, heard)
    for state in case.states:
        for value in all_seen(game, state):
            is_said(case, value, heard)


def is_said(case: Case, value: Any, heard: set[Text]) -> None:
    """See that every text in ``value`` is known; each that is not in ``heard`` yet is said, and then is."""
    for path, text in texts(value):
        if text in heard:
            continue
        heard.add(text)
        assert case.words.knows(text.key), f"no words for {text.key} at {at(path)}"
        said = case.words(text, {})
        if text.key != "plain":
            assert said.strip(), f"{text.key} says nothing at {at(path)}"
            assert "{" not in said, f"{text.key} leaves a gap at {at(path)}: {said}"
