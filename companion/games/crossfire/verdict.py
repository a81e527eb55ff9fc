"""Who shot whom, which team that makes the winner, and every role's own win or loss with its reason. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.game import Text, Who, say

from .lineup import listing
from .printed import Printed

Team = Literal["red", "blue"]


class Case(msgspec.Struct, frozen=True):
    """What is judged. ``order``: the seats with a card, clockwise from the dealer; ``roles``: who holds what.

    ``aims``: whom each points at. In Sniper mode ``sniper`` is that seat, ``cards`` those with a shot card, and
    ``assassins`` how many are in play (with the real cards, not all may be known yet).
    """

    printed: Printed
    order: tuple[int, ...]
    roles: Mapping[int, str]
    aims: Mapping[int, tuple[int, ...]]
    sniper: int = 0
    cards: tuple[int, ...] = ()
    assassins: int = 0
    literal: bool = False


class Shot(msgspec.Struct, frozen=True):
    """One shot: in volley 1 (Agents, or the Sniper's cards) or 2, blocked by the protector ``by`` (0: nobody)."""

    shooter: int
    target: int
    volley: int
    by: int = 0


class Ending(msgspec.Struct, frozen=True):
    """How the game ended for one seat, and why."""

    seat: int
    role: str
    won: bool
    why: Text


class Verdict(msgspec.Struct, frozen=True):
    """The judged game: all shots, the team that won, and each seat's own ending in the order of the seats."""

    shots: tuple[Shot, ...]
    team: Team
    endings: tuple[Ending, ...]


def first_volley(case: Case) -> tuple[Shot, ...]:
    """Return the Agents' shots, who fire at once; in Sniper mode the Sniper's cards, and Agents never fire."""
    if case.sniper:
        return tuple(Shot(case.sniper, target, 1) for target in case.order if target in case.cards)
    agents = [seat for seat in case.order if _fires(case, seat) and _as_agent(case, seat)]
    return _fire(case, agents, 1, tuple(seat for seat in case.order if _protects(case, seat)))


def second_volley(case: Case, first: tuple[Shot, ...]) -> tuple[Shot, ...]:
    """Return the shots of the Assassins who are still in. A protector who is out no longer blocks."""
    if case.sniper and sniper_decides(case):
        return ()
    out = hit(first)
    others = [s for s in case.order if _fires(case, s) and not _as_agent(case, s) and s not in out]
    spent = tuple(shot.by for shot in first if shot.by)
    protectors = tuple(s for s in case.order if _protects(case, s) and s not in out and s not in spent)
    return _fire(case, others, 2, protectors)


def _fire(case: Case, shooters: list[int], volley: int, protectors: tuple[int, ...]) -> tuple[Shot, ...]:
    """Return the shots of one volley; each protector blocks the first shot at its ward, lowest seat first."""
    free = list(protectors)
    shots: list[Shot] = []
    for shooter in shooters:
        for target in case.aims.get(shooter, ())[: case.printed.role(case.roles[shooter]).shots]:
            by = next((p for p in free if case.aims.get(p, ())[:1] == (target,)), 0)
            if by:
                free.remove(by)
            shots.append(Shot(shooter, target, volley, by))
    return tuple(shots)


def hit(shots: tuple[Shot, ...]) -> frozenset[int]:
    """Return who was shot: a player whose every shot was blocked was not."""
    return frozenset(shot.target for shot in shots if not shot.by)


def sniper_decides(case: Case) -> Team | None:
    """Return the team that has won on the Sniper's cards alone, or None when the Assassins still point."""
    shot = sum(case.roles.get(seat) == "assassin" for seat in case.cards)
    if shot == case.assassins:
        return "blue"
    counted = {seat for seat in case.cards if _as(case, seat) in ("vip", "bystander")}
    return "red" if counted else None


def vip_is_shot(case: Case, shots: tuple[Shot, ...]) -> bool:
    """Tell whether the VIP is among those hit."""
    return any(case.roles.get(seat) == "vip" for seat in hit(shots))


def winning_team(case: Case, shots: tuple[Shot, ...]) -> Team:
    """Return the team that the mode's own steps name."""
    if not case.sniper:
        return "red" if vip_is_shot(case, shots) else "blue"
    early = sniper_decides(case)
    if early:
        return early
    bystander = any(_as(case, seat) == "bystander" for seat in hit(shots))
    return "red" if vip_is_shot(case, shots) and not bystander else "blue"


def judge(case: Case) -> Verdict:
    """Return the verdict over a case in which every seat's role is known."""
    first = first_volley(case)
    shots = (*first, *second_volley(case, first))
    team = winning_team(case, shots)
    seats = (*case.order, *((case.sniper,) if case.sniper else ()))
    bomber = next((s for s in case.order if case.roles[s] == "bomber" and s not in hit(shots)), 0)
    endings: list[Ending] = []
    for seat in seats:
        if bomber and seat != bomber:
            won, why = False, say("crossfire.why.bomber_alive", seat=Who(bomber))
        elif victims := _innocents(case, shots, seat):
            won, why = False, say("crossfire.why.shot_innocent", seats=listing(victims))
        else:
            won, why = _own(case, shots, team, seat)
        endings.append(Ending(seat, case.roles[seat], won, why))
    return Verdict(shots, team, tuple(endings))


def _innocents(case: Case, shots: tuple[Shot, ...], shooter: int) -> tuple[Text, ...]:
    """Return those shot by ``shooter`` whom nobody may shoot: Bystanders and who counts as one."""
    return tuple(
        say("crossfire.who", seat=Who(seat))
        for seat in case.order
        if _as(case, seat) == "bystander"
        and any(shot.shooter == shooter and shot.target == seat and not shot.by for shot in shots)
    )


def _own(case: Case, shots: tuple[Shot, ...], team: Team, seat: int) -> tuple[bool, Text]:
    """Return whether the role's own condition holds, and why."""
    down = seat in hit(shots)
    by = {_side(case, shot.shooter) for shot in shots if shot.target == seat and not shot.by}
    # In Sniper mode the cards' "VIP is shot" follows the team verdict, unless the option reads them literally.
    red = vip_is_shot(case, shots) if case.literal or not case.sniper else team == "red"
    suffix = "team" if case.sniper and not case.literal else "vip"
    side = say(f"crossfire.why.{'red' if red else 'blue'}_{suffix}")
    match case.roles[seat]:
        case "vip":
            return not red, say("crossfire.why.vip_down") if down and red else side
        case "agent" | "enforcer" | "bodyguard":
            return not red, side
        case "assassin":
            return red, side
        case "sniper":
            return team == "blue", say(f"crossfire.why.{team}_team")
        case "bystander" | "bomber":
            return not down, say("crossfire.why.down" if down else "crossfire.why.unhurt")
        case "decoy":
            return down, say("crossfire.why.decoy_down" if down else "crossfire.why.decoy_missed")
        case "red_decoy":
            return ("blue" in by, say("crossfire.why.red_decoy_down")) if "blue" in by else (red, side)
        case "blue_decoy":
            return ("red" in by, say("crossfire.why.blue_decoy_down")) if "red" in by else (not red, side)
        case "peace_keeper":
            peace = not any(_as(case, s) == "bystander" for s in hit(shots))
            return peace, say("crossfire.why.peace" if peace else "crossfire.why.no_peace")
        case "protester":
            return (False, say("crossfire.why.down")) if down else (red, side)
        case "supporter":
            return (False, say("crossfire.why.down")) if down else (not red, side)
        case kind:
            raise ValueError(f"no ending for {kind}")


def _as(case: Case, seat: int) -> str:
    kind = case.roles.get(seat)
    return case.printed.counts_as(kind) if kind else ""


def _as_agent(case: Case, seat: int) -> bool:
    return _as(case, seat) == "agent"


def _side(case: Case, seat: int) -> str:
    """Return whose shot it is: an Agent's (an Enforcer's and a Sniper's card too), an Assassin's, or neither's."""
    return {"agent": "blue", "sniper": "blue", "assassin": "red"}.get(_as(case, seat), "")


def _fires(case: Case, seat: int) -> bool:
    kind = case.roles.get(seat)
    return bool(kind) and case.printed.role(str(kind)).has_gun


def _protects(case: Case, seat: int) -> bool:
    kind = case.roles.get(seat)
    return bool(kind) and case.printed.role(str(kind)).protects
