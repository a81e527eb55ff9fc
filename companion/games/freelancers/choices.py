"""Everything that a seat or the box may do now."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import (
    Actor,
    AnyAsk,
    AskCode,
    AskNumber,
    AskOne,
    AskText,
    Choice,
    Command,
    Option,
    Seat,
    Text,
    Who,
    plain,
    say,
)

from . import beside, cards, checks, codes, rounds, setup, sheets, travel
from .commands import (
    Accept,
    Blank,
    Called,
    Dialled,
    Discard,
    Enter,
    Help,
    Luck,
    Next,
    Pick,
    Place,
    Ready,
    Resolve,
    Sheet,
    Total,
    Trade,
    Vote,
)
from .options import option_detail, option_label
from .printed import Printed, card_name, dial_name, seat_name
from .quest.sheets import Job, Species
from .state import FreelancersState, Line, Need, Rolled
from .votes import asked

DIAL_QUESTION = "more"


def choices(printed: Printed, state: FreelancersState, actor: Actor) -> tuple[Choice, ...]:
    """Return what ``actor``, a seat or the box for the whole table, may do now.

    What anybody may do for the table stands in both lists with the same command.
    """
    if state.stage == "over":
        return ()
    seat = actor.number if isinstance(actor, Seat) else 0
    if state.stage == "setup":
        return tuple(_setting_up(printed, state, seat))
    return (*_now(printed, state, seat), *_any_time(printed, state, seat))


def choice(
    name: str,
    question: str,
    command: Command,
    label: Text,
    *asks: AnyAsk,
    detail: Text | None = None,
    digit: int | None = None,
    final: bool = False,
) -> Choice:
    """Return a choice; everything in this game is public at the table."""
    return Choice(
        id=name, question=question, command=command, label=label, asks=asks, detail=detail, digit=digit, final=final
    )


# --- setting up


def _setting_up(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    if state.agenda:
        return
    if seat and state.story and state.sheets_in_box:
        yield from _sheets(printed, state, seat)
    yield choice("ready", "ready", Ready(), say("freelancers.do.ready"))


def _sheets(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    quest, player = printed.quest(state), state.player(seat)
    species, jobs = setup.free_sheets(printed, state, seat)
    asks = (
        AskOne(
            field="species",
            label=say("freelancers.ask.species"),
            options=tuple(_sheet(key, quest.species[key]) for key in species),
        ),
        AskOne(
            field="job",
            label=say("freelancers.ask.job"),
            options=tuple(_sheet(key, quest.jobs[key]) for key in jobs),
        ),
    )
    yield choice("sheet", "sheet", Sheet(seat, "", ""), say("freelancers.do.sheet", seat=Who(seat)), *asks)
    if not player.species:
        return
    ask = AskText(field="name", label=say("freelancers.ask.name"), most=40)
    named = plain(player.name) if player.name else None
    yield choice("called", "sheet", Called(seat, ""), say("freelancers.do.called"), ask, detail=named)
    for n, blank in enumerate(sheets.gaps(printed, state, player)):
        label = say("freelancers.do.blank", n=n + 1)
        ask = AskText(field="text", label=label, most=80)
        yield choice(f"blank.{n}", "sheet", Blank(seat, n, ""), label, ask, detail=blank)


def _sheet(key: str, sheet: Species | Job) -> Option:
    """Return a sheet to be chosen, with what it is best at: on the table, too, people look before they choose."""
    return Option(key, plain(sheet.name), detail=sheets.best(sheet.skills))


# --- what play waits for


def _now(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    top = state.agenda[0] if state.agenda else None
    match top:
        case Need():
            yield from _need(printed, state, top, seat)
        case Rolled():
            yield from _rolled(printed, state, top, seat)
        case None:
            yield from _turn(printed, state, seat)
        case _:
            pass  # dice, bag or deck come first


def _turn(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    if state.stage == "plan" and seat and seat == rounds.planner(state):
        yield from _actions(printed, state)
    elif state.stage == "act":
        standee = rounds.next_standee(state)
        if standee is not None and standee.seat == seat:
            label = say("freelancers.do.resolve_bare", n=standee.action)
            if state.story:
                name = action_name(printed, state, standee.action)
                label = say("freelancers.do.resolve", n=standee.action, what=name)
            yield choice("resolve", "resolve", Resolve(), label, digit=1)
    elif state.stage == "end" and state.story:
        page = printed.page(state)
        code = page.end if page is not None else ""
        yield choice("end", "end", Next("end"), say("freelancers.do.end", code=code))
    elif state.stage == "end":
        yield choice("round", "end", Next("round"), say("freelancers.do.round"), digit=1)
        yield choice("page", "end", Next("page"), say("freelancers.do.page"), digit=2)


def _actions(printed: Printed, state: FreelancersState) -> Iterator[Choice]:
    found = rounds.open_actions(printed, state)
    for number in found:
        name = action_name(printed, state, number)
        label = say("freelancers.do.place", n=number, what=name) if state.story else say("freelancers.action", n=number)
        detail = action_detail(printed, state, number)
        yield choice(f"place.{number}", "place", Place(number), label, detail=detail, digit=number % 10)
    if not found:
        yield choice("pass", "place", Place(0), say("freelancers.do.pass"))


def action_name(printed: Printed, state: FreelancersState, number: int) -> Text:
    """Return the name of an action of the open page."""
    page = printed.page(state)
    found = [action.name for action in page.actions if action.number == number] if page is not None else []
    return plain(found[0]) if found else say("freelancers.action", n=number)


def action_detail(printed: Printed, state: FreelancersState, number: int) -> Text | None:
    """Return an action's number on the page, its type and guide symbols in words."""
    page = printed.page(state)
    action = next((a for a in page.actions if a.number == number), None) if page is not None else None
    if action is None:
        return None
    found = say("freelancers.action", n=number)
    for word in (f"type.{action.type}", *(f"symbol.{symbol}" for symbol in action.symbols)):
        found = say("freelancers.dot", a=found, b=say(f"freelancers.{word}"))
    return found


