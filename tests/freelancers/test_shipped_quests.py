"""Games of the quests as they are shipped hold to the laws of every game; the contract suite plays a small one."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from companion.game import Keeping, Setup
from companion.games.freelancers import META, bind
from companion.games.freelancers.commands import FreelancersSetup
from companion.games.freelancers.sheets import camp_line
from companion.packs import shipped
from companion.playtest import play
from companion.words import of_the_house
from tests.contract import laws
from tests.contract.case import Case, Law, case_of
from tests.contract.keypad import every_choice_can_be_typed

GAME = bind(shipped("freelancers"))
TOLD = {"dice": "told", "bag": "told", "cards": "told"}
TABLES = {
    f"{quest}-{players}-{how}": (quest, players, kept)
    for quest in GAME.printed.quests
    for players, how, kept in ((3, "box", {}), (4, "told", TOLD), (7, "box", {}))
}
LAWS = tuple(law for law in laws.LAWS if law is not laws.whoever_leaves_does_not_stop_the_game)
"""All but the one that plays every moment on to the end: whoever leaves does so in any quest in the same way."""


@lru_cache
def _case(name: str) -> Case:
    quest, players, kept = TABLES[name]
    keepers = tuple(Keeping(c.key, kept.get(c.key, c.keepers[0])) for c in META.components)  # type: ignore[arg-type]  # a keeper's word, from a test's own list
    setup = Setup(seats=tuple(range(1, players + 1)), options=FreelancersSetup(quest=quest), keepers=keepers)
    run = play(GAME, setup, Random(players), scribe=0.2, fixes=0.02, most=20_000)
    return case_of(GAME, run, of_the_house("freelancers"), players)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("law", [*LAWS, every_choice_can_be_typed], ids=lambda law: law.__name__)
def test_a_game_of_a_shipped_quest_holds_to(law: Law, name: str) -> None:
    law(_case(name))


@pytest.mark.parametrize("quest", GAME.printed.quests)
def test_nobody_picks_a_camp_action_of_a_shipped_quest_blind(quest: str) -> None:
    words = of_the_house("freelancers").naming({})
    keepers = tuple(Keeping(c.key, c.keepers[0]) for c in META.components)
    state = GAME.new(Setup(seats=(1, 2, 3), options=FreelancersSetup(quest=quest), keepers=keepers))
    names = [name for name in GAME.printed.quests[quest].book if name.startswith("camp.")]
    assert len(names) > 20
    told = {name: camp_line(GAME.printed, state, name) for name in names}
    assert [name for name, line in told.items() if line is None or "…" in words(line)] == []
