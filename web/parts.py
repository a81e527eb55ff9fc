"""Paints what a screen shows of one moment, in parts that are swapped one by one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, TemplateNotFound, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.clock import Face
from companion.game import AskEach, Box, Public, Seat, SetUp, Text, Viewer, say
from companion.published import Numbered, Offer, Published
from web.given import GIVEN
from web.house import House
from web.pieces import Pieces
from web.qr import qr_svg
from web.ring import around, arrow, travels

Kind = Literal["seat", "scribe", "board"]
PARTS: Mapping[Kind, tuple[str, ...]] = {
    "seat": ("bar", "now", "game", "hold", "mine", "table", "tools"),
    "scribe": ("bar", "now", "game", "mine", "tools"),
    "board": ("head", "game", "side"),
}
KEPT = 64
"""Painted screens that are remembered: every screen of a full table at one moment, and some."""

LINES = 6
"""Public lines of the log that a phone's drawer shows."""


@dataclass(frozen=True)
class Screen:
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
    def viewer(self) -> Viewer:
        """With whose eyes the game is seen."""
        return Seat(self.seat) if self.kind == "seat" else Public()

    @property
    def actor(self) -> Seat | Box:
        """As whom the page acts."""
        return Seat(self.seat) if self.kind == "seat" else Box(self.seat or None)


@dataclass(frozen=True)
class Group:
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
    questions = dict.fromkeys(o.question for o in offers)
    return tuple(Group(q, q.partition(":")[2], tuple(o for o in offers if o.question == q), actor) for q in questions)


def tag(offer: Offer) -> str:
    """Return the word for what ``offer`` does."""
    return str(type(offer.choice.command).__struct_config__.tag)


def actor_name(actor: Seat | Box) -> str:
    """Return how a form writes down as whom it acts: "seat", "box" or "box.3"."""
    if isinstance(actor, Seat):
        return "seat"
    return f"box.{actor.seat}" if actor.seat else "box"


def minutes(seconds: int) -> str:
    """Return seconds as a clock shows them: 2:47."""
    return f"{seconds // 60}:{seconds % 60:02d}"


