"""Everything that a seat or the box may do now."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin
from companion.game import Actor, AnyAsk, AskNumber, Choice, Command, Seat, Text, Who, plain, say

from .commands import Act, Back, EndTurn, GiveUp, Left, Pick, Ready, ScorePoints, SetCounter, Split
from .describe import bargain_text, listing
from .flow import ahead, alive, offered_options, picked, play
from .needs import Need, Opt, faction_of, names_of
from .printed import AidStep, Faction, Printed
from .reading import ACTS
from .scoring import asked, left_kind, told
from .state import FreeRadicalsState
from .visiting import bonus_detail, may_hold

DIGITS = {
    "visit": 1,
    "awaken": 2,
    "knowledge": 3,
    "favor": 4,
    "score": 5,
    "prestige": 6,
    "gain": 7,
    "pay": 8,
    "bonus": 9,
    "end": 0,
}
ONE_POINT = say("free_radicals.n_points", n=1)
MOST_POINTS = 99
MOST_LEFT = 200
ALIKE = frozenset({"pay", "gain", "colour", "favor", "whom", "what", "discard"})
"""Picks of which each leads to the same: one more, or none."""


def choices(
    printed: Printed, state: FreeRadicalsState, actor: Actor, only: Command | None = None
) -> tuple[Choice, ...]:
    """Return what ``actor``, a seat or the box for the whole table, may do now.

    With ``only`` what cannot make that command may be left out: to check one command costs less than to offer all.
    """
    if state.stage == "setup":
        return () if state.agenda or isinstance(actor, Seat) else (_ready(),)
    if not isinstance(actor, Seat):
        return ()
    seat = actor.number
    if state.stage == "final":
        return _left(state, seat)
    if state.stage != "turn":
        return ()
    if state.agenda:
        need = play(printed, state).need
        return _picks(printed, state, need, only) if need is not None and need.seat == seat else ()
    return _acts(printed, state, only) if seat == state.turn else ()


def _ready() -> Choice:
    return Choice(id="ready", question="ready", command=Ready(), label=say("free_radicals.do.ready"))


def _left(state: FreeRadicalsState, seat: int) -> tuple[Choice, ...]:
    who, what = asked(state)
    if who != seat:
        return ()
    if what == "left":
        kind = left_kind(state)
        ask = AskNumber(field="n", label=say(f"free_radicals.ask.{kind}", seat=Who(seat)), low=0, high=MOST_LEFT)
        return (_choice("left", "left", Left(0), say(f"free_radicals.do.{kind}"), ask),)
    kind = "split" if not state.cards_in_box else "split_box"
    ask = AskNumber(
        field="n", label=say(f"free_radicals.ask.{kind}", seat=Who(seat)), low=0, high=told(state, seat) or 0
    )
    return (_choice("split", "split", Split(0), say(f"free_radicals.do.{kind}"), ask),)


def _choice(
    name: str,
    question: str,
    command: Command,
    label: Text,
    *asks: AnyAsk,
    detail: Text | None = None,
    digit: int | None = None,
    staged: bool = False,
    public: bool = True,
    final: bool = False,
) -> Choice:
    return Choice(
        id=name,
        question=question,
        command=command,
        label=label,
        asks=asks,
        detail=detail,
        digit=digit,
        staged=staged,
        public=public,
        final=final,
    )


# --- the acts of a turn


def begun(printed: Printed, state: FreeRadicalsState, act: str) -> FreeRadicalsState:
    """Return the state with an act begun, nothing of it done yet. Raises KeyError for an act that there is not."""
    agenda = begin(printed.book, _entry(printed, state, act), (), state.turn)
    return replace(state, doing=act, agenda=agenda, fresh=True, by_hand=())


def _entry(printed: Printed, state: FreeRadicalsState, act: str) -> str:
    if act in ACTS:
        return f"act.{act}"
    kind, _, number = act.partition(".")
    faction = faction_of(printed, state.player(state.turn))
    lines = {"step": faction.steps, "action": faction.actions}.get(kind, ())
    if not number.isdecimal() or int(number) >= len(lines):
        raise KeyError(act)
    return lines[int(number)].entry


def _acts(printed: Printed, state: FreeRadicalsState, only: Command | None) -> tuple[Choice, ...]:
    found: list[Choice] = []
    wanted = None if only is None else only.act if isinstance(only, Act) else ""
    faction = faction_of(printed, state.player(state.turn))
    for act in ("visit", "awaken", "knowledge", "favor", "score", "prestige", "gain", "pay", "bonus"):
        if act == "score":
            ask = AskNumber(field="n", label=say("free_radicals.ask.score"), low=1, high=MOST_POINTS)
            found.append(_choice(act, "act", ScorePoints(0), say("free_radicals.do.score"), ask, digit=DIGITS[act]))
            continue
        if wanted not in (None, act):
            continue
        detail = (
            bonus_detail(printed, state, state.turn) if act == "bonus" else ONE_POINT if act == "prestige" else None
        )
        found += _act(printed, state, act, say(f"free_radicals.do.{act}"), detail)
    # All that have a key of their own come first: the box shows ten lines at once, and a key works on those.
    open_steps = _open_steps(state, faction) if only is None else None
    found.append(_choice("end", "act", EndTurn(), say("free_radicals.do.end"), detail=open_steps, digit=DIGITS["end"]))
    steps = faction.steps if state.aids_in_box else ()
    done = state.player(state.turn).done
    for n, step in enumerate(steps):
        if n not in done and wanted in (None, f"step.{n}"):
            found += _aid(printed, state, f"step.{n}", "free_radicals.do.step", step)
    for n, action in enumerate(faction.actions):
        if wanted in (None, f"action.{n}"):
            found += _aid(printed, state, f"action.{n}", "free_radicals.do.action", action)
    for act in ("other", "trade"):
        if wanted in (None, act):
            found += _act(printed, state, act, say(f"free_radicals.do.{act}"))
    kept = zip(faction.counters, state.player(state.turn).counters, strict=True) if state.aids_in_box else ()
    for counter, now in kept:
        ask = AskNumber(field="n", label=plain(counter.name), low=0, high=counter.most, start=now)
        label = say("free_radicals.do.count", what=plain(counter.name))
        found.append(_choice(f"count.{counter.key}", "act", SetCounter(counter.key, 0), label, ask))
    return tuple(found)


def _open_steps(state: FreeRadicalsState, faction: Faction) -> Text | None:
    """Return which steps of the checklist are still open, None where all are done or people keep it."""
    done = state.player(state.turn).done
    left = tuple(plain(step.text) for n, step in enumerate(faction.steps) if n not in done)
    return say("free_radicals.still_open", what=listing(left)) if left and state.aids_in_box else None


def _aid(printed: Printed, state: FreeRadicalsState, act: str, key: str, step: AidStep) -> list[Choice]:
    seat = state.turn
    if step.test is not None and not may_hold(printed, state, seat, step.test):
        return []
    body = printed.book[step.entry]
    detail = bargain_text(body, names_of(printed, state.player(seat))) if body else None
    return _act(printed, state, act, say(key, what=plain(step.text)), detail)


def _at_a_glance(state: FreeRadicalsState, act: str) -> bool | None:
    """Tell whether an act can be begun where no look ahead is needed for that; None where it is."""
    match act:
        case "prestige" | "favor" | "other":
            return True
        case "awaken":
            return not state.cards_in_box or bool(state.player(state.turn).hand)
        case "gain":
            cards = state.cards_in_box and (state.display or len(state.deck))
            return state.items_in_box or bool(cards)
        case "pay":
            player = state.player(state.turn)
            return bool(player.hand) or (state.items_in_box and bool(player.has("any") or player.credit))
        case "trade":
            return any(player.hand for player in state.players) or (
                state.items_in_box and any(player.has("any") or player.credit for player in state.players)
            )
        case _:
            return None


def _act(printed: Printed, state: FreeRadicalsState, act: str, label: Text, detail: Text | None = None) -> list[Choice]:
    staged = act != "prestige"
    possible = _at_a_glance(state, act)
    if possible is None:
        after = begun(printed, state, act)
        course = play(printed, after)
        possible = alive(printed, after, course)
        coming = ahead(printed, course)
        staged = coming is not None and coming.seat == state.turn
    if not possible:
        return []
    return [_choice(act, "act", Act(act), label, detail=detail, digit=DIGITS.get(act), staged=staged)]


# --- what an act under way needs


def question(state: FreeRadicalsState, need: Need) -> str:
    """Return the name of a need's question: that of a secret one never comes again."""
    return f"{need.kind}.{state.moves + 1}" if need.secret else need.kind


