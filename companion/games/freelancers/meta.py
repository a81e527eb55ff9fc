"""What is known of Freelancers before it is bound to its packs."""

from __future__ import annotations

from companion.game import Component, Meta, say

META = Meta(
    key="freelancers",
    name=say("freelancers.name"),
    least=3,
    most=7,
    components=(
        Component(
            key="story", label=say("freelancers.keeps.story"), keepers=("app", "unseen"), beside="unseen", secret=True
        ),
        Component(key="clock", label=say("freelancers.keeps.clock"), keepers=("app", "unseen"), beside="unseen"),
        Component(key="dice", label=say("freelancers.keeps.dice"), keepers=("app", "told", "unseen"), beside="app"),
        Component(key="bag", label=say("freelancers.keeps.bag"), keepers=("app", "told", "unseen"), beside="unseen"),
        Component(key="sheets", label=say("freelancers.keeps.sheets"), keepers=("app", "unseen"), beside="unseen"),
        Component(
            key="cards", label=say("freelancers.keeps.cards"), keepers=("app", "told", "unseen"), beside="unseen"
        ),
    ),
    chairs=True,
)
