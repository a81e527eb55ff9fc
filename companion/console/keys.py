"""What each key and short press does, layer by layer. Pure."""

from __future__ import annotations

import msgspec

from companion.console import entry, lists, menus, pages
from companion.console.entry import Fill, Left, Wrong
from companion.console.layers import (
    Console,
    Count,
    Leaf,
    Light,
    Listing,
    Look,
    Pass,
    Send,
    ShowSeat,
    Sound,
    Step,
    Sure,
    SwitchOff,
    Which,
)
from companion.console.menus import Now
from companion.game import AskText, Box, Text, say

ENTER_AFTER = 0.4
"""Seconds for which Enter is ignored after the page changed under the finger."""
CLOSED = say("console.closed")
"""What is said when the question on the display is closed by somebody else, perhaps under the finger."""


def named(console: Console, name: str, now: Now, at: float) -> Step:
    """Return the console after one key of the keypad."""
    return stroke(console, "delete" if name in (".", "backspace") else name, now, at)


def stroke(console: Console, key: str, now: Now, at: float) -> Step:
    """Return the console after a digit, ``+ - * /``, enter, delete, or a short press of up, down or back."""
    if console.said is not None:
        # A sentence goes at any key. What could do something else unseen does nothing more than that: so too a digit
        # that was to answer what is closed, and would be the key of something else on the page below.
        unseen = key in ("enter", "back", "delete") or (key.isdigit() and console.said == CLOSED)
        console = console.having(said=None)
        if unseen:
            return console, ()
    elif key == "enter" and at - console.since < ENTER_AFTER:
        return console, ()
    if key == "*":
        stars = [i for i, x in enumerate(console.layers) if isinstance(x, Listing) and x.source == "star"]
        if stars:
            return console.having(layers=console.layers[: stars[0]]), ()
        return console.push(lists.opened("star", 0, now)), ()
    if key == "/":
        return _slash(console)
    top = lists.top(console, now)
    if top is None:
        return _idle(console, key, now, at)
    if not console.layers:
        console = console.push(top)
    match top:
        case Fill():
            return _filled(console, entry.stroke(top, key), at)
        case Count():
            return _count(console, top, key, now, at)
        case Which():
            return _which(console, key, now, at)
        case Leaf() | Pass():
            return _leaf(console, top, key, now), ()
        case Look(seat, sheet=sheet):
            step = {"+": 1, "down": 1, "-": -1, "up": -1}.get(key, 0)
            turned = msgspec.structs.replace(top, sheet=(sheet + step) % pages.look_sheets(seat, now))
            return console.having(layers=(*console.layers[:-1], turned)), ()
        case Listing() | Sure():
            return _listing(console, top, key, now, at)


def _slash(console: Console) -> Step:
    top = console.layers[-1] if console.layers else None
    if isinstance(top, Which):
        return console.pop(), ()
    if isinstance(top, Listing) and top.source == "seat":
        return console.pop(), (ShowSeat(top.seat),)
    kept = tuple(x for x in console.layers if not lists.of_a_seat(x))
    return console.having(layers=(*kept, Which())), ()


def _which(console: Console, key: str, now: Now, at: float) -> Step:
    if key in ("back", "delete"):
        return console.pop(), ()
    return _seat(console.pop(), int(key) or 10, now, at) if key.isdigit() else (console, ())


def _seat(console: Console, seat: int, now: Now, at: float) -> Step:
    """Go on for ``seat``: straight to its number when that is all there is, else to its list."""
    if seat not in now.evening.seats:
        return console.tell(say("console.nobody", n=seat), at), ()
    console = console.push(lists.opened("seat", seat, now))
    offers = menus.seat_offers(now, seat)
    alone = menus.typed_at_once(offers) if len(offers) == 1 else None
    return (console if alone is None else console.push(entry.begin(alone))), ()


