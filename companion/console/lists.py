"""What each layer over the game's page holds and leads to."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.console import menus
from companion.console.entry import Fill
from companion.console.layers import (
    Console,
    Count,
    Layer,
    Leaf,
    Light,
    Listing,
    Look,
    Pass,
    Sound,
    Source,
    Sure,
    SwitchOff,
    Which,
)
from companion.console.menus import Line, Now, Place, Take
from companion.evening import Pick
from companion.game import (
    Actor,
    Box,
    Choice,
    Seat,
    Text,
    say,
)

STAR = ("pause", "now", "people", "fix", "scores", "sound", "display", "next", "off", "mute")
PEOPLE = ("table.sit", "table.stand", "table.away", "table.arrange", "table.phone", "table.rename")

Act = Take | Layer | Sound | Light | SwitchOff | Text | None


def offers(listing: Listing, now: Now) -> tuple[Take, ...]:
    """Return the table's offers that stand in ``listing``."""
    match listing.source:
        case "main":
            return menus.main_offers(now)
        case "seat":
            return menus.seat_offers(now, listing.seat)
        case "secret":
            return menus.secret_offers(now, listing.seat)
        case "people":
            return menus.table_offers(now, *PEOPLE)
        case "fix":
            return menus.table_offers(now, "table.fix")
        case "keep":
            return menus.table_offers(now, "table.preset", "table.keep")
        case _:
            return ()


@lru_cache(maxsize=8)  # asked several times for each key, and a moment does not change
def lines(layer: Listing | Sure, now: Now) -> tuple[Line, ...]:
    """Return the lines of a list."""
    if isinstance(layer, Sure):
        return menus.yes_no(layer.kind)
    found = menus.offer_lines(offers(layer, now))
    match layer.source:
        case "star":
            return tuple(Line(name, _star_label(name, now)) for name in STAR)
        case "sound":
            return tuple(Line(level, say(f"console.sound.{level}")) for level in ("all", "tones", "none", "again"))
        case "display":
            return tuple(Line(how, say(f"console.display.{how}")) for how in ("full", "dim", "turn"))
        case "secret" if only_memos(layer, now):
            return tuple(msgspec.structs.replace(line, digit=0 if not n else None) for n, line in enumerate(found))
        case "people":
            return (Line("join", say("console.join")), *found)
        case "main" | "fix" if (layer.source == "fix" or unasked(now) is not None) and menus.table_offers(
            now, "table.keep"
        ):
            return (*found, Line("keep", say("console.keepers")))
        case _:
            return found


def only_memos(layer: Layer, now: Now) -> bool:
    """Tell whether ``layer`` holds nothing but what a seat may keep for itself: nobody waits for it.

    Its line then has the key 0, and a seat's digit is the next one's who takes the box.
    """
    return isinstance(layer, Listing) and layer.source == "secret" and all(t.choice.memo for t in offers(layer, now))


def _star_label(name: str, now: Now) -> Text:
    if name == "pause" and now.evening.paused:
        return say("console.star.resume")
    if name == "mute" and now.evening.muted:
        return say("console.star.unmute")
    return say(f"console.star.{name}")


def opened(source: Source, seat: int, now: Now) -> Listing:
    """Return the list ``source`` as it opens: the first line lit where Enter is expected to take it."""
    listing = Listing(source, seat)
    place = menus.first(lines(listing, now)) if source in ("main", "seat") else Place()
    return Listing(source, seat, place, _questions(offers(listing, now)))


def _questions(found: tuple[Take, ...]) -> tuple[str, ...]:
    return tuple({o.question: None for o in found})


def main(now: Now) -> Listing:
    """Return the list of what to do next."""
    return opened("main", 0, now)


def unasked(now: Now) -> Listing | None:
    """Return the list that shows itself: of a game being set up, or of a value that the owner is asked about."""
    asking = now.evening.doubts or (now.state is None and now.evening.picked)
    if not asking or now.evening.paused or not menus.main_offers(now):
        return None
    found = menus.main_offers(now)
    # A key makes it a list like any other: when a phone has answered, it goes.
    return Listing("main", 0, menus.first(menus.offer_lines(found)), _questions(found))


def after(actor: Actor, now: Now) -> Listing | None:
    """Return the list that follows a staged choice of ``actor``, when there is one to pick from."""
    seat = actor.seat if isinstance(actor, Box) else None
    own = () if seat is None else menus.seat_offers(now, seat)
    turn = menus.main_offers(now)
    listing = main(now) if seat is None or (own and own == turn[: len(own)]) else opened("seat", seat, now)
    alone = menus.typed_at_once(offers(listing, now))
    return listing if lines(listing, now) and alone is None else None


