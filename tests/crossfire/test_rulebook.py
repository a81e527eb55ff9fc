"""Whole games against the rulebook read afresh: any cards, any fingers, from the box and with the real cards."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Illegal, Result
from companion.games.crossfire.commands import Next, PlaceShot, Point, Reveal, ShotCards, Targets, TimeUp, Was, Were
from companion.games.crossfire.lineup import lineup
from companion.games.crossfire.state import AskShotCards, AskWas, AskWere
from tests.crossfire import rulebook
from tests.crossfire.table import NAMES, REAL_CARDS, Friends, game

SETS = [roles for n in range(7) for roles in combinations(rulebook.SPECIAL, n)]
LINEUPS = [
    (mode, players, roles)
    for mode in ("crossfire", "sniper")
    for players in range(5, 11)
    for roles in SETS
    if rulebook.cards(mode, players, roles)
]


@pytest.mark.parametrize("mode", ["crossfire", "sniper"])
@pytest.mark.parametrize("players", range(5, 11))
def test_every_set_of_special_roles_is_dealt_or_refused_as_the_rulebook_has_it(mode: str, players: int) -> None:
    for roles in SETS:
        try:
            dealt: list[str] | None = sorted(lineup(game.printed, mode, players, roles).items())
        except Illegal:
            dealt = None
        assert dealt == rulebook.cards(mode, players, roles), roles


class Night(NamedTuple):
    """What happens at a table: who holds what, whom everybody points at, before whom the Sniper's cards lie."""

    mode: str
    special: tuple[str, ...]
    dealer: int
    sniper: int
    roles: dict[int, str]
    aims: dict[int, tuple[int, ...]]
    marked: tuple[int, ...]
    literal: bool

    @property
    def ring(self) -> tuple[int, ...]:
        seats = tuple(self.roles)
        turn = (*seats[self.dealer - 1 :], *seats[: self.dealer - 1])
        return tuple(seat for seat in turn if seat != self.sniper)


@st.composite
def nights(draw: st.DrawFn) -> Night:
    mode, players, special = draw(st.sampled_from(LINEUPS))
    hands = draw(st.permutations(rulebook.cards(mode, players, special) or []))
    seats = tuple(range(1, players + 1))
    sniper = draw(st.sampled_from(seats)) if mode == "sniper" else 0
    held = iter(hands)
    roles = {seat: "sniper" if seat == sniper else next(held) for seat in seats}
    # Fingers gather on a few, so that shots, shields and second shots meet.
    few = draw(st.lists(st.sampled_from(seats), min_size=2, max_size=3))
    aims = {}
    for seat in seats:
        others = [other for other in draw(st.sampled_from((seats, few))) if other != seat]
        finger = st.sampled_from(others) if others else st.nothing()
        most = 2 if "enforcer" in special else 1
        aims[seat] = tuple(draw(st.lists(finger, max_size=most))) if others else ()
    cards = hands.count("assassin")
    free = [seat for seat in seats if seat != sniper]
    marked = tuple(sorted(draw(st.sets(st.sampled_from(free), max_size=cards)))) if sniper else ()
    dealer = draw(st.sampled_from(free))
    return Night(mode, special, dealer, sniper, roles, aims, marked, bool(sniper) and draw(st.booleans()))


def sit_down(night: Night, *, real: bool = False) -> Friends:
    """Everybody sits, and the cards come as the night has them: trios give each its own card back."""
    friends = Friends(
        "" if real else " ".join(night.roles.values()),
        players=len(night.roles),
        keepers=REAL_CARDS if real else (),
        mode=night.mode,
        roles=night.special,
        dealer=night.dealer,
        sniper=night.sniper,
        literal="on" if night.literal else "off",
    )
    friends.deal()
    return friends


def aim(friends: Friends, night: Night) -> None:
    """Type whom all point at who have still to be said."""
    command = friends.offered("box")["targets"].command
    assert isinstance(command, Targets)
    friends.do("box", Targets(command.who, tuple(night.aims[seat] for seat in command.who)))


def agrees(result: Result, night: Night) -> None:
    team, won = rulebook.verdict(night.ring, night.roles, night.aims, night.sniper, night.marked, literal=night.literal)
    assert set(result.winners) == won
    assert {score.seat for score in result.scores if score.points} == won
    if not (len(won) == 1 and night.roles[min(won)] == "bomber"):
        assert result.why.key == f"crossfire.team.{team}"


@settings(max_examples=300, deadline=None)
@given(nights())
def test_cards_in_the_box(night: Night) -> None:
    friends = sit_down(night)
    for seat in night.marked:
        friends.do(NAMES[night.sniper - 1], PlaceShot(seat))
    friends.clock_ends("talk")
    while (result := game.outcome(friends.state)) is None:
        if friends.phase == "count":
            friends.clock_ends("count")
        elif friends.phase == "point" and "targets" in friends.offered("box"):
            aim(friends, night)
        else:
            friends.do("box", Reveal() if friends.phase == "point" else Next())
    agrees(result, night)
    assert (
        friends.view().team
        == rulebook.verdict(night.ring, night.roles, night.aims, night.sniper, night.marked, literal=night.literal)[0]
    )


@settings(max_examples=300, deadline=None)
@given(nights())
def test_real_cards(night: Night) -> None:
    friends = sit_down(night, real=True)
    friends.do("box", TimeUp())
    while (result := game.outcome(friends.state)) is None:
        match friends.state.agenda[0]:
            case AskWere(kind):
                known = friends.state.roles()
                seats = tuple(s for s, held in night.roles.items() if held == kind and s not in known)
                friends.do("box", Were(kind, seats))
            case AskWas(seat):
                friends.do("box", Was(seat, night.roles[seat]))
            case AskShotCards():
                friends.do("box", ShotCards(night.marked))
            case _ if friends.phase == "count":
                friends.clock_ends("count")
            case _ if "targets" in friends.offered("box"):
                aim(friends, night)
            case _:
                friends.do("box", Reveal() if friends.phase == "point" else Next())
    agrees(result, night)


@settings(max_examples=150, deadline=None)
@given(nights())
def test_pointing_in_secret(night: Night) -> None:
    """On phones nobody may point at nobody: whoever would, points at the next seat; a second gun at the first's."""
    aims = {}
    most = 2 if "enforcer" in night.special and not night.sniper else 1
    for seat, picks in night.aims.items():
        first = picks[0] if picks else seat % len(night.roles) + 1
        aims[seat] = (first, *picks[1:], first)[:most]
    night = night._replace(aims=aims)
    friends = Friends(
        " ".join(night.roles.values()),
        mode=night.mode,
        roles=night.special,
        dealer=night.dealer,
        sniper=night.sniper,
        literal="on" if night.literal else "off",
        pointing="phones",
    )
    friends.deal()
    for seat in night.marked:
        friends.do(NAMES[night.sniper - 1], PlaceShot(seat))
    friends.clock_ends("talk")
    while (result := game.outcome(friends.state)) is None:
        if friends.phase == "count":
            friends.clock_ends("count")
        elif friends.phase == "point":
            for seat in friends.view().pointers:
                friends.do(NAMES[seat - 1], Point(*aims[seat]))
            friends.do("box", Reveal())
        else:
            friends.do("box", Next())
    agrees(result, night)
