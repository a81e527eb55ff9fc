"""Which cards are dealt: the chart's, with special roles swapped in."""

from __future__ import annotations

from companion.game import Illegal, Text, listed, say
from companion.pile import Bag

from .printed import Printed


def role_name(kind: str) -> Text:
    """Return what the role ``kind`` is called."""
    return say(f"crossfire.role.{kind}")


def listing(texts: tuple[Text, ...]) -> Text:
    """Return several texts as one: "Ann, Bo and Cy"."""
    if not texts:
        return say("crossfire.nobody")
    return listed(texts)


def lineup(printed: Printed, mode: str, players: int, roles: tuple[str, ...]) -> Bag:
    """Return the cards for ``players`` at the table (the Sniper counts as one) with the special ``roles``.

    All special roles are swapped in as one set, so their order does not matter; only the chart's own cards, or
    standard cards that another role adds, can be removed for one. Raises Illegal with the first reason why not.
    """
    column = printed.chart.columns(mode).get(players)
    if column is None:
        raise Illegal(say("crossfire.refuse.players", mode=say(f"crossfire.mode.{mode}"), n=players))
    for kind in roles:
        _allow(printed, mode, players, kind)
    if len(set(roles)) < len(roles):
        raise Illegal(say("crossfire.refuse.twice"))
    specials = [(kind, special) for kind in roles if (special := printed.role(kind).special)]
    cards = column.cards().add(*(kind for _, special in specials for kind in special.add))
    for kind in sorted({card for _, special in specials for card in special.remove}):
        takers = tuple(role_name(k) for k, special in specials for card in special.remove if card == kind)
        if kind == "vip" or cards.count(kind) < len(takers):
            raise Illegal(
                say(
                    "crossfire.refuse.gone",
                    roles=listing(takers),
                    card=role_name(kind),
                    n=cards.count(kind),
                    need=len(takers),
                )
            )
    cards = cards.take(*(card for _, special in specials for card in special.remove)).add(*roles)
    for kind, count in cards.counts:
        if count > printed.role(kind).cards:
            raise Illegal(say("crossfire.refuse.supply", card=role_name(kind), n=printed.role(kind).cards))
    return cards


def _allow(printed: Printed, mode: str, players: int, kind: str) -> None:
    """Refuse a special role that this mode or number of players does not allow."""
    special = printed.role(kind).special if kind in printed.roles else None
    if special is None:
        raise Illegal(say("crossfire.refuse.unknown", role=kind))
    if mode not in special.modes:
        raise Illegal(
            say("crossfire.refuse.mode", role=role_name(kind), mode=say(f"crossfire.mode.{special.modes[0]}"))
        )
    if not special.least <= players <= special.most:
        raise Illegal(
            say("crossfire.refuse.count", role=role_name(kind), least=special.least, most=special.most, n=players)
        )


def allowed(printed: Printed, mode: str, players: int) -> tuple[str, ...]:
    """Return the special roles that could each join alone."""
    fine: list[str] = []
    for kind in printed.specials:
        try:
            lineup(printed, mode, players, (kind,))
        except Illegal:
            continue
        fine.append(kind)
    return tuple(fine)