def _need(printed: Printed, state: FreelancersState, need: Need, seat: int) -> Iterator[Choice]:
    if need.kind in ("next", "save"):
        yield choice("next", _heard(state), Next("on"), say(f"freelancers.do.{need.kind}"))
    elif need.kind == "total":
        if seat == need.seat or (not need.seat and not seat):
            yield _total(need)
    elif need.seat or not need.electors:
        if seat == need.seat:
            yield from (_option(printed, state, need, option, Pick(option), "pick") for option in need.options)
    elif not seat:
        yield from (_agreed(_option(printed, state, need, option, Pick(option), "pick")) for option in need.options)
    elif seat in need.electors:
        own = next((vote.what for vote in need.votes if vote.seat == seat), None)
        for option in need.options:
            if option != own:
                yield _option(printed, state, need, option, Vote(option), "vote")


def _heard(state: FreelancersState) -> str:
    """Return the question whether what is shown has been heard.

    Each text has its own: when two people tap at once, the second must not put away what nobody has read yet.
    """
    last = state.shown[-1] if state.shown else Line("")
    words = (last.entry, last.who, last.picked, *last.path, len(state.shown), state.behind)
    return f"next.{'.'.join(map(str, words))}"


def _agreed(pick: Choice) -> Choice:
    """Return what settles a question for all, told apart from a vote."""
    agreed = say("freelancers.agreed")
    return replace(pick, detail=agreed if pick.detail is None else say("freelancers.dot", a=agreed, b=pick.detail))


def _option(printed: Printed, state: FreelancersState, need: Need, option: str, command: Command, how: str) -> Choice:
    digit = int(option) % 10 if need.kind in ("picked", "late", "who") else None
    return choice(
        f"{how}.{option}",
        need.kind if how == "pick" else f"{need.kind}.vote",
        command,
        option_label(printed, state, need, option),
        detail=option_detail(printed, state, need, option),
        digit=digit,
    )


def _total(need: Need) -> Choice:
    low, high = -20, checks.MOST_TOTAL
    ask = AskNumber(field="n", label=say("freelancers.ask.total", plus=need.n), low=low, high=high)
    return choice("total", "total", Total(0), say("freelancers.do.total"), ask)


def _rolled(printed: Printed, state: FreelancersState, rolled: Rolled, seat: int) -> Iterator[Choice]:
    # Each roll has its own questions: who lets one stand must not accept what somebody's help has made of it meanwhile.
    faces = "/".join(map(str, rolled.faces))
    if seat == rolled.seat:
        total = sum(rolled.faces) + rolled.plus
        asks: tuple[AnyAsk, ...] = ()
        if checks.adds(state):
            whole = not state.sheets_in_box or rolled.what == "weapon"
            label = say("freelancers.ask.plus_all" if whole else "freelancers.ask.plus")
            asks = (AskNumber(field="plus", label=label, low=-20, high=20, start=0),)
        yield choice("accept", f"check.{faces}", Accept(), say("freelancers.do.accept", n=total), *asks, digit=1)
        if checks.lucky(state, rolled):
            for n, die in enumerate(rolled.dice):
                label = say("freelancers.do.luck", die=die)
                detail = say("freelancers.do.luck_detail", n=rolled.faces[n])
                yield choice(f"luck.{n}", f"check.{faces}", Luck(n), label, detail=detail)
    for helper in checks.helpers(printed, state, rolled):
        if seat in (0, helper):
            for n, die in enumerate(rolled.dice):
                # The die comes first: where a name is too long for the list, the name is cut and not the die.
                label = say("freelancers.do.help", seat=Who(helper), die=die)
                detail = say("freelancers.do.help_detail", seat=Who(helper), n=rolled.faces[n])
                yield choice(f"help.{helper}.{n}", f"help.{faces}", Help(helper, n), label, detail=detail)


