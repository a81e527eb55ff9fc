"""The rules of Rolling Freight, bound to its packs."""

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
    Drawing,
    Game,
    Notice,
    Option,
    Page,
    Result,
    Roll,
    Seat,
    Setup,
    Text,
    Viewer,
    plain,
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
from .refusals import keyed, why_not
from .setup import new, setups
from .sight import RollingFreightView
from .state import RollingFreightState
from .tell import tell
from .telling import asked, told


class RollingFreight(Game[RollingFreightState, RollingFreightView, SeatCommand | Fix]):
    """Dice, contracts, links and cargo over three phases."""

    meta = META
    state_type = RollingFreightState
    setup_type = RollingFreightSetup
    seat_commands = SeatCommand
    box_commands = BoxCommand

    def __init__(self, printed: Printed) -> None:
        self.printed = printed

    def setups(self, seats: tuple[int, ...], last: RollingFreightState | None) -> tuple[Choice, ...]:
        return setups(self.printed, seats, last)

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return doubts(self.printed, setup)

    def new(self, setup: Setup) -> RollingFreightState:
        return arrive(self.printed, new(self.printed, setup))

    def choices(self, state: RollingFreightState, actor: Seat | Box) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor)

    def making(self, state: RollingFreightState, actor: Seat | Box, command: Command) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor, command)

    def corrections(self, state: RollingFreightState) -> tuple[Choice, ...]:
        return corrections(self.printed, state)

    def chance(self, state: RollingFreightState, step: Draw | Roll) -> Chance:
        label = asked(self.printed, state, step)
        if isinstance(step, Roll):
            dice = bags(self.printed, state, step.dice)
            return Chance.of(step, dice=dice, label=label)
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
        return Chance.of(step, pile, label=label)

    def told(self, chance: Chance) -> tuple[Option, ...]:
        return told(chance)

    def settle(self, state: RollingFreightState) -> RollingFreightState:
        state = arrive(self.printed, taken_up(self.printed, without_unseen(state)), obvious=False)
        return phases.to_the_end(state) if state.stage == "final" else state

    def why_not(self, state: RollingFreightState, actor: Actor, command: Command) -> Text:
        return why_not(self.printed, state, actor, command)

    def keyed(self, state: RollingFreightState, digit: int) -> tuple[Seat, Command] | None:
        return keyed(state, digit)

    def came(self, state: RollingFreightState, step: Draw | Roll, items: tuple[str, ...]) -> RollingFreightState:
        return arrive(self.printed, came(self.printed, state, step, items))

    def act(
        self, state: RollingFreightState, actor: Actor, choice: Choice, command: SeatCommand | Fix
    ) -> RollingFreightState:
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
            case EndCard(before):
                return tracks.end_card(state, before)
            case CubesLeft(n):
                at = state.seats.index(actor.seat or 0)
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
