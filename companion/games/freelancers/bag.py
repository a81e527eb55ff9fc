"""The time bag (rulebook, "Spending Time"): what is in it, and what each token does when it is drawn."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Draw
from companion.pile import Bag

from .by_hand import left
from .printed import Printed
from .quest.boards import Boards, ThreatToken
from .reading_aloud import enter_entry
from .roles import holder
from .state import FreelancersState, LayRisk, Need, PutBack, Spend
from .tracks import by_influence

TRACKS = ("1", "2")


def risk_name(track: int, again: bool) -> str:
    """Return what a risk token is called: "risk-1", "risk-2-again"."""
    return f"risk-{track}-again" if again else f"risk-{track}"


def threat_name(token: ThreatToken) -> str:
    """Return what a threat token is called once it has been seen: "threat-luck", "threat-risk-2"."""
    name = f"threat-{token.does}" + (f"-{token.track}" if token.does == "risk" and token.track else "")
    return f"{name}-again" if token.again else name


def first_bag(printed: Printed, state: FreelancersState) -> Bag:
    """Return the bag as the Scout fills it: risk tokens and the follower tokens of the start."""
    boards = printed.boards_of(state)
    tokens = tuple(risk_name(token.track, token.again) for token in boards.tokens for _ in range(token.n))
    if state.story:
        found = printed.quest(state).tokens.values()
        return Bag.of((*tokens, *(f"follower-{token.number}" for token in found if token.start)))
    return Bag.of((*tokens, "follower-1", "follower-2", "follower-3"))


def threats(boards: Boards) -> Bag:
    """Return the threat tokens, all of them still face down."""
    return Bag.of(map(threat_name, boards.threats))


def token_kinds(printed: Printed, state: FreelancersState) -> tuple[str, ...]:
    """Return every kind of token that can be in the bag."""
    boards = printed.boards_of(state)
    kinds = {risk_name(token.track, token.again) for token in boards.tokens}
    kinds |= {"wound", "supplies", "threat", *(threat_name(t) for t in boards.threats if t.does == "risk")}
    numbers = printed.quest(state).tokens if state.story else range(1, 27)
    return tuple(sorted(kinds)) + tuple(f"follower-{number}" for number in numbers)


def spend(state: FreelancersState, step: Spend) -> FreelancersState:
    """Return the state with one token to be drawn, or told of; nothing comes out of an empty bag."""
    rest = replace(state, agenda=state.agenda[1:])
    if step.n < 1:
        return rest
    more = (Spend(n=step.n - 1),) if step.n > 1 else ()
    if not state.bag_in_box:
        need = Need(kind="time", options=("done", *TRACKS), seat=holder(state.seats, "scout"), n=step.n)
        return rest.then(need)
    if not state.bag.counts:
        return rest
    number = state.drawn + 1
    draw = Draw(f"bag.{number}", "bag", seat=holder(state.seats, "scout"))
    return replace(rest, drawn=number).then(draw, *more)


def drew(printed: Printed, state: FreelancersState, token: str) -> FreelancersState:
    """Return the state after a token came out of the bag."""
    if token != "threat" and state.bag.count(token):
        state = replace(state, bag=state.bag.take(token))
    again = (Spend(n=1),) if token.endswith("-again") else ()
    kind = token.removesuffix("-again")
    match kind.split("-"):
        case ["threat"]:
            number = state.drawn + 1
            draw = Draw(f"threat.{number}", "bag", seat=holder(state.seats, "scout"))
            return replace(state, drawn=number).then(draw)
        case ["risk", track] | ["threat", "risk", track]:
            return state.then(LayRisk(token, int(track)), *again)
        case ["wound"] | ["threat", "risk"]:
            ask = Need(kind="track", options=TRACKS, seat=holder(state.seats, "scout"), about=token)
            return state.then(ask, *again)
        case ["threat", "luck"]:
            return _everyone(state, "luck", -1)
        case ["threat", "corruption"]:
            return _everyone(state, "corruption", 1)
        case ["follower", number]:
            return _follower(printed, state, token, int(number))
        case _:  # supplies: back to their pile
            return replace(state, supplies=state.supplies + 1) if kind == "supplies" else state


def turned_up(state: FreelancersState, token: str) -> FreelancersState:
    """Return the state after it was seen which threat token was drawn, which is out of the bag with that."""
    bag = state.bag.take("threat") if state.bag.count("threat") else state.bag
    unseen = state.unseen.take(token) if state.unseen.count(token) else state.unseen
    return replace(state, bag=bag.add(token), unseen=unseen)


def _everyone(state: FreelancersState, what: str, by: int) -> FreelancersState:
    if not state.sheets_in_box:
        for seat in by_influence(state, state.seats):
            state = left(state, seat, what, by)
        return state
    for seat in by_influence(state, state.seats):
        player = state.player(seat)
        state = state.with_player(replace(player, **{what: max(0, getattr(player, what) + by)}))
    return state


def _follower(printed: Printed, state: FreelancersState, token: str, number: int) -> FreelancersState:
    """Read the token's code and do what it says; it goes back into the bag after that."""
    state = state.then(PutBack(token))
    if not state.story or number not in printed.quest(state).tokens:
        return state
    return enter_entry(printed, state, printed.quest(state).tokens[number].code)


def put_in(state: FreelancersState, token: str) -> FreelancersState:
    """Return the state with a follower token in the bag that comes to it, told where that is the table's own."""
    return put_back(state, token) if state.bag_in_box else left(state, 0, "bag", 1, token)


def put_back(state: FreelancersState, token: str) -> FreelancersState:
    """Return the state with a follower token in the bag, which never holds it twice."""
    if not state.bag_in_box or state.bag.count(token):
        return state
    return replace(state, bag=state.bag.add(token))


def taken_out(state: FreelancersState, token: str) -> FreelancersState:
    """Return the state with a follower token out of the bag for good, also the one that was just drawn."""
    agenda = tuple(step for step in state.agenda if not (isinstance(step, PutBack) and step.token == token))
    if not state.bag_in_box:
        return left(replace(state, agenda=agenda), 0, "bag", -1, token)
    return replace(state, agenda=agenda, bag=state.bag.take(token) if state.bag.count(token) else state.bag)


def with_supplies(state: FreelancersState, n: int) -> FreelancersState:
    """Return the state with ``n`` supplies in the bag, or as many as are left."""
    if not state.bag_in_box:
        return left(state, 0, "supplies", n)
    n = min(n, state.supplies)
    if n < 1:
        return state
    return replace(state, supplies=state.supplies - n, bag=state.bag.add(*("supplies",) * n))
