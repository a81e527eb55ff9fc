"""Paints what a screen shows of one moment, in parts that are swapped one by one."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, TemplateNotFound, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.clock import Face
from companion.game import AskEach, Box, Public, Seat, SetUp, Text, Viewer, say, sees, tag_of
from companion.published import Numbered, Offer, Published
from web.given import ALIKE, OWN, Given, Kind
from web.house import House
from web.letters import breadth, fitted, short
from web.pictures import address
from web.pieces import Names, Piece, Pieces
from web.qr import qr_svg
from web.ring import around, arrow, rooms, travels

FIXES = ("table.fix", "table.keep")
"""Questions that stand last in a scribe's drawer, and in no other."""
LINES = 6
"""Public lines of the log that a phone's drawer shows."""


class Screen(msgspec.Struct, frozen=True):
    """A page that lives: a seat's, a scribe's (``seat`` 0 = for the whole table) or the big one.

    ``mine`` are all seats of the phone, for the switcher; ``base`` is the path that its answers go to;
    ``inside`` says that the viewer has proved to be in the room and may pass the code on.
    """

    kind: Kind
    seat: int = 0
    mine: tuple[int, ...] = ()
    base: str = ""
    inside: bool = True

    @property
    def demo(self) -> bool:
        """Whether it stands in the row of phones beside the simulated box."""
        return self.base.startswith("/demo/")

    @property
    def viewer(self) -> Viewer:
        """With whose eyes the game is seen."""
        return Seat(self.seat) if self.kind == "seat" else Public()

    @property
    def actor(self) -> Seat | Box:
        """As whom the page acts."""
        return Seat(self.seat) if self.kind == "seat" else Box(self.seat or None)


class Group(msgspec.Struct, frozen=True):
    """The offers that answer one question."""

    question: str
    name: str
    offers: tuple[Offer, ...]
    actor: str

    @property
    def long(self) -> bool:
        """Whether the answer takes more room than a thumb's reach: it is folded away until wanted."""
        return any(isinstance(ask, AskEach) for o in self.offers for ask in o.choice.asks)

    @property
    def starts(self) -> bool:
        """Whether its offers start a game."""
        return self.name in ("lobby", "again")

    @property
    def has_usual(self) -> bool:
        """Whether the first offer is the usual one: to start, to start again, to say yes."""
        if self.name == "lobby":
            return isinstance(self.offers[0].choice.command, SetUp)
        return self.name in ("again", "doubt")

    @property
    def plain(self) -> tuple[Offer, ...]:
        """Those that are done with one touch."""
        return tuple(o for o in self.offers if not o.choice.asks)

    @property
    def asking(self) -> tuple[Offer, ...]:
        """Those that ask for something first."""
        return tuple(o for o in self.offers if o.choice.asks)


def groups(offers: tuple[Offer, ...], actor: str) -> tuple[Group, ...]:
    """Return ``offers`` by the question they answer, in the order in which questions come first."""
    asked: dict[str, list[Offer]] = {}
    for offer in offers:
        asked.setdefault(offer.question, []).append(offer)
    return tuple(Group(q, answers[0].name, tuple(answers), actor) for q, answers in asked.items())


def _by_key(offers: tuple[Offer, ...]) -> dict[tuple[str, str], Offer]:
    """Return ``offers`` by the names of question and choice: what two actors may both do has the same for both."""
    return {(o.name, o.choice.id): o for o in offers}


