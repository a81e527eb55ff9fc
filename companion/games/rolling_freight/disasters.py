"""Natural disasters where people keep the contract deck: they say which link it hit (rulebook, "Bonus Cards")."""

from __future__ import annotations

from companion.game import Who, say

from .needs import Need, Opt, Turned
from .printed import Printed
from .state import RollingFreightState
from .terms import contract_name
from .tracks import struck


def disaster(printed: Printed, state: RollingFreightState, picks: tuple[str, ...]) -> Turned:
    """Say which finished link a disaster has destroyed."""
    if picks:
        return struck(printed, state, picks[0]).idle()
    options = tuple(
        Opt(
            value=link.contract,
            label=contract_name(link.contract),
            detail=say("rolling_freight.of", seat=Who(link.seat)),
        )
        for link in state.built
    )
    return Need(state.turn, "struck", options)