def act(layer: Listing | Sure, line: str, now: Now) -> Act:
    """Return what picking ``line`` leads to: a choice, another layer, a sentence, or nothing (leave)."""
    if isinstance(layer, Sure):
        if line == "no":
            return None
        if layer.kind == "off":
            return SwitchOff()
        return next(iter(menus.table_offers(now, f"table.{layer.kind}")), None)
    for take in offers(layer, now):
        if f"{take.question}/{take.choice.id}" == line:
            return take
    match layer.source, line:
        case "star", _:
            return _star(line, now)
        case _, "keep":
            return opened("keep", 0, now)
        case _, "join":
            return Leaf("join")
        case "sound", "all" | "tones" | "none" | "again" as level:
            return Sound(level)
        case "display", "full" | "dim" | "turn" as how:
            return Light(how)
        case _:
            return None


def _star(line: str, now: Now) -> Act:
    match line:
        case "pause":
            return next(iter(menus.table_offers(now, "table.pause", "table.resume")), say("console.not_now"))
        case "mute":
            return next(iter(menus.table_offers(now, "table.mute", "table.unmute")), say("console.not_now"))
        case "now" | "scores":
            return Leaf("now" if line == "now" else "scores")
        case "people":
            return opened("people", 0, now)
        case "fix":
            fix = opened("fix", 0, now)
            return fix if lines(fix, now) else say("console.no_fix")
        case "sound":
            return opened("sound", 0, now)
        case "display":
            return opened("display", 0, now)
        case "next":
            return _next(now)
        case "off":
            return Sure("off")
        case _:
            return None


def _next(now: Now) -> Act:
    """Return the way to the next game: what is offered after one, or leaving the one that goes on."""
    found = menus.main_offers(now)
    if now.state is None or (found and menus.name_of(found[0].question) == "again"):
        return main(now) if found else say("console.paused" if now.evening.paused else "console.who_plays")
    return Sure("finish") if menus.table_offers(now, "table.finish") else say("console.not_now")


def top(console: Console, now: Now) -> Layer | None:
    """Return the layer on top. A game being set up shows its list by itself."""
    return console.layers[-1] if console.layers else unasked(now)


def alive(layer: Layer, now: Now) -> bool:
    """Tell whether ``layer`` still makes sense at a new moment of the table."""
    seats = now.evening.seats
    match layer:
        case Listing(source):
            if source in ("seat", "secret") and layer.seat not in seats:
                return False
            if source == "secret" and (now.evening.paused or not offers(layer, now)):
                return False
            still = {o.question for o in offers(layer, now)}
            return not layer.questions or any(q in still for q in layer.questions) or source == "people"
        case Sure("undo"):
            return any(take.question == layer.question for take in menus.table_offers(now, "table.undo"))
        case Sure("finish"):
            return bool(menus.table_offers(now, "table.finish"))
        case Count():
            return now.state is None and not now.evening.picked
        case Pass():
            return layer.seat in seats and phone(layer.seat, now) == layer.phone
        case Look():
            return layer.seat in seats and not now.evening.paused and can_look(layer.seat, now)
        case Fill():
            return any(o.question == layer.question and o.choice == layer.choice for o in now.offers(layer.actor))
        case _:
            return True


def phone(seat: int, now: Now) -> str:
    """Return which phone has ``seat`` (empty: none)."""
    return next((c.digest for c in now.evening.claims if c.seat == seat), "")


def can_look(seat: int, now: Now) -> bool:
    """Tell whether ``seat`` has something to look at or to do in secret."""
    return now.view(Seat(seat)).held is not None or bool(menus.secret_offers(now, seat))


def base(layer: Layer) -> bool:
    """Tell whether a hand's undertaking begins with ``layer``: what lies below it goes on when it is done."""
    if isinstance(layer, Listing):
        return layer.source in ("main", "seat", "secret", "star")
    return isinstance(layer, Which | Sure | Count)


def of_a_seat(layer: Layer) -> bool:
    """Tell whether ``layer`` came of the / key."""
    return isinstance(layer, Which | Pass) or (isinstance(layer, Listing) and layer.source == "seat")


def puts_back(choice: Choice) -> bool:
    """Tell whether ``choice`` puts a picked game back on the shelf."""
    return choice.command == Pick("")
