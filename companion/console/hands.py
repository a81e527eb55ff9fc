"""The console as inputs, time and the table's news come in: buttons and their holds, what stands and what goes."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from companion.console import dials, entry, keys, lists, menus, pages
from companion.console.entry import Fill
from companion.console.layers import Console, Count, Down, Layer, Listing, Look, Pass, Send, Step, Sure, Which, secret
from companion.console.menus import Now
from companion.game import AskCode, AskEach, AskNumber, Big, Page, Seat, Text, Who, say
from companion.panel import Button, Hold, Input, Key, Press, Release, Turn

LOOK_AFTER, UNDO_AFTER, OFF_AFTER = 0.5, 1.0, 3.0
"""Seconds that select is held for a look, back for undo, and both to switch off."""
LOOK_LEAST, LOOK_MOST = 0.5, 5.0
"""Seconds for which a secret must have been shown to count as seen, and after which it is covered."""
IDLE_AFTER, SECRET_AFTER = 60.0, 15.0
"""Seconds without a key after which a list gives way to the game's page; one seat's own list sooner."""


def press(console: Console, stroke: Input, now: Now, at: float) -> Step:
    """Return the console after an input at ``at`` seconds, and what is to be done for it. Never raises."""
    before = console
    step: Step = (console.having(touched=at), ())
    match stroke:
        case Press(button):
            step = _down(step[0], button, at), ()
        case Hold(button, seconds):
            step = _held(step[0], button, seconds, now, at), ()
        case Release(button):
            step = _released(step[0], button, now, at)
        case Turn(dial, steps):
            step = dials.turned(step[0], dial, steps, now), ()
        case Key("numlock"):
            # The pad's own business: what it sends instead of digits is mapped back before it comes here.
            pass
        case Key("00" | "000" as zeros):
            step = keys.named(step[0], "0", now, at)
            earlier = before
            for _ in zeros[1:]:
                if step[1] or not _same_number(lists.top(earlier, now), lists.top(step[0], now)):
                    break
                earlier, step = step[0], keys.named(step[0], "0", now, at)
        case Key(name):
            step = keys.named(step[0], name, now, at)
    typed = not before.layers and (isinstance(stroke, Turn) or (isinstance(stroke, Key) and stroke.name.isdigit()))
    own = typed and bool(step[0].layers) and isinstance(step[0].layers[-1], Fill | Count)
    console = _stamped(step[0], now, at, own)
    if console.shown != before.shown:
        console = console.having(mine=True)
    elif before.mine and _typed_on(before, console):
        # Whoever types into a page that the own hand has brought has seen it: the Enter after that is meant.
        console = console.having(since=at - keys.ENTER_AFTER)
    return console, step[1]


def _typed_on(before: Console, after: Console) -> bool:
    """Tell whether something was typed into what is being filled in."""
    top = after.layers[-1] if after.layers else None
    return isinstance(top, Fill | Count) and bool(before.layers) and top != before.layers[-1]


def _same_number(before: Layer | None, after: Layer | None) -> bool:
    """Tell whether another zero belongs to what the one before was typed into: a list never gets it."""
    if isinstance(after, Fill):
        begun = before is None or (isinstance(before, Fill) and before.answers == after.answers)
        return begun and not after.full and isinstance(after.ask, AskNumber | AskCode | AskEach)
    return isinstance(after, Count)


def moved(console: Console, now: Now, at: float) -> Console:
    """Return the console at a new moment of the table: what is no longer asked is put away, the rest stays.

    A break has the screen to itself: what lay there is put aside, but for secrets, and comes back after it.
    """
    if now.evening.paused and console.aside is None:
        console = console.having(aside=tuple(takewhile(lambda layer: not secret(layer), console.layers)), layers=())
    elif not now.evening.paused and console.aside is not None:
        console = console.having(layers=(*console.aside, *console.layers), aside=None, touched=at)
    kept = tuple(takewhile(lambda layer: lists.alive(layer, now), console.layers))
    if any(isinstance(layer, Fill | Sure) for layer in console.layers[len(kept) :]):
        console = console.tell(keys.CLOSED, at)
    sheet = console.sheet if console.sheet < len(now.pages()) else 0
    return _stamped(console.having(layers=kept, sheet=sheet), now, at)


def tick(console: Console, now: Now, at: float) -> Console:
    """Return the console as time passes: holds come true, sentences and forgotten lists go."""
    for down in console.down:
        console = _held(console, down.button, at - down.since, now, at)
    if console.said is not None and at >= console.until:
        console = console.having(said=None)
    if console.layers and not console.down and at - console.touched >= _patience(console):
        typing = any(isinstance(layer, Fill) and not layer.blank for layer in console.layers)
        if console.private or not typing:
            console = console.having(layers=())
    return _stamped(console, now, at)


def _patience(console: Console) -> float:
    return SECRET_AFTER if console.private else IDLE_AFTER


def wakes(console: Console, at: float) -> float | None:
    """Return in how many seconds ``tick`` has something to do, or None when it has nothing until an input."""
    moments = [console.until] if console.said is not None else []
    for down in console.down:
        moments += [down.since + limit for limit in (LOOK_AFTER, UNDO_AFTER, OFF_AFTER)]
    if console.layers:
        moments.append(console.touched + _patience(console))
        if isinstance(console.layers[-1], Look):
            moments.append(console.layers[-1].since + LOOK_MOST)
    return min((m - at for m in moments if m > at), default=None)


def answered(console: Console, sent: Send, ok: bool, reason: Text | None, now: Now, at: float) -> Console:
    """Return the console after the table's answer to ``sent``. A refusal shows why and keeps what was typed."""
    if not ok:
        return moved(console.tell(reason or say("console.refused"), at), now, at)
    if sent.aside:
        return moved(console, now, at)
    layers = list(console.layers)
    while layers and not lists.base(layers.pop()):
        pass
    if layers and isinstance(layers[-1], Listing) and layers[-1].source == "star":
        layers.pop()
    console = console.having(layers=tuple(layers), sheet=0)
    if sent.staged and not console.layers:
        source = lists.after(sent.actor, now)
        console = console.having(layers=() if source is None else (source,))
    return moved(console, now, at)


