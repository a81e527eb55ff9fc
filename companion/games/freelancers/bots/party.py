"""A party of bots: what they remember of what all have heard, and what each of them does now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.game import AskOne, Choice
from companion.games.freelancers.commands import (
    Accept,
    Enter,
    Help,
    Luck,
    Next,
    Pick,
    Place,
    Ready,
    Resolve,
    Sheet,
    Vote,
)
from companion.games.freelancers.sight import FreelancersView

from .planning import duty, wanted, worth
from .seen import CONTENT, FAIR, hurt, item_worth, line_worth, mean, odds, player, texts
from .travelling import Chart, appeal

Whim = Callable[[int], int]
"""A number from 0 to below the one given: what a bot has no reason for."""
Picked = tuple[Choice, dict[str, Any]]


class Bots:
    """All bots of one game. They sit at one table and hear the same; each picks for its own seat.

    ``pick`` is given a view and the choices of a seat, nothing else: what a bot knows, a person at its place knows.
    Equal parties that are shown equal views pick equally as long as their whims are equal.
    """

    def __init__(self, whim: Whim) -> None:
        self._whim = whim
        self._depths: dict[str, int] = {}
        self._page = 0
        self._dials = 0
        self._locked: set[int] = set()
        self._tried: Counter[int] = Counter()
        self._likes: dict[str, float] = {}
        self._codes: dict[str, tuple[int, int]] = {}
        """Codes that were told, with page and round of the last time that somebody entered them."""

    def hear(self, view: FreelancersView) -> None:
        """Take note of what all can see and hear."""
        if not self._depths and view.place:
            self._depths = Chart(view).depths()
        if view.page != self._page:
            self._page = view.page
            self._dials = max((dial.value for dial in view.dials if dial.used), default=0)
            self._tried.clear()
            self._locked = {action.number for action in view.actions if action.locked}
        for line in view.shown:
            for text in texts(line):
                if text.key == "freelancers.told":
                    self._codes.setdefault(str(dict(text.args)["code"]), (0, 0))
        for read in view.log:
            self._codes.pop(read.code, None)

    def pick(self, view: FreelancersView, seat: int, choices: tuple[Choice, ...]) -> Picked | None:
        """Return what a seat does now, and what it fills in; None where it would rather let others go on."""
        self.hear(view)
        by_question: dict[str, list[Choice]] = {}
        for choice in choices:
            by_question.setdefault(choice.question, []).append(choice)
        if "sheet" in by_question and not player(view, seat).species:
            return self._sheet(by_question["sheet"])
        if "sheet" in by_question and not all(sheet.species for sheet in view.players):
            return None
        if any(isinstance(choice.command, Accept | Luck | Help) for choice in choices):
            return self._rolled(view, seat, choices)
        if "place" in by_question:
            return self._code(view, choices) or (self._plan(view, seat, by_question["place"]), {})
        found = [choice for choice in choices if isinstance(choice.command, Pick | Vote)]
        if found:
            return self._answer(view, seat, found), {}
        quiet = self.obvious(choices)
        return (quiet, {}) if quiet is not None else None

    @staticmethod
    def obvious(choices: tuple[Choice, ...]) -> Choice | None:
        """Return what is done without looking up: an action is resolved, the story goes on, a good roll stands."""
        accept = next((choice for choice in choices if isinstance(choice.command, Accept)), None)
        if accept is not None:
            return accept if int(str(dict(accept.label.args)["n"])) >= CONTENT else None
        if any(isinstance(choice.command, Place | Pick | Vote | Help) for choice in choices):
            return None
        return next((choice for choice in choices if isinstance(choice.command, Resolve | Next | Ready)), None)

    # --- before the story

    def _sheet(self, choices: list[Choice]) -> Picked:
        choice = next(choice for choice in choices if isinstance(choice.command, Sheet))
        asks = [ask for ask in choice.asks if isinstance(ask, AskOne)]
        return choice, {ask.field: ask.options[self._whim(len(ask.options))].value for ask in asks}

    # --- a round

    def _code(self, view: FreelancersView, choices: tuple[Choice, ...]) -> Picked | None:
        """Enter a code that was told, each once a round until it counts."""
        enter = next((choice for choice in choices if isinstance(choice.command, Enter)), None)
        now = (view.page, view.round)
        code = next((code for code, when in self._codes.items() if when != now), None)
        if enter is None or code is None:
            return None
        self._codes[code] = now
        return enter, {enter.asks[0].field: code}

    def _plan(self, view: FreelancersView, seat: int, choices: list[Choice]) -> Choice:
        by_number = {choice.command.action: choice for choice in choices if isinstance(choice.command, Place)}
        mine = duty(view, seat)
        if mine in by_number:
            number = mine
        else:
            left = wanted(view, self._dials)
            others = [a for a in view.actions if a.number in by_number and a.type != "required"]
            scored = {
                action.number: worth(
                    view, seat, action, left, self._tried[action.number], action.number in self._locked
                )
                + self._fancy()
                for action in others or [a for a in view.actions if a.number in by_number]
            }
            number = max(scored, key=lambda n: scored[n], default=next(iter(by_number)))
        self._tried[number] += 1
        return by_number[number]

    def _fancy(self) -> float:
        return self._whim(100) / 100

    # --- checks

    def _rolled(self, view: FreelancersView, seat: int, choices: tuple[Choice, ...]) -> Picked | None:
        """Let a roll stand, roll a die again for a luck, or gain a stress for a friend who has none."""
        check = view.check
        accept = next((choice for choice in choices if choice.id == "accept"), None)
        if check is None:
            return (accept, {}) if accept is not None else None
        die = max(range(len(check.faces)), key=lambda n: _missing(check.dice[n], check.faces[n]))
        room = _missing(check.dice[die], check.faces[die])
        roller = player(view, check.seat)
        if accept is not None:
            again = next((c for c in choices if isinstance(c.command, Luck) and c.command.die == die), None)
            bar = CONTENT if roller.luck > 2 else FAIR
            return (again if again is not None and check.total < bar and room > 4 else accept, {})
        again = next((c for c in choices if c.command == Help(seat, die)), None)
        if again is None or roller.luck or check.total >= FAIR - 2 or room < 6 or player(view, seat).free < 2:
            return None
        kindest = max(view.players, key=lambda one: (one.seat != check.seat, one.free, one.rank))
        return (again, {}) if kindest.seat == seat else None

    # --- questions

    def _answer(self, view: FreelancersView, seat: int, choices: list[Choice]) -> Choice:
        options = {_what(choice): choice for choice in choices}
        match view.need:
            case "travel":
                return self._way_on(view, options)
            case "picked":
                return _most(options, lambda what: self._fit(view, int(what)))
            case "track":
                return _most(options, lambda what: _room(view, int(what)))
            case "reduce":
                return _most(options, lambda what: -_room(view, int(what[0])) - (0.5 if "again" in what else 0))
            case "heal" if "wounds" in options:
                return options["wounds"]
            case "attach" if "attach" in options:
                return options["attach"]
            case "skill":
                sheet = player(view, seat)
                return _most(options, lambda what: mean(sheet, what))
            case "swap" | "lose":
                return _most(options, lambda what: -self._worth(view, seat, what, options[what]))
            case "camp":
                kept = {what: choice for what, choice in options.items() if what != "none"} or options
                return list(kept.values())[self._whim(len(kept))]
            case _:
                return choices[self._whim(len(choices))]

    def _way_on(self, view: FreelancersView, options: Mapping[str, Choice]) -> Choice:
        """Vote for a path: what is sensible, and which places the party likes the look of, all of them the same."""
        chart = Chart(view)
        for place in chart.places:
            if place not in self._likes:
                self._likes[place] = 1.8 * self._fancy()
        return _most(
            options,
            lambda path: (
                appeal(view, chart, self._depths, path) + self._likes[chart.end(path, chart.here)] + 0.2 * self._fancy()
            ),
        )

    def _fit(self, view: FreelancersView, seat: int) -> float:
        """Return how well somebody bears what comes, whatever it is: free hearts, and being good at things."""
        sheet = player(view, seat)
        good = sum(odds(sheet, skill.key) for skill in sheet.skills) / max(1, len(sheet.skills))
        return 2 * good - 1.5 * hurt(sheet) + 0.4 * self._fancy()

    def _worth(self, view: FreelancersView, seat: int, what: str, choice: Choice) -> float:
        """Return what a card is worth: one that came by its line, which stands under the choice."""
        item = next((item for item in player(view, seat).items if item.card == what), None)
        if item is not None:
            return item_worth(item)
        return line_worth(choice.detail) if choice.detail is not None else 1.5


def _what(choice: Choice) -> str:
    assert isinstance(choice.command, Pick | Vote)
    return choice.command.what


def _most(options: Mapping[str, Choice], worth: Callable[[str], float]) -> Choice:
    scored = {what: worth(what) for what in options}
    return options[max(scored, key=lambda what: scored[what])]


def _missing(die: str, face: int) -> int:
    """Return how much more a die could show."""
    return int(die[1:] or 0) - face


def _room(view: FreelancersView, track: int) -> int:
    """Return how many more tokens go onto a risk track."""
    return view.tracks[track - 1].spaces - len(view.tracks[track - 1].tokens)
