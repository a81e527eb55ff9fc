"""The little screen's pages, from the public view: whose turn, round, scores, prestige, tracks, favor."""

from __future__ import annotations

from companion.game import Big, Chair, Chairs, Face, Lines, Page, Text, Who, plain, say, won

from .sight import FreeRadicalsView

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "purple": "P", "": "-"}
LINES = 4
TYPED = ("left", "split", "amount")
"""What is answered with a number; all else is picked."""


def pages(view: FreeRadicalsView) -> tuple[Page, ...]:
    """Return the pages of this moment, the one that matters now first; + and - turn to the others."""
    if view.phase == "setup":
        return (_setup(view), *_lists("todo", view.todo))
    now = _end(view) if view.phase == "end" else _now(view)
    first = (*_taken(view), now)
    more = (_scores(view), _tracks(view), *_city(view), *_favor(view))
    clock = (_clock(view),) if view.clock and view.phase == "turn" else ()
    return (*first, *more, *clock)


def _setup(view: FreeRadicalsView) -> Page:
    if view.first:
        top = Big(say("free_radicals.oled.first"), say("free_radicals.oled.seat", n=view.first, seat=Who(view.first)))
    else:
        top = Big(say("free_radicals.oled.setup"))
    chairs = Chairs(tuple(Chair(p.seat, LETTERS[p.colour], p.seat == view.first) for p in view.players))
    return Page(key="setup", widgets=(top, chairs), hints=say("free_radicals.hint.setup"))


def _chairs(view: FreeRadicalsView, lit: int) -> Chairs:
    """Return the seats with their points."""
    return Chairs(tuple(Chair(p.seat, LETTERS[p.colour], p.seat == lit) for p in view.players))


def _now(view: FreeRadicalsView) -> Page:
    """Return whose turn it is in which round, and who has the token."""
    if view.asking and view.asking != view.turn:
        under = say(f"free_radicals.oled.{view.need}")
        big = Big(say("free_radicals.oled.seat", n=view.asking, seat=Who(view.asking)), under)
        key = f"ask.{view.asking}.{view.need}"
        hint = "ask" if view.need in TYPED else "pick"
        return Page(key=key, widgets=(big, _chairs(view, view.asking)), hints=say(f"free_radicals.hint.{hint}"))
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
    """Return who takes what by hand, two lines a player; it stands there until the next act or turn."""
    lines: list[Text] = []
    for one in view.by_hand:
        lines += [say("free_radicals.oled.takes", n=one.seat, seat=Who(one.seat)), one.short]
    groups = [tuple(lines[i : i + LINES]) for i in range(0, len(lines), LINES)]
    hints = say("free_radicals.hint.turn")
    return tuple(Page(key=f"taken.{view.turn}.{n}", widgets=(Lines(g),), hints=hints) for n, g in enumerate(groups))


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


def _favor(view: FreeRadicalsView) -> tuple[Page, ...]:
    lines = tuple(
        say(
            "free_radicals.oled.favor",
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