def _idle(console: Console, key: str, now: Now, at: float) -> Step:
    offers = menus.main_offers(now)
    typed = menus.typed_at_once(offers)
    if key in ("up", "down", "+", "-"):
        count = len(now.pages())
        if count > 1:
            step = 1 if key in ("down", "+") else -1
            return console.having(sheet=(console.sheet + step) % count), ()
        return (console.push(lists.main(now)) if offers else console), ()
    if key == "back":
        return console.having(sheet=0), ()
    if key == "enter":
        return _idle_enter(console, offers, now, at)
    if not key.isdigit():
        return console, ()
    if now.evening.paused:
        return console.tell(say("console.paused"), at), ()
    if now.state is None:
        return _count(console.push(Count()), Count(), key, now, at)
    if typed is not None and not any(o.choice.digit == int(key) for o in offers):
        fill = entry.begin(typed)
        return _filled(console.push(fill), entry.stroke(fill, key), at)
    if len(offers) == 1 and offers[0].choice.asks:
        return _one_question(console, offers[0], key, at)
    if len(offers) < 2 and not any(o.choice.digit == int(key) for o in offers):
        return _seat(console, int(key) or 10, now, at)
    listing = lists.main(now)
    lines = lists.lines(listing, now)
    line = menus.by_digit(lines, listing.place, int(key))
    again = menus.name_of(offers[0].question) == "again"  # beside a result a digit only lights what it would begin
    if line is None or (line.digit != int(key) and any(other.digit is not None for other in lines) and not again):
        # Beside keys of the game's own a digit says what it does: one that has gone must not do something else instead.
        return console.tell(_no_such(int(key), now), at), ()
    console = console.push(listing)
    if line.final:
        # What cannot be taken back is neither done nor lit by a stroke at a page that does not show it.
        return console, ()
    if line.digit == int(key) and not again:
        # A key that the game itself gives to a choice works from the game's own page.
        return _listing(console, listing, key, now, at)
    return console.swap(msgspec.structs.replace(listing, place=menus.Place(line.id))), ()


def _no_such(digit: int, now: Now) -> Text:
    """Return why ``digit`` does nothing here: in the game's own words, where it is the key of an act of its own."""
    return now.why_not(digit) or say("console.wrong.digit", n=digit)


def _one_question(console: Console, take: menus.Take, key: str, at: float) -> Step:
    """Type into the only thing there is to do. An option without a key of its own is lit, not picked unseen."""
    fill = entry.begin(take)
    if isinstance(fill.ask, AskText):
        return console.push(fill), ()
    lines = entry.options(fill)
    line = menus.by_digit(lines, fill.place, int(key))
    console = console.push(fill)
    if line is not None and line.digit == int(key):
        return _filled(console, entry.stroke(fill, key), at)
    if line is None or take.choice.final:
        return console, ()
    return console.swap(msgspec.structs.replace(fill, place=menus.Place(line.id))), ()


def _idle_enter(console: Console, offers: tuple[menus.Take, ...], now: Now, at: float) -> Step:
    """Take the one thing to do; at the end of a game the first one (again); else show what there is."""
    if now.evening.paused:
        offers = menus.table_offers(now, "table.resume")
    elif not offers and now.state is None:
        return console.tell(say("console.who_plays"), at), ()
    elif not offers:
        return console.push(Which()), ()
    one = len(offers) == 1 or (bool(offers) and menus.name_of(offers[0].question) == "again")
    if one and not offers[0].choice.final:
        return _take(console, offers[0])
    return console.push(lists.main(now)), ()


def _take(console: Console, take: menus.Take) -> Step:
    fill = entry.begin(take)
    return (console, (_send(fill),)) if fill.full else (console.push(fill), ())


def _send(fill: Fill) -> Send:
    return Send(fill.actor, fill.question, fill.choice.id, fill.answers, fill.choice.staged)


def _filled(console: Console, result: Fill | Wrong | Left, at: float) -> Step:
    match result:
        case Left():
            return console.pop(), ()
        case Wrong(why):
            return console.tell(why, at), ()
        case _ if result.full:
            # The last answer stays on screen until the table has taken it: a refusal loses nothing.
            return console, (_send(result),)
        case _:
            return console.swap(result), ()


