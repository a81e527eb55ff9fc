"""Games that are each broken in one way: what the contract suite must catch."""

from __future__ import annotations

from itertools import count
from typing import Any

from msgspec.structs import replace

from companion.game import (
    Actor,
    AskOne,
    AskSeats,
    Box,
    Came,
    Choice,
    Clock,
    Command,
    Expired,
    Illegal,
    Lines,
    Notice,
    Outcome,
    Page,
    Result,
    Seat,
    Setup,
    Viewer,
    plain,
    say,
)
from tests.toys.auction import Auction, Bid, Bidder, Catalogue, Purse, Sale
from tests.toys.pig import Pig, Skip, Sty, Trough
from tests.toys.tictactoe import Board, Mark, Sight, TicTacToe


class LooksUnderTheCloth(Auction):
    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        return replace(super().view(state, viewer), lot=state.lot)


class TellsTheSumOfBids(Auction):
    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        waiting = sum(b.bid or 0 for b in state.bidders) if state.bidding() else 0
        return replace(super().view(state, viewer), waiting=waiting)


class OffersMoreAgainstNines(Auction):
    """A choice that is there only when somebody else has a nine."""

    def choices(self, state: Sale, actor: Seat | Box) -> tuple[Choice, ...]:
        found = super().choices(state, actor)
        if isinstance(actor, Seat) and any(b.card == "9" for b in state.bidders if b.seat != actor.number):
            found += tuple(replace(c, id="again", label=say("auction.rebid")) for c in found[:1])
        return found


class CorrectsDownToTheBid(Auction):
    """The range of a correction tells the highest bid so far."""

    def corrections(self, state: Sale) -> tuple[Choice, ...]:
        least = max(b.bid or 0 for b in state.bidders) if state.bidding() else 0
        return tuple(
            replace(c, asks=(replace(c.asks[0], low=least),), command=replace(c.command, coins=least))
            for c in super().corrections(state)
        )


class PutsTheCorrectedLast(Auction):
    """Whose coins are set comes to lie behind everybody else, even where they stay as they were."""

    def apply(self, state: Sale, actor: Actor, command: Command) -> Sale:
        after = super().apply(state, actor, command)
        if not isinstance(command, Purse):
            return after
        own = after.bidder(command.seat)
        return replace(after, bidders=(*(b for b in after.bidders if b != own), own))


class CriesOutBids(Auction):
    def tell(self, before: Sale, actor: Actor, command: Command, after: Sale) -> tuple[Notice, ...]:
        return tuple(
            replace(notice, seen="all") if isinstance(command, Bid) else notice
            for notice in super().tell(before, actor, command, after)
        )


class TicksForHighBids(Auction):
    """The number of ticks tells the bid, though none of them says anything."""

    def tell(self, before: Sale, actor: Actor, command: Command, after: Sale) -> tuple[Notice, ...]:
        ticks = command.coins if isinstance(command, Bid) else 0
        return (*super().tell(before, actor, command, after), *(Notice(tone="tick"),) * ticks)


class RefusesByTheCards(Auction):
    """What is said to a seat that may not do something depends on another's hand."""

    def apply(self, state: Sale, actor: Actor, command: Command) -> Sale:
        try:
            return super().apply(state, actor, command)
        except Illegal:
            high = state.bidders[-1].card > "5"
            raise Illegal(say("auction.no" if high else "auction.over", n=1)) from None


class HoldsMoreForNines(Auction):
    """Who holds a nine sees a longer secret: one can tell across the table."""

    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        seen = super().view(state, viewer)
        if seen.held and seen.card == "9":
            return replace(seen, held=replace(seen.held, lines=(*seen.held.lines, plain("!"))))
        return seen


class EndsSoonerForNines(Auction):
    """A clock that is shorter when somebody holds a nine."""

    def apply(self, state: Sale, actor: Actor, command: Command) -> Sale:
        after = super().apply(state, actor, command)
        nine = any(b.card == "9" for b in after.bidders)
        clocks = tuple(Clock(c.key, 30 if nine else 60, c.running, c.start) for c in after.clocks)
        return replace(after, clocks=clocks)


