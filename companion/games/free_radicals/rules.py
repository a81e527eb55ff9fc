"""The rules of Free Radicals, bound to its packs."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import (
    Actor,
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
from companion.pile import Pile

from . import choices as offers
from . import scoring
from .commands import (
    Act,
    Back,
    BoxCommand,
    EndTurn,
    Fix,
    FreeRadicalsSetup,
    GiveUp,
    Left,
    Pick,
    Ready,
    ScorePoints,
    SeatCommand,
    SetCounter,
    Split,
)
from .corrections import corrections, fixed, with_counter
from .data_cards import came, opened, passed
from .flow import arrive
from .look import known, view
from .meta import META
from .needs import done
from .owner import doubts
from .pages import explains, pages
from .printed import Printed
from .refusals import keyed, why_not
from .setup import clash, new, setups
from .sight import FreeRadicalsView
from .state import FreeRadicalsState, Picked, Told
from .tell import tell
from .turns import begin_game, clocks, end_turn, with_clocks


class FreeRadicals(Game[FreeRadicalsState, FreeRadicalsView, SeatCommand | Fix]):
    """Ten factions in five colours, twelve rounds, one city."""

    meta = META
    state_type = FreeRadicalsState
    setup_type = FreeRadicalsSetup
    seat_commands = SeatCommand
    box_commands = BoxCommand

    def __init__(self, printed: Printed) -> None:
        self.printed = printed

    def setups(self, seats: tuple[int, ...], last: FreeRadicalsState | None) -> tuple[Choice, ...]:
        return setups(self.printed, seats, last)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return doubts(self.printed, setup)

    def clash(self, setup: Setup) -> Text | None:
        return clash(self.printed, setup)

    def new(self, setup: Setup) -> FreeRadicalsState:
        return arrive(self.printed, new(self.printed, setup))

    def choices(self, state: FreeRadicalsState, actor: Seat | Box) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor)

    def making(self, state: FreeRadicalsState, actor: Seat | Box, command: Command) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor, command)

    def corrections(self, state: FreeRadicalsState) -> tuple[Choice, ...]:
        return corrections(self.printed, state)

    def chance(self, state: FreeRadicalsState, step: Draw | Roll) -> Chance:
        pile = Pile.of(map(str, state.seats)) if step.component == "first" else state.deck
        return Chance.of(step, pile)

    def settle(self, state: FreeRadicalsState) -> FreeRadicalsState:
        if bool(state.clocks) != bool(clocks(state)):
            state = with_clocks(state)  # the people keep the time from here on, or the box does
        state = arrive(self.printed, state)
        return scoring.to_the_end(self.printed, state) if state.stage == "final" else state

    def why_not(self, state: FreeRadicalsState, actor: Actor, command: Command) -> Text:
        return why_not(state, actor, command)

    def keyed(self, state: FreeRadicalsState, digit: int) -> tuple[Seat, Command] | None:
        return keyed(state, digit)

    def came(self, state: FreeRadicalsState, step: Draw | Roll, items: tuple[str, ...]) -> FreeRadicalsState:
        (item,) = items
        assert isinstance(step, Draw)
        if step.component == "first":
            state = replace(state, first=int(item), agenda=state.agenda[1:])
        else:
            state = came(self.printed, state, step, item)
        return arrive(self.printed, state)

    def act(
        self, state: FreeRadicalsState, actor: Actor, choice: Choice, command: SeatCommand | Fix
    ) -> FreeRadicalsState:
        seat = actor.seat or 0
        match command:
            case Ready():
                return begin_game(self.printed, state)
            case Act(act):
                return arrive(self.printed, self._ticked(offers.begun(self.printed, state, act), act))
            case Pick(what, n):
                if choice.question.startswith("pass."):
                    state = passed(state, choice.question)
                elif not choice.public:
                    state = opened(state, seat, what, choice.question)
                return arrive(self.printed, replace(state, picks=(*state.picks, Picked(what, n))))
            case Back():
                if state.picks:
                    return replace(state, picks=state.picks[:-1])
                return replace(self._unticked(state), agenda=(), doing="", fresh=True)
            case GiveUp():
                return arrive(self.printed, done(state))
            case ScorePoints(n):
                return replace(state, by_hand=()).scored(seat, n, "aid")
            case SetCounter(counter, n):
                return with_counter(self.printed, replace(state, by_hand=()), seat, counter, n)
            case EndTurn():
                return end_turn(self.printed, state)
            case Left(n):
                return scoring.to_the_end(self.printed, replace(state, left=(*state.left, Told(seat, n))))
            case Split(n):
                return scoring.to_the_end(self.printed, replace(state, splits=(*state.splits, Told(seat, n))))
            case _:
                return arrive(self.printed, fixed(self.printed, state, command))

    def _ticked(self, state: FreeRadicalsState, act: str) -> FreeRadicalsState:
        """Tick a step of the checklist that is begun."""
        if not act.startswith("step."):
            return state
        player = state.player(state.turn)
        return state.with_player(replace(player, done=(*player.done, int(act.partition(".")[2]))))

    def _unticked(self, state: FreeRadicalsState) -> FreeRadicalsState:
        if not state.doing.startswith("step."):
            return state
        player = state.player(state.turn)
        return state.with_player(replace(player, done=player.done[:-1]))

    def view(self, state: FreeRadicalsState, viewer: Viewer) -> FreeRadicalsView:
        return view(self.printed, state, viewer)

    def tell(
        self,
        before: FreeRadicalsState,
        actor: Actor,  # noqa: ARG002 - part of the contract
        command: Command,
        after: FreeRadicalsState,
    ) -> tuple[Notice, ...]:
        return tell(self.printed, before, command, after)

    def pages(self, view: FreeRadicalsView) -> tuple[Page, ...]:
        return pages(view)

    def explains(self, view: FreeRadicalsView) -> tuple[Page, ...]:
        return explains(view)

    def outcome(self, state: FreeRadicalsState) -> Result | None:
        return scoring.result(self.printed, state)

    def known(self, state: FreeRadicalsState, viewer: Viewer) -> tuple[str, ...]:
        return known(state, viewer)
