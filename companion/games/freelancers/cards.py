"""Cards (rulebook, "Treasure Cards", "Story Cards", "Follower Cards"): slots, swaps, discards, trades."""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin
from companion.game import Step
from companion.pile import Bag, Pile

from .bag import put_in
from .printed import Printed
from .state import Equip, FreelancersState, Item, Need, Player
from .tracks import wounds_back

SLOTS = {"trinket": 2, "armor": 1, "weapon": 1, "follower": 2}
"""How many of a kind have a slot. Augments go onto the weapon, or into its slot."""
BACK = "back:"
"""Before the card that goes to whoever has traded one for it."""
KINDS = ("trinket", "armor", "weapon", "augment", "follower")


def came(printed: Printed, state: FreelancersState, deck: str, seat: int, number: str) -> FreelancersState:
    """Return the state after a card came off a deck for a player."""
    if deck == "treasure":
        state = replace(state, treasure=state.treasure.take(number))
    else:
        state = replace(state, followers=state.followers.take(number))
    return got(printed, state, seat, number)


def got(printed: Printed, state: FreelancersState, seat: int, number: str) -> FreelancersState:
    """Return the state with a card that a player has got, to be equipped or discarded."""
    card = printed.card(state, number)
    kind = card.kind if card is not None else "any"
    if kind == "any":
        return state.then(Need(kind="kind", options=KINDS, seat=seat, about=number))
    return state.then(Equip(seat=seat, item=Item(number, kind)))


def equip(printed: Printed, state: FreelancersState, step: Equip) -> FreelancersState:
    """Return the state with a card in its slot, or the question what is discarded for it."""
    state = replace(state, agenda=state.agenda[1:])
    seat, item = step.seat, step.item
    player = state.player(seat)
    if item.kind == "augment":
        if player.of_kind("weapon"):
            return state.then(Need(kind="attach", options=("attach", "discard"), seat=seat, about=item.card))
        return state.with_player(player.with_item(item))
    mine = player.of_kind(item.kind)
    if len(mine) < SLOTS[item.kind]:
        return slotted(printed, state, seat, item)
    options = ("new", *(old.card for old in mine), *(f"{BACK}{old.card}" for old in mine if step.giver))
    # The card waits in the step below while it is asked which of them goes.
    return state.then(Need(kind="swap", options=options, seat=seat, about=item.card), step)


def swapped(printed: Printed, state: FreelancersState, what: str) -> FreelancersState:
    """Return the state after it was said which card goes for the one that came (the question is gone already)."""
    step = state.agenda[0]
    assert isinstance(step, Equip)
    rest = replace(state, agenda=state.agenda[1:])
    if what == "new":
        return put_away(printed, rest, step.item, new=True)
    back = what.startswith(BACK)
    old = rest.player(step.seat).item(what.removeprefix(BACK))
    if old is None:
        return rest.then(step)
    rest = rest.with_player(rest.player(step.seat).without(old.card))
    if back:
        return rest.then(replace(step, giver=0), Equip(seat=step.giver, item=old))
    return put_away(printed, rest, old).then(step)


def slotted(printed: Printed, state: FreelancersState, seat: int, item: Item) -> FreelancersState:
    """Return the state with a card in a free slot: loose augments go onto a weapon, a follower's token into the bag."""
    player = state.player(seat)
    if item.kind == "weapon":
        loose = tuple(old.card for old in player.of_kind("augment"))
        item = replace(item, augments=(*item.augments, *loose))
        player = replace(player, items=tuple(old for old in player.items if old.kind != "augment"))
    state = state.with_player(player.with_item(item))
    card = printed.card(state, item.card)
    if item.kind == "follower" and card is not None and card.token:
        return put_in(state, f"follower-{card.token}")
    return state


def attached(state: FreelancersState, seat: int, number: str) -> FreelancersState:
    """Return the state with an augment on a player's weapon."""
    player = state.player(seat)
    weapon = next(iter(player.of_kind("weapon")), None)
    if weapon is None:
        return state.with_player(player.with_item(Item(number, "augment")))
    return state.with_player(player.with_item(replace(weapon, augments=(*weapon.augments, number))))


