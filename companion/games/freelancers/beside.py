"""Beside the boxed game, with no quest: what people enter of what the box keeps for them, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import AnyAsk, AskNumber, AskOne, AskText, Choice, Command, Option, Roll, Text, say

from . import bag, characters, tracks
from .commands import (
    Beside,
    Check,
    Entitled,
    Gained,
    Lost,
    Put,
    Quit,
    RiskLaid,
    RiskTaken,
    Shift,
    Spent,
    ThreatTurned,
    WoundsTaken,
)
from .printed import Printed, seat_name
from .quest.things import SKILLS
from .state import FreelancersState, Give, LayRisk, Mend, Raise, Rolled, Spend, Take

QUESTION = "table"
GAINS = (*SKILLS, "xp", "gold", "luck", "corruption", "stress", "wound")
LOSES = ("luck", "corruption", "stress", "hp")
DICE = (0, 4, 6, 8, 10, 12)
MOST = 9
KEYS = {"influence": 3, "risk": 4, "time": 4, "threat": 5, "wounds": 6, "gain": 6}
"""Keys of what tables do most, beside that of whose turn it is."""
DIAL_KEYS = (7, 8, 9, 0)


def keyed(state: FreelancersState) -> bool:
    """Tell whether keys are free for this: while actions are chosen digits are actions."""
    return not state.story and state.stage != "plan"


def choices(state: FreelancersState) -> tuple[Choice, ...]:
    """Return what anybody may enter for the table."""
    found = tuple(_choices(state))
    return tuple(replace(one, digit=KEYS.get(one.id)) for one in found) if keyed(state) else found


def _choices(state: FreelancersState) -> Iterator[Choice]:
    seats = AskOne(
        field="seat",
        label=say("freelancers.ask.who"),
        options=tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in state.seats),
    )
    tracks_ = AskOne(
        field="track",
        label=say("freelancers.ask.track"),
        options=tuple(Option(n, say("freelancers.track", n=n)) for n in (1, 2)),
    )
    last = len(state.order) - 1
    yield _act("influence", Shift(0, 0), seats, _number("by", -last, last, 1))
    if state.bag_in_box:
        yield _act("time", Spent(0), _number("n", 1, MOST, 1))
        yield _act("supplies", Put("supplies", 0), _number("n", 1, 7, 1))
    else:
        yield _act("risk", RiskLaid(0), tracks_)
    if any(state.tracks):
        full = tuple(n for n in (1, 2) if state.tracks[n - 1])
        options = tuple(option for option in tracks_.options if option.value in full)
        yield _act("reduce", RiskTaken(0), replace(tracks_, options=options))
    yield _act("threat", ThreatTurned(1))
    if state.level:
        yield _act("threat_back", ThreatTurned(-1))
    if state.sheets_in_box:
        yield _act("gain", Gained(0, "", 0), seats, _things(GAINS), _number("n", 1, MOST, 1))
        yield _act("lose", Lost(0, "", 0), seats, _things(LOSES), _number("n", 1, MOST, 1))
        for kind in ("lawful", "chaotic"):
            ask = AskText(field="title", label=say("freelancers.ask.title"), most=40)
            yield _act(f"title_{kind}", Entitled(0, kind, ""), seats, ask)
    else:
        yield _act("wounds", WoundsTaken(0), _number("by", -7, 7, 1))
    if state.keeper("dice") != "unseen":
        dice = AskOne(
            field="die",
            label=say("freelancers.ask.die"),
            options=tuple(Option(n, say("freelancers.no_die" if not n else "freelancers.a_die", n=n)) for n in DICE),
        )
        yield _act("check", Check(0, 0, 0), seats, dice, _number("plus", -9, 9, 0))
    yield _act("won", Quit("won"), final=True)
    yield _act("lost", Quit("lost"), final=True)


def _act(name: str, command: Command, *asks: AnyAsk, final: bool = False) -> Choice:
    label: Text = say(f"freelancers.do.{name}")
    question = "outcome" if final else QUESTION
    if len(asks) == 1 and isinstance(asks[0], AskNumber):  # a number alone is asked for by the name of what it is of
        asks = (replace(asks[0], label=label),)
    return Choice(id=name, question=question, command=command, label=label, asks=asks, final=final)


def _number(field: str, low: int, high: int, start: int) -> AskNumber:
    return AskNumber(field=field, label=say(f"freelancers.ask.{field}"), low=low, high=high, start=start)


def _things(kinds: tuple[str, ...]) -> AskOne:
    options = tuple(Option(kind, say(f"freelancers.thing.{kind}")) for kind in kinds)
    return AskOne(field="what", label=say("freelancers.ask.what"), options=options)


def done(printed: Printed, state: FreelancersState, command: Beside) -> FreelancersState:
    """Return the state after something was entered that is known to be on offer."""
    match command:
        case Shift(seat, by):
            return tracks.shifted(state, seat, by) if by else state
        case Gained(seat, what, n):
            return state.then(Give(seat=seat, what=what, n=n))
        case Lost(seat, "hp", n):
            return state.then(Mend(seat=seat, n=n))
        case Lost(seat, what, n):
            return state.then(Take(seat=seat, what=what, n=n))
        case Entitled(seat, kind, title):
            return characters.titled(state, seat, title, kind)
        case RiskLaid(track):
            return state.then(LayRisk(f"risk-{track}", track))
        case RiskTaken(track):
            return tracks.taken_off(state, track - 1, state.tracks[track - 1][-1])
        case ThreatTurned(by):
            return state.then(Raise(n=1)) if by > 0 else tracks.turned_back(state, 1)
        case WoundsTaken(by):
            return tracks.wounds_off(state, by) if by > 0 else tracks.wounds_back(printed, state, -by)
        case Spent(n):
            return state.then(Spend(n=n))
        case Put(_, n):
            return bag.with_supplies(state, n)
        case Check(seat, die, plus):
            return _check(state, seat, die, plus)
        case Quit(how):
            return replace(state, stage="over", **{"ending": "won"} if how == "won" else {"lost": "told"})


def _check(state: FreelancersState, seat: int, die: int, plus: int) -> FreelancersState:
    corrupted = state.sheets_in_box and state.player(seat).corruption > 0
    dice = ("d20", f"d{die}") if die and not corrupted else ("d20",)
    number = state.drawn + 1
    roll = Roll(f"dice.{number}", "dice", dice, seat=seat)
    rolled = Rolled(seat=seat, what="asked", dice=dice, plus=plus, corrupted=corrupted)
    return replace(state, drawn=number).then(roll, rolled)
