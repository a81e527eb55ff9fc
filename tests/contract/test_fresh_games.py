"""Games that no one has seen before: other seats, luck and answers on every run of the tests."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contract.case import case_of
from tests.contract.keypad import every_choice_can_be_typed
from tests.contract.laws import LAWS
from tests.contract.secrets import twins_look_the_same
from tests.contract.tables import Table, game_of, run_of, words_of
from tests.contract.test_every_game import TABLES


@given(table=st.sampled_from(TABLES), seed=st.integers(min_value=1_000, max_value=2**32))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_game_holds_to_every_law(table: Table, seed: int) -> None:
    fresh = msgspec.structs.replace(table, seed=seed)
    case = case_of(game_of(fresh.game), run_of(fresh), words_of(fresh.game), seed)
    for law in (*LAWS, every_choice_can_be_typed, twins_look_the_same):
        law(case)