def put_away(printed: Printed, state: FreelancersState, item: Item, *, new: bool = False) -> FreelancersState:
    """Return the state with a card that nobody has any more where it belongs, with all that was on it.

    ``new``: it was never equipped, so that nothing of a follower's comes into the bag.
    """
    del new  # nothing was put anywhere yet for a card that is discarded as it comes
    for number in (item.card, *item.augments):
        card = printed.card(state, number)
        if card is None or card.deck == "treasure":
            state = replace(state, treasure_discard=state.treasure_discard.add(number))
        elif card.deck != "story" or card.kind == "follower":
            state = replace(state, aside=state.aside.add(number))
    return wounds_back(printed, state, item.wounds) if item.wounds else state


def lost(printed: Printed, state: FreelancersState, seat: int, number: str) -> FreelancersState:
    """Return the state after a player lost a card, if it is there; its discard effect does not come."""
    player = state.player(seat)
    item = player.item(number)
    if item is None:
        return state
    return put_away(printed, state.with_player(player.without(number)), item)


def story_card(printed: Printed, state: FreelancersState, seat: int, number: str) -> FreelancersState:
    """Return the state after a player gained the story card of that number, from whoever has it."""
    owner = state.holder(number)
    if owner == seat:
        return state
    if owner:
        return moved(state, owner, seat, number)
    if state.aside.count(number):
        state = replace(state, aside=state.aside.take(number))
    return got(printed, state, seat, number)


def moved(state: FreelancersState, owner: int, to: int, number: str, *, traded: bool = False) -> FreelancersState:
    """Return the state after a card went to another player with all that is on it; an attached augment does not go."""
    player = state.player(owner)
    item = player.item(number)
    if item is None:
        return state
    giver = owner if traded else 0
    return state.with_player(player.without(number)).then(Equip(seat=to, item=item, giver=giver))


def dropped(printed: Printed, state: FreelancersState, number: str) -> FreelancersState:
    """Return the state after a story card went back to its deck from whoever has it."""
    owner = state.holder(number)
    if not owner:
        return state
    player = state.player(owner)
    item = player.item(number)
    if item is not None:
        back = replace(item, augments=())
        state = state.with_player(player.without(number))
        for other in item.augments:
            state = put_away(printed, state, Item(other, "augment"))
        return wounds_back(printed, state, back.wounds)
    weapon = next(w for w in player.items if number in w.augments)
    return state.with_player(
        player.with_item(replace(weapon, augments=tuple(a for a in weapon.augments if a != number)))
    )


def stealable(state: FreelancersState, thief: int, members: tuple[int, ...], what: str) -> tuple[str, ...]:
    """Return what can be stolen of a kind: "3:T07", "3:luck"."""
    found: list[str] = []
    for seat in members:
        player = state.player(seat)
        if seat == thief:
            continue
        if what == "luck":
            found += [f"{seat}:luck"] if player.luck else []
        else:
            found += [f"{seat}:{item.card}" for item in player.of_kind(what)]
    return tuple(found)


def discardable(printed: Printed, state: FreelancersState, player: Player) -> tuple[str, ...]:
    """Return the cards that a player may discard for their effect. An attached augment is not among them."""
    if not state.story:
        return ()
    book = printed.quest(state).book
    return tuple(item.card for item in player.items if f"discard.{item.card}" in book)


def discarded(printed: Printed, state: FreelancersState, seat: int, number: str) -> FreelancersState:
    """Return the state after a card was discarded for its effect."""
    state = lost(printed, state, seat, number)
    return replace(state, agenda=begin(printed.quest(state).book, f"discard.{number}", state.agenda, seat))


def happening(printed: Printed, state: FreelancersState, event: str, seat: int) -> FreelancersState:
    """Return the state with what cards do at an event, in order of influence (the step is gone already)."""
    if not state.story or not state.cards_in_box:
        return state
    quest = printed.quest(state)
    agenda: tuple[Step, ...] = state.agenda
    for owner in reversed(state.order):
        if seat in (0, owner):
            for number in reversed([n for item in state.player(owner).items for n in (item.card, *item.augments)]):
                card = quest.cards.get(number)
                loose = state.player(owner).item(number) is not None and card is not None and card.kind == "augment"
                for n, one in enumerate(card.events if card is not None and not loose else ()):
                    if one.on == event and f"event.{number}.{n}" in quest.book:
                        agenda = begin(quest.book, f"event.{number}.{n}", agenda, owner)
    return replace(state, agenda=agenda)


def decks(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state with both decks shuffled."""
    quest = printed.quest(state)
    return replace(
        state,
        treasure=Pile.of(quest.deck("treasure")),
        followers=Pile.of(quest.deck("follower")),
        treasure_discard=Bag(),
        dealt=True,
    )
