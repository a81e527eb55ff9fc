"""Paints what a screen shows of one moment, in parts that are swapped one by one."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, TemplateNotFound, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.clock import Face
from companion.game import Box, Public, Text, say, sees
from companion.published import Numbered, Offer, Published
from web.given import ALIKE, OWN
from web.house import House
from web.letters import breadth, fitted, short
from web.pictures import address
from web.pieces import Names, Piece, Pieces, on, written_down
from web.qr import qr_svg
from web.questions import actor_name, groups, ids_of, sorted_out
from web.ring import around, arrow, rooms, travels
from web.screen import Screen

LINES = 6
"""Public lines of the log that a phone's drawer shows."""


def reading(face: Face) -> str:
    """Return what a clock says: 2:47; 3 where its seconds are counted."""
    return str(face.shown) if face.counted else f"{face.shown // 60}:{face.shown % 60:02d}"


class Alike:
    """What screens have in common: what their templates are given, and the parts that are painted for all of them."""

    def __init__(self, offers: tuple[Offer, ...], given: dict[str, Any], pieces: dict[str, Piece]) -> None:
        self.given, self.pieces = given, pieces
        self._offers = offers  # they are told apart by where they lie: as long as these do, no others can
        self._since: tuple[Mapping[str, Piece], bytes] | None = None

    def since(self, before: Mapping[str, Piece]) -> bytes:
        """Return the parts that are not what they were ``before``, in JSON: written once for all who had those."""
        if before is self.pieces:
            return b""
        written = self._since
        if written is None or written[0] is not before:
            written = self._since = (before, written_down(self.pieces, before))
        return written[1]


