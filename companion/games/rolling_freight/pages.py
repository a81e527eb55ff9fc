"""The little screen's pages: whose turn, phase, dice left, scores, contracts, tracks."""

from __future__ import annotations

from companion.game import Big, Chair, Chairs, Lines, Page, Text, Who, plain, say, won

from .paying import code
from .sight import PlayerView, RollingFreightView
from .terms import LETTERS

LINES = 4
KEYS = 4
"""Acts that fit into the row of hints."""

TOLD = ("dice", "contracts", "improvements", "bag", "struck")


def pages(view: RollingFreightView) -> tuple[Page, ...]:
    """Return the pages of this moment, the one that matters now first; + and - turn to the others."""
    if view.phase == "end":
        return (_end(view), *_scores(view))
    if view.phase == "lay":
        lay = Big(view.asks or say("rolling_freight.oled.lay"))
        return (Page(key="lay", widgets=(lay,), hints=say("rolling_freight.hint.ask")),)
    return (_now(view), *_scores(view), *_own(view), *_tracks(view))


def _player(view: RollingFreightView) -> PlayerView:
    return next(player for player in view.players if player.seat == view.turn)


def _chairs(view: RollingFreightView) -> Chairs:
    marks = "W", "G", "P", "O", "B"
    return Chairs(tuple(Chair(p.seat, mark, p.seat == view.turn) for p, mark in zip(view.players, marks, strict=False)))


def _now(view: RollingFreightView) -> Page:
    """Return whose turn it is, in which phase, with how many points and dice."""
    player = _player(view)
    who = say("rolling_freight.oled.seat", n=player.seat, seat=Who(player.seat))
    name = f"{view.phase}.{player.seat}.{view.need}"
    if view.list_title is not None:  # what is being paid for, or how far a route is: that is what is looked for now
        return Page(key=name, widgets=(Big(view.list_title, who),), hints=say("rolling_freight.hint.ask"))
    key = "draft" if view.phase == "draft" else "turn" if not view.dice_in_box else "turn_dice"
    if view.phase == "final":
        key = "left"
    elif view.waits in TOLD or view.need in ("stock", "plan"):
        key = f"ask_{view.waits or view.need}"
    last = "!" if view.last else ""
    under = say(
        f"rolling_freight.oled.{key}",
        letter=view.period,
        last=last,
        points=player.points,
        n=len(view.draft) if key == "draft" else player.unspent,
    )
    if view.waits == "bag" and view.asks is not None:
        under = view.asks
    big = Big(who, under)
    asked = view.phase != "turn" or view.need or view.waits
    return Page(
        key=name,
        widgets=(big, _chairs(view)),
        hints=say("rolling_freight.hint.ask") if asked else _keys(view),
    )


def _keys(view: RollingFreightView) -> Text:
    """Return the keys of a turn: as many acts as there is room for, and none that the player cannot begin."""
    found = say("rolling_freight.hint.end")
    for act in reversed(view.can[: KEYS - 1]):
        found = say("rolling_freight.hint.keys", a=say(f"rolling_freight.hint.{act}"), b=found)
    return found


def _scores(view: RollingFreightView) -> tuple[Page, ...]:
    lines = tuple(
        say("rolling_freight.oled.score", n=p.seat, points=p.points, cargo=p.markers, seat=Who(p.seat))
        for p in view.players
    )
    if len(lines) > LINES:  # the last two share a line, so that all stand on one page
        short = [say("rolling_freight.oled.score_short", n=p.seat, points=p.points) for p in view.players[LINES - 1 :]]
        lines = (*lines[: LINES - 1], say("rolling_freight.list", a=short[0], b=short[1]))
    return _lists("scores", lines)


def _own(view: RollingFreightView) -> tuple[Page, ...]:
    """Return the dice, contracts and stockpile of whoever's turn it is."""
    player = _player(view)
    lines: list[Text] = []
    if view.dice_in_box:
        codes = [code(die.coin) for die in player.dice if not die.spent and die.face]
        row = ""
        for one in codes:
            if len(row) + len(one) + 1 > 16:
                lines.append(plain(row))
                row = ""
            row = f"{row} {one}".strip()
        lines.append(plain(row or "-"))
    for work in player.works:
        cubes = f"{max(0, work.cubes)}/{work.length}" if work.length and work.cubes >= 0 else ""
        lines.append(say("rolling_freight.oled.work", what=plain(work.contract), cubes=plain(cubes)))
    if any(count.n for count in player.stock):
        stock = " ".join(f"{LETTERS[count.colour]}{count.n}" for count in player.stock if count.n)
        lines.append(say("rolling_freight.oled.stock", what=plain(stock)))
    lines.append(say("rolling_freight.oled.stations", n=player.stations))
    return _lists("own", tuple(lines))


def _tracks(view: RollingFreightView) -> tuple[Page, ...]:
    found: tuple[Page, ...] = ()
    if view.slots:
        lines = tuple(
            say(
                f"rolling_freight.oled.slot{'_long' if slot.length else ''}",
                n=slot.place,
                price=slot.price,
                what=slot.name,
                long=slot.length,
            )
            for slot in view.slots
        )
        found = (*found, *_lists("contracts", lines))
    if view.market:
        lines = tuple(say("rolling_freight.oled.card", price=slot.price, what=slot.name) for slot in view.market)
        found = (*found, *_lists("market", lines))
    return found


def _lists(name: str, lines: tuple[Text, ...]) -> tuple[Page, ...]:
    groups = tuple(lines[i : i + LINES] for i in range(0, len(lines), LINES))
    return tuple(
        Page(key=f"{name}.{n}", widgets=(Lines(group),), hints=say("rolling_freight.hint.more"))
        for n, group in enumerate(groups, 1)
    )


def _end(view: RollingFreightView) -> Page:
    if len(view.winners) == 1:
        seat = view.winners[0]
        big = Big(say("rolling_freight.oled.seat", n=seat, seat=Who(seat)), say("rolling_freight.oled.wins"))
    else:
        big = Big(won(view.winners))
    return Page(key="end", widgets=(big,), hints=say("rolling_freight.hint.again"))
