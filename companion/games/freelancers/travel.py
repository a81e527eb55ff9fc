"""Traveling on the map (rulebook, "Traveling on the Map", "Backtracking")."""

from __future__ import annotations

from msgspec.structs import replace

from .printed import Printed
from .quest.map_sheet import Path
from .reading_aloud import enter_entry
from .state import Arrive, FreelancersState, Happens, Need, Spend


def is_open(state: FreelancersState, path: Path) -> bool:
    """Tell whether a path can be walked."""
    return path.key in state.opened or (not path.shut and path.key not in state.shut)


def other_end(path: Path, place: str) -> str:
    """Return where a path leads from ``place``."""
    return path.between[1] if path.between[0] == place else path.between[0]


def ways(printed: Printed, state: FreelancersState) -> tuple[str, ...]:
    """Return the paths that the party may select: to a crossed-out place only one that it has walked already."""
    here = [p for p in printed.quest(state).map.paths if state.place in p.between and is_open(state, p)]
    strict = tuple(
        path.key
        for path in here
        if other_end(path, state.place) not in state.visited
        or path.key in state.walked
        or state.options.paths == "loose"
    )
    return strict or tuple(path.key for path in here)


def set_out(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state in which the party decides where to go. With no way at all it is lost."""
    state = replace(state, stage="story", page=0, round=0, standees=(), locks=(), agenda=state.dues)
    paths = ways(printed, state)
    if not paths:
        return replace(state, lost="stranded")
    return replace(state, agenda=(*state.agenda, Need(kind="travel", options=paths, electors=state.order)))


def gone(printed: Printed, state: FreelancersState, key: str) -> FreelancersState:
    """Return the state with the party on a path: 1 time is spent, then it is there."""
    path = next(path for path in printed.quest(state).map.paths if path.key == key)
    walked = state.walked if key in state.walked else (*state.walked, key)
    return replace(state, walked=walked, shown=()).then(
        Spend(n=1), Arrive(place=other_end(path, state.place)), Happens(event="travel")
    )


def arrive(printed: Printed, state: FreelancersState, step: Arrive) -> FreelancersState:
    """Return the state with the party at a place: read on its first visit; else it travels on at once."""
    state = replace(state, agenda=state.agenda[1:], place=step.place)
    if step.place in state.visited:
        return state
    state = replace(state, visited=(*state.visited, step.place))
    place = next(place for place in printed.quest(state).map.places if place.key == step.place)
    if not place.entry:
        return state
    events, state = state.agenda, replace(state, agenda=())  # what cards do for the journey comes before the entry
    state = enter_entry(printed, state, place.entry)
    return replace(state, agenda=(*events, *state.agenda))


def trading(printed: Printed, state: FreelancersState) -> bool:
    """Tell whether the party is at a trading post and nothing is being resolved."""
    if not state.story or not idle(state):
        return False
    return any(place.key == state.place and place.trading for place in printed.quest(state).map.places)


def idle(state: FreelancersState) -> bool:
    """Tell whether no effect is being resolved: nothing is to be done, or only the next path to be chosen."""
    top = state.agenda[0] if state.agenda else None
    return top is None or (len(state.agenda) == 1 and isinstance(top, Need) and top.kind == "travel")