class ShowsTheCardOfWhoLeaves(Auction):
    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        cards = " ".join(b.card for b in state.bidders if b.seat in state.away)
        return replace(super().view(state, viewer), note=plain(cards))


class BidsAsMemos(Auction):
    """Undo would pass a bid over, though it ends the bidding."""

    def choices(self, state: Sale, actor: Seat | Box) -> tuple[Choice, ...]:
        return tuple(replace(c, memo=c.id == "bid") for c in super().choices(state, actor))


class KnowsEverything(Auction):
    """Calls every secret known from the start, so that nothing it shows could count as a leak."""

    def known(self, state: Sale, viewer: Viewer) -> tuple[str, ...]:
        keys = ("jot", "lot.1", "lot.2", "bid.1", "bid.2")
        return (*keys, *(f"hand.{seat}" for seat in state.seats))


class OffersTakenSquares(TicTacToe):
    def choices(self, state: Board, actor: Seat | Box) -> tuple[Choice, ...]:
        return super().choices(replace(state, marks=state.marks[2:]), actor) if state.free() else ()

    def making(self, state: Board, actor: Seat | Box, command: Command) -> tuple[Choice, ...]:
        return super().choices(state, actor)


class LetsAnyoneMark(TicTacToe):
    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        return super().apply(state, Seat(state.turn()), command)


class LetsSeatsRollTheDice(Pig):
    def apply(self, state: Sty, actor: Actor, command: Command) -> Sty:
        return super().apply(state, Outcome() if isinstance(command, Came) else actor, command)


class StumblesOverOddSquares(TicTacToe):
    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        if isinstance(command, Mark) and not 1 <= command.square <= 9:
            raise IndexError(command.square)
        return super().apply(state, actor, command)


class RefusesWithoutWords(TicTacToe):
    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        try:
            return super().apply(state, actor, command)
        except Illegal:
            raise Illegal(say("tictactoe.unheard-of")) from None


class Patient(Auction):
    """Has no clock that runs out, and lets nobody bid twice: it goes on when all have bid."""

    def apply(self, state: Sale, actor: Actor, command: Command) -> Sale:
        after = super().apply(state, actor, command)
        return replace(after, clocks=tuple(Clock(c.key, None, c.running) for c in after.clocks))

    def choices(self, state: Sale, actor: Seat | Box) -> tuple[Choice, ...]:
        missing = state.agenda[0].seats if state.agenda and isinstance(state.agenda[0], AskSeats) else ()
        waits = isinstance(actor, Seat) and state.bidding() and actor.number not in missing
        return () if waits else super().choices(state, actor)[:1]


class WaitsForWhoLeft(Patient):
    def settle(self, state: Sale) -> Sale:
        return replace(super().settle(replace(state, away=())), away=state.away)


class NeverRunsOut(Auction):
    """Its clock runs, and may not run out once there is a bid."""

    def apply(self, state: Sale, actor: Actor, command: Command) -> Sale:
        if isinstance(command, Expired) and any(b.bid for b in state.bidders):
            raise Illegal(say("auction.no"))
        return super().apply(state, actor, command)


class Scribbled(Board, frozen=True, kw_only=True):
    pad: Any = None


class ScribblesInTheState(TicTacToe):
    """Keeps a list in its state, and writes into it."""

    state_type = Scribbled

    def new(self, setup: Setup) -> Board:
        first = super().new(setup)
        return Scribbled(seats=first.seats, keepers=first.keepers, first=first.first, pad=[])

    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        after = super().apply(state, actor, command)
        state.pad.append(1)  # type: ignore[attr-defined]  # broken on purpose
        return after


