"""The suite can fail: each game here is broken in one way, and the law that should catch it does."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import (
    Actor,
    AskOne,
    AskSeats,
    Came,
    Choice,
    Clock,
    Command,
    Expired,
    Game,
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
from companion.playtest import Stuck, play, start
from tests.contract import laws, secrets
from tests.contract.laws import Case, Law, case_of
from tests.contract.tables import words_of
from tests.toys.auction import Auction, Bid, Bidder, Catalogue, Sale
from tests.toys.pig import Pig, Sty
from tests.toys.tictactoe import Board, Mark, Sight, TicTacToe


def cases(game: Game[Any, Any]) -> list[Case]:
    """Return a few whole games of a broken game, as the suite would look at them."""
    found = []
    for seed in range(1, 9):
        seats = tuple(range(1, max(game.meta.least, min(4, game.meta.most)) + 1))
        setup, _ = start(game, seats, Random(seed))
        run = play(game, setup, Random(seed), scribe=0.2, fixes=0.02)
        found.append(case_of(game, run, words_of(game.meta.key), seed))
    return found


def caught(game: Game[Any, Any], law: Law) -> str:
    """Return what ``law`` says against ``game``. Fails when it finds nothing."""
    try:
        for case in cases(game):
            law(case)
    except (AssertionError, Stuck) as fault:
        return f"{type(fault).__name__}: {fault}"
    pytest.fail(f"{law.__name__} found nothing wrong with {type(game).__name__}")


def named(value: object) -> str:
    """Return a short name of a test's parameter."""
    return value.replace(" ", "-") if isinstance(value, str) else getattr(value, "__name__", type(value).__name__)


# --- secrets


class LooksUnderTheCloth(Auction):
    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        return replace(super().view(state, viewer), lot=state.lot)


class SaysWhoIsMissing(Auction):
    """Not who has bid, but how much is in bids already."""

    def pages(self, view: Catalogue) -> tuple[Page, ...]:
        return (*super().pages(view), Page(key="sum", widgets=(Lines((plain(str(view.waiting)),)),)))

    def view(self, state: Sale, viewer: Viewer) -> Catalogue:
        waiting = sum(b.bid or 0 for b in state.bidders) if state.bidding() else 0
        return replace(super().view(state, viewer), waiting=waiting)


class OffersMoreAgainstNines(Auction):
    """A choice that is there only when somebody else has a nine."""

    def choices(self, state: Sale, actor: Actor) -> tuple[Choice, ...]:
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


@pytest.mark.parametrize(
    ("game", "by"),
    [
        (LooksUnderTheCloth(), "view"),
        (SaysWhoIsMissing(), "view"),
        (OffersMoreAgainstNines(), "offers|choices"),
        (CorrectsDownToTheBid(), "what the box offers"),
        (CriesOutBids(), "what is said"),
        (TicksForHighBids(), "what is said"),
        (RefusesByTheCards(), "Mark|Bid|Wrap|Jot|Point|Purse"),
        (HoldsMoreForNines(), "holds"),
        (EndsSoonerForNines(), "clocks"),
    ],
    ids=named,
)
def test_a_leak_is_caught(game: Game[Any, Any], by: str) -> None:
    said = caught(game, secrets.twins_look_the_same)
    assert "can tell a state from its twin by" in said
    assert any(word in said for word in by.split("|")), said


class KnowsEverything(Auction):
    """Calls every secret known from the start, so that nothing it shows could count as a leak."""

    def known(self, state: Sale, viewer: Viewer) -> tuple[str, ...]:
        keys = ("jot", "lot.1", "lot.2", "bid.1", "bid.2")
        return (*keys, *(f"hand.{seat}" for seat in state.seats))


def test_a_game_that_calls_every_secret_known_is_caught() -> None:
    assert "twin" in caught(KnowsEverything(), secrets.secrets_have_twins)


# --- what may be done


class OffersTakenSquares(TicTacToe):
    def choices(self, state: Board, actor: Actor) -> tuple[Choice, ...]:
        return super().choices(replace(state, marks=state.marks[2:]), actor) if state.free() else ()


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

    def choices(self, state: Sale, actor: Actor) -> tuple[Choice, ...]:
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


