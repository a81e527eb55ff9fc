"""The dice pool: what is rolled, and the dice that a Careful Planner sets (rulebook, "Roll Your Dice")."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Roll, say
from companion.pile import Bag

from .needs import Need, Opt
from .printed import Printed
from .state import Die, Player, RollingFreightState
from .terms import BASIC, FACES, PLANNER, die_of, face_name

ROLL = "roll"
UNROLLED = ""
"""The face of a die that is in the hand."""


def pool(printed: Printed, player: Player) -> tuple[Die, ...]:
    """Return a player's dice before they are rolled: the six, then one for each card that brings one."""
    count = printed.tables.dice[BASIC].count
    extra = (die_of(kind) for kind in player.improvements)
    return tuple(Die(kind, UNROLLED) for kind in (*(BASIC,) * count, *(kind for kind in extra if kind)))


def cast(state: RollingFreightState, seat: int) -> RollingFreightState:
    """Return the state with what is in a seat's hand to be rolled."""
    kinds = tuple(die.kind for die in state.player(seat).dice if die.face == UNROLLED)
    if not kinds:
        return state
    number = state.drawn + 1
    return replace(state, drawn=number).doing_next(Roll(f"dice.{number}", "dice", kinds, seat))


def taken_up(printed: Printed, state: RollingFreightState) -> RollingFreightState:
    """Return the state with the pools to be told that the box knows nothing of: people kept them unseen until now."""
    if not state.dice_in_box or state.stage not in ("draft", "turn"):
        return state
    for seat in reversed(state.seats):
        player = state.player(seat)
        if not player.dice:
            in_hand = replace(player, dice=pool(printed, player))
            state = cast(state.idle().with_player(in_hand), seat)
    return state


def bags(printed: Printed, state: RollingFreightState, kinds: tuple[str, ...]) -> tuple[Bag, ...]:
    """Return what each die can show: its own faces, and any where people roll and tell."""
    if state.keeper("dice") == "app":
        return tuple(Bag.of(printed.tables.dice[kind].faces) for kind in kinds)
    return (Bag.of(FACES),) * len(kinds)


def rolled(state: RollingFreightState, seat: int, faces: tuple[str, ...]) -> RollingFreightState:
    """Return the state with ``faces`` on the dice that were in the hand."""
    came = iter(faces)
    player = state.player(seat)
    dice = tuple(replace(die, face=next(came)) if die.face == UNROLLED else die for die in player.dice)
    return state.with_player(replace(player, dice=dice))


# --- setting dice


def plan(printed: Printed, state: RollingFreightState, seat: int) -> Need | None:
    """Ask which dice are set, None where a seat has no Careful Planner: two of its six, with two cards four of all."""
    copies = state.player(seat).copies(PLANNER)
    if not copies or state.keeper("dice") != "app":
        return None
    in_hand = [die for die in state.player(seat).dice if die.face == UNROLLED]
    set_already = len(state.player(seat).dice) - len(in_hand)
    options = [Opt(value=ROLL, label=say("rolling_freight.roll", n=len(in_hand)))]
    if set_already < (2 if copies == 1 else 4):
        kinds = dict.fromkeys(die.kind for die in in_hand if die.basic or copies > 1)
        for kind in kinds:
            for face in dict.fromkeys(printed.tables.dice[kind].faces):
                name = face_name(face)
                label = (
                    say("rolling_freight.set", face=name)
                    if kind == BASIC
                    else say("rolling_freight.set_extra", face=name, die=say(f"rolling_freight.die.{kind}"))
                )
                options.append(Opt(value=f"{kind}.{face}", label=label))
    return Need(seat, "plan", tuple(options))


def planned(state: RollingFreightState, seat: int, what: str) -> RollingFreightState:
    """Return the state with one die set: ``what`` is its kind and face."""
    kind, _, face = what.partition(".")
    player = state.player(seat)
    at = next(i for i, die in enumerate(player.dice) if die.kind == kind and die.face == UNROLLED)
    dice = (*player.dice[:at], Die(kind, face), *player.dice[at + 1 :])
    return state.with_player(replace(player, dice=dice))
