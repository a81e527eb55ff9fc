"""Everything public, set by hand: reality wins."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AskNumber, AskOne, Choice, Group, Option, Text, Who, say

from .circles import circle_corrections, circle_fixed
from .commands import (
    Fix,
    FixCargo,
    FixCircle,
    FixContract,
    FixCubes,
    FixDie,
    FixGain,
    FixLast,
    FixLose,
    FixOwner,
    FixPhase,
    FixScore,
    FixStations,
    FixStock,
    FixTaken,
    FixTurn,
)
from .contracts import length_of
from .delivery import cargo_left
from .dice import UNROLLED, bags
from .improvements import gained, left_over, returned
from .phases import opening
from .printed import Printed
from .state import Player, RollingFreightState
from .terms import (
    COLOURS,
    IMPROVEMENTS,
    KINDS,
    PERIODS,
    colour_name,
    colour_of,
    contract_name,
    face_name,
    improvement_name,
    number_of,
    seat_name,
)

MOST = 999


def corrections(printed: Printed, state: RollingFreightState) -> tuple[Choice, ...]:
    """Return what can be set by hand now: between acts, and at the end the points."""
    if state.doing or state.agenda or state.stage not in ("turn", "end"):
        return ()
    found = [_score(player.seat) for player in state.players]
    if state.stage == "end":
        return tuple(found)
    found.append(_turn(state.seats))
    if not state.deck_in_box:
        found += _phase(state)
    if state.built:
        found.append(_owner(state))
    if state.map_in_box:
        found += circle_corrections(printed, state)
    steps = len(printed.tables.stations.price)
    left = cargo_left(printed, state)
    for player in state.players:
        seat = player.seat
        found.append(_number(f"stations.{seat}", FixStations(seat, 0), "stations", seat, 0, steps))
        if not state.map_in_box:
            found += [_cargo(player, colour, left[at]) for at, colour in enumerate(COLOURS)]
        if state.stock_in_box:
            found += [_stock(printed, state, player, colour) for colour in COLOURS]
        if state.dice_in_box:
            found += _dice(printed, state, player)
        found += _works(printed, state, player)
        found += _improvements(printed, state, player)
    return tuple(found)


def _fix(name: str, command: Fix, label: Text, *asks: AskNumber | AskOne) -> Choice:
    return Choice(id=name, question="fix", command=command, label=label, asks=asks)


def _n(low: int, high: int) -> AskNumber:
    return AskNumber(field="n", label=say("rolling_freight.ask.set"), low=low, high=high)


def _number(name: str, command: Fix, what: str, seat: int, low: int, high: int) -> Choice:
    return _fix(name, command, say(f"rolling_freight.fix.{what}", seat=Who(seat)), _n(low, high))


def _score(seat: int) -> Choice:
    return _number(f"score.{seat}", FixScore(seat, 0), "score", seat, 0, MOST)


def _cargo(player: Player, colour: str, left: int) -> Choice:
    """Offer at most what is not with others: the markers are as many as they are."""
    held = player.cargo[COLOURS.index(colour)]
    label = say("rolling_freight.fix.cargo", seat=Who(player.seat), colour=colour_name(colour))
    return _fix(f"cargo.{player.seat}.{colour}", FixCargo(player.seat, colour, 0), label, _n(0, held + left))


def _stock(printed: Printed, state: RollingFreightState, player: Player, colour: str) -> Choice:
    high = player.stocked(colour) + printed.tables.limits.stock - state.stock_left(colour)
    label = say("rolling_freight.fix.stock", seat=Who(player.seat), colour=colour_name(colour))
    return _fix(f"stock.{player.seat}.{colour}", FixStock(player.seat, colour, 0), label, _n(0, high))


def _dice(printed: Printed, state: RollingFreightState, player: Player) -> list[Choice]:
    """Offer each different die of a pool, to be turned to any face that it could have come to."""
    found = []
    kinds = dict.fromkeys((die.kind, die.face) for die in player.dice if die.face != UNROLLED)
    for kind, face in kinds:
        (bag,) = bags(printed, state, (kind,))
        options = tuple(Option(other, face_name(other)) for other in bag.kinds if other != face)
        if not options:
            continue
        ask = AskOne(field="face", label=say("rolling_freight.ask.face"), options=options)
        name = say("rolling_freight.die_shows", die=say(f"rolling_freight.die.{kind}"), face=face_name(face))
        label = say("rolling_freight.fix.die", seat=Who(player.seat), what=name)
        found.append(_fix(f"die.{player.seat}.{kind}.{face}", FixDie(player.seat, f"{kind}.{face}", ""), label, ask))
    return found


def _works(printed: Printed, state: RollingFreightState, player: Player) -> list[Choice]:
    found = []
    for work in player.works:
        name = contract_name(work.contract)
        length = length_of(printed, state, work.contract)
        free = work.cubes + printed.tables.limits.cubes - player.cubes
        high = min(free, length - 1) if length is not None else free
        if state.cubes_in_box and high > 0:
            label = say("rolling_freight.fix.cubes", what=name)
            found.append(_fix(f"cubes.{work.contract}", FixCubes(work.contract, 0), label, _n(0, high)))
        label = say("rolling_freight.fix.contract", seat=Who(player.seat), what=name)
        found.append(_fix(f"contract.{work.contract}", FixContract(work.contract), label))
    return found


def _improvements(printed: Printed, state: RollingFreightState, player: Player) -> list[Choice]:
    found, who = [], Who(player.seat)
    free = _kinds([kind for kind in IMPROVEMENTS if left_over(printed, state, kind)])
    if player.holds < printed.tables.limits.improvements and free.options:
        found.append(
            _fix(f"gain.{player.seat}", FixGain(player.seat, ""), say("rolling_freight.fix.gain", seat=who), free)
        )
    held = dict.fromkeys((*player.improvements, *player.bought))
    if held:
        label = say("rolling_freight.fix.lose", seat=who)
        found.append(_fix(f"lose.{player.seat}", FixLose(player.seat, ""), label, _kinds(list(held))))
    return found


def _kinds(kinds: list[str]) -> AskOne:
    options = tuple(Option(kind, improvement_name(kind), digit=(IMPROVEMENTS.index(kind) + 1) % 10) for kind in kinds)
    return AskOne(field="kind", label=say("rolling_freight.ask.improvement"), options=options)


def _phase(state: RollingFreightState) -> list[Choice]:
    letters = PERIODS[: min(state.phases, state.period + 2)]  # one after the other: each opens its circles
    options = tuple(
        Option(letter, say("rolling_freight.note.phase", letter=letter), digit=n) for n, letter in enumerate(letters, 1)
    )
    ask = AskOne(field="period", label=say("rolling_freight.ask.phase"), options=options)
    last = say("rolling_freight.fix.last")
    return [
        _fix("phase", FixPhase("A"), say("rolling_freight.fix.phase"), ask),
        _fix("last", FixLast(0), last, _n(0, len(state.seats) + 1)),
    ]


def _owner(state: RollingFreightState) -> Choice:
    """Offer every finished link by its colour and number, and whose it is."""
    links = sorted(
        (link.contract for link in state.built), key=lambda key: (KINDS.index(colour_of(key)), number_of(key))
    )
    which = AskOne(
        field="contract",
        label=say("rolling_freight.ask.link"),
        options=tuple(
            Option(key, contract_name(key), group=Group(colour_name(colour_of(key)), KINDS.index(colour_of(key)) + 1))
            for key in links
        ),
    )
    label = say("rolling_freight.fix.owner")
    return _fix("owner", FixOwner("", 0), label, which, _seats(say("rolling_freight.ask.owner"), state.seats))


def _turn(seats: tuple[int, ...]) -> Choice:
    ask = _seats(say("rolling_freight.ask.turn"), seats)
    return _fix("turn", FixTurn(0), say("rolling_freight.fix.turn"), ask)


def _seats(label: Text, seats: tuple[int, ...]) -> AskOne:
    options = tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in seats)
    return AskOne(field="seat", label=label, options=options)


def _with(numbers: tuple[int, ...], colour: str, n: int) -> tuple[int, ...]:
    return tuple(n if of == colour else old for of, old in zip(COLOURS, numbers, strict=True))


def fixed(printed: Printed, state: RollingFreightState, command: Fix) -> RollingFreightState:
    """Return the state after a correction that is known to be on offer. Points corrected get a line of their own."""
    match command:
        case FixScore(seat, n):
            return state.scored(seat, n - state.player(seat).points, "fix")
        case FixStations(seat, n):
            return state.with_player(replace(state.player(seat), stations=n))
        case FixCargo(seat, colour, n):
            player = state.player(seat)
            return state.with_player(replace(player, cargo=_with(player.cargo, colour, n)))
        case FixStock(seat, colour, n):
            player = state.player(seat)
            return state.with_player(replace(player, stock=_with(player.stock, colour, n)))
        case FixDie(seat, was, face):
            return _turned(state, seat, was, face)
        case FixTurn(seat):
            return replace(state, turn=seat, deliveries=0, used=0, steady=0)
        case FixOwner(contract, seat):
            built = tuple(replace(link, seat=seat) if link.contract == contract else link for link in state.built)
            return replace(state, built=built)
        case FixCubes(contract, n):
            player = _builder(state, contract)
            works = tuple(replace(work, cubes=n) if work.contract == contract else work for work in player.works)
            return state.with_player(replace(player, works=works))
        case FixContract(contract):
            player = _builder(state, contract)
            works = tuple(work for work in player.works if work.contract != contract)
            return replace(state, gone=(*state.gone, contract)).with_player(replace(player, works=works))
        case FixGain(seat, kind):
            return gained(printed, state, seat, kind)
        case FixLose(seat, kind):
            return returned(state, seat, kind)
        case FixCircle() | FixTaken():
            return circle_fixed(state, command)
        case FixPhase(period):
            return _at_phase(state, PERIODS.index(period))
        case FixLast(n):
            return replace(state, last=n, ender=(state.ender or state.turn) if n else 0)


def _at_phase(state: RollingFreightState, period: int) -> RollingFreightState:
    """Return the state at a phase, with no end-of-phase card yet; the circles of a later one get their cargo."""
    on = period > state.period
    state = replace(state, period=period, last=0, ender=0, later=())
    return opening(state) if on else state


def _builder(state: RollingFreightState, contract: str) -> Player:
    return next(player for player in state.players if player.work(contract) is not None)


def _turned(state: RollingFreightState, seat: int, was: str, face: str) -> RollingFreightState:
    kind, _, shown = was.partition(".")
    player = state.player(seat)
    at = next(i for i, die in enumerate(player.dice) if (die.kind, die.face) == (kind, shown))
    die = replace(player.dice[at], face=face, spent=False)
    return state.with_player(replace(player, dice=(*player.dice[:at], die, *player.dice[at + 1 :])))