class NotesDown(TicTacToe):
    """Keeps a value of its own kind where JSON cannot know the kind."""

    state_type = Scribbled

    def new(self, setup: Setup) -> Board:
        first = super().new(setup)
        pad = Bidder(first.first, 0)
        return Scribbled(seats=first.seats, keepers=first.keepers, first=first.first, pad=pad)


class RemembersOutside(TicTacToe):
    """Keeps count in the game itself: the second replay comes out differently."""

    def __init__(self) -> None:
        self.begun = count()

    def new(self, setup: Setup) -> Board:
        first = super().new(setup)
        return replace(first, first=first.left_of(first.first, next(self.begun)))


class CountsLooks(TicTacToe):
    def __init__(self) -> None:
        self.looks = count()

    def view(self, state: Board, viewer: Viewer) -> Sight:
        return replace(super().view(state, viewer), note=plain(str(next(self.looks))))


class OneKeyForTwo(TicTacToe):
    def choices(self, state: Board, actor: Seat | Box) -> tuple[Choice, ...]:
        found = super().choices(state, actor)
        if not found or not isinstance(found[0].asks[0], AskOne):
            return found
        ask = found[0].asks[0]
        options = tuple(replace(option, digit=1) for option in ask.options)
        return (replace(found[0], asks=(replace(ask, options=options),)),)


class TwoWithOneLabel(Pig):
    def choices(self, state: Sty, actor: Seat | Box) -> tuple[Choice, ...]:
        return tuple(replace(c, label=say("pig.bank")) for c in super().choices(state, actor))


class TwoWithOneId(Pig):
    """The wire could not tell which of the two was meant."""

    def choices(self, state: Sty, actor: Seat | Box) -> tuple[Choice, ...]:
        return tuple(replace(c, id="take1") for c in super().choices(state, actor))


class TakesBackMore(Pig):
    """Lets the box correct scores, and does not say so in its union."""

    box_commands = Skip  # type: ignore[assignment]  # broken on purpose


class FinalFirst(Pig):
    def choices(self, state: Sty, actor: Seat | Box) -> tuple[Choice, ...]:
        found = super().choices(state, actor)
        return (replace(found[0], final=True), *found[1:]) if found else ()


class FiveLines(TicTacToe):
    def pages(self, view: Sight) -> tuple[Page, ...]:
        return (Page(key="board", widgets=(Lines((*map(plain, view.rows), view.prompt, view.prompt)),)),)


class NoSuchWord(TicTacToe):
    def view(self, state: Board, viewer: Viewer) -> Sight:
        return replace(super().view(state, viewer), note=say("tictactoe.nothing"))


class LeavesAGap(TicTacToe):
    def view(self, state: Board, viewer: Viewer) -> Sight:
        return replace(super().view(state, viewer), note=say("tictactoe.turn"))


class AStrangerWins(TicTacToe):
    def outcome(self, state: Board) -> Result | None:
        result = super().outcome(state)
        return result and replace(result, winners=(9,))


class ForgetsAScore(TicTacToe):
    def outcome(self, state: Board) -> Result | None:
        result = super().outcome(state)
        return result and replace(result, scores=result.scores[:1])


class EndsByAKeyItSays(Pig):
    """Says that a key ends the game, which only opens the list that asks."""

    def choices(self, state: Sty, actor: Seat | Box) -> tuple[Choice, ...]:
        return tuple(replace(c, digit=n, final=n > 1) for n, c in enumerate(super().choices(state, actor), 1))

    def pages(self, view: Trough) -> tuple[Page, ...]:
        return tuple(replace(page, hints=plain("1:go 2:end")) for page in super().pages(view))


class StartsOnce(TicTacToe):
    def setups(self, seats: tuple[int, ...], last: Board | None) -> tuple[Choice, ...]:
        return () if last else super().setups(seats, last)


class NeverEnds(Pig):
    def outcome(self, state: Sty) -> Result | None:
        return None


class GoesOnForever(TicTacToe):
    """Lets a mark be taken away again and again."""

    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        after = super().apply(state, actor, command)
        return replace(after, marks=()) if len(after.marks) > 3 else after
