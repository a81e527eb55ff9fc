"""What is known of Rolling Freight before it is bound to its packs."""

from __future__ import annotations

from companion.game import Component, Meta, say

META = Meta(
    key="rolling_freight",
    name=say("rolling_freight.name"),
    least=2,
    most=5,
    components=(
        Component(
            key="dice", label=say("rolling_freight.component.dice"), keepers=("app", "told", "unseen"), beside="unseen"
        ),
        Component(
            key="contracts",
            label=say("rolling_freight.component.contracts"),
            keepers=("app", "told", "unseen"),
            beside="unseen",
            for_good=True,
        ),
        Component(
            key="improvements",
            label=say("rolling_freight.component.improvements"),
            keepers=("app", "told", "unseen"),
            beside="unseen",
            for_good=True,
        ),
        Component(key="bag", label=say("rolling_freight.component.bag"), keepers=("app", "told"), beside="told"),
        Component(
            key="map",
            label=say("rolling_freight.component.map"),
            keepers=("app", "unseen"),
            beside="unseen",
            for_good=True,
        ),
        Component(
            key="cubes",
            label=say("rolling_freight.component.cubes"),
            keepers=("app", "unseen"),
            beside="unseen",
            for_good=True,
        ),
        Component(
            key="stockpile",
            label=say("rolling_freight.component.stockpile"),
            keepers=("app", "unseen"),
            beside="unseen",
            for_good=True,
        ),
    ),
    chairs=True,
)