class Painted(NamedTuple):
    """A screen at one moment: what its own parts were given (``called``: everybody's names), these, all others'."""

    called: Names
    given: dict[str, dict[str, Any] | None]
    own: dict[str, Piece]
    alike: Alike

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every part of the screen."""
        return self.own | self.alike.pieces

    def since(self, before: Painted | None, base: str) -> bytes:
        """Return the parts that have changed since ``before``, in JSON, for the page whose answers go to ``base``."""
        if before is None:
            return on(base, b"{%b}" % written_down(self.pieces, {}))
        own = b"" if before.own == self.own else written_down(self.own, before.own)
        others = self.alike.since(before.alike.pieces)
        return on(base, b"{%b%b%b}" % (own, b"," if own and others else b"", others))


class Painter:
    """Turns moments into parts of pages, in HTML."""

    def __init__(self, house: House, env: Environment) -> None:
        self._house = house
        self._env = env
        self._lock = threading.Lock()
        env.filters["words"] = _words
        env.filters["called"] = _called
        env.filters["word"] = _word
        env.filters["short"] = short
        env.filters["fitted"] = fitted
        env.filters["breadth"] = breadth
        env.filters["picture"] = address
        env.globals["clock"] = _clock
        env.globals["t"] = _chrome
        env.globals["house"] = house
        env.globals.update(around=around, arrow=arrow, rooms=rooms, travels=travels)
        self._pieces = Pieces(env)
        self._common: tuple[Published, dict[str, Any]] | None = None
        self._said: dict[int, str] = {}
        self._templates: dict[str, str | None] = {}

    def live(self, now: Published, screen: Screen, before: Painted | None = None) -> Painted:
        """Return ``screen`` at this moment without the clocks' digits (the page fills them in).

        What has not changed since ``before`` is the very same.
        """
        # One at a time: ten phones that come at once would else each compile every template, and hold its memory.
        with self._lock:
            return self._painted(now, screen, before, live=True)

    def paint(self, now: Published, screen: Screen) -> dict[str, str]:
        """Return every part of ``screen`` as it stands on its page, with the clocks' digits."""
        painted = self._painted(now, screen, None, live=False)
        return {part: piece.on(screen.base) for part, piece in painted.pieces.items()}

    def _painted(self, now: Published, screen: Screen, before: Painted | None, *, live: bool) -> Painted:
        alike = self._alike(now, screen)
        page, called = alike.given, alike.given["called"]
        if not live:
            page = page | _clocks(now, self._house.table.time.monotonic())
        view = now.view(screen.viewer)
        known = before if before is not None and before.called is called else None
        given: dict[str, dict[str, Any] | None] = {}
        own: dict[str, Piece] = {}
        for part, (template, values) in OWN[screen.kind].items():
            gets = given[part] = values(page, view, screen)
            if gets is None:
                qr = self.lobby_qr if screen.inside else None
                whole = page | {"v": view, "screen": screen, "me": screen.me, "qr": qr}
                own[part] = Piece(self._env.get_template(template).render(whole))
            elif known is not None and known.given[part] == gets:
                own[part] = known.own[part]
            else:
                own[part] = self._pieces.made(template, called, gets)
        return Painted(called, given, own, alike)

    def _alike(self, now: Published, screen: Screen) -> Alike:
        """Return what all screens of a kind have in common whose actors may do the same."""
        table = self._table(now)
        own = now.asked(screen.actor)
        made: dict[Any, Alike] = table["alike"]
        # Whoever may do the same is offered the very same; but a scribe for a seat is offered a part of what that is.
        scribe_for = screen.seat if screen.kind == "scribe" else 0
        same = screen.kind, screen.demo, scribe_for, 0 if scribe_for else id(own)
        found = made.get(same)
        if found is None:
            actor = actor_name(screen.actor)
            given = {**table, **sorted_out(table, screen.kind, actor, own)}
            given["demo"] = screen.demo
            given["game_part"] = self.template(now, "board" if screen.kind == "board" else "seat")
            called, questions = table["called"], given["questions"]
            pieces = {
                part: self._pieces.made(template, called, common(given)).at(questions)
                for part, (template, common) in ALIKE[screen.kind].items()
            }
            found = made[same] = Alike(own, given, pieces)
        return found

    def _table(self, now: Published) -> dict[str, Any]:
        """Return what all screens of this moment are given alike: of the table and of public words only."""
        kept = self._common
        if kept is not None and kept[0] is now:
            return kept[1]
        arrange = self._must_arrange(now)
        names = now.names()
        called = Names.of(names)
        if kept is not None and kept[1]["called"] == called:
            called = kept[1]["called"]
        asked = groups(now.asked(Box()), "box")
        on_top = "table.arrange" if arrange else ""
        tools = tuple(group for group in asked if group.choices[0].of_table)
        result, state = now.result(), now.state
        seats = now.evening.seats
        out = () if state is None or result is not None else [n for n in seats if n not in state.seats]
        counted = bool(now.evening.played or result)
        ahead = now.leaders() if counted else ()
        known = self._said
        said = self._said = {n.n: known.get(n.n) or self._said_then(n) for n in said_last(now)}
        table = {
            "now": now,
            "names": names,
            "called": called,
            "paused": now.evening.paused,
            "playing": now.game is not None,
            "told": dict.fromkeys(out, "bar.later") | {p.number: "bar.away" for p in now.evening.places if p.away},
            "result": result,
            "ids": ids_of(asked),
            "chairs": tuple(group for group in tools if group.name == on_top),
            "for_table": tuple(group for group in asked if not group.choices[0].of_table),
            "tools": tuple(group for group in tools if group.name != on_top),
            "questions": {group.mark: group.question for group in asked},
            "undo": now.undo_names(),
            "arrange": arrange,
            "paper": self.template(now, "paper") is not None,
            "said_last": tuple(said.values()),
            "series": tuple((n, now.points(n), n in ahead) for n in (sorted(seats) if counted else ())),
            "alike": {},
            **_clocks(now, None),
        }
        self._common = (now, table)
        return table

    def _said_then(self, line: Numbered) -> str:
        return self._house.words(line.notice.text, line.names) if line.notice.text is not None else ""

    def clocks(self, now: Published) -> dict[str, tuple[float, bool, bool, bool]]:
        """Return the seconds that each clock shows at this very moment; whether it runs, upwards, and is counted."""
        at = self._house.table.time.monotonic()
        return {
            key: (round(face.by(at).left, 2), face.running, face.length is None, face.counted)
            for key, face in now.faces.items()
        }

    def lobby_qr(self) -> Markup:
        """Return the room's code as a picture."""
        return qr_svg(self._house.lobby_link())

    def _must_arrange(self, now: Published) -> bool:
        """Tell whether a game that cares who sits next to whom is about to start with chairs not yet told."""
        picked = now.evening.picked
        return (
            now.game is None
            and bool(picked)
            and picked in self._house.table.shelf
            and self._house.table.shelf.meta(picked).chairs
            and not now.evening.arranged
            and len(now.evening.places) > 1
        )

    def template(self, now: Published, page: Literal["seat", "board", "paper"]) -> str | None:
        """Return the template that the game on the table has for a kind of page of its own, None where it has none."""
        if now.game is None:
            return None
        name = f"games/{now.game.meta.key}/templates/{page}.html"
        if name not in self._templates:
            try:
                self._env.get_template(name)
                self._templates[name] = name
            except TemplateNotFound:
                self._templates[name] = None
        return self._templates[name]