# --- what is kept


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
        state.pad.append(1)  # type: ignore[attr-defined]
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


# --- what is shown


class OneKeyForTwo(TicTacToe):
    def choices(self, state: Board, actor: Actor) -> tuple[Choice, ...]:
        found = super().choices(state, actor)
        if not found or not isinstance(found[0].asks[0], AskOne):
            return found
        ask = found[0].asks[0]
        options = tuple(replace(option, digit=1) for option in ask.options)
        return (replace(found[0], asks=(replace(ask, options=options),)),)


class TwoWithOneLabel(Pig):
    def choices(self, state: Sty, actor: Actor) -> tuple[Choice, ...]:
        return tuple(replace(c, label=say("pig.bank")) for c in super().choices(state, actor))


class FinalFirst(Pig):
    def choices(self, state: Sty, actor: Actor) -> tuple[Choice, ...]:
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


class StartsOnce(TicTacToe):
    def setups(self, seats: tuple[int, ...], last: Board | None) -> tuple[Choice, ...]:
        return () if last else super().setups(seats, last)


@pytest.mark.parametrize(
    ("game", "law", "by"),
    [
        (LetsAnyoneMark(), laws.whatever_is_not_offered_is_refused, "was not offered"),
        (LetsSeatsRollTheDice(), laws.whatever_is_not_offered_is_refused, "was not offered"),
        (StumblesOverOddSquares(), laws.whatever_is_not_offered_is_refused, "breaks the game"),
        (RefusesWithoutWords(), laws.whatever_is_not_offered_is_refused, "no words"),
        (NeverRunsOut(), laws.whatever_is_offered_is_accepted, "refuses what it offered"),
        (OffersTakenSquares(), laws.whatever_is_offered_is_accepted, "refuses what it offered"),
        (WaitsForWhoLeft(), laws.whoever_leaves_does_not_stop_the_game, "waits for nobody"),
        (ScribblesInTheState(), laws.values_cannot_change, "is a list"),
        (ScribblesInTheState(), laws.whatever_is_offered_is_accepted, "changed the state"),
        (NotesDown(), laws.states_survive_json, "JSON lost"),
        (RemembersOutside(), laws.replay_gives_the_same_states, "dealt differently"),
        (CountsLooks(), laws.looking_changes_nothing, "looking twice"),
        (OneKeyForTwo(), laws.every_choice_has_its_key, "one key means two things"),
        (TwoWithOneLabel(), laws.every_choice_has_its_key, "one label twice"),
        (FinalFirst(), laws.every_choice_has_its_key, "comes first"),
        (FiveLines(), laws.every_page_fits_the_screen, "5 lines"),
        (NoSuchWord(), laws.every_word_is_known, "no words for tictactoe.nothing"),
        (LeavesAGap(), laws.every_word_is_known, "leaves a gap"),
        (AStrangerWins(), laws.it_ends_with_winners_and_scores_of_the_table, "do not all sit"),
        (ForgetsAScore(), laws.it_ends_with_winners_and_scores_of_the_table, "scores for"),
        (StartsOnce(), laws.it_starts_again, "no way to start"),
    ],
    ids=named,
)
def test_a_fault_is_caught(game: Game[Any, Any], law: Law, by: str) -> None:
    assert by in caught(game, law)


class NeverEnds(Pig):
    def outcome(self, state: Sty) -> Result | None:
        return None


class GoesOnForever(TicTacToe):
    """Lets a mark be taken away again and again."""

    def apply(self, state: Board, actor: Actor, command: Command) -> Board:
        after = super().apply(state, actor, command)
        return replace(after, marks=()) if len(after.marks) > 3 else after


def test_a_hang_names_the_state() -> None:
    with pytest.raises(Stuck, match=r'waits for nobody.*"seats":\[1,2,3,4\]'):
        cases(NeverEnds())
    with pytest.raises(Stuck, match=r'not ended after 10000 commands.*"marks":'):
        cases(GoesOnForever())


def test_sound_games_pass_what_the_broken_ones_do_not() -> None:
    for game in (TicTacToe(), Pig(), Auction()):
        for case in cases(game):
            for law in (*laws.LAWS, *secrets.SECRECY):
                law(case)
