"""The little screen's pages, from the public view: whose turn, round, scores, prestige, tracks, favor."""

from __future__ import annotations

from textwrap import wrap

from msgspec.structs import replace

from companion.game import Big, Chair, Chairs, Face, Lines, Page, Text, Who, plain, say, won

from .describe import SIGNS
from .needs import colour_name
from .sight import FreeRadicalsView

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "purple": "P", "": "-"}
LINES = 4
WIDE = 21
TYPED = ("left", "split", "amount")
"""What is answered with a number; all else is picked."""
SECRET = ("play", "discard", "pass")
"""What is picked where nobody else sees it."""


def pages(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return the pages of this moment, the one that matters now first; + and - turn to the others."""
    if view.phase == "setup":
        return (_setup(view), *_todo(view))
    now = _end(view) if view.phase == "end" else _now(view)
    first = (*_taken(view), now)
    held = (*_items(view), *_counters(view))
    # In the middle one wants to know what one has, at the end what it was good for.
    more = (_scores(view), *_sums(view), *held) if view.phase == "end" else (*held, _scores(view))
    more += (_tracks(view), *_display(view), *_city(view), *_favor(view))
    clock = (_clock(view),) if view.clock and view.phase == "turn" else ()
    return (*first, *more, *clock)


def _setup(view: FreeRadicalsView) -> Page:
    if view.first:
        top = Big(say("free_radicals.oled.first"), say("free_radicals.oled.seat", n=view.first, seat=Who(view.first)))
    else:
        top = Big(say("free_radicals.oled.setup"))
    chairs = Chairs(tuple(Chair(p.seat, LETTERS[p.colour], p.seat == view.first) for p in view.players))
    return Page(key="setup", widgets=(top, chairs), more=True)


def _todo(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return what is to be laid out; a faction's line has the seat's number in place of the name, to be whole."""
    short = {
        p.name: say("free_radicals.oled.faction", n=p.seat, faction=plain(p.name), colour=colour_name(p.colour))
        for p in view.players
    }
    lines = tuple(short.get(str(dict(line.args).get("faction")), line) for line in view.todo)
    found = _lists("todo", lines)
    return (*(replace(page, more=True) for page in found[:-1]), *found[-1:])


def explains(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return what there is to know for the acts of a turn: buildings and bonus power, then the next step of each track.

    Who plays without a big screen or a phone reads here what a visit and a step cost and give.
    """
    if view.phase != "turn":
        return ()
    faction = {p.seat: p.faction for p in view.players}.get(view.turn, "")
    found = []
    for b in view.buildings:
        name = say("free_radicals.oled.place", digit=b.digit, name=plain(b.name))
        told = say("free_radicals.oled.power", power=b.power, reward=b.reward)
        found.append(Page(key=f"rule.{b.key}", widgets=(Big(told, name),)))
        if b.bonus_of == faction:
            found.append(Page(key="rule.bonus", widgets=(Big(plain(b.bonus), say("free_radicals.oled.bonus")),)))
    for track in view.tracks:
        if track.steps < track.length:
            level = next(n for n in range(4) if track.steps < sum(track.levels[: n + 1]))
            told = say("free_radicals.advance_detail", cost=track.costs[level], n=track.points[level])
            under = say("free_radicals.oled.next", colour=colour_name(track.colour))
            found.append(Page(key=f"rule.{track.colour}", widgets=(Big(told, under),)))
    return tuple(found)


def _items(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return what everybody holds of what the box keeps, a line each: letters of the items, Data cards as D."""
    if not (view.items_in_box or view.cards_in_box):
        return ()
    lines = []
    for p in view.players:
        held = [f"{SIGNS.get(thing.thing, '$')}{thing.n}" for thing in p.items] + [f"D{p.cards}"] * view.cards_in_box
        lines.append(say("free_radicals.oled.earned", n=p.seat, each=plain(" ".join(held))))
    return _lists("items", tuple(lines))


def _counters(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return the counters of everybody's faction."""
    lines = tuple(
        say("free_radicals.oled.counter", seat=p.seat, n=counter.n, what=plain(counter.name))
        for p in view.players
        for counter in p.counters
    )
    return _lists("counters", lines)


def _chairs(view: FreeRadicalsView, lit: int) -> Chairs:
    """Return the seats with their points."""
    return Chairs(tuple(Chair(p.seat, LETTERS[p.colour], p.seat == lit) for p in view.players))


def _now(view: FreeRadicalsView) -> Page:
    """Return who has to pick what in an act; between acts whose turn it is in which round, and who has the token."""
    if view.asking:
        under = say(f"free_radicals.oled.{view.need}")
        big = Big(say("free_radicals.oled.seat", n=view.asking, seat=Who(view.asking)), under)
        key = f"ask.{view.asking}.{view.need}"
        hints = say("free_radicals.hint.ask" if view.need in TYPED else "free_radicals.hint.pick")
        if view.need in SECRET:
            hints = say("free_radicals.hint.secret", n=view.asking % 10)
        return Page(key=key, widgets=(big, _chairs(view, view.asking)), hints=hints)
    player = next((p for p in view.players if p.seat == view.turn), None)
    if player is None:
        return Page(key="count", widgets=(Big(say("free_radicals.oled.count")),), hints=say("free_radicals.hint.ask"))
    big = Big(
        say("free_radicals.oled.seat", n=player.seat, seat=Who(player.seat)),
        say(
            "free_radicals.oled.turn_token" if player.prestige else "free_radicals.oled.turn",
            n=view.round,
            of=view.rounds,
            points=player.points,
        ),
    )
    return Page(key=f"turn.{view.turn}", widgets=(big, _chairs(view, view.turn)), hints=say("free_radicals.hint.turn"))


def _taken(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return who takes what by hand, two lines a player (more for a pack's own words); until the next act or turn."""
    lines: list[Text] = []
    for one in view.by_hand:
        lines += [say("free_radicals.oled.takes", n=one.seat, seat=Who(one.seat)), *_wrapped(one.short)]
    groups = [tuple(lines[i : i + LINES]) for i in range(0, len(lines), LINES)]
    hints = say("free_radicals.hint.turn")
    return tuple(Page(key=f"taken.{view.turn}.{n}", widgets=(Lines(g),), hints=hints) for n, g in enumerate(groups))


def _wrapped(text: Text) -> tuple[Text, ...]:
    """Return a pack's own words in lines that are whole on the display; what the box words itself is one line."""
    return tuple(map(plain, wrap(str(dict(text.args)["text"]), WIDE))) if text.key == "plain" else (text,)


def _scores(view: FreeRadicalsView) -> Page:
    lines = _score_lines(view)
    if len(lines) <= LINES:
        return Page(key="scores", widgets=(Lines(lines),), hints=say("free_radicals.hint.more"))
    # Five players: the last two share a line, so that all stand on one page.
    short = tuple(
        say("free_radicals.oled.score_short", n=p.seat, points=p.points, token="*" if p.prestige else "")
        for p in view.players[LINES - 1 :]
    )
    pair = say("free_radicals.oled.pair", a=short[0], b=short[1])
    return Page(key="scores", widgets=(Lines((*lines[: LINES - 1], pair)),), hints=say("free_radicals.hint.more"))


def _score_lines(view: FreeRadicalsView) -> tuple[Text, ...]:
    return tuple(
        say(
            "free_radicals.oled.score",
            n=p.seat,
            points=p.points,
            token="*" if p.prestige else " ",
            seat=Who(p.seat),
        )
        for p in view.players
    )


def _sums(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return where everybody's points came from, a page each."""
    found: list[Page] = []
    for line, sums in zip(_score_lines(view), view.sums, strict=True):
        parts = [say(f"free_radicals.oled.part.{part}", n=n) for part, n in sums.parts if n]
        pairs = [
            say("free_radicals.oled.pair", a=parts[i], b=parts[i + 1]) if i + 1 < len(parts) else parts[i]
            for i in range(0, len(parts), 2)
        ]
        found += _lists(f"sums.{sums.seat}", (line, *pairs))
    return tuple(found)


def _tracks(view: FreeRadicalsView) -> Page:
    """Return the five tracks: level and steps of each colour, a non-player's in brackets."""
    cells = tuple(
        say(
            "free_radicals.oled.track" if track.seat else "free_radicals.oled.track_other",
            colour=LETTERS[track.colour],
            level=track.level,
            n=track.steps,
        )
        for track in view.tracks
    )
    rows = tuple(
        say("free_radicals.oled.pair", a=a, b=b) for a, b in zip(cells[0::2], (*cells[1::2], plain("")), strict=True)
    )
    return Page(
        key="tracks",
        widgets=(Lines((say("free_radicals.oled.tracks"), *rows)),),
        hints=say("free_radicals.hint.more"),
    )


def _city(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return the buildings with their slots, four a page."""
    lines = tuple(
        say(
            "free_radicals.oled.building",
            digit=b.digit,
            slots=LETTERS[b.slots[0]] + LETTERS[b.slots[1]],
            name=plain(b.name),
        )
        for b in view.buildings
    )
    return _lists("city", lines)


def _display(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return the open Data cards, two lines each: building and colours, then what it costs and scores."""
    return _lists("display", tuple(line for card in view.display for line in (card.name, card.short)))


def _favor(view: FreeRadicalsView) -> tuple[Page, ...]:
    lines = tuple(
        say(
            "free_radicals.oled.earned",
            n=p.seat,
            each=plain(" ".join(f"{LETTERS[f.colour]}{f.n}" for f in p.favor)),
        )
        for p in view.players
    )
    return _lists("favor", lines)


def _lists(name: str, lines: tuple[Text, ...]) -> tuple[Page, ...]:
    groups = tuple(lines[i : i + LINES] for i in range(0, len(lines), LINES))
    return tuple(
        Page(key=f"{name}.{n}", widgets=(Lines(group),), hints=say("free_radicals.hint.more"))
        for n, group in enumerate(groups, 1)
    )


def _clock(view: FreeRadicalsView) -> Page:
    return Page(key="clock", widgets=(Face(f"seat.{view.turn}"),))


def _end(view: FreeRadicalsView) -> Page:
    if len(view.winners) == 1:
        seat = view.winners[0]
        big = Big(say("free_radicals.oled.seat", n=seat, seat=Who(seat)), say("free_radicals.oled.wins"))
    else:
        big = Big(won(view.winners), say("free_radicals.oled.shared"))
    return Page(key="end", widgets=(big,), hints=say("free_radicals.hint.again"))
