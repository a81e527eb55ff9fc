"""How a game starts: what is offered in the lobby, and the first state."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

from msgspec.structs import replace

from companion.game import (
    AnyAsk,
    AskOne,
    AskSome,
    Choice,
    Doubt,
    Illegal,
    Option,
    Setup,
    Text,
    Who,
    say,
)

from .choices import seat_options
from .commands import CrossfireSetup
from .flow import arrive, whole_game
from .lineup import allowed, lineup, listing, role_name
from .printed import DecoyKind, Flag, Printed
from .state import CrossfireState


def next_dealer(seats: tuple[int, ...], last: CrossfireState | None) -> int:
    """Return who deals: the first seat, or the next one clockwise after the last dealer who is still here."""
    if last is None:
        return seats[0]
    place = last.seats.index(last.options.dealer)
    after = (*last.seats[place + 1 :], *last.seats[: place + 1])
    return next((seat for seat in after if seat in seats), seats[0])


def setups(printed: Printed, seats: tuple[int, ...], last: CrossfireState | None) -> tuple[Choice, ...]:
    """Return the ways to start: ready ones first, the last game's again before all; then those with questions."""
    players = len(seats)
    if players not in printed.chart.crossfire:
        return ()
    dealer = next_dealer(seats, last)
    usual = CrossfireSetup(dealer=dealer)
    if last:
        usual = replace(usual, pointing=last.options.pointing, notes=last.options.notes)
    found: list[Choice] = []
    if last and (again := _again(printed, seats, last)):
        found.append(_way("again", again))
    if not found or found[0].command != usual:
        found.append(_way("usual", usual))
    turn = (*seats[seats.index(dealer) :], *seats[: seats.index(dealer)])
    sniping = players in printed.chart.sniper
    sniper = replace(usual, mode="sniper")
    snipers = AskOne(field="sniper", label=say("crossfire.ask.sniper"), options=seat_options(seats))
    if sniping:
        found.append(_way("sniper", sniper, snipers))
    common = (
        AskOne(field="dealer", label=say("crossfire.ask.dealer"), options=seat_options(turn)),
        _switch("pointing", ("fingers", "phones"), usual.pointing),
        _switch("notes", ("off", "on"), usual.notes),
    )
    roles = _roles_ask(printed, "crossfire", players)
    if roles:
        found.append(_way("roles", usual, *roles))
    found.append(_way("custom", usual, *roles, *common))
    if sniping:
        asks = (snipers, *_roles_ask(printed, "sniper", players), *common, _switch("literal", ("off", "on"), "off"))
        found.append(_way("custom_sniper", sniper, *asks))
    return tuple(found)


def _way(name: str, command: CrossfireSetup, *asks: AnyAsk) -> Choice:
    detail = say(f"crossfire.setup.{name}_detail", seat=Who(command.dealer))
    return Choice(
        id=name,
        question="setup",
        command=command,
        label=say(f"crossfire.setup.{name}"),
        detail=detail,
        asks=asks,
    )


def _switch(field: str, values: tuple[str, ...], now: str) -> AskOne:
    """Return the question for a named option, what is set now first: Enter leaves it so."""
    turned = sorted(values, key=lambda value: value != now)
    options = tuple(Option(value=value, label=say(f"crossfire.{field}.{value}")) for value in turned)
    return AskOne(field=field, label=say(f"crossfire.ask.{field}"), options=options)


def _roles_ask(printed: Printed, mode: str, players: int) -> tuple[AnyAsk, ...]:
    kinds = allowed(printed, mode, players)
    if not kinds:
        return ()
    options = tuple(Option(value=kind, label=role_name(kind), detail=say(f"crossfire.win.{kind}")) for kind in kinds)
    return (AskSome(field="roles", label=say("crossfire.ask.roles"), options=options, least=0, most=len(options)),)


