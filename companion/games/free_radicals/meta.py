"""What is known of Free Radicals before it is bound to its packs."""

from __future__ import annotations

from companion.game import Component, Meta, say

META = Meta(
    key="free_radicals",
    name=say("free_radicals.name"),
    least=2,
    most=5,
    components=(
        Component(
            key="items", label=say("free_radicals.items"), keepers=("app", "unseen"), beside="unseen", for_good=True
        ),
        Component(key="data", label=say("free_radicals.data"), keepers=("app", "unseen"), beside="unseen", secret=True),
        Component(
            key="aids", label=say("free_radicals.aids"), keepers=("app", "unseen"), beside="unseen", for_good=True
        ),
        Component(key="clock", label=say("free_radicals.clock"), keepers=("app", "unseen"), beside="app"),
    ),
    chairs=True,
)