def _sorted_out(table: Mapping[str, Any], kind: Kind, actor: str, offers: tuple[Offer, ...]) -> dict[str, Any]:
    """Return ``offers`` to an actor by where they stand on its page, with those to the ``table`` that it may take."""
    own = _by_key(offers)
    seen = next((o for o in offers if tag_of(o.choice.command) == "seen"), None)
    mine = {key: o for key, o in own.items() if not key[0].startswith("table.") and o is not seen}
    # What only this seat can do comes first, at the thumb; what anyone could do for the table stands below it.
    only = tuple(o for key, o in mine.items() if key not in table["offers"])
    shared = tuple(o for key, o in mine.items() if key in table["offers"]) if only else ()
    also = (*table["chairs"], *(o for key, o in table["for_table"] if key not in own))
    if not only:
        only, shared = _at_the_thumb(tuple(mine.values())) if kind == "seat" else (tuple(mine.values()), ())
    again = () if mine or kind != "seat" else _to_start(also)
    undo = tuple(o for key, o in own.items() if key[0] == "table.undo" and kind == "seat")
    below = groups(shared, actor) + (groups(tuple(o for o in also if o not in again), "box") if kind == "seat" else ())
    return {
        "mine": groups(only, actor) or groups(again, "box"),
        # What is asked on top is answered first; who sits where can wait for it.
        "also": tuple(sorted(below, key=lambda group: group.name != "doubt")),
        "own_undo": next(iter(groups(undo, actor)), None),
        "seen": seen,
    }


def _drawer(table: Mapping[str, Any], kind: Kind) -> tuple[Group, ...]:
    """Return the questions that stand in the drawer of a page; a seat takes back its own above it."""
    tools = groups(table["tools"], "box")
    if kind == "seat":
        return tuple(g for g in tools if g.name not in (*FIXES, "table.undo"))
    return tuple(sorted(tools, key=lambda group: group.name in FIXES)) if kind == "scribe" else ()


