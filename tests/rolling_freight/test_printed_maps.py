"""Whole games on the maps as they are shipped hold to the laws of every game; the contract suite plays a short one."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from companion.game import Keeping, Setup
from companion.games.rolling_freight import META
from companion.games.rolling_freight.commands import RollingFreightSetup
from companion.playtest import play
from companion.words import of_the_house
from tests.contract import laws
from tests.contract.case import Case, Law, case_of
from tests.contract.keypad import every_choice_can_be_typed
from tests.rolling_freight.freight import BESIDE, game

BOX = tuple(Keeping(component.key, component.keepers[0]) for component in META.components)
GAMES = {
    "western-3": ("western", 3, BOX),
    "western-2-beside": ("western", 2, BESIDE),
    "southeastern-5": ("southeastern", 5, BOX),
    "southeastern-4-beside": ("southeastern", 4, BESIDE),
}
LAWS = tuple(law for law in laws.LAWS if law is not laws.whoever_leaves_does_not_stop_the_game)
"""All but the one that plays every moment on to the end: whoever leaves does so on any map in the same way."""


@lru_cache
def _case(name: str) -> Case:
    key, players, keepers = GAMES[name]
    options = RollingFreightSetup(map=key, disasters="on")
    setup = Setup(seats=tuple(range(1, players + 1)), options=options, keepers=keepers)
    run = play(game, setup, Random(players), scribe=0.2, fixes=0.02, most=20_000)
    return case_of(game, run, of_the_house("rolling_freight"), players)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("law", [*LAWS, every_choice_can_be_typed], ids=lambda law: law.__name__)
def test_a_game_on_a_printed_map_holds_to(law: Law, name: str) -> None:
    law(_case(name))
