"""What is known of Crossfire before it is bound to its packs."""

from __future__ import annotations

from companion.game import Component, Meta, say

META = Meta(
    key="crossfire",
    name=say("crossfire.name"),
    least=5,
    most=10,
    components=(
        Component(key="cards", label=say("crossfire.cards"), keepers=("app", "unseen"), beside="unseen", secret=True),
        Component(key="clock", label=say("crossfire.clock"), keepers=("app", "unseen"), beside="app"),
    ),
    chairs=True,
)