def linked(console: Console, seat: int, link: str, now: Now, at: float) -> Console:
    """Return the console showing the QR ``link`` by which a phone takes over ``seat``."""
    kept = tuple(x for x in console.layers if not lists.of_a_seat(x))
    return _stamped(console.having(layers=(*kept, Pass(seat, link, lists.phone(seat, now)))), now, at)


def page(console: Console, now: Now, at: float) -> Page:
    """Return what stands on the little screen at ``at``."""
    if console.said is not None and at < console.until:
        return Page(key="said", widgets=(Big(console.said),), hints=say("console.hint.any"))
    top = lists.top(console, now)
    if top is None:
        return pages.idle(console.join, console.sheet, now)
    if isinstance(top, Fill):
        return entry.page(top)
    covered = isinstance(top, Look) and at >= top.since + LOOK_MOST
    return pages.page(top, console.join, now, covered)


def _stamped(console: Console, now: Now, at: float, own: bool = False) -> Console:
    """Note since when the page stands there; ``own``: the hand itself opened it by typing into it."""
    key = page(console, now, at).key
    if key == console.shown:
        return console
    return console.having(shown=key, since=console.since if own else at, mine=False)


def _find(console: Console, button: Button) -> Down | None:
    return next((d for d in console.down if d.button == button), None)


def _put(console: Console, down: Down) -> Console:
    return console.having(down=tuple(down if d.button == down.button else d for d in console.down))


def _down(console: Console, button: Button, at: float) -> Console:
    others = tuple(msgspec.structs.replace(d, paired=True) for d in console.down if d.button != button)
    return console.having(down=(*others, Down(button, at, paired=bool(others))))


def _held(console: Console, button: Button, seconds: float, now: Now, at: float) -> Console:
    down = _find(console, button)
    if down is None or down.done:
        return console
    down = msgspec.structs.replace(down, known=max(down.known, seconds, at - down.since))
    console = _put(console, down)
    if down.paired:
        held = {d.button: d.known for d in console.down}
        if min(held.get("back", 0.0), held.get("select", 0.0)) < OFF_AFTER:
            return console
        for each in console.down:
            console = _put(console, msgspec.structs.replace(each, done=True))
        return _ask(console, Sure("off"))
    done = msgspec.structs.replace(down, done=True)
    if button == "back" and down.known >= UNDO_AFTER:
        return _ask_undo(_put(console, done), now, at)
    if button == "select" and down.known >= LOOK_AFTER:
        return _look(_put(console, done).having(said=None), now, at, at - (down.known - LOOK_AFTER))
    return console


def _ask(console: Console, sure: Sure) -> Console:
    kept = tuple(x for x in console.layers if not isinstance(x, Sure | Look))
    return console.having(layers=(*kept, sure), said=None)


def _ask_undo(console: Console, now: Now, at: float) -> Console:
    found = menus.table_offers(now, "table.undo")
    if not found:
        return console.tell(say("console.no_undo"), at)
    return _ask(console, Sure("undo", about=now.undo_names(), question=found[0].question))


def _look(console: Console, now: Now, at: float, since: float) -> Console:
    """Show the secret of the seat that was named; ask whose, when none was."""
    seat = next((x.seat for x in reversed(console.layers) if isinstance(x, Listing) and x.seat), None)
    if seat is None:
        asking = bool(console.layers) and isinstance(console.layers[-1], Which)
        return console if asking else console.push(Which())
    who = Who(seat)
    if now.evening.paused:
        return console.tell(say("console.paused"), at)
    if lists.phone(seat, now):
        return console.tell(say("console.has_phone", seat=who), at)
    if not lists.can_look(seat, now):
        return console.tell(say("console.no_secret", seat=who), at)
    return console.having(layers=(Look(seat, since),))


def _released(console: Console, button: Button, now: Now, at: float) -> Step:
    down = _find(console, button)
    if down is None:
        return console, ()
    console = console.having(down=tuple(d for d in console.down if d.button != button))
    top = console.layers[-1] if console.layers else None
    if button == "select" and isinstance(top, Look):
        return _looked(console, top, now, at)
    if button in ("up", "down") and isinstance(top, Look):
        return keys.stroke(console, button, now, at)  # pressed beside select: the pages of the look
    if down.done or down.paired:
        return console, ()
    return keys.stroke(console, {"select": "enter"}.get(button, button), now, at)


def _looked(console: Console, look: Look, now: Now, at: float) -> Step:
    """Cover the secret; say that the seat has looked; offer what it may do in secret, if anything."""
    more = bool(menus.secret_offers(now, look.seat))
    console = console.having(layers=(lists.opened("secret", look.seat, now),) if more else ())
    seen = menus.look_offer(now, look.seat)
    if seen is None or at - look.since < LOOK_LEAST - 1e-6:
        return console, ()
    return console, (Send(Seat(look.seat), seen.question, seen.choice.id, aside=True),)
