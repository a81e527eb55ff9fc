"""The rulebook once more, read afresh and by itself: a slow judge and a card counter that know none of the game's code.

Seats are numbers, roles their names, ``aims`` whom each seat points at. Written from the rulebook and its rulings, to
be wrong in other ways than the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

# Rows of the set-up chart: VIP, Agents, Assassins, Bystander, and the decoys that we take for the printed ones.
CHART = {
    "crossfire": {
        5: ("1111", "decoy"),
        6: ("1121", "red_decoy"),
        7: ("1221", "decoy"),
        8: ("1221", "red_decoy blue_decoy"),
        9: ("1331", "decoy"),
        10: ("1331", "red_decoy blue_decoy"),
    },
    "sniper": {
        6: ("1121", ""),
        7: ("1121", "decoy"),
        8: ("1121", "red_decoy blue_decoy"),
        9: ("1231", "blue_decoy"),
        10: ("1231", "red_decoy blue_decoy"),
    },
}

# Special roles: modes, fewest and most players, what is removed, what is added beside the role's own card.
SPECIAL = {
    "enforcer": ("crossfire", 5, 8, "agent bystander", "assassin"),
    "bodyguard": ("crossfire", 5, 10, "agent", ""),
    "bomber": ("crossfire sniper", 5, 10, "bystander", ""),
    "peace_keeper": ("crossfire", 7, 10, "agent assassin", "bystander"),
    "protester": ("crossfire sniper", 5, 10, "bystander", ""),
    "supporter": ("crossfire sniper", 5, 10, "bystander", ""),
}

AGENTS = ("agent", "enforcer", "bodyguard")
INNOCENT = ("bystander", "protester", "supporter")
SHIELDS = ("bodyguard", "peace_keeper")


def cards(mode: str, players: int, roles: Sequence[str]) -> list[str] | None:
    """Return the cards that are dealt, sorted, or None where these special roles cannot all join."""
    if players not in CHART[mode]:
        return None
    numbers, decoys = CHART[mode][players]
    deck = Counter(decoys.split())
    for kind, number in zip(("vip", "agent", "assassin", "bystander"), numbers, strict=True):
        deck[kind] += int(number)
    for role in roles:
        modes, least, most, _, added = SPECIAL[role]
        if mode not in modes.split() or not least <= players <= most:
            return None
        deck.update(added.split())
    for role in roles:
        deck.subtract(SPECIAL[role][3].split())
    if min(deck.values()) < 0:
        return None
    deck.update(roles)
    printed = {"agent": 3, "assassin": 3, "bystander": 2}
    if any(number > printed.get(kind, 1) for kind, number in deck.items()):
        return None
    return sorted(deck.elements())


def verdict(
    ring: Sequence[int],
    roles: Mapping[int, str],
    aims: Mapping[int, Sequence[int]],
    sniper: int = 0,
    marked: Sequence[int] = (),
    *,
    literal: bool = False,
) -> tuple[str, set[int]]:
    """Return the team that has won and the seats that have."""
    hits, team = _sniper_night(ring, roles, aims, sniper, marked) if sniper else _crossfire(ring, roles, aims)
    down = {target for _, target in hits}
    vip_shot = any(roles[seat] == "vip" for seat in down)
    bombers = [seat for seat in ring if roles[seat] == "bomber"]
    if bombers and bombers[0] not in down:
        return team, {bombers[0]}
    red = team == "red" if sniper and not literal else vip_shot
    won = set()
    for seat, role in roles.items():
        shooters = {roles[by] for by, target in hits if target == seat}
        good = {
            "vip": not red,
            "agent": not red,
            "enforcer": not red,
            "bodyguard": not red,
            "sniper": team == "blue",
            "assassin": red,
            "bystander": seat not in down,
            "bomber": False,
            "decoy": seat in down,
            "red_decoy": bool(shooters & {"agent", "enforcer", "sniper"}) or red,
            "blue_decoy": "assassin" in shooters or not red,
            "peace_keeper": all(roles[s] not in INNOCENT for s in down),
            "protester": seat not in down and red,
            "supporter": seat not in down and not red,
        }[role]
        if good and not any(by == seat and roles[target] in INNOCENT for by, target in hits):
            won.add(seat)
    return team, won


def _crossfire(
    ring: Sequence[int], roles: Mapping[int, str], aims: Mapping[int, Sequence[int]]
) -> tuple[list[tuple[int, int]], str]:
    shields = {seat: aims[seat][0] for seat in ring if roles[seat] in SHIELDS and aims[seat]}
    agents = [(s, t) for s in ring for t in aims[s][: {"agent": 1, "enforcer": 2}.get(roles[s], 0)]]
    hits = _through(agents, shields)
    out = {target for _, target in hits}
    shields = {seat: target for seat, target in shields.items() if seat not in out}
    assassins = [(s, t) for s in ring if roles[s] == "assassin" and s not in out for t in aims[s][:1]]
    hits = hits + _through(assassins, shields)
    return hits, "red" if any(roles[target] == "vip" for _, target in hits) else "blue"


def _through(shots: list[tuple[int, int]], shields: dict[int, int]) -> list[tuple[int, int]]:
    """Return the shots that hit, and break the shields that were needed: a shield stops one shot in the whole game."""
    hits = []
    for shooter, target in shots:
        broken = [seat for seat, ward in shields.items() if ward == target][:1]
        if broken:
            del shields[broken[0]]
        else:
            hits.append((shooter, target))
    return hits


def _sniper_night(
    ring: Sequence[int], roles: Mapping[int, str], aims: Mapping[int, Sequence[int]], sniper: int, marked: Sequence[int]
) -> tuple[list[tuple[int, int]], str]:
    hits = [(sniper, seat) for seat in marked]
    left = [seat for seat in ring if roles[seat] == "assassin" and seat not in marked]
    if not left:
        return hits, "blue"
    if any(roles[seat] in ("vip", *INNOCENT) for seat in marked):
        return hits, "red"
    last = [(seat, target) for seat in left for target in aims[seat][:1]]
    fallen = {roles[target] for _, target in last}
    return hits + last, "red" if "vip" in fallen and not fallen & set(INNOCENT) else "blue"