class Painter:
    """Turns moments into pieces of HTML, remembering the latest."""

    def __init__(self, house: House, env: Environment) -> None:
        self._house = house
        self._env = env
        self._kept: OrderedDict[tuple[str, int, Screen], dict[str, str]] = OrderedDict()
        self._lock = threading.Lock()
        env.filters["words"] = _words
        env.filters["called"] = _called
        env.filters["word"] = _word
        env.filters["short"] = short
        env.globals["clock"] = _clock
        env.globals["t"] = _chrome
        env.globals["house"] = house
        env.globals.update(around=around, arrow=arrow, travels=travels)
        self._pieces = Pieces(env)
        self._common: tuple[Published, dict[str, Any]] | None = None
        self._templates: dict[str, str | None] = {}

    def parts(self, now: Published, screen: Screen) -> dict[str, str]:
        """Return every part of ``screen`` at this moment, without the clocks' digits (the page fills them in)."""
        key = (now.epoch, now.serial, screen)
        # One at a time: ten phones that come at once would else each compile every template, and hold its memory.
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self.paint(now, screen, live=True)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    def paint(self, now: Published, screen: Screen, *, live: bool = False) -> dict[str, str]:
        """Return every part of ``screen``, with the clocks' digits unless ``live``."""
        shown = self.context(now, screen, live=live)
        return {part: self._painted(part, screen, shown) for part in PARTS[screen.kind]}

    def _painted(self, part: str, screen: Screen, shown: dict[str, Any]) -> str:
        if (screen.kind, part) not in GIVEN:
            return self._env.get_template(f"parts/{screen.kind}/{part}.html").render(shown)
        template, given = GIVEN[screen.kind, part]
        return self._pieces.rendered(template, shown["names"], screen.base, given(shown))

    def context(self, now: Published, screen: Screen, *, live: bool = False) -> dict[str, Any]:
        """Return what the templates of ``screen`` are given."""
        at = self.moment()
        shown = self._shared(now)
        view = now.view(screen.viewer)
        own = now.offers(screen.actor)
        here = {(o.name, o.choice.id) for o in own}
        seen = next((o for o in own if tag(o) == "seen"), None)
        mine = tuple(o for o in own if not o.name.startswith("table.") and o is not seen)
        # What only this seat can do comes first, at the thumb; what anyone could do for the table stands below it.
        only = tuple(o for o in mine if (o.name, o.choice.id) not in shown["anyones"])
        shared = tuple(o for o in mine if o not in only) if only else ()
        also = (*shown["chairs"], *(o for key, o in shown["for_table"] if key not in here))
        # To start again is one touch at the thumb, however long the page of a result is.
        again = tuple(o for o in also[:1] if not mine and o.name == "again" and not o.choice.asks)
        tools = {
            g.name: g
            for g in shown["tools"]
            if not (g.name == "table.undo" and screen.kind == "seat")  # a seat takes back its own
        }
        fixes = ("table.fix", "table.keep")
        return shown | {
            "v": view,
            "screen": screen,
            "me": screen.seat if screen.kind == "seat" else 0,
            "mine": groups(only or mine, actor_name(screen.actor)) or groups(again, "box"),
            "also": groups(shared, actor_name(screen.actor))
            + (groups(also[len(again) :], "box") if screen.kind == "seat" else ()),
            "tools": tools,
            "drawer": (
                *(g for name, g in tools.items() if name not in fixes),
                *(tools[name] for name in fixes if name in tools and screen.kind == "scribe"),
            ),
            "own_undo": next(iter(groups(tuple(o for o in own if o.name == "table.undo"), "seat")), None)
            if screen.kind == "seat"
            else None,
            "seen": seen,
            "game_part": self._game_template(now, screen),
            "dial": _dial(shown["face"], None if live else at),
            "live": live,
            "at": at,
            "qr": self.lobby_qr if screen.inside else None,
        }

    def _shared(self, now: Published) -> dict[str, Any]:
        """Return what all screens of this moment are given alike: of the table and of public words only."""
        kept = self._common
        if kept is not None and kept[0] is now:
            return kept[1]
        arrange = self._must_arrange(now)
        table = [((o.name, o.choice.id), o) for o in now.offers(Box())]
        chairs = tuple(o for (name, _), o in table if arrange and name == "table.arrange")
        tools = (o for (name, _), o in table if name.startswith("table.") and not (arrange and name == "table.arrange"))
        result, ahead = now.result(), now.leaders()
        shared = {
            "now": now,
            "names": now.names(),
            "result": result,
            "anyones": {key for key, _ in table},
            "chairs": chairs,
            "for_table": [(key, o) for key, o in table if not key[0].startswith("table.")],
            "tools": groups(tuple(tools), "box"),
            "undo": now.undo_names(),
            "arrange": arrange,
            "said_last": tuple(self._house.words(n.notice.text, n.names) for n in said_last(now) if n.notice.text),
            "series": tuple((seat, now.points(seat), seat in ahead) for seat in sorted(now.evening.seats))
            if now.evening.played or result
            else (),
            "face": main_face(now),
        }
        self._common = (now, shared)
        return shared

    def moment(self) -> float:
        """Return the table's own time."""
        return self._house.table.time.monotonic()

    def clocks(self, now: Published) -> dict[str, tuple[float, bool, bool]]:
        """Return, for each clock, the seconds that it shows at this very moment, whether it runs, whether upwards."""
        at = self.moment()
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

    def _game_template(self, now: Published, screen: Screen) -> str | None:
        if now.game is None:
            return None
        name = f"games/{now.game.meta.key}/templates/{'seat' if screen.kind != 'board' else 'board'}.html"
        if name not in self._templates:
            try:
                self._env.get_template(name)
                self._templates[name] = name
            except TemplateNotFound:
                self._templates[name] = None
        return self._templates[name]


def short(name: str, room: int) -> str:
    """Return ``name`` in at most ``room`` characters, for what stands in a picture."""
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def said_last(now: Published) -> tuple[Numbered, ...]:
    """Return the last lines that everyone may have, newest first: what one seat alone was told is in no page."""
    lines = [n for n in now.heard(Public()) if n.notice.text is not None]
    return tuple(reversed(lines[-LINES:]))


def main_face(now: Published) -> Face | None:
    """Return the clock that matters: the first that runs, else the first there is."""
    return next(iter(sorted(now.faces.values(), key=lambda f: not f.running)), None)


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
    return context["house"].words(text, context.get("names") or {} if names is None else names)  # type: ignore[no-any-return]


@pass_context
def _word(context: Context, key: str) -> str:
    """The word list's own words for a key without gaps, for what stands in a picture."""
    return context["house"].words(say(key))  # type: ignore[no-any-return]


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
    return _dial(context["now"].faces.get(key), None if context.get("live") else context["at"])


def _dial(face: Face | None, at: float | None) -> Markup:
    """A clock's digits at a moment; without one, the page has to fill them in."""
    if face is None:
        return Markup("")
    digits = "" if at is None else minutes(face.by(at).shown)
    return Markup(f'<span class="clock" data-clock="{escape(face.key)}" role="timer">{digits}</span>')