def _to_start(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return what is one touch to a game: to start again, or else to say what the owner is asked before it starts.

    It stands at the thumb, however long the page of a result is.
    """
    asked = tuple(o for o in offers if o.name == "doubt" and not o.choice.asks)
    return asked or tuple(o for o in offers[:1] if o.name == "again" and not o.choice.asks)


def _at_the_thumb(offers: tuple[Offer, ...]) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
    """Part what anyone may do: questions of one touch, which stay in sight, from those to be filled in, if both."""
    filled_in = {o.question for o in offers if o.choice.asks}
    touched = tuple(o for o in offers if o.question not in filled_in)
    return (touched, tuple(o for o in offers if o.question in filled_in)) if touched else (offers, ())


def actor_name(actor: Seat | Box) -> str:
    """Return how a form writes down as whom it acts: "seat", "box" or "box.3"."""
    if isinstance(actor, Seat):
        return "seat"
    return f"box.{actor.seat}" if actor.seat else "box"


def minutes(seconds: int) -> str:
    """Return seconds as a clock shows them: 2:47."""
    return f"{seconds // 60}:{seconds % 60:02d}"


class Alike(NamedTuple):
    """What screens have in common: what their templates are given, and the parts that are painted for all of them."""

    given: dict[str, Any]
    pieces: dict[str, Piece]


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

    def pieces(self, now: Published, screen: Screen) -> dict[str, Piece]:
        """Return every part of ``screen`` at this moment, without the clocks' digits (the page fills them in)."""
        # One at a time: ten phones that come at once would else each compile every template, and hold its memory.
        with self._lock:
            return self._painted(now, screen, live=True)

    def paint(self, now: Published, screen: Screen) -> dict[str, str]:
        """Return every part of ``screen`` as it stands on its page, with the clocks' digits."""
        return {part: piece.on(screen.base) for part, piece in self._painted(now, screen, live=False).items()}

    def _painted(self, now: Published, screen: Screen, *, live: bool) -> dict[str, Piece]:
        group = self._group(now, screen)
        shown = self._context(now, screen, group, live=live)
        own = {part: self._own(template, given, shown) for part, (template, given) in OWN[screen.kind].items()}
        return own | group.pieces

    def _own(self, template: str, given: Given, shown: dict[str, Any]) -> Piece:
        values = given(shown)
        if values is None:
            return Piece(self._env.get_template(template).render(shown))
        return self._pieces.made(template, shown["called"], values)

    def _group(self, now: Published, screen: Screen) -> Alike:
        """Return what all screens of a kind have in common whose actors may do the same."""
        table = self._table(now)
        own = now.offers(screen.actor)
        groups: dict[Any, Alike] = table["groups"]
        # Whoever may do the same is offered the very same; but a scribe for a seat is offered a part of what that is.
        asked = screen.kind, screen.demo, screen.seat if screen.kind == "scribe" else 0, id(own)
        found = groups.get(asked)
        if found is None:
            actor = actor_name(screen.actor)
            given = {**table, **_sorted_out(table, screen.kind, actor, own), "drawer": _drawer(table, screen.kind)}
            given["demo"] = screen.demo
            given["game_part"] = self.template(now, "board" if screen.kind == "board" else "seat")
            made, called = self._pieces.made, table["called"]
            pieces = {p: made(template, called, common(given)) for p, (template, common) in ALIKE[screen.kind].items()}
            found = groups[asked] = Alike(given, pieces)
        return found

    def _context(self, now: Published, screen: Screen, group: Alike, *, live: bool) -> dict[str, Any]:
        """Return what the templates of ``screen`` are given."""
        clocks = group.given["dials"] if live else dials(now.faces.values(), self._house.table.time.monotonic())
        return {
            **group.given,
            "v": now.view(screen.viewer),
            "screen": screen,
            "me": screen.seat if screen.kind == "seat" else 0,
            "dials": clocks,
            "dial": clocks[0][1] if clocks else "",
            "qr": self.lobby_qr if screen.inside else None,
        }

    def _table(self, now: Published) -> dict[str, Any]:
        """Return what all screens of this moment are given alike: of the table and of public words only."""
        kept = self._common
        if kept is not None and kept[0] is now:
            return kept[1]
        arrange = self._must_arrange(now)
        called = Names.of(now.names())
        if kept is not None and kept[1]["called"] == called:
            called = kept[1]["called"]
        offers = _by_key(now.offers(Box()))
        chairs = tuple(o for (name, _), o in offers.items() if arrange and name == "table.arrange")
        of_table = {key: o for key, o in offers.items() if key[0].startswith("table.")}
        result = now.result()
        counted = bool(now.evening.played or result)
        ahead = now.leaders() if counted else ()
        known = self._said
        said = self._said = {n.n: known.get(n.n) or self._said_then(n) for n in said_last(now)}
        table = {
            "now": now,
            "names": now.names(),
            "called": called,
            "result": result,
            "offers": offers,
            "chairs": chairs,
            "for_table": [(key, o) for key, o in offers.items() if key not in of_table],
            "tools": tuple(o for o in of_table.values() if o not in chairs),
            "undo": now.undo_names(),
            "arrange": arrange,
            "paper": self.template(now, "paper") is not None,
            "said_last": tuple(said.values()),
            "series": tuple((n, now.points(n), n in ahead) for n in sorted(now.evening.seats) if counted),
            "dials": dials(now.faces.values(), None),
            "groups": {},
        }
        self._common = (now, table)
        return table

    def _said_then(self, line: Numbered) -> str:
        return self._house.words(line.notice.text, line.names) if line.notice.text is not None else ""

    def clocks(self, now: Published) -> dict[str, tuple[float, bool, bool]]:
        """Return, for each clock, the seconds that it shows at this very moment, whether it runs, whether upwards."""
        at = self._house.table.time.monotonic()
        return {key: (round(face.by(at).left, 2), face.running, face.length is None) for key, face in now.faces.items()}

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


def dials(faces: Iterable[Face], at: float | None) -> tuple[tuple[str, Markup], ...]:
    """Return every clock's key and digits; the first is the one that matters, one that runs where there is one."""
    return tuple((face.key, _dial(face, at)) for face in sorted(faces, key=lambda f: not f.running))


def _dial(face: Face, at: float | None) -> Markup:
    """A clock's digits at a moment; without one, the page has to fill them in."""
    digits = "" if at is None else minutes(face.by(at).shown)
    return Markup(f'<span class="clock" data-clock="{escape(face.key)}" role="timer">{digits}</span>')