def said_last(now: Published) -> tuple[Numbered, ...]:
    """Return the last lines that everyone may have, newest first: what one seat alone was told is in no page."""
    told = (n for n in reversed(now.notices) if n.notice.text is not None and sees(n.notice.seen, Public()))
    return tuple(islice(told, LINES))


def loader(own: BaseLoader | None) -> BaseLoader:
    """Return where templates come from: ours, and those that games bring along under ``games/<key>/``."""
    found = find_spec("companion.games")  # looked up, not imported: pages know no game
    places = (found.submodule_search_locations or ()) if found else ()
    shelves = [FileSystemLoader(str(Path(place))) for place in places]
    games = PrefixLoader({"games": ChoiceLoader(shelves)})
    return ChoiceLoader([own, games] if own is not None else [games])


@pass_context
def _words(context: Context, text: Text | None, names: Mapping[int, str] | None = None) -> str:
    """A Text in the table's words; what was said earlier is given the ``names`` of that time."""
    if text is None:
        return ""
    home: House = context["house"]
    return home.words(text, context.get("names") or {} if names is None else names)


@pass_context
def _word(context: Context, key: str, **args: int) -> str:
    """The word list's own words for a key, for what stands in a picture; ``args`` are numbers that it is chosen by."""
    home: House = context["house"]
    return home.words(say(key, **args))


@pass_context
def _called(context: Context, seat: int) -> str:
    """What the player of a seat is called."""
    home: House = context["house"]
    return (context.get("names") or {}).get(seat) or home.chrome("seat.number", n=seat)


@pass_context
def _chrome(context: Context, key: str, **args: Any) -> str:
    """A sentence of the pages themselves."""
    home: House = context["house"]
    return home.chrome(key, context.get("names") or {}, **args)


@pass_context
def _clock(context: Context, key: str) -> Markup:
    """A clock's digits, kept going by the page."""
    digits: Mapping[str, Markup] = dict(context["dials"])
    return digits.get(key, Markup(""))


def _clocks(now: Published, at: float | None) -> dict[str, Any]:
    """Return every clock's digits, those on top of a page, and those on top of each seat's where they are another's.

    One that runs matters to all; while none does, a seat sees its own, and nobody that of somebody else.
    """
    digits = dials(now.faces.values(), at)
    runs = any(face.running for face in now.faces.values())
    whose = {} if runs or now.state is None else {clock.key: clock.seat for clock in now.state.clocks if clock.seat}
    return {
        "dials": digits,
        "dial": next((dial for key, dial in digits if key not in whose), ""),
        "own_dials": {whose[key]: dial for key, dial in digits if key in whose},
    }


def dials(faces: Iterable[Face], at: float | None) -> tuple[tuple[str, Markup], ...]:
    """Return every clock's key and digits; the first is the one that matters, one that runs where there is one."""
    return tuple((face.key, _dial(face, at)) for face in sorted(faces, key=lambda f: not f.running))


def _dial(face: Face, at: float | None) -> Markup:
    """A clock's digits at a moment; without one, the page has to fill them in."""
    return _digits(face.key, "" if at is None else reading(face.by(at)))


@lru_cache(maxsize=8)
def _digits(clock: str, digits: str) -> Markup:
    return Markup(f'<span class="clock" data-clock="{escape(clock)}" role="timer">{digits}</span>')
