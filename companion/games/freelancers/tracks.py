"""The boards: influence track, threat dial, risk tracks, wound track, location dials."""

from __future__ import annotations

from msgspec.structs import replace

from companion.pile import Bag

from .printed import Printed
from .state import FreelancersState, LayRisk, PushRisk, Raise

# --- influence (rulebook, "Gaining/Losing Influence")


def shifted(state: FreelancersState, seat: int, by: int) -> FreelancersState:
    """Return the state after a marker moved up by ``by`` (down, below zero), the others making room.

    Who is at the top already discards a corruption instead, whatever the size of the gain.
    """
    at = state.order.index(seat)
    if by > 0 and at == 0:
        player = state.player(seat)
        return state.with_player(replace(player, corruption=max(0, player.corruption - 1)))
    to = min(max(at - by, 0), len(state.order) - 1)
    return ranked(state, seat, to)


def ranked(state: FreelancersState, seat: int, to: int) -> FreelancersState:
    """Return the state with a marker at a place of the track, 0 at the top: no gaps, no shared spaces."""
    others = tuple(other for other in state.order if other != seat)
    return replace(state, order=(*others[:to], seat, *others[to:]))


def by_influence(state: FreelancersState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return ``seats`` in order of influence, the highest first."""
    return tuple(seat for seat in state.order if seat in seats)


# --- threat (rulebook, "Threat", "Risk Tokens")


def threat(printed: Printed, state: FreelancersState) -> int:
    """Return the threat: the dial's value and the number of players."""
    values = printed.boards_of(state).threat
    return values[min(state.level, len(values) - 1)] + len(state.seats)


def raised(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state one level of threat higher: its token goes into the bag, and so does all that lies as risk."""
    boards = printed.boards_of(state)
    level = state.level + 1
    bag = state.bag.add(*returning(state, 0), *returning(state, 1))
    if level > state.added and level <= len(boards.threats) and state.bag_in_box:
        bag = bag.add("threat")
    state = replace(state, level=level, added=max(level, state.added), bag=bag, tracks=((), ()))
    return replace(state, lost="threat") if level >= len(boards.threat) else state


def turned_back(state: FreelancersState, n: int) -> FreelancersState:
    """Return the state with the dial turned back: never below its start, and nothing else happens."""
    return replace(state, level=max(0, state.level - n))


def returning(state: FreelancersState, at: int) -> tuple[str, ...]:
    """Return the tokens of a risk track as they go back into the bag (none where people keep the bag)."""
    return state.tracks[at] if state.bag_in_box else ()


def laid(printed: Printed, state: FreelancersState, step: LayRisk) -> FreelancersState:
    """Return the state with a token on a risk track; when that fills it the threat level is raised."""
    at = step.track - 1
    track = (*state.tracks[at], step.token)
    tracks = (track, state.tracks[1]) if at == 0 else (state.tracks[0], track)
    state = replace(state, tracks=tracks)
    return state.then(Raise(n=1)) if len(track) >= printed.boards_of(state).risk[at] else state


def taken_off(state: FreelancersState, at: int, token: str) -> FreelancersState:
    """Return the state with one token of a risk track back in the bag (rulebook, "Reducing Risk")."""
    track = list(state.tracks[at])
    if token not in track:
        return state
    track.remove(token)
    tracks = (tuple(track), state.tracks[1]) if at == 0 else (state.tracks[0], tuple(track))
    bag = state.bag.add(token) if state.bag_in_box else state.bag
    return replace(state, tracks=tracks, bag=bag)


def reducible(state: FreelancersState) -> tuple[str, ...]:
    """Return what can be taken off the risk tracks: "1:risk-1", each kind of a track once."""
    return tuple(f"{n}:{token}" for n, track in enumerate(state.tracks, 1) for token in Bag.of(track).kinds)


def pushed(printed: Printed, state: FreelancersState, step: PushRisk) -> FreelancersState:
    """Return the state after one plain risk token went from the bag onto a track, as an effect says; then the rest.

    Track 0 is the fuller one, the first if equal; what the bag does not have is not moved.
    """
    state = replace(state, agenda=state.agenda[1:])
    if step.n < 1:
        return state
    at = step.track or (2 if len(state.tracks[1]) > len(state.tracks[0]) else 1)
    token = f"risk-{at}"
    if state.bag_in_box:
        found = next((kind for kind in (token, f"{token}-again") if state.bag.count(kind)), None)
        if found is None:
            return state
        token = found
        state = replace(state, bag=state.bag.take(token))
    return laid(printed, state.then(PushRisk(n=step.n - 1, track=step.track)), LayRisk(token, at))


# --- wounds (rulebook, "HP, Stress & Wounds")


def wounds_off(state: FreelancersState, n: int) -> FreelancersState:
    """Return the state with ``n`` wound tokens off the wound track; with the last one every player loses."""
    left = max(0, state.wounds - n)
    return replace(state, wounds=left, lost=state.lost or ("wounds" if left == 0 else ""))


def wounds_back(printed: Printed, state: FreelancersState, n: int) -> FreelancersState:
    """Return the state with ``n`` wound tokens back on the wound track."""
    return replace(state, wounds=min(printed.boards_of(state).wounds, state.wounds + n))


# --- location dials


def dialled(printed: Printed, state: FreelancersState, at: int, n: int) -> FreelancersState:
    """Return the state with a location dial (from 0) at ``n``, never beyond its ends."""
    n = min(max(n, 0), printed.boards_of(state).dial_most)
    return replace(state, dials=(*state.dials[:at], n, *state.dials[at + 1 :]))


def dial_at(printed: Printed, state: FreelancersState, name: str) -> int | None:
    """Return which dial (from 0) a page calls so; None where the open page has none of that name."""
    page = printed.page(state)
    names = [dial.name for dial in page.dials] if page is not None else []
    return names.index(name) if name in names and names.index(name) < len(state.dials) else None
