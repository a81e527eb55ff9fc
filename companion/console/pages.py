"""How each layer, and the game's own page, stands on the little screen."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.console import lists, menus
from companion.console.layers import Count, Join, Layer, Leaf, Listing, Look, Pass, Sure, Which
from companion.console.menus import Now
from companion.game import AnyWidget, Big, Code, Entry, Lines, Page, Public, Seat, Text, Who, plain, say

LINES = 4


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
    found = lists.lines(layer, now)
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
    looks = layer.source == "seat" and lists.can_look(layer.seat, now)
    if not found:
        nothing = say("console.paused" if now.evening.paused else "console.nothing_for")
        told = Lines((say("who", seat=Who(layer.seat)), nothing))
        return Page(key=key, widgets=(told,), hints=say(f"console.hint.{'seat_look' if looks else 'seat'}"))
    title = _title(layer, now)
    hints = say("console.hint.pick_long" if menus.sheets(found) > 1 else "console.hint.pick")
    if looks:
        hints = say("console.hint.pick_look")
    return Page(key=key, widgets=(menus.widget(title, found, layer.place),), hints=hints)


def _title(layer: Listing, now: Now) -> Text:
    """Return what a list asks: in the game's own words where it is the game that asks."""
    if layer.source not in ("main", "seat", "secret"):
        return say(f"console.title.{layer.source}")
    if layer.seat:
        own = now.state is not None and _names(layer.seat, now.view(Public()).prompt)
        return _asked(now) if own else say("who", seat=Who(layer.seat))
    if now.evening.doubts:
        return now.evening.doubts[0].label
    if now.state is None:
        return say("console.title.setup" if now.evening.picked else "console.title.lobby")
    # After a game its result stands on its page; the list is of what can be done then.
    return say("console.title.again") if now.result() is not None else _asked(now)


def _asked(now: Now) -> Text:
    """Return what the running game asks of the table, as everybody may know it."""
    view = now.view(Public())
    return view.prompt if view.list_title is None else view.list_title


def _names(seat: int, asked: Text) -> bool:
    """Tell whether a question names ``seat``."""
    return any(arg == Who(seat) or (isinstance(arg, Text) and _names(seat, arg)) for _, arg in asked.args)


def _misfit(layer: Listing, now: Now) -> Text | None:
    """Return why the picked game cannot be started with who is here: then it can only be put back."""
    if layer.source != "main" or lists.unasked(now) is None:
        return None
    found = lists.offers(layer, now)
    return found[0].choice.detail if len(found) == 1 and lists.puts_back(found[0].choice) else None


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
            return (*(Page(key="now", widgets=(Big(text),)) for text in told), *now.pages(), *now.explained())
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


# Asked several times for each key, and a moment does not change: the latest are remembered.
@lru_cache(maxsize=4)
def idle(join: Join, sheet: int, now: Now) -> Page:
    """Return the page that stands there when nobody types, marked while the disk takes nothing."""
    page = _idle(join, sheet, now)
    return page if now.saving else msgspec.structs.replace(page, hints=say("console.hint.not_saving"))


def _idle(join: Join, sheet: int, now: Now) -> Page:
    """Return the break's page, the lobby's, or the game's own."""
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
        if own.more:
            return say("console.hint.enter_more", what=say("console.once_more") if again else _what(found[0], now))
        return say("console.hint.enter", what=_what(found[0], now))
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


def _what(take: menus.Take, now: Now) -> Text:
    """Return in few words what Enter does: the row of hints holds no question that stands on the page already."""
    if menus.name_of(take.question).startswith("told."):
        return say("console.tell")
    return say("console.answer") if take.choice.label == now.view(Public()).prompt else take.choice.label


def without_code(widgets: tuple[AnyWidget, ...]) -> tuple[AnyWidget, ...]:
    """Return widgets with what stands beside a QR code instead of the code itself."""
    return tuple(Lines(w.beside) if isinstance(w, Code) else w for w in widgets)
