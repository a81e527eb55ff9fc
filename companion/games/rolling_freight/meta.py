"""What is known of Rolling Freight before it is bound to its packs."""

from __future__ import annotations

from companion.game import Component, Keeper, Meta, say


def _component(key: str, *keepers: Keeper, beside: Keeper = "unseen", for_good: bool = True) -> Component:
    """Return a component; most stay with people for good once the box has lost sight of them."""
    label = say(f"rolling_freight.component.{key}")
    return Component(key=key, label=label, keepers=keepers, beside=beside, for_good=for_good)


META = Meta(
    key="rolling_freight",
    name=say("rolling_freight.name"),
    least=2,
    most=5,
    components=(
        _component("dice", "app", "told", "unseen", for_good=False),
        _component("contracts", "app", "told", "unseen"),
        _component("improvements", "app", "told", "unseen"),
        _component("bag", "app", "told", beside="told", for_good=False),
        _component("map", "app", "unseen"),
        _component("cubes", "app", "unseen"),
        _component("stockpile", "app", "unseen"),
    ),
    chairs=True,
)
