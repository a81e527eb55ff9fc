"""The rules of Freelancers, bound to its packs."""

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
    Keeping,
    Notice,
    Option,
    Page,
    Picture,
    Result,
    Roll,
    Seat,
    Setup,
    Text,
    Viewer,
)
from companion.pile import Pile

from . import bag, beside, cards, checks, codes, corrections, endings, rounds, setup, votes
from . import choices as offers
from .commands import (
    Accept,
    Beside,
    Blank,
    BoxCommand,
    Called,
    Dialled,
    Discard,
    Enter,
    Fix,
    FreelancersSetup,
    Help,
    Luck,
    Next,
    Pick,
    Place,
    Ready,
    Resolve,
    SeatCommand,
    Sheet,
    Total,
    Trade,
    Vote,
)
from .flow import run
from .keepers import kept
from .look import view
from .meta import META
from .news import noted
from .options import token_name
from .owner import doubts
from .pages import explains, pages
from .printed import Printed
from .refusals import keyed, why_not
from .setup import new as first_state
from .sight import FreelancersView
from .state import FreelancersState, Rolled
from .tell import tell
from .tracks import dialled


class Freelancers(Game[FreelancersState, FreelancersView, BoxCommand]):
    """A party of freelancers, a location book, a game master in the box."""

    meta = META
    state_type = FreelancersState
    setup_type = FreelancersSetup
    seat_commands = SeatCommand
    box_commands = BoxCommand

    def __init__(self, printed: Printed) -> None:
        self.printed = printed

    def setups(self, seats: tuple[int, ...], last: FreelancersState | None) -> tuple[Choice, ...]:
        return setup.setups(self.printed, seats, last)

    def suited(self, ways: tuple[Choice, ...], keepers: tuple[Keeping, ...]) -> tuple[Choice, ...]:
        return setup.without_quests(ways) if Keeping("story", "unseen") in keepers else ways

    def doubts(self, setup: Setup) -> tuple[Doubt, ...]:
        return doubts(self.printed, setup)

    def new(self, setup: Setup) -> FreelancersState:
        return first_state(self.printed, setup)

    def choices(self, state: FreelancersState, actor: Seat | Box) -> tuple[Choice, ...]:
        return offers.choices(self.printed, state, actor)

    def picture(self, name: str) -> Picture:
        return self.printed.picture(name)

    def corrections(self, state: FreelancersState) -> tuple[Choice, ...]:
        return corrections.corrections(self.printed, state)

    def chance(self, state: FreelancersState, step: Draw | Roll) -> Chance:
        if isinstance(step, Roll):
            dice = tuple(map(checks.faces, step.dice))
            return Chance.of(step, dice=dice)
        match step.key.partition(".")[0]:
            case "influence":
                pile = Pile.of(map(str, state.seats))
            case "bag":
                pile = Pile.of(state.bag.items())
            case "threat":
                pile = Pile.of(state.unseen.items())
            case "treasure":
                pile = state.treasure
            case _:
                pile = state.followers
        return Chance.of(step, pile)

    def told(self, chance: Chance) -> tuple[Option, ...]:
        options = super().told(chance)
        if chance.component != "bag":
            return options
        return tuple(replace(option, label=token_name(str(option.value))) for option in options)

    def settle(self, state: FreelancersState) -> FreelancersState:
        state = kept(self.printed, state)
        return run(self.printed, votes.decided(self.printed, state))

    def why_not(self, state: FreelancersState, actor: Actor, command: Command) -> Text:
        return why_not(self.printed, state, actor, command)

    def keyed(self, state: FreelancersState, digit: int) -> tuple[Seat, Command] | None:
        return keyed(self.printed, state, digit)

    def act(
        self,
        state: FreelancersState,
        actor: Actor,
        choice: Choice,  # noqa: ARG002 - the command says all
        command: BoxCommand,
    ) -> FreelancersState:
        before = replace(state, typed=())  # what was said of a code holds until something else is done
        after = run(self.printed, self._done(before, actor, command))
        return after if isinstance(command, Fix) else noted(state, after)

    def came(self, state: FreelancersState, step: Draw | Roll, items: tuple[str, ...]) -> FreelancersState:
        return noted(state, run(self.printed, self._came(replace(state, agenda=state.agenda[1:]), step, items)))

    def expired(self, state: FreelancersState, key: str) -> FreelancersState:  # noqa: ARG002 - there is one clock
        return run(self.printed, rounds.timed_out(state))

    def _came(self, state: FreelancersState, step: Draw | Roll, items: tuple[str, ...]) -> FreelancersState:
        if isinstance(step, Roll):
            return checks.came(state, items)
        if not items:
            return state
        match step.key.partition(".")[0]:
            case "influence":
                return replace(state, order=tuple(map(int, items)))
            case "bag":
                return bag.drew(self.printed, state, items[0])
            case "threat":
                seen = bag.turned_up(state, items[0])
                return bag.drew(self.printed, seen, items[0])
            case deck:
                return cards.came(self.printed, state, deck, step.seat or 0, items[0])

    def _done(self, state: FreelancersState, actor: Actor, command: BoxCommand) -> FreelancersState:
        printed, seat = self.printed, actor.seat or 0
        match command:
            case Ready():
                return setup.begun(printed, state)
            case Sheet(who, species, job):
                return setup.chosen(printed, state, who, species, job)
            case Called(who, name):
                return state.with_player(replace(state.player(who), name=name))
            case Blank(who, n, text):
                player = state.player(who)
                had = (*player.blanks, *("",) * (n - len(player.blanks)))  # an older save has one a sentence
                blanks_ = (*had[:n], text, *had[n + 1 :])
                return state.with_player(replace(player, blanks=blanks_))
            case Place(action):
                return rounds.placed(state, seat, action)
            case Resolve():
                standee = rounds.next_standee(state)
                assert standee is not None
                return rounds.resolved(printed, state, standee)
            case Next(how):
                return self._next(state, how)
            case Enter(code):
                return codes.typed(printed, state, code, seat if isinstance(actor, Seat) else 0)
            case Dialled(dial, n):
                return dialled(printed, state, dial - 1, n)
            case Discard(who, card):
                return cards.discarded(printed, state, who, card)
            case Trade(who, card, to):
                return cards.moved(state, who, to, card, traded=True)
            case Pick() | Vote() | Total() | Accept() | Luck() | Help():
                return self._answer(state, seat, command)
            case _:
                if isinstance(command, Beside):
                    return beside.done(printed, state, command)
                return corrections.fixed(printed, state, command)

    def _next(self, state: FreelancersState, how: str) -> FreelancersState:
        match how:
            case "end":
                return rounds.end_of_round(self.printed, state)
            case "round":
                return rounds.new_round(state)
            case "page":
                return rounds.new_round(replace(state, round=0, locks=()))
            case _:
                pass
        need = votes.asked(state)
        assert need is not None
        return votes.answered(self.printed, state, need, "on")

    def _answer(
        self, state: FreelancersState, seat: int, command: Pick | Vote | Total | Accept | Luck | Help
    ) -> FreelancersState:
        printed, need = self.printed, votes.asked(state)
        rolled = state.agenda[0]
        match command:
            case Pick(what) if need is not None:
                return votes.answered(printed, state, need, what)
            case Vote(what) if need is not None:
                return votes.decided(printed, votes.voted(state, need, seat, what))
            case Total(n):
                return votes.totalled(printed, state, n)
            case Accept(plus):
                return checks.accepted(printed, state, plus)
            case Luck(die) if isinstance(rolled, Rolled):
                return checks.lucky_reroll(state, rolled, die)
            case Help(helper, die) if isinstance(rolled, Rolled):
                return checks.helped(printed, state, rolled, helper, die)
        raise AssertionError(f"{command} answers nothing")

    def vain(self, before: FreelancersState, after: FreelancersState) -> bool:
        return bool(after.typed) and replace(after, typed=before.typed) == before  # a code that led nowhere

    def view(self, state: FreelancersState, viewer: Viewer) -> FreelancersView:
        return view(self.printed, state, viewer)

    def tell(
        self,
        before: FreelancersState,
        actor: Actor,  # noqa: ARG002 - part of the contract
        command: Command,
        after: FreelancersState,
    ) -> tuple[Notice, ...]:
        return tell(self.printed, before, command, after)

    def pages(self, view: FreelancersView) -> tuple[Page, ...]:
        return pages(view)

    def explains(self, view: FreelancersView) -> tuple[Page, ...]:
        return explains(view)

    def outcome(self, state: FreelancersState) -> Result | None:
        return endings.result(self.printed, state)
