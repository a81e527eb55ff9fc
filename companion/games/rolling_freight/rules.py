"""The rules of Rolling Freight, bound to its packs."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from companion.game import (
    Actor,
    Box,
    Came,
    Chance,
    Choice,
    Command,
    Doubt,
    Draw,
    Drawing,
    Game,
    Illegal,
    Notice,
    Option,
    Outcome,
    Page,
    Result,
    Roll,
    Seat,
    Setup,
    Viewer,
    offered,
    plain,
    say,
)
from companion.pile import Pile

from . import choices as offers
from . import phases, tracks
from .chart import blank
from .commands import (
    Act,
    Back,
    BoxCommand,
    CubesLeft,
    EndCard,
    EndTurn,
    Fix,
    OutcomeCommand,
    Pick,
    RollingFreightSetup,
    SeatCommand,
)
from .corrections import corrections, fixed
from .dice import bags, taken_up
from .flow import answered, arrive, begun, came, picked, without_unseen
from .look import view
from .meta import META
from .needs import Opt, written
from .owner import doubts
from .pages import pages
from .printed import Printed
from .refusals import why_not
from .setup import new, setups
from .sight import RollingFreightView
from .state import RollingFreightState
from .tell import tell
from .telling import asked, told


class RollingFreight(Game[RollingFreightState, RollingFreightView]):
    """Dice, contracts, links and cargo over three phases."""

    meta = META
    state_type = RollingFreightState
    setup_type = RollingFreightSetup
    seat_commands = SeatCommand
    box_commands = BoxCommand
    outcome_commands = OutcomeCommand

    def __init__(self, printed: Printed) -> None:
        self.printed = printed

    def setups(self, seats: tuple[int, ...], last: RollingFreightState | None) -> tuple[Choice, ...]:
        return setups(self.printed, seats, last)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return doubts(self.printed, setup)

    def new(self, setup: Setup) -> RollingFreightState:
        return arrive(self.printed, new(self.printed, setup))

    def choices(self, state: RollingFreightState, actor: Actor) -> tuple[Choice, ...]:
        return () if isinstance(actor, Outcome) else offers.choices(self.printed, state, actor)

    def corrections(self, state: RollingFreightState) -> tuple[Choice, ...]:
        return corrections(self.printed, state)

    def chance(self, state: RollingFreightState, step: Draw | Roll) -> Chance:
        label = asked(self.printed, state, step)
        if isinstance(step, Roll):
            dice = bags(self.printed, state, step.dice)
            return Chance(step.key, step.component, step.seat, step.seen, dice=dice, label=label)
        match step.key.partition(".")[0]:
            case "first":
                pile = Pile.of(map(str, state.seats))
            case "contracts":
                pile = state.deck
            case "improvements":
                pile = state.supply
            case "bag":
                pile = Pile((state.bag,)) if state.bag.counts else Pile()
            case _:
                pile = tracks.at_risk(state)
        return Chance(step.key, step.component, step.seat, step.seen, pile, step.count, label=label)

    def told(self, chance: Chance) -> tuple[Option, ...]:
        return told(chance)

    def settle(self, state: RollingFreightState) -> RollingFreightState:
        state = arrive(self.printed, taken_up(self.printed, without_unseen(state)), obvious=False)
        return phases.to_the_end(state) if state.stage == "final" else state

    def apply(self, state: RollingFreightState, actor: Actor, command: Command) -> RollingFreightState:
        if isinstance(actor, Outcome):
            return self._happen(state, command)
        seat = actor.seat
        known = seat is not None and seat in state.seats
        on_offer = offers.choices(self.printed, state, Seat(seat or 0), command) if known else ()
        if isinstance(command, Fix) and actor == Box():
            on_offer = self.corrections(state)
        choice = offered(on_offer, actor, command)
        if choice is None:
            raise Illegal(why_not(self.printed, state, actor, command))
        return self._act(state, seat or 0, choice, cast(SeatCommand | Fix, command))

    def _happen(self, state: RollingFreightState, command: Command) -> RollingFreightState:
        """Take in what chance brings."""
        step = state.agenda[0] if state.agenda else None
        if not isinstance(command, Came) or not isinstance(step, Draw | Roll) or step.key != command.key:
            raise Illegal(say("rolling_freight.refuse.now"))
        if not self.chance(state, step).possible(command.items):
            raise Illegal(say("rolling_freight.refuse.chance"))
        return arrive(self.printed, came(self.printed, state, step, command.items))

    def _act(
        self, state: RollingFreightState, seat: int, choice: Choice, command: SeatCommand | Fix
    ) -> RollingFreightState:
        """Do what is known to be on offer."""
        match command:
            case Act(act):
                return arrive(self.printed, begun(state, act))
            case Pick(what, n):
                asked = Opt(value=what, label=choice.label, high=1 if choice.asks else 0)
                if state.doing:
                    return arrive(self.printed, picked(state, written(what, n, asked)))
                return arrive(self.printed, answered(state, what))
            case Back():
                return replace(state, picks=state.picks[:-1]) if state.picks else state.idle()
            case EndTurn():
                return arrive(self.printed, phases.end_of_turn(state))
            case EndCard():
                return tracks.end_card(state)
            case CubesLeft(n):
                at = state.seats.index(seat)
                return phases.to_the_end(replace(state, left=(*state.left[:at], n, *state.left[at + 1 :])))
            case _:
                return arrive(self.printed, fixed(self.printed, state, command))

    def view(self, state: RollingFreightState, viewer: Viewer) -> RollingFreightView:
        return view(self.printed, state, viewer)

    def drawings(self) -> tuple[Drawing, ...]:
        return tuple(
            Drawing(
                key,
                plain(atlas.name),
                "games/rolling_freight/templates/map_sheet.html",
                blank(atlas),
                atlas.width,
                atlas.height,
            )
            for key, atlas in self.printed.maps.items()
        )

    def tell(
        self,
        before: RollingFreightState,
        actor: Actor,  # noqa: ARG002 - part of the contract
        command: Command,
        after: RollingFreightState,
    ) -> tuple[Notice, ...]:
        return tell(before, command, after)

    def pages(self, view: RollingFreightView) -> tuple[Page, ...]:
        return pages(view)

    def outcome(self, state: RollingFreightState) -> Result | None:
        return phases.result(state)
