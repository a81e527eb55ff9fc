"""The rules of Crossfire, bound to its packs."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import assert_never

from msgspec.structs import replace

from companion.game import (
    Actor,
    AskSeats,
    Box,
    Chance,
    Choice,
    Command,
    Doubt,
    Draw,
    Game,
    Notice,
    Page,
    Result,
    Roll,
    Seat,
    Setup,
    Text,
    Viewer,
)

from . import choices as offers
from .commands import (
    BoxCommand,
    Claim,
    CrossfireSetup,
    FixRole,
    FixTarget,
    Look,
    Next,
    Note,
    PlaceShot,
    Point,
    Reveal,
    RunClock,
    SeatCommand,
    ShotCards,
    TakeShot,
    Targets,
    TimeUp,
    Was,
    Were,
)
from .deal import drawn_from, take_card
from .flow import arrive, clocks, go_on, with_told
from .look import known, of_everyone, of_seat, result
from .meta import META
from .pages import explains, pages
from .printed import Printed
from .refusals import why_not
from .setup import doubts, new, setups
from .sight import CrossfireView
from .state import Aim, AskWas, CrossfireState, Kept, Told
from .tell import tell


class Crossfire(Game[CrossfireState, CrossfireView, SeatCommand | BoxCommand]):
    """Hidden roles around a ring, three minutes of talk, everybody points at once."""

    meta = META
    state_type = CrossfireState
    setup_type = CrossfireSetup
    seat_commands = SeatCommand
    box_commands = BoxCommand

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        # Ten seats and the big screen ask for the same state one after the other.
        self._everyone = lru_cache(maxsize=2)(partial(of_everyone, printed))

    def setups(self, seats: tuple[int, ...], last: CrossfireState | None) -> tuple[Choice, ...]:
        return setups(self.printed, seats, last)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return doubts(self.printed, setup)

    def new(self, setup: Setup) -> CrossfireState:
        return new(self.printed, setup)

    def choices(self, state: CrossfireState, actor: Seat | Box) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor)

    def corrections(self, state: CrossfireState) -> tuple[Choice, ...]:
        return offers.corrections(self.printed, state)

    def chance(self, state: CrossfireState, step: Draw | Roll) -> Chance:
        assert isinstance(step, Draw)
        return drawn_from(state, step)

    def settle(self, state: CrossfireState) -> CrossfireState:
        if bool(state.clocks) != (state.keeper("clock") == "app"):
            state = replace(state, clocks=clocks(self.printed, state))  # people keep the time from here on, or the box
        return arrive(self.printed, state, state.phase)

    def why_not(self, state: CrossfireState, actor: Actor, command: Command) -> Text:
        return why_not(state, actor, command)

    def came(self, state: CrossfireState, step: Draw | Roll, items: tuple[str, ...]) -> CrossfireState:
        assert isinstance(step, Draw)
        return arrive(self.printed, take_card(state, step, items[0]), state.phase)

    def expired(self, state: CrossfireState, key: str) -> CrossfireState:  # noqa: ARG002 - there is one clock at a time
        return go_on(self.printed, state)

    def act(
        self,
        state: CrossfireState,
        actor: Actor,
        choice: Choice,  # noqa: ARG002 - the command says all
        command: SeatCommand | BoxCommand,
    ) -> CrossfireState:
        match command:
            case Look():
                return self._look(state, actor.seat or 0)
            case Next() | TimeUp() | Reveal():
                return go_on(self.printed, state)
            case Claim(role):
                pairs = zip(state.ring, state.claims, strict=True)
                return replace(state, claims=tuple(role if s == actor.seat else old for s, old in pairs))
            case RunClock(on):
                return replace(state, clocks=tuple(replace(clock, running=on) for clock in state.clocks))
            case PlaceShot(target):
                shots = tuple(seat for seat in state.seats if seat in (*state.shots, target))
                return replace(state, shots=shots, shots_left=state.shots_left - 1)
            case TakeShot(target):
                shots = tuple(seat for seat in state.shots if seat != target)
                return replace(state, shots=shots, shots_left=state.shots_left + 1)
            case Note(text):
                kept = {note.seat: note.text for note in state.notes} | {actor.seat or 0: text}
                return replace(state, notes=tuple(Kept(seat, kept[seat]) for seat in sorted(kept)))
            case Point(target, second):
                return state.with_aims(Aim(actor.seat or 0, _hands(target, second)))
            case Targets(who, targets):
                aimed = state.with_aims(*(Aim(s, t) for s, t in zip(who, targets, strict=True)))
                return arrive(self.printed, aimed, state.phase)
            case FixTarget(seat, target, second):
                return state.with_aims(Aim(seat, _hands(target, second)))
            case FixRole(seat, other):
                swap = {seat: other, other: seat}
                return replace(
                    state, told=tuple(Told(swap.get(told.seat, told.seat), told.kind) for told in state.told)
                )
            case Were(kind, seats):
                told = with_told(state, *(Told(seat, kind) for seat in seats))
                return arrive(self.printed, told, state.phase)
            case Was(seat, kind):
                return arrive(self.printed, with_told(state, Told(seat, kind)), state.phase)
            case ShotCards(seats):
                asks = tuple(AskWas(seat, "script.shot") for seat in seats)
                left = state.shots_left - len(seats)
                after = replace(state, shots=seats, shots_left=left, agenda=(*asks, *state.agenda[1:]))
                return arrive(self.printed, after, state.phase)
            case _:
                assert_never(command)

    def _look(self, state: CrossfireState, seat: int) -> CrossfireState:
        step = state.agenda[0]
        assert isinstance(step, AskSeats)
        left = replace(step, seats=tuple(other for other in step.seats if other != seat))
        rest = state.agenda[1:]
        return arrive(self.printed, replace(state, agenda=(left, *rest)), state.phase)

    def view(self, state: CrossfireState, viewer: Viewer) -> CrossfireView:
        everyone = self._everyone(state)
        return of_seat(self.printed, state, everyone, viewer.number) if isinstance(viewer, Seat) else everyone

    def tell(self, before: CrossfireState, actor: Actor, command: Command, after: CrossfireState) -> tuple[Notice, ...]:
        return tell(self.printed, before, actor, command, after)

    def pages(self, view: CrossfireView) -> tuple[Page, ...]:
        return pages(view)

    def explains(self, view: CrossfireView) -> tuple[Page, ...]:
        return explains(view)

    def outcome(self, state: CrossfireState) -> Result | None:
        return result(self.printed, state)

    def known(self, state: CrossfireState, viewer: Viewer) -> tuple[str, ...]:
        return known(self.printed, state, viewer)


def _hands(target: int, second: int) -> tuple[int, ...]:
    return tuple(seat for seat in (target, second) if seat)
