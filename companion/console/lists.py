"""What each layer over the game's page holds, shows and leads to."""

from __future__ import annotations

import msgspec

from companion.console import menus
from companion.console.entry import Fill
from companion.console.layers import (
    Console,
    Count,
    Join,
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
from companion.game import (
    Actor,
    AnyWidget,
    Big,
    Box,
    Choice,
    Code,
    Entry,
    Lines,
    Page,
    Public,
    Seat,
    Text,
    Who,
    plain,
    say,
)

STAR = ("pause", "now", "people", "fix", "scores", "sound", "display", "next", "off", "mute")
PEOPLE = ("table.sit", "table.stand", "table.away", "table.arrange", "table.phone", "table.rename")
LINES = 4

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


def lines(layer: Listing | Sure, now: Now) -> tuple[Line, ...]:
    """Return the lines of a list."""
    if isinstance(layer, Sure):
        return menus.yes_no(layer.kind)
    found = menus.offer_lines(offers(layer, now))
    match layer.source:
        case "star":
            return tuple(Line(name, _star_label(name, now)) for name in STAR)
        case "sound":
            return tuple(Line(level, say(f"console.sound.{level}")) for level in ("all", "tones", "none"))
        case "display":
            return tuple(Line(how, say(f"console.display.{how}")) for how in ("full", "dim", "turn"))
        case "people":
            return (Line("join", say("console.join")), *found)
        case "main" | "fix" if menus.table_offers(now, "table.keep") and (
            layer.source == "fix" or unasked(now) is not None
        ):
            return (*found, Line("keep", say("console.keepers")))
        case _:
            return found


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
    return Listing(source, seat, place, tuple({o.question: None for o in offers(listing, now)}))


def main(now: Now) -> Listing:
    """Return the list of what to do next."""
    return opened("main", 0, now)


def unasked(now: Now) -> Listing | None:
    """Return the list that shows itself: of a game being set up, or of a value that the owner is asked about."""
    asking = now.evening.doubts or (now.state is None and now.evening.picked)
    if not asking or now.evening.paused or not menus.main_offers(now):
        return None
    found = menus.offer_lines(menus.main_offers(now))
    return Listing("main", 0, menus.first(found))


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
        case "sound", "all" | "tones" | "none" as level:
            return Sound(level)
        case "display", "full" | "dim" | "turn" as how:
            return Light(how)
        case _:
            return None


def _star(line: str, now: Now) -> Act:
    match line:
        case "pause" | "mute":
            return next(iter(menus.table_offers(now, f"table.{line}")), say("console.not_now"))
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
        return main(now) if found else say("console.who_plays")
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
            return layer.about is not None and now.undo_names() == layer.about
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


def look_sheets(seat: int, now: Now) -> int:
    """Return how many pages a look of ``seat`` has."""
    return len(_look(seat, now))


def _look(seat: int, now: Now) -> tuple[tuple[Text, ...], ...]:
    """Return the pages of a look: the title with what fits under it, or page after page of lines."""
    held = now.view(Seat(seat)).held
    if held is None:
        return ((say("console.in_secret"),),)
    if len(held.lines) < LINES:
        return ((held.title, *held.lines),)
    return tuple(held.lines[i : i + LINES] for i in range(0, len(held.lines), LINES))


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
    return type(choice.command).__struct_config__.tag == "pick" and not getattr(choice.command, "game", "-")


# pages


def page(layer: Layer, join: Join, now: Now, covered: bool) -> Page:
    """Return a layer as it stands on the little screen; ``covered``: a look has lasted long enough."""
    match layer:
        case Listing() | Sure():
            return _list_page(layer, now)
        case Which():
            hints = say("console.hint.which")
            return Page(key="which", widgets=(Big(say("console.which"), say("console.which_how")),), hints=hints)
        case Count(typed):
            entry = Entry(say("console.count"), typed, 2)
            return Page(key="count", widgets=(entry,), hints=say("console.hint.count"))
        case Leaf():
            return _leaf_page(layer, join, now)
        case Pass(seat, link):
            code = Code(link, (say("who", seat=Who(seat)), say("console.new_phone")))
            return Page(key=f"pass.{seat}", widgets=(code,), hints=say("console.hint.back"))
        case Look(seat, sheet=sheet):
            sheets = _look(seat, now)
            found = (say("console.let_go"),) if covered else sheets[min(sheet, len(sheets) - 1)]
            hints = say("console.hint.look_long" if len(sheets) > 1 and not covered else "console.hint.look")
            return Page(key="look", widgets=(Lines(found),), hints=hints)
        case _:
            raise AssertionError(layer)


def _list_page(layer: Listing | Sure, now: Now) -> Page:
    found = lines(layer, now)
    if isinstance(layer, Sure):
        title = layer.about or say(f"console.sure.{layer.kind}")
        if layer.kind == "undo":
            title = say("console.sure.undo", what=title)
        # The question has the screen to itself until a button moves the highlight to an answer.
        asked = Big(title) if layer.place.lit is None else menus.widget(title, found, layer.place)
        return Page(key=f"sure.{layer.kind}", widgets=(asked,), hints=say("console.hint.sure"))
    key = f"list.{layer.source}.{layer.seat}"
    if layer.source == "main" and now.evening.doubts and found and layer.place.lit == found[0].id:
        doubt = now.evening.doubts[0]
        return Page(key=key, widgets=(Big(doubt.shown, doubt.label),), hints=say("console.hint.doubt"))
    if (why := _misfit(layer, now)) is not None:
        return Page(key=key, widgets=(Big(why),), hints=say("console.hint.misfit"))
    looks = layer.source == "seat" and can_look(layer.seat, now)
    if not found:
        nothing = Lines((say("who", seat=Who(layer.seat)), say("console.nothing_for")))
        return Page(key=key, widgets=(nothing,), hints=say(f"console.hint.{'seat_look' if looks else 'seat'}"))
    title = say(f"console.title.{layer.source}")
    if layer.seat:
        title = say("who", seat=Who(layer.seat))
    elif unasked(now) is not None and layer.source == "main":
        title = now.evening.doubts[0].label if now.evening.doubts else say("console.title.setup")
    hints = say("console.hint.pick_long" if menus.sheets(found) > 1 else "console.hint.pick")
    if looks:
        hints = say("console.hint.pick_look")
    return Page(key=key, widgets=(menus.widget(title, found, layer.place),), hints=hints)


def _misfit(layer: Listing, now: Now) -> Text | None:
    """Return why the picked game cannot be started with who is here: then it can only be put back."""
    if layer.source != "main" or unasked(now) is None:
        return None
    found = offers(layer, now)
    return found[0].choice.detail if len(found) == 1 and puts_back(found[0].choice) else None


def leaves(leaf: Leaf, join: Join, now: Now) -> int:
    """Return how many pages there are to read."""
    return len(_leaf_pages(leaf, join, now))


def _leaf_page(leaf: Leaf, join: Join, now: Now) -> Page:
    pages = _leaf_pages(leaf, join, now)
    at = min(leaf.sheet, len(pages) - 1)
    hints = say("console.hint.leaf", n=at + 1, of=len(pages)) if len(pages) > 1 else say("console.hint.back")
    return msgspec.structs.replace(pages[at], key=f"leaf.{leaf.kind}.{at}", hints=hints)


def _leaf_pages(leaf: Leaf, join: Join, now: Now) -> tuple[Page, ...]:
    match leaf.kind:
        case "join":
            return (*_wifi_pages(join), _join_page(join, now))
        case "now":
            view = now.view(Public())
            told = (view.prompt, *(() if view.note is None else (view.note,)))
            return (*(Page(key="now", widgets=(Big(text),)) for text in told), *now.pages())
        case "scores":
            # The number first: a long name is cut at its end.
            first = now.leaders()
            rows = [
                say("console.score_first" if n in first else "console.score", seat=Who(n), n=now.points(n))
                for n in now.evening.seats
            ] or [say("console.who_plays")]
            parts = [tuple(rows[i : i + LINES]) for i in range(0, len(rows), LINES)]
            return tuple(Page(key="scores", widgets=(Lines(part),)) for part in parts)


def _join_page(join: Join, now: Now) -> Page:
    people = len(now.evening.seats)
    hints = say("console.hint.lobby" if people else "console.hint.lobby_empty")
    seated = say("console.seated", n=people)
    if not join.link:
        return Page(key="lobby", widgets=(Big(say("console.table"), seated),), hints=hints)
    code = (say("console.code", code=join.code),) if join.code else ()
    # On the box's own network a phone has to be in that first; the address is in the code.
    where = plain(join.network or join.address)
    return Page(key="lobby", widgets=(Code(join.link, (where, *code, seated)),), hints=hints)


def _wifi_pages(join: Join) -> tuple[Page, ...]:
    """Return the page that lets phones into the box's own network, while that is open."""
    if not join.wifi:
        return ()
    told = (say("console.wifi"), plain(join.network), plain(join.password))
    return (Page(key="wifi", widgets=(Code(join.wifi, told),)),)


def idle(join: Join, sheet: int, now: Now) -> Page:
    """Return the page that stands there when nobody types: the break's, the lobby's, or the game's own."""
    if now.evening.paused:
        return Page(key="break", widgets=(Big(say("console.break")),), hints=say("console.hint.break"))
    if now.state is None:
        return _join_page(join, now)
    pages = now.pages()
    if pages:
        own = pages[min(sheet, len(pages) - 1)]
    else:
        view = now.view(Public())
        own = Page(key=view.phase, widgets=(Big(view.prompt),))
    return msgspec.structs.replace(own, key=f"game.{own.key}", hints=_hints(own, now))


def _hints(own: Page, now: Now) -> Text:
    """Return what the keys do on the game's own page."""
    found = menus.main_offers(now)
    typed = menus.typed_at_once(found)
    waiting = any(menus.seat_offers(now, n) for n in now.evening.seats)
    if typed is not None:
        return say("console.hint.type")
    again = bool(found) and menus.name_of(found[0].question) == "again"
    if (len(found) == 1 or again) and not found[0].choice.final:
        return say("console.hint.enter", what=found[0].choice.label)
    if any(menus.look_offer(now, n) is not None for n in now.evening.seats) and len(found) < 2:
        return say("console.hint.looks")
    keyed = len(found) > 1 and any(take.choice.digit is not None for take in found)
    if own.hints is not None and (keyed or not found):
        return own.hints  # its digits do their work from this page: the game knows what they are called
    if keyed:
        return say("console.hint.keyed_seat" if waiting else "console.hint.keyed")
    if found:
        return say("console.hint.choose_seat" if waiting else "console.hint.choose")
    return say("console.hint.seats" if waiting else "console.hint.star")


def without_code(widgets: tuple[AnyWidget, ...]) -> tuple[AnyWidget, ...]:
    """Return widgets with what stands beside a QR code instead of the code itself."""
    return tuple(Lines(w.beside) if isinstance(w, Code) else w for w in widgets)