# --- what may be done beside that


def _any_time(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    if codes.open_now(state):
        least, most = printed.quest(state).cover.digits
        ask = AskCode(field="code", label=say("freelancers.ask.code"), least=least, most=most)
        last = codes.last_typed(state, seat)
        odd = last is not None and not last.known
        # Where a phone is at its code field, the head of the page may be out of sight.
        detail = say("freelancers.note.unknown", code=last.code) if last is not None and odd else None
        yield choice("enter", _code_question(state), Enter(""), say("freelancers.do.enter"), ask, detail=detail)
    if travel.idle(state):
        yield from _discards(printed, state, seat)
        yield from _trades(printed, state, seat)
    if not seat:
        entered = beside.choices(state) if not state.agenda and not state.story else ()
        # A digit for what is asked must not turn the only dial there is.
        dials = tuple(_dials(printed, state)) if travel.idle(state) or not state.story else ()
        yield from sorted((*entered, *dials), key=lambda choice: (choice.final, choice.digit is None))


def _code_question(state: FreelancersState) -> str:
    """Return what a code answers. One that is not alone in its question is not begun by a digit for something else."""
    need = asked(state)
    if need is not None:
        return need.kind
    return "code" if state.stage == "end" and not state.agenda else DIAL_QUESTION


def _dials(printed: Printed, state: FreelancersState) -> Iterator[Choice]:
    """Return the dials that somebody may have to turn: those of the open page; beside the boxed game all."""
    most = printed.boards_of(state).dial_most
    page = printed.page(state)
    used = len(page.dials) if page is not None else 0
    for n, value in enumerate(state.dials[:used] if state.story else state.dials, 1):
        name = dial_name(printed, state, n - 1)
        ask = AskNumber(field="n", label=name, low=0, high=most, start=value)
        label = say("freelancers.do.dial", n=n, what=name) if n <= used else name
        key = beside.DIAL_KEYS[n - 1] if beside.keyed(state) and n <= len(beside.DIAL_KEYS) else None
        yield choice(f"dial.{n}", DIAL_QUESTION, Dialled(n, 0), label, ask, digit=key)


def _discards(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    for player in state.players:
        found = cards.discardable(printed, state, player) if seat in (0, player.seat) else ()
        if found:
            label = say("freelancers.do.discard", seat=Who(player.seat))
            ask = _which(printed, state, found)
            yield choice(f"discard.{player.seat}", DIAL_QUESTION, Discard(player.seat, ""), label, ask)


def _trades(printed: Printed, state: FreelancersState, seat: int) -> Iterator[Choice]:
    if not state.cards_in_box or not travel.trading(printed, state):
        return
    for player in state.players:
        found = tuple(item.card for item in player.of_kind("treasure")) if seat in (0, player.seat) else ()
        if found:
            others = tuple(Option(s, seat_name(s), digit=s % 10) for s in state.seats if s != player.seat)
            asks = (_which(printed, state, found), AskOne(field="to", label=say("freelancers.ask.to"), options=others))
            label = say("freelancers.do.trade", seat=Who(player.seat))
            yield choice(f"trade.{player.seat}", DIAL_QUESTION, Trade(player.seat, "", 0), label, *asks)


def _which(printed: Printed, state: FreelancersState, numbers: tuple[str, ...]) -> AskOne:
    """Ask for a card; two of the same name are told apart by their numbers."""
    names = [card_name(printed, state, number) for number in numbers]
    options = tuple(
        Option(number, name if names.count(name) == 1 else say("freelancers.card", n=number))
        for number, name in zip(numbers, names, strict=True)
    )
    return AskOne(field="card", label=say("freelancers.ask.card"), options=options)


def wanted(state: FreelancersState) -> int:
    """Return whom play waits for (0: the party, or anybody)."""
    if state.agenda:
        need = asked(state)
        if need is not None:
            return need.seat
        top = state.agenda[0]
        return int(getattr(top, "seat", 0) or 0)
    if state.stage == "plan":
        return rounds.planner(state)
    standee = rounds.next_standee(state) if state.stage == "act" else None
    return standee.seat if standee is not None else 0