def _picks(printed: Printed, state: FreeRadicalsState, need: Need, only: Command | None) -> tuple[Choice, ...]:
    if only is not None:
        what = only.what if isinstance(only, Pick) else None
        need = replace(need, options=tuple(opt for opt in need.options if opt.value == what))
    options = offered_options(printed, state, need)
    alike = bool(options) and need.kind in ALIKE
    goes_on = _goes_on(printed, state, need, options[0]) if alike else None
    found = [_pick(printed, state, need, opt, goes_on) for opt in options]
    if state.fresh and need.seat == state.turn:
        # Where all that can be picked is secret, this stands alone before the box: never what Enter takes.
        label = say("free_radicals.do.back")
        used = {choice.digit for choice in found}
        digit = next((key for key in (0, 9, 8, 7, 6, 5, 4, 3, 2, 1) if key not in used), None)
        staged = bool(state.picks)
        found.append(_choice("back", "back", Back(), label, digit=digit, staged=staged, final=need.secret))
    elif need.secret and need.seat in state.away:
        found.append(_choice("give-up", "back", GiveUp(), say("free_radicals.do.give_up"), final=True))
    return tuple(found)


def _pick(printed: Printed, state: FreeRadicalsState, need: Need, opt: Opt, goes_on: bool | None) -> Choice:
    asks: tuple[AnyAsk, ...] = ()
    if opt.high:
        label = say("free_radicals.ask.printed" if need.kind == "awaken" else "free_radicals.ask.n", what=opt.label)
        start = None if need.kind in ("awaken", "amount") else 1
        asks = (AskNumber(field="n", label=label, low=opt.low, high=opt.high, start=start),)
    return _choice(
        f"{need.kind}.{opt.name or opt.value}",
        question(state, need),
        Pick(opt.value),
        opt.label,
        *asks,
        detail=opt.detail,
        digit=opt.digit,
        staged=_goes_on(printed, state, need, opt) if goes_on is None else goes_on,
        public=not need.secret,
    )


def _goes_on(printed: Printed, state: FreeRadicalsState, need: Need, opt: Opt) -> bool:
    """Tell whether the same seat has more to pick once it has picked ``opt``."""
    coming = ahead(printed, play(printed, picked(state, opt)))
    return coming is not None and coming.seat == need.seat