def _again(printed: Printed, seats: tuple[int, ...], last: CrossfireState) -> CrossfireSetup | None:
    """Return the last game's options with the next dealer, or None where these seats cannot play them."""
    if last.sniper and last.sniper not in seats:
        return None
    dealer = next_dealer(seats, last)
    if dealer == last.sniper:
        dealer = seats[(seats.index(dealer) + 1) % len(seats)]
    options = replace(last.options, dealer=dealer)
    try:
        lineup(printed, options.mode, len(seats), options.roles)
    except Illegal:
        return None
    return options


def new(printed: Printed, setup: Setup) -> CrossfireState:
    """Return the first state: everything still to come. Raises Illegal where the options do not go together."""
    options = _seated(setup)
    cards = lineup(printed, options.mode, len(setup.seats), options.roles)
    start = setup.seats.index(options.dealer)
    clockwise = (*setup.seats[start:], *setup.seats[:start])
    sniping = options.mode == "sniper"
    ring = tuple(seat for seat in clockwise if not (sniping and seat == options.sniper))
    state = CrossfireState(
        seats=setup.seats,
        keepers=setup.keepers,
        options=options,
        lineup=cards,
        ring=ring,
        claims=("undeclared",) * len(ring),
        shots_left=printed.chart.columns(options.mode)[len(setup.seats)].shots,
    )
    return arrive(printed, replace(state, agenda=whole_game(printed, state)), "")


def _seated(setup: Setup) -> CrossfireSetup:
    """Return the options with dealer and Sniper named. The Sniper never deals: the next player clockwise does."""
    options, seats = setup.options, setup.seats
    if not isinstance(options, CrossfireSetup):
        raise Illegal(say("crossfire.refuse.setup"))
    if any(seat and seat not in seats for seat in (options.dealer, options.sniper)):
        raise Illegal(say("crossfire.refuse.seat"))
    if options.mode == "crossfire" and options.sniper:
        raise Illegal(say("crossfire.refuse.sniper_mode"))
    dealer = options.dealer or seats[0]
    if options.mode == "crossfire":
        return replace(options, dealer=dealer)
    sniper = options.sniper or seats[-1]
    if dealer == sniper:
        dealer = seats[(seats.index(dealer) + 1) % len(seats)]
    return replace(options, dealer=dealer, sniper=sniper)


def doubts(printed: Printed, setup: Setup) -> tuple[Doubt, ...]:
    """Return the unverified values on which this game would rest: its decoys, and who of its roles is armed."""
    options = setup.options
    if not isinstance(options, CrossfireSetup):
        return ()
    players = len(setup.seats)
    found: list[Doubt] = []
    column = printed.chart.columns(options.mode).get(players)
    if column and not column.decoys.verified:
        label = say("crossfire.doubt.decoys", mode=say(f"crossfire.mode.{options.mode}"), n=players)
        key = f"chart.{options.mode}.{players}.decoys"
        sets = tuple(combinations(get_args(DecoyKind), len(column.decoys.kinds)))
        ask = _either(tuple(("+".join(kinds), _decoys(kinds)) for kinds in sets))
        found.append(Doubt(key, label, "+".join(column.decoys.kinds), ask, _decoys(column.decoys.kinds)))
    for kind in options.roles:
        armed = printed.role(kind).armed if kind in printed.roles else True
        if isinstance(armed, Flag) and not armed.verified:
            words = {"true": say("crossfire.arms.gun"), "false": say("crossfire.arms.no_gun")}
            ours = "true" if armed.value else "false"
            key = f"roles.{kind}.armed"
            found.append(Doubt(key, role_name(kind), ours, _either(tuple(words.items())), words[ours]))
    return tuple(found)


def _decoys(kinds: tuple[str, ...]) -> Text:
    return listing(tuple(role_name(kind) for kind in kinds))


def _either(values: tuple[tuple[str, Text], ...]) -> AskOne:
    """Return the question which of these a printed copy says."""
    options = tuple(Option(value=value, label=label) for value, label in values)
    return AskOne(field="value", label=say("crossfire.doubt.which"), options=options)
