"""What people say: answers of one player, and what the party decides together (rulebook, "Breaking Ties")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import Check, Do, begin, find

from . import cards, characters, checks, travel
from .flow import took_off, took_way
from .printed import Printed
from .quest import trials
from .state import Answer, Equip, FreelancersState, Give, Item, LayRisk, Need, Rolled, Voted


def asked(state: FreelancersState) -> Need | None:
    """Return the question that stands on top of the agenda."""
    return state.agenda[0] if state.agenda and isinstance(state.agenda[0], Need) else None


def voted(state: FreelancersState, need: Need, seat: int, what: str) -> FreelancersState:
    """Return the state with a player's vote, which may still be changed."""
    votes = (*(vote for vote in need.votes if vote.seat != seat), Voted(seat, what))
    return replace(state, agenda=(replace(need, votes=votes), *state.agenda[1:]))


def counted(state: FreelancersState, need: Need) -> tuple[str, ...]:
    """Return what has most votes, several where tied; nothing while somebody who is here has not voted."""
    given = {vote.seat: vote.what for vote in need.votes if vote.what in need.options}
    if not given or any(seat not in given for seat in state.present(need.electors)):
        return ()
    most = max(list(given.values()).count(option) for option in need.options)
    return tuple(option for option in need.options if list(given.values()).count(option) == most)


def decided(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state after a vote in which all have voted; in a tie the highest influence that is here picks."""
    need = asked(state)
    if need is None or not need.electors:
        return state
    ahead = counted(state, need)
    if not ahead:
        return state
    if len(ahead) == 1:
        return answered(printed, state, need, ahead[0])
    here = state.present(need.electors) or need.electors
    top = next(seat for seat in state.order if seat in here)
    tie = replace(need, options=ahead, seat=top, electors=())
    return replace(state, agenda=(tie, *state.agenda[1:]))


def answered(printed: Printed, state: FreelancersState, need: Need, what: str) -> FreelancersState:
    """Return the state after the question on top of the agenda was answered."""
    state = replace(state, agenda=state.agenda[1:])
    match need.kind:
        case "next":
            return replace(state, unread=False, behind=len(state.shown))
        case "way":
            return took_way(printed, state, int(what), need.n)
        case "picked":
            return replace(state, picked=int(what))
        case "travel":
            return travel.gone(printed, state, what)
        case "late":
            return state.then(Give(seat=int(what), what="stress", n=1))
        case "time":
            if what == "done":
                return state
            return state.then(LayRisk(f"risk-{what}", int(what)), need)
        case "track":
            return state.then(LayRisk(need.about, int(what)))
        case "reduce":
            return took_off(state, what)
        case "heal":
            return characters.healed(printed, state, need.seat, what)
        case "camp":
            if what == "none":
                return state
            book = printed.quest(state).book
            return replace(state, agenda=begin(book, what, state.agenda, need.seat)) if what in book else state
        case "skill":
            return _skill(printed, state, what)
        case "who":
            return replace(state, answers=(*state.answers, Answer(f"who:{need.about}", int(what))))
        case "yes":
            return replace(state, answers=(*state.answers, Answer(need.about, int(what == "yes"))))
        case "save":
            return state
        case _:
            return _card(printed, state, need, what)


def _card(printed: Printed, state: FreelancersState, need: Need, what: str) -> FreelancersState:
    match need.kind:
        case "lose":
            return cards.lost(printed, state, need.seat, what)
        case "kind":
            return state.then(Equip(seat=need.seat, item=Item(need.about, what)))
        case "attach":
            if what == "attach":
                return cards.attached(state, need.seat, need.about)
            return cards.put_away(printed, state, Item(need.about, "augment"))
        case "swap":
            return cards.swapped(printed, state, what)
        case "draw":
            return characters.drawn_card(state, need.seat, "follower") if what == "draw" else state
        case "steal":
            return _stolen(state, need.seat, what)
        case _:
            pass
    raise AssertionError(f"nobody asks {need.kind}")


def _skill(printed: Printed, state: FreelancersState, what: str) -> FreelancersState:
    step = state.agenda[0]
    assert isinstance(step, Do)
    check = find(printed.quest(state).book, step)
    assert isinstance(check, Check)
    assert isinstance(check.on, trials.SkillCheck)
    return checks.rolling(printed, state, step.who, what, check.on)


def _stolen(state: FreelancersState, thief: int, what: str) -> FreelancersState:
    owner, _, card = what.partition(":")
    if card != "luck":
        return cards.moved(state, int(owner), thief, card)
    player = state.player(int(owner))
    if not player.luck:
        return state
    state = state.with_player(replace(player, luck=player.luck - 1))
    return state.with_player(replace(state.player(thief), luck=state.player(thief).luck + 1))


def totalled(printed: Printed, state: FreelancersState, n: int) -> FreelancersState:
    """Return the state after people told what a check came to, with dice that the box does not see."""
    state = replace(state, agenda=state.agenda[1:])
    rolled = state.agenda[0]
    assert isinstance(rolled, Rolled)
    return checks.settled(printed, replace(state, agenda=state.agenda[1:]), rolled, n)


__all__ = ["answered", "asked", "counted", "decided", "totalled", "voted"]
