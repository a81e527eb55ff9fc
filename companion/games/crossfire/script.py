"""The closing script: who still points, who has shown a card at which step, and what is being judged."""

from __future__ import annotations

from .printed import KINDS, Printed
from .state import CrossfireState
from .verdict import Case, first_volley, hit, sniper_decides

CROSSFIRE_SCENES = ("script.guns", "script.agents", "script.shot", "script.vip", "script.own")
SNIPER_SCENES = ("script.shot", "script.assassins", "script.all")


def case_of(printed: Printed, state: CrossfireState) -> Case:
    """Return what is to be judged, with the roles that the box knows."""
    return Case(
        printed,
        state.ring,
        state.roles(),
        {aim.seat: aim.targets for aim in state.aims},
        state.sniper,
        state.shots,
        state.lineup.count("assassin"),
        state.options.literal == "on",
    )


def is_decided(printed: Printed, state: CrossfireState) -> bool:
    """Tell whether the Sniper's cards alone have ended the game."""
    return sniper_decides(case_of(printed, state)) is not None


def steps_of(printed: Printed, state: CrossfireState) -> tuple[str, ...]:
    """Return the phases of the closing script, as far as the table can know them."""
    if not state.sniper:
        return CROSSFIRE_SCENES
    if not state.coming("talk") and state.phase != "talk" and is_decided(printed, state):
        return ("script.shot", "script.all")
    return SNIPER_SCENES


def shows_with_agents(printed: Printed, kind: str) -> bool:
    """Tell whether ``kind`` shows its card when the Agents do: who counts as one, and every protector."""
    return printed.counts_as(kind) == "agent" or printed.role(kind).protects


def out_now(printed: Printed, state: CrossfireState) -> tuple[int, ...]:
    """Return who has been declared shot by this step, in the order of the ring: by Agents, or by the Sniper."""
    if state.sniper:
        declared = not state.coming("talk")
    else:
        declared = state.phase in ("script.shot", "script.vip", "script.own", "end")
    if not declared:
        return ()
    down = hit(first_volley(case_of(printed, state)))
    return tuple(seat for seat in state.ring if seat in down)


def revealed(printed: Printed, state: CrossfireState) -> tuple[int, ...]:
    """Return the seats whose card lies face up at this step, in the order of the seats.

    With the real cards, these are the ones that were told.
    """
    roles = state.roles()
    if not state.cards_in_box:
        return tuple(seat for seat in state.seats if seat in roles)
    face_up = {state.sniper}
    phase = state.phase
    if phase in ("script.own", "script.all", "end"):
        return state.seats
    if state.sniper:
        if not state.coming("talk"):
            face_up |= set(state.shots)
            if not state.coming("script.shot"):
                face_up |= {seat for seat, kind in roles.items() if kind == "assassin"}
    else:
        step = CROSSFIRE_SCENES.index(phase) if phase in CROSSFIRE_SCENES else 0
        if step >= 1:
            face_up |= {seat for seat, kind in roles.items() if shows_with_agents(printed, kind)}
        if step >= 2:
            face_up |= set(out_now(printed, state))
        if step >= 3:
            face_up |= {s for s, kind in roles.items() if kind == "vip" or printed.role(kind).has_gun}
    return tuple(seat for seat in state.seats if seat in face_up)


def pointers(state: CrossfireState) -> tuple[int, ...]:
    """Return who points, in the order of the seats: everyone with a card; in Sniper mode the Assassins not shot.

    With the real cards and fingers the box learns targets in the script, from those who fire. Who has left
    points at nobody.
    """
    if state.sniper:
        roles = state.roles()
        armed = (seat for seat in state.seats if roles.get(seat) == "assassin" and seat not in state.shots)
        return state.present(tuple(armed))
    return state.present() if state.cards_in_box or state.secret else ()


def to_point(state: CrossfireState) -> tuple[int, ...]:
    """Return who has still to point."""
    return tuple(seat for seat in pointers(state) if state.aim_of(seat) is None)


def two_guns(printed: Printed, state: CrossfireState) -> bool:
    """Tell whether a role with two guns is in play: then everyone is asked for two, so that it stays hidden."""
    return any(printed.role(kind).shots > 1 for kind in state.lineup.kinds)


def shooters_told(printed: Printed, state: CrossfireState, scene: str) -> tuple[int, ...]:
    """With the real cards: who of the known seats fires or protects in this step, and has not said at whom."""
    roles = state.roles()
    if scene == "script.agents":
        who = {
            seat
            for seat, kind in roles.items()
            if shows_with_agents(printed, kind) and (printed.role(kind).has_gun or printed.role(kind).protects)
        }
    else:
        out = hit(first_volley(case_of(printed, state)))
        who = {
            seat
            for seat, kind in roles.items()
            if printed.role(kind).has_gun and not shows_with_agents(printed, kind) and seat not in out
        }
    return tuple(s for s in state.present() if s in who and state.aim_of(s) is None)


def asked_kinds(printed: Printed, state: CrossfireState, scene: str) -> tuple[str, ...]:
    """With the real cards: the roles that are asked for in this step, in turn."""
    kinds = tuple(kind for kind in KINDS if kind in state.lineup.kinds)
    match scene:
        case "script.agents":
            return tuple(kind for kind in kinds if shows_with_agents(printed, kind))
        case "script.vip":
            armed = (k for k in kinds if printed.role(k).has_gun and not shows_with_agents(printed, k))
            return ("vip", *armed)
        case "script.assassins":
            return ("assassin",)
        case _:
            return kinds
