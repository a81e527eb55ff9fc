"""What people are asked when they roll real dice, or draw real cards and cargo, and tell the box what came."""

from __future__ import annotations

from companion.game import Chance, Draw, Group, Option, Roll, Text, Who, plain, say

from .phases import waiting
from .printed import Printed
from .state import RollingFreightState
from .terms import (
    COLOURS,
    DISASTER,
    END,
    FACES,
    IMPROVEMENTS,
    KINDS,
    colour_name,
    colour_of,
    contract_name,
    face_name,
    improvement_name,
    number_of,
)
from .tracks import DISASTERS


def told(chance: Chance) -> tuple[Option, ...]:
    """Return the answers to pick from: only what can really come next.

    A contract goes by its colour and then its number, as when it is taken; faces of dice come as FACES has them, so
    that all of a player die stand on the first ten keys.
    """
    match chance.component:
        case "dice":
            return tuple(Option(face, face_name(face)) for face in FACES)
        case "bag":
            top = chance.pile.top()
            return tuple(Option(c, colour_name(c), digit=n) for n, c in enumerate(COLOURS, 1) if top.count(c))
        case "improvements":
            kinds = [kind for kind in IMPROVEMENTS if chance.pile.top().count(kind)]
            return tuple(
                Option(kind, improvement_name(kind), digit=(IMPROVEMENTS.index(kind) + 1) % 10) for kind in kinds
            )
        case _:
            return _cards(chance)


def _cards(chance: Chance) -> tuple[Option, ...]:
    kinds = chance.pile.top().kinds
    contracts = [kind for kind in kinds if kind not in (END, DISASTER)]
    contracts.sort(key=lambda key: (KINDS.index(colour_of(key)), number_of(key)))
    others = [Option(kind, say(f"rolling_freight.told.{kind.lower()}")) for kind in (END, DISASTER) if kind in kinds]
    return (*map(_contract, contracts), *others)


def _contract(key: str) -> Option:
    colour = colour_of(key)
    group = Group(colour_name(colour), KINDS.index(colour) + 1)
    return Option(key, contract_name(key), digit=number_of(key) % 10, group=group)


def asked(printed: Printed, state: RollingFreightState, step: Draw | Roll) -> Text | None:
    """Return what a draw or roll is for, where people have to know it to tell what came."""
    if isinstance(step, Roll):
        assert step.seat is not None
        return say("rolling_freight.told.dice", seat=Who(step.seat))
    if step.component == "bag" and state.keeper("bag") == "told":
        atlas = printed.maps[state.options.map]
        city = atlas.circles[waiting(printed, state)[0]].city
        return say("rolling_freight.told.bag", city=plain(atlas.city(city).name))
    if step.key.startswith(DISASTERS):
        return say("rolling_freight.told.struck")
    if step.component in ("contracts", "improvements"):
        return say(f"rolling_freight.told.{step.component}")
    return None
