"""A sale in the dark: one card in each hand, two lots under a cloth, secret bids; then all point.

Exercises draws seen by one seat and by nobody, a secret question to all seats at once, what is learned later,
and every kind of Ask.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.game import (
    Actor,
    AskCode,
    AskEach,
    AskNumber,
    AskOrder,
    AskSeats,
    AskSome,
    AskText,
    Big,
    Box,
    Came,
    Chair,
    Chairs,
    Chance,
    Choice,
    Clock,
    Command,
    Component,
    Draw,
    Face,
    Game,
    Held,
    Illegal,
    Lines,
    Meta,
    Notice,
    Option,
    Outcome,
    Page,
    Result,
    Roll,
    Score,
    Seat,
    SetUp,
    Setup,
    State,
    Step,
    Title,
    View,
    Viewer,
    Who,
    plain,
    say,
)
from companion.pile import Pile

CARDS = "1234567899"
LOTS = 2


class Rooms(SetUp, frozen=True, tag="auction-setup"):
    purse: int = 5


class Bid(Command, frozen=True, tag="bid"):
    coins: int


class Jot(Command, frozen=True, tag="jot"):
    note: str


class Wrap(Command, frozen=True, tag="wrap"):
    receipt: str = ""
    ribbons: tuple[str, ...] = ()
    thanks: tuple[int, ...] = ()


class Point(Command, frozen=True, tag="point"):
    at: tuple[tuple[int, ...], ...] = ()


class Purse(Command, frozen=True, tag="purse"):
    seat: int
    coins: int


class Wrapping(Step, frozen=True, tag="wrapping"):
    """Who won the lot wraps it up."""

    seat: int


class Pointing(Step, frozen=True, tag="pointing"):
    """Everyone points at who may hold the best card."""


class Bidder(msgspec.Struct, frozen=True):
    """What one seat has; ``bid`` is none until it has bid on this lot."""

    seat: int
    coins: int
    card: str = ""
    note: str = ""
    bid: int | None = None
    points: int = 0


class Sale(State, frozen=True, kw_only=True):
    agenda: tuple[Draw | AskSeats | Wrapping | Pointing, ...] = ()
    bidders: tuple[Bidder, ...]
    pile: Pile = Pile.of(CARDS)
    number: int = 1
    lot: str = ""
    sold: bool = False
    receipts: tuple[str, ...] = ()
    pointed: tuple[tuple[int, ...], ...] = ()

    def bidder(self, seat: int) -> Bidder:
        return self.bidders[self.seats.index(seat)]

    def change(self, bidder: Bidder) -> Sale:
        return replace(self, bidders=tuple(bidder if b.seat == bidder.seat else b for b in self.bidders))

    def bidding(self) -> bool:
        return bool(self.agenda) and isinstance(self.agenda[0], AskSeats)

    def next_lot(self) -> Sale:
        """Put the next lot under the cloth and ask for bids, or ask everyone to point when all are sold."""
        if self.number == LOTS and self.sold:
            return replace(self, agenda=(Pointing(),))
        number = self.number + self.sold
        steps = (Draw(f"lot.{number}", "cards", seen=()), AskSeats(f"bid.{number}", self.seats))
        bidders = tuple(replace(b, bid=None) for b in self.bidders)
        agenda = (*self.agenda, *steps)
        return replace(self, number=number, sold=False, lot="", bidders=bidders, agenda=agenda)

    def reveal(self) -> Sale:
        """Sell to the highest bid that its purse covers, among equals the first clockwise."""
        offers = [min(b.bid or 0, b.coins) for b in self.bidders]
        best = self.bidders[offers.index(max(offers))]
        paid = replace(best, coins=best.coins - max(offers), points=best.points + int(self.lot))
        after = self.change(paid).bids_open(False)
        return replace(after, sold=True, agenda=(Wrapping(best.seat),))

    def bids_open(self, on: bool) -> Sale:
        return replace(self, clocks=(Clock("bids", 60, running=on, start=self.number, cues=(10,)),))


class Catalogue(View, frozen=True, kw_only=True):
    number: int
    waiting: int
    lot: str
    bids: tuple[tuple[int, int], ...]
    purses: tuple[tuple[int, int], ...]
    card: str = ""


class Auction(Game[Sale, Catalogue, Bid | Jot | Wrap | Point | Purse]):
    meta = Meta(
        key="auction",
        name=say("auction.name"),
        least=2,
        most=6,
        chairs=True,
        components=(Component(key="cards", label=say("auction.cards"), keepers=("app",), beside="app", secret=True),),
    )
    state_type, setup_type = Sale, Rooms
    seat_commands = Bid | Jot | Wrap
    box_commands = Point | Purse

    def setups(self, seats: tuple[int, ...], last: Sale | None) -> tuple[Choice, ...]:
        return (Choice(id="usual", question="setup", command=Rooms(), label=say("auction.usual")),)

    def new(self, setup: Setup) -> Sale:
        if not isinstance(setup.options, Rooms):
            raise Illegal(say("auction.no"))
        bidders = tuple(Bidder(seat, setup.options.purse) for seat in setup.seats)
        hands = tuple(Draw(f"hand.{seat}", "cards", seat, seen=(seat,)) for seat in setup.seats)
        dealt = Sale(seats=setup.seats, keepers=setup.keepers, bidders=bidders, agenda=hands)
        return dealt.bids_open(False).next_lot()

    def act(self, state: Sale, actor: Actor, choice: Choice, command: Bid | Jot | Wrap | Point | Purse) -> Sale:
        seat = actor.seat or 0
        match command:
            case Bid(coins):
                return self.settle(state.change(replace(state.bidder(seat), bid=coins)))
            case Jot(note):
                return state.change(replace(state.bidder(seat), note=note))
            case Wrap(receipt):
                return replace(state, receipts=(*state.receipts, receipt), agenda=()).next_lot()
            case Point(at):
                return replace(state, pointed=at, agenda=())
            case Purse(whose, coins):
                return state.change(replace(state.bidder(whose), coins=coins))

    def came(self, state: Sale, step: Draw | Roll, items: tuple[str, ...]) -> Sale:
        after = replace(state, pile=state.pile.take(*items), agenda=state.agenda[1:])
        if step.seat is None:
            return replace(after, lot=items[0]).bids_open(True)
        return after.change(replace(state.bidder(step.seat), card=items[0]))

    def expired(self, state: Sale, key: str) -> Sale:
        return state.reveal()

    def settle(self, state: Sale) -> Sale:
        """Reveal the bids as soon as nobody at the table is missing."""
        if not state.bidding():
            return state
        missing = tuple(s for s in state.seats if state.bidder(s).bid is None)
        if not state.present(missing):
            return state.reveal()
        return replace(state, agenda=(AskSeats(f"bid.{state.number}", missing),))

    def chance(self, state: Sale, step: Draw | Roll) -> Chance:
        return Chance.of(step, state.pile)

    def known(self, state: Sale, viewer: Viewer) -> tuple[str, ...]:
        sold = state.number if state.sold else state.number - 1
        lots = [name for n in range(1, sold + 1) for name in (f"lot.{n}", f"bid.{n}")]
        return (*lots, *(f"hand.{seat}" for seat in state.seats if state.pointed))

    def choices(self, state: Sale, actor: Seat | Box) -> tuple[Choice, ...]:
        match state.agenda, actor:
            case (AskSeats(key=key), *_), Seat(seat):
                own = state.bidder(seat)
                ask = AskNumber(field="coins", label=say("auction.coins"), low=0, high=own.coins)
                label = say("auction.bid" if own.bid is None else "auction.rebid")
                bid = Choice(id="bid", question=key, command=Bid(0), label=label, asks=(ask,), public=False)
                return bid, self._jot()
            case (Wrapping(seat=winner), *_), Seat(seat):
                return (self._wrap(state, seat), self._jot()) if seat == winner else (self._jot(),)
            case (Pointing(), *_), Box(None):
                return (self._point(state),)
            case _:
                return ()

    def _jot(self) -> Choice:
        ask = AskText(field="note", label=say("auction.note"), most=20)
        return Choice(
            id="jot", question="note", command=Jot(""), label=say("auction.jot"), asks=(ask,), public=False, memo=True
        )

    def _point(self, state: Sale) -> Choice:
        at = AskEach(field="at", label=say("auction.at"), who=state.seats, options=state.seats, most=2)
        label = say("auction.point")
        return Choice(id="point", question="point", command=Point(), label=label, asks=(at,), final=True)

    def _wrap(self, state: Sale, winner: int) -> Choice:
        ribbons = tuple(Option(colour, say(f"auction.{colour}")) for colour in ("red", "blue", "green"))
        seats = (s for s in state.seats if s != winner)
        others = tuple(Option(s, say("auction.seat", seat=Who(s)), digit=s % 10) for s in seats)
        asks = (
            AskCode(field="receipt", label=say("auction.receipt"), least=2, most=4),
            AskSome(field="ribbons", label=say("auction.ribbons"), options=ribbons, least=0, most=2),
            AskOrder(field="thanks", label=say("auction.thanks"), options=others),
        )
        question = f"wrap.{state.number}"
        return Choice(id="wrap", question=question, command=Wrap(), label=say("auction.wrap"), asks=asks)

    def corrections(self, state: Sale) -> tuple[Choice, ...]:
        ask = AskNumber(field="coins", label=say("auction.coins"), low=0, high=9)
        return tuple(
            Choice(
                id=f"purse{s}",
                question="fix",
                command=Purse(s, 0),
                label=say("auction.purse", seat=Who(s)),
                asks=(ask,),
            )
            for s in state.seats
        )

    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        step = state.agenda[0] if state.agenda else None
        held, card = None, ""
        if isinstance(viewer, Seat):
            own = state.bidder(viewer.number)
            card = own.card
            bid = plain("–" if own.bid is None else str(own.bid))
            held = Held(say("auction.yours"), (say("auction.card", card=card), bid, plain(own.note)))
        bids = tuple((b.seat, b.bid or 0) for b in state.bidders) if state.sold else ()
        return Catalogue(
            phase=type(step).__name__.lower() if step else "over",
            prompt=say("auction.lot", n=state.number),
            held=held,
            number=state.number,
            waiting=len(step.seats) if isinstance(step, AskSeats) else 0,
            lot=state.lot if state.sold else "",
            bids=bids,
            purses=tuple((b.seat, b.coins) for b in state.bidders),
            card=card,
        )

    def tell(self, before: Sale, actor: Actor, command: Command, after: Sale) -> tuple[Notice, ...]:
        match command, actor:
            case Bid(coins), Seat(seat):
                noted = Notice(text=say("auction.noted", n=coins), seen=(seat,), tone="ok")
                return (noted, Notice(tone="tick"))
            case Came(items=items), Outcome() if isinstance(before.agenda[0], Draw):
                return (Notice(text=say("auction.card", card=items[0]), seen=before.agenda[0].seen),)
        return ()

    def pages(self, view: Catalogue) -> tuple[Page, ...]:
        bids = tuple(say("auction.line", seat=Who(s), n=n) for s, n in view.bids)
        chairs = tuple(Chair(s, str(coins)) for s, coins in view.purses)
        return (
            Page(key="lot", widgets=(Big(view.prompt, under=say("auction.waiting", n=view.waiting)),)),
            Page(key="clock", widgets=(Face("bids"),)),
            Page(key="purses", widgets=(Chairs(chairs), Lines((plain(view.lot),)))),
            Page(key="bids", widgets=(Lines(bids[:4]),)),
        )

    def outcome(self, state: Sale) -> Result | None:
        if not state.pointed:
            return None
        best = max(b.card for b in state.bidders)
        right = {s for s, at in zip(state.seats, state.pointed, strict=True) if _best_of(state, at, best)}
        points = {b.seat: b.points + b.coins + (b.seat in right) for b in state.bidders}
        winners = tuple(s for s in state.seats if points[s] == max(points.values()))
        why = say("auction.over", n=max(points.values()))
        return Result(winners, tuple(Score(s, points[s], why) for s in state.seats), why)


def _best_of(state: Sale, at: tuple[int, ...], best: str) -> bool:
    return any(state.bidder(s).card == best for s in at)


TITLE = Title(Auction.meta, lambda _: Auction())
