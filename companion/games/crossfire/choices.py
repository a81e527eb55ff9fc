"""Everything that a seat or the box may do now."""

from __future__ import annotations

from functools import cache

from companion.game import (
    Actor,
    AnyAsk,
    AskEach,
    AskOne,
    AskSeats,
    AskSome,
    AskText,
    Choice,
    Command,
    Option,
    Seat,
    Text,
    Who,
    say,
)

from .commands import (
    CLAIMS,
    Claim,
    FixRole,
    FixTarget,
    Look,
    Next,
    Note,
    PlaceShot,
    Point,
    Reveal,
    RunClock,
    ShotCards,
    TakeShot,
    Targets,
    TimeUp,
    Was,
    Were,
)
from .flow import unknown, untold
from .lineup import role_name
from .printed import KINDS, Printed
from .script import pointers, shooters_told, to_point, two_guns
from .state import AskAims, AskShotCards, AskWas, AskWere, CrossfireState, Scene

NOTE_LENGTH = 60


def seat_name(seat: int) -> Text:
    """Return the name of a seat's player."""
    return say("crossfire.who", seat=Who(seat))


def seat_options(seats: tuple[int, ...]) -> tuple[Option, ...]:
    """Return seats as options, each under its own digit (0 = tenth)."""
    return tuple(Option(value=seat, label=seat_name(seat), digit=seat % 10) for seat in seats)


def choices(printed: Printed, state: CrossfireState, actor: Actor) -> tuple[Choice, ...]:
    """Return what ``actor``, a seat or the box for the whole table, may do now."""
    if not state.agenda:
        return ()
    found: list[Choice] = []
    match state.agenda[0]:
        case AskSeats(key, seats) if isinstance(actor, Seat) and actor.number in seats:
            found.append(_choice("seen", f"look.{key}", Look()))
        case Scene("talk"):
            found += _talk(state, actor)
        case Scene("point"):
            found += _pointing(printed, state, actor)
        case Scene("count"):
            # The clock does it. Only where its end was taken back must somebody say so: never what Enter takes.
            found.append(_choice("time", "count", TimeUp(), final=True))
        case Scene(key):
            found.append(_choice("next", key, Next()))
        case AskWere(kind):
            found.append(_were(state, kind))
        case AskWas(seat):
            found.append(_was(state, seat))
        case AskShotCards():
            found.append(_shot_cards(state))
        case AskAims(scene):
            found.append(_targets(printed, state, shooters_told(printed, state, scene)))
        case _:
            pass
    if isinstance(actor, Seat) and state.options.notes == "on" and actor.number in state.ring:
        ask = AskText(field="text", label=say("crossfire.ask.note"), most=NOTE_LENGTH)
        found.append(_choice("note", "note", Note(""), ask, public=False, memo=True))
    return tuple(found)


def _choice(
    name: str,
    question: str,
    command: Command,
    *asks: AnyAsk,
    label: Text | None = None,
    public: bool = True,
    final: bool = False,
    memo: bool = False,
    digit: int | None = None,
) -> Choice:
    return Choice(
        id=name,
        question=question,
        command=command,
        label=label or say(f"crossfire.do.{name}"),
        asks=asks,
        public=public,
        final=final,
        memo=memo,
        digit=digit,
    )


def _talk(state: CrossfireState, actor: Actor) -> list[Choice]:
    ends = _ends(tuple([clock.running for clock in state.clocks]), 5 if isinstance(actor, Seat) else 1)
    if not isinstance(actor, Seat) or not state.cards_in_box:
        return [*ends]
    found = [*_claims()] if actor.number in state.ring else []
    if actor.number == state.sniper:
        free = tuple(seat for seat in state.ring if seat not in state.shots)
        if state.shots_left and free:
            ask = AskOne(field="target", label=say("crossfire.ask.shot"), options=seat_options(free))
            found.append(_choice("shot", "shot", PlaceShot(0), ask, digit=1))
        if state.shots:
            ask = AskOne(field="target", label=say("crossfire.ask.unshot"), options=seat_options(state.shots))
            found.append(_choice("unshot", "shot", TakeShot(0), ask, digit=2))
    return [*found, *ends]


@cache  # ten seats may say the same, at every key
def _claims() -> tuple[Choice, ...]:
    """Return who one may say that one is."""
    return tuple(
        _choice(f"claim.{role}", "claim", Claim(role), label=say(f"crossfire.claim.{role}"), digit=digit)
        for digit, role in enumerate(CLAIMS, 1)
    )


@cache
def _ends(running: tuple[bool, ...], digit: int) -> tuple[Choice, ...]:
    """Return how the talk is held up or ended, with its clock (none where people keep the time), from ``digit`` on."""
    found = []
    for runs in running:
        name = "pause" if runs else "resume"
        found.append(_choice(name, f"clock.{name}", RunClock(not runs), digit=digit))
    # The deal is over for good then, so it is never what Enter takes.
    found.append(_choice("time", "time", TimeUp(), final=bool(running), digit=digit + len(running)))
    return tuple(found)


