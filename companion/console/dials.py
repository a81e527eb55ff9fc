"""Real dials: which of the page's they stand for, and what turning one does. Pure."""

from __future__ import annotations

import msgspec

from companion.console import entry, lists, menus
from companion.console.entry import Fill
from companion.console.layers import Console
from companion.console.menus import Now, Take
from companion.game import AskNumber
from companion.game.page import Dial, Dials


def rings(console: Console, now: Now) -> tuple[Dial, ...]:
    """Return what real dials show, in their order: those of the game's page, or else a number that is being entered.

    A dial that is being set shows what it will be. Nothing is shown in a break or while a secret is.
    """
    if console.private or now.evening.paused:
        return ()
    pages = () if now.state is None else now.pages()
    widgets = pages[min(console.sheet, len(pages) - 1)].widgets if pages else ()
    found = tuple(dial for widget in widgets if isinstance(widget, Dials) for dial in widget.dials)
    top = lists.top(console, now)
    if not isinstance(top, Fill) or top.full or not isinstance(top.ask, AskNumber) or not top.choice.public:
        return found
    ask, key = top.ask, top.choice.id
    value = int(top.typed) if top.typed else ask.low if ask.start is None else ask.start
    if not found:
        return (Dial(ask.label, value, ask.low, ask.high, key),)
    return tuple(msgspec.structs.replace(d, value=value) if d.key == key else d for d in found)


def turned(console: Console, key: str, steps: int, now: Now) -> Console:
    """Return the console after the dial ``key`` was turned: its number is entered, ``steps`` further; Enter takes it.

    Turning means nothing where the page has no such dial, or something else lies over it.
    """
    console = console.having(said=None)
    standing = next((d for d in rings(console, now) if key and d.key == key), None)
    if standing is None:
        return console
    top = lists.top(console, now)
    if top is None:
        take = _take(key, now)
        if take is None:
            return console
        top = entry.begin(take)
        if isinstance(top.ask, AskNumber) and top.ask.start is None:
            top = msgspec.structs.replace(top, typed=str(standing.value), stepped=True)
        console = console.push(top)
    if not isinstance(top, Fill) or top.choice.id != key or top.full or not isinstance(top.ask, AskNumber):
        return console
    for _ in range(min(abs(steps), top.ask.high - top.ask.low)):
        stepped = entry.stroke(top, "up" if steps > 0 else "down")
        if isinstance(stepped, Fill):
            top = stepped
    return console.swap(top) if console.layers else console.push(top)


def _take(key: str, now: Now) -> Take | None:
    """Return what sets the dial: a choice of the game, else a number that may be put right."""
    offers = (*menus.main_offers(now), *menus.table_offers(now, "table.fix"))
    return next((o for o in offers if o.choice.id == key and o.choice.asks and _number(o)), None)


def _number(take: Take) -> bool:
    return isinstance(take.choice.asks[0], AskNumber)
