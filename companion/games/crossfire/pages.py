"""The little screen's pages, from the public view."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AnyWidget, Big, Chair, Chairs, Face, Lines, Page, Sequence, Text, say

from .lineup import role_name
from .sight import CrossfireView

CLAIM_MARKS = {"agent": "A", "bystander": "B", "vip": "V", "undeclared": "?"}
ROLE_MARKS = {
    "vip": "V",
    "agent": "A",
    "assassin": "X",
    "bystander": "B",
    "decoy": "D",
    "red_decoy": "R",
    "blue_decoy": "L",
    "sniper": "S",
    "enforcer": "E",
    "bodyguard": "G",
    "bomber": "O",
    "peace_keeper": "K",
    "protester": "P",
    "supporter": "U",
}
LINES_A_PAGE = 4


def pages(view: CrossfireView) -> tuple[Page, ...]:
    """Return the pages of this moment, the one that matters now first."""
    phase = view.phase
    if phase == "end":
        return (_end(view), *_results(view))
    if phase == "talk":
        return _talk(view)
    if phase == "count":
        face = Face("count") if view.timer else Big(say("crossfire.oled.count"))
        return (Page(key="count", widgets=(face,)),)
    if phase == "point":
        return (_point(view),)
    if view.asked or phase.startswith("script."):
        return (_script(view),)
    if phase == "deal" and not view.cards_in_box:
        return _gather(view)
    return (_deal(view),)


def _gather(view: CrossfireView) -> tuple[Page, ...]:
    """Who deals the real cards, and which: nobody has a chart at hand."""
    top = Big(say("crossfire.oled.dealer"), say("crossfire.oled.dealer_under", n=view.dealer))
    lines = tuple(say("crossfire.oled.role", n=role.count, role=role.name) for role in view.roles)
    lists = tuple(lines[i : i + LINES_A_PAGE] for i in range(0, len(lines), LINES_A_PAGE))
    found = (
        Page(key="deal", widgets=(top,)),
        *(Page(key=f"cards.{n}", widgets=(Lines(x),)) for n, x in enumerate(lists)),
    )
    return tuple(replace(page, hints=say("crossfire.hint.next"), more=page is not found[-1]) for page in found)


def explains(view: CrossfireView) -> tuple[Page, ...]:
    """Return the roles in play, a page each: how many, armed or not, and when it wins."""
    return tuple(
        Page(
            key=f"role.{role.role}",
            widgets=(Lines((say("crossfire.oled.role", n=role.count, role=role.name), *role.short)),),
        )
        for role in view.roles
    )


def _short(phase: str) -> str:
    return phase.removeprefix("script.").partition(".")[0]


def _team(view: CrossfireView, name: str) -> Big:
    """Return who has won, big; in Sniper mode that is not only a matter of the VIP."""
    if name != "bomber" and view.sniper:
        return Big(say(f"crossfire.oled.{name}"))
    return _big(name)


def _big(name: str, under: Text | None = None) -> Big:
    return Big(say(f"crossfire.oled.{name}"), under or say(f"crossfire.oled.{name}_under"))


def _deal(view: CrossfireView) -> Page:
    """Dealing, passing, swapping: what to do now, and who has still to look."""
    if view.swap:
        right, middle, left = view.swap
        swap = say("crossfire.oled.swap", a=right, b=middle, c=left)
        top = Big(swap, say("crossfire.oled.swap_under", n=middle))
    else:
        top = _big("gone" if view.phase == "pass" and view.cards_in_box else _short(view.phase))
    if not view.cards_in_box:
        return Page(key=view.phase, widgets=(top,), hints=say("crossfire.hint.next"))
    chairs = Chairs(
        tuple(Chair(seat, "?" if seat in view.waiting else "", seat in view.waiting) for seat in view.seats)
    )
    return Page(key=view.phase, widgets=(top, chairs), hints=say("crossfire.hint.look"))


def _talk(view: CrossfireView) -> tuple[Page, ...]:
    hint = f"{'paused' if view.paused else 'talk'}{'' if view.claims else '_cards'}"
    hints = say(f"crossfire.hint.{hint if view.timer else 'talk_free'}")
    beside = (say("crossfire.oled.talk"), say("crossfire.oled.talk_under"))
    top: AnyWidget = Face("talk", beside) if view.timer else Big(*beside)
    claims = {claim.seat: CLAIM_MARKS[claim.claim] for claim in view.claims}
    chairs = Chairs(
        tuple(
            Chair(seat, claims.get(seat, ROLE_MARKS["sniper"] if seat == view.sniper else ""), seat in view.shots)
            for seat in view.seats
        )
    )
    first = Page(key="talk", widgets=(top, chairs) if view.claims else (top,), hints=hints)
    return (first, Page(key="clock", widgets=(Face("talk"),), hints=hints)) if view.timer else (first,)


def _point(view: CrossfireView) -> Page:
    if view.pointing == "phones":
        under = say(f"crossfire.oled.{'point_still' if view.still else 'point_done'}", n=view.still)
        hints = say("crossfire.hint.phones" if view.still else "crossfire.hint.reveal")
        return Page(key="point", widgets=(Big(say("crossfire.oled.point"), under),), hints=hints)
    if not view.pointers:
        return Page(key="point", widgets=(_big("point"),), hints=say("crossfire.hint.next"))
    aims = {pair.seat: "+".join(map(str, pair.targets)) or "-" for pair in view.pairs}
    pairs = tuple((seat, aims.get(seat, "")) for seat in view.seats if seat in view.pointers)
    hints = say("crossfire.hint.targets" if view.still else "crossfire.hint.enter")
    return Page(key="point", widgets=(Sequence(say("crossfire.oled.point_who"), pairs),), hints=hints)


def _script(view: CrossfireView) -> Page:
    """One step of the closing script: one big fact, and the cards that lie face up."""
    top = _big(_short(view.phase))
    if view.team and view.phase in ("script.vip", "script.all"):
        top = _team(view, view.team)
    up = {shown.seat: shown for shown in view.revealed}
    chairs = Chairs(
        tuple(Chair(seat, ROLE_MARKS[up[seat].role] if seat in up else "", seat in view.out) for seat in view.seats)
    )
    if view.asked and view.waiting:
        aims = tuple((seat, "") for seat in view.waiting)
        return Page(
            key=f"aims.{view.phase}",
            widgets=(Sequence(say("crossfire.oled.point_who"), aims),),
            hints=say("crossfire.hint.targets"),
        )
    if view.asked:
        key = f"ask.{view.phase}.{len(view.revealed)}"
        return Page(key=key, widgets=(Lines(view.asked), chairs), hints=say("crossfire.hint.ask"))
    hints = say("crossfire.hint.step", n=view.step, m=view.steps)
    return Page(key=view.phase, widgets=(top, chairs) if view.revealed or view.out else (top,), hints=hints)


def _end(view: CrossfireView) -> Page:
    alone = next((ending.seat for ending in view.results if ending.won and ending.role == "bomber"), 0)
    name = "bomber" if alone else view.team
    won = {ending.seat for ending in view.results if ending.won}
    roles = {ending.seat: ROLE_MARKS[ending.role] for ending in view.results}
    chairs = Chairs(tuple(Chair(seat, roles.get(seat, ""), seat in won) for seat in view.seats))
    return Page(key="end", widgets=(_team(view, name), chairs), hints=say("crossfire.hint.again"))


def _results(view: CrossfireView) -> tuple[Page, ...]:
    lines = tuple(
        say(
            f"crossfire.oled.{'won' if ending.won else 'lost'}",
            n=ending.seat,
            role=role_name(ending.role),
        )
        for seat in view.seats
        for ending in view.results
        if ending.seat == seat
    )
    groups = tuple(lines[i : i + LINES_A_PAGE] for i in range(0, len(lines), LINES_A_PAGE))
    return tuple(
        Page(key=f"results.{n}", widgets=(Lines(group),), hints=say("crossfire.hint.again"))
        for n, group in enumerate(groups, 1)
    )