def _pointing(printed: Printed, state: CrossfireState, actor: Actor) -> list[Choice]:
    """Return the choices of the pointing: each its own, one digit a seat on the box, and then to go on.

    Once all have pointed, a seat can still change its own, and the box it for that seat.
    """
    waiting = to_point(state)
    found: list[Choice] = []
    if not waiting:
        # Secret targets are laid open by this; fingers have been seen by all.
        label = say("crossfire.do.reveal" if pointers(state) else "crossfire.do.pointed")
        found.append(_choice("reveal", "reveal", Reveal(), label=label, final=state.secret))
    if isinstance(actor, Seat) and actor.number in pointers(state):
        asks = _target_asks(printed, state, actor.number, nobody=not state.secret)
        found.append(_choice("point", "point", Point(0), *asks, public=not state.secret))
    if waiting and not state.secret:
        found.append(_targets(printed, state, waiting))
    return found


def _target_asks(printed: Printed, state: CrossfireState, seat: int, *, nobody: bool) -> tuple[AnyAsk, ...]:
    options = seat_options(tuple(other for other in state.seats if other != seat))
    if nobody:
        options = (*options, Option(value=0, label=say("crossfire.ask.nobody"), digit=seat % 10))
    asks: tuple[AnyAsk, ...] = (
        AskOne(field="target", label=say("crossfire.ask.target"), options=options, usual=False),
    )
    if two_guns(printed, state) and not state.sniper:
        asks = (*asks, AskOne(field="second", label=say("crossfire.ask.second"), options=options, usual=False))
    return asks


def _targets(printed: Printed, state: CrossfireState, who: tuple[int, ...]) -> Choice:
    ask = AskEach(
        field="targets",
        label=say("crossfire.ask.targets"),
        who=who,
        options=state.seats,
        most=2 if two_guns(printed, state) and not state.sniper else 1,
    )
    return _choice("targets", f"targets.{state.phase}", Targets(who, ()), ask)


def _were(state: CrossfireState, kind: str) -> Choice:
    count = untold(state).count(kind)
    ask = AskSome(
        field="seats",
        label=say("crossfire.ask.were", role=role_name(kind), n=count),
        options=seat_options(unknown(state)),
        least=count,
        most=count,
    )
    label = say("crossfire.do.were", role=role_name(kind))
    return _choice("were", f"were.{kind}", Were(kind, ()), ask, label=label)


def _was(state: CrossfireState, seat: int) -> Choice:
    left = untold(state)
    options = tuple(Option(value=kind, label=role_name(kind)) for kind in KINDS if left.count(kind))
    ask = AskOne(field="kind", label=say("crossfire.ask.was", seat=Who(seat)), options=options)
    label = say("crossfire.do.was", seat=Who(seat))
    return _choice("was", f"was.{seat}", Was(seat, ""), ask, label=label)


def _shot_cards(state: CrossfireState) -> Choice:
    ask = AskSome(
        field="seats",
        label=say("crossfire.ask.cards"),
        options=seat_options(tuple(seat for seat in state.seats if seat != state.sniper)),
        least=0,
        most=state.shots_left,
    )
    return _choice("cards", "cards", ShotCards(()), ask)


def corrections(printed: Printed, state: CrossfireState) -> tuple[Choice, ...]:
    """Return what can be put right from the script on: a target and, with the real cards, who held what."""
    scripted = state.phase.startswith("script.") or state.phase == "end"
    if not scripted or (state.agenda and not isinstance(state.agenda[0], Scene)):
        return ()
    roles = state.roles()
    points = {kind for kind in state.lineup.kinds if printed.role(kind).has_gun or printed.role(kind).protects}
    found: list[Choice] = []
    for seat in state.ring:
        told = not state.cards_in_box and roles.get(seat) in points and not state.sniper
        if state.aim_of(seat) is not None or told:
            asks = _target_asks(printed, state, seat, nobody=True)
            label = say("crossfire.do.fix_target", seat=Who(seat))
            found.append(_choice(f"target.{seat}", "fix", FixTarget(seat, 0), *asks, label=label))
    if state.told and not state.agenda:
        for seat in state.ring:
            others = tuple(s for s in state.ring if s != seat and roles[s] != roles[seat])
            ask = AskOne(field="other", label=say("crossfire.ask.swap"), options=seat_options(others))
            label = say("crossfire.do.fix_role", seat=Who(seat))
            found.append(_choice(f"role.{seat}", "fix", FixRole(seat, 0), ask, label=label))
    return tuple(found)