def _count(console: Console, count: Count, key: str, now: Now, at: float) -> Step:
    """Type how many sit at the table; Enter seats those who are missing."""
    if key.isdigit():
        typed = (count.typed + key).lstrip("0")
        return (console.swap(Count(typed)) if len(typed) <= 2 else console), ()
    if key == "delete" and count.typed:
        return console.swap(Count(count.typed[:-1])), ()
    if key in ("back", "delete"):
        return console.pop(), ()
    if key != "enter":
        return console, ()
    people = int(count.typed or "0")
    seated = len(now.evening.seats)
    sit = menus.table_offers(now, "table.sit")
    if not 1 <= people <= seated + len(now.evening.free):
        return console.tell(say("console.wrong.number", low=1, high=10), at), ()
    if people < seated:
        return console.tell(say("console.too_many", n=seated), at), ()
    free = now.evening.free[: people - seated]
    if not free or not sit:
        return console.pop(), ()
    return console, tuple(Send(Box(), sit[0].question, sit[0].choice.id, (("seat", n), ("name", ""))) for n in free)


def _leaf(console: Console, leaf: Leaf | Pass, key: str, now: Now) -> Console:
    if isinstance(leaf, Leaf):
        count = pages.leaves(leaf, console.join, now)
        step = {"+": 1, "down": 1, "enter": 1, "-": -1, "up": -1}.get(key, 0)
        if step and count > 1 and not (key == "enter" and leaf.sheet == count - 1):
            return console.swap(msgspec.structs.replace(leaf, sheet=(leaf.sheet + step) % count))
    return console.pop() if key in ("enter", "back", "delete") else console


def _listing(console: Console, top: Listing | Sure, key: str, now: Now, at: float) -> Step:
    lines = lists.lines(top, now)
    if key in ("back", "delete"):
        return _back(console, top, now)
    if key in ("up", "down"):
        return console.swap(
            msgspec.structs.replace(top, place=menus.move(lines, top.place, 1 if key == "down" else -1))
        ), ()
    if key in ("+", "-"):
        return console.swap(
            msgspec.structs.replace(top, place=menus.turn(lines, top.place, 1 if key == "+" else -1))
        ), ()
    if not lines:
        # Nothing to do for this seat: another seat's digit goes to that one.
        return _seat(console.pop(), int(key) or 10, now, at) if key.isdigit() else (console.pop(), ())
    if key == "enter":
        line = menus.lit(lines, top.place)
        if line is None:
            return console, ()
    else:
        line = menus.by_digit(lines, top.place, int(key)) if key.isdigit() else None
        if line is None and key.isdigit() and lists.only_memos(top, now):
            return _seat(console.pop(), int(key) or 10, now, at)
        if line is None:
            if not key.isdigit():
                return console, ()
            of_the_game = isinstance(top, Listing) and top.source == "main"
            why = _no_such(int(key), now) if of_the_game else say("console.wrong.digit", n=int(key))
            return console.tell(why, at), ()
    match lists.act(top, line.id, now):
        case menus.Take() as take:
            return _take(console, take)
        case Sound() | Light() | SwitchOff() as effect:
            return console.having(layers=()), (effect,)
        case Text() as sentence:
            return console.tell(sentence, at), ()
        case None:
            return console.pop(), ()
        case layer:
            return console.push(layer), ()


def _back(console: Console, top: Listing | Sure, now: Now) -> Step:
    """Leave a list. The list of a game being set up comes by itself: leaving it puts the game back."""
    console = console.pop()
    by_itself = isinstance(top, Listing) and top.source == "main" and not console.layers
    if by_itself and lists.unasked(now) is not None:
        for take in menus.main_offers(now):
            if lists.puts_back(take.choice):
                return console, (Send(Box(), take.question, take.choice.id),)
    return console, ()
