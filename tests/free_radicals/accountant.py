"""What each act moves by the rulebook, worked out by hand: knows nothing of how the game does it.

Powers, bonus powers and benefactor's bonuses stand here as in the rulebook's text; what is in print only (rewards,
costs and points of tracks and cards) is read straight out of the packs' files.
"""

from __future__ import annotations

import tomllib
from collections import Counter

from companion.games.free_radicals.commands import Pick
from companion.games.free_radicals.state import FreeRadicalsState
from companion.packs import shipped

COLOURS = ("red", "yellow", "green", "blue", "purple")
RESOURCES = ("hydrogen", "carbon", "titanium")
BUILDINGS = ("farm", "cafe", "casino", "cast_tower", "castle", "spire", "grant_office", "bazaar", "aero_dock", "church")
PACK = {name: tomllib.loads(text.decode()) for name, text in shipped("free_radicals").items()}
POWERS = {
    "farm": {"resource": 2},
    "cafe": {"resource": -2, "points": 4},
    "casino": {"resource": -2, "points": 4},
    "cast_tower": {"credit": -1, "card": 3},
    "castle": {"credit": -1},
    "spire": {},
    "grant_office": {"resource": -1},
    "bazaar": {"card": -1, "credit": 3},
    "aero_dock": {"credit": -2, "resource": 3},
    "church": {"resource": -2, "points": 4},
}
BONUSES = {
    "farmers": {"card": -1},
    "executives": {},
    "artisans": {"points": 3},
    "underground": {},
    "merchants": {"resource": -1},
    "hoteliers": {"card": -1, "points": 2, "credit": 1},
    "couriers": {"points": 4},
    "entertainers": {},
    "adventurers": {"credit": -2, "points": 2},
    "paladins": {"points": 1},
}
BENEFACTOR = {1: (1, ""), 2: (1, "card"), 3: (2, ""), 4: (2, "resource")}

Moves = dict[int, Counter[str]]


def holdings(state: FreeRadicalsState) -> Moves:
    """Return what every seat has: resources, Credits, cards, points, favor of each colour."""
    return {
        p.seat: Counter(
            {
                "resource": p.hydrogen + p.carbon + p.titanium,
                "credit": p.credit,
                "card": len(p.hand),
                "points": p.points,
                **dict(zip(COLOURS, p.favor, strict=True)),
            }
        )
        for p in state.players
    }


def difference(before: FreeRadicalsState, after: FreeRadicalsState) -> Moves:
    """Return what every seat has more or less, nothings left out."""
    one, two = holdings(before), holdings(after)
    found = {seat: Counter({k: two[seat][k] - n for k, n in had.items()}) for seat, had in one.items()}
    return {seat: Counter({k: n for k, n in c.items() if n}) for seat, c in found.items() if any(c.values())}


class Accountant:
    """Works out one act that ``seat`` began in ``state`` and brought to its end with ``picks``."""

    def __init__(self, state: FreeRadicalsState, picks: list[Pick]) -> None:
        self.state, self.picks, self.seat = state, picks, state.turn
        self.moves: Moves = {seat: Counter() for seat in state.seats}
        self.player = state.player(state.turn)

    def act(self, act: str) -> Moves:
        """Return what it moves, for each seat that it moves anything for."""
        getattr(self, f"_{act}")()
        kept = {"resource": self.state.items_in_box, "credit": self.state.items_in_box, "card": self.state.cards_in_box}
        whole = {s: Counter({k: n for k, n in c.items() if n and kept.get(k, True)}) for s, c in self.moves.items()}
        return {seat: counter for seat, counter in whole.items() if counter}

    def _move(self, seat: int, **what: int) -> None:
        for key, n in what.items():
            self.moves[seat][kind(key)] += n

    def _colours(self) -> list[str]:
        return [pick.what for pick in self.picks if pick.what in COLOURS]

    def _visit(self) -> None:
        self._tributes(self.picks[0].what)
        self._power(self.picks[0].what)

    def _tributes(self, building: str) -> None:
        for other in self.state.slots[BUILDINGS.index(building)]:
            if other != self.seat:
                self._move(other, **{self.player.colour: 1, PACK["buildings.toml"][building]["reward"]: 1})

    def _power(self, building: str) -> None:
        self._move(self.seat, **POWERS[building])
        match building:
            case "castle":
                self._move(self.seat, points=self._level(self.player.colour, 0))
            case "spire":
                one, two = self._colours()
                self._move(self.seat, **{one: 1})
                self._move(self.seat, **{two: 1})
            case "grant_office":
                self._knowledge()
            case _:
                pass

    def _level(self, colour: str, more: int) -> int:
        """Return the level of a track, ``more`` steps from where it stands."""
        steps, passed = self.state.knowledge[COLOURS.index(colour)] + more, 0
        for level, length in enumerate(PACK["knowledge.toml"][colour]["steps"], 1):
            if steps <= passed:
                return level - 1
            passed += length
        return 4

    def _knowledge(self) -> None:
        colour = self._colours()[-1]
        track, level = PACK["knowledge.toml"][colour], self._level(colour, 1)
        self._spend(track["cost"][level - 1])
        self._move(self.seat, points=track["points"][level - 1])
        if colour != self.player.colour and level != self._level(colour, 0):
            favor, more = BENEFACTOR[level]
            self._move(self.seat, **{colour: favor, **({more: 1} if more else {})})

    def _spend(self, cost: dict[str, int]) -> None:
        for what, n in cost.items():
            self._move(self.seat, **{what: -n})

    def _bonus(self) -> None:
        faction = self.player.faction
        self._tributes(PACK["factions.toml"][faction]["building"])
        self._move(self.seat, **BONUSES[faction])
        counted = self.player.counters[0] if self.state.aids_in_box else sum(pick.n for pick in self.picks)
        match faction:
            case "executives":
                self._move(self.seat, points=counted)
            case "merchants":
                self._move(self.seat, credit=counted)
            case "entertainers":
                self._power(self.picks[0].what)
            case "paladins":
                self._move(self.seat, **{self._colours()[0]: 1})
            case _:
                pass

    def _awaken(self) -> None:
        first = self.picks[0]
        if not self.state.cards_in_box:
            self._move(self.seat, points=first.n)
            return
        card = PACK["cards.toml"][first.what]
        ways = [card["resources"]] if card.get("resources") else []
        ways += [{"credit": card["credits"]}] if card.get("credits") else []
        which = next((int(pick.what) for pick in self.picks[1:] if pick.what in ("0", "1")), 0)
        self._spend(ways[which])
        self._move(self.seat, card=-1, points=card["points"])

    def _favor(self) -> None:
        self._move(self.seat, **{self.picks[0].what: self.picks[0].n})

    def _prestige(self) -> None:
        self._move(self.seat, points=1)

    def _gain(self) -> None:
        self._move(self.seat, **{self.picks[0].what: self.picks[0].n})

    def _pay(self) -> None:
        self._move(self.seat, **{self.picks[0].what: -self.picks[0].n})

    def _other(self) -> None:
        whom, what = self.picks[:2]
        self._move(int(whom.what), **{what.what: what.n})

    def _trade(self) -> None:
        whom, given, taken = self.picks[:3]
        for giver, getter, pick in ((self.seat, int(whom.what), given), (int(whom.what), self.seat, taken)):
            if pick.what != "nothing":
                self._move(giver, **{pick.what: -pick.n})
                self._move(getter, **{pick.what: pick.n})


def kind(what: str) -> str:
    """Return what an item counts as here."""
    if what in (*RESOURCES, "any"):
        return "resource"
    return "card" if what in ("data", "random") else what
